"""What a mutant is: a small change of one line of an author's rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ledgerc.source import Span


class Operator(Enum):
    """The kinds of change; the values are what reports and options call them."""

    DROP = "drop"  # a rule is not there
    SWAP = "swap"  # before is after, or after before
    ORDER = "order"  # a stage or a priority further up or down
    NEGATE = "negate"  # a condition is turned round
    WIDEN = "widen"  # a condition holds more often
    NARROW = "narrow"  # a condition holds less often
    AMOUNT = "amount"  # an amount is one more, or one less
    SIGN = "sign"  # an amount has the other sign
    SIDE = "side"  # a target, a subject or a selection is of another side
    BOUND = "bound"  # a bound is not there


@dataclass(frozen=True, slots=True)
class Touch:
    """When a play may notice a change: it made the effect, and it came by the place, if named."""

    effect: str | None = None
    place: str | None = None


ANY_PLAY = Touch()
"""Every play may notice."""

Edit: TypeAlias = tuple[object, object | None]
"""A node of the IR, and what stands in its place; ``None``: nothing (an item of a tuple goes)."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One proposal of an operator: ``the SUBJECT at SPAN SAYS``."""

    operator: Operator
    subject: str
    span: Span
    says: str
    edits: tuple[Edit, ...]
    touch: Touch = ANY_PLAY


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """Which change of which line: the same in every catalog that the line is part of.

    A template's line is one line, however often it is expanded.
    """

    file: str
    line: int
    column: int
    subject: str
    says: str
    operator: str


@dataclass(frozen=True, slots=True, eq=False)
class Mutant:
    """One change of one line of ``file``, as the edits of one catalog's IR."""

    key: Key
    file: str
    edits: tuple[Edit, ...]
    touches: tuple[Touch, ...]
