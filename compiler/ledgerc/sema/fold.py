"""Numbers: folding of literals, and which results are always integers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction

from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema.context import Typed
from ledgerc.source import Span

Exact = int | Fraction

LARGEST_BITS = 1024

_COMPARISONS: dict[str, Callable[[Exact, Exact], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def exact(value: Exact) -> Exact:
    """The value as an ``int`` where it has no fraction."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def is_small(value: Exact) -> bool:
    """Whether a value is of a size that is worth working out; none of a game is larger."""
    return value.numerator.bit_length() + value.denominator.bit_length() <= LARGEST_BITS


def number(value: Exact, span: Span) -> Typed:
    """A number that is known."""
    value = exact(value)
    return Typed(ir.Number(value, span), Type.NUMBER, isinstance(value, int))


def known(typed: Typed) -> Exact | None:
    """The value of an expression that is a number known when the catalog is compiled."""
    return typed.expression.value if isinstance(typed.expression, ir.Number) else None


def negate(operand: Typed, span: Span) -> Typed:
    """``-x``."""
    value = known(operand)
    if value is not None:
        return number(-value, span)
    return Typed(
        ir.Negate(operand.expression, operand.whole, span), Type.NUMBER, operand.whole
    )


def arithmetic(sign: str, left: Typed, right: Typed, span: Span) -> Typed:
    """``left + - * / right``; a division by a known 0 has been reported before."""
    first, second = known(left), known(right)
    if first is not None and second is not None:
        value = worked_out(sign, first, second)
        if value is not None and is_small(value):
            return number(value, span)
    whole = left.whole and right.whole and sign != "/"
    return Typed(
        ir.Arithmetic(sign, left.expression, right.expression, whole, span),
        Type.NUMBER,
        whole,
    )


def worked_out(sign: str, first: Exact, second: Exact) -> Exact | None:
    """``first + - * / second``; None of a division by 0."""
    match sign:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case _:
            return Fraction(first) / Fraction(second) if second != 0 else None


def compare(sign: str, left: Typed, right: Typed, span: Span) -> Typed:
    """A comparison; of two known numbers, its truth."""
    first, second = known(left), known(right)
    if first is not None and second is not None:
        return Typed(ir.Truth(_COMPARISONS[sign](first, second), span), Type.TRUTH)
    return Typed(ir.Compare(sign, left.expression, right.expression, span), Type.TRUTH)


def negation(operand: Typed, span: Span) -> Typed:
    """``not x``."""
    if isinstance(operand.expression, ir.Truth):
        return Typed(ir.Truth(not operand.expression.value, span), Type.TRUTH)
    return Typed(ir.Not(operand.expression, span), Type.TRUTH)


def logical(sign: str, operands: list[ir.Expression], span: Span) -> Typed:
    """``and`` / ``or``, without the operands that a known truth makes idle."""
    idle = sign == "and"
    kept: list[ir.Expression] = []
    for operand in operands:
        if isinstance(operand, ir.Truth):
            if operand.value is idle:
                continue
            if not kept:
                return Typed(operand, Type.TRUTH)
        kept.append(operand)
    if not kept:
        return Typed(ir.Truth(idle, span), Type.TRUTH)
    if len(kept) == 1:
        return Typed(kept[0], Type.TRUTH)
    return Typed(ir.Logical(sign, tuple(kept), span), Type.TRUTH)


def call(function: ir.Function, arguments: list[Typed], span: Span) -> Typed:
    """A function of numbers; ``round`` of a tie is left to the run, which says how."""
    values = [known(argument) for argument in arguments]
    numbers = [value for value in values if value is not None]
    if len(numbers) == len(values):
        folded = _fold(function, numbers)
        if folded is not None:
            return number(folded, span)
    rounds = function in (ir.Function.FLOOR, ir.Function.CEIL, ir.Function.ROUND)
    whole = rounds or all(argument.whole for argument in arguments)
    return Typed(
        ir.CallFunction(
            function,
            tuple(argument.expression for argument in arguments),
            whole,
            span,
        ),
        Type.NUMBER,
        whole,
    )


def _least(numbers: list[Exact]) -> Exact:
    least = numbers[0]
    for each in numbers:
        least = each if each < least else least
    return least


def _fold(function: ir.Function, numbers: list[Exact]) -> Exact | None:
    match function:
        case ir.Function.MIN:
            return _least(numbers)
        case ir.Function.MAX:
            return -_least([-each for each in numbers])
        case ir.Function.CLAMP:
            low, high = numbers[1], numbers[2]
            return -_least([-low, -_least([numbers[0], high])])
        case ir.Function.FLOOR:
            return math.floor(numbers[0])
        case ir.Function.CEIL:
            return math.ceil(numbers[0])
        case ir.Function.ABS:
            return numbers[0] if numbers[0] >= 0 else -numbers[0]
        case ir.Function.ROUND:
            tie = Fraction(numbers[0]) % 1 == Fraction(1, 2)
            return None if tie else math.floor(numbers[0] + Fraction(1, 2))
