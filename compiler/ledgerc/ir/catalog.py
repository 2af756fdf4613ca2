"""Declarations of the IR: one catalog, templates expanded, every name resolved.

Tuples are in catalog order: the order of the root file, with a used file's declarations where
its first ``use`` stands. ``doc`` is the author's comment directly above a declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from ledgerc.ir.expressions import Expression, Select
from ledgerc.ir.statements import Seconds, Statement, Turns, Way
from ledgerc.ir.types import Type
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an effect, ability, routine, formula or query."""

    name: str
    type: Type
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A field that holds another entity, or nothing."""

    name: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Prop:
    """A number that an order or event carries. Bounds are constants."""

    name: str
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stat:
    """A computed number. ``base`` is the expression of a derived stat (its holder is HOLDER)."""

    name: str
    base: Expression | None
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    """Declared ``whole``: rounded down after bounds."""
    integral: bool
    """The compiler knows that every value is an integer (declared so, or all parts are)."""
    doc: str
    span: Span = field(compare=False)


class Follow(Enum):
    """How a pool follows its maximum."""

    NO = "no"
    RISES = "follows"
    BOTH = "follows both"


@dataclass(frozen=True, slots=True)
class Pool:
    """A number that changes within its bounds (expressions of the entity: HOLDER).

    A pool without ``min`` has none: the seeds' pools stop at 0 because 0 is the default minimum.
    """

    name: str
    minimum: Expression
    maximum: Expression | None
    whole: bool
    follows: Follow
    doc: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ChangeKind:
    """A declared ``damage`` or ``healing``: ``name`` is the event, ``way`` LOWER or RAISE."""

    name: str
    pool: str
    way: Way
    healing: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Priority:
    """A named priority of the queue."""

    name: str
    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """A declared event, with the props and links that it carries."""

    name: str
    props: tuple[str, ...]
    links: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Query:
    """A fact that only the game knows."""

    name: str
    parameters: tuple[Parameter, ...]
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    default: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie."""

    name: str
    ordered: bool
    maximum: Expression | None
    hidden: bool
    in_play: bool
    span: Span = field(compare=False)


class SpaceKind(Enum):
    """How distance measures."""

    PLANE = "plane"
    GRID = "grid"
    GRID_DIAGONAL = "grid 8"


@dataclass(frozen=True, slots=True)
class Space:
    """The catalog's space; ``radius`` is a stat of the plane."""

    kind: SpaceKind
    radius: str | None
    span: Span = field(compare=False)


# -- events as rules name them ----------------------------------------------------------------


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


# -- what an effect holds ---------------------------------------------------------------------


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


# -- abilities --------------------------------------------------------------------------------


class Quantity(Enum):
    """How many targets an order names."""

    ONE = "one"
    EXACTLY = "N"
    UP_TO = "up to N"
    ALL = "all"


class Choosable(Enum):
    """What may be a target, seen from the holder."""

    ALLY = "ally"
    OTHER_ALLY = "other ally"
    ENEMY = "enemy"
    ANY = "any"
    HOLDER = "holder"
    PLACE = "place"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Target:
    """An ability's ``target`` line. ``condition`` sees the candidate as CANDIDATE ``candidate``."""

    quantity: Quantity
    count: Expression | None
    what: Choosable
    zone: str | None
    keeper: Expression | None
    having: tuple[str, ...]
    within: Expression | None
    candidate: str
    condition: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Requirement:
    """``requires E else "…"``."""

    condition: Expression
    reason: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cost:
    """``cost [x.]POOL N``."""

    entity: Expression
    pool: str
    amount: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ability:
    """Something an entity may be ordered to do."""

    name: str
    parameters: tuple[Parameter, ...]
    tags: tuple[str, ...]
    from_zones: tuple[str, ...]
    takes: tuple[str, ...]
    during: tuple[str, ...]
    target: Target | None
    requirements: tuple[Requirement, ...]
    costs: tuple[Cost, ...]
    body: tuple[Statement, ...]
    template: str | None
    doc: str
    source: str
    span: Span = field(compare=False)


# -- archetypes, routines, formulas -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BaseStat:
    """``base STAT E``, read as the entity is made (HOLDER is the new one)."""

    stat: str
    value: Expression
    span: Span = field(compare=False)


class Start(Enum):
    """Where a pool starts."""

    FULL = "full"
    EMPTY = "pools"  # 0, or the bound nearest to 0
    AT = "with"


@dataclass(frozen=True, slots=True)
class StartPool:
    """``full POOL``, ``pools POOL``, ``with POOL = N``."""

    pool: str
    start: Start
    value: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class GrantedAbility:
    """``grants ABILITY(args)``."""

    ability: str
    arguments: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Archetype:
    """A kind of entity, its template's parts first (a later base or pool of one name wins)."""

    name: str
    single: bool
    template: str | None
    tags: tuple[str, ...]
    bases: tuple[BaseStat, ...]
    pools: tuple[StartPool, ...]
    effects: tuple[HeldEffect, ...]
    grants: tuple[GrantedAbility, ...]
    limit: int | None
    text: str | None
    doc: str
    source: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Routine:
    """Statements with a name."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type | None
    result_whole: bool
    body: tuple[Statement, ...]
    doc: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression with a name."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    whole: bool
    value: Expression
    doc: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ending:
    """``ends when E [winner E]``."""

    condition: Expression
    winner: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True)
class Catalog:
    """One root file and all that it uses."""

    name: str
    """The root file as shown: ``cookbook/mechanics/ward.ledger``."""
    files: tuple[str, ...]
    """All files, the root first, in order of first use."""
    doc: str
    """The root file's header comment."""
    rate: int | None
    links: tuple[Link, ...]
    allegiance: str | None
    props: tuple[Prop, ...]
    stats: tuple[Stat, ...]
    pools: tuple[Pool, ...]
    kinds: tuple[ChangeKind, ...]
    stages: tuple[str, ...]
    priorities: tuple[Priority, ...]
    tags: tuple[str, ...]
    events: tuple[Event, ...]
    turn_event: str | None
    queries: tuple[Query, ...]
    zones: tuple[Zone, ...]
    phases: tuple[str, ...]
    space: Space | None
    effects: tuple[Effect, ...]
    abilities: tuple[Ability, ...]
    archetypes: tuple[Archetype, ...]
    routines: tuple[Routine, ...]
    formulas: tuple[Formula, ...]
    endings: tuple[Ending, ...]

    @cached_property
    def effect(self) -> dict[str, Effect]:
        """Effects by name."""
        return {effect.name: effect for effect in self.effects}

    @cached_property
    def ability(self) -> dict[str, Ability]:
        """Abilities by name."""
        return {ability.name: ability for ability in self.abilities}

    @cached_property
    def archetype(self) -> dict[str, Archetype]:
        """Archetypes by name."""
        return {archetype.name: archetype for archetype in self.archetypes}

    @cached_property
    def stat(self) -> dict[str, Stat]:
        """Stats by name."""
        return {stat.name: stat for stat in self.stats}

    @cached_property
    def pool(self) -> dict[str, Pool]:
        """Pools by name."""
        return {pool.name: pool for pool in self.pools}

    @cached_property
    def kind(self) -> dict[str, ChangeKind]:
        """Damages and healings by name."""
        return {kind.name: kind for kind in self.kinds}
