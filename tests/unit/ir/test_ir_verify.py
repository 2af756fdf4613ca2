"""Each invariant of the IR, broken once."""

from __future__ import annotations

import pytest

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.ir.types import Type
from ledgerc.ir.verify import InvariantError, verify
from ledgerc.node import replace
from tests.unit.ir.small_catalog import (
    SMALL,
    ability,
    amount,
    archetype,
    at,
    catalog_with,
    effect,
    give,
    holder,
    number,
    prevent,
    routine,
    rule,
    shielded,
)

SPAN = at(1)
TRUE = e.Truth(True, SPAN)


def let(name: str, value: e.Expression) -> s.Let:
    return s.Let(name, Type.NUMBER, False, value, SPAN)


def read(name: str) -> e.Variable:
    return e.Variable(name, Type.NUMBER, e.Role.LET, span=SPAN)


def after(*body: s.Statement) -> ir.Rule:
    return rule(2, body, moment=ir.Moment.AFTER)


def with_rule(each: ir.Rule) -> ir.Catalog:
    return catalog_with(effects=(shielded(), effect("Other", each)))


def with_ability(*body: s.Statement, target: ir.Target | None = None) -> ir.Catalog:
    return catalog_with(abilities=(ability("Strike", *body, target=target),))


ONE_ENEMY = ir.Target(
    ir.Quantity.ONE, None, ir.Choosable.ENEMY, None, None, (), None, "it", None, SPAN
)
TARGET = e.Variable("target", Type.ENTITY, e.Role.TARGET, span=SPAN)


@pytest.mark.parametrize(
    "catalog",
    [
        SMALL,
        with_rule(after(let("x", amount()), let("y", read("x")))),
        with_ability(
            s.Deal("Damage", number(1), TARGET, holder(), None, "hit", SPAN),
            let("x", e.ReadHit("hit", e.HitField.APPLIED, True, SPAN)),
            s.Settle(SPAN),
            target=ONE_ENEMY,
        ),
        catalog_with(
            routines=(routine("Six", s.Result(number(6), SPAN), result=Type.NUMBER),),
            abilities=(
                ability(
                    "Roll",
                    let("x", e.RunRoutine("Six", (), Type.NUMBER, False, SPAN)),
                ),
            ),
        ),
    ],
)
def test_what_holds_passes(catalog: ir.Catalog) -> None:
    verify(catalog)


BROKEN = {
    "an effect that is not declared": (
        catalog_with(archetypes=(archetype("A", "Missing"),)),
        "no effect is named 'Missing'",
    ),
    "a name declared twice": (
        catalog_with(archetypes=(archetype("A"), archetype("A"))),
        "'A' is twice among the archetypes",
    ),
    "a tag and an effect of one name": (
        catalog_with(tags=("Shielded",)),
        "'Shielded' is twice among the tags and effects",
    ),
    "a stage that is not declared": (
        with_rule(rule(2, (), stage="Nowhere")),
        "no stage is named 'Nowhere'",
    ),
    "an after rule at a stage": (
        with_rule(replace(after(), stage="Armor")),
        "an after rule at a stage",
    ),
    "a before rule with a priority": (
        with_rule(rule(2, (), priority="Defender")),
        "a before rule with a priority",
    ),
    "rule numbers that fall": (with_rule(rule(0, ())), "rule 0 comes after rule 1"),
    "prevent in an after rule": (
        with_rule(after(prevent())),
        "a statement of before rules stands elsewhere",
    ),
    "settle in a rule": (with_rule(after(s.Settle(SPAN))), "settle outside"),
    "self outside an effect": (
        with_ability(s.RemoveSelf(SPAN)),
        "self is removed outside an effect",
    ),
    "a variable before it is bound": (
        with_rule(after(let("y", read("x")))),
        "'x' is used before it is bound",
    ),
    "a variable after its block": (
        with_rule(
            after(
                s.If((s.Branch(TRUE, (let("x", number(1)),), SPAN),), (), SPAN),
                let("y", read("x")),
            )
        ),
        "'x' is used before it is bound",
    ),
    "a name bound twice": (
        with_rule(after(let("x", number(1)), let("x", number(2)))),
        "'x' is bound twice in one body",
    ),
    "another type than stated": (
        with_rule(after(let("x", holder()))),
        "'x' has another type than its value",
    ),
    "an entity where a number stands": (
        with_rule(after(let("x", e.Negate(holder(), False, SPAN)))),
        "a entity stands for a number",
    ),
    "target where there is none": (
        with_ability(s.Destroy(TARGET, SPAN)),
        "'target' is used where there is no target",
    ),
    "event in an ability": (
        with_ability(let("x", amount())),
        "event is read outside a rule",
    ),
    "a prop that the event does not carry": (
        with_ability(
            s.Raise(
                "Died",
                holder(),
                None,
                (s.Carried("Path", number(1), SPAN),),
                (),
                False,
                SPAN,
            )
        ),
        "no thing of Died is named 'Path'",
    ),
    "arguments that do not fit": (
        with_ability(s.Give("Shielded", (number(1),), holder(), None, SPAN)),
        "1 arguments for 0 parameters",
    ),
    "routines in a ring": (
        catalog_with(routines=(routine("Loop", s.Do("Loop", (), SPAN)),)),
        "routine 'Loop' is defined by itself",
    ),
    "a result in the midst of a routine": (
        catalog_with(
            routines=(
                routine(
                    "Early",
                    s.Result(number(1), SPAN),
                    s.NoteText("late", (), SPAN),
                    result=Type.NUMBER,
                ),
            )
        ),
        "a result that does not end a routine",
    ),
    "a whole let of a fraction": (
        with_rule(after(s.Let("x", Type.NUMBER, True, amount(), SPAN))),
        "'x' is whole, its value is not",
    ),
    "an archetype that is not single": (
        with_ability(s.Destroy(e.Single("Squire", SPAN), SPAN)),
        "no single archetype is named 'Squire'",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_is_named(case: str) -> None:
    catalog, message = BROKEN[case]
    with pytest.raises(InvariantError) as caught:
        verify(catalog)
    assert len(caught.value.problems) == 1
    assert message in caught.value.problems[0]


def test_all_problems_are_told() -> None:
    catalog = with_ability(give("Missing"), s.RemoveSelf(SPAN))
    with pytest.raises(InvariantError) as caught:
        verify(catalog)
    assert len(caught.value.problems) == 2
