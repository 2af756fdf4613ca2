"""Statements that are one call of the world: what changes something, or tells it to."""

from __future__ import annotations

import ast
import math
from typing import assert_never

from ledgerc.emit import nodes, selections
from ledgerc.emit.expressions import value, whole_value
from ledgerc.emit.names import Names
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.setting import Context, Setting
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
            kind = nodes.name(way_kind(way, pool, names))
            whom, much = value(entity, setting), value(amount, setting)
            change = names.change[pool]
            if _is_read(whom) or _is_read(much):
                return nodes.call(change, setting.world, kind, much, whom)
            in_order = {"subject": whom, "amount": much}
            return nodes.call(change, setting.world, kind, keywords=in_order)
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
            told = nodes.name((names.tag if by_tag else names.ability)[ability])
            where = _optional(at, setting)
            return _world(
                "perform_ability", setting, value(by, setting), told, at=where
            )
        case ir.Advance(to=to):
            return _world(
                "advance_phase", setting, *([nodes.constant(to)] if to else [])
            )
        case ir.NoteText(text=text, values=values):
            noted = [value(each, setting) for each in values]
            return _world("note", setting, nodes.constant(text), *noted)
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


def kind_of(statement: ir.ChangePool | ir.Deal, context: Context) -> str:
    """The kind of event that a change of a pool is."""
    if isinstance(statement, ir.Deal):
        return context.names.event[statement.kind]
    return way_kind(statement.way, statement.pool, context.names)


def way_kind(way: ir.Way, pool: str, names: Names) -> str:
    """The event of a change of ``pool`` by statement."""
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
    return None if name is None else nodes.name(setting.names.priority[name])


def _deal(statement: ir.Deal, setting: Setting) -> Node:
    names = setting.names
    given = {
        "by": _optional(statement.by, setting),
        "priority": _priority(statement.priority, setting),
    }
    return nodes.call(
        names.change[setting.catalog.kind[statement.kind].pool],
        setting.world,
        nodes.name(names.event[statement.kind]),
        value(statement.amount, setting),
        value(statement.to, setting),
        keywords={key: node for key, node in given.items() if node is not None},
    )


def _is_read(node: Node) -> bool:
    """Whether it does nothing but read: a number, a local, what lies at the end of links."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, (ast.Name, ast.Constant))


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
            return _world("take_effects", setting, value(from_, setting), *mask)
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
            return {"ticks": ticks(count, setting)}
        case _:
            assert_never(duration)


def ticks(seconds: expressions.Expression, setting: Setting) -> Node:
    """Seconds as ticks: reckoned here if they are known, else by the world."""
    if isinstance(seconds, expressions.Number):
        return nodes.constant(math.ceil(seconds.value * (setting.catalog.rate or 1)))
    return _world("ticks", setting, value(seconds, setting))


def _made(statement: ir.Make | ir.Copy | ir.Turn, setting: Setting) -> Node:
    names = setting.names
    match statement:
        case ir.Make(archetype=archetype, zone=zone):
            keywords: dict[str, Node | None] = {
                "at": _optional(statement.at, setting),
                "facing": _optional(statement.facing, setting),
                **_lying(zone, setting),
            }
            for each in (*statement.links, *statement.pools):
                keywords[names.attribute[each.name]] = value(each.value, setting)
            kind = nodes.name(names.archetype[archetype])
            return _world("make_entity", setting, kind, **keywords)
        case ir.Copy(entity=entity, zone=zone):
            original = value(entity, setting)
            return _world("copy_entity", setting, original, **_lying(zone, setting))
        case ir.Turn(entity=entity, archetype=archetype):
            given_to = (value(entity, setting), nodes.name(names.archetype[archetype]))
            return _world("turn_entity", setting, *given_to)
        case _:
            assert_never(statement)


def _lying(place: ir.ZonePlace | None, setting: Setting) -> dict[str, Node | None]:
    """Which zone, whose, and where in it, as keywords."""
    if place is None:
        return {}
    keywords: dict[str, Node | None] = {
        "zone": nodes.constant(place.zone),
        "keeper": value(place.keeper, setting),
    }
    if place.end is not ir.End.BOTTOM:
        keywords["end"] = nodes.attribute(nodes.name("runtime"), "End", place.end.name)
    if place.index is not None:
        keywords["index"] = whole_value(place.index, setting)
    return keywords


def moved(statement: ir.Move, setting: Setting) -> Node:
    """The call that moves a card; its value is whether there was room."""
    lying = _lying(statement.zone, setting)
    return _world("move_entity", setting, value(statement.entity, setting), **lying)


def chosen(statement: ir.Choose, setting: Setting) -> Node:
    """The call that asks for a choice; several come as a tuple, in the order of the options."""
    name = nodes.constant(statement.asked)
    by = value(statement.by, setting)
    or_none = nodes.constant(True) if statement.or_none else None
    if statement.words:
        words = nodes.items(*(nodes.constant(each) for each in statement.words))
        return _world("choose_word", setting, name, words, by, or_none=or_none)
    options = _options(statement.selections, setting)
    if statement.type is not Type.SELECTION:
        return _world("choose_one", setting, name, options, by, or_none=or_none)
    at_least = 0 if statement.or_none else statement.at_least
    any_number = nodes.constant(None)
    at_most = _optional(statement.at_most, setting) or any_number
    limits = {"at_least": nodes.constant(at_least), "at_most": at_most}
    return _world("choose", setting, name, options, by, **limits)


def _options(offered: tuple[expressions.Expression, ...], setting: Setting) -> Node:
    """The selections of a ``choose``, one after the other."""
    lists = [selections.as_list(each, setting) for each in offered]
    return lists[0] if len(lists) == 1 else nodes.joined(lists)
