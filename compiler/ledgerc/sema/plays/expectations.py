"""Steps that compare: each ``expect``."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir import plays as ir_plays
from ledgerc.sema.elaborate import entity, number, truth
from ledgerc.sema.names import no_arguments, thing_named
from ledgerc.sema.operators import equality, sides
from ledgerc.sema.plays.commands import OrderParts, order
from ledgerc.sema.plays.context import Steps
from ledgerc.sema.plays.log_lines import log_line
from ledgerc.sema.plays.refusals import refusal
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_WORDS = ("done", "refused", "over")
"""What may stand alone after ``expect``, beside a name."""

_STANDINGS = {each.value: each for each in ir_plays.Standing}


def done(steps: Steps, node: ast.ExpectDone) -> ir_plays.Step | None:
    """``expect done``, after a command."""
    if steps.last_command is None:
        _no_command(steps, node.span, "expect done")
    return ir_plays.ExpectDone(node.span)


def refused(steps: Steps, node: ast.ExpectRefused) -> ir_plays.Step | None:
    """``expect refused``, on the line after its command."""
    if not steps.just_ran:
        _no_command(steps, node.span, "expect refused")
    ability: str | None = None
    if isinstance(steps.last_command, ast.Act):
        name = steps.last_command.ability.name.text
        ability = name if name in steps.catalog.ability else None
    code, text = refusal(steps, node.refusal, ability)
    return ir_plays.ExpectRefused(code, text, node.span)


def _no_command(steps: Steps, span: Span, words: str) -> None:
    if steps.body.incomplete:
        return  # the command may be a line that did not parse
    where = "before it" if steps.last_command is None else "on the line before it"
    steps.report.error(
        "LG0510",
        span,
        f"{words} speaks of a command, and there is none {where}",
        allowed=f"{words} right after the command, or another expect",
    )


def compare(steps: Steps, node: ast.ExpectCompare) -> ir_plays.Step | None:
    """``expect A = B`` and the other comparisons."""
    body = steps.body
    if node.comparison in ("=", "!="):
        left, right = sides(body, node.left, node.right)
        equality(body, "==", left, right, node.left.span.through(node.right.span))
    else:
        left = number(body, node.left, f"what stands before {node.comparison}")
        right = number(body, node.right, f"what stands after {node.comparison}")
    return ir_plays.ExpectCompare(
        left.expression,
        node.comparison,
        right.expression,
        _origin(node.provenance),
        steps.as_written(node.left.span, node.right.span),
        node.span,
    )


def truth_of(steps: Steps, node: ast.ExpectTruth) -> ir_plays.Step | None:
    """``expect CONDITION``."""
    if _is_misspelt_word(steps, node.condition):
        return None
    condition = truth(steps.body, node.condition, "what is expected")
    return ir_plays.ExpectTruth(
        condition.expression,
        _origin(node.provenance),
        steps.as_written(node.condition.span),
        node.span,
    )


def _is_misspelt_word(steps: Steps, node: ast.Expression) -> bool:
    """Whether a bare name that means nothing was to be ``done``, ``refused`` or ``over``."""
    if not isinstance(node, ast.Reference):
        return False
    name = node.name
    meant = nearest(name.text, (*steps.body.scope.visible(), *_WORDS))
    if steps.body.scope.find(name.text) is not None or meant not in _WORDS:
        return False
    steps.report.unresolved(
        name, (), also=_WORDS, message=f"nothing that is expected is named {name}"
    )
    return True


def _origin(node: ast.Provenance | None) -> ir_plays.Origin | None:
    if node is None:
        return None
    return ir_plays.Origin(node.word.text, node.text.strip())


def state(steps: Steps, node: ast.ExpectState) -> ir_plays.Step | None:
    """``expect x gone`` and ``expect x alive``."""
    subject = entity(steps.body, node.subject, f"what is {node.state}")
    return ir_plays.ExpectStanding(
        subject.expression,
        _STANDINGS[node.state],
        steps.as_written(node.subject.span),
        node.span,
    )


def held(steps: Steps, node: ast.ExpectHeld) -> ir_plays.Step | None:
    """``expect x has THING`` and ``expect x lacks THING``: a tag or an effect."""
    body = steps.body
    subject = entity(body, node.subject, f"what {node.verb} it").expression
    name = node.thing.name
    condition: ir.Expression
    if name.text in body.symbols.tables[Kind.EFFECT]:
        found = thing_named(body, Kind.EFFECT, node.thing)
        if found is None:
            return None
        condition = ir.HoldsEffect(subject, found.name, node.span)
    else:
        found = steps.report.resolve(name, (Kind.TAG, Kind.EFFECT))
        if found is None:
            return None
        condition = ir.HasTag(subject, found.name, node.span)
    no_arguments(body, node.thing)
    if node.verb == "lacks":
        condition = ir.Not(condition, node.span)
    written = steps.as_written(node.subject.span, node.thing.span)
    return ir_plays.ExpectTruth(condition, None, written, node.span)


def can(steps: Steps, node: ast.ExpectOrder) -> ir_plays.Step | None:
    """``expect can …`` and ``expect cannot … [CODE ["…"]]``."""
    made = order(
        steps,
        OrderParts(node.who, node.ability, node.targets, node.carries, node.span),
    )
    code, text = refusal(steps, node.refusal, made.ability if made else None)
    if made is None:
        return None
    return ir_plays.ExpectCan(node.possible, made, code, text, node.span)


def over(steps: Steps, node: ast.ExpectOver) -> ir_plays.Step | None:
    """``expect over`` and ``expect not over``."""
    _needs_ending(steps, node.span)
    return ir_plays.ExpectOver(node.over, None, node.span)


def winner(steps: Steps, node: ast.ExpectWinner) -> ir_plays.Step | None:
    """``expect winner x``."""
    _needs_ending(steps, node.span)
    who = entity(steps.body, node.winner, "the winner")
    return ir_plays.ExpectOver(True, who.expression, node.span)


def _needs_ending(steps: Steps, span: Span) -> None:
    if not steps.catalog.endings:
        steps.report.error(
            "LG0513",
            span,
            "the catalog does not say when a match is over",
            allowed="a line in the catalog such as: ends when count(all) == 1",
        )


def log(steps: Steps, node: ast.ExpectLog) -> ir_plays.Step | None:
    """``expect log`` and ``expect log has``, of the last command."""
    words = "expect log has" if node.part else "expect log"
    if steps.last_command is None:
        _no_command(steps, node.span, words)
    lines = [log_line(steps, entry) for entry in node.entries]
    if node.part and not node.entries:
        steps.report.error(
            "LG0512",
            node.span,
            "expect log has names no entry",
            allowed="the entries below it, one a line",
        )
    return ir_plays.ExpectLog(
        node.part, tuple(line for line in lines if line is not None), node.span
    )
