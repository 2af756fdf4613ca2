"""A game with a screen: it stops at every choice, is saved, closed, opened, and goes on.

Choices stand in a before rule, within a choice's own outcome, in an answer to that, and in what
answers the start of a phase; dice are rolled between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.match.support import compiled

DUEL = """
link team
allegiance team

stages Shield
phases Day Night

pool Health max 30 whole
pool Shields max 3 whole
pool Dreams whole
damage Health

effect Guarded
  before Damage of holder at Shield when holder.Shields > 0
    choose use one of Block, Bear by holder
    if use == Block
      spend Shields 1
      absorb roll(3)
      choose foe one of enemies of holder by holder or none
      deal roll(2) to foe from holder

effect Vengeful
  after Damage of holder by enemy when event.applied > 2
    do Avenge(holder, event.by)

effect Dreamer
  after PhaseStarted when phase == Night
    choose dreamt up to 2 of others by holder or none
    for each seen in dreamt
      gain seen.Dreams roll(6)

routine Avenge(one, foe)
  choose answer one of Strike, Spare by one
  if answer == Strike
    deal roll(6) to foe from one

ability Hit
  target one enemy
  deal 2 + roll(4) to target from holder

archetype Side

archetype Fencer
  full Health
  full Shields
  pools Dreams
  has Guarded Vengeful Dreamer
  grants Hit

routine Setup()
  make Side as north
  make Side as south
  make Fencer with team = north
  make Fencer with team = north
  make Fencer with team = south
  make Fencer with team = south
"""

rules: Any = compiled(DUEL)

Wish = Callable[[runtime.Choice[Any]], list[Any]]
"""What the person before the screen takes."""


def first_of_all(choice: runtime.Choice[Any]) -> list[Any]:
    return list(choice.options[: max(1, choice.at_least)])


def last_of_all(choice: runtime.Choice[Any]) -> list[Any]:
    return list(choice.options[-max(1, choice.at_least) :])


def as_much_as_possible(choice: runtime.Choice[Any]) -> list[Any]:
    return list(choice.options[: choice.at_most])


def as_little_as_possible(choice: runtime.Choice[Any]) -> list[Any]:
    return list(choice.options[: choice.at_least])


class Screen:
    """Holds nothing but a saved game: every step opens it anew, and saves it again."""

    def __init__(self, saved: bytes, wish: Wish) -> None:
        self.saved = saved
        self.wish = wish
        self.stops = 0

    def step(self, command: Callable[[Any], runtime.Outcome[Any]]) -> str:
        """Give a command and answer whatever is asked, each in a process of its own."""
        while True:
            w = rules.World.load(self.saved)
            choice = w.awaited()
            try:
                outcome = command(w) if choice is None else w.decide(*self.wish(choice))
            except runtime.NeedsChoice:
                self.stops += 1
                self.saved = w.save()
                continue
            self.saved = w.save()
            return str(outcome.text())


def hit(one: int, other: int) -> Callable[[Any], runtime.Outcome[Any]]:
    return lambda w: w.act(w.entity(one), rules.Hit, w.entity(other))


COMMANDS: tuple[Callable[[Any], runtime.Outcome[Any]], ...] = (
    hit(3, 5),
    lambda w: w.advance(),
    hit(6, 4),
    lambda w: w.advance(),
    hit(4, 6),
)


@pytest.mark.parametrize(
    "wish", [first_of_all, last_of_all, as_much_as_possible, as_little_as_possible]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_closed_at_every_choice_is_the_same(
    seed: int, wish: Wish
) -> None:
    at_once = rules.World(seed=seed, chooser=lambda w, choice: wish(choice))
    at_once.do(rules.Setup)
    begun = rules.World(seed=seed)
    begun.do(rules.Setup)
    screen = Screen(begun.save(), wish)
    for command in COMMANDS:
        assert screen.step(command) == command(at_once).text()
    assert screen.saved == at_once.save()
    assert screen.stops >= 4
    if wish is first_of_all:
        assert screen.stops >= 12, "who blocks is asked again, and so is who it strikes"
