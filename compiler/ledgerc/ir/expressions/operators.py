"""Operators, functions, and calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from ledgerc.ir.types import Type
from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


@dataclass(frozen=True, slots=True)
class Negate:
    """Unary minus."""

    operand: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``+ - * /``; ``operator`` is that sign."""

    operator: str
    left: Expression
    right: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """``== != < <= > >=``; entities, tags, words, phases by identity (``==``, ``!=``)."""

    operator: str
    left: Expression
    right: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """``not``."""

    operand: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logical:
    """``and`` / ``or`` (``operator``), lazy from the left; at least two operands."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``if A then B else C``: only the taken branch is read."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    whole: bool
    span: Span = field(compare=False)


class Function(Enum):
    """Functions of numbers."""

    MIN = "min"
    MAX = "max"
    CLAMP = "clamp"
    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"
    ABS = "abs"


@dataclass(frozen=True, slots=True)
class CallFunction:
    """``min(…)`` and the like."""

    function: Function
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CallFormula:
    """A declared formula."""

    formula: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AskQuery:
    """A declared query: the game answers, the log keeps the answer."""

    query: str
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """``roll(10)``."""

    sides: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RunRoutine:
    """``do NAME(args)`` as the value of a ``let``."""

    routine: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span = field(compare=False)
