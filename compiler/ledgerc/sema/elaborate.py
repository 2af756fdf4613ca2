"""The core of elaboration: one expression in, its typed form out, with a type it should have.

The handlers of each kind of expression are in ``words``, ``operators``, ``calls`` and
``selections``; ``expressions`` puts them into :data:`HANDLERS` (import the public names there).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledgerc.diagnostics import Note
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema.builtins import TYPE_PHRASES
from ledgerc.sema.context import Body, ParameterType, Typed, fault, holder
from ledgerc.sema.scope import Binding
from ledgerc.source import Span
from ledgerc.syntax import ast

Handler = Callable[[Body, Any, Type | None], Typed]

HANDLERS: dict[type, Handler] = {}


def elaborate(body: Body, node: ast.Expression, wanted: Type | None = None) -> Typed:
    """The typed form of ``node``; ``wanted`` only helps to read bare names and parameters."""
    return HANDLERS[type(node)](body, node, wanted)


def require(
    body: Body, node: ast.Expression, type_: Type, what: str | None = None
) -> Typed:
    """The typed form of ``node``, which must be of the type; reports LG0301 if it is not.

    ``what`` names the place in the message: ``the amount``.
    """
    return conform(
        body, HANDLERS[type(node)](body, node, type_), node.span, type_, what
    )


def conform(
    body: Body, typed: Typed, span: Span, type_: Type, what: str | None = None
) -> Typed:
    """``typed`` as the type that belongs here: an entity may stand for a selection or place."""
    found = typed.type
    if found is type_:
        return typed
    if found is None:
        if typed.binding is not None:
            typed.binding.learn(type_)
        return typed
    if found is Type.ENTITY and type_ is Type.SELECTION:
        return Typed(as_selection(typed.expression, span), Type.SELECTION)
    if found is Type.ENTITY and type_ is Type.PLACE:
        return typed
    wanted = TYPE_PHRASES[type_]
    subject = what or "this"
    message = f"{subject} must be {wanted}, and it is {TYPE_PHRASES[found]}"
    notes: list[Note] = []
    allowed = None
    if found is Type.SELECTION and type_ is Type.ENTITY:
        allowed = "one entity: first(…) of the selection, or for each of it"
    body.report.error("LG0301", span, message, allowed=allowed, notes=notes)
    return fault(span)


def as_selection(value: ir.Expression, span: Span) -> ir.Expression:
    """An entity, or anything that gives a selection, as a selection node."""
    if isinstance(value, ir.Select):
        return value
    return ir.Select(ir.Members(value, span), (), span)


def number(body: Body, node: ast.Expression, what: str | None = None) -> Typed:
    """The typed form of a number."""
    return require(body, node, Type.NUMBER, what)


def truth(body: Body, node: ast.Expression, what: str | None = None) -> Typed:
    """The typed form of a condition."""
    return require(body, node, Type.TRUTH, what)


def entity(body: Body, node: ast.Expression, what: str | None = None) -> Typed:
    """The typed form of one entity."""
    return require(body, node, Type.ENTITY, what)


def selection(body: Body, node: ast.Expression, what: str | None = None) -> Typed:
    """The typed form of a selection."""
    return require(body, node, Type.SELECTION, what)


def subject_or_holder(
    body: Body, node: ast.Expression | None, span: Span, what: str
) -> ir.Expression:
    """The entity that is written, or the holder where none is; LG0306 where there is no holder.

    ``what`` says what to write, such as ``whose Health: x.Health``.
    """
    if node is not None:
        return entity(body, node).expression
    if body.holder:
        return holder(span)
    body.report.error(
        "LG0306",
        span,
        f"there is no holder in {body.place}: say {what}",
    )
    return ir.Nothing(span)


def variable(binding: Binding, span: Span) -> Typed:
    """A read of a name in scope."""
    binding.read = True
    type_ = binding.type
    if type_ is None:
        return Typed(ir.Nothing(span), None, False, binding)
    node: ir.Expression
    if binding.owner == "effect":
        node = ir.EffectParameter(binding.name, type_, binding.whole, span=span)
    elif binding.owner == "ability":
        node = ir.AbilityParameter(binding.name, type_, binding.whole, span=span)
    else:
        node = ir.Variable(
            binding.unique, type_, binding.role, binding.whole, span=span
        )
    return Typed(node, type_, binding.whole, binding)


def arguments(
    body: Body,
    nodes: Sequence[ast.Expression],
    parameters: Sequence[ParameterType],
    span: Span,
    callee: str,
) -> list[ir.Expression]:
    """Arguments by place, each of its parameter's type; LG0303 if there are too few or many."""
    if len(nodes) != len(parameters):
        names = ", ".join(each.name.text for each in parameters)
        body.report.error(
            "LG0303",
            span,
            f"{callee} takes {count_of(len(parameters), 'argument')}, "
            f"and {len(nodes)} {'is' if len(nodes) == 1 else 'are'} given",
            allowed=f"{callee}({names})",
        )
    given = [
        argument(body, node, parameter, callee).expression
        for node, parameter in zip(nodes, parameters, strict=False)
    ]
    return given + [
        elaborate(body, node).expression for node in nodes[len(parameters) :]
    ]


def argument(
    body: Body, node: ast.Expression, parameter: ParameterType, callee: str
) -> Typed:
    """One argument; while the parameter's type is not known, it is evidence of it."""
    if parameter.type is not None:
        what = f"{parameter.name} of {callee}"
        return require(body, node, parameter.type, what)
    typed = elaborate(body, node)
    if typed.type is not None:
        parameter.given = parameter.given or typed.type
    elif typed.binding is not None and parameter.weak is not None:
        typed.binding.learn(parameter.weak)
    return typed


def count_of(number: int, word: str) -> str:
    """``no argument``, ``1 argument``, ``2 arguments``."""
    if number == 0:
        return f"no {word}"
    return f"{number} {word}{'' if number == 1 else 's'}"
