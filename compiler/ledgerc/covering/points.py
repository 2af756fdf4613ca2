"""What is counted: a rule, a condition, a refusal, a line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ledgerc.source import Span


class Kind(Enum):
    """The kinds of points."""

    LINE = "line"  # a line of the author that code is made of
    RULE = "rule"  # it acts
    CONDITION = "condition"  # it holds, or fails
    REFUSAL = "refusal"  # it is why an order is refused


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """Something to count, by its place: the same wherever the line is expanded or used."""

    file: str
    line: int
    column: int
    kind: str
    subject: str

    @classmethod
    def at(cls, kind: Kind, span: Span, subject: str) -> Point:
        """The point of ``kind`` at a place; ``subject`` is how it is told."""
        return cls(span.file, span.line, span.column, kind.value, subject)


@dataclass(slots=True)
class Count:
    """How often a point was met: ``yes`` (a condition held), ``no`` (it failed)."""

    yes: int = 0
    no: int = 0
