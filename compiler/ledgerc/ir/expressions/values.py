"""Literals, and names that stand for a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from ledgerc.ir.types import Type
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number; ``value`` is an ``int`` where it has no fraction."""

    value: int | Fraction
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """``true`` or ``false``: comes only from the compiler's own folding."""

    value: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A text in quotes."""

    value: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """``nothing``: no entity."""

    span: Span = field(compare=False)


class Role(Enum):
    """Where a variable's value comes from."""

    HOLDER = "holder"
    TARGET = "target"  # the one chosen target (ENTITY or PLACE)
    TARGETS = "targets"  # the chosen targets (SELECTION)
    LET = "let"  # let, `as name`, for each, result of do, choose
    PARAMETER = "parameter"  # of a routine or formula
    CANDIDATE = "candidate"  # the entity a selection clause is looking at
    PLAY = "play"  # a name that a play made or let


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope. Names are unique in one body after lowering (shadowing is renamed)."""

    name: str
    type: Type
    role: Role
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class EffectParameter:
    """A parameter of the effect whose rule or modifier this is; lives in the instance."""

    name: str
    type: Type
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AbilityParameter:
    """A parameter of the ability being ordered; lives in the grant."""

    name: str
    type: Type
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SelfStacks:
    """``self.stacks``: how often the instance was given."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Single:
    """The one entity of a ``single`` archetype."""

    archetype: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Named:
    """A declared thing as a value: a tag, effect, ability, archetype, phase or word."""

    name: str
    type: Type
    span: Span = field(compare=False)
