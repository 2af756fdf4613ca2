"""What an effect says of dying, of how often rules act, and of orders."""

from __future__ import annotations

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.sema import fold
from ledgerc.sema.context import Body
from ledgerc.sema.elaborate import number, truth
from ledgerc.sema.names import doable_named, no_arguments
from ledgerc.sema.numbers import number_text
from ledgerc.sema.subjects import event_name, subject
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_COMBINE = {kind.value: kind for kind in ir.Combine}


def dies_of(body: Body, node: ast.DiesAt | ast.DiesWhen) -> ir.Dies | None:
    """``dies at no|full POOL raising EVENT``, ``dies when E raising EVENT``."""
    event = body.report.resolve(
        node.event, (Kind.EVENT,), also=body.template_parameters
    )
    if isinstance(node, ast.DiesWhen):
        condition = truth(body, node.condition, "what follows dies when")
        if event is None:
            return None
        return ir.Dies(
            ir.DiesAt.CONDITION, None, condition.expression, event.name, node.span
        )
    pool = body.report.resolve(node.pool, (Kind.POOL,), also=body.template_parameters)
    if pool is not None and node.bound == "full":
        needs_maximum(body, pool.name, node.pool.span, "dies at full")
    if event is None or pool is None:
        return None
    at = ir.DiesAt.MINIMUM if node.bound == "no" else ir.DiesAt.MAXIMUM
    return ir.Dies(at, pool.name, None, event.name, node.span)


def repeats_of(body: Body, node: ast.Repeats) -> ir.Repeats | None:
    """``repeats EVENT [of holder] for SUBJECT N [combine]``."""
    event = event_name(body, node.event)
    of = subject(body, node.subject)
    count = number(body, node.count, "how often")
    value = fold.known(count)
    if value is not None and (not isinstance(value, int) or value < 0):
        body.report.error(
            "LG0310" if value >= 0 else "LG0309",
            node.count.span,
            f"rules act a whole number of times, not {number_text(value)}",
        )
    if event is None or of is None:
        return None
    combine = _COMBINE[node.mode] if node.mode else ir.Combine.HIGHEST
    return ir.Repeats(event, node.of_holder, of, count.expression, combine, node.span)


def forbids_of(body: Body, node: ast.Forbids) -> ir.Forbids | None:
    """``forbids ABILITY|TAG for SUBJECT [when E] else "…"``."""
    doable = doable_named(body, node.ability.name)
    no_arguments(body, node.ability)
    of = subject(body, node.subject)
    when = None
    if node.condition is not None:
        when = truth(body, node.condition, "what follows when").expression
    if doable is None or of is None:
        return None
    return ir.Forbids(doable[0], doable[1], of, when, node.message.value, node.span)


def needs_maximum(body: Body, pool: str, span: Span, what: str) -> None:
    """Report a pool that is never full, since it has no maximum (LG0423)."""
    declared = body.analysis.pool(pool)
    if declared.maximum is None:
        body.report.error(
            "LG0423",
            span,
            f"{what} needs a maximum, and {pool} has none",
            allowed=f"pool {pool} max …",
            notes=[Note(f"{pool} is declared here", declared.span)],
        )
