"""Statements: what rules, abilities and routines do (``docs/language.md``, Statements)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ledgerc.node import Node
from ledgerc.source import Span
from ledgerc.syntax.ast.expressions import (
    Applied,
    Assignment,
    Duration,
    Expression,
    Line,
    Name,
    Opener,
    Place,
    Text,
)


class Let(Line, frozen=True):
    """``let NAME = EXPR``."""

    name: Name
    value: Expression


class Do(Line, frozen=True):
    """``do ROUTINE(args)``, or ``let NAME = do ROUTINE(args)`` where ``name`` is set."""

    routine: Name
    arguments: tuple[Expression, ...]
    name: Name | None = None


class Result(Line, frozen=True):
    """``result EXPR``: the last statement of a routine."""

    value: Expression


PoolOperation: TypeAlias = Literal["set", "gain", "spend"]


class ChangePool(Line, frozen=True):
    """``set|gain|spend [subject.]POOL EXPR``; without a subject, the holder's."""

    operation: PoolOperation
    subject: Expression | None
    pool: Name
    value: Expression


class SetAmount(Line, frozen=True):
    """``set event.amount EXPR``."""

    value: Expression


class Deal(Line, frozen=True):
    """``deal AMOUNT [KIND] to TO [from SOURCE] [priority P] [as NAME]``."""

    amount: Expression
    kind: Name | None
    to: Expression
    source: Expression | None = None
    priority: Expression | None = None
    name: Name | None = None


class Heal(Line, frozen=True):
    """``heal AMOUNT [KIND] to TO [from SOURCE] [priority P] [as NAME]``."""

    amount: Expression
    kind: Name | None
    to: Expression
    source: Expression | None = None
    priority: Expression | None = None
    name: Name | None = None


class Raise(Line, frozen=True):
    """``raise EVENT of SUBJECT [by BY] [with …] [or stop]``."""

    event: Name
    of: Expression
    by: Expression | None = None
    carries: tuple[Assignment, ...] = ()
    or_stop: bool = False


class Give(Line, frozen=True):
    """``give EFFECT to TO [for DURATION]``."""

    effect: Applied
    to: Expression
    duration: Duration | None = None


class Take(Line, frozen=True):
    """``take EFFECT from SOURCE``."""

    effect: Applied
    source: Expression


class TakeAll(Line, frozen=True):
    """``take all from SOURCE [having TAG …]``."""

    source: Expression
    having: tuple[Name, ...] = ()


class RemoveSelf(Line, frozen=True):
    """``remove self``: the effect instance goes."""


ZoneEnd: TypeAlias = Literal["top", "bottom"]


class ZoneSpot(Node, frozen=True):
    """``ZONE [of keeper] [top|bottom|at N]``; ``spot`` is None where it is not said."""

    zone: Name
    keeper: Expression | None
    spot: ZoneEnd | Expression | None
    span: Span


class Make(Line, frozen=True):
    """``make ARCHETYPE [with …] [at P] [facing D] [in ZONE of x [top|bottom]] [as NAME]``.

    In a play the name stands first: ``make NAME ARCHETYPE …``.
    """

    archetype: Applied
    values: tuple[Assignment, ...] = ()
    at: Place | None = None
    facing: Expression | None = None
    zone: ZoneSpot | None = None
    name: Name | None = None


class Copy(Line, frozen=True):
    """``copy ORIGINAL [in ZONE of y] [as NAME]``."""

    original: Expression
    zone: ZoneSpot | None = None
    name: Name | None = None


class TurnInto(Line, frozen=True):
    """``turn SUBJECT into ARCHETYPE``."""

    subject: Expression
    archetype: Applied


class Destroy(Line, frozen=True):
    """``destroy SUBJECT``: it dies."""

    subject: Expression


class Remove(Line, frozen=True):
    """``remove SUBJECT``: it goes, which is no death."""

    subject: Expression


class Move(Line, frozen=True):
    """``move SUBJECT to ZONE of y [top|bottom|at N] [or STATEMENT]``."""

    subject: Expression
    to: ZoneSpot
    otherwise: Statement | None = None


class Shuffle(Line, frozen=True):
    """``shuffle ZONE [of KEEPER]``."""

    zone: Name
    keeper: Expression | None


class PlaceAt(Line, frozen=True):
    """``place SUBJECT at PLACE [facing D]``."""

    subject: Expression
    at: Place
    facing: Expression | None = None


class PointLink(Line, frozen=True):
    """``point [subject.]LINK at TARGET``; without a subject, the holder's."""

    subject: Expression | None
    link: Name
    target: Expression


class ForEach(Opener, frozen=True):
    """``for each NAME in SELECTION`` with a body."""

    name: Name
    selection: Expression
    body: tuple[Statement, ...] = ()


class Repeat(Opener, frozen=True):
    """``repeat COUNT`` with a body."""

    count: Expression
    body: tuple[Statement, ...] = ()


class RepeatUntil(Opener, frozen=True):
    """``repeat until CONDITION`` with a body; tested first."""

    condition: Expression
    body: tuple[Statement, ...] = ()


class Branch(Opener, frozen=True):
    """One arm of an ``if``; ``condition`` is None for ``else``."""

    condition: Expression | None
    body: tuple[Statement, ...] = ()


class If(Line, frozen=True):
    """``if`` / ``else if`` / ``else``: at least one branch; an ``else`` is the last.

    The comments above the ``if`` are this node's; all other comments are the branches'.
    """

    branches: tuple[Branch, ...]


class AtOnce(Opener, frozen=True):
    """``at once`` with a body."""

    body: tuple[Statement, ...] = ()


class Settle(Line, frozen=True):
    """``settle``: one phase of the sequence ends, the next begins."""


ChoiceQuantity: TypeAlias = Literal["one of", "any of", "up to"]


class Choose(Line, frozen=True):
    """``choose NAME one of|any of|up to N of A[, B …] by BY [or none]``."""

    name: Name
    quantity: ChoiceQuantity
    count: Expression | None
    options: tuple[Expression, ...]
    by: Expression
    or_none: bool = False


class Perform(Line, frozen=True):
    """``perform ABILITY|TAG [at X] [by Y]``."""

    ability: Applied
    at: Expression | None = None
    by: Expression | None = None


class Advance(Line, frozen=True):
    """``advance [to PHASE]``."""

    phase: Name | None = None


class Note(Line, frozen=True):
    """``note "…" [E, …]``: a line of the log."""

    text: Text
    values: tuple[Expression, ...] = ()


class Prevent(Line, frozen=True):
    """``prevent``: the event does not happen."""


class Redirect(Line, frozen=True):
    """``redirect to TO``."""

    to: Expression


class Absorb(Line, frozen=True):
    """``absorb AMOUNT``: the pool will lose so much less."""

    amount: Expression


Statement: TypeAlias = (
    Let
    | Do
    | Result
    | ChangePool
    | SetAmount
    | Deal
    | Heal
    | Raise
    | Give
    | Take
    | TakeAll
    | RemoveSelf
    | Make
    | Copy
    | TurnInto
    | Destroy
    | Remove
    | Move
    | Shuffle
    | PlaceAt
    | PointLink
    | ForEach
    | Repeat
    | RepeatUntil
    | If
    | AtOnce
    | Settle
    | Choose
    | Perform
    | Advance
    | Note
    | Prevent
    | Redirect
    | Absorb
)
