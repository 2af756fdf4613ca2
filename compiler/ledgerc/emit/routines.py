"""Formulas and routines as functions of the module."""

from __future__ import annotations

from ledgerc.emit import expressions
from ledgerc.emit.nodes import text_of
from ledgerc.emit.setting import Context, Setting, annotation
from ledgerc.emit.statements import body_lines, marker
from ledgerc.emit.views import FunctionView, described
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.types import Type


def formula_views(context: Context) -> tuple[FunctionView, ...]:
    """All formulas, in catalog order."""
    return tuple(_formula_view(each, context) for each in context.catalog.formulas)


def _parameters(
    declared: tuple[ir.Parameter, ...], setting: Setting, of_world: bool
) -> str:
    written = ["w: World"] if of_world else []
    for each in declared:
        local = setting.declare_fresh(each.name)
        written.append(f"{local}: {annotation(each.type, each.whole)}")
    return ", ".join(written)


def _formula_view(formula: ir.Formula, context: Context) -> FunctionView:
    setting = Setting(context, context.names.locals(), asker=formula.name)
    of_world = formula.name in context.formulas_of_world
    parameters = _parameters(formula.parameters, setting, of_world)
    given = text_of(expressions.value(formula.value, setting))
    return FunctionView(
        name=context.names.formula[formula.name],
        parameters=parameters,
        returns=annotation(formula.type, formula.whole),
        lines=(marker(formula.span), f"return {given}"),
        docstring=described(f"formula {formula.name}", formula.span, formula.doc),
    )


def routine_views(context: Context) -> tuple[FunctionView, ...]:
    """All routines, in catalog order."""
    return tuple(_routine_view(each, context) for each in context.catalog.routines)


def _routine_view(routine: ir.Routine, context: Context) -> FunctionView:
    setting = Setting(context, context.names.locals(), asker=routine.name)
    parameters = _parameters(routine.parameters, setting, True)
    returns = "None"
    if routine.result is not None:
        returns = annotation(routine.result, routine.result_whole)
        setting.stop = f"return {_NEUTRAL[routine.result]}"
    lines = body_lines(routine.body, setting)
    if routine.result is not None and not _ends_in_result(routine.body):
        lines.append(setting.stop)
    return FunctionView(
        name=context.names.routine[routine.name],
        parameters=parameters,
        returns=returns,
        lines=tuple(lines),
        docstring=described(f"routine {routine.name}", routine.span, routine.doc),
    )


_NEUTRAL = {
    Type.NUMBER: "0",
    Type.TRUTH: "False",
    Type.ENTITY: "nothing",
    Type.SELECTION: "[]",
    Type.TEXT: "''",
    Type.WORD: "''",
    Type.PHASE: "''",
    Type.PLACE: "runtime.Point(0, 0)",
}
"""What a routine gives that stops early, by the type of its result."""


def _ends_in_result(body: tuple[statements.Statement, ...]) -> bool:
    return bool(body) and isinstance(body[-1], statements.Result)
