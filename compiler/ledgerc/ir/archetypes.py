"""Archetypes, routines, formulas, and when a match ends."""

from __future__ import annotations

from enum import Enum

from ledgerc.ir.declarations import Parameter
from ledgerc.ir.effects import HeldEffect
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Statement
from ledgerc.ir.types import Type
from ledgerc.node import Node
from ledgerc.source import Span


class BaseStat(Node, frozen=True):
    """``base STAT E``, read as the entity is made (HOLDER is the new one)."""

    stat: str
    value: Expression
    span: Span


class Start(Enum):
    """Where a pool starts."""

    FULL = "full"
    EMPTY = "pools"  # 0, or the bound nearest to 0
    AT = "with"


class StartPool(Node, frozen=True):
    """``full POOL``, ``pools POOL``, ``with POOL = N``."""

    pool: str
    start: Start
    value: Expression | None
    span: Span


class GrantedAbility(Node, frozen=True):
    """``grants ABILITY(args)``."""

    ability: str
    arguments: tuple[Expression, ...]
    span: Span


class Archetype(Node, frozen=True):
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
    span: Span


class Routine(Node, frozen=True):
    """Statements with a name."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type | None
    result_whole: bool
    body: tuple[Statement, ...]
    doc: str
    span: Span


class Formula(Node, frozen=True):
    """An expression with a name."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    whole: bool
    value: Expression
    doc: str
    span: Span


class Ending(Node, frozen=True):
    """``ends when E [winner E]``."""

    condition: Expression
    winner: Expression | None
    span: Span
