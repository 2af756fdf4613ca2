"""Places: points, distances and directions (docs/language.md, section 2: ``space``).

Coordinates, distances and degrees keep six decimals, half to even, so that they are the same on
every machine; ``within`` compares squares and is exact.
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
from ledger_runtime.typevars import E, O, V

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
            self.record(Pointed(entity, link, to))
            self.follow(entity)

    # -- questions ------------------------------------------------------------------------------

    def point_of(self, place: Placeable) -> Point:
        """The point of a place. Raises :class:`SpaceError` of an entity that stands nowhere."""
        x, y = place.x, place.y
        if x is None or y is None:
            name = entity_name(place) if isinstance(place, Entity) else place
            raise SpaceError(f"{name} stands nowhere")
        return Point(round_six(x), round_six(y))

    def distance(self, first: Placeable, second: Placeable) -> Number:
        """``distance(a, b)``: on the plane from edge to edge, never below 0; 0 of ``nothing``."""
        if not first or not second:
            return 0
        dx, dy = self._offset(first, second)
        measure = self._measure()
        if measure is Measure.GRID:
            return dx + dy
        if measure is Measure.GRID_DIAGONAL:
            return dx if dx > dy else dy
        gap = square_root(dx * dx + dy * dy) - self._radii(first, second)
        return round_six(gap) if gap > 0 else 0

    def is_within(self, distance: Number, first: Placeable, second: Placeable) -> bool:
        """``within N of x``; false of who stands nowhere."""
        if not first or not second or not has_place(first) or not has_place(second):
            return False
        dx, dy = self._offset(first, second)
        measure = self._measure()
        if measure is Measure.GRID:
            return dx + dy <= distance
        if measure is Measure.GRID_DIAGONAL:
            return dx <= distance and dy <= distance
        reach = distance + self._radii(first, second)
        return distance >= 0 and dx * dx + dy * dy <= reach * reach

    def bearing(self, first: Placeable, second: Placeable) -> Number:
        """``bearing(a, b)``: degrees from +x, counter-clockwise; 0 from a place to itself."""
        if not first or not second:
            return 0
        start, goal = self.point_of(first), self.point_of(second)
        return angle(goal.x - start.x, goal.y - start.y)

    def toward(self, start: Placeable, goal: Placeable, distance: Number) -> Point:
        """``toward(a, b, n)``: the point ``n`` from a on the way to b, and beyond it."""
        here, there = self.point_of(start), self.point_of(goal)
        dx, dy = there.x - here.x, there.y - here.y
        length = square_root(dx * dx + dy * dy)
        if not length:
            return here
        part = Fraction(distance) / length
        return Point(round_six(here.x + dx * part), round_six(here.y + dy * part))

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

    def _offset(self, first: Placeable, second: Placeable) -> tuple[Number, Number]:
        start, goal = self.point_of(first), self.point_of(second)
        dx, dy = goal.x - start.x, goal.y - start.y
        return (-dx if dx < 0 else dx), (-dy if dy < 0 else dy)

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


def square_root(value: Number) -> Number:
    """A square root to six decimals, half to even, by integers alone."""
    if value <= 0:
        return 0
    ratio = Fraction(value) * 10**14
    digits = math.isqrt(ratio.numerator // ratio.denominator)
    return round_six(Fraction(digits, 10**7))


def angle(dx: Number, dy: Number) -> Number:
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
