"""Expressions, and the small parts that lines are made of (``docs/language.md``, Expressions)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from ledgerc.node import Node
from ledgerc.source import Span


class Name(Node, frozen=True):
    """An identifier where it stands; ``text`` is as written."""

    text: str
    span: Span

    def __str__(self) -> str:
        return self.text


class Number(Node, frozen=True):
    """A literal: its exact ``value`` (``50%`` is one half) and its ``text`` as written.

    Negative only where a signed literal stands (coordinates, rows, log fields); elsewhere the
    sign is a ``Unary``.
    """

    value: int | Fraction
    text: str
    span: Span


class Text(Node, frozen=True):
    """A string, its escapes already read."""

    value: str
    span: Span


WordKind: TypeAlias = Literal[
    "holder", "target", "self", "it", "event", "phase", "nothing"
]


class Word(Node, frozen=True):
    """A reserved word that is an expression by itself."""

    kind: WordKind
    span: Span


class Reference(Node, frozen=True):
    """A bare name: a ``let``, a parameter, a ``const``, a ``single``, or a name of a thing."""

    name: Name
    span: Span


class Member(Node, frozen=True):
    """``subject.name``: a stat, pool or link of an entity, or a field of ``event``."""

    subject: Expression
    name: Name
    span: Span


class Call(Node, frozen=True):
    """``function(arguments)``: built-in functions, formulas and queries alike."""

    function: Name
    arguments: tuple[Expression, ...]
    span: Span


UnaryOperator: TypeAlias = Literal["-", "not"]
BinaryOperator: TypeAlias = Literal[
    "+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or"
]


class Unary(Node, frozen=True):
    """An operator before its operand. ``parentheses``: the author wrote a pair round it."""

    operator: UnaryOperator
    operand: Expression
    span: Span
    parentheses: bool = False


class Binary(Node, frozen=True):
    """An operator between two operands. Comparisons do not chain."""

    operator: BinaryOperator
    left: Expression
    right: Expression
    span: Span
    parentheses: bool = False


class Conditional(Node, frozen=True):
    """``if condition then consequence else alternative``."""

    condition: Expression
    consequence: Expression
    alternative: Expression
    span: Span
    parentheses: bool = False


class InZone(Node, frozen=True):
    """``subject in ZONE [of keeper]``: a truth."""

    subject: Expression
    zone: Name
    keeper: Expression | None
    span: Span
    parentheses: bool = False


GroupKind: TypeAlias = Literal["enemies", "allies", "other allies", "all", "others"]


class Group(Node, frozen=True):
    """``enemies``, ``allies``, … ``[of x]``: a source of a selection, or a selection alone."""

    kind: GroupKind
    of: Expression | None
    span: Span


class CardsIn(Node, frozen=True):
    """``cards in ZONE [of keeper]``."""

    zone: Name
    keeper: Expression | None
    span: Span


class Having(Node, frozen=True):
    """Clause ``having TAG``."""

    tag: Name
    span: Span


class Holding(Node, frozen=True):
    """Clause ``holding EFFECT``."""

    effect: Applied
    span: Span


class Within(Node, frozen=True):
    """Clause ``within N [of x]``; without ``of`` (a target's) it is measured from the holder."""

    distance: Expression
    of: Expression | None
    span: Span


class WithLink(Node, frozen=True):
    """Clause ``with LINK = x``: a link read backwards."""

    link: Name
    value: Expression
    span: Span


class Where(Node, frozen=True):
    """Clause ``[as NAME] where EXPR``; the candidate is ``it``, or ``candidate`` where named."""

    candidate: Name | None
    condition: Expression
    span: Span


class SortedBy(Node, frozen=True):
    """Clause ``[as NAME] sorted by EXPR [down]``."""

    candidate: Name | None
    key: Expression
    down: bool
    span: Span


class First(Node, frozen=True):
    """Clause ``first N``."""

    count: Expression
    span: Span


SelectionClause: TypeAlias = (
    Having | Holding | Within | WithLink | Where | SortedBy | First
)


class Selection(Node, frozen=True):
    """A source and at least one clause, applied left to right.

    A source without clauses is just that expression (a ``Group``, ``CardsIn``, ``Reference``, …).
    """

    source: Expression
    clauses: tuple[SelectionClause, ...]
    span: Span
    parentheses: bool = False


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


class Argument(Node, frozen=True):
    """An argument of a template or effect, by place (``name`` is None) or ``name: value``."""

    name: Name | None
    value: Expression
    span: Span


class Applied(Node, frozen=True):
    """The name of an archetype, effect, ability or template, with arguments where it has them."""

    name: Name
    arguments: tuple[Argument, ...]
    span: Span


class Assignment(Node, frozen=True):
    """``name = value`` in a ``with`` list: a link, a pool or a prop."""

    name: Name
    value: Expression
    span: Span


class Coordinates(Node, frozen=True):
    """A place written as two signed literals."""

    x: Number
    y: Number
    span: Span


Place: TypeAlias = Coordinates | Expression


DurationUnit: TypeAlias = Literal["turns", "seconds"]


class Duration(Node, frozen=True):
    """``3 turns``, ``1 second``; the unit is kept in the plural."""

    amount: Expression
    unit: DurationUnit
    span: Span


ChangeKind: TypeAlias = Literal["change", "gain", "spend", "set"]


class EventPattern(Node, frozen=True):
    """An event that a rule answers: a name, or a change of the pool ``name``."""

    change: ChangeKind | None
    name: Name
    span: Span


SubjectKind: TypeAlias = Literal["ally", "other ally", "enemy", "any", "other"]


class Subject(Node, frozen=True):
    """Whose event a rule answers: a kind, or a path (``holder``, ``holder.owner``, a name)."""

    who: SubjectKind | Expression
    having: tuple[Name, ...]
    span: Span


class FilePath(Node, frozen=True):
    """The path after ``use`` or ``catalog``, as written."""

    text: str
    span: Span


class Line(Node, frozen=True, kw_only=True):
    """What every declaration, item, statement and step has.

    ``span`` covers the line itself, without its comment and body. Comments are without ``#`` and
    the space after it. ``leading_comments`` is the block directly above; ``detached_comments``
    are blocks further up, each followed by a blank line; ``blank_before`` is whether the author
    left a blank line above all of them.
    """

    span: Span
    leading_comments: tuple[str, ...] = ()
    detached_comments: tuple[tuple[str, ...], ...] = ()
    trailing_comment: str | None = None
    blank_before: bool = False


class Opener(Line, frozen=True, kw_only=True):
    """A line that may have a body; ``final_comments`` are blocks in it after its last line."""

    final_comments: tuple[tuple[str, ...], ...] = ()
