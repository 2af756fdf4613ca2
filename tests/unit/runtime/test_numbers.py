"""Exact numbers (docs/language.md, section 1)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger_runtime import (
    DivisionError,
    NumberError,
    ceil,
    clamp,
    divide,
    exact,
    floor,
    nearest,
    number_text,
    round_six,
    whole,
)


def test_a_quotient_is_exact_and_an_int_where_it_can_be() -> None:
    assert (divide(6, 3), type(divide(6, 3))) == (2, int)
    assert divide(1, 3) * 3 == 1
    assert type(divide(Fraction(3, 2), Fraction(1, 2))) is int
    with pytest.raises(DivisionError):
        divide(1, 0)


def test_rounding() -> None:
    half = Fraction(1, 2)
    assert [whole(value) for value in (half, -half, Fraction(-7, 2), 4)] == [
        0,
        0,
        -3,
        4,
    ]
    assert [
        nearest(value) for value in (half, -half, Fraction(5, 2), Fraction(7, 3))
    ] == [
        1,
        -1,
        3,
        2,
    ]
    assert (floor(-half), ceil(-half), floor(3), ceil(half)) == (-1, 0, 3, 1)
    assert round_six(Fraction(5, 10**7)) == 0
    assert round_six(Fraction(15, 10**7)) == Fraction(2, 10**6)
    assert type(round_six(Fraction(29999999, 10**7))) is int
    assert (clamp(5, 1, 3), clamp(0, 1, 3), clamp(2, 1, 3), clamp(0, 2, 1)) == (
        3,
        1,
        2,
        2,
    )


def test_what_a_game_hands_over_is_taken_as_written() -> None:
    assert (
        exact(0.1) + exact(0.2)
        == exact(0.3)
        == exact(Decimal("0.3"))
        == Fraction(3, 10)
    )
    assert type(exact(2.0)) is int
    for bad in (True, "1", None, float("nan"), Decimal("inf"), 1j):
        with pytest.raises(NumberError):
            exact(bad)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-3, "-3"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(1, 3), "1/3"),
        (Fraction(7, 1), "7"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1001, 1000), "1.001"),
        (Fraction(1, 40), "0.025"),
    ],
)
def test_numbers_as_people_write_them(value: int | Fraction, text: str) -> None:
    assert number_text(value) == text


@given(st.fractions(max_denominator=10**4))
def test_a_decimal_text_reads_back(value: Fraction) -> None:
    assert Fraction(number_text(exact(value))) == value


@given(st.fractions())
def test_six_decimals_are_the_nearest(value: Fraction) -> None:
    assert abs(round_six(value) - value) <= Fraction(5, 10**7)
