"""Selections: who is meant, narrowed clause by clause, and what is asked of all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

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


@dataclass(frozen=True, slots=True)
class InPlay:
    """All in play (``all`` needs no ``of``), or those standing in ``scope`` to ``of``."""

    scope: Scope
    of: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """``cards in Hand of x``: order of play; an ordered zone from its top."""

    zone: str
    keeper: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Members:
    """A let, path or formula that gives a selection, or one entity (none if it is nothing)."""

    value: Expression
    span: Span = field(compare=False)


Source: TypeAlias = InPlay | CardsIn | Members


@dataclass(frozen=True, slots=True)
class HavingTag:
    """``having Guard``."""

    tag: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """``holding Stunned``."""

    effect: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WithLink:
    """``with owner = x``: a link read backwards."""

    link: str
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Within:
    """``within N of x``: at most that far away."""

    distance: Expression
    of: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Where:
    """``where …`` / ``as e where …``; ``candidate`` is the variable's name in ``condition``."""

    candidate: str
    condition: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SortedBy:
    """``sorted by … [down]``; ties keep the order they had."""

    candidate: str
    key: Expression
    down: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FirstOf:
    """``first N``."""

    count: Expression
    span: Span = field(compare=False)


Clause: TypeAlias = HavingTag | Holding | WithLink | Within | Where | SortedBy | FirstOf


@dataclass(frozen=True, slots=True)
class Select:
    """A selection: a source and clauses, applied left to right."""

    source: Source
    clauses: tuple[Clause, ...]
    span: Span = field(compare=False)


class Fold(Enum):
    """How ``sum``, ``most`` and ``least`` fold a number of each selected."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"


@dataclass(frozen=True, slots=True)
class Count:
    """``count(SEL)``."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FoldOver:
    """``sum(SEL, E)``, ``most``, ``least``: 0 of none."""

    fold: Fold
    selection: Expression
    candidate: str
    value: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FirstSelected:
    """``first(SEL)``: nothing of none."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RandomSelected:
    """``random(SEL)``: one die; nothing of none."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AnySelected:
    """``any(SEL)``: whether there is one."""

    selection: Expression
    span: Span = field(compare=False)
