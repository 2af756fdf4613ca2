"""What no author writes: the types of parameters and results, and which stats are integers.

Parameters get their types from how they are used; bodies are read for it with faults muted. A
parameter whose uses say nothing gets the type that its first call looks like, else a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledgerc.ir.types import Type
from ledgerc.ir.walk import walk
from ledgerc.sema import bodies
from ledgerc.sema.abilities import AbilityReader
from ledgerc.sema.context import Analysis, Body, Signature
from ledgerc.sema.effects import EffectReader
from ledgerc.sema.elaborate import elaborate
from ledgerc.sema.scope import Binding
from ledgerc.sema.statements import elaborate_body
from ledgerc.sema.symbols import Kind
from ledgerc.sema.templates import Expansion, Unit
from ledgerc.syntax import ast

_ROUNDS = 4
"""A type may need to go through as many bodies that call one another."""

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
    _type_queries(analysis, expansion)
    report.muted = True
    units = [unit for unit in expansion.units if unit.parameters and not unit.ghost]
    _infer_types(analysis, units, callees)
    _settle(analysis, expansion, units, callees)
    _find_integral(analysis, expansion, callees)
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


def _infer_types(
    analysis: Analysis, units: Sequence[Unit], callees: Sequence[Callee]
) -> None:
    for last in range(_ROUNDS):
        learnt = False
        for node in callees:
            learnt |= read_callee(analysis, node)
        for unit in units:
            signature = analysis.signatures[(unit.kind, unit.name)]
            reader: EffectReader | AbilityReader = (
                EffectReader(analysis, unit, inferring=True)
                if unit.kind is Kind.EFFECT
                else AbilityReader(analysis, unit, inferring=True)
            )
            reader.read()
            learnt |= bodies.learn(signature, reader.bound)
            if last == _ROUNDS - 1 or not learnt:
                bodies.learn_weakly(signature, reader.bound)
        if not learnt:
            break


def read_callee(analysis: Analysis, node: Callee) -> bool:
    """Read a formula or routine for its types; whether that showed anything new."""
    if isinstance(node, ast.Formula):
        return _read_formula(analysis, node)
    signature = analysis.signatures[(Kind.ROUTINE, node.name.text)]
    before = (signature.type, signature.whole)
    bound = bodies.bindings(signature, "", inferred=True)
    elaborate_body(routine_body(analysis, node, bound), node.body)
    learnt = bodies.learn(signature, bound)
    if not learnt:
        bodies.learn_weakly(signature, bound)
    return learnt or before != (signature.type, signature.whole)


def _read_formula(analysis: Analysis, node: ast.Formula) -> bool:
    signature = analysis.signatures[(Kind.FORMULA, node.name.text)]
    before = (signature.type, signature.whole)
    bound = bodies.bindings(signature, "", inferred=True)
    body = Body(analysis, "a formula", bodies.scope_with(bound))
    value = elaborate(body, node.value)
    signature.type, signature.whole = value.type, value.whole
    learnt = bodies.learn(signature, bound)
    if not learnt:
        bodies.learn_weakly(signature, bound)
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


def _settle(
    analysis: Analysis,
    expansion: Expansion,
    units: Sequence[Unit],
    callees: Sequence[Callee],
) -> None:
    """Give a type to every parameter whose uses say nothing of it; then read results again."""
    open_ = [
        signature
        for signature in analysis.signatures.values()
        if any(each.type is None for each in signature.parameters)
    ]
    if open_:
        _learn_from_calls(analysis, expansion, tuple(Kind))
        for signature in analysis.signatures.values():
            for parameter in signature.parameters:
                parameter.type = parameter.type or Type.NUMBER
        _infer_types(analysis, units, callees)


def _type_queries(analysis: Analysis, expansion: Expansion) -> None:
    """The parameters of queries, which have no body: entities, unless a call says otherwise."""
    queries = [
        signature
        for (kind, _), signature in analysis.signatures.items()
        if kind is Kind.QUERY
    ]
    if queries:
        _learn_from_calls(analysis, expansion, (Kind.QUERY,))
    for signature in queries:
        for parameter in signature.parameters:
            parameter.type = parameter.type or Type.ENTITY


def _learn_from_calls(
    analysis: Analysis, expansion: Expansion, learning: tuple[Kind, ...]
) -> None:
    """Look at all calls for arguments whose type is plain from how they are written.

    Only parameters of the kinds in ``learning`` are learnt.
    """
    for root in (*expansion.units, *expansion.others):
        for node in walk(root):
            match node:
                case ast.Call():
                    callee = node.function.text
                    kinds = (Kind.FORMULA, Kind.QUERY)
                    values = list(node.arguments)
                case ast.Do():
                    callee, kinds = node.routine.text, (Kind.ROUTINE, Kind.ROUTINE)
                    values = list(node.arguments)
                case ast.Applied():
                    callee, kinds = node.name.text, (Kind.EFFECT, Kind.ABILITY)
                    values = [each.value for each in node.arguments]
                case _:
                    continue
            for kind in kinds:
                signature = analysis.signatures.get((kind, callee))
                if signature is None or kind not in learning:
                    continue
                for parameter, value in zip(signature.parameters, values, strict=False):
                    if parameter.type is None:
                        parameter.type = _plain_type(analysis, value)


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
        if unit.kind is Kind.ARCHETYPE:
            for item in unit.items:
                if isinstance(item, ast.Base):
                    part(item.stat.text, item.value, of_holder)
        elif unit.kind is Kind.EFFECT:
            reader = EffectReader(analysis, unit)
            for item in unit.items:
                modifiers = (
                    [item]
                    if isinstance(item, ast.Modifier)
                    else (
                        [each for each in item.items if isinstance(each, ast.Modifier)]
                        if isinstance(item, ast.Aura)
                        else []
                    )
                )
                for modifier in modifiers:
                    part(
                        modifier.stat.text,
                        modifier.value,
                        reader.modifier_body,
                    )
    return parts


def _is_whole(body: Body, node: ast.Expression) -> bool:
    """Whether a number is an integer as far as is known now; a fault says nothing."""
    typed = elaborate(body, node)
    return typed.whole or typed.type is not Type.NUMBER


__all__ = ["infer", "read_callee", "routine_body"]
