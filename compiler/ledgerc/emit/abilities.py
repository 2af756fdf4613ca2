"""An ability as a class: what it may be aimed at, what it asks, costs and does."""

from __future__ import annotations

from itertools import takewhile
from typing import assert_never

from ledgerc.emit import escape, expressions, matching, nodes
from ledgerc.emit.changes import way_kind
from ledgerc.emit.effects import initialiser, tag_mask
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.reach import found, uses_of
from ledgerc.emit.setting import Context, Setting, annotation
from ledgerc.emit.statements import body_lines, indented, marker
from ledgerc.emit.views import ClassView, FunctionView, Members, described
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import AskQuery, Role, RunRoutine, Variable
from ledgerc.ir.statements import Way
from ledgerc.ir.typed import is_whole
from ledgerc.ir.types import Type

_ASKED = "self, w: World, order: Order"


def ability_view(ability: ir.Ability, context: Context) -> ClassView:
    """The class of an ability."""
    names = context.names
    members = Members()
    slots = [
        (
            names.ability_member[ability.name, each.name],
            annotation(each.type, each.whole),
        )
        for each in ability.parameters
    ]
    members.attributes.extend(_attributes(ability, slots, context))
    if slots:
        members.methods.append(initialiser(slots, calls_super=False))
    if ability.target is not None:
        members.methods.extend(_target_methods(ability, ability.target, context))
    if ability.requirements:
        members.methods.extend(_unmet(ability, context))
    if ability.costs:
        members.methods.append(_costs(ability, context))
    if ability.body:
        setting, lines = _ordered(ability, ability.body, context)
        lines += body_lines(ability.body, setting)
        members.methods.append(FunctionView("perform", _ASKED, "None", tuple(lines)))
    return ClassView(
        name=names.ability[ability.name],
        bases="runtime.Ability[Entity]",
        docstring=described(ability.source, ability.span, ability.doc),
        attributes=tuple(members.attributes),
        methods=tuple(members.methods),
    )


def _attributes(
    ability: ir.Ability, slots: list[tuple[str, str]], context: Context
) -> list[str]:
    named = text_of(nodes.items(*(nodes.constant(slot) for slot, _ in slots)))
    lines = [f"__slots__ = {named}", f"name = {escape.literal(ability.name)}"]
    if ability.tags:
        lines.append(f"tags = {tag_mask(ability.tags, context)}")
    if slots:
        lines.append(f"parameters = {named}")
    listed = {
        "from_zones": ability.from_zones,
        "takes": ability.takes,
        "during": ability.during,
    }
    for attribute, values in listed.items():
        if values:
            given = text_of(nodes.items(*map(nodes.constant, values)))
            lines.append(f"{attribute} = {given}")
    if ability.target is not None:
        lines.append(f"target = runtime.Target.{_target_kind(ability.target)}")
        if ability.target.zone is not None:
            zones = text_of(nodes.items(nodes.constant(ability.target.zone)))
            lines.append(f"target_zones = {zones}")
    lines.extend(f"{slot}: {kind}" for slot, kind in slots)
    return lines


def _target_kind(target: ir.Target) -> str:
    if target.what is ir.Choosable.PLACE:
        return "PLACE"
    if target.what is ir.Choosable.HOLDER:
        return "HOLDER"
    return target.quantity.name


def _ordered(
    ability: ir.Ability, read: object, context: Context
) -> tuple[Setting, list[str]]:
    """The surroundings of a method that is asked of an order, and its first lines."""
    setting = Setting(context, context.names.locals())
    setting.ability = ability.name
    setting.event = nodes.name("order")
    is_place = any(
        each.role is Role.TARGET and each.type is Type.PLACE
        for each in found(read, Variable)
    )
    parts = {
        "holder": "order.actor" if uses_of(read, Role.HOLDER) else None,
        "target": (
            "order.target" if uses_of(read, Role.TARGET) and not is_place else None
        ),
        "targets": "order.targets" if uses_of(read, Role.TARGETS) else None,
    }
    used = {local: part for local, part in parts.items() if part is not None}
    lines = [f"{', '.join(used)} = {', '.join(used.values())}"] if used else []
    if is_place:
        lines += ["assert order.place is not None", "target = order.place"]
    return setting, lines


# -- targets ----------------------------------------------------------------------------------


def _target_methods(
    ability: ir.Ability, target: ir.Target, context: Context
) -> list[FunctionView]:
    methods: list[FunctionView] = []
    if target.count is not None:
        setting, lines = _ordered(ability, target.count, context)
        count = text_of(expressions.value(target.count, setting))
        kind = "int" if is_whole(target.count) else "runtime.Number"
        lines = [marker(target.span), *lines, f"return {count}"]
        methods.append(FunctionView("how_many", _ASKED, kind, tuple(lines)))
    if target.zone is not None and target.keeper is not None:
        setting, lines = _ordered(ability, target.keeper, context)
        keeper = expressions.value(target.keeper, setting)
        cards = nodes.call("w.cards", nodes.constant(target.zone), keeper)
        lines += [marker(target.span), f"return {text_of(cards)}"]
        methods.append(
            FunctionView("candidates", _ASKED, "Sequence[Entity]", tuple(lines))
        )
    tests = _is_target(ability, target, context)
    if tests is not None:
        methods.append(tests)
    return methods


