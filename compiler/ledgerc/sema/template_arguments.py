"""Arguments of templates: what may be one, worked out, as a text and as a part of a name."""

from __future__ import annotations

from fractions import Fraction

from ledgerc.sema.report import WILD
from ledgerc.source import Span
from ledgerc.syntax import ast


def is_argument(value: ast.Expression) -> bool:
    """Whether an argument of a template is a number, a name, or a sum of such."""
    match value:
        case ast.Number() | ast.Reference() | ast.Call():
            return True
        case ast.Unary(operator="-"):
            return is_argument(value.operand)
        case ast.Binary(operator="+" | "-" | "*" | "/"):
            return is_argument(value.left) and is_argument(value.right)
        case _:
            return False


def folded(value: ast.Expression) -> ast.Expression:
    """An argument with sums of literals worked out, so that the same number is the same."""
    match value:
        case ast.Unary(operator="-"):
            operand = folded(value.operand)
            if isinstance(operand, ast.Number):
                return _number(-operand.value, value.span)
        case ast.Binary(operator="+" | "-" | "*" | "/"):
            left, right = folded(value.left), folded(value.right)
            if isinstance(left, ast.Number) and isinstance(right, ast.Number):
                return _worked_out(value, left.value, right.value)
        case _:
            pass
    return value


def _worked_out(
    node: ast.Binary, left: int | Fraction, right: int | Fraction
) -> ast.Expression:
    match node.operator:
        case "+":
            return _number(left + right, node.span)
        case "-":
            return _number(left - right, node.span)
        case "*":
            return _number(left * right, node.span)
        case _ if right != 0:
            return _number(Fraction(left) / Fraction(right), node.span)
        case _:
            return node


def _number(value: int | Fraction, span: Span) -> ast.Number:
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
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
