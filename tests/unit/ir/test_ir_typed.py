"""Types of expressions, and which numbers are whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledgerc.ir import expressions as e
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from tests.unit.ir.small_catalog import amount, at, holder, number

SPAN = at(1)
ENEMIES = e.Select(e.InPlay(e.Scope.ENEMIES, holder(), SPAN), (), SPAN)


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        (number(3), Type.NUMBER),
        (amount(), Type.NUMBER),
        (e.ReadEvent(e.EventField.BY, SPAN), Type.ENTITY),
        (e.Nothing(SPAN), Type.ENTITY),
        (holder(), Type.ENTITY),
        (ENEMIES, Type.SELECTION),
        (e.FirstSelected(ENEMIES, SPAN), Type.ENTITY),
        (e.Count(ENEMIES, SPAN), Type.NUMBER),
        (e.ReadHit("hit", e.HitField.PREVENTED, False, SPAN), Type.TRUTH),
        (e.ReadHit("hit", e.HitField.APPLIED, True, SPAN), Type.NUMBER),
        (e.Toward(holder(), holder(), number(1), SPAN), Type.PLACE),
        (e.CurrentPhase(SPAN), Type.PHASE),
        (e.Named("Guard", Type.TAG, SPAN), Type.TAG),
    ],
)
def test_type_of(expression: e.Expression, type_: Type) -> None:
    assert type_of(expression) is type_


@pytest.mark.parametrize(
    ("expression", "whole"),
    [
        (number(3), True),
        (e.Number(Fraction(1, 2), SPAN), False),
        (e.ReadPool(holder(), "Health", True, SPAN), True),
        (e.ReadPool(holder(), "Fuel", False, SPAN), False),
        (e.Roll(number(6), SPAN), True),
        (amount(), False),
        (holder(), False),
    ],
)
def test_is_whole(expression: e.Expression, whole: bool) -> None:
    assert is_whole(expression) is whole
