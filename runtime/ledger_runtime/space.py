"""Places: points, distances and directions (docs/language.md, section 2: ``space``).

Coordinates, distances and degrees keep six decimals, half to even, so that they are the same on
every machine; ``within`` compares squares and is exact. They are reckoned with as integers: that is
several times faster than fractions.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from ledger_runtime.catalog import Measure
from ledger_runtime.decisions import Decisions
from ledger_runtime.entity import Entity, entity_name
from ledger_runtime.entries import Placed, Pointed
from ledger_runtime.errors import SpaceError
from ledger_runtime.numbers import Number, number_text, round_six
from ledger_runtime.trace import explain_here
from ledger_runtime.typevars import E, O, V

MILLION = 10**6
_FULL_TURN = 360


class Point(NamedTuple):
    """A place: ``at(x, y)``."""

    x: Number
    y: Number

    def __str__(self) -> str:
        return f"{number_text(self.x)} {number_text(self.y)}"


Placeable: TypeAlias = Entity | Point


class Places(Decisions[E, V, O]):
    """Statements and questions about space."""

    __slots__ = ()

    # -- statements -----------------------------------------------------------------------------

    def place_entity(
        self, entity: E, at: Placeable, facing: Number | None = None
    ) -> None:
        """``place x at P facing D``."""
        if not entity or entity.gone or not has_place(at):
            return
        x, y = self.point_of(at)
        self.put(entity, "x", x)
        self.put(entity, "y", y)
        if facing is not None:
            self.put(entity, "facing", degrees(facing))
        self.record(Placed(entity, x, y))

    def point_link(self, entity: E, link: str, to: E) -> None:
        """``point x.link at y``: the link by its slot."""
        if entity:
            self.put(entity, link, to)
            name = self.catalog.link_named.get(link, link)
            self.record(Pointed(entity, name, to))
            if not entity.gone:  # what has left keeps its numbers
                self.follow(entity)

    # -- questions ------------------------------------------------------------------------------

    def point_of(self, place: Placeable) -> Point:
        """The point of a place. Raises :class:`SpaceError` of an entity that stands nowhere."""
        x, y = self._spot(place)
        return Point(from_millionths(x), from_millionths(y))

    def distance(self, first: Placeable, second: Placeable) -> Number:
        """``distance(a, b)``: on the plane from edge to edge, never below 0; 0 of ``nothing``."""
        if not first or not second:
            return 0
        dx, dy = self._offset(first, second)
        measure = self._measure()
        if measure is Measure.GRID:
            return from_millionths(abs(dx) + abs(dy))
        if measure is Measure.GRID_DIAGONAL:
            return from_millionths(max(abs(dx), abs(dy)))
        radii = self._radii(first, second)
        whole = millionths_if_exact(radii)
        if whole is None:
            gap = from_millionths(length_of(dx, dy)) - radii
            return round_six(gap) if gap > 0 else 0
        return from_millionths(max(length_of(dx, dy) - whole, 0))

    def is_within(self, distance: Number, first: Placeable, second: Placeable) -> bool:
        """``within N of x``; false of who stands nowhere."""
        if not first or not second or not has_place(first) or not has_place(second):
            return False
        dx, dy = self._offset(first, second)
        measure = self._measure()
        if measure is Measure.GRID:
            return abs(dx) + abs(dy) <= distance * MILLION
        if measure is Measure.GRID_DIAGONAL:
            return max(abs(dx), abs(dy)) <= distance * MILLION
        reach = (distance + self._radii(first, second)) * MILLION
        if distance < 0 or reach < 0:  # radii may be less than nothing
            return False
        return dx * dx + dy * dy <= reach * reach

    def bearing(self, first: Placeable, second: Placeable) -> Number:
        """``bearing(a, b)``: degrees from +x, counter-clockwise; 0 from a place to itself."""
        if not first or not second:
            return 0
        return angle(*self._offset(first, second))

    def toward(self, start: Placeable, goal: Placeable, distance: Number) -> Point:
        """``toward(a, b, n)``: the point ``n`` from a on the way to b, and beyond it."""
        dx, dy = self._offset(start, goal)
        length = length_of(dx, dy)
        if not length:
            return self.point_of(start)
        x, y = self._spot(start)
        ratio = Fraction(distance)
        part, whole = ratio.numerator * MILLION, ratio.denominator * length
        return Point(
            from_millionths(half_even(x * whole + dx * part, whole)),
            from_millionths(half_even(y * whole + dy * part, whole)),
        )

    def in_front(self, entity: Entity, other: Placeable, arc: Number) -> bool:
        """``in_front(a, b, degrees)``: within the arc that is centred on where a faces.

        Nobody stands in front of oneself; another at the same place does.
        """
        if entity is other or not entity or not other:
            return False
        if not has_place(entity) or not has_place(other):
            return False
        if self.point_of(entity) == self.point_of(other):
            return True
        aside = degrees(self.bearing(entity, other) - entity.facing)
        if aside > _FULL_TURN // 2:
            aside = _FULL_TURN - aside
        return 2 * aside <= arc

    def _measure(self) -> Measure:
        space = self.catalog.space
        return Measure.PLANE if space is None else space.measure

    def _spot(self, place: Placeable) -> tuple[int, int]:
        """Where a place is, in millionths. Raises :class:`SpaceError` of what stands nowhere."""
        x, y = place.x, place.y
        if x is None or y is None:
            name = entity_name(place) if isinstance(place, Entity) else place
            raise explain_here(SpaceError(f"{name} stands nowhere"))
        return millionths(x), millionths(y)

    def _offset(self, first: Placeable, second: Placeable) -> tuple[int, int]:
        """From the first to the second, in millionths."""
        x, y = self._spot(first)
        to_x, to_y = self._spot(second)
        return to_x - x, to_y - y

    def _radii(self, first: Placeable, second: Placeable) -> Number:
        space = self.catalog.space
        if space is None or space.radius is None:
            return 0
        return sum(
            (space.radius(end) for end in (first, second) if isinstance(end, Entity)), 0
        )


def has_place(place: Any) -> bool:
    """Whether something stands somewhere."""
    return place.x is not None and place.y is not None


def degrees(value: Number) -> Number:
    """Degrees from 0 up to a full turn."""
    return round_six(value) % _FULL_TURN


def millionths(value: Number) -> int:
    """A number in millionths, half to even."""
    exact = millionths_if_exact(value)
    return round(value * MILLION) if exact is None else exact


def millionths_if_exact(value: Number) -> int | None:
    """A number in millionths, if it is a number of them."""
    if value.__class__ is int:
        return value * MILLION
    numerator, denominator = value.numerator, value.denominator
    if MILLION % denominator:
        return None
    return numerator * (MILLION // denominator)


def from_millionths(count: int) -> Number:
    """A number of millionths as a number."""
    quotient, rest = divmod(count, MILLION)
    return Fraction(count, MILLION) if rest else quotient


def length_of(dx: int, dy: int) -> int:
    """How long an offset is: all in millionths, to the nearest, by integers alone.

    No root of an integer lies halfway between two: the square of a half is no integer.
    """
    square = dx * dx + dy * dy
    length = math.isqrt(square)
    return length + 1 if square > length * length + length else length


def half_even(dividend: int, divisor: int) -> int:
    """A quotient as an integer, half to even; the divisor is positive."""
    quotient, rest = divmod(dividend, divisor)
    beyond = 2 * rest - divisor
    return quotient + 1 if beyond > 0 or (not beyond and quotient % 2) else quotient


def angle(dx: int, dy: int) -> Number:
    """The direction of an offset in degrees; the eight main ones are exact."""
    if not dx and not dy:
        return 0
    if not dy:
        return 0 if dx > 0 else 180
    if not dx:
        return 90 if dy > 0 else 270
    if abs(dx) == abs(dy):
        if dx > 0:
            return 45 if dy > 0 else 315
        return 135 if dy > 0 else 225
    turned = math.degrees(math.atan2(dy, dx))
    return degrees(Fraction(str(round(turned, 6))))
