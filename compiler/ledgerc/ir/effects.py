"""Effects: the events and subjects that their rules name, and all that an effect holds."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ledgerc.ir.declarations import Parameter
from ledgerc.ir.expressions import Expression, Select
from ledgerc.ir.statements import Seconds, Statement, Turns, Way
from ledgerc.node import Node
from ledgerc.source import Span


class OfKind(Node, frozen=True):
    """A declared damage or healing."""

    kind: str


class OfEvent(Node, frozen=True):
    """A declared event."""

    event: str


class OfPool(Node, frozen=True):
    """``gain/spend/set POOL`` (``way``), or ``change POOL`` (``way`` is None: any)."""

    pool: str
    way: Way | None


class OfPhase(Node, frozen=True):
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


class Subject(Node, frozen=True):
    """``holder``, a path from it, ``ally``, …, with the tags it must have."""

    relation: Relation
    path: Expression | None
    having: tuple[str, ...]
    span: Span


class ModifierKind(Enum):
    """How a modifier enters a stat."""

    ADDS = "adds"
    SCALES = "scales"
    SETS = "sets"
    OVERRIDES = "overrides"


class Modifier(Node, frozen=True):
    """``adds STAT E [when E]``; read live, of the holder (or of each selected, under an aura)."""

    kind: ModifierKind
    stat: str
    amount: Expression
    when: Expression | None
    span: Span


class HeldEffect(Node, frozen=True):
    """``has EFFECT(args)``."""

    effect: str
    arguments: tuple[Expression, ...]
    span: Span


class Aura(Node, frozen=True):
    """``aura on SELECTION``; modifiers see the selected as CANDIDATE ``candidate``."""

    selection: Select
    candidate: str
    modifiers: tuple[Modifier, ...]
    tags: tuple[str, ...]
    effects: tuple[HeldEffect, ...]
    span: Span


class LastsUntil(Node, frozen=True):
    """``lasts until EVENT of SUBJECT``: ends once that event has been answered."""

    events: tuple[EventName, ...]
    subject: Subject
    span: Span


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


class Rule(Node, frozen=True):
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
    span: Span


class Every(Node, frozen=True):
    """``every 1 second`` / ``every turn``; ``seconds`` is None for turns."""

    number: int
    seconds: Expression | None
    body: tuple[Statement, ...]
    span: Span


class OnGainedOrLost(Node, frozen=True):
    """``on gained`` / ``on lost``."""

    gained: bool
    body: tuple[Statement, ...]
    span: Span


class DiesAt(Enum):
    """When a ``dies`` holds."""

    MINIMUM = "no"
    MAXIMUM = "full"
    CONDITION = "when"


class Dies(Node, frozen=True):
    """``dies at no Health raising Died`` and the like."""

    at: DiesAt
    pool: str | None
    condition: Expression | None
    raising: str
    span: Span


class Combine(Enum):
    """How several ``repeats`` of one rule combine."""

    HIGHEST = "highest"
    ADDS = "adds"
    MULTIPLIES = "multiplies"


class Repeats(Node, frozen=True):
    """``repeats EVENT [of holder] for SUBJECT N [combine]``."""

    event: EventName
    own: bool
    subject: Subject
    count: Expression
    combine: Combine
    span: Span


class Forbids(Node, frozen=True):
    """``forbids ABILITY|TAG for SUBJECT [when E] else "…"``; the ordered entity is the subject."""

    ability: str
    by_tag: bool
    subject: Subject
    when: Expression | None
    reason: str
    span: Span


class Effect(Node, frozen=True):
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
    span: Span
