"""Instances of templates in plays: ``give Wields(Axe) to u`` means the catalog's ``Wields(Axe)``.

A catalog is closed: a play speaks of the instances that its catalog has, and makes no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from ledgerc.diagnostics import nearest
from ledgerc.ir import catalog as ir
from ledgerc.sema.report import WILD, Reporter
from ledgerc.sema.rewriting import Replace, rebuild, rebuild_inside
from ledgerc.sema.symbols import Kind, Symbol, Symbols
from ledgerc.sema.template_arguments import argument_text
from ledgerc.sema.template_binding import Binder
from ledgerc.syntax import ast

_Node = TypeVar("_Node")
_KINDS = (Kind.EFFECT, Kind.ABILITY, Kind.ARCHETYPE)


class Instances:
    """The instances that a catalog has, found by how they are written."""

    def __init__(self, catalog: ir.Catalog, symbols: Symbols, report: Reporter) -> None:
        self._symbols = symbols
        self._report = report
        self._binder = Binder(report)
        self._replacers: dict[type, Replace] = {
            ast.Applied: self._applied,
            ast.Call: self._call,
        }
        self._names = dict(_written_names(catalog))
        self._any = any(
            symbol.is_template
            for kind in _KINDS
            for symbol in symbols.tables[kind].values()
        )

    def resolve(self, node: _Node) -> _Node:
        """``node`` with the name of its instance for each template that is applied in it."""
        if not self._any:
            return node
        return cast(_Node, rebuild(node, self._replacers))

    def _applied(self, node: ast.Applied) -> ast.Applied:
        found = self._template(node.name.text)
        return node if found is None else self._instance(found, node)

    def _call(self, node: ast.Call) -> ast.Expression:
        """``Wields(Axe)`` among the arguments of ``has`` and the like."""
        found = self._template(node.function.text)
        functions = (Kind.FORMULA, Kind.QUERY)
        if found is None or self._symbols.find(functions, node.function.text):
            return cast(ast.Call, rebuild_inside(node, self._replacers))
        given = tuple(ast.Argument(None, each, each.span) for each in node.arguments)
        made = self._instance(found, ast.Applied(node.function, given, node.span))
        return ast.Reference(made.name, node.span)

    def _template(self, name: str) -> Symbol | None:
        for kind in _KINDS:
            found = self._symbols.get(kind, name)
            if found is not None and found.is_template:
                return found
        return None

    def _instance(self, symbol: Symbol, node: ast.Applied) -> ast.Applied:
        template = symbol.node
        assert isinstance(template, ast.Template)
        parameters = [name.text for name in template.parameters]
        given: dict[str, str] = {}
        for place, argument in enumerate(node.arguments):
            by_place = parameters[place] if place < len(parameters) else f"{place}"
            name = argument.name.text if argument.name is not None else by_place
            value = self._binder.worked_out(self.resolve(argument.value))
            given[name] = argument_text(value)
        ordered = [given.pop(name, "?") for name in parameters]
        written = f"{symbol.name}({', '.join((*ordered, *given.values()))})"
        if not ordered and not given:
            written = symbol.name
        known = self._names.get((symbol.kind, written))
        if known is None:
            candidates = [
                each
                for kind, each in self._names
                if kind is symbol.kind and each.split("(")[0] == symbol.name
            ]
            self._report.error(
                "LG0518",
                node.span,
                f"the catalog makes no {written} of the template {symbol.name}",
                allowed=", ".join(candidates)
                or "what the catalog makes of its templates",
                suggestion=nearest(written, candidates),
            )
            known = f"{WILD}{symbol.name}"
        return ast.Applied(ast.Name(known, node.name.span), (), node.span)


def _written_names(catalog: ir.Catalog) -> Iterator[tuple[tuple[Kind, str], str]]:
    """How each instance is written, and its name; its head line says how it is applied."""
    declared: tuple[
        tuple[Kind, tuple[ir.Effect | ir.Ability | ir.Archetype, ...]], ...
    ] = (
        (Kind.EFFECT, catalog.effects),
        (Kind.ABILITY, catalog.abilities),
        (Kind.ARCHETYPE, catalog.archetypes),
    )
    for kind, those in declared:
        for each in those:
            if each.template is not None:
                yield (kind, each.source.removeprefix(f"{kind.value} ")), each.name
