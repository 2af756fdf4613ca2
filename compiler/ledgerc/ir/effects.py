"""Effects: the events and subjects that their rules name, and all that an effect holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from ledgerc.ir.declarations import Parameter
from ledgerc.ir.expressions import Expression, Select
from ledgerc.ir.statements import Seconds, Statement, Turns, Way
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class OfKind:
    """A declared damage or healing."""

    kind: str


@dataclass(frozen=True, slots=True)
class OfEvent:
    """A declared event."""

    event: str


@dataclass(frozen=True, slots=True)
class OfPool:
    """``gain/spend/set POOL`` (``way``), or ``change POOL`` (``way`` is None: any)."""

    pool: str
    way: Way | None


@dataclass(frozen=True, slots=True)
class OfPhase:
    """``PhaseStarted`` / ``PhaseEnded``: no subject, every holder hears them."""

    started: bool


EventName: TypeAlias = OfKind | OfEvent | OfPool | OfPhase


class Relation(Enum):
    """Who a rule's event is of (or by), seen from the holder."""

    HOLDER = "holder"
    PATH = "path"  # an entity reached from the holder
    ALLY = "ally"  # with oneself
    OTHER_ALLY = "other ally"
    ENEMY = "enemy"
    ANY = "any"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Subject:
    """``holder``, a path from it, ``ally``, …, with the tags it must have."""

    relation: Relation
    path: Expression | None
    having: tuple[str, ...]
    span: Span = field(compare=False)


class ModifierKind(Enum):
    """How a modifier enters a stat."""

    ADDS = "adds"
    SCALES = "scales"
    SETS = "sets"
    OVERRIDES = "overrides"


@dataclass(frozen=True, slots=True)
class Modifier:
    """``adds STAT E [when E]``; read live, of the holder (or of each selected, under an aura)."""

    kind: ModifierKind
    stat: str
    amount: Expression
    when: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HeldEffect:
    """``has EFFECT(args)``."""

    effect: str
    arguments: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Aura:
    """``aura on SELECTION``; modifiers see the selected as CANDIDATE ``candidate``."""

    selection: Select
    candidate: str
    modifiers: tuple[Modifier, ...]
    tags: tuple[str, ...]
    effects: tuple[HeldEffect, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LastsUntil:
    """``lasts until EVENT of SUBJECT``: ends once that event has been answered."""

    events: tuple[EventName, ...]
    subject: Subject
    span: Span = field(compare=False)


Duration: TypeAlias = Turns | Seconds | LastsUntil


class Stacking(Enum):
    """What happens when an effect is given again."""

    REFRESHES = "refreshes"
    STACKS = "stacks"
    SEPARATE = "separate"


class Moment(Enum):
    """``before`` or ``after`` an event."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Rule:
    """A ``before`` or ``after`` rule. ``number`` is its place in catalog order, unique.

    ``stage`` names the stage of a before rule (None: at no stage, first). ``together``: an after
    rule that also hears the events of its own death step. ``span`` is the head line.
    """

    number: int
    moment: Moment
    events: tuple[EventName, ...]
    subject: Subject
    by: Subject | None
    stage: str | None
    priority: str | None
    together: bool
    when: Expression | None
    body: tuple[Statement, ...]
    source: str
    """The head as the author wrote it, without ``before``/``after`` (for ``ledgerc pipeline``)."""
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Every:
    """``every 1 second`` / ``every turn``; ``seconds`` is None for turns."""

    number: int
    seconds: Expression | None
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OnGainedOrLost:
    """``on gained`` / ``on lost``."""

    gained: bool
    body: tuple[Statement, ...]
    span: Span = field(compare=False)


class DiesAt(Enum):
    """When a ``dies`` holds."""

    MINIMUM = "no"
    MAXIMUM = "full"
    CONDITION = "when"


@dataclass(frozen=True, slots=True)
class Dies:
    """``dies at no Health raising Died`` and the like."""

    at: DiesAt
    pool: str | None
    condition: Expression | None
    raising: str
    span: Span = field(compare=False)


class Combine(Enum):
    """How several ``repeats`` of one rule combine."""

    HIGHEST = "highest"
    ADDS = "adds"
    MULTIPLIES = "multiplies"


@dataclass(frozen=True, slots=True)
class Repeats:
    """``repeats EVENT [of holder] for SUBJECT N [combine]``."""

    event: EventName
    own: bool
    subject: Subject
    count: Expression
    combine: Combine
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Forbids:
    """``forbids ABILITY|TAG for SUBJECT [when E] else "…"``; the ordered entity is the subject."""

    ability: str
    by_tag: bool
    subject: Subject
    when: Expression | None
    reason: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect: what an entity that holds it has, does and answers."""

    name: str
    parameters: tuple[Parameter, ...]
    tags: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    auras: tuple[Aura, ...]
    lasts: Duration | None
    stacking: Stacking
    max_stacks: Expression | None
    active_in: tuple[str, ...]
    rules: tuple[Rule, ...]
    every: tuple[Every, ...]
    gained_or_lost: tuple[OnGainedOrLost, ...]
    dies: tuple[Dies, ...]
    repeats: tuple[Repeats, ...]
    forbids: tuple[Forbids, ...]
    innate: bool
    template: str | None
    doc: str
    source: str
    """The declaration's head line as written."""
    span: Span = field(compare=False)
