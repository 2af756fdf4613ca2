"""Top-level declarations of a ``.ledger`` file (``docs/language.md``, Declarations)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ledgerc.syntax.ast.expressions import (
    Applied,
    Expression,
    FilePath,
    Line,
    Name,
    Opener,
)
from ledgerc.syntax.ast.items import AbilityItem, ArchetypeItem, EffectItem
from ledgerc.syntax.ast.statements import Statement


@dataclass(frozen=True, slots=True)
class Use(Line):
    """``use rules.ledger``."""

    path: FilePath


@dataclass(frozen=True, slots=True)
class Rate(Line):
    """``rate 10``: ticks in a second."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Const(Line):
    """``const NAME EXPR``."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Links(Line):
    """``link NAME …``."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Allegiance(Line):
    """``allegiance LINK``."""

    link: Name


@dataclass(frozen=True, slots=True)
class Prop(Line):
    """``prop NAME [min E] [max E] [whole]``."""

    name: Name
    minimum: Expression | None = None
    maximum: Expression | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Stat(Line):
    """``stat NAME [min E] [max E] [whole] [= EXPR]``."""

    name: Name
    minimum: Expression | None = None
    maximum: Expression | None = None
    whole: bool = False
    base: Expression | None = None


Follows: TypeAlias = Literal["follows", "follows both"]


@dataclass(frozen=True, slots=True)
class Pool(Line):
    """``pool NAME [max E] [min E] [whole] [follows [both]]``."""

    name: Name
    maximum: Expression | None = None
    minimum: Expression | None = None
    whole: bool = False
    follows: Follows | None = None


@dataclass(frozen=True, slots=True)
class Damage(Line):
    """``damage POOL [as KIND] [rising]``; without ``as`` the kind is named ``Damage``."""

    pool: Name
    kind: Name | None = None
    rising: bool = False


@dataclass(frozen=True, slots=True)
class Healing(Line):
    """``healing POOL [as KIND]``; without ``as`` the kind is named ``Healing``."""

    pool: Name
    kind: Name | None = None


@dataclass(frozen=True, slots=True)
class Stages(Line):
    """``stages NAME …``, in order."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Priority(Line):
    """``priority NAME E``."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Tags(Line):
    """``tags NAME …``."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Events(Line):
    """``event NAME … [with PROP-or-LINK, …]``."""

    names: tuple[Name, ...]
    carries: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEvent(Line):
    """``turn EVENT``: raised of an entity, it begins a turn of that entity."""

    event: Name


@dataclass(frozen=True, slots=True)
class Query(Line):
    """``query NAME(params) [min E] [max E] [whole] default E``."""

    name: Name
    parameters: tuple[Name, ...]
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    default: Expression


@dataclass(frozen=True, slots=True)
class Zone(Line):
    """``zone NAME [ordered] [max E] [hidden]``."""

    name: Name
    ordered: bool = False
    maximum: Expression | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class InPlay(Line):
    """``in play ZONE …``."""

    zones: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Phases(Line):
    """``phases NAME …``."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Space(Line):
    """``space plane [radius STAT]`` or ``space grid [8]`` (``diagonals``)."""

    kind: Literal["plane", "grid"]
    radius: Name | None = None
    diagonals: bool = False


@dataclass(frozen=True, slots=True)
class Effect(Opener):
    """``effect NAME[(params)]`` with items."""

    name: Name
    parameters: tuple[Name, ...] = ()
    items: tuple[EffectItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability(Opener):
    """``ability NAME[(params)]`` with items in their order, then statements."""

    name: Name
    parameters: tuple[Name, ...] = ()
    items: tuple[AbilityItem, ...] = ()
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Archetype(Opener):
    """``[single] archetype NAME [from Template(args)]`` with items."""

    name: Name
    single: bool = False
    parent: Applied | None = None
    items: tuple[ArchetypeItem, ...] = ()


TemplateKind: TypeAlias = Literal["archetype", "effect", "ability"]


@dataclass(frozen=True, slots=True)
class Template(Opener):
    """``template KIND NAME[(params)] [from Other[(args)]]``.

    ``items`` are those of its kind; ``body`` holds the statements of an ability.
    """

    kind: TemplateKind
    name: Name
    parameters: tuple[Name, ...] = ()
    parent: Applied | None = None
    items: tuple[EffectItem | AbilityItem | ArchetypeItem, ...] = ()
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Routine(Opener):
    """``routine NAME(params)`` with statements."""

    name: Name
    parameters: tuple[Name, ...] = ()
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Formula(Line):
    """``formula NAME(params) = EXPR``."""

    name: Name
    parameters: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, slots=True)
class EndsWhen(Line):
    """``ends when EXPR [winner EXPR]``."""

    condition: Expression
    winner: Expression | None = None


Declaration: TypeAlias = (
    Use
    | Rate
    | Const
    | Links
    | Allegiance
    | Prop
    | Stat
    | Pool
    | Damage
    | Healing
    | Stages
    | Priority
    | Tags
    | Events
    | TurnEvent
    | Query
    | Zone
    | InPlay
    | Phases
    | Space
    | Effect
    | Ability
    | Archetype
    | Template
    | Routine
    | Formula
    | EndsWhen
)


@dataclass(frozen=True, slots=True)
class LedgerFile:
    """A ``.ledger`` file.

    ``header_comments`` is the comment block at the top when a blank line follows it;
    ``final_comments`` are the blocks after the last declaration. A line that did not parse is
    left out (its diagnostic is in the sink).
    """

    name: str
    declarations: tuple[Declaration, ...]
    header_comments: tuple[str, ...] = ()
    final_comments: tuple[tuple[str, ...], ...] = ()
