"""Definition by itself: of formulas, routines and stats; and ``settle`` through calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import CallFormula, ReadStat, Role, Variable
from ledgerc.ir.walk import nodes_of
from ledgerc.sema.context import Analysis
from ledgerc.sema.report import Reporter
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

Callee = ast.Formula | ast.Routine
Edges = Mapping[str, Sequence[str]]


def callees_first(report: Reporter) -> list[Callee]:
    """Formulas and routines, each after those it calls; those in a cycle are LG0409, left out."""
    ordered: list[Callee] = []
    for kind, type_ in ((Kind.FORMULA, ast.Formula), (Kind.ROUTINE, ast.Routine)):
        nodes = {
            symbol.name: symbol.node
            for symbol in report.symbols.tables[kind].values()
            if isinstance(symbol.node, type_)
        }
        edges = {name: _called(node, nodes) for name, node in nodes.items()}
        order, cycles = sort(edges)
        for cycle in cycles:
            node = nodes[cycle[0]]
            report.error(
                "LG0409",
                node.name.span,
                f"the {kind.value} {cycle[0]} calls itself: {_round(cycle)}",
                notes=[
                    Note(f"{name} is declared here", nodes[name].name.span)
                    for name in cycle[1:]
                ],
            )
        ordered.extend(nodes[name] for name in order)
    return ordered


def _called(node: Callee, nodes: Mapping[str, Callee]) -> list[str]:
    if isinstance(node, ast.Formula):
        called = (each.function.text for each in nodes_of(node.value, ast.Call))
    else:
        called = (
            each.routine.text
            for statement in node.body
            for each in nodes_of(statement, ast.Do)
        )
    return [name for name in dict.fromkeys(called) if name in nodes]


def _round(cycle: Sequence[str]) -> str:
    return " → ".join((*cycle, cycle[0]))


def sort(edges: Edges) -> tuple[list[str], list[list[str]]]:
    """All names, each after those it needs, without those in cycles; and the cycles."""
    done: set[str] = set()
    order: list[str] = []
    cycles: list[list[str]] = []
    for start in edges:
        path: list[str] = []
        places: dict[str, int] = {}
        waiting: list[tuple[str, int]] = [(start, 0)]
        while waiting:
            name, index = waiting.pop()
            if index == 0:
                if name in done:
                    continue
                places[name] = len(path)
                path.append(name)
            needed = edges.get(name, ())
            if index < len(needed):
                waiting.append((name, index + 1))
                following = needed[index]
                if following in places:
                    cycles.append(path[places[following] :])
                elif following not in done:
                    waiting.append((following, 0))
                continue
            path.pop()
            del places[name]
            done.add(name)
            order.append(name)
    looped = {name for cycle in cycles for name in cycle}
    return [name for name in order if name not in looped], cycles


# -- stats ---------------------------------------------------------------------------------


def check_stats(
    report: Reporter,
    stats: Iterable[ir.Stat],
    effects: Iterable[ir.Effect],
    formulas: Iterable[ir.Formula],
) -> None:
    """Report stats that are defined by themselves (LG0408).

    A base or a bound may not come back to its stat by any way, whoever's stats it reads. A
    modifier may not come back to the stat it modifies through the holder's own stats; of another
    entity it may, for that is another number.
    """
    stats, formulas = tuple(stats), tuple(formulas)
    read_by = _stats_of_formulas(formulas)
    parts = {
        stat.name: (stat.base, stat.minimum, stat.maximum)
        for stat in stats
        if (stat.base, stat.minimum, stat.maximum) != (None, None, None)
    }
    bases = {name: _stats_in(part, read_by) for name, part in parts.items()}
    spans = {stat.name: stat.span for stat in stats}
    _, cycles = sort(bases)
    looped: set[str] = set()
    for cycle in cycles:
        looped.update(cycle)
        _report_stats(report, spans[cycle[0]], cycle, spans)
    passed = _stats_of_parameters(formulas)
    own = {name: _own_stats_in(part, passed) for name, part in parts.items()}
    places: dict[tuple[str, str], Span] = {}
    for effect in effects:
        for modifier in effect.modifiers:
            for part in (modifier.amount, modifier.when):
                for read in _own_stats_in(part, passed):
                    own.setdefault(modifier.stat, [])
                    own[modifier.stat] = [*own[modifier.stat], read]
                    places.setdefault((modifier.stat, read), modifier.span)
    for cycle in sort(own)[1]:
        if looped.issuperset(cycle):
            continue
        edges = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        place = next(
            (places[edge] for edge in edges if edge in places), spans[cycle[0]]
        )
        _report_stats(report, place, cycle, spans)


def _report_stats(
    report: Reporter, place: Span, cycle: Sequence[str], spans: Mapping[str, Span]
) -> None:
    report.error(
        "LG0408",
        place,
        f"the stat {cycle[0]} is defined by itself: {_round(cycle)}",
        notes=[
            Note(f"{name} is declared here", spans[name])
            for name in cycle
            if spans[name] != place
        ],
    )


def _stats_of_formulas(formulas: Sequence[ir.Formula]) -> dict[str, list[str]]:
    """The stats that each formula reads, also through those that it calls."""
    found: dict[str, list[str]] = {}
    for formula in _called_first(formulas):
        found[formula.name] = _stats_in(formula.value, found)
    return found


def _called_first(formulas: Sequence[ir.Formula]) -> list[ir.Formula]:
    """The formulas, each after those that it calls; they are in no cycle any more."""
    by_name = {formula.name: formula for formula in formulas}
    edges = {
        formula.name: [
            call.formula
            for call in nodes_of(formula.value, CallFormula)
            if call.formula in by_name
        ]
        for formula in formulas
    }
    return [by_name[name] for name in sort(edges)[0]]


def _stats_in(value: object, formulas: Mapping[str, Sequence[str]]) -> list[str]:
    found = [each.stat for each in nodes_of(value, ReadStat)]
    for call in nodes_of(value, CallFormula):
        found.extend(formulas.get(call.formula, ()))
    return list(dict.fromkeys(found))


Passed = Mapping[tuple[str, int], Sequence[str]]
"""The stats that a formula reads of its parameter of a number."""


def _stats_of_parameters(formulas: Sequence[ir.Formula]) -> Passed:
    found: dict[tuple[str, int], list[str]] = {}
    for formula in _called_first(formulas):
        for index, parameter in enumerate(formula.parameters):

            def is_it(node: object, name: str = parameter.name) -> bool:
                return isinstance(node, Variable) and node.name == name

            found[formula.name, index] = _stats_read_of(formula.value, is_it, found)
    return found


def _stats_read_of(
    value: object, is_it: Callable[[object], bool], passed: Passed
) -> list[str]:
    """The stats that are read of one entity, by itself or as an argument of formulas."""
    found = [each.stat for each in nodes_of(value, ReadStat) if is_it(each.entity)]
    for call in nodes_of(value, CallFormula):
        for index, argument in enumerate(call.arguments):
            if is_it(argument):
                found.extend(passed.get((call.formula, index), ()))
    return list(dict.fromkeys(found))


def _own_stats_in(value: object, passed: Passed) -> list[str]:
    if value is None:
        return []
    return _stats_read_of(value, _is_holder, passed)


def _is_holder(node: object) -> bool:
    return isinstance(node, Variable) and node.role is Role.HOLDER


# -- settle --------------------------------------------------------------------------------


def check_settles(analysis: Analysis) -> None:
    """Report a routine with ``settle`` that is called where no phase can end (LG0414)."""
    settling = dict(analysis.settles)
    grown = True
    while grown:
        grown = False
        for call in analysis.calls:
            if call.caller is None or call.caller in settling:
                continue
            if call.routine in settling:
                settling[call.caller] = settling[call.routine]
                grown = True
    for call in analysis.calls:
        if call.routine in settling and not call.settles:
            analysis.report.error(
                "LG0414",
                call.span,
                f"the routine {call.routine} settles, and no phase can end here",
                allowed="a routine that settles is called by abilities alone",
                notes=[Note("it settles here", settling[call.routine])],
            )


__all__ = ["callees_first", "check_settles", "check_stats", "sort"]
