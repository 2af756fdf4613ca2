"""One step of a play as Python: a call of ``ledger_runtime.testing.Play`` (docs/language.md, 5)."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import assert_never

from ledgerc.emit import nodes
from ledgerc.emit.expressions import truth, value
from ledgerc.emit.nodes import Node
from ledgerc.emit.play_commands import command, order
from ledgerc.emit.play_scope import PlayScope
from ledgerc.ir import plays as ir
from ledgerc.ir.expressions import Named
from ledgerc.ir.types import Type


def step_code(step: ir.Step, scope: PlayScope) -> tuple[str, ...]:
    """``step`` as Python lines; names that it makes are known to ``scope`` afterwards."""
    return tuple(map(scope.text, _statements(step, scope)))


def _statements(step: ir.Step, scope: PlayScope) -> Iterable[ast.stmt]:
    match step:
        case ir.Act() | ir.Command():
            yield _command(step, scope)
        case ir.LetName():
            yield _let(step, scope)
        case (
            ir.ScriptRolls()
            | ir.ScriptChoice()
            | ir.ScriptAnswer()
            | ir.Seed()
            | ir.Wait()
        ):
            yield ast.Expr(_script(step, scope))
        case ir.Save():
            yield from _save(scope)
        case (
            ir.ExpectDone()
            | ir.ExpectRefused()
            | ir.ExpectCompare()
            | ir.ExpectTruth()
            | ir.ExpectStanding()
            | ir.ExpectCan()
            | ir.ExpectOver()
            | ir.ExpectLog()
        ):
            yield ast.Expr(_expectation(step, scope))
        case _:
            assert_never(step)


def _command(step: ir.Act | ir.Command, scope: PlayScope) -> ast.stmt:
    if isinstance(step, ir.Act):
        arguments, keywords = order(step, scope)
        return ast.Expr(scope.call("act", *arguments, keywords=keywords))
    call, made = command(step.statement, scope)
    if made is None:
        return ast.Expr(call)
    return assignment(scope.declare(made.name, made.type, made.whole), call)


def _let(step: ir.LetName, scope: PlayScope) -> ast.stmt:
    found = scope.read(step.value)
    if step.type is Type.ENTITY:
        found = scope.call("named", nodes.constant(step.name), found)
    return assignment(scope.declare(step.name, step.type, step.whole), found)


def assignment(local: str, found: Node) -> ast.Assign:
    """``local = found``."""
    return ast.Assign(
        targets=[ast.Name(id=local, ctx=ast.Store())], value=found, lineno=0
    )


def _script(
    step: ir.ScriptRolls | ir.ScriptChoice | ir.ScriptAnswer | ir.Seed | ir.Wait,
    scope: PlayScope,
) -> Node:
    setting = scope.setting
    match step:
        case ir.ScriptRolls(values=values):
            return scope.call("rolls", *(value(each, setting) for each in values))
        case ir.ScriptChoice(chosen=chosen):
            return scope.call("choices", *(value(each, setting) for each in chosen))
        case ir.ScriptAnswer(query=query, arguments=arguments, value=answer):
            asked = nodes.items(*(value(each, setting) for each in arguments))
            return scope.call(
                "answers", nodes.constant(query), asked, value(answer, setting)
            )
        case ir.Seed(value=seed):
            return scope.call("seed", nodes.constant(seed))
        case ir.Wait(seconds=seconds):
            return scope.call("wait", value(seconds, setting))
        case _:
            assert_never(step)


def _save(scope: PlayScope) -> Iterable[ast.stmt]:
    """The names made so far are found again in the copy, all entities in one line."""
    entities = [
        local for local, (type_, _) in scope.made.items() if type_ is Type.ENTITY
    ]
    saved = scope.call("save", *map(nodes.name, entities))
    if entities:
        targets: list[ast.expr] = [
            ast.Name(id=each, ctx=ast.Store()) for each in entities
        ]
        yield ast.Assign(targets=[ast.Tuple(elts=targets)], value=saved, lineno=0)
    else:
        yield ast.Expr(saved)
    for local, (type_, _) in scope.made.items():
        if type_ in (Type.SELECTION, Type.PLACE):
            yield assignment(local, scope.call("again", nodes.name(local)))


Expectation = (
    ir.ExpectDone
    | ir.ExpectRefused
    | ir.ExpectCompare
    | ir.ExpectTruth
    | ir.ExpectStanding
    | ir.ExpectCan
    | ir.ExpectOver
    | ir.ExpectLog
)


def _expectation(step: Expectation, scope: PlayScope) -> Node:
    match step:
        case ir.ExpectDone():
            return scope.call("expect_done")
        case ir.ExpectRefused(code=code, text=text):
            return scope.call("expect_refused", *_texts(code, text))
        case ir.ExpectCompare(left=left, operator=operator, right=right, source=source):
            sign, written, origin = (
                nodes.constant(operator),
                source,
                _origin(step.origin),
            )
            return scope.call(
                "expect",
                scope.read(left),
                sign,
                scope.read(right),
                *_texts(written, origin),
            )
        case ir.ExpectTruth(condition=condition, source=source, origin=origin):
            found = scope.read(condition, truth)
            return scope.call("expect_truth", found, *_texts(source, _origin(origin)))
        case ir.ExpectStanding(entity=entity, standing=standing, source=source):
            method = f"expect_{standing.value}"
            return scope.call(method, scope.read(entity), nodes.constant(source))
        case ir.ExpectCan(can=can, act=act, code=code, text=text):
            arguments, keywords = order(act, scope)
            asked = scope.call("order", *arguments, keywords=keywords)
            method = "expect_can" if can else "expect_cannot"
            return scope.call(method, asked, *_texts(code, text))
        case ir.ExpectOver(over=over, winner=winner):
            if winner is None:
                return scope.call("expect_over" if over else "expect_not_over")
            return scope.call("expect_winner", scope.read(winner))
        case ir.ExpectLog(part=part, lines=lines):
            method = "expect_log_has" if part else "expect_log"
            return scope.call(method, *(_log_line(line, scope) for line in lines))
        case _:
            assert_never(step)


def _texts(*texts: str | None) -> list[Node]:
    """Literals of ``texts``, without those that are left out at the end."""
    found = list(texts)
    while found and found[-1] is None:
        found.pop()
    return [nodes.constant(each) for each in found]


def _origin(origin: ir.Origin | None) -> str | None:
    return f"{origin.kind}: {origin.text}" if origin else None


def _log_line(line: ir.LogLine, scope: PlayScope) -> Node:
    """``("Damage", u, 1)``; a declared thing is its name, as in the log."""
    fields = [
        (
            nodes.constant(each.name)
            if isinstance(each, Named)
            else value(each, scope.setting)
        )
        for each in line.fields
    ]
    return nodes.items(nodes.constant(line.kind), *fields)
