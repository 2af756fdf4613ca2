"""Values known when the catalog is compiled: consts, bounds, rates."""

from __future__ import annotations

from fractions import Fraction

from ledgerc.ir import expressions as ir
from ledgerc.ir.walk import walk
from ledgerc.sema import fold
from ledgerc.sema.context import Analysis, Body
from ledgerc.sema.cycles import sort
from ledgerc.sema.elaborate import number
from ledgerc.sema.numbers import number_text
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast


def constant_value(analysis: Analysis, name: str) -> int | Fraction | None:
    """The value of a declared ``const``, or None if it has a fault (reported once)."""
    if name in analysis.constants:
        return analysis.constants[name]
    if not analysis.reading:
        _read_first(analysis, name)
    return _read(analysis, name)


def _read_first(analysis: Analysis, name: str) -> None:
    """Read what a const needs before it, so that a long chain of them nests no calls."""
    edges: dict[str, list[str]] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in edges:
            edges[current] = _named_by(analysis, current)
            waiting += edges[current]
    order, cycles = sort(edges)
    for cycle in cycles:
        if cycle[0] not in analysis.constants:
            _by_itself(analysis, cycle[0])
        for each in cycle:
            analysis.constants.setdefault(each, None)
    for each in order:
        if each not in analysis.constants:
            _read(analysis, each)


def _by_itself(analysis: Analysis, name: str) -> None:
    span = analysis.symbols.tables[Kind.CONSTANT][name].span
    analysis.report.error("LG0409", span, f"the const {name} is defined by itself")


def _named_by(analysis: Analysis, name: str) -> list[str]:
    """The consts not yet known that the value of a const names."""
    declared = analysis.symbols.tables[Kind.CONSTANT]
    words = [
        each.name.text
        for each in walk(declared[name].node)
        if isinstance(each, ast.Reference)
    ]
    return [
        each for each in words if each in declared and each not in analysis.constants
    ]


def _read(analysis: Analysis, name: str) -> int | Fraction | None:
    symbol = analysis.symbols.tables[Kind.CONSTANT][name]
    if name in analysis.constants:
        return analysis.constants[name]
    if name in analysis.reading:
        _by_itself(analysis, name)
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
