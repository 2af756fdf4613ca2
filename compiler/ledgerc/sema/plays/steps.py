"""One step in, its IR out: hands each kind of step to its reader."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.ir import plays as ir
from ledgerc.sema.plays import commands, expectations, scripts
from ledgerc.sema.plays.context import Steps
from ledgerc.syntax import ast


def read_steps(steps: Steps, nodes: Sequence[ast.Step]) -> tuple[ir.Step, ...]:
    """The steps in order; those with a fault are left out, ``row`` lines are none."""
    made: list[ir.Step] = []
    for node in nodes:
        if isinstance(node, ast.Row):
            continue
        step = _read(steps, steps.instances.resolve(node))
        if step is not None:
            made.append(step)
        _remember(steps, node)
    return tuple(made)


def _remember(steps: Steps, node: ast.Step) -> None:
    """Keep in mind whether ``node`` was a command."""
    command = _command(node)
    steps.just_ran = command is not None
    if command is not None:
        steps.last_command = command


def _command(node: ast.Step) -> ast.Command | None:
    """``node`` if it is a command; a ``let`` of a value is none, one of a ``do`` is."""
    match node:
        case (
            ast.Row()
            | ast.Let()
            | ast.ScriptDice()
            | ast.ScriptChoice()
            | ast.ScriptAnswer()
            | ast.Seed()
            | ast.Save()
            | ast.ExpectDone()
            | ast.ExpectRefused()
            | ast.ExpectCompare()
            | ast.ExpectTruth()
            | ast.ExpectState()
            | ast.ExpectHeld()
            | ast.ExpectOrder()
            | ast.ExpectOver()
            | ast.ExpectWinner()
            | ast.ExpectLog()
        ):
            return None
        case _:
            return node


def _read(steps: Steps, node: ast.Step) -> ir.Step | None:
    match node:
        case ast.Row():
            return None
        case ast.Act():
            return commands.act(steps, node)
        case ast.Wait():
            return commands.wait(steps, node)
        case ast.ScriptDice():
            return scripts.dice(steps, node)
        case ast.ScriptChoice():
            return scripts.choice(steps, node)
        case ast.ScriptAnswer():
            return scripts.answer(steps, node)
        case ast.Seed():
            return scripts.seed(steps, node)
        case ast.Save():
            return ir.Save(node.span)
        case ast.ExpectDone():
            return expectations.done(steps, node)
        case ast.ExpectRefused():
            return expectations.refused(steps, node)
        case ast.ExpectCompare():
            return expectations.compare(steps, node)
        case ast.ExpectTruth():
            return expectations.truth_of(steps, node)
        case ast.ExpectState():
            return expectations.state(steps, node)
        case ast.ExpectHeld():
            return expectations.held(steps, node)
        case ast.ExpectOrder():
            return expectations.can(steps, node)
        case ast.ExpectOver():
            return expectations.over(steps, node)
        case ast.ExpectWinner():
            return expectations.winner(steps, node)
        case ast.ExpectLog():
            return expectations.log(steps, node)
        case _:
            return commands.statement(steps, node)
