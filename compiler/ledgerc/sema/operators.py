"""Elaboration of operators: arithmetic, comparisons, logic and ``if … then … else``."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.builtins import TYPE_PHRASES
from ledgerc.sema.context import Body, Typed, fault, unknown
from ledgerc.sema.elaborate import conform, elaborate, number, truth
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_COMPARABLE = (Type.NUMBER, Type.TRUTH, Type.ENTITY, Type.PHASE, Type.WORD)
_ORDERED = ("<", "<=", ">", ">=")


def unary(body: Body, node: ast.Unary, _wanted: Type | None) -> Typed:
    """``-x`` and ``not x``."""
    if node.operator == "-":
        operand = number(body, node.operand, "what follows the minus")
        if operand.type is None:
            return unknown(node.span, Type.NUMBER)
        return fold.negate(operand, node.span)
    operand = truth(body, node.operand, "what follows not")
    return fold.negation(operand, node.span)


def binary(body: Body, node: ast.Binary, _wanted: Type | None) -> Typed:
    """An operator between two operands."""
    if node.operator in ("and", "or"):
        return _logical(body, node)
    if node.operator in ("+", "-", "*", "/"):
        left = number(body, node.left, f"what stands before {node.operator}")
        right = number(body, node.right, f"what stands after {node.operator}")
        if node.operator == "/" and fold.known(right) == 0 and not body.play:
            body.report.error("LG0308", node.right.span, "this divides by 0")
            return unknown(node.span, Type.NUMBER)
        if left.type is None or right.type is None:
            return unknown(node.span, Type.NUMBER)
        return fold.arithmetic(node.operator, left, right, node.span)
    if node.operator in _ORDERED:
        left = number(body, node.left, f"what stands before {node.operator}")
        right = number(body, node.right, f"what stands after {node.operator}")
        if left.type is None or right.type is None:
            return unknown(node.span, Type.TRUTH)
        return fold.compare(node.operator, left, right, node.span)
    left, right = sides(body, node.left, node.right)
    return equality(body, node.operator, left, right, node.span)


def _logical(body: Body, node: ast.Binary) -> Typed:
    """``a and b and c`` as one node: chains of the same operator are written flat."""
    parts: list[ast.Expression] = [node.right]
    first = node.left
    while (
        isinstance(first, ast.Binary)
        and first.operator == node.operator
        and not first.parentheses
    ):
        parts.append(first.right)
        first = first.left
    parts.append(first)
    what = f"each side of {node.operator}"
    operands = [truth(body, part, what).expression for part in reversed(parts)]
    return fold.logical(node.operator, operands, node.span)


def sides(
    body: Body, left: ast.Expression, right: ast.Expression
) -> tuple[Typed, Typed]:
    """Both sides of an equality; the one whose type is clear helps to read the other."""
    if _is_plain_name(body, left) and not _is_plain_name(body, right):
        second = elaborate(body, right)
        first = _beside(body, left, second)
        _learn(second, first)
        return first, second
    first = elaborate(body, left)
    second = _beside(body, right, first)
    _learn(first, second)
    return first, second


def _learn(one: Typed, other: Typed) -> None:
    """Let a parameter whose type is not known be of the type that it is compared with."""
    if one.type is None and one.binding is not None and other.type is not None:
        one.binding.learn(other.type)


def _beside(body: Body, node: ast.Expression, other: Typed) -> Typed:
    """One side of an equality, beside the other: a word of its choice, or of its type."""
    if (
        other.binding is not None
        and other.binding.words
        and isinstance(node, ast.Reference)
    ):
        words = other.binding.words
        if node.name.text not in words:
            body.report.error(
                "LG0212",
                node.span,
                f"{node.name.text} is no word of this choice",
                allowed=", ".join(words),
                suggestion=nearest(node.name.text, words),
            )
            return fault(node.span)
        return Typed(ir.Named(node.name.text, Type.WORD, node.span), Type.WORD)
    wanted = other.type
    if wanted is None and other.binding is not None and _names_a_phase(body, node):
        wanted = Type.PHASE  # a parameter that is compared with a phase is one
    typed = elaborate(body, node, wanted)
    _learn(typed, other)
    return typed


def _names_a_phase(body: Body, node: ast.Expression) -> bool:
    """Whether a bare name means a phase, if anything."""
    return (
        isinstance(node, ast.Reference)
        and _is_plain_name(body, node)
        and node.name.text in body.symbols.tables[Kind.PHASE]
    )


def _is_plain_name(body: Body, node: ast.Expression) -> bool:
    """Whether a bare name means nothing by itself: a phase, or a word of a choice."""
    return (
        isinstance(node, ast.Reference)
        and body.scope.find(node.name.text) is None
        and node.name.text not in body.symbols.tables[Kind.CONSTANT]
        and node.name.text not in body.analysis.singles
    )


def equality(body: Body, operator: str, left: Typed, right: Typed, span: Span) -> Typed:
    """``==`` and ``!=`` of two things of one type; LG0302 where they cannot be the same."""
    if left.type is None or right.type is None:
        return unknown(span, Type.TRUTH)
    if left.type is not right.type or left.type not in _COMPARABLE:
        body.report.error(
            "LG0302",
            span,
            f"{TYPE_PHRASES[left.type]} and {TYPE_PHRASES[right.type]} "
            "cannot be compared",
            allowed="two numbers, two entities, two truths, two phases or two words",
        )
        return unknown(span, Type.TRUTH)
    if left.type is Type.NUMBER:
        return fold.compare(operator, left, right, span)
    return Typed(
        ir.Compare(operator, left.expression, right.expression, span), Type.TRUTH
    )


def conditional(body: Body, node: ast.Conditional, wanted: Type | None) -> Typed:
    """``if A then B else C``: both branches are of one type."""
    condition = truth(body, node.condition, "what follows if")
    then = elaborate(body, node.consequence, wanted)
    otherwise = elaborate(body, node.alternative, wanted or then.type)
    type_ = then.type or otherwise.type
    if type_ is None:
        return Typed(then.expression, None, False, then.binding or otherwise.binding)
    if {then.type, otherwise.type} == {Type.ENTITY, Type.SELECTION}:
        type_ = Type.SELECTION
        then = conform(body, then, node.consequence.span, type_)
        otherwise = conform(body, otherwise, node.alternative.span, type_)
    elif {then.type, otherwise.type} == {Type.ENTITY, Type.PLACE}:
        type_ = Type.PLACE
    for branch in (then, otherwise):
        if branch.type is None:
            if branch.binding is not None:
                branch.binding.learn(type_)
            return Typed(branch.expression, type_)
    if then.type is not otherwise.type and type_ is not Type.PLACE:
        assert then.type is not None
        assert otherwise.type is not None
        body.report.error(
            "LG0305",
            node.span,
            f"then gives {TYPE_PHRASES[then.type]} and else gives "
            f"{TYPE_PHRASES[otherwise.type]}",
            allowed="two branches of one type",
        )
        return fault(node.span)
    if isinstance(condition.expression, ir.Truth):
        return then if condition.expression.value else otherwise
    whole = then.whole and otherwise.whole
    return Typed(
        ir.Conditional(
            condition.expression,
            then.expression,
            otherwise.expression,
            type_,
            whole,
            node.span,
        ),
        type_,
        whole,
    )
