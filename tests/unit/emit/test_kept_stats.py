"""A stat that is kept in a slot is at all times what it would be if it were reckoned now."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.emit.emitted import catalog_of, compiled, text_of

RULES = """
rate 10
link team owner
allegiance team
stat Top min 1 whole
stat Rage
stat Power min 0 max 30
stat Reach = holder.Power * 2 + holder.Top
stat Far = holder.Power + holder.owner.Power
stat Ratio = 1 / holder.Top
pool Health max Top whole follows both
pool Fury max 10
damage Health
tags Body
event Died TurnStarted
turn TurnStarted

effect Mortal
  dies at no Health raising Died
effect Strong(extra)
  separate
  adds Power extra
effect Piled(each_time)
  stacks max 4
  adds Power self.stacks * each_time
  adds Top self.stacks
effect Doubled
  scales Power 2 when holder.Health < holder.Top
effect Raging
  adds Power holder.Fury when holder.Fury > 2
effect Fixed(at)
  lasts 1 turn
  sets Power at
effect Blank
  overrides Power 1
effect Frail
  adds Top -3
effect Banner
  aura on other allies
    adds Power 1
    adds Top 2 when it.Fury > 0
    scales Power 2 when it.Power > 5

archetype Side
archetype Thing
  base Top 6
  base Power 4
  full Health
  pools Fury
  has Mortal
archetype Other
  base Top 3
  base Power holder.Rage + 1
  full Health
  pools Fury
  has Mortal
  has Strong(2)

routine Fail(one)
  give Strong(3) to one
  deal 2 to one
  gain one.Fury 3
  give Piled(1) to one
  give Banner to one
  note "{1 / (one.Fury - one.Fury)}"
"""


@pytest.fixture(scope="module")
def rules() -> Any:
    return compiled(RULES, head="")


def check(w: Any) -> None:
    for entity in w.entities.values():
        for slot in entity.reckoned_slots:
            reckoned = getattr(entity, f"reckon_{slot}")()
            assert getattr(entity, slot) == reckoned, (entity, slot, w.log.text())


def any_command(rules: Any, w: Any, dice: random.Random) -> Any:
    one = dice.choice(list(w.entities.values()))
    other = dice.choice(list(w.entities.values()))
    number = dice.randint(0, 5)
    effects = [
        rules.Strong(number),
        rules.Piled(number),
        rules.Doubled(),
        rules.Raging(),
        rules.Fixed(number),
        rules.Blank(),
        rules.Frail(),
        rules.Banner(),
    ]
    effect = dice.choice(effects)
    commands = [
        lambda: w.give(effect, one),
        lambda: w.give(effect, one),
        lambda: w.give(effect, one, turns=number),
        lambda: w.take(type(effect), one),
        lambda: w.take_all(one),
        lambda: w.deal(number, rules.Damage, to=one, by=other),
        lambda: w.gain(one, "Fury", number),
        lambda: w.spend(one, "Fury", 1),
        lambda: w.set(one, "Health", number),
        lambda: w.make(rules.Thing, team=one, Fury=number),
        lambda: w.make(rules.Other),
        lambda: w.copy_of(one),
        lambda: w.turn(one, dice.choice([rules.Thing, rules.Other])),
        lambda: w.point(one, "team", other),
        lambda: w.destroy(one),
        lambda: w.do(rules.Fail, one),
    ]
    with suppress(runtime.RulesError):
        dice.choice(commands)()


def test_only_what_changes_in_known_places_is_kept(rules: Any) -> None:
    assert rules.Entity.reckoned_slots == ("Top", "Power", "Reach")


@pytest.mark.parametrize("seed", range(6))
def test_a_kept_stat_is_what_it_would_be_reckoned(rules: Any, seed: int) -> None:
    dice = random.Random(seed)
    w = rules.World(seed)
    sides = [w.make(rules.Side) for _ in range(2)]
    for side in sides:
        w.make(rules.Thing, team=side)
        w.make(rules.Other, team=side)
    for _ in range(80):
        any_command(rules, w, dice)
        check(w)
        twin = w.copy()
        check(twin)
        loaded = rules.World.load(w.save())
        check(loaded)
        assert loaded.save() == twin.save() == w.save()


def test_a_stat_that_a_bound_reads_before_its_pools_are_set_is_a_property() -> None:
    """As an entity is made, its pools are set one after the other, and each may read the last."""
    text = text_of(catalog_of("""
stat Power
pool Rage max 10 whole
pool Might max Power whole
effect Raging
  adds Power holder.Rage
archetype One
  with Rage = 3
  full Might
  has Raging
"""))
    assert re.search(r"@property\s+def Power", text)
    assert "reckoned_slots" not in text


def test_rules_read_the_slot_of_a_stat_that_is_kept() -> None:
    text = text_of(catalog_of(RULES))
    assert "def reckon_Power(self)" in text
    assert "most = subject.Top" in text
