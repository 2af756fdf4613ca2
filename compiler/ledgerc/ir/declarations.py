"""Declarations of one line: links, props, stats, pools, events, zones and so on."""

from __future__ import annotations

from enum import Enum

from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Way
from ledgerc.ir.types import Type
from ledgerc.node import Node
from ledgerc.source import Span


class Parameter(Node, frozen=True):
    """A parameter of an effect, ability, routine, formula or query."""

    name: str
    type: Type
    whole: bool
    span: Span


class Link(Node, frozen=True):
    """A field that holds another entity, or nothing."""

    name: str
    span: Span


class Prop(Node, frozen=True):
    """A number that an order or event carries. Bounds are constants."""

    name: str
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    span: Span


class Stat(Node, frozen=True):
    """A computed number. ``base`` is the expression of a derived stat (its holder is HOLDER)."""

    name: str
    base: Expression | None
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    """Declared ``whole``: rounded down after bounds."""
    integral: bool
    """The compiler knows that every value is an integer (declared so, or all parts are)."""
    doc: str
    span: Span


class Follow(Enum):
    """How a pool follows its maximum."""

    NO = "no"
    RISES = "follows"
    BOTH = "follows both"


class Pool(Node, frozen=True):
    """A number that changes within its bounds (expressions of the entity: HOLDER).

    A pool without ``min`` has none: the seeds' pools stop at 0 because 0 is the default minimum.
    """

    name: str
    minimum: Expression
    maximum: Expression | None
    whole: bool
    follows: Follow
    doc: str
    span: Span


class ChangeKind(Node, frozen=True):
    """A declared ``damage`` or ``healing``: ``name`` is the event, ``way`` LOWER or RAISE."""

    name: str
    pool: str
    way: Way
    healing: bool
    span: Span


class Priority(Node, frozen=True):
    """A named priority of the queue."""

    name: str
    value: int
    span: Span


class Event(Node, frozen=True):
    """A declared event, with the props and links that it carries."""

    name: str
    props: tuple[str, ...]
    links: tuple[str, ...]
    span: Span


class Query(Node, frozen=True):
    """A fact that only the game knows."""

    name: str
    parameters: tuple[Parameter, ...]
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    default: Expression
    span: Span


class Zone(Node, frozen=True):
    """Where cards lie."""

    name: str
    ordered: bool
    maximum: Expression | None
    hidden: bool
    in_play: bool
    span: Span


class Rename(Node, frozen=True):
    """What an old name in saves means now.

    ``kind`` is what saves call the kind of thing; ``old`` of a parameter is ``Effect.parameter``.
    """

    kind: str
    old: str
    new: str
    span: Span


class SpaceKind(Enum):
    """How distance measures."""

    PLANE = "plane"
    GRID = "grid"
    GRID_DIAGONAL = "grid 8"


class Space(Node, frozen=True):
    """The catalog's space; ``radius`` is a stat of the plane."""

    kind: SpaceKind
    radius: str | None
    span: Span
