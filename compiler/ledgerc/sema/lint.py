"""Warnings: what is written and can have no effect. Few, and never a matter of taste."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements as ir_statements
from ledgerc.ir.expressions import AskQuery, Expression, RunRoutine, Variable
from ledgerc.ir.walk import nodes_of
from ledgerc.sema.reads import Dice
from ledgerc.sema.report import Reporter
from ledgerc.sema.rewriting import names_in
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Unit
from ledgerc.syntax import ast


def lint(
    report: Reporter,
    catalog: ir.Catalog,
    units: Sequence[Unit],
    others: Sequence[ast.Declaration],
) -> None:
    """Warn of abilities that nothing has, and of parameters and lets that nothing reads."""
    _ungranted(report, catalog)
    _idle_parameters(report, units, others)
    _idle_lets(report, catalog)


def _ungranted(report: Reporter, catalog: ir.Catalog) -> None:
    """LG0901: an ability that no archetype grants, so that nobody can be ordered to do it."""
    if not catalog.archetypes:
        return
    granted = {
        grant.ability for archetype in catalog.archetypes for grant in archetype.grants
    }
    for ability in catalog.abilities:
        if ability.name not in granted:
            report.warning(
                "LG0901",
                report.symbols.tables[Kind.ABILITY][ability.name].span,
                f"no archetype grants {ability.name}, so nobody can do it",
            )


def _idle_parameters(
    report: Reporter, units: Sequence[Unit], others: Sequence[ast.Declaration]
) -> None:
    """LG0902: a parameter that the body never names."""
    for unit in units:
        if unit.instance is not None or unit.ghost or not unit.parameters:
            continue
        parts: Iterable[object] = (*unit.layers, *unit.body)
        _idle_among(report, unit.parameters, parts)
    for node in others:
        match node:
            case ast.Routine():
                _idle_among(report, node.parameters, node.body)
            case ast.Formula():
                _idle_among(report, node.parameters, (node.value,))
            case _:
                pass
    for table in report.symbols.tables.values():
        for symbol in table.values():
            if isinstance(symbol.node, ast.Template):
                template = symbol.node
                parts = (*template.items, *template.body, template.parent)
                _idle_among(report, template.parameters, parts)


def _idle_among(
    report: Reporter, parameters: Sequence[ast.Name], parts: Iterable[object]
) -> None:
    if not parameters:
        return
    used: set[str] = set()
    for part in parts:
        if part is not None:
            used |= names_in(part)
    for name in parameters:
        if name.text not in used:
            report.warning("LG0902", name.span, f"the parameter {name} is never used")


def _idle_lets(report: Reporter, catalog: ir.Catalog) -> None:
    """LG0903: a ``let`` that nothing reads, unless its value rolls dice, asks or runs a routine."""
    bodies: list[tuple[ir_statements.Statement, ...]] = []
    for declared in catalog.holding("Let"):
        match declared:
            case ir.Effect():
                bodies.extend(rule.body for rule in declared.rules)
                bodies.extend(every.body for every in declared.every)
                bodies.extend(moment.body for moment in declared.gained_or_lost)
            case ir.Ability() | ir.Routine():
                bodies.append(declared.body)
            case _:
                pass
    dice = Dice(catalog.formulas, catalog.abilities)
    for body in bodies:
        lets = list(nodes_of(body, ir_statements.Let))
        if not lets:
            continue
        read = {each.name for each in nodes_of(body, Variable)}
        for let in lets:
            if let.name not in read and not _acts(let.value, dice):
                report.warning("LG0903", let.span, "nothing reads the name of this let")


def _acts(value: Expression, dice: Dice) -> bool:
    """Whether a value does something as it is read: it is kept for that, unread."""
    return (
        isinstance(value, RunRoutine)
        or any(True for _ in nodes_of(value, AskQuery))
        or any(True for _ in dice.of(value))
    )
