"""Values known when the catalog is compiled: consts, bounds, rates."""

from __future__ import annotations

from fractions import Fraction

from ledgerc.ir import expressions as ir
from ledgerc.sema import fold
from ledgerc.sema.context import Analysis, Body
from ledgerc.sema.elaborate import number
from ledgerc.sema.numbers import number_text
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast


def constant_value(analysis: Analysis, name: str) -> int | Fraction | None:
    """The value of a declared ``const``, or None if it has a fault (reported once)."""
    symbol = analysis.symbols.tables[Kind.CONSTANT][name]
    if name in analysis.constants:
        return analysis.constants[name]
    if name in analysis.reading:
        analysis.report.error(
            "LG0409", symbol.span, f"the const {name} is defined by itself"
        )
        return None
    analysis.reading.append(name)
    node = symbol.node
    assert isinstance(node, ast.Const)
    muted, analysis.report.muted = analysis.report.muted, False
    value = constant(analysis, node.value, f"the const {name}")
    analysis.report.muted = muted
    analysis.reading.pop()
    analysis.constants[name] = value
    return value


def constant(
    analysis: Analysis, node: ast.Expression, what: str
) -> int | Fraction | None:
    """The value of an expression of literals and consts; LG0307 if it is none."""
    typed = number(Body(analysis, what), node, what)
    value = fold.known(typed)
    if value is None and not isinstance(typed.expression, ir.Nothing):
        must_be_known(analysis, node.span, what)
    return value


def must_be_known(analysis: Analysis, span: Span, what: str) -> None:
    """Report a value that is not known when the catalog is compiled (LG0307)."""
    analysis.report.error(
        "LG0307",
        span,
        f"{what} must be known when the catalog is compiled",
        allowed="a number, a const, or a sum of them",
    )


def whole_constant(
    analysis: Analysis, node: ast.Expression, what: str, least: int | None = None
) -> int | None:
    """The value of a constant that must be an integer, of at least ``least``.

    Reports LG0307 if it is not known, LG0310 if it has a fraction, LG0309 if it is too small.
    """
    value = constant(analysis, node, what)
    if value is None:
        return None
    if not isinstance(value, int):
        analysis.report.error(
            "LG0310", node.span, f"{what} must be a whole number", allowed="1, 2, 3, …"
        )
        return None
    if least is not None and value < least:
        analysis.report.error(
            "LG0309",
            node.span,
            f"{what} must be at least {number_text(least)}, and it is {number_text(value)}",
        )
        return None
    return value
