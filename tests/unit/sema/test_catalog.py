"""What analysis makes of catalogs without faults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledgerc.ir import catalog as c
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.ir.pprint import print_catalog
from ledgerc.ir.types import Type
from ledgerc.ir.walk import nodes_of
from tests.unit.sema.support import catalog_of

BASE = """\
link team owner
allegiance team
prop Path min 0 whole
stat Might
stat Pace
pool Health max 10 whole
pool Mana max 6
damage Health
damage Mana as Drained
event Struck with Path, owner
tags Unit
"""


def formula(expression: str, parameters: str = "") -> c.Formula:
    """A formula of the base catalog."""
    return catalog_of(f"{BASE}formula F({parameters}) = {expression}\n").formulas[0]


def body(statements: str) -> tuple[s.Statement, ...]:
    """The statements of an ability of the base catalog."""
    lines = "".join(f"  {line}\n" for line in statements.splitlines())
    return catalog_of(f"{BASE}ability A\n{lines}").abilities[0].body


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("57% * 100", 57),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("1 / 3", Fraction(1, 3)),
        ("6 / 3", 2),
        ("-(2 - 5)", 3),
        ("min(3, 2, 4) + max(1, 2)", 4),
        ("clamp(9, 1, 5) + clamp(0 - 9, 1, 5)", 6),
        ("floor(2.5) + ceil(2.5) + round(2.4) + abs(0 - 2)", 9),
        ("if 1 < 2 and not 3 < 2 then 5 else 6", 5),
    ],
)
def test_what_is_known_is_worked_out(expression: str, value: int | Fraction) -> None:
    made = formula(expression)
    assert isinstance(made.value, e.Number)
    assert made.value.value == value
    assert made.whole is (value == int(value))


def test_a_tie_is_left_to_the_run() -> None:
    assert isinstance(formula("round(2.5)").value, e.CallFunction)


def test_consts_are_put_in() -> None:
    catalog = catalog_of(
        "const Two 1 + 1\nconst Four Two * 2\nformula F() = Four + 1\n"
    )
    assert catalog.formulas[0].value == e.Number(5, catalog.formulas[0].span)


@pytest.mark.parametrize(
    ("expression", "whole"),
    [
        ("x.Health", True),
        ("x.Mana", False),
        ("x.Health / 2", False),
        ("floor(x.Mana / 2) + 1", True),
        ("count(all) * x.Health - 1", True),
        ("if x.Health > 1 then 1 else 0.5", False),
        ("min(x.Health, x.Mana)", False),
        ("sum(all, it.Health)", True),
        ("roll(6)", True),
    ],
)
def test_which_numbers_are_whole(expression: str, whole: bool) -> None:
    assert formula(expression, "x").whole is whole


@pytest.mark.parametrize(
    ("lines", "integral"),
    [
        ("", True),
        ("archetype A\n  base Might 2\n", True),
        ("archetype A\n  base Might 2.5\n", False),
        ("effect E\n  adds Might holder.Health\n", True),
        ("effect E\n  adds Might holder.Mana\n", False),
        ("effect E\n  scales Might 150%\n", False),
        ("effect E\n  adds Might self.stacks\n", True),
        ("effect E\n  adds Might holder.Pace\narchetype A\n  base Pace 0.5\n", False),
        ("effect E\n  aura on allies\n    adds Might it.Mana\n", False),
        ("template archetype T(x)\n  base Might x\narchetype A from T(1)\n", True),
        ("template archetype T(x)\n  base Might x\narchetype A from T(0.5)\n", False),
        ("formula H(x) = x.Pace / 2\neffect E\n  adds Might H(holder)\n", False),
    ],
)
def test_which_stats_are_integers(lines: str, integral: bool) -> None:
    assert catalog_of(BASE + lines).stat["Might"].integral is integral


def test_a_stat_declared_whole_is_an_integer_whatever_it_is_made_of() -> None:
    catalog = catalog_of("stat A whole\nstat B = holder.A\narchetype X\n  base A 0.5\n")
    assert catalog.stat["A"].integral
    assert catalog.stat["B"].integral


def test_the_least_of_a_pool_is_0() -> None:
    pool = catalog_of("pool A max 3\n").pools[0]
    assert pool.minimum == e.Number(0, pool.span)


def test_parameters_get_their_types_from_their_uses() -> None:
    catalog = catalog_of(
        BASE
        + "routine Sweep(who, group, n, at_x)\n"
        + "  for each foe in group\n"
        + "    deal n to foe from who\n"
        + "  place who at at_x\n"
        + "formula Near(a, b) = distance(a, b) < 2\n"
        + "effect Marked(by, heat)\n"
        + "  after Damage of by\n"
        + "    deal heat to holder\n"
    )
    types = [parameter.type for parameter in catalog.routines[0].parameters]
    assert types == [Type.ENTITY, Type.SELECTION, Type.NUMBER, Type.PLACE]
    assert [each.type for each in catalog.formulas[0].parameters] == [Type.PLACE] * 2
    assert catalog.formulas[0].type is Type.TRUTH
    marked = catalog.effects[0]
    assert [each.type for each in marked.parameters] == [Type.ENTITY, Type.NUMBER]


def test_types_go_through_calls_and_results() -> None:
    catalog = catalog_of(
        BASE
        + "routine Outer(x)\n  let y = do Inner(x)\n  result y.Might\n"
        + "routine Inner(x)\n  result first(enemies of x)\n"
    )
    outer, inner = catalog.routines
    assert outer.parameters[0].type is Type.ENTITY
    assert inner.result is Type.ENTITY
    assert outer.result is Type.NUMBER


def test_names_of_a_body_are_unique() -> None:
    made = body(
        "if holder.Mana > 1\n  let x = 1\n  gain Mana x\nlet x = 2\ngain Mana x"
    )
    names = [let.name for let in nodes_of(made, s.Let)]
    assert names == ["x", "x_2"]
    read = [each.name for each in nodes_of(made, e.Variable) if each.role is e.Role.LET]
    assert read == ["x", "x_2"]


def test_a_selection_in_a_selection_names_its_candidates_apart() -> None:
    value = formula("count(all where any(enemies of it where it.Might > 1))").value
    wheres = list(nodes_of(value, e.Where))
    assert sorted({where.candidate for where in wheres}) == ["it", "it_2"]


def test_omitted_subjects_are_the_holder() -> None:
    gain, deal = body("gain Mana 1\ndeal 1 to first(enemies)")
    assert isinstance(gain, s.ChangePool)
    assert gain.entity == e.Variable(
        "holder", Type.ENTITY, e.Role.HOLDER, span=gain.span
    )
    assert isinstance(deal, s.Deal)
    assert deal.kind == "Damage"


def test_heads_are_kept_as_written() -> None:
    catalog = catalog_of(
        "pool Health max 3\ndamage Health\n"
        "# Stops   a hit.\neffect   Ward\n"
        "  before Damage  of holder   when event.amount > 0   # once\n    prevent\n"
    )
    effect = catalog.effects[0]
    assert effect.source == "effect Ward"
    assert effect.doc == "Stops   a hit."
    assert effect.rules[0].source == "Damage of holder when event.amount > 0"
    assert effect.rules[0].span.line == 5


def test_a_later_base_or_pool_of_one_name_wins() -> None:
    catalog = catalog_of(
        BASE
        + "template archetype T(x)\n  tags Unit\n  base Might x\n  full Health\n"
        + "archetype A from T(2)\n  base Might 3\n  with Health = 1\n"
    )
    made = catalog.archetype["A"]
    assert [(base.stat, base.value) for base in made.bases] == [
        ("Might", e.Number(3, made.span))
    ]
    assert [(pool.pool, pool.start) for pool in made.pools] == [("Health", c.Start.AT)]
    assert made.template == "T"
    assert made.tags == ("Unit",)


def test_instances_of_a_template_effect_are_effects() -> None:
    catalog = catalog_of(
        BASE
        + "template effect Wields(n, thing)\n  adds Might n\n  on gained\n"
        + "    give thing to holder\n"
        + "effect Calm\n  innate\n"
        + "archetype A\n  has Wields(2, Calm) Wields(0.5, Calm)\n"
        + "archetype B\n  has Wields(thing: Calm, n: 2)\n"
    )
    names = [effect.name for effect in catalog.effects]
    assert names == ["Wields_2_Calm", "Wields_0_5_Calm", "Calm"]
    assert catalog.effects[0].source == "effect Wields(2, Calm)"
    assert catalog.effects[0].template == "Wields"
    assert catalog.archetype["B"].effects[0].effect == "Wields_2_Calm"


def test_events_of_several_kinds_know_what_all_of_them_have() -> None:
    catalog = catalog_of(
        BASE
        + "effect E\n"
        + "  after Damage of holder\n    gain Mana event.applied\n"
        + "  after Damage, Drained of holder\n    gain Mana event.applied\n"
        + "  after Struck of holder\n    gain Mana event.Path\n"
    )
    reads = [nodes_of(rule.body, e.ReadEvent) for rule in catalog.effects[0].rules[:2]]
    assert all(next(read).field_ is e.EventField.APPLIED for read in reads)
    assert next(nodes_of(catalog.effects[0].rules[2].body, e.ReadEventProp)).whole


def test_rules_are_numbered_in_catalog_order() -> None:
    catalog = catalog_of(
        BASE
        + "effect A(x)\n  after Damage of holder\n    gain Mana x\n"
        + "effect B\n  before Damage of holder\n    prevent\n"
        + '  after Struck of holder\n    note "x"\n'
    )
    rules = [rule.number for effect in catalog.effects for rule in effect.rules]
    assert rules == [0, 1, 2]


def test_the_analysis_is_the_same_each_time() -> None:
    text = BASE + "effect E\n  aura on allies having Unit\n    adds Might 1\n"
    assert print_catalog(catalog_of(text)) == print_catalog(catalog_of(text))


def test_an_empty_file_is_a_catalog() -> None:
    catalog = catalog_of("")
    assert catalog.files == ("rules.ledger",)
    assert catalog.rate is None
