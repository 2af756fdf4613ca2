"""Selections: who is meant, narrowed clause by clause, and what is asked of all of them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from ledgerc.node import Node
from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


class Scope(Enum):
    """Which entities in play a selection starts from, seen from one of them."""

    ALL = "all"
    OTHERS = "others"
    ALLIES = "allies"  # with oneself
    OTHER_ALLIES = "other allies"
    ENEMIES = "enemies"


class InPlay(Node, frozen=True):
    """All in play (``all`` needs no ``of``), or those standing in ``scope`` to ``of``."""

    scope: Scope
    of: Expression | None
    span: Span


class CardsIn(Node, frozen=True):
    """``cards in Hand of x``: order of play; an ordered zone from its top."""

    zone: str
    keeper: Expression
    span: Span


class Members(Node, frozen=True):
    """A let, path or formula that gives a selection, or one entity (none if it is nothing)."""

    value: Expression
    span: Span


Source: TypeAlias = InPlay | CardsIn | Members


class HavingTag(Node, frozen=True):
    """``having Guard``."""

    tag: str
    span: Span


class Holding(Node, frozen=True):
    """``holding Stunned``."""

    effect: str
    span: Span


class WithLink(Node, frozen=True):
    """``with owner = x``: a link read backwards."""

    link: str
    value: Expression
    span: Span


class Within(Node, frozen=True):
    """``within N of x``: at most that far away."""

    distance: Expression
    of: Expression
    span: Span


class Where(Node, frozen=True):
    """``where …`` / ``as e where …``; ``candidate`` is the variable's name in ``condition``."""

    candidate: str
    condition: Expression
    span: Span


class SortedBy(Node, frozen=True):
    """``sorted by … [down]``; ties keep the order they had."""

    candidate: str
    key: Expression
    down: bool
    span: Span


class FirstOf(Node, frozen=True):
    """``first N``."""

    count: Expression
    span: Span


Clause: TypeAlias = HavingTag | Holding | WithLink | Within | Where | SortedBy | FirstOf


class Select(Node, frozen=True):
    """A selection: a source and clauses, applied left to right."""

    source: Source
    clauses: tuple[Clause, ...]
    span: Span


class Fold(Enum):
    """How ``sum``, ``most`` and ``least`` fold a number of each selected."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"


class Count(Node, frozen=True):
    """``count(SEL)``."""

    selection: Expression
    span: Span


class FoldOver(Node, frozen=True):
    """``sum(SEL, E)``, ``most``, ``least``: 0 of none."""

    fold: Fold
    selection: Expression
    candidate: str
    value: Expression
    whole: bool
    span: Span


class FirstSelected(Node, frozen=True):
    """``first(SEL)``: nothing of none."""

    selection: Expression
    span: Span


class RandomSelected(Node, frozen=True):
    """``random(SEL)``: one die; nothing of none."""

    selection: Expression
    span: Span


class AnySelected(Node, frozen=True):
    """``any(SEL)``: whether there is one."""

    selection: Expression
    span: Span
