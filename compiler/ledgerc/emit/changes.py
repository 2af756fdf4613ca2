"""Statements that are one call of the world: what changes something, or tells it to."""

from __future__ import annotations

from typing import assert_never

from ledgerc.emit import nodes, selections
from ledgerc.emit.expressions import value, whole_value
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.setting import Setting
from ledgerc.ir import expressions
from ledgerc.ir import statements as ir
from ledgerc.ir.types import Type

Change = (
    ir.ChangePool
    | ir.Deal
    | ir.Raise
    | ir.Give
    | ir.Take
    | ir.TakeAll
    | ir.RemoveSelf
    | ir.Make
    | ir.Copy
    | ir.Turn
    | ir.Destroy
    | ir.Remove
    | ir.Shuffle
    | ir.Place
    | ir.PointLink
    | ir.Perform
    | ir.Advance
    | ir.NoteText
    | ir.Settle
    | ir.Do
)


def change_lines(statement: Change, setting: Setting) -> list[str]:
    """The lines of one change: a call, an assignment of its outcome, or a test of it."""
    called = text_of(_call(statement, setting))
    match statement:
        case ir.Deal(hit=str(name)):
            return [f"{setting.declare(name, 'Event')} = {called}"]
        case ir.Make(name=str(name)) | ir.Copy(name=str(name)):
            return [f"{setting.declare(name, 'Entity')} = {called}"]
        case ir.Raise(or_stop=True):
            return [f"if {called}.prevented:", f"    {setting.stop}"]
        case _:
            return [called]


def _call(statement: Change, setting: Setting) -> Node:
    names = setting.names
    match statement:
        case ir.ChangePool(way=way, entity=entity, pool=pool, amount=amount):
            kind = nodes.name(way_kind(way, pool, setting))
            return _world(
                "change", setting, kind, value(entity, setting), value(amount, setting)
            )
        case ir.Deal():
            return _deal(statement, setting)
        case ir.Raise():
            return _raise(statement, setting)
        case ir.Give() | ir.Take() | ir.TakeAll() | ir.RemoveSelf():
            return _effect(statement, setting)
        case ir.Make() | ir.Copy() | ir.Turn():
            return _made(statement, setting)
        case ir.Destroy(entity=entity):
            return _world("destroy_entity", setting, value(entity, setting))
        case ir.Remove(entity=entity):
            return _world("remove_entity", setting, value(entity, setting))
        case ir.Shuffle(zone=zone, keeper=keeper):
            return _world(
                "shuffle_zone", setting, nodes.constant(zone), value(keeper, setting)
            )
        case ir.Place(entity=entity, at=at, facing=facing):
            given = (value(entity, setting), value(at, setting))
            return _world(
                "place_entity", setting, *given, facing=_optional(facing, setting)
            )
        case ir.PointLink(entity=entity, link=link, to=to):
            given = (nodes.constant(names.attribute[link]), value(to, setting))
            return _world("point_link", setting, value(entity, setting), *given)
        case ir.Perform(ability=ability, by_tag=by_tag, at=at, by=by):
            table, method = (
                (names.tag, "perform_any")
                if by_tag
                else (names.ability, "perform_ability")
            )
            told = nodes.name(table[ability])
            where = _optional(at, setting)
            return _world(method, setting, value(by, setting), told, at=where)
        case ir.Advance(to=to):
            return _world(
                "advance_phase", setting, *([nodes.constant(to)] if to else [])
            )
        case ir.NoteText(text=text):
            return _world("note", setting, nodes.constant(text))
        case ir.Settle():
            return _world("settle", setting)
        case ir.Do(routine=routine, arguments=arguments):
            given_to = [value(each, setting) for each in arguments]
            return nodes.call(names.routine[routine], setting.world, *given_to)
        case _:
            assert_never(statement)


def _world(
    method: str, setting: Setting, *arguments: Node, **keywords: Node | None
) -> Node:
    """A call of a method of the world; a keyword of ``None`` is left out."""
    given = {key: node for key, node in keywords.items() if node is not None}
    return nodes.call(
        nodes.attribute(setting.world, method), *arguments, keywords=given
    )


def _optional(
    expression: expressions.Expression | None, setting: Setting
) -> Node | None:
    return None if expression is None else value(expression, setting)


def way_kind(way: ir.Way, pool: str, setting: Setting) -> str:
    """The event of a change of ``pool`` by statement."""
    names = setting.names
    match way:
        case ir.Way.SET:
            return names.set_pool[pool]
        case ir.Way.GAIN:
            return names.gain_pool[pool]
        case ir.Way.SPEND:
            return names.spend_pool[pool]
        case ir.Way.LOWER | ir.Way.RAISE:
            raise ValueError("a damage or healing has a kind of its own")
        case _:
            assert_never(way)


def _priority(name: str | None, setting: Setting) -> Node | None:
    if name is None:
        return None
    known = {each.name: each.value for each in setting.catalog.priorities}
    return nodes.constant(known[name])


