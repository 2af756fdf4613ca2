"""Points, distances and directions; the current phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


@dataclass(frozen=True, slots=True)
class Point:
    """``at(x, y)``, or the two literals of a place."""

    x: Expression
    y: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Distance:
    """``distance(a, b)``: entities or points."""

    first: Expression
    second: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bearing:
    """``bearing(a, b)``: degrees."""

    first: Expression
    second: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Facing:
    """``facing(x)``: degrees."""

    entity: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Toward:
    """``toward(a, b, n)``: the point ``n`` from a on the way to b."""

    start: Expression
    goal: Expression
    distance: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InFront:
    """``in_front(a, b, degrees)``."""

    entity: Expression
    other: Expression
    degrees: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CurrentPhase:
    """``phase``."""

    span: Span = field(compare=False)
