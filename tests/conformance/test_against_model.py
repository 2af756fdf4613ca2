"""The compiled combat plays as a model that was written by hand from the rulebook.

The same random boards and orders on both. Who is hurt, answers and dies is the same, in the same
order; and after every order so are the heroes, boards, hands and decks, card by card.
``LEDGER_BOARDS`` says how many boards are played (300).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance import rulebook_model
from tests.conformance.rulebook_model import NUMBERS, Card, Character, Model, Side
from tests.conformance.test_random_boards import (
    BLOCK,
    BOARDS,
    CATALOGS,
    FIRST_SEED,
    ORDERS,
    rules,
)

Seen = tuple[Any, ...]
"""What can be seen of a side."""


def seen_of_model(side: Side) -> Seen:
    return (
        side.health,
        side.armor,
        [(c.kind, c.attack, c.health) for c in side.board],
        [c.kind for c in side.hand],
        [c.kind for c in side.deck],
    )


def seen_of_world(world: Any, hero: Any) -> Seen:
    return (
        hero.Health,
        hero.Armor,
        [(c.archetype.name, c.Attack, c.Health) for c in world.cards("Board", hero)],
        [c.archetype.name for c in world.cards("Hand", hero)],
        [c.archetype.name for c in world.cards("Deck", hero)],
    )


def told_by_log(entries: Any) -> Iterator[str]:
    """What the model tells of as well, by the log of a command."""
    for entry in entries:
        about, *rest = entry.fields()
        kind = about.archetype.name if hasattr(about, "archetype") else ""
        match entry.kind_name():
            case "Damage":
                yield f"{kind} hurt {rest[0]}"
            case "Answer" if kind in NUMBERS:
                yield f"{kind} answers"
            case "Died" if kind in NUMBERS:
                yield f"{kind} dies"
            case _:
                pass


class Pair:
    """A world and a model with the same board."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.rules = rules(CATALOGS[0])
        self.world = self.rules.World(seed=seed)
        self.model = Model()
        self.heroes = [self.world.make(self.rules.Hero) for _ in range(2)]
        kinds = sorted(NUMBERS)
        for hero, side in zip(self.heroes, self.model.sides, strict=True):
            for _ in range(self.dice.randint(1, 6)):
                self.add(self.dice.choice(kinds), hero, side, "Board")
            for _ in range(self.dice.randint(0, 9)):
                self.add(self.dice.choice([*kinds, "Whirlwind"]), hero, side, "Hand")
            for _ in range(self.dice.randint(0, 9)):
                self.add(self.dice.choice(kinds), hero, side, "Deck")

    def add(self, kind: str, hero: Any, side: Side, zone: str) -> None:
        archetype = self.world.catalog.archetype_named[kind]
        self.world.make(archetype, owner=hero, zone=zone, of=hero)
        card = Card(kind, side)
        if zone == "Board":
            self.model.arrive(card)
        else:
            (side.hand if zone == "Hand" else side.deck).append(card)

    def seen(self) -> tuple[list[Seen], list[Seen]]:
        world = [seen_of_world(self.world, hero) for hero in self.heroes]
        return world, [seen_of_model(side) for side in self.model.sides]

    def twin(self, entity: Any) -> Character:
        """Who in the model is an entity of the world."""
        for hero, side in zip(self.heroes, self.model.sides, strict=True):
            if entity is hero:
                return side
            for zone, cards in (("Board", side.board), ("Hand", side.hand)):
                lying = list(self.world.cards(zone, hero))
                if entity in lying:
                    return cards[lying.index(entity)]
        raise AssertionError(f"{entity!r} is nowhere")

    def step(self) -> tuple[list[str], list[str]] | None:
        """An order at random, on both; what each tells of it, or None if there is none."""
        actors = [*self.world.in_play()]
        actors += [
            card for hero in self.heroes for card in self.world.cards("Hand", hero)
        ]
        self.dice.shuffle(actors)
        for actor in actors:
            orders = self.world.orders(actor)
            if orders:
                self.model.told.clear()
                return self.obey(self.dice.choice(orders)), self.model.told
        return None

    def obey(self, order: Any) -> list[str]:
        actor = self.twin(order.actor)
        model = self.model
        match order.ability.name, actor:
            case "Attack", Card():
                model.fight(actor, self.twin(order.target))
            case "Play", Card():
                model.play(actor)
            case "Cast", Card():
                model.sweep(actor)
            case "EndTurn", Side():
                model.end_turn(actor)
            case _:
                raise AssertionError(f"the model has no {order.ability.name}")
        return list(told_by_log(self.world.obey(order).entries))


def play(seed: int) -> int:
    """Play a board on both, and compare; how many orders there were."""
    pair = Pair(seed)
    world, model = pair.seen()
    assert world == model, f"seed {seed}, the board"
    for number in range(ORDERS):
        told = None if pair.world.over else pair.step()
        if told is None:
            return number
        by_world, by_model = told
        assert by_world == by_model, f"seed {seed}, order {number + 1}"
        world, model = pair.seen()
        assert world == model, f"seed {seed}, order {number + 1}"
        assert pair.world.over == pair.model.over(), f"seed {seed}"
    return ORDERS


@pytest.mark.parametrize("block", range((BOARDS + BLOCK - 1) // BLOCK))
def test_the_compiled_combat_is_the_rulebooks(block: int) -> None:
    first = FIRST_SEED + block * BLOCK
    seeds = range(first, min(first + BLOCK, FIRST_SEED + BOARDS))
    assert sum(map(play, seeds)) > 10 * len(seeds)


def play_many() -> None:
    for seed in range(200):
        play(seed)


@pytest.mark.parametrize(
    ("slip", "changed"), [("DEFENDER", 0), ("LAST", 0), ("TWICE", {})]
)
def test_a_slip_of_the_model_is_seen(
    slip: str, changed: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook_model, slip, changed)
    with pytest.raises(AssertionError, match="seed"):
        play_many()
