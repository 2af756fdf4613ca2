"""Steps that say what dice, choices and the game will answer."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir import plays as ir_plays
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.elaborate import arguments, elaborate, entity, number
from ledgerc.sema.numbers import number_text
from ledgerc.sema.plays.context import Steps
from ledgerc.sema.symbols import Kind
from ledgerc.syntax import ast


def dice(steps: Steps, node: ast.ScriptDice) -> ir_plays.Step | None:
    """``roll 7, 10``: each a whole number of 1 or more."""
    values: list[ir.Expression] = []
    for each in node.values:
        typed = number(steps.body, each, "what a die shows")
        value = fold.known(typed)
        if value is not None and (not isinstance(value, int) or value < 1):
            steps.report.error(
                "LG0515",
                each.span,
                f"a die shows a whole number of 1 or more, not {number_text(value)}",
            )
        values.append(typed.expression)
    return ir_plays.ScriptRolls(tuple(values), node.span)


def choice(steps: Steps, node: ast.ScriptChoice) -> ir_plays.Step | None:
    """``choose a, b`` / ``choose none`` / ``choose Word``."""
    chosen = tuple(_option(steps, option) for option in node.options)
    return ir_plays.ScriptChoice(chosen, node.span)


def _option(steps: Steps, node: ast.Expression) -> ir.Expression:
    body = steps.body
    if isinstance(node, ast.Reference) and _may_be_word(steps, node.name):
        words = steps.choice_words()
        if node.name.text not in words:
            steps.report.error(
                "LG0511",
                node.span,
                f"no choice of the catalog offers {node.name}, and nothing in this play "
                "is named so",
                allowed=", ".join((*words, *body.scope.visible())) or None,
                suggestion=nearest(node.name.text, (*words, *body.scope.visible())),
            )
        return ir.Named(node.name.text, Type.WORD, node.span)
    return entity(body, node, "what is chosen").expression


def _may_be_word(steps: Steps, name: ast.Name) -> bool:
    """Whether a bare name can be a word: it begins with a capital and names nothing in scope."""
    body = steps.body
    return (
        name.text[:1].isupper()
        and body.scope.find(name.text) is None
        and name.text not in body.analysis.singles
    )


def answer(steps: Steps, node: ast.ScriptAnswer) -> ir_plays.Step | None:
    """``answer QUERY(args) = E``."""
    body = steps.body
    value = number(body, node.value, "the answer")
    name = node.query.function
    found = steps.report.resolve(name, (Kind.QUERY,))
    signature = (
        body.analysis.signatures.get((Kind.QUERY, found.name))
        if found is not None
        else None
    )
    if found is None or signature is None:
        for each in node.query.arguments:
            elaborate(body, each)
        return None
    given = arguments(
        body,
        node.query.arguments,
        signature.parameters,
        node.query.span,
        found.name,
    )
    return ir_plays.ScriptAnswer(found.name, tuple(given), value.expression, node.span)


def seed(steps: Steps, node: ast.Seed) -> ir_plays.Step | None:
    """``seed N``."""
    value = node.value.value
    if not isinstance(value, int) or value < 0:
        steps.report.error(
            "LG0515",
            node.value.span,
            f"a seed is a whole number of 0 or more, not {node.value.text}",
        )
        return None
    return ir_plays.Seed(value, node.span)
