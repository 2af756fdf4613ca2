"""The commands of a play as calls of ``ledger_runtime.testing.Play``, named like the statements."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from ledgerc.emit import nodes
from ledgerc.emit.expressions import value
from ledgerc.emit.nodes import Node
from ledgerc.emit.play_scope import PlayScope
from ledgerc.ir import plays, statements
from ledgerc.ir.expressions import Expression, RunRoutine
from ledgerc.ir.typed import type_of
from ledgerc.ir.types import Type
from ledgerc.records import record

Keywords = dict[str, Node]


def order(act: plays.Act, scope: PlayScope) -> tuple[list[Node], Keywords]:
    """The arguments of ``play.act`` and ``play.order``: ``u, guard.Attack, g, Path=2``."""
    setting = scope.setting
    ability = nodes.name(setting.names.ability[act.ability])
    arguments = [value(act.actor, setting), ability]
    arguments += [_target(target, scope) for target in act.targets]
    keywords = _optional(scope, at=act.place)
    return arguments, keywords | carried(act.props, scope)


def _target(target: Expression, scope: PlayScope) -> Node:
    found = value(target, scope.setting)
    if type_of(target) is Type.SELECTION:
        return ast.Starred(value=found, ctx=ast.Load())
    return found


def carried(given: Iterable[statements.Carried], scope: PlayScope) -> Keywords:
    """Props and links that an order or an event carries, as keywords."""
    return _keywords(given, scope.setting.names.carried, scope)


def _keywords(
    given: Iterable[statements.Carried], table: Mapping[str, str], scope: PlayScope
) -> Keywords:
    return {table[each.name]: value(each.value, scope.setting) for each in given}


@record(frozen=True)
class Made:
    """A name that a command makes."""

    name: str
    type: Type
    whole: bool


def command(
    statement: statements.Statement, scope: PlayScope
) -> tuple[Node, Made | None]:
    """The call of one command, and the name it makes, if it makes one."""
    match statement:
        case statements.Make(name=name):
            return _make(statement, scope), _entity(name)
        case statements.Copy(entity=entity, zone=zone, name=name):
            arguments = [value(entity, scope.setting), *_name(name)]
            call = scope.call("copy", *arguments, keywords=_zone(zone, scope))
            return call, _entity(name)
        case statements.Let(value=RunRoutine(routine=routine, arguments=given)):
            made = Made(statement.name, statement.type, statement.whole)
            return _do(routine, given, scope), made
        case _:
            return _change(statement, scope), None


def _entity(name: str | None) -> Made | None:
    return None if name is None else Made(name, Type.ENTITY, False)


def _do(routine: str, given: Iterable[Expression], scope: PlayScope) -> ast.Call:
    setting = scope.setting
    called = nodes.name(setting.names.routine[routine])
    return scope.call("do", called, *(value(each, setting) for each in given))


def _change(statement: statements.Statement, scope: PlayScope) -> ast.Call:
    """The call of a command that makes nothing."""
    setting = scope.setting
    names = setting.names
    match statement:
        case statements.Deal(kind=kind, amount=amount, to=to, by=by):
            change = next(each for each in setting.catalog.kinds if each.name == kind)
            method = "heal" if change.healing else "deal"
            arguments = (
                nodes.name(names.event[kind]),
                value(amount, setting),
                value(to, setting),
            )
            keywords = _optional(scope, by=by) | _priority(statement.priority, scope)
            return scope.call(method, *arguments, keywords=keywords)
        case statements.ChangePool(way=way, entity=entity, pool=pool, amount=amount):
            subject = value(entity, setting)
            return scope.call(
                way.value, subject, nodes.constant(pool), value(amount, setting)
            )
        case statements.Raise(event=event, of=of, by=by):
            keywords = _optional(scope, of=of, by=by)
            keywords |= carried((*statement.props, *statement.links), scope)
            return scope.call(
                "raise_event", nodes.name(names.event[event]), keywords=keywords
            )
        case statements.Give(effect=effect, arguments=given, to=to, duration=duration):
            made = nodes.call(
                names.effect[effect], *(value(each, setting) for each in given)
            )
            keywords = _optional(scope, to=to) | _duration(duration, scope)
            return scope.call("give", made, keywords=keywords)
        case statements.Take(effect=effect, from_=from_):
            return scope.call(
                "take", nodes.name(names.effect[effect]), value(from_, setting)
            )
        case statements.TakeAll(from_=from_, tag=tag):
            tags = [] if tag is None else [nodes.constant(tag)]
            return scope.call("take_all", value(from_, setting), *tags)
        case statements.PointLink(entity=entity, link=link, to=to):
            named = nodes.constant(link)
            return scope.call(
                "point", value(entity, setting), named, value(to, setting)
            )
        case statements.Turn(entity=entity, archetype=archetype):
            kind_ = nodes.name(names.archetype[archetype])
            return scope.call("turn", value(entity, setting), kind_)
        case statements.Do(routine=routine, arguments=given):
            return _do(routine, given, scope)
        case statements.Advance(to=phase):
            return scope.call(
                "advance", *([] if phase is None else [nodes.constant(phase)])
            )
        case _:
            return _movement(statement, scope)


def _movement(statement: statements.Statement, scope: PlayScope) -> ast.Call:
    """The call of a command that says where something is, or that it goes."""
    setting = scope.setting
    match statement:
        case statements.Destroy(entity=entity):
            return _call("destroy", (entity,), scope)
        case statements.Remove(entity=entity):
            return _call("remove", (entity,), scope)
        case statements.Place(entity=entity, at=at, facing=facing):
            return _call("place", (entity, at), scope, _optional(scope, facing=facing))
        case statements.Shuffle(zone=zone, keeper=keeper):
            return scope.call("shuffle", nodes.constant(zone), value(keeper, setting))
        case statements.Move(entity=entity, zone=place):
            return _call("move", (entity,), scope, _zone(place, scope))
        case _:
            raise AssertionError(f"a play has no command {type(statement).__name__}")


def _make(statement: statements.Make, scope: PlayScope) -> ast.Call:
    setting = scope.setting
    given = (*statement.links, *statement.pools)
    keywords = _keywords(given, setting.names.attribute, scope)
    keywords |= _optional(scope, at=statement.at, facing=statement.facing)
    keywords |= _zone(statement.zone, scope)
    archetype = nodes.name(setting.names.archetype[statement.archetype])
    return scope.call("make", archetype, *_name(statement.name), keywords=keywords)


def _call(
    method: str,
    arguments: tuple[Expression, ...],
    scope: PlayScope,
    keywords: Keywords | None = None,
) -> ast.Call:
    given = (value(each, scope.setting) for each in arguments)
    return scope.call(method, *given, keywords=keywords)


def _optional(scope: PlayScope, **given: Expression | None) -> Keywords:
    """Keywords for those expressions that were written."""
    return {
        key: value(each, scope.setting)
        for key, each in given.items()
        if each is not None
    }


def _name(name: str | None) -> list[Node]:
    return [] if name is None else [nodes.constant(name)]


def _priority(priority: str | None, scope: PlayScope) -> Keywords:
    if priority is None:
        return {}
    declared = next(
        each for each in scope.setting.catalog.priorities if each.name == priority
    )
    return {"priority": nodes.constant(declared.value)}


def _duration(
    duration: statements.Turns | statements.Seconds | None, scope: PlayScope
) -> Keywords:
    match duration:
        case None:
            return {}
        case statements.Turns(count=count):
            return _optional(scope, turns=count)
        case statements.Seconds(count=count):
            return _optional(scope, seconds=count)


def _zone(zone: statements.ZonePlace | None, scope: PlayScope) -> Keywords:
    """``zone="Hand", of=a``, and where in the zone if it is not the bottom."""
    if zone is None:
        return {}
    keywords: Keywords = {"zone": nodes.constant(zone.zone)}
    keywords |= _optional(scope, of=zone.keeper)
    if zone.end is not statements.End.BOTTOM:
        keywords["end"] = nodes.attribute(nodes.name("runtime"), "End", zone.end.name)
    return keywords | _optional(scope, index=zone.index)
