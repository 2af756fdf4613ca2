"""Places, distances and facings as calls of the world (docs/language.md, section 3)."""

from __future__ import annotations

from typing import assert_never

from ledgerc.emit import expressions, nodes
from ledgerc.emit.nodes import Node
from ledgerc.emit.setting import Setting
from ledgerc.ir import expressions as ir

Measure = ir.Point | ir.Distance | ir.Bearing | ir.Facing | ir.Toward | ir.InFront


def measure(expression: Measure, setting: Setting) -> Node:
    """The call that answers ``expression``."""
    match expression:
        case ir.Point(x=x, y=y):
            return _call("runtime.Point", (x, y), setting)
        case ir.Distance(first=first, second=second):
            return _ask("distance", (first, second), setting)
        case ir.Bearing(first=first, second=second):
            return _ask("bearing", (first, second), setting)
        case ir.Facing(entity=entity):
            return nodes.attribute(expressions.value(entity, setting), "facing")
        case ir.Toward(start=start, goal=goal, distance=distance):
            return _ask("toward", (start, goal, distance), setting)
        case ir.InFront(entity=entity, other=other, degrees=degrees):
            return _ask("in_front", (entity, other, degrees), setting)
        case _:
            assert_never(expression)


def _ask(method: str, arguments: tuple[ir.Expression, ...], setting: Setting) -> Node:
    return _call(nodes.attribute(setting.world, method), arguments, setting)


def _call(
    function: Node | str, arguments: tuple[ir.Expression, ...], setting: Setting
) -> Node:
    return nodes.call(
        function, *(expressions.value(each, setting) for each in arguments)
    )
