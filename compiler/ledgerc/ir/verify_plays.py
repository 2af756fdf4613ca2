"""The verifier's part for plays: names, types and refusals, against the catalog."""

from __future__ import annotations

from typing import assert_never

from ledgerc.ir import catalog as declared
from ledgerc.ir import plays as ir
from ledgerc.ir.expressions import Expression, Number, Role
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from ledgerc.ir.verify import InvariantError
from ledgerc.ir.verify_expressions import (
    verify_arguments,
    verify_entity,
    verify_expression,
    verify_number,
    verify_place,
)
from ledgerc.ir.verify_scope import Scope, Tables
from ledgerc.ir.verify_statements import verify_carried, verify_statement

_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def verify_play(file: ir.PlayFile, catalog: declared.Catalog) -> None:
    """Check every invariant of ``file``, whose catalog is ``catalog``.

    Raises InvariantError with all that is wrong.
    """
    tables = Tables(catalog)
    scenes: dict[str, ir.Scene] = {}
    for scene in file.scenes:
        if scene.name in scenes:
            tables.problem(scene.span, f"the scene {scene.name!r} is there twice")
        scenes[scene.name] = scene
        _steps(scene.steps, Scope(tables, binds=Role.PLAY))
    titles: set[str] = set()
    for play in file.plays:
        if play.title in titles:
            tables.problem(play.span, f"the play {play.title!r} is there twice")
        titles.add(play.title)
        scope = Scope(tables, binds=Role.PLAY, parameters=_parameters(play, tables))
        if play.scene is not None and tables.known(
            play.span, "scene", play.scene, scenes
        ):
            # What the scene's steps do wrong is told once, where the scene is looked at.
            told = len(tables.problems)
            _steps(scenes[play.scene].steps, scope)
            del tables.problems[told:]
        _steps(play.steps, scope)
    if tables.problems:
        raise InvariantError(tuple(tables.problems))


def _parameters(play: ir.Play, tables: Tables) -> dict[str, declared.Parameter]:
    """The parameters with the types of the rows' values."""
    if bool(play.parameters) is not bool(play.rows):
        tables.problem(play.span, "names without rows, or rows without names")
    parameters: dict[str, declared.Parameter] = {}
    for row in play.rows:
        if len(row) != len(play.parameters):
            tables.problem(play.span, f"{len(row)} values in a row")
    for index, name in enumerate(play.parameters):
        column = [row[index] for row in play.rows if index < len(row)]
        types = dict.fromkeys(type_of(value) for value in column)
        if len(types) != 1:
            tables.problem(play.span, f"{name!r} has {len(types)} types")
        whole = all(is_whole(value) for value in column)
        type_ = next(iter(types), Type.NUMBER)
        parameters[name] = declared.Parameter(name, type_, whole, play.span)
    return parameters


def _steps(steps: tuple[ir.Step, ...], scope: Scope) -> None:
    for step in steps:
        _step(step, scope)


def _step(step: ir.Step, scope: Scope) -> None:
    tables = scope.tables
    match step:
        case ir.Act():
            _act(step, scope)
        case ir.Command(statement=statement):
            verify_statement(statement, scope)
        case ir.LetName(name=name, type=type_, whole=whole, value=value):
            verify_expression(value, scope, type_)
            scope.bind(step.span, name, type_, whole)
        case ir.ScriptRolls(values=values):
            for value in values:
                verify_number(value, scope)
        case ir.ScriptChoice(chosen=chosen):
            for value in chosen:
                verify_expression(value, scope, Type.ENTITY, Type.WORD)
        case ir.ScriptAnswer(query=query, arguments=arguments, value=value):
            verify_number(value, scope)
            if tables.known(step.span, "query", query, tables.queries):
                parameters = tables.queries[query].parameters
                verify_arguments(arguments, parameters, scope, step.span)
        case ir.Wait(seconds=seconds):
            _wait(seconds, scope)
        case ir.Seed() | ir.Save() | ir.ExpectDone() | ir.ExpectRefused():
            pass
        case (
            ir.ExpectCompare()
            | ir.ExpectTruth()
            | ir.ExpectStanding()
            | ir.ExpectCan()
            | ir.ExpectOver()
            | ir.ExpectLog()
        ):
            _expectation(step, scope)
        case _:
            assert_never(step)


_Expectation = (
    ir.ExpectCompare
    | ir.ExpectTruth
    | ir.ExpectStanding
    | ir.ExpectCan
    | ir.ExpectOver
    | ir.ExpectLog
)


def _expectation(step: _Expectation, scope: Scope) -> None:
    match step:
        case ir.ExpectCompare(left=left, operator=operator, right=right):
            if operator not in _COMPARISONS:
                scope.tables.problem(step.span, f"no comparison is {operator!r}")
            ordered = operator not in ("=", "!=")
            type_ = Type.NUMBER if ordered else type_of(left)
            verify_expression(left, scope, type_)
            verify_expression(right, scope, type_)
        case ir.ExpectTruth(condition=condition):
            verify_expression(condition, scope, Type.TRUTH)
        case ir.ExpectStanding(entity=entity):
            verify_entity(entity, scope)
        case ir.ExpectCan(can=can, act=act, code=code):
            _act(act, scope)
            if can and code is not None:
                scope.tables.problem(step.span, "what can be done is refused")
        case ir.ExpectOver(winner=winner):
            verify_entity(winner, scope)
        case ir.ExpectLog(lines=lines):
            for line in lines:
                for value in line.fields:
                    verify_expression(value, scope)
        case _:
            assert_never(step)


def _act(act: ir.Act, scope: Scope) -> None:
    tables = scope.tables
    verify_entity(act.actor, scope)
    tables.known(act.span, "ability", act.ability, tables.catalog.ability)
    if act.targets and act.place is not None:
        tables.problem(act.span, "an order at entities and at a place")
    for target in act.targets:
        verify_expression(target, scope, Type.ENTITY, Type.SELECTION)
    verify_place(act.place, scope)
    verify_carried(act.props, "prop", Type.NUMBER, scope)


def _wait(seconds: Expression, scope: Scope) -> None:
    verify_number(seconds, scope)
    rate = scope.tables.catalog.rate
    if rate is None:
        scope.tables.problem(seconds.span, "seconds without a rate")
    elif isinstance(seconds, Number) and (seconds.value * rate) % 1 != 0:
        scope.tables.problem(seconds.span, "no whole number of ticks")
