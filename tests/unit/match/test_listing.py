"""The list of legal orders is what asking about each possible order one by one would give."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger_runtime import Target
from tests.unit.match.support import CHOICES, NIM, compiled, compiled_file

COMBAT = Path(__file__).parents[3] / "content" / "combat" / "match.ledger"

MANY = """
link team
allegiance team

pool Health max 20 whole
pool Stamina max 3 whole
damage Health
prop Force min 1 max 3 whole
prop Length min 0
tags Big
phases Dawn Dusk
zone Hand

effect Numb
  forbids Sweep for holder when holder.Stamina < 2 else "numb"

ability Sweep
  target up to 2 enemy where it.Health > 2
  requires holder.Health > 3 else "weak"
  cost Stamina 1
  for each foe in targets
    deal 2 to foe from holder

ability Pinch
  target 2 enemy
  requires first(targets).Health != 20 else "untouched"
  cost holder.team.Stamina 1
  deal 1 to first(targets) from holder

ability Swing
  takes Force
  target one any where it.Health > event.Force
  requires event.Force != 2 or target != holder else "not two at oneself"
  cost target.Stamina event.Force
  deal event.Force to target from holder

ability Cheer
  during Dawn
  target all ally where it.Health < 20

ability Rest
  target holder
  gain Stamina 2
  advance

ability Draw
  from Hand
  target one card in Hand of holder.team
  deal 3 to holder.team
  move target to Hand of first(all)

ability Walk
  target a place
  gain Stamina 1

ability Reach
  takes Length
  gain Stamina 1

archetype Unit
  full Health
  full Stamina
  has Numb
  grants Sweep Pinch Swing Cheer Rest Draw Walk Reach

routine Setup()
  make Unit as one
  make Unit as other_one
  for each chief in all
    point chief.team at chief
    make Unit with team = chief
    make Unit with team = chief in Hand of chief
    make Unit with team = chief in Hand of chief
  advance
"""


def possible(w: Any, actor: Any, ability: Any) -> list[tuple[Any, ...]]:
    """All that an order of an ability could name: targets, then props."""
    if ability.target is Target.PLACE or "Length" in ability.takes:
        return []
    targets = list(w.in_play())
    if ability.target_zones:
        probe = w.new_order(actor, ability, (), None, {})
        targets = list(ability.candidates(w, probe))
    targets += [each for each in w.entities.values() if each not in targets]
    sizes = {Target.ONE: [1], Target.EXACTLY: [1, 2, 3], Target.UP_TO: [1, 2, 3]}
    groups = [
        group
        for size in sizes.get(ability.target, [0])
        for group in combinations(targets, size)
    ]
    values = [
        range(int(prop.minimum), int(prop.maximum) + 1)
        for prop in (w.catalog.props[name] for name in ability.takes)
    ]
    props = [dict(zip(ability.takes, each, strict=True)) for each in product(*values)]
    return [(group, given) for given in props for group in groups]


def asked_one_by_one(w: Any, actors: list[Any]) -> list[tuple[Any, ...]]:
    """The legal orders, by asking about each possible one."""
    return [
        (actor, ability.name, group, tuple(given.values()))
        for actor in actors
        for ability in actor.archetype.grants
        for group, given in possible(w, actor, ability)
        if w.can(actor, type(ability), *group, **given) is None
    ]


def as_listed(w: Any, orders: Any) -> list[tuple[Any, ...]]:
    return [
        (
            order.actor,
            order.ability.name,
            order.targets if order.ability.target.names_targets else (),
            tuple(
                getattr(order, w.catalog.props[name].slot)
                for name in order.ability.takes
            ),
        )
        for order in orders
    ]


@pytest.mark.parametrize("text", [MANY, NIM, CHOICES], ids=["many", "nim", "choices"])
def test_listed_are_those_that_can_be_given(text: str) -> None:
    rules: Any = compiled(text)
    compare(rules, "Setup", range(6), 25)


def test_listed_are_those_that_can_be_given_in_combat() -> None:
    compare(compiled_file(COMBAT), "Setup", range(2), 60)


def compare(rules: Any, setup: str, seeds: range, steps: int) -> None:
    listed_at_all = 0
    for seed in seeds:
        draw = Random(seed)
        w = rules.World(seed, chooser=lambda w, choice: choice.options[:1])
        w.do(getattr(rules, setup))
        for _ in range(steps):
            actors = [each for each in w.entities.values() if each.archetype.grants]
            before = w.save()
            orders = w.orders_of(*actors)
            assert w.save() == before
            listed = as_listed(w, orders)
            assert listed == asked_one_by_one(w, actors)
            assert len(set(map(repr, orders))) >= 1 or not orders
            for actor in actors:
                plain = [each for each in listed if each[0] is actor and not each[3]]
                assert as_listed(w, w.orders(actor)) == plain
            listed_at_all += len(listed)
            if not orders or w.over:
                break
            w.obey(draw.choice(orders))
    assert listed_at_all > 50
