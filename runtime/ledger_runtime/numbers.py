"""Exact numbers: integers, and fractions where a number is no integer.

Source: docs/language.md, section 1.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeAlias

from ledger_runtime.errors import DivisionError, NumberError
from ledger_runtime.trace import explain_here

Number: TypeAlias = int | Fraction

LARGEST: Final = 10**30
"""No event may change a pool by more: a rule that squares a number would eat all memory."""

SMALLEST: Final = -LARGEST

PLENTY: Final = 2**30 - 1
"""Up to here Python compares integers fastest: what is larger is looked at closer."""

NOUGHT: Final[Number] = 0
"""What a number starts at that may become a fraction; a plain 0 says that it is an integer."""

_MILLION: Final = 10**6


def divide(dividend: Number, divisor: Number) -> Number:
    """The exact quotient, an ``int`` where it has no fraction.

    Raises :class:`DivisionError` if the divisor is 0, with the line of the rule.
    """
    if not divisor:
        raise explain_here(DivisionError(number_text(dividend)))
    quotient = Fraction(dividend) / divisor
    return quotient.numerator if quotient.denominator == 1 else quotient


def whole(value: Number) -> int:
    """A number as it enters a ``whole`` pool: rounded toward zero."""
    return int(value)


def round_six(value: Number) -> Number:
    """A number as a pool or base that is not ``whole`` keeps it: six decimals, half to even."""
    if value.__class__ is int:
        return value
    millionths = round(value * _MILLION)
    quotient, rest = divmod(millionths, _MILLION)
    return Fraction(millionths, _MILLION) if rest else quotient


def floor(value: Number) -> int:
    """``floor(x)`` of the language."""
    return math.floor(value)


def ceil(value: Number) -> int:
    """``ceil(x)`` of the language."""
    return math.ceil(value)


def nearest(value: Number) -> int:
    """``round(x)`` of the language: to the nearest integer, halves away from zero."""
    if value < 0:
        return -nearest(-value)
    return math.floor(value + Fraction(1, 2))


def absolute(value: Number) -> Number:
    """``abs(x)`` of the language."""
    return -value if value < 0 else value


def clamp(value: Number, low: Number, high: Number) -> Number:
    """``clamp(x, low, high)`` of the language; ``low`` wins where the two cross."""
    if value > high:
        value = high
    return low if value < low else value


def exact(value: object) -> Number:
    """A number that a game hands over, exactly as it is written (0.1 is a tenth).

    Raises :class:`NumberError` for what is no finite number, and for truths.
    """
    if isinstance(value, bool):
        raise NumberError(f"{value} is a truth, not a number")
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    if isinstance(value, (float, Decimal)):
        if not math.isfinite(value):
            raise NumberError(f"{value} is not a finite number")
        return exact(Fraction(str(value)))
    raise NumberError(f"{type(value).__name__} is not a number")


def number_text(value: Number) -> str:
    """A number as people write it: ``3``, ``2.5``, ``1/3``."""
    if isinstance(value, int):
        return str(value)
    if value.denominator == 1:
        return str(value.numerator)
    rest, decimals = value.denominator, 0
    while rest % 10 == 0:
        rest, decimals = rest // 10, decimals + 1
    for prime in (2, 5):
        while rest % prime == 0:
            rest, decimals = rest // prime, decimals + 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    scaled = abs(value.numerator) * 10**decimals // value.denominator
    digits = str(scaled).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:].rstrip('0')}"
    return f"-{text}" if value < 0 else text
