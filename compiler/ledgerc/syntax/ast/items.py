"""The lines in the bodies of effects, abilities and archetypes."""

from __future__ import annotations

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


class HasTags(Line, frozen=True):
    """``tags A B …`` in a body."""

    names: tuple[Name, ...]


class HasEffects(Line, frozen=True):
    """``has EFFECT[(args)] …`` in an archetype or an aura."""

    effects: tuple[Applied, ...]


ModifierKind: TypeAlias = Literal["adds", "scales", "sets", "overrides"]


class Modifier(Line, frozen=True):
    """``adds|scales|sets|overrides STAT EXPR [when EXPR]``."""

    kind: ModifierKind
    stat: Name
    value: Expression
    condition: Expression | None = None


AuraItem: TypeAlias = HasTags | HasEffects | Modifier


class Aura(Opener, frozen=True):
    """``aura on SELECTION`` with modifiers, tags and effects."""

    selection: Expression
    items: tuple[AuraItem, ...] = ()


class UntilEvent(Line, frozen=True):
    """``lasts until EVENT [of SUBJECT]``."""

    event: EventPattern
    of: Subject | None


class Lasts(Line, frozen=True):
    """``lasts DURATION``."""

    duration: Duration


StackingMode: TypeAlias = Literal["refreshes", "stacks", "separate"]


class Stacking(Line, frozen=True):
    """``refreshes``, ``stacks [max N]`` or ``separate``."""

    mode: StackingMode
    maximum: Expression | None = None


class Before(Opener, frozen=True):
    """``before EVENTS [of S] [by S] [at STAGE] [when EXPR]`` with a body.

    ``of`` is None where it is not written: an event without a subject.
    """

    events: tuple[EventPattern, ...]
    of: Subject | None
    by: Subject | None = None
    stage: Name | None = None
    condition: Expression | None = None
    body: tuple[Statement, ...] = ()


class After(Opener, frozen=True):
    """``after EVENTS [of S] [by S] [together] [priority P] [when EXPR]`` with a body."""

    events: tuple[EventPattern, ...]
    of: Subject | None
    by: Subject | None = None
    together: bool = False
    priority: Expression | None = None
    condition: Expression | None = None
    body: tuple[Statement, ...] = ()


class ActiveIn(Line, frozen=True):
    """``active in ZONE …``."""

    zones: tuple[Name, ...]


class Every(Opener, frozen=True):
    """``every DURATION`` or ``every turn`` (``period`` is None) with a body."""

    period: Duration | None
    body: tuple[Statement, ...] = ()


class On(Opener, frozen=True):
    """``on gained`` or ``on lost`` with a body."""

    moment: Literal["gained", "lost"]
    body: tuple[Statement, ...] = ()


class DiesAt(Line, frozen=True):
    """``dies at no POOL raising EVENT`` or ``dies at full POOL raising EVENT``."""

    bound: Literal["no", "full"]
    pool: Name
    event: Name


class DiesWhen(Line, frozen=True):
    """``dies when EXPR raising EVENT``."""

    condition: Expression
    event: Name


RepeatsMode: TypeAlias = Literal["highest", "adds", "multiplies"]


class Repeats(Line, frozen=True):
    """``repeats EVENT [of holder] for SUBJECT N [highest|adds|multiplies]``."""

    event: EventPattern
    of_holder: bool
    subject: Subject
    count: Expression
    mode: RepeatsMode | None = None


class Forbids(Line, frozen=True):
    """``forbids ABILITY|TAG for SUBJECT [when EXPR] else "…"``."""

    ability: Applied
    subject: Subject
    condition: Expression | None
    message: Text


class Innate(Line, frozen=True):
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


class FromZones(Line, frozen=True):
    """``from ZONE …``: where the holder of the ability must lie."""

    zones: tuple[Name, ...]


class Takes(Line, frozen=True):
    """``takes PROP …``."""

    props: tuple[Name, ...]


class During(Line, frozen=True):
    """``during PHASE …``."""

    phases: tuple[Name, ...]


TargetQuantity: TypeAlias = Literal["one", "exactly", "up to", "all"]
TargetKind: TypeAlias = Literal[
    "ally", "other ally", "enemy", "any", "holder", "a place", "card"
]
TargetClause: TypeAlias = Having | Holding | Within | Where


class Target(Line, frozen=True):
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


class Requires(Line, frozen=True):
    """``requires EXPR else "…"``."""

    condition: Expression
    message: Text


class Cost(Line, frozen=True):
    """``cost [subject.]POOL AMOUNT``; without a subject, the holder's."""

    subject: Expression | None
    pool: Name
    amount: Expression


AbilityItem: TypeAlias = HasTags | FromZones | Takes | During | Target | Requires | Cost


class Base(Line, frozen=True):
    """``base STAT EXPR``."""

    stat: Name
    value: Expression


class Full(Line, frozen=True):
    """``full POOL …``: starts at its maximum."""

    pools: tuple[Name, ...]


class HasPools(Line, frozen=True):
    """``pools POOL …``: starts at 0, or at the bound nearest to 0."""

    pools: tuple[Name, ...]


class WithPools(Line, frozen=True):
    """``with POOL = N, …``."""

    values: tuple[Assignment, ...]


class Grants(Line, frozen=True):
    """``grants ABILITY[(args)] …``."""

    abilities: tuple[Applied, ...]


class Limit(Line, frozen=True):
    """``limit N``: how many a deck may hold."""

    count: Expression


class CardText(Line, frozen=True):
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
