"""Durations: turns need a ``turn`` event, seconds a ``rate`` and whole ticks."""

from __future__ import annotations

from fractions import Fraction

from ledgerc.ir import statements as ir
from ledgerc.sema import fold
from ledgerc.sema.context import Body
from ledgerc.sema.elaborate import number
from ledgerc.sema.numbers import number_text
from ledgerc.source import Span
from ledgerc.syntax import ast


def duration(body: Body, node: ast.Duration) -> ir.Turns | ir.Seconds:
    """``3 turns`` or ``2 seconds``; as a literal it is positive, and whole (turns, ticks)."""
    if node.unit == "turns":
        need_turns(body, node.span)
    else:
        need_rate(body, node.span)
    count = number(body, node.amount, "the duration")
    value = fold.known(count)
    if value is not None and value <= 0:
        body.report.error(
            "LG0309",
            node.amount.span,
            f"a duration is more than 0, and this is {number_text(value)}",
        )
    elif value is not None and node.unit == "turns" and not isinstance(value, int):
        body.report.error(
            "LG0310", node.amount.span, "turns are counted in whole numbers"
        )
    elif value is not None and node.unit == "seconds":
        _check_ticks(body, node, value)
    if node.unit == "turns":
        return ir.Turns(count.expression, node.span)
    return ir.Seconds(count.expression, node.span)


def _check_ticks(body: Body, node: ast.Duration, seconds: int | Fraction) -> None:
    rate = body.symbols.rate
    if rate is None:
        return
    ticks = Fraction(seconds) * rate
    if ticks.denominator != 1:
        body.report.error(
            "LG0407",
            node.span,
            f"this is no whole number of ticks: a tick lasts 1/{rate} of a second",
            allowed="a multiple of it, or a higher rate",
        )


def need_turns(body: Body, span: Span) -> None:
    """Report turns in a catalog that does not say what begins one (LG0403)."""
    if body.symbols.turn_event is None and not body.report.lost("turn"):
        body.report.error(
            "LG0403",
            span,
            "turns are counted, and no event begins one",
            allowed="a line such as: turn EVENT",
        )


def need_rate(body: Body, span: Span) -> None:
    """Report seconds in a catalog that has no ``rate`` (LG0402)."""
    if body.symbols.rate is None and not body.report.lost("rate"):
        body.report.error(
            "LG0402",
            span,
            "seconds are counted, and the catalog has no rate",
            allowed="a line such as: rate 10",
        )