def _is_target(
    ability: ir.Ability, target: ir.Target, context: Context
) -> FunctionView | None:
    """``is_target``, unless everything that lies in the right place is one."""
    setting = Setting(context, context.names.locals())
    setting.ability = ability.name
    setting.event = nodes.name("order")
    setting.variables[target.candidate] = "target"
    tests = _target_tests(target, setting)
    if not tests:
        return None
    lines: list[str] = []
    if nodes.count_names("holder", tests) > 1:
        lines.append("holder = order.actor")
    else:
        setting.holder = nodes.attribute(setting.event, "actor")
        tests = _target_tests(target, setting)
    kind = "runtime.Point" if target.what is ir.Choosable.PLACE else "Entity"
    lines += [marker(target.span), f"return {text_of(nodes.both(*tests))}"]
    return FunctionView("is_target", f"{_ASKED}, target: {kind}", "bool", tuple(lines))


def _target_tests(target: ir.Target, setting: Setting) -> list[Node]:
    """What a target must be, as truths."""
    whom = nodes.name("target")
    tests = _choosable(target, whom, setting)
    tests += (
        nodes.call("bool", expressions.has_tag(whom, tag, setting))
        for tag in target.having
    )
    if target.within is not None:
        reach = expressions.value(target.within, setting)
        tests.append(nodes.call("w.is_within", reach, whom, setting.holder))
    if target.condition is not None:
        tests.append(expressions.value(target.condition, setting))
    return tests


def _choosable(target: ir.Target, whom: Node, setting: Setting) -> list[Node]:
    """What ``ally``, ``enemy`` and their like ask of a target."""
    relations = {
        ir.Choosable.ALLY: ir.Relation.ALLY,
        ir.Choosable.OTHER_ALLY: ir.Relation.OTHER_ALLY,
        ir.Choosable.ENEMY: ir.Relation.ENEMY,
        ir.Choosable.HOLDER: ir.Relation.HOLDER,
    }
    match target.what:
        case ir.Choosable.ANY | ir.Choosable.PLACE | ir.Choosable.HOLDER:
            return []
        case ir.Choosable.CARD:
            assert target.zone is not None
            given = [whom, nodes.constant(target.zone)]
            if target.keeper is not None:
                given.append(expressions.value(target.keeper, setting))
            return [nodes.call("w.is_in", *given)]
        case ir.Choosable.ALLY | ir.Choosable.OTHER_ALLY | ir.Choosable.ENEMY:
            subject = ir.Subject(relations[target.what], None, (), target.span)
            return matching.subject_tests(subject, whom, setting)
        case _:
            assert_never(target.what)


# -- requirements and costs -------------------------------------------------------------------


def _unmet(ability: ir.Ability, context: Context) -> list[FunctionView]:
    """``unmet``; in two where the first requirements of one with targets look at none.

    The first part is asked once for all targets as the legal orders of an entity are listed.
    """
    requirements = ability.requirements
    if ability.target is None or ability.target.what is ir.Choosable.PLACE:
        return [_unmet_of("unmet", requirements, ability, context)]
    first = tuple(takewhile(_looks_at_no_target, requirements))
    rest = requirements[len(first) :]
    if not first:
        return [_unmet_of("unmet", rest, ability, context)]
    methods = [_unmet_of("unmet_of_holder", first, ability, context)]
    if rest:
        methods.append(_unmet_of("unmet_of_target", rest, ability, context))
    return methods


def _looks_at_no_target(requirement: ir.Requirement) -> bool:
    condition = requirement.condition
    asks = (AskQuery, RunRoutine)
    return (
        not uses_of(condition, Role.TARGET)
        and not uses_of(condition, Role.TARGETS)
        and not any(isinstance(each, asks) for each in found(condition, object))
    )


_UNMET = {
    "unmet": "The first requirement that does not hold, or None.",
    "unmet_of_holder": "The first requirement of the holder that does not hold, or None.",
    "unmet_of_target": "The first other requirement that does not hold, or None.",
}


def _unmet_of(
    name: str,
    requirements: tuple[ir.Requirement, ...],
    ability: ir.Ability,
    context: Context,
) -> FunctionView:
    read = tuple(each.condition for each in requirements)
    setting, lines = _ordered(ability, read, context)
    for requirement in requirements:
        test = text_of(nodes.inverse(expressions.truth(requirement.condition, setting)))
        lines += [
            marker(requirement.span),
            f"if {test}:",
            *indented([f"return {escape.literal(requirement.reason)}"]),
        ]
    lines.append("return None")
    docstring = escape.docstring(_UNMET[name])
    return FunctionView(name, _ASKED, "str | None", tuple(lines), docstring)


def _costs(ability: ir.Ability, context: Context) -> FunctionView:
    setting, lines = _ordered(ability, ability.costs, context)
    made: list[str] = []
    for cost in ability.costs:
        kind = nodes.name(way_kind(Way.SPEND, cost.pool, setting.names))
        entity = expressions.value(cost.entity, setting)
        amount = expressions.value(cost.amount, setting)
        made += [
            marker(cost.span),
            f"{text_of(nodes.call('runtime.Cost', entity, kind, amount))},",
        ]
    lines += ["return (", *indented(made), ")"]
    return FunctionView(
        "costs", _ASKED, "tuple[runtime.Cost[Entity], ...]", tuple(lines)
    )
