"""An archetype as a class: what entities of this kind start with."""

from __future__ import annotations

from ledgerc.emit import escape, expressions, nodes
from ledgerc.emit.effects import tag_mask
from ledgerc.emit.identifiers import identifier_of, snake_case
from ledgerc.emit.masks import union
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.pools import start_lines
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import marker
from ledgerc.emit.stats import base_slot
from ledgerc.emit.views import ClassView, FunctionView, described
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Number
from ledgerc.ir.typed import is_whole

_STATIC = ("@staticmethod",)
_NEWCOMER = "w: World, self: Entity"


def archetype_view(archetype: ir.Archetype, context: Context) -> ClassView:
    """The class of an archetype."""
    names = context.names
    methods: list[FunctionView] = []
    if archetype.effects:
        methods.append(_effects(archetype, context))
    for name, lines in (
        ("set_bases", _base_lines(archetype, context)),
        ("set_pools", start_lines(archetype, context)),
    ):
        if lines:
            methods.append(
                FunctionView(name, _NEWCOMER, "None", tuple(lines), "", _STATIC)
            )
    return ClassView(
        name=names.archetype[archetype.name],
        bases="runtime.Archetype[Entity]",
        docstring=described(archetype.source, archetype.span, archetype.doc),
        attributes=tuple(_attributes(archetype, context)),
        methods=tuple(methods),
    )


def _attributes(archetype: ir.Archetype, context: Context) -> list[str]:
    names = context.names
    lines = [f"name = {escape.literal(archetype.name)}"]
    if archetype.tags:
        lines.append(f"tags = {tag_mask(archetype.tags, context)}")
    pools = dict.fromkeys(start.pool for start in archetype.pools)
    if pools:
        lines.append(f"pools = {union(names.has[each] for each in pools)}")
    if archetype.effects:
        held = (nodes.constant(each.effect) for each in archetype.effects)
        lines.append(f"begins_with = {text_of(nodes.items(*held))}")
    if archetype.grants:
        setting = Setting(context, names.locals())
        granted = [
            nodes.call(
                names.ability[each.ability],
                *(expressions.value(argument, setting) for argument in each.arguments),
            )
            for each in archetype.grants
        ]
        lines.append(f"grants = {text_of(nodes.items(*granted))}")
    if archetype.single:
        lines.append("single = True")
    if archetype.limit is not None:
        lines.append(f"limit = {archetype.limit}")
    if archetype.text is not None:
        lines.append(f"text = {escape.literal(archetype.text)}")
    return lines


def _effects(archetype: ir.Archetype, context: Context) -> FunctionView:
    """The effects in order; one whose arguments are reckoned stands under its own line."""
    setting = Setting(context, context.names.locals())
    setting.holder = nodes.name("self")
    lines: list[str] = []
    made: list[Node] = []
    for held in archetype.effects:
        instance: Node = nodes.call(
            context.names.effect[held.effect],
            *(expressions.value(argument, setting) for argument in held.arguments),
        )
        if not all(isinstance(each, Number) for each in held.arguments):
            local = setting.declare_fresh(snake_case(identifier_of(held.effect)))
            lines += [marker(held.span), f"{local} = {text_of(instance)}"]
            instance = nodes.name(local)
        made.append(instance)
    return FunctionView(
        "effects",
        _NEWCOMER,
        "tuple[runtime.Effect[Entity], ...]",
        (*lines, f"return {text_of(nodes.items(*made))}"),
        "",
        _STATIC,
    )


def _base_lines(archetype: ir.Archetype, context: Context) -> list[str]:
    """The bases, each in the slot of its stat; one that is no integer keeps six decimals."""
    setting = Setting(context, context.names.locals())
    setting.holder = nodes.name("self")
    lines: list[str] = []
    bases = {base.stat: base for base in archetype.bases}
    for base in bases.values():
        stat = context.catalog.stat[base.stat]
        read: Node = expressions.value(base.value, setting)
        if not is_whole(base.value) and not _has_six_decimals(base.value):
            read = nodes.call("runtime.round_six", read)
        lines += [
            marker(base.span),
            f"self.{base_slot(stat, context)} = {text_of(read)}",
        ]
    return lines


def _has_six_decimals(value: object) -> bool:
    return isinstance(value, Number) and (value.value * 10**6).denominator == 1
