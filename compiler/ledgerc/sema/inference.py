"""What no author writes: the types of parameters and results, and which stats are integers.

Parameters get their types from how they are used, also through the calls that they are passed on
to; bodies are read for it with faults muted. Where the uses say nothing the calls do, a query is
about entities, and what is left is a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ledgerc.ir.types import Type
from ledgerc.ir.walk import walk
from ledgerc.sema import bodies
from ledgerc.sema.abilities import AbilityReader
from ledgerc.sema.archetypes import ArchetypeReader
from ledgerc.sema.context import Analysis, Body, ParameterType, Signature
from ledgerc.sema.effects import EffectReader
from ledgerc.sema.elaborate import elaborate
from ledgerc.sema.scope import Binding
from ledgerc.sema.statements import elaborate_body
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Expansion, Unit
from ledgerc.syntax import ast

Callee = ast.Formula | ast.Routine


def infer(analysis: Analysis, expansion: Expansion, callees: Sequence[Callee]) -> None:
    """Complete ``analysis.signatures`` and ``analysis.integral``.

    ``callees`` are the formulas and routines, each after those that it calls.
    """
    report = analysis.report
    for name, symbol in analysis.symbols.tables[Kind.STAT].items():
        assert isinstance(symbol.node, ast.Stat)
        analysis.integral[name] = True
    _declare_signatures(analysis, expansion, callees)
    report.muted = True
    units = [unit for unit in expansion.units if unit.parameters and not unit.ghost]
    _read_bodies(analysis, units, callees)
    if any(_open_parameters(analysis)):
        analysis.typed_by_calls = True
        _read_calls(analysis, expansion)
        for settle in (_settle_by_calls, _settle_queries, _settle_weak, _settle_rest):
            while settle(analysis):
                _read_bodies(analysis, units, callees)
    _find_integral(analysis, expansion, callees)
    analysis.rule_number = 0
    report.muted = False


def _declare_signatures(
    analysis: Analysis, expansion: Expansion, callees: Sequence[Callee]
) -> None:
    report = analysis.report
    for unit in expansion.units:
        if not unit.ghost and unit.kind is not Kind.ARCHETYPE:
            analysis.signatures[(unit.kind, unit.name)] = Signature(
                bodies.parameter_types(unit.parameters, report)
            )
    for node in callees:
        kind = Kind.FORMULA if isinstance(node, ast.Formula) else Kind.ROUTINE
        gives = isinstance(node, ast.Routine) and bool(
            node.body and isinstance(node.body[-1], ast.Result)
        )
        analysis.signatures[(kind, node.name.text)] = Signature(
            bodies.parameter_types(node.parameters, report), gives=gives
        )
    for symbol in analysis.symbols.tables[Kind.QUERY].values():
        query = symbol.node
        assert isinstance(query, ast.Query)
        analysis.signatures[(Kind.QUERY, symbol.name)] = Signature(
            bodies.parameter_types(query.parameters, report),
            Type.NUMBER,
            query.whole,
        )


# -- types ---------------------------------------------------------------------------------


def _read_bodies(
    analysis: Analysis, units: Sequence[Unit], callees: Sequence[Callee]
) -> None:
    """Learn from the bodies of all that has parameters, until they show nothing new.

    What one body shows may have to go through any number of others that call one another, in
    whatever order they stand: the units are read forward and backward by turns.
    """
    learnt, turn = True, list(units)
    while learnt:
        learnt = False
        for node in callees:
            learnt |= read_callee(analysis, node)
        for unit in turn:
            signature = analysis.signatures[(unit.kind, unit.name)]
            reader: EffectReader | AbilityReader = (
                EffectReader(analysis, unit, inferring=True)
                if unit.kind is Kind.EFFECT
                else AbilityReader(analysis, unit, inferring=True)
            )
            reader.read()
            learnt |= bodies.learn(signature, reader.bound)
        turn.reverse()


def read_callee(analysis: Analysis, node: Callee) -> bool:
    """Read a formula or routine for its types; whether that showed anything new."""
    if isinstance(node, ast.Formula):
        return _read_formula(analysis, node)
    signature = analysis.signatures[(Kind.ROUTINE, node.name.text)]
    before = (signature.type, signature.whole)
    bound = bodies.bindings(signature, "", inferred=True)
    elaborate_body(routine_body(analysis, node, bound), node.body)
    learnt = bodies.learn(signature, bound)
    return learnt or before != (signature.type, signature.whole)


def _read_formula(analysis: Analysis, node: ast.Formula) -> bool:
    signature = analysis.signatures[(Kind.FORMULA, node.name.text)]
    before = (signature.type, signature.whole)
    bound = bodies.bindings(signature, "", inferred=True)
    body = Body(analysis, "a formula", bodies.scope_with(bound))
    value = elaborate(body, node.value)
    signature.type, signature.whole = value.type, value.whole
    learnt = bodies.learn(signature, bound)
    return learnt or before != (signature.type, signature.whole)


def routine_body(
    analysis: Analysis, node: ast.Routine, bound: Sequence[Binding]
) -> Body:
    """The body of a routine."""
    return Body(
        analysis,
        "a routine",
        bodies.scope_with(bound),
        routine=node.name.text,
        settle=True,
        incomplete=analysis.report.is_broken(node.span),
    )


# -- what the bodies do not show -----------------------------------------------------------


def _open_parameters(analysis: Analysis) -> Iterator[tuple[Kind, ParameterType]]:
    """The parameters whose types are not known, each with the kind of what it belongs to."""
    for (kind, _), signature in analysis.signatures.items():
        for parameter in signature.parameters:
            if parameter.type is None:
                yield kind, parameter


def _settle_by_calls(analysis: Analysis) -> bool:
    """Types by what is given in calls; whether there were any.

    Not those of queries, which may yet learn what they are given from the callers of a caller.
    """
    settled = False
    for kind, parameter in [*_open_parameters(analysis)]:
        if kind is not Kind.QUERY and parameter.weak is None and parameter.given:
            parameter.type = parameter.given
            settled = True
    return settled


def _settle_queries(analysis: Analysis) -> bool:
    """The parameters of queries, which have no body: entities, unless a call gives otherwise."""
    settled = False
    for kind, parameter in [*_open_parameters(analysis)]:
        if kind is Kind.QUERY:
            parameter.type = parameter.given or Type.ENTITY
            settled = True
    return settled


def _settle_weak(analysis: Analysis) -> bool:
    """What is only used where a selection or a place may stand."""
    settled = False
    for _, parameter in [*_open_parameters(analysis)]:
        parameter.type = parameter.weak
        settled |= parameter.weak is not None
    return settled


def _settle_rest(analysis: Analysis) -> bool:
    """What nothing speaks of."""
    left = [*_open_parameters(analysis)]
    for _, parameter in left:
        parameter.type = Type.NUMBER
    return bool(left)


def _read_calls(analysis: Analysis, expansion: Expansion) -> None:
    """Read all that may call something, to see what is given there."""
    for unit in expansion.units:
        if unit.ghost or unit.known is not None:
            continue
        match unit.kind:
            case Kind.EFFECT:
                EffectReader(analysis, unit).read()
            case Kind.ABILITY:
                AbilityReader(analysis, unit).read()
            case _:
                ArchetypeReader(analysis, unit).read()
    for root in expansion.others:
        if isinstance(root, ast.Formula | ast.Routine):
            continue
        for call in walk(root):
            if isinstance(call, ast.Call):
                _read_plain_call(analysis, call)


def _read_plain_call(analysis: Analysis, call: ast.Call) -> None:
    """A call that stands in no body: in a stat, a bound, an ending."""
    for kind in (Kind.FORMULA, Kind.QUERY):
        signature = analysis.signatures.get((kind, call.function.text))
        if signature is None:
            continue
        for parameter, value in zip(signature.parameters, call.arguments, strict=False):
            if parameter.type is None:
                parameter.given = parameter.given or _plain_type(analysis, value)


def _plain_type(analysis: Analysis, value: ast.Expression) -> Type | None:
    """The type of an argument as far as its form alone shows it."""
    match value:
        case ast.Number() | ast.Unary(operator="-"):
            return Type.NUMBER
        case ast.Word(kind="holder" | "it" | "nothing"):
            return Type.ENTITY
        case ast.Group() | ast.CardsIn() | ast.Selection():
            return Type.SELECTION
        case ast.Reference() if value.name.text in analysis.singles:
            return Type.ENTITY
        case ast.Member():
            name = value.name.text
            if name in ("subject", "by", "keeper"):
                return Type.ENTITY
            links = analysis.symbols.tables[Kind.LINK]
            return Type.ENTITY if name in links else Type.NUMBER
        case ast.Binary(operator="+" | "-" | "*" | "/"):
            return Type.NUMBER
        case ast.Binary() | ast.Unary() | ast.InZone():
            return Type.TRUTH
        case _:
            return None


# -- stats that are integers ---------------------------------------------------------------

_Part = tuple[str, Callable[[], bool]]


def _find_integral(
    analysis: Analysis, expansion: Expansion, callees: Sequence[Callee]
) -> None:
    """Which stats are always integers: declared whole, or made of integers alone.

    All are taken to be at first; each that is not makes others not, until nothing changes.
    """
    for unit in expansion.units:
        if unit.known is not None:
            analysis.integral.update(dict.fromkeys(unit.known.fractions, False))
    parts = _stat_parts(analysis, expansion)
    changed = True
    while changed:
        changed = False
        for node in callees:
            read_callee(analysis, node)
        for stat, is_whole in parts:
            if analysis.integral.get(stat) and not is_whole():
                analysis.integral[stat] = False
                changed = True


def _stat_parts(analysis: Analysis, expansion: Expansion) -> list[_Part]:
    """What the value of each stat is made of, but for parts that are plainly integers."""
    parts: list[_Part] = []

    def part(stat: str, node: ast.Expression, body: Callable[[], Body]) -> None:
        symbol = analysis.symbols.get(Kind.STAT, stat)
        if symbol is None:
            return
        assert isinstance(symbol.node, ast.Stat)
        plain = isinstance(node, ast.Number) and isinstance(node.value, int)
        if not plain and not symbol.node.whole:
            parts.append((stat, lambda: _is_whole(body(), node)))

    def of_holder() -> Body:
        return Body(analysis, "a stat", holder=True, bare_stats=True)

    for symbol in analysis.symbols.tables[Kind.STAT].values():
        node = symbol.node
        assert isinstance(node, ast.Stat)
        for each in (node.base, node.minimum, node.maximum):
            if each is not None:
                part(symbol.name, each, of_holder)
    for unit in expansion.units:
        if unit.ghost:
            continue
        of_unit = (
            EffectReader(analysis, unit).modifier_body
            if unit.kind is Kind.EFFECT and unit.items
            else of_holder
        )
        for written in written_parts(unit):
            part(written.stat.text, written.value, of_unit)
    return parts


def written_parts(unit: Unit) -> Iterator[ast.Base | ast.Modifier]:
    """What a unit writes into stats: the bases of an archetype, the modifiers of an effect."""
    for item in unit.items:
        if isinstance(item, ast.Base | ast.Modifier):
            yield item
        elif isinstance(item, ast.Aura):
            yield from (each for each in item.items if isinstance(each, ast.Modifier))


def _is_whole(body: Body, node: ast.Expression) -> bool:
    """Whether a number is an integer as far as is known now; a fault says nothing."""
    typed = elaborate(body, node)
    return typed.whole or typed.type is not Type.NUMBER


__all__ = ["infer", "read_callee", "routine_body", "written_parts"]
