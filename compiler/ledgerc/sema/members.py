"""Elaboration of members: ``x.Health``, ``event.amount``, ``self.stacks``, ``hit.applied``."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema.builtins import EVENT_FIELDS, HIT_FIELDS, KEEPER, LIMIT, TYPE_PHRASES
from ledgerc.sema.context import Body, Typed, fault, unknown
from ledgerc.sema.elaborate import elaborate, variable
from ledgerc.sema.report import WILD
from ledgerc.sema.scope import Binding
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

FIELDS = (Kind.STAT, Kind.POOL, Kind.LINK)
"""What is read of an entity."""


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
    if name == LIMIT and body.symbols.find(FIELDS, name) is None:
        return Typed(ir.ReadLimit(owner.expression, node.span), Type.NUMBER, True)
    if owner.type is None and owner.binding is None and name in HIT_FIELDS:
        return fault(node.span)
    found_field = body.report.resolve(
        node.name,
        FIELDS,
        also=(KEEPER, LIMIT, *body.template_parameters),
        message=f"no stat, pool or link is named {name}",
    )
    if found_field is None:
        return fault(node.span)
    return read_field(body, found_field.kind, name, owner.expression, node.span)


def read_field(
    body: Body, kind: Kind, name: str, owner: ir.Expression, span: Span
) -> Typed:
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
        return means_nothing(
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
        return means_nothing(
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


def means_nothing(body: Body, name: str, span: Span, hint: str) -> Typed:
    """Report a word of the language that means nothing here (LG0207); ``hint``: what is."""
    if not body.incomplete:
        body.report.error(
            "LG0207",
            span,
            f"{name} means nothing in {body.place}",
            allowed=hint,
        )
    return fault(span)
