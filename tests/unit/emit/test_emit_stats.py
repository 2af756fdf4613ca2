"""Stats and pools as generated code reckons them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.unit.emit.emitted import catalog_of, compiled, function_text, text_of

STATS = """
rate 10
link team owner
allegiance team
stat Top whole
stat Power min 0 max 20
stat Plain
stat Part
stat Sum = holder.Power + holder.owner.Power
pool Health max Top whole follows
pool Calm max Top whole follows both
pool Rest max Top whole
pool Debt min -3 max 3
damage Health
tags Body

effect Half
  scales Power 50%
effect Strong(extra)
  separate
  adds Power extra
effect Fixed
  sets Power 7
effect Other
  sets Power 3 when holder.Plain > 0
effect Blank
  overrides Power 1
effect Hardy
  adds Top 2
effect Frail
  adds Top -3
effect Banner
  aura on other allies
    adds Power 1
    scales Power 2 when it.Plain > 0
    tags Body

archetype Side
archetype Thing
  base Top 10
  base Power 4
  base Part 1 / 3
  full Health
  full Calm
  full Rest
  with Debt = -3
"""


@pytest.fixture(scope="module")
def rules() -> Any:
    return compiled(STATS, head="")


def make(rules: Any) -> tuple[Any, Any]:
    w = rules.World()
    side = w.make(rules.Side)
    return w, w.make(rules.Thing, team=side)


def test_modifiers_enter_in_the_order_of_the_language(rules: Any) -> None:
    w, u = make(rules)
    w.give(rules.Half(), to=u)
    w.give(rules.Strong(2), to=u)
    w.give(rules.Strong(3), to=u)
    assert u.Power == Fraction(9, 2)
    w.give(rules.Fixed(), to=u)
    assert u.Power == 6
    w.give(rules.Strong(100), to=u)
    assert u.Power == 20


def test_the_last_set_by_time_wins(rules: Any) -> None:
    w, u = make(rules)
    w.give(rules.Fixed(), to=u)
    w.give(rules.Other(), to=u)
    assert u.Power == 7  # Other's condition does not hold
    v = w.make(rules.Thing)
    v.Plain = 1
    w.give(rules.Other(), to=v)
    assert v.Power == 3
    w.give(rules.Fixed(), to=v)
    assert v.Power == 7


def test_an_override_forgets_what_was_gained_before_it(rules: Any) -> None:
    w, u = make(rules)
    w.give(rules.Strong(5), to=u)
    w.give(rules.Fixed(), to=u)
    w.give(rules.Blank(), to=u)
    assert u.Power == 1
    w.give(rules.Strong(2), to=u)
    assert u.Power == 3


def test_an_aura_lends_at_the_aura_step_only(rules: Any) -> None:
    w, u = make(rules)
    banner = w.make(rules.Thing, team=u.team)
    w.give(rules.Banner(), to=banner)
    assert (u.Power, banner.Power) == (5, 4)
    assert u.tags & rules.tag_Body
    w.take(rules.Banner, banner)
    assert u.Power == 4
    assert not u.tags & rules.tag_Body


def test_a_stat_to_which_auras_lend_whole_numbers_is_an_int() -> None:
    text = text_of(
        catalog_of("""
link team
allegiance team
stat Guns min 0
effect Flag
  aura on other allies
    adds Guns 1
archetype Ship
  base Guns 2
  has Flag
