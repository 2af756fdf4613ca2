"""What is read of an entity and of an event, and what is asked about an entity."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ledgerc.node import Node
from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


class ReadStat(Node, frozen=True):
    """``x.Attack``; 0 of nothing."""

    entity: Expression
    stat: str
    whole: bool
    span: Span


class ReadPool(Node, frozen=True):
    """``x.Health``; 0 of nothing and of one that has no such pool."""

    entity: Expression
    pool: str
    whole: bool
    span: Span


class ReadLink(Node, frozen=True):
    """``x.team``; nothing of nothing."""

    entity: Expression
    link: str
    span: Span


class ReadKeeper(Node, frozen=True):
    """``x.keeper``: whose zone the entity lies in."""

    entity: Expression
    span: Span


class ReadLimit(Node, frozen=True):
    """``x.limit``: how many of it a deck may hold; 0 of what has no limit."""

    entity: Expression
    span: Span


class EventField(Enum):
    """What every event knows of itself."""

    AMOUNT = "amount"
    APPLIED = "applied"
    ABSORBED = "absorbed"
    SUBJECT = "subject"
    BY = "by"


class ReadEvent(Node, frozen=True):
    """``event.amount`` and the like."""

    field_: EventField
    span: Span


class ReadEventProp(Node, frozen=True):
    """``event.Path``: a prop that the event or the order carries; 0 where it carries none."""

    prop: str
    whole: bool
    span: Span


class ReadEventLink(Node, frozen=True):
    """``event.aim``: a link that the event carries."""

    link: str
    span: Span


class HitField(Enum):
    """What a named change (``deal … as hit``) came to."""

    APPLIED = "applied"
    PREVENTED = "prevented"
    AMOUNT = "amount"
    ABSORBED = "absorbed"


class ReadHit(Node, frozen=True):
    """``hit.applied`` (number), ``hit.prevented`` (truth)."""

    hit: str
    field_: HitField
    whole: bool
    span: Span


class HasTag(Node, frozen=True):
    """``has(x, Guard)``."""

    entity: Expression
    tag: str
    span: Span


class HoldsEffect(Node, frozen=True):
    """``has(x, Stunned)`` where the name is an effect."""

    entity: Expression
    effect: str
    span: Span


class Stacks(Node, frozen=True):
    """``stacks(x, Burning)``: 0 where it is not held; the sum over instances side by side."""

    entity: Expression
    effect: str
    span: Span


class State(Enum):
    """``alive``, ``dying`` and ``present`` (docs/language.md, section 3)."""

    ALIVE = "alive"
    DYING = "dying"
    PRESENT = "present"


class InState(Node, frozen=True):
    """``alive(x)`` and the like."""

    entity: Expression
    state: State
    span: Span


class InZone(Node, frozen=True):
    """``x in Hand`` / ``x in Hand of y``."""

    entity: Expression
    zone: str
    keeper: Expression | None
    span: Span


class CanDo(Node, frozen=True):
    """``can(x, Attack)`` / ``can(x, Attack, y)``; ``by_tag``: any ability with that tag."""

    entity: Expression
    ability: str
    by_tag: bool
    target: Expression | None
    span: Span
