"""Exact numbers, as docs/language.md section 1 has them: no number here is ever a float."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction


class Failure(Exception):  # noqa: N818 - a command that fails, not one that is refused
    """The command fails: the world is as before it. ``name`` says as what kind of error."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def plain(value: Number) -> Number:
    """The number as an integer where it has no fraction."""
    return value.numerator if value.denominator == 1 else value


def divided(dividend: Number, divisor: Number) -> Number:
    """The exact quotient; "a division by zero stops the command with an error" (section 3)."""
    if divisor == 0:
        raise Failure("DivisionError")
    return plain(Fraction(dividend) / Fraction(divisor))


def size(value: Number) -> Number:
    """How large a number is, whatever its sign."""
    return -value if value < 0 else value


def toward_zero(value: Number) -> int:
    """ "An amount that enters a whole pool is rounded toward zero"."""
    return math.floor(value) if value >= 0 else math.ceil(value)


def six_decimals(value: Number) -> Number:
    """ "A pool, or the base of a stat, that is not whole keeps six decimals, half to even"."""
    low = math.floor(value * 1_000_000)
    rest = value * 1_000_000 - low
    half = Fraction(1, 2)
    if rest > half or (rest == half and low % 2 == 1):
        low += 1
    return plain(Fraction(low, 1_000_000))


def to_nearest(value: Number) -> int:
    """ "round goes to the nearest whole number, a half away from 0" (section 7)."""
    nearest = math.floor(size(value) + Fraction(1, 2))
    return -nearest if value < 0 else nearest


def between(value: Number, low: Number, high: Number) -> Number:
    """``value``, but at most ``high``, and then at least ``low``."""
    return max(min(value, high), low)


def shown(value: Number) -> str:
    """A number as people write it: as a decimal where that ends, else as a quotient."""
    value = plain(value)
    if isinstance(value, int):
        return str(value)
    bare = value.denominator
    for prime in (2, 5):
        while bare % prime == 0:
            bare //= prime
    if bare != 1:
        return f"{value.numerator}/{value.denominator}"
    with localcontext() as context:
        context.prec = 500
        context.rounding = ROUND_HALF_EVEN
        quotient = Decimal(value.numerator) / Decimal(value.denominator)
        return format(quotient, "f")
