"""Points, distances and directions; the current phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledgerc.node import Node
from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


class Point(Node, frozen=True):
    """``at(x, y)``, or the two literals of a place."""

    x: Expression
    y: Expression
    span: Span


class Distance(Node, frozen=True):
    """``distance(a, b)``: entities or points."""

    first: Expression
    second: Expression
    span: Span


class Bearing(Node, frozen=True):
    """``bearing(a, b)``: degrees."""

    first: Expression
    second: Expression
    span: Span


class Facing(Node, frozen=True):
    """``facing(x)``: degrees."""

    entity: Expression
    span: Span


class Toward(Node, frozen=True):
    """``toward(a, b, n)``: the point ``n`` from a on the way to b."""

    start: Expression
    goal: Expression
    distance: Expression
    span: Span


class InFront(Node, frozen=True):
    """``in_front(a, b, degrees)``."""

    entity: Expression
    other: Expression
    degrees: Expression
    span: Span


class CurrentPhase(Node, frozen=True):
    """``phase``."""

    span: Span
