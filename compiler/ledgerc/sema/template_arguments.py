"""Arguments of templates: what may be one, worked out, as a text and as a part of a name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ledgerc.sema.fold import exact, is_small, worked_out
from ledgerc.sema.report import WILD
from ledgerc.source import Span
from ledgerc.syntax import ast

Constant = Callable[[ast.Name], int | Fraction | None]


def is_argument(value: ast.Expression) -> bool:
    """Whether a value that is worked out may be an argument: a number, or the name of a thing."""
    return isinstance(value, ast.Number | ast.Reference | ast.Call)


def folded(value: ast.Expression, constant: Constant) -> ast.Expression:
    """An argument with its sums worked out: what stays a sum is none of numbers and consts.

    ``constant`` gives the value of a const. A name by itself stays a name.
    """
    match value:
        case ast.Unary(operator="-"):
            operand = _value(value.operand, constant)
            return value if operand is None else number(-operand, value.span)
        case ast.Binary(operator="+" | "-" | "*" | "/"):
            left, right = _value(value.left, constant), _value(value.right, constant)
            if left is not None and right is not None:
                result = worked_out(value.operator, left, right)
                if result is not None and is_small(result):
                    return number(result, value.span)
        case _:
            pass
    return value


def _value(value: ast.Expression, constant: Constant) -> int | Fraction | None:
    if isinstance(value, ast.Reference):
        return constant(value.name)
    result = folded(value, constant)
    return result.value if isinstance(result, ast.Number) else None


def number(value: int | Fraction, span: Span) -> ast.Number:
    """A number as a literal."""
    value = exact(value)
    return ast.Number(value, str(value), span)


def argument_text(value: ast.Expression) -> str:
    """An argument as a text: the same for what is written the same."""
    match value:
        case ast.Number():
            return str(value.value)
        case ast.Reference():
            return value.name.text
        case ast.Unary():
            return f"-{argument_text(value.operand)}"
        case ast.Binary():
            return f"({argument_text(value.left)} {value.operator} {argument_text(value.right)})"
        case ast.Call():
            return f"{value.function}({', '.join(map(argument_text, value.arguments))})"
        case _:
            return WILD


def identifier(text: str) -> str:
    """An argument as a part of a name."""
    text = text.replace("-", "minus_")
    return "".join(each if each.isalnum() else "_" for each in text).strip("_")
