"""Arguments of templates: what may be one, worked out, as a text and as a part of a name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ledgerc.sema.fold import exact, is_small, worked_out
from ledgerc.sema.report import WILD
from ledgerc.source import Span
from ledgerc.syntax import ast

MOST_PLACES = 9

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


def _digits(value: int | Fraction) -> str:
    """A number as a decimal where it is one, else as a quotient."""
    places, rest = 0, Fraction(value)
    while rest.denominator != 1 and places < MOST_PLACES:
        rest *= 10
        places += 1
    if rest.denominator != 1:
        return str(value)
    digits = str(abs(rest.numerator)).rjust(places + 1, "0")
    whole = digits[: len(digits) - places]
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{digits[len(whole) :]}" if places else f"{sign}{whole}"


def argument_text(value: ast.Expression) -> str:
    """An argument as a text: the same for what is written the same."""
    match value:
        case ast.Number():
            return _digits(value.value)
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
