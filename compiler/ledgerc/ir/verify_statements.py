"""The verifier's part for statements: where each may stand, what it names, what it binds."""

from __future__ import annotations

from typing import assert_never

from ledgerc.ir import statements as ir
from ledgerc.ir.expressions import EventField, ReadEvent, RunRoutine
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from ledgerc.ir.verify_expressions import (
    verify_ability_reference,
    verify_arguments,
    verify_effect_reference,
    verify_entity,
    verify_expression,
    verify_number,
    verify_place,
)
from ledgerc.ir.verify_scope import Scope
from ledgerc.ir.walk import nodes_of


def verify_body(body: tuple[ir.Statement, ...], scope: Scope) -> None:
    """Check the statements of ``body`` in order."""
    for statement in body:
        verify_statement(statement, scope)


def verify_statement(statement: ir.Statement, scope: Scope) -> None:
    """Check one statement and all below it."""
    match statement:
        case ir.Let():
            _let(statement, scope)
        case (
            ir.ForEach()
            | ir.Repeat()
            | ir.RepeatUntil()
            | ir.If()
            | ir.AtOnce()
            | ir.Move()
        ):
            _with_bodies(statement, scope)
        case (
            ir.Prevent()
            | ir.Redirect()
            | ir.SetAmount()
            | ir.Absorb()
            | ir.RemoveSelf()
            | ir.Settle()
            | ir.Result()
        ):
            _placed(statement, scope)
        case ir.ChangePool() | ir.Deal() | ir.Raise():
            _event(statement, scope)
        case ir.Make() | ir.Copy() | ir.Choose():
            _binding(statement, scope)
        case _:
            _plain(statement, scope)


def verify_duration(duration: ir.Turns | ir.Seconds, scope: Scope) -> None:
    """Check a duration in turns or seconds; seconds need a rate."""
    verify_number(duration.count, scope)
    if isinstance(duration, ir.Seconds) and scope.tables.catalog.rate is None:
        scope.tables.problem(duration.span, "seconds without a rate")


def verify_carried(
    carried: tuple[ir.Carried, ...], what: str, type_: Type, scope: Scope
) -> None:
    """Check what a ``with`` gives: names of the kind ``what``, each once, values of ``type_``."""
    tables = scope.tables
    names = {
        "prop": tables.props,
        "link": tables.links,
        "pool": tables.catalog.pool,
    }[what]
    seen: set[str] = set()
    for each in carried:
        tables.known(each.span, what, each.name, names)
        verify_expression(each.value, scope, type_)
        if each.name in seen:
            tables.problem(each.span, f"{each.name!r} is given twice")
        seen.add(each.name)


def verify_zone_place(zone: ir.ZonePlace | None, scope: Scope) -> None:
    """Check where in a zone a card comes to lie."""
    if zone is None:
        return
    scope.tables.known(zone.span, "zone", zone.zone, scope.tables.zones)
    verify_entity(zone.keeper, scope)
    verify_number(zone.index, scope)
    if (zone.end is ir.End.INDEX) is (zone.index is None):
        scope.tables.problem(zone.span, "an index without its end, or an end with one")


def _let(let: ir.Let, scope: Scope) -> None:
    tables = scope.tables
    value = let.value
    if isinstance(value, RunRoutine):
        if tables.known(let.span, "routine", value.routine, tables.routines):
            routine = tables.routines[value.routine]
            verify_arguments(value.arguments, routine.parameters, scope, let.span)
            if (routine.result, routine.result_whole) != (value.type, value.whole):
                tables.problem(let.span, "the routine gives another type")
    else:
        verify_expression(value, scope)
    if let.type is not type_of(value):
        tables.problem(let.span, f"{let.name!r} has another type than its value")
    # What a change came to is whole if its pool is, which the node does not say.
    known = is_whole(value) or any(
        each.field_ is EventField.APPLIED for each in nodes_of(value, ReadEvent)
    )
    if let.whole and not known:
        tables.problem(let.span, f"{let.name!r} is whole, its value is not")
    scope.bind(let.span, let.name, let.type, let.whole)


