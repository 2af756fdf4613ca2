"""The lines in the bodies of effects, abilities and archetypes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ledgerc.syntax.ast.expressions import (
    Applied,
    Assignment,
    Duration,
    EventPattern,
    Expression,
    Having,
    Holding,
    Line,
    Name,
    Opener,
    Subject,
    Text,
    Where,
    Within,
)
from ledgerc.syntax.ast.statements import Statement


@dataclass(frozen=True, slots=True)
class HasTags(Line):
    """``tags A B …`` in a body."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class HasEffects(Line):
    """``has EFFECT[(args)] …`` in an archetype or an aura."""

    effects: tuple[Applied, ...]


ModifierKind: TypeAlias = Literal["adds", "scales", "sets", "overrides"]


@dataclass(frozen=True, slots=True)
class Modifier(Line):
    """``adds|scales|sets|overrides STAT EXPR [when EXPR]``."""

    kind: ModifierKind
    stat: Name
    value: Expression
    condition: Expression | None = None


AuraItem: TypeAlias = HasTags | HasEffects | Modifier


@dataclass(frozen=True, slots=True)
class Aura(Opener):
    """``aura on SELECTION`` with modifiers, tags and effects."""

    selection: Expression
    items: tuple[AuraItem, ...] = ()


@dataclass(frozen=True, slots=True)
class UntilEvent(Line):
    """``lasts until EVENT [of SUBJECT]``."""

    event: EventPattern
    of: Subject | None


@dataclass(frozen=True, slots=True)
class Lasts(Line):
    """``lasts DURATION``."""

    duration: Duration


StackingMode: TypeAlias = Literal["refreshes", "stacks", "separate"]


@dataclass(frozen=True, slots=True)
class Stacking(Line):
    """``refreshes``, ``stacks [max N]`` or ``separate``."""

    mode: StackingMode
    maximum: Expression | None = None


@dataclass(frozen=True, slots=True)
class Before(Opener):
    """``before EVENTS [of S] [by S] [at STAGE] [when EXPR]`` with a body.

    ``of`` is None where it is not written: an event without a subject.
    """

    events: tuple[EventPattern, ...]
    of: Subject | None
    by: Subject | None = None
    stage: Name | None = None
    condition: Expression | None = None
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class After(Opener):
    """``after EVENTS [of S] [by S] [together] [priority P] [when EXPR]`` with a body."""

    events: tuple[EventPattern, ...]
    of: Subject | None
    by: Subject | None = None
    together: bool = False
    priority: Expression | None = None
    condition: Expression | None = None
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveIn(Line):
    """``active in ZONE …``."""

    zones: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Every(Opener):
    """``every DURATION`` or ``every turn`` (``period`` is None) with a body."""

    period: Duration | None
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class On(Opener):
    """``on gained`` or ``on lost`` with a body."""

    moment: Literal["gained", "lost"]
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class DiesAt(Line):
    """``dies at no POOL raising EVENT`` or ``dies at full POOL raising EVENT``."""

    bound: Literal["no", "full"]
    pool: Name
    event: Name


@dataclass(frozen=True, slots=True)
class DiesWhen(Line):
    """``dies when EXPR raising EVENT``."""

    condition: Expression
    event: Name


RepeatsMode: TypeAlias = Literal["highest", "adds", "multiplies"]


@dataclass(frozen=True, slots=True)
class Repeats(Line):
    """``repeats EVENT [of holder] for SUBJECT N [highest|adds|multiplies]``."""

    event: EventPattern
    of_holder: bool
    subject: Subject
    count: Expression
    mode: RepeatsMode | None = None


@dataclass(frozen=True, slots=True)
class Forbids(Line):
    """``forbids ABILITY|TAG for SUBJECT [when EXPR] else "…"``."""

    ability: Applied
    subject: Subject
    condition: Expression | None
    message: Text


@dataclass(frozen=True, slots=True)
class Innate(Line):
    """``innate``: not taken by ``take all``."""


EffectItem: TypeAlias = (
    HasTags
    | Modifier
    | Aura
    | Lasts
    | UntilEvent
    | Stacking
    | Before
    | After
    | ActiveIn
    | Every
    | On
    | DiesAt
    | DiesWhen
    | Repeats
    | Forbids
    | Innate
)


@dataclass(frozen=True, slots=True)
class FromZones(Line):
    """``from ZONE …``: where the holder of the ability must lie."""

    zones: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Takes(Line):
    """``takes PROP …``."""

    props: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class During(Line):
    """``during PHASE …``."""

    phases: tuple[Name, ...]


TargetQuantity: TypeAlias = Literal["one", "exactly", "up to", "all"]
TargetKind: TypeAlias = Literal[
    "ally", "other ally", "enemy", "any", "holder", "a place", "card"
]
TargetClause: TypeAlias = Having | Holding | Within | Where


@dataclass(frozen=True, slots=True)
class Target(Line):
    """``target QUANTITY KIND [clauses]``.

    ``count`` is set for ``exactly`` (``target 2 enemy``) and ``up to``; ``zone`` and ``keeper``
    for the kind ``card`` (``target one card in Hand of holder``). ``holder`` and ``a place`` are
    always ``one``.
    """

    quantity: TargetQuantity
    count: Expression | None
    kind: TargetKind
    zone: Name | None = None
    keeper: Expression | None = None
    clauses: tuple[TargetClause, ...] = ()


@dataclass(frozen=True, slots=True)
class Requires(Line):
    """``requires EXPR else "…"``."""

    condition: Expression
    message: Text


@dataclass(frozen=True, slots=True)
class Cost(Line):
    """``cost [subject.]POOL AMOUNT``; without a subject, the holder's."""

    subject: Expression | None
    pool: Name
    amount: Expression


AbilityItem: TypeAlias = HasTags | FromZones | Takes | During | Target | Requires | Cost


@dataclass(frozen=True, slots=True)
class Base(Line):
    """``base STAT EXPR``."""

    stat: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Full(Line):
    """``full POOL …``: starts at its maximum."""

    pools: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class HasPools(Line):
    """``pools POOL …``: starts at 0, or at the bound nearest to 0."""

    pools: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WithPools(Line):
    """``with POOL = N, …``."""

    values: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class Grants(Line):
    """``grants ABILITY[(args)] …``."""

    abilities: tuple[Applied, ...]


@dataclass(frozen=True, slots=True)
class Limit(Line):
    """``limit N``: how many a deck may hold."""

    count: Expression


@dataclass(frozen=True, slots=True)
class CardText(Line):
    """``text "…"``: what a player reads."""

    text: Text


ArchetypeItem: TypeAlias = (
    HasTags
    | Base
    | Full
    | HasPools
    | WithPools
    | HasEffects
    | Grants
    | Limit
    | CardText
)
