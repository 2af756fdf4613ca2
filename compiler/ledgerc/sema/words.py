"""Elaboration of literals, reserved words, bare names and members (``x.Health``)."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.builtins import EVENT_FIELDS, HIT_FIELDS, KEEPER, LIMIT, TYPE_PHRASES
from ledgerc.sema.constants import constant_value
from ledgerc.sema.context import Body, Typed, fault, holder, unknown
from ledgerc.sema.elaborate import elaborate, variable
from ledgerc.sema.report import WILD
from ledgerc.sema.scope import Binding
from ledgerc.sema.symbols import Kind, one_of
from ledgerc.source import Span
from ledgerc.syntax import ast

_FIELDS = (Kind.STAT, Kind.POOL, Kind.LINK)
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
            return _means_nothing(
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
            return _means_nothing(
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
            return _means_nothing(
                body, "self", node.span, "self is no entity: self.stacks, or holder"
            )
        case "event":
            return _means_nothing(
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
    return _means_nothing(body, name, span, hint)


def _means_nothing(body: Body, name: str, span: Span, hint: str) -> Typed:
    if not body.incomplete:
        body.report.error(
            "LG0207",
            span,
            f"{name} means nothing in {body.place}",
            allowed=hint,
        )
    return fault(span)


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
        return _read(body, Kind.STAT, name, holder(node.span), node.span)
    if body.bare_stats and name in symbols.tables[Kind.POOL]:
        symbols.tables[Kind.POOL][name].uses += 1
        return _read(body, Kind.POOL, name, holder(node.span), node.span)
    return _no_such_name(body, node, wanted)


def _no_such_name(body: Body, node: ast.Reference, wanted: Type | None) -> Typed:
    name = node.name.text
    if name.startswith(WILD):
        return fault(node.span)
    kinds = body.symbols.kinds_of(name)
    field = next((kind for kind in kinds if kind in _FIELDS), None)
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


def member(body: Body, node: ast.Member, _wanted: Type | None) -> Typed:
    """``x.Stat``, ``x.Pool``, ``x.link``, ``x.keeper``, ``event.X``, ``self.X``, ``hit.X``."""
    subject = node.subject
    if isinstance(subject, ast.Word):
        if subject.kind == "event":
            return event_field(body, node.name, node.span)
        if subject.kind == "self":
            return _of_self(body, node)
        if subject.kind == "nothing":
            body.report.error(
                "LG0311",
                node.span,
                f"nothing has no {node.name.text}",
                allowed="an entity before the dot",
            )
            return fault(node.span)
    if isinstance(subject, ast.Reference):
        found = body.scope.find(subject.name.text)
        if found is not None and found.hit:
            return _of_hit(body, found, node)
    owner = elaborate(body, subject, Type.ENTITY)
    if owner.type is None and owner.binding is not None:
        owner.binding.learn(Type.ENTITY)
    elif owner.type not in (None, Type.ENTITY):
        assert owner.type is not None
        several = owner.type is Type.SELECTION
        body.report.error(
            "LG0301",
            subject.span,
            f"only an entity has a {node.name.text}, and this is "
            f"{TYPE_PHRASES[owner.type]}",
            allowed=(
                "one entity: first(…), or for each, sum(…, it.…)" if several else None
            ),
        )
        owner = fault(subject.span)
    name = node.name.text
    if name == KEEPER:
        return Typed(ir.ReadKeeper(owner.expression, node.span), Type.ENTITY)
    if name == LIMIT and body.symbols.find(_FIELDS, name) is None:
        return Typed(ir.ReadLimit(owner.expression, node.span), Type.NUMBER, True)
    if owner.type is None and owner.binding is None and name in HIT_FIELDS:
        return fault(node.span)
    found_field = body.report.resolve(
        node.name,
        _FIELDS,
        also=(KEEPER, LIMIT, *body.template_parameters),
        message=f"no stat, pool or link is named {name}",
    )
    if found_field is None:
        return fault(node.span)
    return _read(body, found_field.kind, name, owner.expression, node.span)


def _read(body: Body, kind: Kind, name: str, owner: ir.Expression, span: Span) -> Typed:
    """A stat, pool or link of an entity."""
    if kind is Kind.STAT:
        whole = body.analysis.integral.get(name, False)
        return Typed(ir.ReadStat(owner, name, whole, span), Type.NUMBER, whole)
    if kind is Kind.POOL:
        whole = body.analysis.pool(name).whole
        return Typed(ir.ReadPool(owner, name, whole, span), Type.NUMBER, whole)
    return Typed(ir.ReadLink(owner, name, span), Type.ENTITY)


def _of_self(body: Body, node: ast.Member) -> Typed:
    """``self.stacks`` of an effect, and a parameter of the effect or ability."""
    name = node.name.text
    owner = "effect" if body.effect is not None else "ability"
    if body.effect is None and body.ability is None:
        return _means_nothing(
            body, "self", node.span, "only an effect or ability has a self"
        )
    if name == "stacks" and body.effect is not None:
        return Typed(ir.SelfStacks(node.span), Type.NUMBER, True)
    parameters = [
        each for each in body.scope.visible() if _is_parameter(body, each, owner)
    ]
    found = body.scope.find(name)
    if found is not None and found.owner == owner:
        return variable(found, node.span)
    candidates = [*parameters, *(("stacks",) if body.effect is not None else ())]
    body.report.error(
        "LG0203",
        node.name.span,
        f"self has no {name}",
        allowed=", ".join(candidates) or "holder, for the entity",
        suggestion=nearest(name, candidates),
    )
    return fault(node.span)


def _is_parameter(body: Body, name: str, owner: str) -> bool:
    found = body.scope.find(name)
    return found is not None and found.owner == owner


def _of_hit(body: Body, found: Binding, node: ast.Member) -> Typed:
    """``hit.applied`` and the like."""
    field = HIT_FIELDS.get(node.name.text)
    if field is None:
        body.report.error(
            "LG0203",
            node.name.span,
            f"the outcome of a change has no {node.name.text}",
            allowed=", ".join(HIT_FIELDS),
            suggestion=nearest(node.name.text, HIT_FIELDS),
        )
        return fault(node.span)
    found.read = True
    if field is ir.HitField.PREVENTED:
        return Typed(ir.ReadHit(found.unique, field, False, node.span), Type.TRUTH)
    whole = found.whole and field is ir.HitField.APPLIED
    return Typed(ir.ReadHit(found.unique, field, whole, node.span), Type.NUMBER, whole)


def event_field(body: Body, name: ast.Name, span: Span) -> Typed:
    """``event.amount``, ``event.subject``, ``event.Path``: what the event of the rule carries."""
    event = body.event
    if event is None:
        return _means_nothing(
            body, "event", span, "only before and after rules and abilities have one"
        )
    field = EVENT_FIELDS.get(name.text)
    if field is not None:
        return _own_field(body, field, span)
    if name.text in event.props:
        _count_use(body, Kind.PROP, name.text)
        whole = body.analysis.prop(name.text).whole
        return Typed(ir.ReadEventProp(name.text, whole, span), Type.NUMBER, whole)
    if name.text in event.links:
        _count_use(body, Kind.LINK, name.text)
        return Typed(ir.ReadEventLink(name.text, span), Type.ENTITY)
    if name.text.startswith(WILD) or body.incomplete or event.open:
        return fault(span)
    carried = [*event.props, *event.links]
    fields = [*carried, *_own_fields(body)]
    declared = body.symbols.find((Kind.PROP, Kind.LINK), name.text)
    if declared is None and nearest(name.text, fields) is None:
        body.report.unresolved(
            name,
            (Kind.PROP, Kind.LINK),
            also=fields,
            message=f"an event has no {name.text}",
        )
        return fault(span)
    hint = f"takes {name.text}" if event.order else f"with {name.text}"
    where = "a line of the ability" if event.order else "after the event's declaration"
    body.report.error(
        "LG0208",
        name.span,
        f"{event.what} carries no {name.text}",
        allowed=(
            ", ".join(fields)
            if declared is None
            else f"{', '.join(fields)}{' ' if fields else ''}(or {hint}, {where})"
        ),
        suggestion=nearest(name.text, fields),
    )
    return fault(span)


def _count_use(body: Body, kind: Kind, name: str) -> None:
    body.symbols.tables[kind][name].uses += 1


def _own_fields(body: Body) -> list[str]:
    event = body.event
    if event is None or (event.order and not event.subject):
        return []
    subjects = ["subject", "by"] if event.subject else []
    return [*(["amount", "applied", "absorbed"] if event.changes else []), *subjects]


def _own_field(body: Body, field: ir.EventField, span: Span) -> Typed:
    """A field that the language gives every event of its kind."""
    event = body.event
    assert event is not None
    if event.open:
        subjects = (ir.EventField.SUBJECT, ir.EventField.BY)
        return unknown(span, Type.ENTITY if field in subjects else Type.NUMBER)
    if field in (ir.EventField.SUBJECT, ir.EventField.BY):
        if not event.subject or (event.order and field is ir.EventField.BY):
            body.report.error(
                "LG0208",
                span,
                f"{event.what} has no {field.value}",
                allowed=", ".join([*event.props, *event.links]) or None,
            )
        return Typed(ir.ReadEvent(field, span), Type.ENTITY)
    if not event.changes:
        body.report.error(
            "LG0208",
            span,
            f"{event.what} has no {field.value}: only changes of a pool have one",
            allowed=", ".join([*event.props, *event.links, *_own_fields(body)]) or None,
        )
    whole = field is ir.EventField.APPLIED and event.applied_whole
    return Typed(ir.ReadEvent(field, span), Type.NUMBER, whole)
