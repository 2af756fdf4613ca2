"""Plays of the IR as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ledgerc.ir import plays as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.print_expressions import (
    print_arguments,
    print_expression,
    print_text,
)
from ledgerc.ir.print_statements import print_carried, print_statement

_STEP = "  "


def print_play(file: ir.PlayFile) -> str:
    """The whole of a play file; ends with a line end."""
    blocks: list[tuple[str, ...]] = [(f"plays {file.name}", f"catalog {file.catalog}")]
    blocks += [tuple(_scene(each)) for each in file.scenes]
    blocks += [tuple(_play(each)) for each in file.plays]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _scene(scene: ir.Scene) -> Iterator[str]:
    yield f"scene {scene.name}"
    yield from _steps(scene.steps)


def _play(play: ir.Play) -> Iterator[str]:
    scene = f" in {play.scene}" if play.scene else ""
    names = f" with {', '.join(play.parameters)}" if play.parameters else ""
    yield f"play {print_text(play.title)}{scene}{names}"
    for row in play.rows:
        yield f"{_STEP}row {_listed(row)}"
    yield from _steps(play.steps)


def _listed(expressions: Iterable[Expression]) -> str:
    return ", ".join(map(print_expression, expressions))


def _steps(steps: tuple[ir.Step, ...]) -> Iterator[str]:
    for step in steps:
        yield from _step(step)


def _step(step: ir.Step) -> Iterator[str]:
    match step:
        case ir.Command(statement=statement):
            yield from print_statement(statement, _STEP)
        case ir.ExpectLog(part=part, lines=lines):
            yield f"{_STEP}expect log{' has' if part else ''}"
            for line in lines:
                fields = "".join(f" {print_expression(each)}" for each in line.fields)
                yield f"{_STEP}{_STEP}{line.kind}{fields}"
        case _:
            yield _STEP + _line(step)


_Line = (
    ir.Act
    | ir.LetName
    | ir.ScriptRolls
    | ir.ScriptChoice
    | ir.ScriptAnswer
    | ir.Seed
    | ir.Wait
    | ir.Save
    | ir.ExpectDone
    | ir.ExpectRefused
    | ir.ExpectCompare
    | ir.ExpectTruth
    | ir.ExpectStanding
    | ir.ExpectCan
    | ir.ExpectOver
)


def _line(step: _Line) -> str:
    match step:
        case ir.Act():
            return f"act {_order(step)}"
        case ir.LetName(name=name, type=type_, value=value):
            return f"let ${name}: {type_.value} = {print_expression(value)}"
        case ir.ScriptRolls(values=values):
            return f"roll {_listed(values)}"
        case ir.ScriptChoice(chosen=chosen):
            return f"choose {_listed(chosen) or 'none'}"
        case ir.ScriptAnswer(query=query, arguments=arguments, value=value):
            asked = f"{query}{print_arguments(arguments)}"
            return f"answer {asked} = {print_expression(value)}"
        case ir.Seed(value=seed):
            return f"seed {seed}"
        case ir.Wait(seconds=seconds):
            return f"wait {print_expression(seconds)} seconds"
        case ir.Save():
            return "save"
        case ir.ExpectDone():
            return "expect done"
        case ir.ExpectRefused(code=code, text=text):
            return f"expect refused{_refusal(code, text)}"
        case ir.ExpectCompare(left=left, operator=operator, right=right):
            sides = f"{print_expression(left)} {operator} {print_expression(right)}"
            return f"expect {sides}{_origin(step.origin)}"
        case ir.ExpectTruth(condition=condition, origin=origin):
            return f"expect {print_expression(condition)}{_origin(origin)}"
        case ir.ExpectStanding(entity=entity, standing=standing):
            return f"expect {print_expression(entity)} {standing.value}"
        case ir.ExpectCan(can=can, act=act, code=code, text=text):
            word = "can" if can else "cannot"
            return f"expect {word} {_order(act)}{_refusal(code, text)}"
        case ir.ExpectOver(over=over, winner=winner):
            if winner is None:
                return "expect over" if over else "expect not over"
            return f"expect winner {print_expression(winner)}"
        case _:
            assert_never(step)


def _order(act: ir.Act) -> str:
    at = f" at {_listed(act.targets)}" if act.targets else ""
    if act.place is not None:
        at = f" at {print_expression(act.place)}"
    return f"{print_expression(act.actor)} {act.ability}{at}{print_carried(act.props)}"


def _refusal(code: str | None, text: str | None) -> str:
    words = f" {code}" if code else ""
    return words + (f" {print_text(text)}" if text is not None else "")


def _origin(origin: ir.Origin | None) -> str:
    return f" from {origin.kind}: {origin.text}" if origin else ""