_WithBodies = ir.ForEach | ir.Repeat | ir.RepeatUntil | ir.If | ir.AtOnce | ir.Move


def _with_bodies(statement: _WithBodies, scope: Scope) -> None:
    match statement:
        case ir.ForEach(name=name, selection=selection, body=body):
            verify_expression(selection, scope, Type.SELECTION)
            with scope.block():
                scope.bind(statement.span, name, Type.ENTITY, False)
                verify_body(body, scope)
        case ir.Repeat(count=count, body=body):
            verify_number(count, scope)
            with scope.block():
                verify_body(body, scope)
        case ir.RepeatUntil(condition=condition, body=body):
            verify_expression(condition, scope, Type.TRUTH)
            with scope.block():
                verify_body(body, scope)
        case ir.If(branches=branches, otherwise=otherwise):
            if not branches:
                scope.tables.problem(statement.span, "an if without a branch")
            for branch in branches:
                verify_expression(branch.condition, scope, Type.TRUTH)
                with scope.block():
                    verify_body(branch.body, scope)
            with scope.block():
                verify_body(otherwise, scope)
        case ir.AtOnce(body=body):
            with scope.block():
                verify_body(body, scope)
        case ir.Move(entity=entity, zone=zone, otherwise=otherwise):
            verify_entity(entity, scope)
            verify_zone_place(zone, scope)
            with scope.block():
                verify_body(otherwise, scope)
        case _:
            assert_never(statement)


_Placed = (
    ir.Prevent
    | ir.Redirect
    | ir.SetAmount
    | ir.Absorb
    | ir.RemoveSelf
    | ir.Settle
    | ir.Result
)


def _placed(statement: _Placed, scope: Scope) -> None:
    """Statements that may stand only in some bodies."""
    problem = scope.tables.problem
    match statement:
        case ir.RemoveSelf():
            if scope.effect is None:
                problem(statement.span, "self is removed outside an effect")
            return
        case ir.Settle():
            if not scope.settles:
                problem(statement.span, "settle outside an ability or a routine")
            return
        case ir.Result(value=value):
            routine = scope.result
            if routine is None or not routine.body or statement is not routine.body[-1]:
                problem(statement.span, "a result that does not end a routine")
            elif routine.result is not None:
                verify_expression(value, scope, routine.result)
            return
        case ir.Prevent():
            pass
        case ir.Redirect(to=to):
            verify_entity(to, scope)
        case ir.SetAmount(amount=amount) | ir.Absorb(amount=amount):
            verify_number(amount, scope)
        case _:
            assert_never(statement)
    if not scope.before:
        problem(statement.span, "a statement of before rules stands elsewhere")


def _event(statement: ir.ChangePool | ir.Deal | ir.Raise, scope: Scope) -> None:
    """Statements that make an event."""
    tables = scope.tables
    span = statement.span
    match statement:
        case ir.ChangePool(way=way, entity=entity, pool=pool, amount=amount):
            if way in (ir.Way.LOWER, ir.Way.RAISE):
                tables.problem(span, f"a pool is changed by the way {way.value!r}")
            verify_entity(entity, scope)
            tables.known(span, "pool", pool, tables.catalog.pool)
            verify_number(amount, scope)
        case ir.Deal(kind=kind, amount=amount, to=to, by=by, hit=hit):
            tables.known(span, "damage or healing", kind, tables.catalog.kind)
            verify_number(amount, scope)
            verify_entity(to, scope)
            verify_entity(by, scope)
            if statement.priority is not None:
                tables.known(span, "priority", statement.priority, tables.priorities)
            if hit is not None:
                scope.bind_hit(span, hit)
        case ir.Raise(event=event, of=of, by=by, props=props, links=links):
            verify_entity(of, scope)
            verify_entity(by, scope)
            verify_carried(props, "prop", Type.NUMBER, scope)
            verify_carried(links, "link", Type.ENTITY, scope)
            if tables.known(span, "event", event, tables.events):
                declared = tables.events[event]
                for each in props + links:
                    carried = declared.props + declared.links
                    tables.known(each.span, f"thing of {event}", each.name, carried)
        case _:
            assert_never(statement)