def _deal(statement: ir.Deal, setting: Setting) -> Node:
    method = "heal" if setting.catalog.kind[statement.kind].healing else "deal"
    return _world(
        method,
        setting,
        nodes.name(setting.names.event[statement.kind]),
        value(statement.amount, setting),
        value(statement.to, setting),
        by=_optional(statement.by, setting),
        priority=_priority(statement.priority, setting),
    )


def _raise(statement: ir.Raise, setting: Setting) -> Node:
    carried = {
        setting.names.carried[each.name]: value(each.value, setting)
        for each in (*statement.props, *statement.links)
    }
    return _world(
        "raise_",
        setting,
        nodes.name(setting.names.event[statement.event]),
        value(statement.of, setting),
        **{"by": _optional(statement.by, setting), **carried},
    )


def _effect(
    statement: ir.Give | ir.Take | ir.TakeAll | ir.RemoveSelf, setting: Setting
) -> Node:
    names = setting.names
    match statement:
        case ir.Give(effect=effect, arguments=arguments, to=to, duration=duration):
            made = nodes.call(
                names.effect[effect], *(value(each, setting) for each in arguments)
            )
            given = (made, value(to, setting))
            return _world("give_effect", setting, *given, **_lasting(duration, setting))
        case ir.Take(effect=effect, from_=from_):
            held = nodes.name(names.effect[effect])
            return _world("take_effect", setting, held, value(from_, setting))
        case ir.TakeAll(from_=from_, tag=tag):
            mask = [] if tag is None else [nodes.name(names.tag[tag])]
            return _world("take_all_effects", setting, value(from_, setting), *mask)
        case ir.RemoveSelf():
            return _world("remove_effect", setting, setting.instance)
        case _:
            assert_never(statement)


def _lasting(
    duration: ir.Turns | ir.Seconds | None, setting: Setting
) -> dict[str, Node | None]:
    match duration:
        case None:
            return {}
        case ir.Turns(count=count):
            return {"turns": value(count, setting)}
        case ir.Seconds(count=count):
            return {"seconds": value(count, setting)}
        case _:
            assert_never(duration)


def _made(statement: ir.Make | ir.Copy | ir.Turn, setting: Setting) -> Node:
    names = setting.names
    match statement:
        case ir.Make(archetype=archetype, zone=zone):
            given = {
                names.attribute[each.name]: value(each.value, setting)
                for each in (*statement.links, *statement.pools)
            }
            keywords: dict[str, Node | None] = {
                "at": _optional(statement.at, setting),
                "facing": _optional(statement.facing, setting),
                "zone": None if zone is None else _zone_place(zone, setting),
                **given,
            }
            return _world(
                "spawn", setting, nodes.name(names.archetype[archetype]), **keywords
            )
        case ir.Copy(entity=entity, zone=zone):
            into = None if zone is None else _zone_place(zone, setting)
            return _world("copy_entity", setting, value(entity, setting), zone=into)
        case ir.Turn(entity=entity, archetype=archetype):
            given_to = (value(entity, setting), nodes.name(names.archetype[archetype]))
            return _world("turn_into", setting, *given_to)
        case _:
            assert_never(statement)


def _zone_place(place: ir.ZonePlace, setting: Setting) -> Node:
    """``runtime.In("Hand", of)``, with where in an ordered zone the card comes to lie."""
    keywords: dict[str, Node] = {}
    match place.end:
        case ir.End.TOP:
            keywords["index"] = nodes.constant(1)
        case ir.End.INDEX:
            assert place.index is not None
            keywords["index"] = whole_value(place.index, setting)
        case ir.End.BOTTOM:
            pass
        case _:
            assert_never(place.end)
    given = (nodes.constant(place.zone), value(place.keeper, setting))
    return nodes.call("runtime.In", *given, keywords=keywords)


def moved(statement: ir.Move, setting: Setting) -> Node:
    """The call that moves a card; its value is whether there was room."""
    given = (value(statement.entity, setting), _zone_place(statement.zone, setting))
    return _world("move_entity", setting, *given)


def chosen(statement: ir.Choose, setting: Setting) -> Node:
    """The call that asks for a choice."""
    single = statement.type is not Type.SELECTION
    by = value(statement.by, setting)
    or_none = nodes.constant(True) if statement.or_none else None
    if statement.words:
        words = nodes.items(*(nodes.constant(each) for each in statement.words))
        return _world("choose_word", setting, by, words, or_none=or_none)
    options: Node = selections.as_list(statement.selections[0], setting)
    for more in statement.selections[1:]:
        options = nodes.binary("+", options, selections.as_list(more, setting))
    if single:
        return _world("choose_one", setting, by, options, or_none=or_none)
    at_least = nodes.constant(statement.at_least)
    given = (by, options, at_least, whole_value(statement.at_most, setting))
    return _world("choose_several", setting, *given, or_none=or_none)
