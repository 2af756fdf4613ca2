"""Expressions, and the small parts that lines are made of (``docs/language.md``, Expressions)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier where it stands; ``text`` is as written."""

    text: str
    span: Span = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Number:
    """A literal: its exact ``value`` (``50%`` is one half) and its ``text`` as written.

    Negative only where a signed literal stands (coordinates, rows, log fields); elsewhere the
    sign is a ``Unary``.
    """

    value: int | Fraction
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A string, its escapes already read."""

    value: str
    span: Span = field(compare=False)


WordKind: TypeAlias = Literal[
    "holder", "target", "self", "it", "event", "phase", "nothing"
]


@dataclass(frozen=True, slots=True)
class Word:
    """A reserved word that is an expression by itself."""

    kind: WordKind
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """A bare name: a ``let``, a parameter, a ``const``, a ``single``, or a name of a thing."""

    name: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """``subject.name``: a stat, pool or link of an entity, or a field of ``event``."""

    subject: Expression
    name: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """``function(arguments)``: built-in functions, formulas and queries alike."""

    function: Name
    arguments: tuple[Expression, ...]
    span: Span = field(compare=False)


UnaryOperator: TypeAlias = Literal["-", "not"]
BinaryOperator: TypeAlias = Literal[
    "+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or"
]


@dataclass(frozen=True, slots=True)
class Unary:
    """An operator before its operand. ``parentheses``: the author wrote a pair round it."""

    operator: UnaryOperator
    operand: Expression
    span: Span = field(compare=False)
    parentheses: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator between two operands. Comparisons do not chain."""

    operator: BinaryOperator
    left: Expression
    right: Expression
    span: Span = field(compare=False)
    parentheses: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``if condition then consequence else alternative``."""

    condition: Expression
    consequence: Expression
    alternative: Expression
    span: Span = field(compare=False)
    parentheses: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class InZone:
    """``subject in ZONE [of keeper]``: a truth."""

    subject: Expression
    zone: Name
    keeper: Expression | None
    span: Span = field(compare=False)
    parentheses: bool = field(default=False, compare=False)


GroupKind: TypeAlias = Literal["enemies", "allies", "other allies", "all", "others"]


@dataclass(frozen=True, slots=True)
class Group:
    """``enemies``, ``allies``, … ``[of x]``: a source of a selection, or a selection alone."""

    kind: GroupKind
    of: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """``cards in ZONE [of keeper]``."""

    zone: Name
    keeper: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Having:
    """Clause ``having TAG``."""

    tag: Name
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """Clause ``holding EFFECT``."""

    effect: Applied
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Within:
    """Clause ``within N [of x]``; without ``of`` (a target's) it is measured from the holder."""

    distance: Expression
    of: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WithLink:
    """Clause ``with LINK = x``: a link read backwards."""

    link: Name
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Where:
    """Clause ``[as NAME] where EXPR``; the candidate is ``it``, or ``candidate`` where named."""

    candidate: Name | None
    condition: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SortedBy:
    """Clause ``[as NAME] sorted by EXPR [down]``."""

    candidate: Name | None
    key: Expression
    down: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class First:
    """Clause ``first N``."""

    count: Expression
    span: Span = field(compare=False)


SelectionClause: TypeAlias = (
    Having | Holding | Within | WithLink | Where | SortedBy | First
)


@dataclass(frozen=True, slots=True)
class Selection:
    """A source and at least one clause, applied left to right.

    A source without clauses is just that expression (a ``Group``, ``CardsIn``, ``Reference``, …).
    """

    source: Expression
    clauses: tuple[SelectionClause, ...]
    span: Span = field(compare=False)
    parentheses: bool = field(default=False, compare=False)


Expression: TypeAlias = (
    Number
    | Text
    | Word
    | Reference
    | Member
    | Call
    | Unary
    | Binary
    | Conditional
    | InZone
    | Group
    | CardsIn
    | Selection
)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a template or effect, by place (``name`` is None) or ``name: value``."""

    name: Name | None
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Applied:
    """The name of an archetype, effect, ability or template, with arguments where it has them."""

    name: Name
    arguments: tuple[Argument, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    """``name = value`` in a ``with`` list: a link, a pool or a prop."""

    name: Name
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A place written as two signed literals."""

    x: Number
    y: Number
    span: Span = field(compare=False)


Place: TypeAlias = Coordinates | Expression


DurationUnit: TypeAlias = Literal["turns", "seconds"]


@dataclass(frozen=True, slots=True)
class Duration:
    """``3 turns``, ``1 second``; the unit is kept in the plural."""

    amount: Expression
    unit: DurationUnit
    span: Span = field(compare=False)


ChangeKind: TypeAlias = Literal["change", "gain", "spend", "set"]


@dataclass(frozen=True, slots=True)
class EventPattern:
    """An event that a rule answers: a name, or a change of the pool ``name``."""

    change: ChangeKind | None
    name: Name
    span: Span = field(compare=False)


SubjectKind: TypeAlias = Literal["ally", "other ally", "enemy", "any", "other"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose event a rule answers: a kind, or a path (``holder``, ``holder.owner``, a name)."""

    who: SubjectKind | Expression
    having: tuple[Name, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FilePath:
    """The path after ``use`` or ``catalog``, as written."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What every declaration, item, statement and step has.

    ``span`` covers the line itself, without its comment and body. Comments are without ``#`` and
    the space after it. ``leading_comments`` is the block directly above; ``detached_comments``
    are blocks further up, each followed by a blank line; ``blank_before`` is whether the author
    left a blank line above all of them.
    """

    span: Span = field(compare=False)
    leading_comments: tuple[str, ...] = ()
    detached_comments: tuple[tuple[str, ...], ...] = ()
    trailing_comment: str | None = None
    blank_before: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener(Line):
    """A line that may have a body; ``final_comments`` are blocks in it after its last line."""

    final_comments: tuple[tuple[str, ...], ...] = ()
