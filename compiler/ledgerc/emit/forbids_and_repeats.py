"""``forbids`` and ``repeats``: what the effects that count now say of orders and of answers."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.emit import escape, expressions, matching, nodes
from ledgerc.emit.identifiers import snake_case
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import indented, marker, tested
from ledgerc.emit.views import FunctionView
from ledgerc.ir import catalog as ir


def forbidden_method(context: Context) -> FunctionView | None:
    """``World.forbidden``: the first ``forbids`` that an order meets, in catalog order."""
    lines: list[str] = []
    setting = Setting(context, context.names.locals(("actor", "ability")))
    for effect in context.catalog.effects:
        for forbids in effect.forbids:
            lines.extend(_forbids_lines(effect, forbids, setting))
    if not lines:
        return None
    return FunctionView(
        "forbidden",
        "self, order: Order",
        "str | None",
        (
            "actor, ability = order.actor, type(order.ability)",
            *lines,
            "return None",
        ),
        escape.docstring(
            "The reason of the first rule that forbids an order, or None."
        ),
    )


def _instances(effect: ir.Effect, setting: Setting) -> tuple[str, str]:
    """The local of an instance of ``effect``, and the head of the loop over those that count."""
    setting.world = nodes.name("self")
    identifier = setting.names.effect[effect.name]
    instance = setting.locals.name(snake_case(identifier), identifier)
    setting.effect, setting.instance = effect.name, nodes.name(instance)
    setting.holder = nodes.attribute(setting.instance, "holder")
    return instance, f"for {instance} in self.granted({identifier}):"


def _forbids_lines(
    effect: ir.Effect, forbids: ir.Forbids, setting: Setting
) -> list[str]:
    actor, names = nodes.name("actor"), setting.names
    ordered = nodes.name("order")
    ability = nodes.name("ability")
    if forbids.by_tag:
        mask = nodes.name(names.tag[forbids.ability])
        outer: list[Node] = [nodes.binary("&", nodes.attribute(ability, "tags"), mask)]
    else:
        kind = nodes.name(names.ability[forbids.ability])
        outer = [nodes.compare("is", ability, kind)]
    if matching.is_own(forbids.subject):
        held = nodes.name(names.holds[effect.name])
        outer.append(nodes.binary("&", nodes.attribute(actor, "active"), held))
    _, head = _instances(effect, setting)
    setting.event = ordered
    inner = matching.subject_tests(forbids.subject, actor, setting)
    if forbids.when is not None:
        inner.append(expressions.truth(forbids.when, setting))
    loop = tested(inner, [f"return {escape.literal(forbids.reason)}"])
    return [marker(forbids.span), *tested(outer, [head, *indented(loop)])]


def repeats_method(context: Context) -> FunctionView | None:
    """``World.repeats``: how often a rule acts that answers an event."""
    setting = Setting(
        context, context.names.locals(("effect", "holder", "rule", *_COUNTS))
    )
    found = list(_repeats(context))
    if not found:
        return None
    lines = ["holder = effect.holder", "highest, added, multiplied = 1, 0, 1"]
    for effect, repeats in found:
        lines.extend(_repeats_lines(effect, repeats, setting))
    lines.append("return max(highest, added) * multiplied")
    return FunctionView(
        "repeats",
        "self, effect: runtime.Effect[Entity], rule: runtime.AfterRule, event: Event",
        "int",
        tuple(lines),
        escape.docstring("How often a rule acts that answers an event."),
    )


_COUNTS = ("highest", "added", "multiplied")
"""The locals in which ``repeats`` counts."""


def _repeats(context: Context) -> Iterator[tuple[ir.Effect, ir.Repeats]]:
    for effect in context.catalog.effects:
        for repeats in effect.repeats:
            yield effect, repeats


def _kind(event: ir.EventName, setting: Setting) -> list[Node]:
    """Whether the event is the one whose answers repeat."""
    names = setting.names
    kind = nodes.attribute(setting.event, "kind")
    match event:
        case ir.OfKind(kind=name) | ir.OfEvent(event=name):
            return [nodes.compare("is", kind, nodes.name(names.event[name]))]
        case ir.OfPhase(started=started):
            name = "PhaseStarted" if started else "PhaseEnded"
            return [nodes.compare("is", kind, nodes.name(names.event[name]))]
        case ir.OfPool(pool=pool, way=None):
            changed = nodes.attribute(kind, "pool")
            return [nodes.compare("==", changed, nodes.constant(pool))]
        case ir.OfPool(pool=pool):
            return matching.kind_tests((event,), pool, setting) or []


_COMBINED = {
    ir.Combine.HIGHEST: "highest = max(highest, {count})",
    ir.Combine.ADDS: "added += {count}",
    ir.Combine.MULTIPLIES: "multiplied *= {count}",
}


def _repeats_lines(
    effect: ir.Effect, repeats: ir.Repeats, setting: Setting
) -> list[str]:
    whom = nodes.name("holder")
    setting.event = nodes.name("event")
    outer = _kind(repeats.event, setting)
    if repeats.own:
        subject = nodes.attribute(setting.event, "subject")
        outer.append(nodes.compare("is", subject, whom))
    _, head = _instances(effect, setting)
    inner = matching.subject_tests(repeats.subject, whom, setting)
    count = text_of(expressions.whole_value(repeats.count, setting))
    loop = tested(inner, [_COMBINED[repeats.combine].format(count=count)])
    return [marker(repeats.span), *tested(outer, [head, *indented(loop)])]
