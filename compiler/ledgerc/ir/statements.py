"""Statements of the IR (docs/language.md, section 3); an omitted subject is the holder."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from ledgerc.ir.expressions import Expression
from ledgerc.ir.types import Type
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Let:
    """``let x = E``: a name for a value; a selection is held as who was selected then."""

    name: str
    type: Type
    whole: bool
    value: Expression
    span: Span = field(compare=False)


class Way(Enum):
    """How a pool changes. ``LOWER``/``RAISE`` are the ways of a damage or healing."""

    SET = "set"
    GAIN = "gain"
    SPEND = "spend"
    LOWER = "lower"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class ChangePool:
    """``set/gain/spend x.POOL E`` (``way``: SET, GAIN or SPEND)."""

    way: Way
    entity: Expression
    pool: str
    amount: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """``deal`` or ``heal``; ``kind`` is the declared one, ``hit`` names the outcome."""

    kind: str
    amount: Expression
    to: Expression
    by: Expression | None
    priority: str | None
    hit: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Carried:
    """One prop or link that an event, an order or a new entity is given."""

    name: str
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Raise:
    """``raise EVENT of x [by y] [with …] [or stop]``."""

    event: str
    of: Expression
    by: Expression | None
    props: tuple[Carried, ...]
    links: tuple[Carried, ...]
    or_stop: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Turns:
    """A duration of N turns of the holder."""

    count: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Seconds:
    """A duration of N seconds."""

    count: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Give:
    """``give EFFECT(args) to x [for DURATION]``."""

    effect: str
    arguments: tuple[Expression, ...]
    to: Expression
    duration: Turns | Seconds | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Take:
    """``take EFFECT from x``."""

    effect: str
    from_: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TakeAll:
    """``take all from x [having TAG]``; innate effects stay."""

    from_: Expression
    tag: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RemoveSelf:
    """``remove self``: the instance whose rule this is goes."""

    span: Span = field(compare=False)


class End(Enum):
    """Where in an ordered zone a card comes to lie; ``INDEX`` counts from the top, from 1."""

    TOP = "top"
    BOTTOM = "bottom"
    INDEX = "at"


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """``in ZONE of x [top|bottom|at N]``."""

    zone: str
    keeper: Expression
    end: End
    index: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Make:
    """``make ARCHETYPE [with …] [at P] [facing D] [in ZONE of x] [as name]``."""

    archetype: str
    links: tuple[Carried, ...]
    pools: tuple[Carried, ...]
    at: Expression | None
    facing: Expression | None
    zone: ZonePlace | None
    name: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Copy:
    """``copy x [in ZONE of y] [as name]``."""

    entity: Expression
    zone: ZonePlace | None
    name: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """``turn x into ARCHETYPE``."""

    entity: Expression
    archetype: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Destroy:
    """``destroy x``: it dies at the next death step."""

    entity: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """``remove x``: it goes, no death."""

    entity: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """``move x to ZONE of y … [or STATEMENT]``."""

    entity: Expression
    zone: ZonePlace
    otherwise: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """``shuffle ZONE of x``."""

    zone: str
    keeper: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """``place x at P [facing D]``."""

    entity: Expression
    at: Expression
    facing: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PointLink:
    """``point x.link at y``."""

    entity: Expression
    link: str
    to: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """``for each m in SEL``: those selected as it starts."""

    name: str
    selection: Expression
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """``repeat N``."""

    count: Expression
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RepeatUntil:
    """``repeat until E``: tested first."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """One ``if`` or ``else if``."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``if / else if / else``."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtOnce:
    """``at once``: the events of the body happen together."""

    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Settle:
    """``settle``: ends this phase and opens the next."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """``choose NAME one of … by x``; either ``selections`` or ``words``.

    ``asked`` is the author's name, which players and the log see; ``name`` is that of the local.
    ``at_most`` is None for any number (``any of``).
    """

    name: str
    asked: str
    type: Type
    at_least: int
    at_most: Expression | None
    selections: tuple[Expression, ...]
    words: tuple[str, ...]
    by: Expression
    or_none: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Do:
    """``do ROUTINE(args)``; the routine's result, if any, is dropped."""

    routine: str
    arguments: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Perform:
    """``perform ABILITY|TAG [at x] [by y]``."""

    ability: str
    by_tag: bool
    at: Expression | None
    by: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Advance:
    """``advance [to PHASE]``."""

    to: str | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NoteText:
    """``note "…" [E, …]``; the values are numbers and entities."""

    text: str
    values: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Prevent:
    """``prevent``, in a before rule."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Redirect:
    """``redirect to x``, in a before rule."""

    to: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetAmount:
    """``set event.amount E``, in a before rule; never below 0."""

    amount: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Absorb:
    """``absorb E``, in a before rule."""

    amount: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """``result E``: the last statement of a routine."""

    value: Expression
    span: Span = field(compare=False)


Statement: TypeAlias = (
    Let
    | ChangePool
    | Deal
    | Raise
    | Give
    | Take
    | TakeAll
    | RemoveSelf
    | Make
    | Copy
    | Turn
    | Destroy
    | Remove
    | Move
    | Shuffle
    | Place
    | PointLink
    | ForEach
    | Repeat
    | RepeatUntil
    | If
    | AtOnce
    | Settle
    | Choose
    | Do
    | Perform
    | Advance
    | NoteText
    | Prevent
    | Redirect
    | SetAmount
    | Absorb
    | Result
)
