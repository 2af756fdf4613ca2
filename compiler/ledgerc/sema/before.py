"""Statements of before rules: what they do to the event that they meet."""

from __future__ import annotations

from ledgerc.ir import statements as ir
from ledgerc.sema.changes import check_not_negative
from ledgerc.sema.context import Body
from ledgerc.sema.elaborate import entity, number
from ledgerc.source import Span
from ledgerc.syntax import ast


def _in_before(body: Body, span: Span, word: str, *, changes: bool = False) -> None:
    """Report a statement that belongs into a before rule (LG0411), of changes (LG0412)."""
    if not body.before:
        body.report.error(
            "LG0411",
            span,
            f"{word} means nothing in {body.place}",
            allowed=f"{word} in the body of a before rule",
        )
    elif (
        changes
        and body.event is not None
        and not (body.event.changes or body.event.open)
    ):
        body.report.error(
            "LG0412",
            span,
            f"{word} needs a change of a pool, and {body.event.what} is none",
            allowed="a rule of a damage, a healing, or a change, gain, spend or set of a pool",
        )


def prevent(body: Body, node: ast.Prevent) -> ir.Statement | None:
    """``prevent``."""
    _in_before(body, node.span, "prevent")
    return ir.Prevent(node.span)


def redirect(body: Body, node: ast.Redirect) -> ir.Statement | None:
    """``redirect to x``."""
    _in_before(body, node.span, "redirect")
    to = entity(body, node.to, "what follows to")
    return ir.Redirect(to.expression, node.span)


def set_amount(body: Body, node: ast.SetAmount) -> ir.Statement | None:
    """``set event.amount E``."""
    _in_before(body, node.span, "set event.amount", changes=True)
    return ir.SetAmount(number(body, node.value, "the amount").expression, node.span)


def absorb(body: Body, node: ast.Absorb) -> ir.Statement | None:
    """``absorb E``."""
    _in_before(body, node.span, "absorb", changes=True)
    amount = number(body, node.amount, "the amount")
    check_not_negative(body, amount, node.amount.span, "absorb")
    return ir.Absorb(amount.expression, node.span)
