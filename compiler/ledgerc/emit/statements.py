"""Statements of the IR as lines of Python, each under the marker of its place."""

from __future__ import annotations

from typing import assert_never

from ledgerc.emit import changes, expressions, nodes, selections
from ledgerc.emit.escape import comment
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.setting import Setting, annotation
from ledgerc.ir import statements as ir
from ledgerc.ir.expressions import Expression
from ledgerc.source import Span

INDENT = "    "

_SHARED = ("bool", "int", "Entity")
"""Python types of which mypy infers exactly one from any value that has them."""


def marker(span: Span) -> str:
    """The comment line that names a place in a catalog."""
    return f"# {comment(span.place)}"


def indented(lines: list[str]) -> list[str]:
    """``lines`` one level further in; a block with no statement gets a ``pass``."""
    if all(line.lstrip().startswith("#") for line in lines):
        lines = [*lines, "pass"]
    return [INDENT + line for line in lines]


def tested(tests: list[Node], lines: list[str]) -> list[str]:
    """``lines`` under one ``if``, or as they are where there is nothing to test."""
    if not tests:
        return lines
    return [f"if {text_of(nodes.both(*tests))}:", *indented(lines)]


def each_held(
    holder: Node, effect: str, instance: str, tests: list[Node], lines: list[str]
) -> list[str]:
    """``lines`` for each instance of a generated effect class that passes ``tests``.

    The effects that an entity holds are a tuple that is replaced and never changed, so rules may
    run in the loop. That is faster than to ask for a list of the instances.
    """
    held = nodes.call("isinstance", nodes.name(instance), nodes.name(effect))
    effects = text_of(nodes.attribute(holder, "effects"))
    return [
        f"for {instance} in {effects}:",
        *indented(tested([held], tested(tests, lines))),
    ]


def body_lines(body: tuple[ir.Statement, ...], setting: Setting) -> list[str]:
    """The lines of ``body``, unindented; none where it holds no statement."""
    lines: list[str] = []
    for statement in body:
        lines.append(marker(statement.span))
        lines.extend(_lines(statement, setting))
    return lines


def _lines(statement: ir.Statement, setting: Setting) -> list[str]:
    """One statement, without its marker."""
    match statement:
        case ir.Let(name=name, value=value):
            read = text_of(expressions.value(value, setting))
            return [f"{_declared(statement, name, setting)} = {read}"]
        case (
            ir.ChangePool()
            | ir.Deal()
            | ir.Raise()
            | ir.Give()
            | ir.Take()
            | ir.TakeAll()
            | ir.RemoveSelf()
            | ir.Make()
            | ir.Copy()
            | ir.Turn()
            | ir.Destroy()
            | ir.Remove()
            | ir.Shuffle()
            | ir.Place()
            | ir.PointLink()
            | ir.Perform()
            | ir.Advance()
            | ir.NoteText()
            | ir.Settle()
            | ir.Do()
        ):
            return changes.change_lines(statement, setting)
        case ir.Move():
            return _move(statement, setting)
        case ir.ForEach() | ir.Repeat() | ir.RepeatUntil():
            return _loop(statement, setting)
        case ir.If():
            return _branches(statement, setting)
        case ir.AtOnce(body=body):
            at_once = text_of(nodes.call(nodes.attribute(setting.world, "at_once")))
            return [f"with {at_once}:", *indented(body_lines(body, setting))]
        case ir.Choose():
            return [_choice(statement, setting)]
        case ir.Prevent():
            return [f"{text_of(nodes.attribute(setting.event, 'prevented'))} = True"]
        case ir.Redirect(to=to):
            redirect = nodes.attribute(setting.world, "redirect")
            aimed = nodes.call(redirect, setting.event, expressions.value(to, setting))
            return [text_of(aimed)]
        case ir.SetAmount(amount=operand):
            return [_on_event("set_amount", operand, setting)]
        case ir.Absorb(amount=operand):
            return [_on_event("absorb", operand, setting)]
        case ir.Result(value=value):
            return [f"return {text_of(expressions.value(value, setting))}"]
        case _:
            assert_never(statement)


def _declared(let: ir.Let, name: str, setting: Setting) -> str:
    """The local of a ``let``; rules in one function share it only where its type is plain."""
    kind = annotation(let.type, let.whole)
    return (
        setting.declare(name, kind) if kind in _SHARED else setting.declare_fresh(name)
    )


def _on_event(method: str, operand: Expression, setting: Setting) -> str:
    called = nodes.attribute(setting.event, method)
    return text_of(nodes.call(called, expressions.value(operand, setting)))


def _move(statement: ir.Move, setting: Setting) -> list[str]:
    moved = changes.moved(statement, setting)
    if not statement.otherwise:
        return [text_of(moved)]
    test = text_of(nodes.inverse(moved))
    return [f"if {test}:", *indented(body_lines(statement.otherwise, setting))]


def _loop(
    statement: ir.ForEach | ir.Repeat | ir.RepeatUntil, setting: Setting
) -> list[str]:
    match statement:
        case ir.ForEach(name=name, selection=selection, body=body):
            seen = text_of(selections.as_list(selection, setting))
            head = f"for {setting.declare(name, 'Entity')} in {seen}:"
            return [head, *indented(body_lines(body, setting))]
        case ir.Repeat(count=count, body=body):
            counted = nodes.attribute(setting.world, "times")
            times = text_of(nodes.call(counted, expressions.value(count, setting)))
            return [f"for _ in {times}:", *indented(body_lines(body, setting))]
        case ir.RepeatUntil(condition=condition, body=body):
            test = text_of(nodes.inverse(expressions.truth(condition, setting)))
            guard = text_of(nodes.call(nodes.attribute(setting.world, "spend_steps")))
            return [f"while {test}:", *indented([guard, *body_lines(body, setting)])]
        case _:
            assert_never(statement)


def _branches(statement: ir.If, setting: Setting) -> list[str]:
    lines: list[str] = []
    word = "if"
    for branch in statement.branches:
        if word == "elif":
            lines.append(marker(branch.span))
        test = text_of(expressions.truth(branch.condition, setting))
        lines.append(f"{word} {test}:")
        lines.extend(indented(body_lines(branch.body, setting)))
        word = "elif"
    if statement.otherwise:
        lines.append("else:")
        lines.extend(indented(body_lines(statement.otherwise, setting)))
    return lines


def _choice(statement: ir.Choose, setting: Setting) -> str:
    local = setting.declare_fresh(statement.name)
    return f"{local} = {text_of(changes.chosen(statement, setting))}"
