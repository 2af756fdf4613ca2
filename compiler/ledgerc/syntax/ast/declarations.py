"""Top-level declarations of a ``.ledger`` file (``docs/language.md``, Declarations)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ledgerc.node import Node
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


class Use(Line, frozen=True):
    """``use rules.ledger``."""

    path: FilePath


class Rate(Line, frozen=True):
    """``rate 10``: ticks in a second."""

    value: Expression


class Const(Line, frozen=True):
    """``const NAME EXPR``."""

    name: Name
    value: Expression


class Links(Line, frozen=True):
    """``link NAME …``."""

    names: tuple[Name, ...]


class Allegiance(Line, frozen=True):
    """``allegiance LINK``."""

    link: Name


class Prop(Line, frozen=True):
    """``prop NAME [min E] [max E] [whole]``."""

    name: Name
    minimum: Expression | None = None
    maximum: Expression | None = None
    whole: bool = False


class Stat(Line, frozen=True):
    """``stat NAME [min E] [max E] [whole] [= EXPR]``."""

    name: Name
    minimum: Expression | None = None
    maximum: Expression | None = None
    whole: bool = False
    base: Expression | None = None


Follows: TypeAlias = Literal["follows", "follows both"]


class Pool(Line, frozen=True):
    """``pool NAME [max E] [min E] [whole] [follows [both]]``."""

    name: Name
    maximum: Expression | None = None
    minimum: Expression | None = None
    whole: bool = False
    follows: Follows | None = None


class Damage(Line, frozen=True):
    """``damage POOL [as KIND] [rising]``; without ``as`` the kind is named ``Damage``."""

    pool: Name
    kind: Name | None = None
    rising: bool = False


class Healing(Line, frozen=True):
    """``healing POOL [as KIND]``; without ``as`` the kind is named ``Healing``."""

    pool: Name
    kind: Name | None = None


class Stages(Line, frozen=True):
    """``stages NAME …``, in order."""

    names: tuple[Name, ...]


class Priority(Line, frozen=True):
    """``priority NAME E``."""

    name: Name
    value: Expression


class Tags(Line, frozen=True):
    """``tags NAME …``."""

    names: tuple[Name, ...]


class Events(Line, frozen=True):
    """``event NAME … [with PROP-or-LINK, …]``."""

    names: tuple[Name, ...]
    carries: tuple[Name, ...] = ()


class TurnEvent(Line, frozen=True):
    """``turn EVENT``: raised of an entity, it begins a turn of that entity."""

    event: Name


class Query(Line, frozen=True):
    """``query NAME(params) [min E] [max E] [whole] default E``."""

    name: Name
    parameters: tuple[Name, ...]
    minimum: Expression | None
    maximum: Expression | None
    whole: bool
    default: Expression


class Zone(Line, frozen=True):
    """``zone NAME [ordered] [max E] [hidden]``."""

    name: Name
    ordered: bool = False
    maximum: Expression | None = None
    hidden: bool = False


class InPlay(Line, frozen=True):
    """``in play ZONE …``."""

    zones: tuple[Name, ...]


class Phases(Line, frozen=True):
    """``phases NAME …``."""

    names: tuple[Name, ...]


class Space(Line, frozen=True):
    """``space plane [radius STAT]`` or ``space grid [8]`` (``diagonals``)."""

    kind: Literal["plane", "grid"]
    radius: Name | None = None
    diagonals: bool = False


class Effect(Opener, frozen=True):
    """``effect NAME[(params)]`` with items."""

    name: Name
    parameters: tuple[Name, ...] = ()
    items: tuple[EffectItem, ...] = ()


class Ability(Opener, frozen=True):
    """``ability NAME[(params)]`` with items in their order, then statements."""

    name: Name
    parameters: tuple[Name, ...] = ()
    items: tuple[AbilityItem, ...] = ()
    body: tuple[Statement, ...] = ()


class Archetype(Opener, frozen=True):
    """``[single] archetype NAME [from Template(args)]`` with items."""

    name: Name
    single: bool = False
    parent: Applied | None = None
    items: tuple[ArchetypeItem, ...] = ()


TemplateKind: TypeAlias = Literal["archetype", "effect", "ability"]


class Template(Opener, frozen=True):
    """``template KIND NAME[(params)] [from Other[(args)]]``.

    ``items`` are those of its kind; ``body`` holds the statements of an ability.
    """

    kind: TemplateKind
    name: Name
    parameters: tuple[Name, ...] = ()
    parent: Applied | None = None
    items: tuple[EffectItem | AbilityItem | ArchetypeItem, ...] = ()
    body: tuple[Statement, ...] = ()


class Routine(Opener, frozen=True):
    """``routine NAME(params)`` with statements."""

    name: Name
    parameters: tuple[Name, ...] = ()
    body: tuple[Statement, ...] = ()


class Formula(Line, frozen=True):
    """``formula NAME(params) = EXPR``."""

    name: Name
    parameters: tuple[Name, ...]
    value: Expression


class EndsWhen(Line, frozen=True):
    """``ends when EXPR [winner EXPR]``."""

    condition: Expression
    winner: Expression | None = None


class Renamed(Line, frozen=True):
    """``renamed [OWNER.]OLD to NEW``: OWNER is the effect of a renamed parameter."""

    owner: Name | None
    old: Name
    new: Name


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
    | Renamed
)


class LedgerFile(Node, frozen=True):
    """A ``.ledger`` file.

    ``header_comments`` is the comment block at the top when a blank line follows it;
    ``final_comments`` are the blocks after the last declaration. A line that did not parse is
    left out (its diagnostic is in the sink).
    """

    name: str
    declarations: tuple[Declaration, ...]
    header_comments: tuple[str, ...] = ()
    final_comments: tuple[tuple[str, ...], ...] = ()
