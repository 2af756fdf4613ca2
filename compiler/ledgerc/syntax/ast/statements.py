"""Statements: what rules, abilities and routines do (``docs/language.md``, Statements)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Let(Line):
    """``let NAME = EXPR``."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Do(Line):
    """``do ROUTINE(args)``, or ``let NAME = do ROUTINE(args)`` where ``name`` is set."""

    routine: Name
    arguments: tuple[Expression, ...]
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Result(Line):
    """``result EXPR``: the last statement of a routine."""

    value: Expression


PoolOperation: TypeAlias = Literal["set", "gain", "spend"]


@dataclass(frozen=True, slots=True)
class ChangePool(Line):
    """``set|gain|spend [subject.]POOL EXPR``; without a subject, the holder's."""

    operation: PoolOperation
    subject: Expression | None
    pool: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class SetAmount(Line):
    """``set event.amount EXPR``."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Deal(Line):
    """``deal AMOUNT [KIND] to TO [from SOURCE] [priority P] [as NAME]``."""

    amount: Expression
    kind: Name | None
    to: Expression
    source: Expression | None = None
    priority: Expression | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Heal(Line):
    """``heal AMOUNT [KIND] to TO [from SOURCE] [priority P] [as NAME]``."""

    amount: Expression
    kind: Name | None
    to: Expression
    source: Expression | None = None
    priority: Expression | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Raise(Line):
    """``raise EVENT of SUBJECT [by BY] [with …] [or stop]``."""

    event: Name
    of: Expression
    by: Expression | None = None
    carries: tuple[Assignment, ...] = ()
    or_stop: bool = False


@dataclass(frozen=True, slots=True)
class Give(Line):
    """``give EFFECT to TO [for DURATION]``."""

    effect: Applied
    to: Expression
    duration: Duration | None = None


@dataclass(frozen=True, slots=True)
class Take(Line):
    """``take EFFECT from SOURCE``."""

    effect: Applied
    source: Expression


@dataclass(frozen=True, slots=True)
class TakeAll(Line):
    """``take all from SOURCE [having TAG …]``."""

    source: Expression
    having: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveSelf(Line):
    """``remove self``: the effect instance goes."""


ZoneEnd: TypeAlias = Literal["top", "bottom"]


@dataclass(frozen=True, slots=True)
class ZoneSpot:
    """``ZONE [of keeper] [top|bottom|at N]``; ``spot`` is None where it is not said."""

    zone: Name
    keeper: Expression | None
    spot: ZoneEnd | Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Make(Line):
    """``make ARCHETYPE [with …] [at P] [facing D] [in ZONE of x [top|bottom]] [as NAME]``.

    In a play the name stands first: ``make NAME ARCHETYPE …``.
    """

    archetype: Applied
    values: tuple[Assignment, ...] = ()
    at: Place | None = None
    facing: Expression | None = None
    zone: ZoneSpot | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Copy(Line):
    """``copy ORIGINAL [in ZONE of y] [as NAME]``."""

    original: Expression
    zone: ZoneSpot | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class TurnInto(Line):
    """``turn SUBJECT into ARCHETYPE``."""

    subject: Expression
    archetype: Applied


@dataclass(frozen=True, slots=True)
class Destroy(Line):
    """``destroy SUBJECT``: it dies."""

    subject: Expression


@dataclass(frozen=True, slots=True)
class Remove(Line):
    """``remove SUBJECT``: it goes, which is no death."""

    subject: Expression


@dataclass(frozen=True, slots=True)
class Move(Line):
    """``move SUBJECT to ZONE of y [top|bottom|at N] [or STATEMENT]``."""

    subject: Expression
    to: ZoneSpot
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True)
class Shuffle(Line):
    """``shuffle ZONE [of KEEPER]``."""

    zone: Name
    keeper: Expression | None


@dataclass(frozen=True, slots=True)
class PlaceAt(Line):
    """``place SUBJECT at PLACE [facing D]``."""

    subject: Expression
    at: Place
    facing: Expression | None = None


@dataclass(frozen=True, slots=True)
class PointLink(Line):
    """``point [subject.]LINK at TARGET``; without a subject, the holder's."""

    subject: Expression | None
    link: Name
    target: Expression


@dataclass(frozen=True, slots=True)
class ForEach(Opener):
    """``for each NAME in SELECTION`` with a body."""

    name: Name
    selection: Expression
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat(Opener):
    """``repeat COUNT`` with a body."""

    count: Expression
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class RepeatUntil(Opener):
    """``repeat until CONDITION`` with a body; tested first."""

    condition: Expression
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch(Opener):
    """One arm of an ``if``; ``condition`` is None for ``else``."""

    condition: Expression | None
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class If(Line):
    """``if`` / ``else if`` / ``else``: at least one branch; an ``else`` is the last.

    The comments above the ``if`` are this node's; all other comments are the branches'.
    """

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class AtOnce(Opener):
    """``at once`` with a body."""

    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Settle(Line):
    """``settle``: one phase of the sequence ends, the next begins."""


ChoiceQuantity: TypeAlias = Literal["one of", "any of", "up to"]


@dataclass(frozen=True, slots=True)
class Choose(Line):
    """``choose NAME one of|any of|up to N of A[, B …] by BY [or none]``."""

    name: Name
    quantity: ChoiceQuantity
    count: Expression | None
    options: tuple[Expression, ...]
    by: Expression
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class Perform(Line):
    """``perform ABILITY|TAG [at X] [by Y]``."""

    ability: Applied
    at: Expression | None = None
    by: Expression | None = None


@dataclass(frozen=True, slots=True)
class Advance(Line):
    """``advance [to PHASE]``."""

    phase: Name | None = None


@dataclass(frozen=True, slots=True)
class Note(Line):
    """``note "…" [E, …]``: a line of the log."""

    text: Text
    values: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Prevent(Line):
    """``prevent``: the event does not happen."""


@dataclass(frozen=True, slots=True)
class Redirect(Line):
    """``redirect to TO``."""

    to: Expression


@dataclass(frozen=True, slots=True)
class Absorb(Line):
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
