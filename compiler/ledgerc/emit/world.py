"""``World``: the catalog as data, and what its rules say of a whole world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from ledgerc.emit import escape, expressions, nodes
from ledgerc.emit.entity import side_methods
from ledgerc.emit.forbids_and_repeats import forbidden_method, repeats_method
from ledgerc.emit.identifiers import PHASE_EVENTS, snake_case
from ledgerc.emit.names import Names
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.pipelines import Pipeline
from ledgerc.emit.pools import bound, follow_method
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import each_held, marker, tested
from ledgerc.emit.stats import StatView, reckoning_method
from ledgerc.emit.views import ClassView, FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression, Number
from ledgerc.ir.types import Type

_MOST_BITS = 24
"""Effects of a mask that is worth asking before a step."""


def world_view(
    pipelines: Mapping[str, Pipeline],
    stats: Sequence[StatView],
    context: Context,
    digest: str,
) -> ClassView:
    """The last class of the module."""
    methods = [
        *side_methods(context),
        _deaths(context),
        forbidden_method(context),
        repeats_method(context),
        reckoning_method(context),
        follow_method(context),
        _ending(context),
    ]
    return ClassView(
        name="World",
        bases="runtime.World[Entity, Event, Order]",
        docstring=escape.docstring("A world in which these rules hold."),
        attributes=(
            "__slots__ = ()",
            f"catalog = {_catalog(pipelines, stats, context, digest)}",
        ),
        methods=tuple(method for method in methods if method is not None),
    )


# -- the catalog as data ----------------------------------------------------------------------


def _catalog(
    pipelines: Mapping[str, Pipeline],
    stats: Sequence[StatView],
    context: Context,
    digest: str,
) -> str:
    """``runtime.Catalog(…)``, without what the catalog does not have."""
    catalog, names = context.catalog, context.names
    events = _events(catalog)
    keywords: dict[str, Node | None] = {
        "name": nodes.constant(catalog.name),
        "digest": nodes.constant(digest),
        "entity": nodes.name("Entity"),
        "event": nodes.name("Event"),
        "order": nodes.name("Order"),
        "nothing": nodes.name("nothing"),
        "archetypes": _all(names.archetype[each.name] for each in catalog.archetypes),
        "effects": _all(names.effect[each.name] for each in catalog.effects),
        "abilities": _all(names.ability[each.name] for each in catalog.abilities),
        "kinds": _all(
            [
                *(names.event[each] for each in events),
                *(names.event[each.name] for each in catalog.kinds),
                *(
                    name
                    for pool in catalog.pools
                    for name in statement_kinds(pool, context)
                ),
            ]
        ),
        "pipelines": _pipelines(pipelines, context),
        "stats": _table(
            (view.stat.name, _stat(view)) for view in stats if view.slot is not None
        ),
        "pools": _table((pool.name, _pool(pool, context)) for pool in catalog.pools),
        "attributes": _table(
            (stat.name, nodes.constant(names.attribute[stat.name]))
            for stat in catalog.stats
        ),
        "props": _table((prop.name, _prop(prop, context)) for prop in catalog.props),
        "links": _table(
            (link.name, nodes.constant(names.attribute[link.name]))
            for link in catalog.links
        ),
        "tags": _table((tag, nodes.name(names.tag[tag])) for tag in catalog.tags),
        "rate": None if catalog.rate is None else nodes.constant(catalog.rate),
        "turn": _optional(catalog.turn_event, names.event),
        "died": _optional("Died" if "Died" in events else None, names.event),
        **_phases(context),
        "zones": _table((zone.name, _zone(zone, context)) for zone in catalog.zones),
        "queries": _table(
            (each.name, _query(each, context)) for each in catalog.queries
        ),
        "space": None if catalog.space is None else _space(catalog.space, context),
        "allegiance": (
            None
            if catalog.allegiance is None
            else nodes.constant(names.attribute[catalog.allegiance])
        ),
        "routines": _table(
            (each.name, nodes.name(names.routine[each.name]))
            for each in catalog.routines
        ),
    }
    keywords["renamed"] = _renamed(catalog)
    given = {key: value for key, value in keywords.items() if value is not None}
    return text_of(nodes.call("runtime.Catalog", keywords=given))


def _renamed(catalog: ir.Catalog) -> Node | None:
    """What old names in saves mean now, by kind."""
    kinds = dict.fromkeys(each.kind for each in catalog.renames)
    return _table(
        (
            kind,
            nodes.mapping(
                (nodes.constant(each.old), nodes.constant(each.new))
                for each in catalog.renames
                if each.kind == kind
            ),
        )
        for kind in kinds
    )


def statement_kinds(pool: ir.Pool, context: Context) -> tuple[str, str, str]:
    """The events of ``set``, ``gain`` and ``spend`` of a pool."""
    names = context.names
    return (
        names.set_pool[pool.name],
        names.gain_pool[pool.name],
        names.spend_pool[pool.name],
    )


def _events(catalog: ir.Catalog) -> tuple[str, ...]:
    phases = PHASE_EVENTS if catalog.phases else ()
    return (*(each.name for each in catalog.events), *phases)


def _all(identifiers: Iterable[str]) -> Node | None:
    found = tuple(map(nodes.name, identifiers))
    return nodes.items(*found) if found else None


def _table(pairs: Iterable[tuple[str, Node]]) -> Node | None:
    found = [(nodes.constant(key), value) for key, value in pairs]
    return nodes.mapping(found) if found else None


def _optional(name: str | None, table: Mapping[str, str]) -> Node | None:
    return None if name is None else nodes.name(table[name])


def _pipelines(pipelines: Mapping[str, Pipeline], context: Context) -> Node | None:
    """A pipeline of each kind: those kinds of one pool that meet the same share theirs."""
    catalog, names = context.catalog, context.names
    pairs: list[tuple[Node | None, Node]] = []
    for pool in catalog.pools:
        pipeline = pipelines[pool.name]
        declared = [
            names.event[each.name] for each in catalog.kinds if each.pool == pool.name
        ]
        alike: dict[tuple[bool, bool], list[str]] = {}
        for kind in (*declared, *statement_kinds(pool, context)):
            met = bool(pipeline.stages) and kind in (pipeline.kinds_met or (kind,))
            heard = pipeline.is_answered and kind in (pipeline.kinds_heard or (kind,))
            alike.setdefault((met, heard), []).append(kind)
        for (met, heard), kinds in alike.items():
            made = _pipeline(pipeline, names.change[pool.name], met, heard, context)
            if len(kinds) == 1:
                pairs.append((nodes.name(kinds[0]), made))
            else:
                named = nodes.items(*map(nodes.name, kinds))
                pairs.append((None, nodes.call("dict.fromkeys", named, made)))
    for event in _events(catalog):
        if event in pipelines:
            pipeline = pipelines[event]
            met, heard = bool(pipeline.stages), pipeline.is_answered
            made = _pipeline(pipeline, None, met, heard, context)
            pairs.append((nodes.name(names.event[event]), made))
    return nodes.mapping(pairs) if pairs else None


def _pipeline(
    pipeline: Pipeline, change: str | None, met: bool, heard: bool, context: Context
) -> Node:
    """``runtime.Pipeline(…)`` of kinds that are ``met`` by before rules, and ``heard``."""
    names = context.names
    keywords: dict[str, Node] = {}
    if met:
        keywords["before"] = nodes.name(names.before[pipeline.name])
        keywords |= _mask("met_by", (each.effect for each in pipeline.befores), names)
    if change is not None:
        keywords["change"] = nodes.name(change)
    if heard:
        keywords["answers"] = nodes.name(names.answers[pipeline.name])
        listening = (*pipeline.afters, *pipeline.ends)
        keywords |= _mask("heard_by", (each.effect for each in listening), names)
    return nodes.call("runtime.Pipeline", keywords=keywords)


def _mask(found_by: str, effects: Iterable[ir.Effect], names: Names) -> dict[str, Node]:
    """The mask of the effects that a step looks for; none of many, which would say little."""
    bits = tuple(dict.fromkeys(names.holds[effect.name] for effect in effects))
    if len(bits) > _MOST_BITS:
        return {}
    named: Iterable[Node] = map(nodes.name, bits)
    return {found_by: reduce(_either, named)}


def _either(left: Node, right: Node) -> Node:
    return nodes.binary("|", left, right)


def _flags(**flags: bool) -> dict[str, Node]:
    return {name: nodes.constant(True) for name, is_set in flags.items() if is_set}


def _of(bound: Expression | None, local: str, context: Context) -> Node | None:
    """A bound as a function of whoever has it."""
    if bound is None:
        return None
    setting = Setting(context, context.names.locals((local,)))
    setting.holder = nodes.name(local)
    setting.world = nodes.attribute(setting.holder, "world")
    return nodes.function_of(expressions.value(bound, setting), local)


def _bound_of(end: Expression | None, pool: ir.Pool, context: Context) -> Node | None:
    """A bound of a pool as a function of whoever has it."""
    if end is None:
        return None
    setting = Setting(context, context.names.locals(("entity",)))
    setting.holder = nodes.name("entity")
    setting.world = nodes.attribute(setting.holder, "world")
    return nodes.function_of(bound(end, pool, setting), "entity")


def _given(**keywords: Node | None) -> dict[str, Node]:
    return {key: value for key, value in keywords.items() if value is not None}


def _stat(view: StatView) -> Node:
    whole = _flags(whole=view.slot_type == "int")
    return nodes.call("runtime.Stat", nodes.constant(view.slot or ""), keywords=whole)


def _pool(pool: ir.Pool, context: Context) -> Node:
    names = context.names
    keywords = {
        "slot": nodes.constant(names.attribute[pool.name]),
        "bit": nodes.name(names.has[pool.name]),
        "set": nodes.name(names.set_pool[pool.name]),
        "gain": nodes.name(names.gain_pool[pool.name]),
        "spend": nodes.name(names.spend_pool[pool.name]),
        **_given(
            minimum=_bound_of(pool.minimum, pool, context),
            maximum=_bound_of(pool.maximum, pool, context),
        ),
        **_flags(whole=pool.whole),
    }
    if pool.name in names.top:
        keywords["top"] = nodes.constant(names.top[pool.name])
    return nodes.call("runtime.Pool", keywords=keywords)


def _constant(bound: Expression | None, context: Context) -> Node | None:
    if bound is None:
        return None
    return expressions.value(bound, Setting(context, context.names.locals()))


def _prop(prop: ir.Prop, context: Context) -> Node:
    bounds = _given(
        minimum=_constant(prop.minimum, context),
        maximum=_constant(prop.maximum, context),
    )
    slot = nodes.constant(context.names.carried[prop.name])
    return nodes.call("runtime.Prop", slot, keywords=bounds | _flags(whole=prop.whole))


def _phases(context: Context) -> dict[str, Node | None]:
    phases = context.catalog.phases
    if not phases:
        return {}
    started, ended = PHASE_EVENTS
    return {
        "phases": nodes.items(*map(nodes.constant, phases)),
        "phase_started": nodes.name(context.names.event[started]),
        "phase_ended": nodes.name(context.names.event[ended]),
    }


def _zone(zone: ir.Zone, context: Context) -> Node:
    flags = _flags(ordered=zone.ordered, hidden=zone.hidden, in_play=zone.in_play)
    most = _given(most=_most(zone.maximum, context))
    return nodes.call("runtime.Zone", nodes.constant(zone.name), keywords=flags | most)


def _most(most: Expression | None, context: Context) -> Node | None:
    """How many a zone may have: a whole number as it is, else a function of its keeper."""
    if isinstance(most, Number) and most.value.denominator == 1:
        return _constant(most, context)
    return _of(most, "keeper", context)


def _query(query: ir.Query, context: Context) -> Node:
    setting = Setting(context, context.names.locals())
    parameters = [setting.declare_fresh(each.name) for each in query.parameters]
    for each, local in zip(query.parameters, parameters, strict=True):
        if each.type is Type.ENTITY:
            setting.world = nodes.attribute(nodes.name(local), "world")
    default = nodes.function_of(expressions.value(query.default, setting), *parameters)
    bounds = _given(
        minimum=_constant(query.minimum, context),
        maximum=_constant(query.maximum, context),
    )
    keywords = {"default": default, **bounds, **_flags(whole=query.whole)}
    return nodes.call("runtime.Query", nodes.constant(query.name), keywords=keywords)


def _space(space: ir.Space, context: Context) -> Node:
    measure = nodes.attribute(nodes.name("runtime"), "Measure", space.kind.name)
    keywords: dict[str, Node] = {}
    if space.radius is not None:
        member = context.names.attribute[space.radius]
        read = nodes.attribute(nodes.name("entity"), member)
        keywords["radius"] = nodes.function_of(read, "entity")
    return nodes.call("runtime.Space", measure, keywords=keywords)


# -- what the rules say of a world ------------------------------------------------------------


def _deaths(context: Context) -> FunctionView | None:
    """``World.deaths``: each ``dies`` that holds, in catalog order, an event once."""
    setting = Setting(context, context.names.locals(("entity", "found")))
    setting.world = nodes.name("self")
    declared = [(each, dies) for each in context.catalog.effects for dies in each.dies]
    if not declared:
        return None
    if len(declared) == 1:
        lines = [*_dies_lines(*declared[0], "return ({event},)", setting), "return ()"]
    else:
        lines = ["found: list[runtime.EventKind] = []"]
        for effect, dies in declared:
            lines.extend(_dies_lines(effect, dies, "found.append({event})", setting))
        lines.append("return tuple(dict.fromkeys(found))")
    return FunctionView(
        "deaths",
        "self, entity: Entity",
        "tuple[runtime.EventKind, ...]",
        tuple(lines),
        escape.docstring(
            "The death events of each `dies` that holds for an entity now."
        ),
    )


def _dies_lines(
    effect: ir.Effect, dies: ir.Dies, outcome: str, setting: Setting
) -> list[str]:
    """The test of one ``dies``; ``outcome`` is what follows, with a place for the event."""
    names, catalog = setting.names, setting.catalog
    entity = nodes.name("entity")
    found = [outcome.format(event=names.event[dies.raising])]
    mask = nodes.name(names.holds[effect.name])
    held = nodes.binary("&", nodes.attribute(entity, "active"), mask)
    setting.holder = entity
    if dies.at is not ir.DiesAt.CONDITION:
        assert dies.pool is not None
        pool = catalog.pool[dies.pool]
        has = nodes.binary(
            "&", nodes.attribute(entity, "pools"), nodes.name(names.has[pool.name])
        )
        level = nodes.attribute(entity, names.attribute[pool.name])
        end, sign = (
            (pool.minimum, "<=")
            if dies.at is ir.DiesAt.MINIMUM
            else (pool.maximum, ">=")
        )
        assert end is not None
        reached = nodes.compare(sign, level, bound(end, pool, setting))
        return [marker(dies.span), *tested([held, has, reached], found)]
    assert dies.condition is not None
    identifier = names.effect[effect.name]
    instance = setting.locals.name(snake_case(identifier), identifier)
    setting.effect, setting.instance = effect.name, nodes.name(instance)
    condition = expressions.truth(dies.condition, setting)
    if not nodes.count_names(instance, [condition]):  # all instances say the same
        return [marker(dies.span), *tested([held, condition], found)]
    loop = each_held(nodes.name("entity"), identifier, instance, [condition], found)
    return [marker(dies.span), *tested([held], loop)]


def _ending(context: Context) -> FunctionView | None:
    """``World.ending``: the first ``ends when`` that holds, and its winner."""
    setting = Setting(context, context.names.locals())
    setting.world = nodes.name("self")
    lines: list[str] = []
    for ending in context.catalog.endings:
        winner = "nothing"
        if ending.winner is not None:
            winner = text_of(expressions.value(ending.winner, setting))
        test = expressions.truth(ending.condition, setting)
        lines += [marker(ending.span), *tested([test], [f"return {winner}"])]
    if not lines:
        return None
    return FunctionView(
        "ending",
        "self",
        "Entity | None",
        (*lines, "return None"),
        escape.docstring(
            "None while the match goes on, else its winner (nothing: a draw)."
        ),
    )
