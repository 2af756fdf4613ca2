"""Each operator: what it proposes of a catalog, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Number
from ledgerc.mutation.rewriting import rewrite
from ledgerc.mutation.suite import Suite
from tests.unit.mutation.support import compiled, mutants, text_of, told, variant

HEAD = """\
rate 10
link team
allegiance team
stat Might
pool Health max 10 whole
damage Health
tags Guard Body
event TurnStarted Died Hurt
turn TurnStarted
"""
LINES = HEAD.count("\n")


def test_whole_parts_of_effects_are_dropped(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
effect Held
  adds Might 1
  before Damage of holder
    prevent
  after Damage of holder
    set Health 1
  every 2 seconds
    set Health 2
  on gained
    set Health 3
  on lost
    set Health 4
  dies at no Health raising Died
  forbids Strike for holder else "no"
  aura on allies
    adds Might 1

ability Strike
  requires holder.Might > 0 else "weak"
  set Health 1
""",
    )
    assert told(catalog, "drop") == [
        f"{LINES + 2}: the `adds` can go",
        f"{LINES + 3}: the rule can go",
        f"{LINES + 5}: the rule can go",
        f"{LINES + 7}: the `every` can go",
        f"{LINES + 9}: the `on gained` can go",
        f"{LINES + 11}: the `on lost` can go",
        f"{LINES + 13}: the `dies` can go",
        f"{LINES + 14}: the `forbids` can go",
        f"{LINES + 15}: the aura can go",
        f"{LINES + 19}: the `requires` can go",
    ]


def test_rules_change_their_moment_where_the_language_allows_it(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
effect Held
  before Damage of holder
    set event.amount 1
  before Hurt of holder
    set Health 1
  after Damage of holder when event.applied > 0
    set Health 2
  after Hurt of holder
    set Health 3
""",
    )
    assert told(catalog, "swap") == [
        f"{LINES + 4}: the rule can be an `after` rule",
        f"{LINES + 8}: the rule can be a `before` rule",
    ]
    swapped = text_of(catalog, LINES + 4, "the rule can be an `after` rule")
    assert "def before_Hurt" not in swapped


STAGED = """\
stages Early Late
priority Soon 5
priority Later -5

effect One
  before Damage of holder at Early
    set event.amount event.amount + 1
  after Damage of holder priority Soon
    set Health 1

effect Two
  before Damage of holder at Late
    set event.amount event.amount * 2
  after Damage of holder
    set Health 2

effect First
  before Damage of holder at Early
    set event.amount event.amount * 3

effect Alone
  before Hurt of holder at Early
    set Health 2
"""


def test_stages_and_priorities_move_where_that_changes_an_order(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, HEAD + STAGED)
    first = LINES + 6
    assert told(catalog, "order") == [
        f"{first}: the rule can be at stage `Late`",
        f"{first + 2}: the rule can lose its priority",
        f"{first + 6}: the rule can be at stage `Early`",
        f"{first + 12}: the rule can be at no stage",
        f"{first + 12}: the rule can be at stage `Late`",
    ]


def test_conditions_are_turned_round_left_out_and_shifted(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
effect Held
  adds Might 1 when holder.Health > 2 and has(holder, Guard)
  after Damage of holder by enemy having Body when event.applied <= 3
    if holder.Health == 4
      set Health 5
    repeat until holder.Health >= 6
      set Health 7
    for each one in allies having Guard as m where m.Might < 8
      set one.Health 9
""",
    )
    first = LINES + 1
    assert told(catalog, "negate") == [
        f"{first + 1}: the `adds` can have its `when` turned round",
        f"{first + 2}: the rule can have its `when` turned round",
        f"{first + 3}: the branch can have its `if` turned round",
        f"{first + 5}: the `repeat` can have its `until` turned round",
        f"{first + 7}: the selection can have its `where` turned round",
    ]
    assert told(catalog, "widen") == [
        f"{first + 1}: the `adds` can lose its `when`",
        f"{first + 1}: the `>` can be `>=`",
        f"{first + 1}: the `and` can lose its first part",
        f"{first + 1}: the `and` can lose its second part",
        f"{first + 2}: the rule can lose its `by`",
        f"{first + 2}: the rule can lose its `when`",
        f"{first + 2}: the subject can lose its `having Body`",
        f"{first + 2}: the `<=` can be wider by one",
        f"{first + 3}: the `=` can be of one more",
        f"{first + 5}: the `>=` can be wider by one",
        f"{first + 7}: the selection can lose its `having`",
        f"{first + 7}: the selection can lose its `where`",
        f"{first + 7}: the `<` can be `<=`",
    ]
    assert told(catalog, "narrow") == [
        f"{first + 1}: the `>` can be narrower by one",
        f"{first + 2}: the `<=` can be `<`",
        f"{first + 5}: the `>=` can be `>`",
        f"{first + 7}: the `<` can be narrower by one",
    ]
    narrower = text_of(catalog, first + 1, "the `>` can be narrower by one")
    assert "if self.Health > 3 and" in narrower


