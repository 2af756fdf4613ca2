"""Literals, and names that stand for a value."""

from __future__ import annotations

from enum import Enum

from ledgerc.ir.types import Type
from ledgerc.node import Exact, Node
from ledgerc.source import Span


class Number(Node, frozen=True):
    """An exact number; ``value`` is an ``int`` where it has no fraction."""

    value: Exact
    span: Span


class Truth(Node, frozen=True):
    """``true`` or ``false``: comes only from the compiler's own folding."""

    value: bool
    span: Span


class Text(Node, frozen=True):
    """A text in quotes."""

    value: str
    span: Span


class Nothing(Node, frozen=True):
    """``nothing``: no entity."""

    span: Span


class Role(Enum):
    """Where a variable's value comes from."""

    HOLDER = "holder"
    TARGET = "target"  # the one chosen target (ENTITY or PLACE)
    TARGETS = "targets"  # the chosen targets (SELECTION)
    LET = "let"  # let, `as name`, for each, result of do, choose
    PARAMETER = "parameter"  # of a routine or formula
    CANDIDATE = "candidate"  # the entity a selection clause is looking at
    PLAY = "play"  # a name that a play made or let


class _Spanned(Node, frozen=True, kw_only=True):
    span: Span


class Variable(_Spanned, frozen=True):
    """A name in scope. Names are unique in one body after lowering (shadowing is renamed)."""

    name: str
    type: Type
    role: Role
    whole: bool = False


class EffectParameter(_Spanned, frozen=True):
    """A parameter of the effect whose rule or modifier this is; lives in the instance."""

    name: str
    type: Type
    whole: bool = False


class AbilityParameter(_Spanned, frozen=True):
    """A parameter of the ability being ordered; lives in the grant."""

    name: str
    type: Type
    whole: bool = False


class SelfStacks(Node, frozen=True):
    """``self.stacks``: how often the instance was given."""

    span: Span


class Single(Node, frozen=True):
    """The one entity of a ``single`` archetype."""

    archetype: str
    span: Span


class Named(Node, frozen=True):
    """A declared thing as a value: a tag, effect, ability, archetype, phase or word."""

    name: str
    type: Type
    span: Span
