"""Auras: what an effect lends to others while it is in play, as methods of its class."""

from __future__ import annotations

from ledgerc.emit import escape, expressions, nodes, selections
from ledgerc.emit.masks import union
from ledgerc.emit.names import AuraNames
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import indented, marker
from ledgerc.emit.views import FunctionView, Members
from ledgerc.ir import catalog as ir
from ledgerc.ir.print_expressions import print_expression

_SELECTED = "selected"


def aura_members(effect: ir.Effect, context: Context, members: Members) -> None:
    """Add the methods of the auras of ``effect``, and ``auras``, which names them."""
    own = context.names.effect[effect.name]
    declared: list[str] = []
    for place, aura in enumerate(effect.auras):
        names = context.names.aura[effect.name, place]
        members.methods.append(_selects(effect, aura, names, context))
        given = [
            escape.literal(escape.comment(aura.span.place)),
            f"{own}.{names.selects}",
        ]
        if aura.modifiers:
            members.methods.append(_lends(effect, aura, names, context))
            given.append(f"modifiers={own}.{names.lends}")
        if aura.tags:
            mask = union(context.names.tag[each] for each in aura.tags)
            given.append(f"tags={mask}")
        if aura.effects:
            members.methods.append(_gives(effect, aura, names, context))
            given.append(f"effects={own}.{names.gives}")
        given.append(f"name={escape.literal(print_expression(aura.selection))}")
        declared.append(f"runtime.Aura({', '.join(given)})")
    if declared:
        members.after.append(f"{own}.auras = ({', '.join(declared)},)")


def _setting(effect: ir.Effect, context: Context) -> Setting:
    setting = Setting(context, context.names.locals((_SELECTED, "lent")))
    setting.effect = effect.name
    setting.holder = nodes.attribute(nodes.name("self"), "holder")
    return setting


def _selects(
    effect: ir.Effect, aura: ir.Aura, names: AuraNames, context: Context
) -> FunctionView:
    chosen = selections.as_list(aura.selection, _setting(effect, context))
    lines = (marker(aura.span), f"return {text_of(chosen)}")
    return FunctionView(names.selects, "self, w: World", "Sequence[Entity]", lines)


def _lends(
    effect: ir.Effect, aura: ir.Aura, names: AuraNames, context: Context
) -> FunctionView:
    """What the aura adds to the stats of one of the selected."""
    setting = _setting(effect, context)
    setting.variables[aura.candidate] = _SELECTED
    always = all(modifier.when is None for modifier in aura.modifiers)
    lines: list[str] = []
    for modifier in aura.modifiers:
        kind = nodes.attribute(nodes.name("runtime"), "Adjust", modifier.kind.name)
        amount = expressions.value(modifier.amount, setting)
        made: Node = nodes.call(
            "runtime.Lent", nodes.constant(modifier.stat), kind, amount
        )
        change = [f"{text_of(made)}," if always else f"lent.append({text_of(made)})"]
        if modifier.when is not None:
            test = text_of(expressions.truth(modifier.when, setting))
            change = [f"if {test}:", *indented(change)]
        lines += [marker(modifier.span), *change]
    if always:
        lines = ["return (", *indented(lines), ")"]
    else:
        lines = ["lent: list[runtime.Lent] = []", *lines, "return tuple(lent)"]
    parameters = f"self, w: World, {_SELECTED}: Entity"
    return FunctionView(
        names.lends, parameters, "tuple[runtime.Lent, ...]", tuple(lines)
    )


def _gives(
    effect: ir.Effect, aura: ir.Aura, names: AuraNames, context: Context
) -> FunctionView:
    """The effects that one of the selected holds meanwhile."""
    setting = _setting(effect, context)
    setting.variables[aura.candidate] = _SELECTED
    made = nodes.items(
        *(
            nodes.call(
                context.names.effect[held.effect],
                *(expressions.value(each, setting) for each in held.arguments),
            )
            for held in aura.effects
        )
    )
    lines = (marker(aura.span), f"return {text_of(made)}")
    parameters = f"self, w: World, {_SELECTED}: Entity"
    returns = "tuple[runtime.Effect[Entity], ...]"
    return FunctionView(names.gives, parameters, returns, lines)