"""),
        formatted=True,
    )
    entity = function_text(text, "Entity")
    assert "def reckon_Guns(self) -> int:" in entity
    assert "value += int(lent.amount)" in entity
    assert "runtime.floor" not in entity


def test_derived_stats_read_through_links_and_nothing_gives_0(rules: Any) -> None:
    w, u = make(rules)
    assert u.Sum == 4
    assert (rules.nothing.Sum, rules.nothing.Power) == (0, 0)
    w.point(u, "owner", u)
    assert u.Sum == 8


def test_a_base_that_is_not_whole_keeps_six_decimals(rules: Any) -> None:
    _, u = make(rules)
    assert u.Part == Fraction(333333, 1000000)


def test_pools_follow_rise_and_fall_as_declared(rules: Any) -> None:
    w, u = make(rules)
    w.set(u, "Health", 5)
    w.set(u, "Calm", 5)
    w.set(u, "Rest", 5)
    w.give(rules.Hardy(), to=u)
    assert (u.Top, u.Health, u.Calm, u.Rest) == (12, 7, 7, 5)
    w.give(rules.Frail(), to=u)
    assert (u.Top, u.Health, u.Calm, u.Rest) == (9, 7, 4, 5)
    w.take(rules.Hardy, u)
    assert (u.Top, u.Health, u.Calm, u.Rest) == (7, 7, 2, 5)


def test_a_made_pool_that_the_archetype_lacks_does_not_follow_from_0(
    rules: Any,
) -> None:
    w = rules.World()
    side = w.make(rules.Side, Rest=2)
    assert side.Rest == 0  # its Top is 0
    thing = w.make(rules.Thing, Health=3)
    assert thing.Health == 3


def test_bounds_below_0(rules: Any) -> None:
    w, u = make(rules)
    assert u.Debt == -3
    w.gain(u, "Debt", 99)
    assert u.Debt == 3


def test_a_pool_that_moves_a_maximum_lets_it_follow_at_once() -> None:
    rules = compiled(
        """
stat Top whole
pool Rage max 5 whole
pool Health max Top whole follows both
effect Raging
  adds Top holder.Rage
archetype Brute
  base Top 4
  full Health
  pools Rage
  has Raging
""",
        head="",
    )
    w = rules.World()
    u = w.make(rules.Brute)
    w.gain(u, "Rage", 3)
    assert (u.Top, u.Health) == (7, 7)
    w.set(u, "Rage", 1)
    assert (u.Top, u.Health) == (5, 5)


def test_a_stat_that_nothing_changes_is_a_slot() -> None:
    text = text_of(catalog_of(STATS), formatted=True)
    entity = function_text(text, "Entity")
    assert '"Plain"' in entity
    assert "def Plain" not in entity
    assert "def reckon_Power" in entity


def test_reading_a_stat_that_asks_leaves_the_world_and_its_log_as_they_are() -> None:
    rules = compiled(
        """
query Sight(one) default 3
pool Health max 10 whole
stat Seen = Sight(holder)
stat Able = if can(holder, Wave) then 1 else 0
ability Wave
  requires Sight(holder) > 2 else "in the dark"
archetype Guard
  full Health
  grants Wave
""",
        head="",
    )
    w = rules.World(seed=3)
    u = w.make(rules.Guard)
    before, entries = w.save(), len(w.log.entries)
    assert (u.Seen, u.Able) == (3, 1)
    assert w.save() == before
    assert len(w.log.entries) == entries
    assert not w.journal


AURAS = """
link team
stat Power
stat Plain
tags Foe
effect Strong
  adds Power 3
effect Fixed
  sets Power 7
effect Double
  scales Power 2
effect Hush
  aura on all having Foe
    overrides Power 1
    overrides Plain 4
effect Cheer
  aura on all having Foe
    adds Power 10
    adds Plain 10
effect Leveller
  aura on all having Foe
    sets Power 2
archetype Speaker
archetype Unit
  tags Foe
  base Power 5
  has Strong
"""


def test_an_aura_that_overrides_leaves_what_auras_lend_alone() -> None:
    """docs/language.md, section 2, auras: what one has gained counts no longer."""
    rules = compiled(AURAS, head="")
    w = rules.World()
    one, other, third = (w.make(rules.Speaker) for _ in range(3))
    u = w.make(rules.Unit)
    w.give(rules.Cheer(), one)
    assert (u.Power, u.Plain) == (18, 10)
    w.give(rules.Hush(), other)
    assert (u.Power, u.Plain) == (11, 14)
    w.give(rules.Double(), u)
    w.give(rules.Fixed(), u)
    assert u.Power == 11
    w.give(rules.Leveller(), third)
    assert u.Power == 12
    w.take(rules.Hush, other)
    assert u.Power == 2 * (2 + 3 + 10)
    w.give(rules.Hush(), third)
    assert u.Power == 11
    assert rules.World.load(w.save()).entities[u.id].Power == 11
