"""Elaboration of literals, reserved words and bare names."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.builtins import HIT_FIELDS
from ledgerc.sema.constants import constant_value
from ledgerc.sema.context import Body, Typed, fault, holder, unknown
from ledgerc.sema.elaborate import variable
from ledgerc.sema.members import FIELDS, means_nothing, read_field
from ledgerc.sema.report import WILD
from ledgerc.sema.symbols import Kind, one_of
from ledgerc.source import Span
from ledgerc.syntax import ast

_THINGS = (Kind.TAG, Kind.EFFECT, Kind.ABILITY, Kind.ARCHETYPE)


def literal(_body: Body, node: ast.Number, _wanted: Type | None) -> Typed:
    """A number."""
    return fold.number(node.value, node.span)


def text(_body: Body, node: ast.Text, _wanted: Type | None) -> Typed:
    """A text in quotes."""
    return Typed(ir.Text(node.value, node.span), Type.TEXT)


def word(body: Body, node: ast.Word, _wanted: Type | None) -> Typed:
    """``holder``, ``target``, ``it``, ``nothing``, ``phase``; ``self`` and ``event`` need a dot."""
    match node.kind:
        case "nothing":
            return Typed(ir.Nothing(node.span), Type.ENTITY)
        case "holder":
            if body.holder:
                return Typed(holder(node.span), Type.ENTITY)
            return means_nothing(
                body,
                "holder",
                node.span,
                "only effects, abilities and archetypes have one",
            )
        case "target":
            return target(body, "target", node.span)
        case "it":
            if body.candidate is not None:
                return variable(body.candidate, node.span)
            return means_nothing(
                body, "it", node.span, "it is who a where, sorted by or sum looks at"
            )
        case "phase":
            if not body.symbols.tables[Kind.PHASE] and not body.report.lost("phases"):
                body.report.error(
                    "LG0402",
                    node.span,
                    "the catalog has no phases",
                    allowed="a line such as: phases Morning Evening",
                )
                return unknown(node.span, Type.PHASE)
            return Typed(ir.CurrentPhase(node.span), Type.PHASE)
        case "self":
            return means_nothing(
                body, "self", node.span, "self is no entity: self.stacks, or holder"
            )
        case "event":
            return means_nothing(
                body,
                "event",
                node.span,
                "event is no entity: event.subject, event.by, event.amount",
            )


def target(body: Body, name: str, span: Span) -> Typed:
    """``target`` or ``targets``: what the ability's target line has chosen."""
    if body.target is not None:
        chosen = "targets" if body.target is Type.SELECTION else "target"
        role = ir.Role.TARGETS if body.target is Type.SELECTION else ir.Role.TARGET
        return Typed(ir.Variable(chosen, body.target, role, span=span), body.target)
    if body.target_known:
        return fault(span)
    hint = (
        "this ability has no target line"
        if body.ability is not None
        else "only abilities have one"
    )
    return means_nothing(body, name, span, hint)


def reference(body: Body, node: ast.Reference, wanted: Type | None) -> Typed:
    """A bare name: a ``let``, a parameter, a ``const``, a ``single``, a phase where one fits."""
    name = node.name.text
    found = body.scope.find(name)
    if found is not None:
        if found.hit:
            body.report.error(
                "LG0301",
                node.span,
                f"{name} is the outcome of a change, not a value",
                allowed=", ".join(f"{name}.{field}" for field in HIT_FIELDS),
            )
            return fault(node.span)
        return variable(found, node.span)
    symbols = body.symbols
    if wanted is Type.PHASE and name in symbols.tables[Kind.PHASE]:
        symbols.tables[Kind.PHASE][name].uses += 1
        return Typed(ir.Named(name, Type.PHASE, node.span), Type.PHASE)
    if name in symbols.tables[Kind.CONSTANT]:
        symbols.tables[Kind.CONSTANT][name].uses += 1
        value = constant_value(body.analysis, name)
        if value is None:
            return fault(node.span)
        return fold.number(value, node.span)
    if name in body.analysis.singles:
        symbols.tables[Kind.ARCHETYPE][name].uses += 1
        return Typed(ir.Single(name, node.span), Type.ENTITY)
    if name == "targets":
        return target(body, name, node.span)
    if body.bare_stats and name in symbols.tables[Kind.STAT]:
        symbols.tables[Kind.STAT][name].uses += 1
        return read_field(body, Kind.STAT, name, holder(node.span), node.span)
    if body.bare_stats and name in symbols.tables[Kind.POOL]:
        symbols.tables[Kind.POOL][name].uses += 1
        return read_field(body, Kind.POOL, name, holder(node.span), node.span)
    return _no_such_name(body, node, wanted)


def _no_such_name(body: Body, node: ast.Reference, wanted: Type | None) -> Typed:
    name = node.name.text
    if name.startswith(WILD):
        return fault(node.span)
    kinds = body.symbols.kinds_of(name)
    field = next((kind for kind in kinds if kind in FIELDS), None)
    if field is not None:
        body.symbols.tables[field][name].uses += 1
        written = f"holder.{name}" if body.holder else f"x.{name}"
        body.report.error(
            "LG0206",
            node.span,
            f"{name} is {field.phrase}: say whose",
            allowed=f"{written}, or the name of another entity before the dot",
            suggestion=f"holder.{name}" if body.holder else None,
        )
        return fault(node.span)
    if kinds:
        body.symbols.tables[kinds[0]][name].uses += 1
        body.report.error(
            "LG0204",
            node.span,
            f"{name} is {one_of(kind.phrase for kind in kinds)}, which is no value here",
            allowed="a let, a parameter, a const or a single archetype",
        )
        return fault(node.span)
    if wanted is Type.PHASE and not body.symbols.tables[Kind.PHASE]:
        return fault(node.span)  # that there are no phases has been told
    wanted_kinds: tuple[Kind, ...] = (Kind.CONSTANT,)
    if wanted is Type.PHASE:
        wanted_kinds = (Kind.PHASE, Kind.CONSTANT)
    elif body.bare_stats:
        wanted_kinds = (Kind.STAT, Kind.CONSTANT)
    visible = visible_names(body)
    if body.incomplete and (len(name) < 4 or nearest(name, visible) is None):
        return fault(node.span)  # a line that did not parse may have named it
    body.report.unresolved(
        node.name,
        wanted_kinds,
        also=visible,
        message=f"nothing here is named {name}",
        bindings=() if body.play else body.scope.all_bindings(),
        bare=True,
    )
    return fault(node.span)


def visible_names(body: Body) -> list[str]:
    """All bare names and words that are values where ``body`` stands, for suggestions."""
    names = [*body.scope.visible(), *body.template_parameters, *body.analysis.singles]
    if body.holder:
        names.append("holder")
    if body.target is not None:
        names.append("target")
        if body.target is Type.SELECTION:
            names.append("targets")
    if body.candidate is not None:
        names.append("it")
    if body.event is not None:
        names.append("event")
    if body.effect is not None:
        names.append("self")
    if body.symbols.tables[Kind.PHASE]:
        names.append("phase")
    names.extend(("nothing", "enemies", "allies", "others"))
    return names
