"""Archetypes, routines, formulas, and when a match ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from ledgerc.ir.declarations import Parameter
from ledgerc.ir.effects import HeldEffect
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Statement
from ledgerc.ir.types import Type
from ledgerc.source import Span


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
