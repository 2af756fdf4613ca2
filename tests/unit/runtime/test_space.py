"""Places, distances, directions (docs/language.md, section 2: ``space``)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime import Measure, Point, Space
from ledger_runtime.space import angle, half_even, length_of, millionths
from tests.unit.runtime import arena as a


def field(space: Space | None) -> Any:
    return a.arena(a.body(3, name="One"), space=space)()


def test_the_plane_measures_from_edge_to_edge() -> None:
    w = field(Space(Measure.PLANE, lambda entity: Fraction(1, 2)))
    one = w.catalog.archetype_named["One"]
    u, v = w.make(one, at=Point(0, 0)), w.make(one, at=Point(3, 4))
    assert w.distance(u, v) == 4
    assert w.distance(u, Point(3, 4)) == Fraction(9, 2)
    assert w.distance(u, u) == 0
    assert w.distance(Point(0, 0), Point(1, 1)) == Fraction(1414214, 10**6)
    assert w.is_within(4, u, v)
    assert not w.is_within(Fraction(3999999, 10**6), u, v)
    assert not w.is_within(-1, u, u)


def test_a_grid_counts_steps() -> None:
    steps, diagonal = field(Space(Measure.GRID)), field(Space(Measure.GRID_DIAGONAL))
    here, there = Point(1, 1), Point(-2, 3)
    assert (steps.distance(here, there), diagonal.distance(here, there)) == (5, 3)
    assert (steps.is_within(4, here, there), steps.is_within(5, here, there)) == (
        False,
        True,
    )
    assert diagonal.is_within(3, here, there)


def test_directions_count_from_x_counter_clockwise() -> None:
    w = field(None)
    assert [
        w.bearing(Point(0, 0), Point(x, y))
        for x, y in ((1, 0), (1, 1), (0, 2), (-1, 0))
    ] == [
        0,
        45,
        90,
        180,
    ]
    assert w.bearing(Point(0, 0), Point(0, -1)) == 270
    assert angle(2, 1) == Fraction(26565051, 10**6)
    assert w.toward(Point(0, 0), Point(0, 8), 3) == Point(0, 3)
    assert w.toward(Point(1, 1), Point(1, 1), 3) == Point(1, 1)


def test_nobody_stands_in_front_of_oneself() -> None:
    w = field(Space(Measure.PLANE))
    one = w.catalog.archetype_named["One"]
    u, v = w.make(one, at=Point(1, 1)), w.make(one, at=Point(1, 1))
    assert not w.in_front(u, u, 360)
    assert w.in_front(u, v, 180)
    assert w.is_within(0, u, u)


def test_in_front_is_an_arc_around_where_one_faces() -> None:
    w = field(None)
    one = w.catalog.archetype_named["One"]
    u, v = w.make(one, at=Point(0, 0), facing=350), w.make(one, at=Point(5, 1))
    assert w.in_front(u, v, 180)
    assert not w.in_front(u, v, 40)
    w.place(u, Point(0, 0), facing=180)
    assert not w.in_front(u, v, 180)
    assert w.in_front(u, v, 360)
    w.place(u, v)
    assert (u.x, u.y, u.facing) == (5, 1, 180)
    assert w.in_front(u, v, 1)


def test_who_stands_nowhere_is_near_nobody_and_has_no_distance() -> None:
    w = field(None)
    one = w.catalog.archetype_named["One"]
    u, v = w.make(one), w.make(one, at=Point(1, 1))
    assert not w.is_within(99, u, v)
    assert not w.in_front(v, u, 360)
    with pytest.raises(runtime.SpaceError, match="nowhere"):
        w.distance(u, v)
    with pytest.raises(runtime.SpaceError, match="nowhere"):
        w.place(v, u)
    assert w.distance(a.nothing, v) == 0


def test_roots_are_rounded_to_the_nearest_by_integers() -> None:
    assert length_of(0, 0) == 0
    assert length_of(-3, 4) == 5
    assert length_of(10**6, 10**6) == 1414214
    assert length_of(10**20, 0) == 10**20


def test_millionths_are_rounded_half_to_even() -> None:
    assert millionths(3) == 3 * 10**6
    assert millionths(Fraction(1, 4)) == 250_000
    assert millionths(Fraction(1, 3)) == 333_333
    assert millionths(Fraction(5, 10**7)) == 0
    assert millionths(Fraction(15, 10**7)) == 2
    assert [half_even(count, 10) for count in (-25, -15, 14, 15, 16, 25)] == [
        -2,
        -2,
        1,
        2,
        2,
        2,
    ]


def test_a_root_a_hair_above_the_half_is_rounded_up() -> None:
    assert length_of(-4156357, -8960865) == 9877875
