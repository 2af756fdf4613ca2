"""Operators, functions, and calls."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ledgerc.ir.types import Type
from ledgerc.node import Node
from ledgerc.source import Span

if TYPE_CHECKING:
    from ledgerc.ir.expressions import Expression


class Negate(Node, frozen=True):
    """Unary minus."""

    operand: Expression
    whole: bool
    span: Span


class Arithmetic(Node, frozen=True):
    """``+ - * /``; ``operator`` is that sign."""

    operator: str
    left: Expression
    right: Expression
    whole: bool
    span: Span


class Compare(Node, frozen=True):
    """``== != < <= > >=``; entities, tags, words, phases by identity (``==``, ``!=``)."""

    operator: str
    left: Expression
    right: Expression
    span: Span


class Not(Node, frozen=True):
    """``not``."""

    operand: Expression
    span: Span


class Logical(Node, frozen=True):
    """``and`` / ``or`` (``operator``), lazy from the left; at least two operands."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span


class Conditional(Node, frozen=True):
    """``if A then B else C``: only the taken branch is read."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    whole: bool
    span: Span


class Function(Enum):
    """Functions of numbers."""

    MIN = "min"
    MAX = "max"
    CLAMP = "clamp"
    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"
    ABS = "abs"


class CallFunction(Node, frozen=True):
    """``min(…)`` and the like."""

    function: Function
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span


class CallFormula(Node, frozen=True):
    """A declared formula."""

    formula: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span


class AskQuery(Node, frozen=True):
    """A declared query: the game answers, the log keeps the answer."""

    query: str
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span


class Roll(Node, frozen=True):
    """``roll(10)``."""

    sides: Expression
    span: Span


class RunRoutine(Node, frozen=True):
    """``do NAME(args)`` as the value of a ``let``."""

    routine: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span
