"""The IR as `ledgerc dump ir` prints it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import plays as p
from ledgerc.ir import statements as s
from ledgerc.ir.pprint import print_catalog, print_expression, print_play
from ledgerc.ir.print_expressions import print_number
from ledgerc.ir.print_statements import print_body
from ledgerc.ir.types import Type
from tests.unit.ir.small_catalog import (
    SMALL,
    ability,
    amount,
    at,
    catalog_with,
    holder,
    number,
)

SPAN = at(1)


def plus(left: e.Expression, right: e.Expression) -> e.Arithmetic:
    return e.Arithmetic("+", left, right, False, SPAN)


def minus(left: e.Expression, right: e.Expression) -> e.Arithmetic:
    return e.Arithmetic("-", left, right, False, SPAN)


def times(left: e.Expression, right: e.Expression) -> e.Arithmetic:
    return e.Arithmetic("*", left, right, False, SPAN)


TRUE, FALSE = e.Truth(True, SPAN), e.Truth(False, SPAN)
IT = e.Variable("it", Type.ENTITY, e.Role.CANDIDATE, span=SPAN)
WOUNDED = e.Select(
    e.InPlay(e.Scope.ENEMIES, holder(), SPAN),
    (
        e.HavingTag("Guard", SPAN),
        e.Where("it", e.HoldsEffect(IT, "Shielded", SPAN), SPAN),
        e.FirstOf(number(2), SPAN),
    ),
    SPAN,
)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (plus(number(1), times(number(2), number(3))), "1 + 2 * 3"),
        (times(plus(number(1), number(2)), number(3)), "(1 + 2) * 3"),
        (minus(number(1), minus(number(2), number(3))), "1 - (2 - 3)"),
        (e.Negate(plus(number(1), number(2)), False, SPAN), "-(1 + 2)"),
        (
            e.Logical("and", (TRUE, e.Logical("or", (TRUE, FALSE), SPAN)), SPAN),
            "true and (true or false)",
        ),
        (e.Not(e.Compare("==", number(1), number(2), SPAN), SPAN), "not 1 == 2"),
        (
            e.Conditional(TRUE, number(1), number(2), Type.NUMBER, True, SPAN),
            "if true then 1 else 2",
        ),
        (e.Text('a "b" \\', SPAN), '"a \\"b\\" \\\\"'),
        (
            e.Count(WOUNDED, SPAN),
            "count(enemies of holder having Guard "
            "as $it where has($it, effect Shielded) first 2)",
        ),
        (
            e.ReadPool(e.ReadLink(holder(), "team", SPAN), "Health", True, SPAN),
            "holder.team.Health",
        ),
    ],
)
def test_expression(expression: e.Expression, text: str) -> None:
    assert print_expression(expression) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-57, 100), "-0.57"),
        (Fraction(1, 3), "1/3"),
        (Fraction(1, 40), "0.025"),
    ],
)
def test_numbers_are_exact(value: int | Fraction, text: str) -> None:
    assert print_number(value) == text


def test_bodies_are_indented() -> None:
    deal = s.Deal("Damage", number(2), IT, holder(), "Defender", "hit", SPAN)
    body: tuple[s.Statement, ...] = (
        s.ForEach("it", WOUNDED, (deal,), SPAN),
        s.If(
            (s.Branch(TRUE, (s.Settle(SPAN),), SPAN),),
            (s.NoteText("no", (), SPAN),),
            SPAN,
        ),
    )
    assert list(print_body(body)) == [
        f"for each $it in {print_expression(WOUNDED)}",
        "  deal 2 Damage to $it from holder priority Defender as $hit",
        "if true",
        "  settle",
        "else",
        '  note "no"',
    ]


def test_catalog() -> None:
    target = ir.Target(
        ir.Quantity.UP_TO,
        number(2),
        ir.Choosable.ENEMY,
        None,
        None,
        ("Guard",),
        None,
        "it",
        None,
        SPAN,
    )
    catalog = catalog_with(abilities=(ability("Strike", target=target),))
    assert print_catalog(catalog) == (
        "catalog small.ledger\n"
        "files small.ledger\n"
        "rate 10\n"
        "link team\n"
        "allegiance team\n"
        "prop Path min 0\n"
        "stat MaxHealth integral\n"
        "pool Health min 0 max holder.MaxHealth whole\n"
        "pool Fury min 0 whole\n"
        "damage Health as Damage lower\n"
        "damage Health as Fire lower\n"
        "healing Health as Healing raise\n"
        "stages Redirect Armor\n"
        "priority Last -1\n"
        "priority Defender 1\n"
        "tags Guard\n"
        "event Died\n"
        "event Hit with Path\n"
        "\n"
        "effect Shielded\n"
        "  refreshes\n"
        "  1: before Damage of holder when event.amount > 0\n"
        "    prevent\n"
        "    remove self\n"
        "\n"
        "ability Strike\n"
        "  target up to 2 enemy having Guard\n"
        "\n"
        "archetype Squire\n"
        "  full Health\n"
        "  has Shielded\n"
    )


def test_printing_is_the_same_every_time() -> None:
    assert print_catalog(SMALL) == print_catalog(catalog_with())


def test_play() -> None:
    unit = e.Variable("u", Type.ENTITY, e.Role.PLAY, span=SPAN)
    make = s.Make("Squire", (), (), None, None, None, "u", SPAN)
    act = p.Act(
        unit, "Strike", (unit,), None, (s.Carried("Path", number(2), SPAN),), SPAN
    )
    health = e.ReadPool(unit, "Health", True, SPAN)
    left = e.Variable("left", Type.NUMBER, e.Role.PARAMETER, True, span=SPAN)
    origin = p.Origin("content", "as made")
    steps: tuple[p.Step, ...] = (
        act,
        p.ExpectRefused("Requirement", "no", SPAN),
        p.ExpectCompare(health, "=", left, origin, "u.Health = left", SPAN),
        p.ExpectStanding(unit, p.Standing.GONE, "u", SPAN),
        p.ExpectLog(True, (p.LogLine("Damage", (unit, amount()), "", SPAN),), SPAN),
    )
    scene = p.Scene("duel", (p.Command(make, SPAN),), "", SPAN)
    rows = ((number(1),), (number(2),))
    play = p.Play('a "play"', "duel", ("left",), rows, steps, "", SPAN)
    file = p.PlayFile("small.play", "small.ledger", "", (scene,), (play,))
    assert print_play(file) == (
        "plays small.play\n"
        "catalog small.ledger\n"
        "\n"
        "scene duel\n"
        "  make Squire as $u\n"
        "\n"
        'play "a \\"play\\"" in duel with left\n'
        "  row 1\n"
        "  row 2\n"
        "  act $u Strike at $u with Path = 2\n"
        '  expect refused Requirement "no"\n'
        "  expect $u.Health = $left from content: as made\n"
        "  expect $u gone\n"
        "  expect log has\n"
        "    Damage $u event.amount\n"
    )