def _binding(statement: ir.Make | ir.Copy | ir.Choose, scope: Scope) -> None:
    """Statements that may bind a name beside what they do."""
    tables = scope.tables
    span = statement.span
    match statement:
        case ir.Make(archetype=archetype, at=at, facing=facing, zone=zone, name=name):
            tables.known(span, "archetype", archetype, tables.catalog.archetype)
            verify_carried(statement.links, "link", Type.ENTITY, scope)
            verify_carried(statement.pools, "pool", Type.NUMBER, scope)
            verify_place(at, scope)
            verify_number(facing, scope)
            verify_zone_place(zone, scope)
            if name is not None:
                scope.bind(span, name, Type.ENTITY, False)
        case ir.Copy(entity=entity, zone=zone, name=name):
            verify_entity(entity, scope)
            verify_zone_place(zone, scope)
            if name is not None:
                scope.bind(span, name, Type.ENTITY, False)
        case ir.Choose(selections=selections, words=words, at_least=at_least):
            if bool(selections) is bool(words):
                tables.problem(span, "a choice of neither, or of both, kinds")
            for selection in selections:
                verify_expression(selection, scope, Type.SELECTION)
            verify_number(statement.at_most, scope)
            verify_entity(statement.by, scope)
            if at_least < 0:
                tables.problem(span, "a choice of less than none")
            if statement.type not in (Type.ENTITY, Type.SELECTION, Type.WORD):
                tables.problem(span, f"a choice gives a {statement.type.value}")
            if (statement.type is Type.WORD) is not bool(words):
                tables.problem(span, "a choice gives another type than its options")
            scope.bind(span, statement.name, statement.type, False)
        case _:
            assert_never(statement)


_Plain = (
    ir.Give
    | ir.Take
    | ir.TakeAll
    | ir.Turn
    | ir.Destroy
    | ir.Remove
    | ir.Shuffle
    | ir.Place
    | ir.PointLink
    | ir.Do
    | ir.Perform
    | ir.Advance
    | ir.NoteText
)


def _plain(statement: _Plain, scope: Scope) -> None:
    tables = scope.tables
    catalog = tables.catalog
    span = statement.span
    match statement:
        case ir.Give(effect=effect, arguments=arguments, to=to, duration=duration):
            verify_effect_reference(effect, arguments, scope, span)
            verify_entity(to, scope)
            if duration is not None:
                verify_duration(duration, scope)
        case ir.Take(effect=effect, from_=from_):
            tables.known(span, "effect", effect, catalog.effect)
            verify_entity(from_, scope)
        case ir.TakeAll(from_=from_, tag=tag):
            verify_entity(from_, scope)
            if tag is not None:
                tables.known(span, "tag", tag, catalog.tags)
        case ir.Turn(entity=entity, archetype=archetype):
            verify_entity(entity, scope)
            tables.known(span, "archetype", archetype, catalog.archetype)
        case ir.Destroy(entity=entity) | ir.Remove(entity=entity):
            verify_entity(entity, scope)
        case ir.Shuffle(zone=zone, keeper=keeper):
            tables.known(span, "zone", zone, tables.zones)
            verify_entity(keeper, scope)
        case ir.Place(entity=entity, at=at, facing=facing):
            verify_entity(entity, scope)
            verify_place(at, scope)
            verify_number(facing, scope)
        case ir.PointLink(entity=entity, link=link, to=to):
            verify_entity(entity, scope)
            tables.known(span, "link", link, tables.links)
            verify_entity(to, scope)
        case ir.Do(routine=name, arguments=arguments):
            if tables.known(span, "routine", name, tables.routines):
                parameters = tables.routines[name].parameters
                verify_arguments(arguments, parameters, scope, span)
        case ir.Perform(ability=ability, by_tag=by_tag, at=at, by=by):
            verify_ability_reference(ability, by_tag, span, tables)
            verify_place(at, scope)
            verify_entity(by, scope)
        case ir.Advance(to=to):
            if to is not None:
                tables.known(span, "phase", to, catalog.phases)
        case ir.NoteText(values=values):
            for value in values:
                verify_expression(value, scope)
        case _:
            assert_never(statement)