def test_amounts_are_one_more_one_less_and_of_the_other_sign(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
effect Lent(amount)
  lasts 2 turns
  adds Might amount

ability Strike
  cost Health 0
  deal holder.Might to holder
  give Lent(3) to holder for 4 seconds

archetype Body
  base Might 5
  with Health = 6
""",
    )
    first = LINES + 1
    assert told(catalog, "amount", "sign") == [
        f"{first + 1}: the duration can have one less turn",
        f"{first + 1}: the duration can have one more turn",
        f"{first + 2}: the `adds` can be one less",
        f"{first + 2}: the `adds` can be one more",
        f"{first + 2}: the `adds` can have the other sign",
        f"{first + 5}: the `cost` can be one more",
        f"{first + 6}: the `deal` can be one less",
        f"{first + 6}: the `deal` can be one more",
        f"{first + 6}: the `deal` can have the other sign",
        f"{first + 7}: the `give` can have one less amount",
        f"{first + 7}: the `give` can have one more amount",
        f"{first + 7}: the duration can have one less second",
        f"{first + 7}: the duration can have one more second",
        f"{first + 10}: the `base` can have one less Might",
        f"{first + 10}: the `base` can have one more Might",
        f"{first + 11}: the `with` can have one less Health",
        f"{first + 11}: the `with` can have one more Health",
    ]
    assert "Damage, holder.Might + 1" in text_of(
        catalog, first + 6, "the `deal` can be one more"
    )


def test_sides_are_changed_for_the_other(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
effect Held
  after Damage of ally
    set Health count(enemies)
  after Damage of any
    set Health 2

ability Strike
  target one enemy
  set Health 1
""",
    )
    first = LINES + 1
    assert told(catalog, "side") == [
        f"{first + 1}: the subject can be of `enemy`",
        f"{first + 2}: the selection can be of `allies`",
        f"{first + 7}: the target can be of `ally`",
    ]


def test_bounds_are_left_out(tmp_path: Path) -> None:
    catalog = compiled(
        tmp_path,
        """\
prop Force min 1 max 3
stat Might min 0 max 9
pool Health max Might min -2 whole follows
pool Rage whole
pool Fill max 3
zone Hand max 4

effect Burning
  stacks max 5
  dies at full Fill raising Died

event Died

archetype Body
  full Health
""",
    )
    assert told(catalog, "bound") == [
        "1: the prop `Force` can lose its `max`",
        "1: the prop `Force` can lose its `min`",
        "2: the stat `Might` can lose its `max`",
        "2: the stat `Might` can lose its `min`",
        "3: the pool `Health` can lose its `max`",
        "3: the pool `Health` can lose its `min`",
        "6: the zone `Hand` can lose its `max`",
        "8: the effect `Burning` can lose its `max`",
    ]
    boundless = variant(catalog, 3, "the pool `Health` can lose its `max`")
    pool = boundless.pool["Health"]
    assert (pool.maximum, pool.follows) == (None, ir.Follow.NO)
    (start,) = boundless.archetype["Body"].pools
    assert (start.start, start.value) == (
        ir.Start.AT,
        catalog.pool["Health"].maximum,
    ), "what began full begins with as much"
    assert variant(catalog, 3, "the pool `Health` can lose its `min`").pool[
        "Health"
    ].minimum == Number(0, pool.span)


def test_a_template_has_one_mutant_a_line_that_changes_each_expansion(
    tmp_path: Path,
) -> None:
    catalog = compiled(
        tmp_path,
        HEAD + """\
template archetype Fighting(might)
  base Might might
  full Health

archetype One from Fighting(3)
archetype Two from Fighting(5)
""",
    )
    assert told(catalog, "amount") == [
        f"{LINES + 2}: the `base` can have one less Might",
        f"{LINES + 2}: the `base` can have one more Might",
    ]
    more = text_of(catalog, LINES + 2, "the `base` can have one more Might")
    assert "self.Might = 4" in more
    assert "self.Might = 6" in more


@pytest.mark.parametrize("text", [HEAD + STAGED])
def test_every_mutant_is_a_module_that_loads_and_differs(
    text: str, tmp_path: Path
) -> None:
    catalog = compiled(tmp_path, text)
    suite = Suite(catalog, ())
    for each in mutants(catalog):
        changed = suite.text_of(rewrite(catalog, each.edits))
        assert changed != suite.text, each.key
        suite.runs(changed)
