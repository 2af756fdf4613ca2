"""Definition by itself: of formulas, routines and stats; and ``settle`` through calls."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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
MOST_SHOWN = 8
"""Names of a cycle that are told."""
MOST_CYCLES = 1_000
"""Cycles that are told apart; where there are more, each is through names of these."""


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
                    for name in cycle[1:MOST_SHOWN]
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
    """A cycle as text, without the middle of one that is long."""
    if len(cycle) > MOST_SHOWN:
        half = MOST_SHOWN // 2
        cycle = (*cycle[:half], "…", *cycle[-half:])
    return " → ".join((*cycle, cycle[0]))


def sort(edges: Edges) -> tuple[list[str], list[list[str]]]:
    """All names, each after those it needs, without those in cycles; and the cycles."""
    done: set[str] = set()
    order: list[str] = []
    cycles: list[list[str]] = []
    looped: set[str] = set()
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
                    if len(cycles) < MOST_CYCLES or not looped.issuperset(
                        (name, following)
                    ):
                        cycles.append(path[places[following] :])
                        looped.update(cycles[-1])
                elif following not in done:
                    waiting.append((following, 0))
                continue
            path.pop()
            del places[name]
            done.add(name)
            order.append(name)
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
    parts = {
        stat.name: (stat.base, stat.minimum, stat.maximum)
        for stat in stats
        if (stat.base, stat.minimum, stat.maximum) != (None, None, None)
    }
    spans = {stat.name: stat.span for stat in stats}
    bases = {name: _stats_in(part) for name, part in parts.items()}
    bases |= {_node(each.name): _stats_in(each.value) for each in formulas}
    looped: set[str] = set()
    for cycle in sort(bases)[1]:
        looped.update(cycle)
        names = [name for name in cycle if name in spans]
        if names:  # else it is one of formulas alone, which is told
            _report_stats(report, spans[names[0]], names, spans)
    own = {name: _own_stats_in(part) for name, part in parts.items()}
    for formula in formulas:
        own |= _stats_of_parameters(formula)
    places: dict[tuple[str, str], Span] = {}
    for effect in effects:
        for modifier in effect.modifiers:
            for part in (modifier.amount, modifier.when):
                for read in _own_stats_in(part):
                    if (modifier.stat, read) not in places:
                        places[modifier.stat, read] = modifier.span
                        own.setdefault(modifier.stat, []).append(read)
    for cycle in sort(own)[1]:
        names = [name for name in cycle if name in spans]
        if looped.issuperset(names):  # as it is of none
            continue
        edges = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        place = next(
            (places[edge] for edge in edges if edge in places), spans[names[0]]
        )
        _report_stats(report, place, names, spans)


def _report_stats(
    report: Reporter, place: Span, cycle: Sequence[str], spans: Mapping[str, Span]
) -> None:
    report.error(
        "LG0408",
        place,
        f"the stat {cycle[0]} is defined by itself: {_round(cycle)}",
        notes=[
            Note(f"{name} is declared here", spans[name])
            for name in cycle[:MOST_SHOWN]
            if spans[name] != place
        ],
    )


def _node(formula: str, parameter: int | None = None) -> str:
    """What stands for a formula, or for one of its parameters, among the names of stats.

    A formula is not replaced by what it reads: in a long chain of them that would be read again
    for each.
    """
    return (
        f"formula {formula}" if parameter is None else f"formula {formula} {parameter}"
    )


def _stats_in(value: object) -> list[str]:
    found = [each.stat for each in nodes_of(value, ReadStat)]
    found += [_node(call.formula) for call in nodes_of(value, CallFormula)]
    return list(dict.fromkeys(found))


def _stats_of_parameters(formula: ir.Formula) -> dict[str, list[str]]:
    """What a formula reads of each of its parameters, by the node of the parameter."""
    indices = {each.name: index for index, each in enumerate(formula.parameters)}
    found: dict[str, list[str]] = {}

    def node_of(value: object) -> str | None:
        if isinstance(value, Variable) and value.name in indices:
            return _node(formula.name, indices[value.name])
        return None

    for node, read in _read_of(formula.value, node_of):
        found.setdefault(node, []).append(read)
    return found


def _own_stats_in(value: object) -> list[str]:
    """The stats that are read of the holder, by itself or as an argument of formulas."""
    if value is None:
        return []
    read = _read_of(value, lambda node: "holder" if _is_holder(node) else None)
    return list(dict.fromkeys(stat for _, stat in read))


def _read_of(
    value: object, node_of: Callable[[object], str | None]
) -> Iterator[tuple[str, str]]:
    """Of which entities which stats are read, by themselves or as arguments of formulas."""
    for each in nodes_of(value, ReadStat):
        node = node_of(each.entity)
        if node is not None:
            yield node, each.stat
    for call in nodes_of(value, CallFormula):
        for index, argument in enumerate(call.arguments):
            node = node_of(argument)
            if node is not None:
                yield node, _node(call.formula, index)


def _is_holder(node: object) -> bool:
    return isinstance(node, Variable) and node.role is Role.HOLDER


# -- settle --------------------------------------------------------------------------------


def check_settles(analysis: Analysis) -> None:
    """Report a routine with ``settle`` that is called where no phase can end (LG0414)."""
    settling = dict(analysis.settles)
    callers: dict[str, list[str]] = {}
    for call in analysis.calls:
        if call.caller is not None:
            callers.setdefault(call.routine, []).append(call.caller)
    waiting = deque(settling)
    while waiting:
        routine = waiting.popleft()
        for caller in callers.get(routine, ()):
            if caller not in settling:
                settling[caller] = settling[routine]
                waiting.append(caller)
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
