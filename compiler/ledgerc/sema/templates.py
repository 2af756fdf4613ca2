"""Templates: expanded at compile time by substitution, on syntax trees (docs/language.md, 2).

What comes out names no template: an archetype ``from`` a template has its parts first, and
``Wields(Axe)`` of a template effect is an effect of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ledgerc.budgets import budgets
from ledgerc.diagnostics import Note
from ledgerc.records import field, record
from ledgerc.sema.bodies import parameter_types
from ledgerc.sema.known import Known, NotKnownError
from ledgerc.sema.report import WILD, Reporter
from ledgerc.sema.rewriting import Replace, names_in, rebuild, rebuild_inside
from ledgerc.sema.symbols import Kind, Symbol, Symbols
from ledgerc.sema.template_arguments import (
    argument_text,
    identifier,
)
from ledgerc.sema.template_binding import Binder, Environment, wild
from ledgerc.sema.units import (
    KINDS,
    Expansion,
    Item,
    Owner,
    Unit,
    bare_declaration,
    kind_of,
)
from ledgerc.syntax import ast

DEEPEST = 100

_STANDS: dict[type, Kind] = {
    ast.HasEffects: Kind.EFFECT,
    ast.Holding: Kind.EFFECT,
    ast.Give: Kind.EFFECT,
    ast.Take: Kind.EFFECT,
    ast.Grants: Kind.ABILITY,
    ast.Forbids: Kind.ABILITY,
    ast.Perform: Kind.ABILITY,
    ast.Make: Kind.ARCHETYPE,
    ast.TurnInto: Kind.ARCHETYPE,
}
"""Where something stands that may be of a template, and of what kind it is there."""


@record()
class _Parts:
    layers: list[tuple[Item, ...]]
    body: list[ast.Statement]
    hints: list[str]


@record()
class _Waiting:
    """An instance that was asked for, ``depth`` within others."""

    symbol: Symbol
    template: ast.Template
    environment: Environment
    name: str
    texts: list[str]
    depth: int


def expand(
    declarations: Sequence[ast.Declaration], report: Reporter, known: Known
) -> Expansion:
    """Expand all templates of a catalog, and report arguments and cycles that make no sense.

    Raises :class:`NotKnownError` where something is made from what ``known`` has.
    """
    return _Expander(report, report.symbols, Binder(report), known).run(declarations)


@record()
class _Expander:
    report: Reporter
    symbols: Symbols
    binder: Binder
    known: Known
    instances: dict[tuple[str, ...], str] = field(default_factory=dict)
    made: dict[str, list[Unit]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    parents: set[str] = field(default_factory=set)
    from_templates: list[str] = field(default_factory=list)
    """The templates that the declaration at hand is made from."""
    parents_named: int = 0
    applications: int = 0
    """How often an archetype was made from another, and how often an instance was asked for."""
    waiting: list[_Waiting] = field(default_factory=list)
    depth: int = 0
    exhausted: bool = False
    most: int = field(default_factory=lambda: budgets().template_instances)
    applicable: frozenset[str] = frozenset()
    _names: dict[int, frozenset[str]] = field(default_factory=dict)

    def run(self, declarations: Sequence[ast.Declaration]) -> Expansion:
        templates = [each for each in declarations if isinstance(each, ast.Template)]
        self.applicable = frozenset(each.name.text for each in templates)
        self._note_idle_parameters(templates)
        slots: list[list[Unit]] = []
        result = Expansion()
        for node in declarations:
            if isinstance(node, ast.Template):
                slots.append(self.made.setdefault(_made_key(node), []))
            elif isinstance(node, ast.Effect | ast.Ability | ast.Archetype):
                slots.append([self._known(node) or self._unit(node)])
            else:
                result.others.append(cast(ast.Declaration, self._rewrite(node, {})))
            self._make_waiting()
        ghosts = [
            self._ghost(each) for each in templates if _made_key(each) not in self.used
        ]
        self._make_waiting()
        result.units.extend(unit for slot in slots for unit in slot)
        result.units.extend(ghosts)
        result.parents = self.parents
        return result

    def _note_idle_parameters(self, templates: Sequence[ast.Template]) -> None:
        for template in templates:
            parameter_types(template.parameters, self.report)
            used = names_in((template.items, template.body, template.parent or ()))
            for name in template.parameters:
                if name.text not in used:
                    self.report.idle_parameters[name.text] = name.span

    # -- units ---------------------------------------------------------------------------

    def _known(self, node: ast.Effect | ast.Ability | ast.Archetype) -> Unit | None:
        kind, name = kind_of(node), node.name.text
        known = self.known.get((kind, name))
        if known is None:
            return None
        self.used.update(known.templates)
        template = known.declared.template
        return Unit(name, kind, node, (), (), (), template, known=known)

    def _unit(self, node: ast.Effect | ast.Ability | ast.Archetype) -> Unit:
        kind = kind_of(node)
        asked, parents = self.applications, self.parents_named
        self.from_templates.clear()
        parts = self._parts(node, {}, (node.name.text,))
        parent = (
            node.parent.name.text
            if isinstance(node, ast.Archetype) and node.parent
            else None
        )
        parameters = () if isinstance(node, ast.Archetype) else node.parameters
        alone = (
            asked == self.applications
            and parents == self.parents_named
            and not parameters
            and not (isinstance(node, ast.Archetype) and node.single)
        )
        return Unit(
            node.name.text,
            kind,
            node,
            parameters,
            tuple(parts.layers),
            tuple(parts.body),
            parent,
            tuple(dict.fromkeys(parts.hints)),
            templates=tuple(self.from_templates),
            alone=alone,
        )

    def _ghost(self, node: ast.Template) -> Unit:
        """A template that nothing uses, with parameters that fit everywhere."""
        environment: Environment = {
            name.text: wild(name.text, name.span) for name in node.parameters
        }
        parts = self._parts(node, environment, (node.name.text,))
        return Unit(
            node.name.text,
            KINDS[node.kind],
            node,
            (),
            tuple(parts.layers),
            tuple(parts.body),
            None,
            (*(name.text for name in node.parameters), *parts.hints),
            ghost=True,
        )

    def _parts(
        self, node: Owner, environment: Environment, chain: tuple[str, ...]
    ) -> _Parts:
        """Items and statements of ``node``, after those of what it is from."""
        parent = node.parent if isinstance(node, ast.Archetype | ast.Template) else None
        parts = _Parts([], [], [])
        if parent is not None:
            parts = self._parent_parts(node, parent, environment, chain)
        if isinstance(node, ast.Template):
            parts.hints.extend(name.text for name in node.parameters)
        parts.layers.append(
            tuple(cast(Item, self._rewrite(item, environment)) for item in node.items)
        )
        if isinstance(node, ast.Ability | ast.Template):
            parts.body.extend(
                cast(ast.Statement, self._rewrite(each, environment))
                for each in node.body
            )
        return parts

    def _parent_parts(
        self,
        node: Owner,
        parent: ast.Applied,
        environment: Environment,
        chain: tuple[str, ...],
    ) -> _Parts:
        kind = kind_of(node)
        applied = cast(ast.Applied, self._substituted(parent, environment))
        found = self.report.resolve(applied.name, (kind,), also=tuple(environment))
        if found is None:
            return _Parts([], [], [])
        if found.name in chain:
            round_ = " → ".join((*chain[chain.index(found.name) :], found.name))
            self.report.error(
                "LG0410",
                parent.span,
                f"{found.name} is made from itself: {round_}",
                notes=[Note(f"{found.name} is declared here", found.span)],
            )
            return _Parts([], [], [])
        if len(chain) > DEEPEST:
            if not self.exhausted:
                self._report_endless(found, parent)
            return _Parts([], [], [])
        next_chain = (*chain, found.name)
        if isinstance(found.node, ast.Template):
            self.used.add(_made_key(found.node))
            self.from_templates.append(_made_key(found.node))
            inner = self.binder.bind(applied, found.node)
            return self._parts(found.node, inner, next_chain)
        assert isinstance(found.node, ast.Effect | ast.Ability | ast.Archetype)
        if kind is not Kind.ARCHETYPE:
            self.report.error(
                "LG0204",
                parent.name.span,
                f"{found.name} is {kind.phrase}; a template of one belongs here",
                allowed=self._template_names(kind),
            )
            return _Parts([], [], [])
        if applied.arguments:
            self.report.error(
                "LG0419",
                parent.span,
                f"{found.name} is no template: it takes no arguments",
                allowed=f"from {found.name}",
            )
        if (kind, found.name) in self.known:
            raise NotKnownError
        self.parents.add(found.name)
        self.parents_named += 1
        return self._parts(found.node, {}, next_chain)

    def _template_names(self, kind: Kind) -> str | None:
        names = [
            symbol.name
            for symbol in self.symbols.tables[kind].values()
            if symbol.is_template
        ]
        return ", ".join(names) or None

    # -- rewriting -----------------------------------------------------------------------

    def _rewrite(self, node: object, environment: Environment) -> object:
        """``node`` with arguments for parameters, and instances for applied templates."""
        names = self._names.get(id(node))
        if names is None:
            names = self._names[id(node)] = names_in(node)
        if names.isdisjoint(environment) and names.isdisjoint(self.applicable):
            return node
        return self._substituted(node, environment, apply=True)

    def _substituted(
        self, node: object, environment: Environment, *, apply: bool = False
    ) -> object:
        kind: Kind | None = None

        def standing(found: object) -> object:
            nonlocal kind
            outer, kind = kind, _STANDS[type(found)]
            made = rebuild_inside(found, replacers)
            kind = outer
            return made

        def name(found: ast.Name) -> object:
            value = environment.get(found.text)
            return found if value is None else self._as_name(found, value)

        def reference(found: ast.Reference) -> object:
            return environment.get(found.name.text, found)

        def applied(found: ast.Applied) -> object:
            value = environment.get(found.name.text)
            if isinstance(value, ast.Call) and not found.arguments:
                made = ast.Applied(
                    value.function,
                    tuple(
                        ast.Argument(None, each, each.span) for each in value.arguments
                    ),
                    value.span,
                )
            else:
                made = cast(ast.Applied, rebuild_inside(found, replacers))
            return self._applied(made, kind) if apply and kind else made

        def call(found: ast.Call) -> object:
            made = cast(ast.Call, rebuild_inside(found, replacers))
            return self._called(made)

        replacers: dict[type, Replace] = {
            ast.Name: name,
            ast.Reference: reference,
            ast.Applied: applied,
            ast.Call: call,
            **dict.fromkeys(_STANDS, standing),
        }
        return rebuild(node, replacers)

    def _as_name(self, name: ast.Name, value: ast.Expression) -> ast.Name:
        """The argument as the name of a declared thing."""
        if isinstance(value, ast.Reference):
            return value.name
        declared = self.symbols.kinds_of(name.text)
        if declared:
            return name
        self.report.error(
            "LG0419",
            value.span,
            f"{name} of the template must be the name of a declared thing: it stands for one",
            notes=[Note(f"{name} stands here", name.span)],
        )
        return ast.Name(f"{WILD}{name.text}", value.span)

    def _called(self, node: ast.Call) -> ast.Expression:
        """``Wields(Axe)`` among the arguments of ``has`` and the like."""
        found = self.symbols.find((Kind.EFFECT, Kind.ABILITY), node.function.text)
        other = self.symbols.find((Kind.FORMULA, Kind.QUERY), node.function.text)
        if found is None or not found.is_template or other is not None:
            return node
        applied = ast.Applied(
            node.function,
            tuple(ast.Argument(None, each, each.span) for each in node.arguments),
            node.span,
        )
        made = self._instance(found, applied)
        return ast.Reference(made.name, node.span)

    def _applied(self, node: ast.Applied, kind: Kind) -> ast.Applied:
        """``Wields(Axe)`` where an effect, ability or archetype (``kind``) stands."""
        found = self.symbols.get(kind, node.name.text)
        if found is None or not found.is_template:
            return node
        return self._instance(found, node)

    def _instance(self, symbol: Symbol, applied: ast.Applied) -> ast.Applied:
        """The instance of a template with these arguments, made if it is new."""
        template = symbol.node
        assert isinstance(template, ast.Template)
        symbol.uses += 1
        self.applications += 1
        environment = self.binder.bind(applied, template)
        texts = [argument_text(environment[name.text]) for name in template.parameters]
        wild = ast.Applied(
            ast.Name(f"{WILD}{symbol.name}", applied.name.span), (), applied.span
        )
        if self.exhausted or any(WILD in text for text in texts):
            return wild
        key = (symbol.kind.value, symbol.name, *texts)
        name = self.instances.get(key)
        if name is None:
            if self.depth >= DEEPEST or len(self.instances) >= self.most:
                self._report_endless(symbol, applied)
                return wild
            name = self._instance_name(symbol, texts)
            self.instances[key] = name
            self._enter(symbol, template, name)
            self.waiting.append(
                _Waiting(symbol, template, environment, name, texts, self.depth + 1)
            )
        return ast.Applied(ast.Name(name, applied.name.span), (), applied.span)

    def _report_endless(self, symbol: Symbol, applied: ast.Applied) -> None:
        self.exhausted = True
        self.report.error(
            "LG0820",
            applied.span,
            f"{symbol.name} makes templates without end",
            allowed=f"{self.most:,} instances, {DEEPEST} within one another",
            notes=[Note(f"{symbol.name} is declared here", symbol.span)],
        )

    def _instance_name(self, symbol: Symbol, texts: list[str]) -> str:
        parts = [symbol.name, *(identifier(text) for text in texts)]
        name = base = "_".join(parts)
        number = 1
        while name in self.symbols.tables[symbol.kind]:
            if name == symbol.name and not texts:
                name = base = f"{symbol.name}_made"
                continue
            number += 1
            name = f"{base}_{number}"
        return name

    def _enter(self, symbol: Symbol, template: ast.Template, name: str) -> None:
        self.used.add(_made_key(template))
        self.symbols.tables[symbol.kind][name] = Symbol(
            name,
            symbol.kind,
            symbol.span,
            bare_declaration(template, name),
            1,
            instance=True,
        )

    def _make_waiting(self) -> None:
        """Make the instances that were asked for, and those that they ask for."""
        while self.waiting:
            each = self.waiting.pop(0)
            self.depth = each.depth
            symbol, template = each.symbol, each.template
            parts = self._parts(template, each.environment, (symbol.name,))
            texts = ", ".join(each.texts)
            self.made.setdefault(_made_key(template), []).append(
                Unit(
                    each.name,
                    symbol.kind,
                    template,
                    (),
                    tuple(parts.layers),
                    tuple(parts.body),
                    symbol.name,
                    tuple(dict.fromkeys(parts.hints)),
                    instance=f"{symbol.name}({texts})" if texts else symbol.name,
                )
            )
        self.depth = 0


def _made_key(template: ast.Template) -> str:
    return f"{template.kind} {template.name.text}"
