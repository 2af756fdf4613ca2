"""Abilities: targets, requirements, costs."""

from __future__ import annotations

from enum import Enum

from ledgerc.ir.declarations import Parameter
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Statement
from ledgerc.node import Node
from ledgerc.source import Span


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


class Target(Node, frozen=True):
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
    span: Span


class Requirement(Node, frozen=True):
    """``requires E else "…"``."""

    condition: Expression
    reason: str
    span: Span


class Cost(Node, frozen=True):
    """``cost [x.]POOL N``."""

    entity: Expression
    pool: str
    amount: Expression
    span: Span


class Ability(Node, frozen=True):
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
    span: Span
