"""What is read of an entity and of an event, and what is asked about an entity."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


@dataclass(frozen=True, slots=True)
class ReadStat:
    """``x.Attack``; 0 of nothing."""

    entity: Expression
    stat: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadPool:
    """``x.Health``; 0 of nothing and of one that has no such pool."""

    entity: Expression
    pool: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadLink:
    """``x.team``; nothing of nothing."""

    entity: Expression
    link: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadKeeper:
    """``x.keeper``: whose zone the entity lies in."""

    entity: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadLimit:
    """``x.limit``: how many of it a deck may hold; 0 of what has no limit."""

    entity: Expression
    span: Span = field(compare=False)


class EventField(Enum):
    """What every event knows of itself."""

    AMOUNT = "amount"
    APPLIED = "applied"
    ABSORBED = "absorbed"
    SUBJECT = "subject"
    BY = "by"


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """``event.amount`` and the like."""

    field_: EventField
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadEventProp:
    """``event.Path``: a prop that the event or the order carries; 0 where it carries none."""

    prop: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadEventLink:
    """``event.aim``: a link that the event carries."""

    link: str
    span: Span = field(compare=False)


class HitField(Enum):
    """What a named change (``deal … as hit``) came to."""

    APPLIED = "applied"
    PREVENTED = "prevented"
    AMOUNT = "amount"
    ABSORBED = "absorbed"


@dataclass(frozen=True, slots=True)
class ReadHit:
    """``hit.applied`` (number), ``hit.prevented`` (truth)."""

    hit: str
    field_: HitField
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HasTag:
    """``has(x, Guard)``."""

    entity: Expression
    tag: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HoldsEffect:
    """``has(x, Stunned)`` where the name is an effect."""

    entity: Expression
    effect: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stacks:
    """``stacks(x, Burning)``: 0 where it is not held; the sum over instances side by side."""

    entity: Expression
    effect: str
    span: Span = field(compare=False)


class State(Enum):
    """``alive``, ``dying`` and ``present`` (docs/language.md, section 3)."""

    ALIVE = "alive"
    DYING = "dying"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class InState:
    """``alive(x)`` and the like."""

    entity: Expression
    state: State
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InZone:
    """``x in Hand`` / ``x in Hand of y``."""

    entity: Expression
    zone: str
    keeper: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CanDo:
    """``can(x, Attack)`` / ``can(x, Attack, y)``; ``by_tag``: any ability with that tag."""

    entity: Expression
    ability: str
    by_tag: bool
    target: Expression | None
    span: Span = field(compare=False)
