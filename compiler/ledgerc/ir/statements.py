"""Statements of the IR (docs/language.md, section 3); an omitted subject is the holder."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ledgerc.ir.expressions import Expression
from ledgerc.ir.types import Type
from ledgerc.node import Node
from ledgerc.source import Span


class Let(Node, frozen=True):
    """``let x = E``: a name for a value; a selection is held as who was selected then."""

    name: str
    type: Type
    whole: bool
    value: Expression
    span: Span


class Way(Enum):
    """How a pool changes. ``LOWER``/``RAISE`` are the ways of a damage or healing."""

    SET = "set"
    GAIN = "gain"
    SPEND = "spend"
    LOWER = "lower"
    RAISE = "raise"


class ChangePool(Node, frozen=True):
    """``set/gain/spend x.POOL E`` (``way``: SET, GAIN or SPEND)."""

    way: Way
    entity: Expression
    pool: str
    amount: Expression
    span: Span


class Deal(Node, frozen=True):
    """``deal`` or ``heal``; ``kind`` is the declared one, ``hit`` names the outcome."""

    kind: str
    amount: Expression
    to: Expression
    by: Expression | None
    priority: str | None
    hit: str | None
    span: Span


class Carried(Node, frozen=True):
    """One prop or link that an event, an order or a new entity is given."""

    name: str
    value: Expression
    span: Span


class Raise(Node, frozen=True):
    """``raise EVENT of x [by y] [with …] [or stop]``."""

    event: str
    of: Expression
    by: Expression | None
    props: tuple[Carried, ...]
    links: tuple[Carried, ...]
    or_stop: bool
    span: Span


class Turns(Node, frozen=True):
    """A duration of N turns of the holder."""

    count: Expression
    span: Span


class Seconds(Node, frozen=True):
    """A duration of N seconds."""

    count: Expression
    span: Span


class Give(Node, frozen=True):
    """``give EFFECT(args) to x [for DURATION]``."""

    effect: str
    arguments: tuple[Expression, ...]
    to: Expression
    duration: Turns | Seconds | None
    span: Span


class Take(Node, frozen=True):
    """``take EFFECT from x``."""

    effect: str
    from_: Expression
    span: Span


class TakeAll(Node, frozen=True):
    """``take all from x [having TAG]``; innate effects stay."""

    from_: Expression
    tag: str | None
    span: Span


class RemoveSelf(Node, frozen=True):
    """``remove self``: the instance whose rule this is goes."""

    span: Span


class End(Enum):
    """Where in an ordered zone a card comes to lie; ``INDEX`` counts from the top, from 1."""

    TOP = "top"
    BOTTOM = "bottom"
    INDEX = "at"


class ZonePlace(Node, frozen=True):
    """``in ZONE of x [top|bottom|at N]``."""

    zone: str
    keeper: Expression
    end: End
    index: Expression | None
    span: Span


class Make(Node, frozen=True):
    """``make ARCHETYPE [with …] [at P] [facing D] [in ZONE of x] [as name]``."""

    archetype: str
    links: tuple[Carried, ...]
    pools: tuple[Carried, ...]
    at: Expression | None
    facing: Expression | None
    zone: ZonePlace | None
    name: str | None
    span: Span


class Copy(Node, frozen=True):
    """``copy x [in ZONE of y] [as name]``."""

    entity: Expression
    zone: ZonePlace | None
    name: str | None
    span: Span


class Turn(Node, frozen=True):
    """``turn x into ARCHETYPE``."""

    entity: Expression
    archetype: str
    span: Span


class Destroy(Node, frozen=True):
    """``destroy x``: it dies at the next death step."""

    entity: Expression
    span: Span


class Remove(Node, frozen=True):
    """``remove x``: it goes, no death."""

    entity: Expression
    span: Span


class Move(Node, frozen=True):
    """``move x to ZONE of y … [or STATEMENT]``."""

    entity: Expression
    zone: ZonePlace
    otherwise: tuple[Statement, ...]
    span: Span


class Shuffle(Node, frozen=True):
    """``shuffle ZONE of x``."""

    zone: str
    keeper: Expression
    span: Span


class Place(Node, frozen=True):
    """``place x at P [facing D]``."""

    entity: Expression
    at: Expression
    facing: Expression | None
    span: Span


class PointLink(Node, frozen=True):
    """``point x.link at y``."""

    entity: Expression
    link: str
    to: Expression
    span: Span


class ForEach(Node, frozen=True):
    """``for each m in SEL``: those selected as it starts."""

    name: str
    selection: Expression
    body: tuple[Statement, ...]
    span: Span


class Repeat(Node, frozen=True):
    """``repeat N``."""

    count: Expression
    body: tuple[Statement, ...]
    span: Span


class RepeatUntil(Node, frozen=True):
    """``repeat until E``: tested first."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span


class Branch(Node, frozen=True):
    """One ``if`` or ``else if``."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span


class If(Node, frozen=True):
    """``if / else if / else``."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...]
    span: Span


class AtOnce(Node, frozen=True):
    """``at once``: the events of the body happen together."""

    body: tuple[Statement, ...]
    span: Span


class Settle(Node, frozen=True):
    """``settle``: ends this phase and opens the next."""

    span: Span


class Choose(Node, frozen=True):
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
    span: Span


class Do(Node, frozen=True):
    """``do ROUTINE(args)``; the routine's result, if any, is dropped."""

    routine: str
    arguments: tuple[Expression, ...]
    span: Span


class Perform(Node, frozen=True):
    """``perform ABILITY|TAG [at x] [by y]``."""

    ability: str
    by_tag: bool
    at: Expression | None
    by: Expression
    span: Span


class Advance(Node, frozen=True):
    """``advance [to PHASE]``."""

    to: str | None
    span: Span


class NoteText(Node, frozen=True):
    """``note "…" [E, …]``; the values are numbers and entities."""

    text: str
    values: tuple[Expression, ...]
    span: Span


class Prevent(Node, frozen=True):
    """``prevent``, in a before rule."""

    span: Span


class Redirect(Node, frozen=True):
    """``redirect to x``, in a before rule."""

    to: Expression
    span: Span


class SetAmount(Node, frozen=True):
    """``set event.amount E``, in a before rule; never below 0."""

    amount: Expression
    span: Span


class Absorb(Node, frozen=True):
    """``absorb E``, in a before rule."""

    amount: Expression
    span: Span


class Result(Node, frozen=True):
    """``result E``: the last statement of a routine."""

    value: Expression
    span: Span


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
