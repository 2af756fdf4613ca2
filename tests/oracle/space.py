"""Distances and directions (docs/language.md, section 2, ``space``), by plain geometry.

"Distances, roots and degrees keep six decimals": each is worked out with many digits, and then
rounded once, half to even.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

from ledgerc.ir.catalog import SpaceKind
from tests.oracle.dice import Deciding
from tests.oracle.numbers import Failure, Number, plain, six_decimals, size
from tests.oracle.state import Entity, Point, Value

MAIN = {
    (1, 0): 0,
    (1, 1): 45,
    (0, 1): 90,
    (-1, 1): 135,
    (-1, 0): 180,
    (-1, -1): 225,
    (0, -1): 270,
    (1, -1): 315,
}


def root(value: Number) -> Number:
    """The square root, with many more digits than six."""
    with localcontext() as context:
        context.prec = 120
        exact = Fraction(value)
        found = (Decimal(exact.numerator) / Decimal(exact.denominator)).sqrt()
        return plain(Fraction(found))


def full_turn(degrees: Number) -> Number:
    """Degrees from 0 up to a full turn."""
    return plain(Fraction(six_decimals(degrees)) % 360)


class Measuring(Deciding):
    """Questions about places."""

    def has_place(self, place: Value) -> bool:
        """Whether something stands somewhere."""
        return isinstance(place, Point) or (
            isinstance(place, Entity) and place.at is not None
        )

    def point_of(self, place: Value) -> Point:
        """Where something stands, to six decimals."""
        at = place.at if isinstance(place, Entity) else place
        if not isinstance(at, Point):
            raise Failure("SpaceError")
        return Point(six_decimals(at.x), six_decimals(at.y))

    def offset(self, first: Value, second: Value) -> tuple[Number, Number]:
        """From the first to the second."""
        start, end = self.point_of(first), self.point_of(second)
        return end.x - start.x, end.y - start.y

    def radii(self, first: Value, second: Value) -> Number:
        """What the plane takes off for those that have a radius."""
        space = self.catalog.space
        if space is None or space.radius is None:
            return 0
        both = [each for each in (first, second) if isinstance(each, Entity)]
        return sum((self.stat(each, space.radius) for each in both), 0)

    def kind(self) -> SpaceKind:
        """How distance measures here."""
        space = self.catalog.space
        return SpaceKind.PLANE if space is None else space.kind

    def distance(self, first: Value, second: Value) -> Number:
        """``distance(a, b)``: edge to edge on the plane, never below 0; 0 of nothing."""
        if first is None or second is None:
            return 0
        dx, dy = self.offset(first, second)
        if self.kind() is SpaceKind.GRID:
            return plain(size(dx) + size(dy))
        if self.kind() is SpaceKind.GRID_DIAGONAL:
            return plain(max(size(dx), size(dy)))
        straight = six_decimals(root(dx * dx + dy * dy))
        return six_decimals(max(straight - self.radii(first, second), 0))

    def is_within(self, reach: Number, first: Value, second: Value) -> bool:
        """``within N of x``: at most that far away, exactly; false of what stands nowhere."""
        if not self.has_place(first) or not self.has_place(second) or reach < 0:
            return False
        dx, dy = self.offset(first, second)
        if self.kind() is SpaceKind.GRID:
            return size(dx) + size(dy) <= reach
        if self.kind() is SpaceKind.GRID_DIAGONAL:
            return max(size(dx), size(dy)) <= reach
        longest = reach + self.radii(first, second)
        return longest >= 0 and dx * dx + dy * dy <= longest * longest

    def bearing(self, first: Value, second: Value) -> Number:
        """``bearing(a, b)``: "0 along x, counter-clockwise"; 0 from a place to itself."""
        if first is None or second is None:
            return 0
        dx, dy = self.offset(first, second)
        if dx == 0 and dy == 0:
            return 0
        if dx == 0 or dy == 0 or size(dx) == size(dy):
            return MAIN[_sign(dx), _sign(dy)]
        turned = math.degrees(math.atan2(dy * 10**6, dx * 10**6))
        return full_turn(Fraction(str(round(turned, 6))))

    def toward(self, start: Value, goal: Value, distance: Number) -> Point:
        """``toward(a, b, n)``: "the point n from a on the way to b"."""
        dx, dy = self.offset(start, goal)
        here = self.point_of(start)
        length = six_decimals(root(dx * dx + dy * dy))
        if length == 0:
            return here
        part = Fraction(distance) / length
        return Point(six_decimals(here.x + dx * part), six_decimals(here.y + dy * part))

    def in_front(self, entity: Value, other: Value, arc: Number) -> bool:
        """``in_front(a, b, degrees)``: "b lies in that arc before a, and is not a"."""
        if entity is other or not isinstance(entity, Entity):
            return False
        if not self.has_place(entity) or not self.has_place(other):
            return False
        if self.point_of(entity) == self.point_of(other):
            return True
        aside = full_turn(self.bearing(entity, other) - entity.facing)
        return 2 * min(aside, 360 - aside) <= arc


def _sign(value: Number) -> int:
    return (value > 0) - (value < 0)
