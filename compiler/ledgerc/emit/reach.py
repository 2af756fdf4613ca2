"""What code needs of its surroundings: the world, the holder, a guard against itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions, statements
from ledgerc.ir.walk import nodes_of

_Node = TypeVar("_Node")


def found(node: object, kind: type[_Node]) -> Iterator[_Node]:
    """All nodes of a type in ``node``, which may be a tuple of nodes or None, in order."""
    if isinstance(node, tuple):
        for each in node:
            yield from found(each, kind)
    else:
        yield from nodes_of(node, kind)


_OF_WORLD = (
    expressions.InPlay,
    expressions.CardsIn,
    expressions.Within,
    expressions.Single,
    expressions.AskQuery,
    expressions.Roll,
    expressions.RunRoutine,
    expressions.FirstSelected,
    expressions.RandomSelected,
    expressions.CurrentPhase,
    expressions.InState,
    expressions.Stacks,
    expressions.InZone,
    expressions.CanDo,
    expressions.Distance,
    expressions.Bearing,
    expressions.Toward,
    expressions.InFront,
)

_OF_POOLS = (
    expressions.ReadPool,
    expressions.Variable,
    expressions.Number,
    expressions.Compare,
    expressions.Logical,
    expressions.Not,
)


def pools_of_holder(condition: expressions.Expression | None) -> tuple[str, ...]:
    """The pools of the holder that a condition compares; none if it looks at anything else.

    Such a condition can come to hold only as one of these pools is written, or as an entity
    gains the effect or comes into play.
    """
    if condition is None:
        return ()
    pools: list[str] = []
    for node in found(condition, object):
        match node:
            case expressions.Variable(role=role) if role is not expressions.Role.HOLDER:
                return ()
            case expressions.ReadPool(
                entity=expressions.Variable(role=expressions.Role.HOLDER), pool=pool
            ):
                pools.append(pool)
            case expressions.ReadPool():
                return ()
            case _ if not isinstance(node, _OF_POOLS):
                return ()
            case _:
                pass
    return tuple(pools)


_DRAWN = (
    expressions.AskQuery,
    expressions.Roll,
    expressions.RandomSelected,
    expressions.RunRoutine,
)


def formulas_of_world(catalog: ir.Catalog) -> frozenset[str]:
    """The formulas that read the world, themselves or through others."""
    found: frozenset[str] = frozenset()
    while True:
        more = [
            formula.name
            for formula in catalog.formulas
            if formula.name not in found and reads_world(formula.value, found)
        ]
        if not more:
            return found
        found = found.union(more)


def reads_world(node: object, formulas: frozenset[str]) -> bool:
    """Whether code of ``node`` names the world; ``formulas`` are those that do."""
    return any(
        isinstance(each, _OF_WORLD)
        or (isinstance(each, expressions.CallFormula) and each.formula in formulas)
        for each in found(node, object)
    )


def is_drawn(node: object) -> bool:
    """Whether ``node`` rolls, picks or asks, so that it must be read once and no oftener."""
    return any(isinstance(each, _DRAWN) for each in found(node, object))


def uses_of(node: object, role: expressions.Role) -> int:
    """How often ``node`` reads the variable of ``role``."""
    return sum(1 for each in found(node, expressions.Variable) if each.role is role)


_MUTE = (
    statements.Let,
    statements.ForEach,
    statements.If,
    statements.Prevent,
    statements.Redirect,
    statements.SetAmount,
    statements.Absorb,
    statements.NoteText,
)
"""Statements that neither change an entity nor cause an event."""


def is_mute(body: tuple[statements.Statement, ...]) -> bool:
    """Whether ``body`` changes nothing but the event that it is about."""
    return all(
        isinstance(each, _MUTE) and is_mute(tuple(below_statement(each)))
        for each in body
    )


def only_changes(
    body: tuple[statements.Statement, ...],
) -> tuple[statements.ChangePool | statements.Deal, ...] | None:
    """All that ``body`` causes, where that is changes of pools alone; None: it may be more."""
    if any(found(body, expressions.RunRoutine)):
        return None
    made: list[statements.ChangePool | statements.Deal] = []
    for statement in body:
        match statement:
            case statements.ChangePool() | statements.Deal():
                made.append(statement)
            case _ if isinstance(statement, _MUTE):
                below = only_changes(below_statement(statement))
                if below is None:
                    return None
                made += below
            case _:
                return None
    return tuple(made)


def below_statement(
    statement: statements.Statement,
) -> tuple[statements.Statement, ...]:
    """The statements directly inside ``statement``."""
    match statement:
        case statements.If(branches=branches, otherwise=otherwise):
            return (*(each for branch in branches for each in branch.body), *otherwise)
        case (
            statements.ForEach(body=body)
            | statements.Repeat(body=body)
            | statements.RepeatUntil(body=body)
            | statements.AtOnce(body=body)
        ):
            return body
        case statements.Move(otherwise=otherwise):
            return otherwise
        case _:
            return ()
