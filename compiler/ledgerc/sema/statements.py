"""Statements: syntax in, IR out (docs/language.md, section 3).

``elaborate_all`` reads a block. Statements that need more room are in ``changes`` (pools,
damage, effects, events), ``making`` (entities and zones) and ``flow`` (blocks, choices, calls).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledgerc.ir import statements as ir
from ledgerc.sema import before, changes, flow, making
from ledgerc.sema.blocks import HANDLERS, elaborate_all
from ledgerc.sema.context import Body
from ledgerc.syntax import ast

Handler = Callable[[Body, Any], ir.Statement | None]

HANDLERS.update(
    {
        ast.Let: flow.let,
        ast.Do: flow.do,
        ast.Result: flow.result,
        ast.If: flow.branches,
        ast.ForEach: flow.for_each,
        ast.Repeat: flow.repeat,
        ast.RepeatUntil: flow.repeat_until,
        ast.AtOnce: flow.at_once,
        ast.Settle: flow.settle,
        ast.Choose: flow.choose,
        ast.Perform: flow.perform,
        ast.Advance: flow.advance,
        ast.Note: flow.note,
        ast.ChangePool: changes.change_pool,
        ast.SetAmount: before.set_amount,
        ast.Deal: changes.deal,
        ast.Heal: changes.deal,
        ast.Raise: changes.raise_event,
        ast.Give: changes.give,
        ast.Take: changes.take,
        ast.TakeAll: changes.take_all,
        ast.RemoveSelf: changes.remove_self,
        ast.Prevent: before.prevent,
        ast.Redirect: before.redirect,
        ast.Absorb: before.absorb,
        ast.Make: making.make,
        ast.Copy: making.copy,
        ast.TurnInto: making.turn_into,
        ast.Destroy: making.destroy,
        ast.Remove: making.remove,
        ast.Move: making.move,
        ast.Shuffle: making.shuffle,
        ast.PlaceAt: making.place,
        ast.PointLink: making.point_link,
    }
)


def elaborate_body(
    body: Body, statements: Sequence[ast.Statement]
) -> tuple[ir.Statement, ...]:
    """The statements of a rule, ability or routine, in the body's own scope."""
    return elaborate_all(body, statements)


def elaborate_statement(body: Body, statement: ast.Statement) -> ir.Statement | None:
    """One statement (a step of a play), in the body's own scope; None after a fault."""
    return HANDLERS[type(statement)](body, statement)


__all__ = ["elaborate_all", "elaborate_body", "elaborate_statement"]
