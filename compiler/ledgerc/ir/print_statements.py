"""Statements of the IR as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ledgerc.ir import statements as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.print_expressions import (
    print_arguments,
    print_expression,
    print_text,
)

_STEP = "  "


def print_body(body: Iterable[ir.Statement], indent: str = "") -> Iterator[str]:
    """The lines of ``body``, each after ``indent``."""
    for statement in body:
        yield from print_statement(statement, indent)


def print_statement(statement: ir.Statement, indent: str = "") -> Iterator[str]:
    """The lines of one statement: one, and those of the bodies that it holds."""
    inner = indent + _STEP
    match statement:
        case ir.ForEach(name=name, selection=selection, body=body):
            yield f"{indent}for each ${name} in {print_expression(selection)}"
            yield from print_body(body, inner)
        case ir.Repeat(count=count, body=body):
            yield f"{indent}repeat {print_expression(count)}"
            yield from print_body(body, inner)
        case ir.RepeatUntil(condition=condition, body=body):
            yield f"{indent}repeat until {print_expression(condition)}"
            yield from print_body(body, inner)
        case ir.AtOnce(body=body):
            yield f"{indent}at once"
            yield from print_body(body, inner)
        case ir.If(branches=branches, otherwise=otherwise):
            word = "if"
            for branch in branches:
                yield f"{indent}{word} {print_expression(branch.condition)}"
                yield from print_body(branch.body, inner)
                word = "else if"
            if otherwise:
                yield f"{indent}else"
                yield from print_body(otherwise, inner)
        case ir.Move(otherwise=otherwise):
            yield indent + _line(statement)
            if otherwise:
                yield f"{indent}or"
                yield from print_body(otherwise, inner)
        case _:
            yield indent + _line(statement)


def print_carried(carried: tuple[ir.Carried, ...]) -> str:
    """`` with Path = 2, aim = g``, or nothing."""
    if not carried:
        return ""
    parts = (f"{each.name} = {print_expression(each.value)}" for each in carried)
    return " with " + ", ".join(parts)


def print_duration(duration: ir.Turns | ir.Seconds) -> str:
    """``2 turns`` or ``2 seconds``."""
    word = "turns" if isinstance(duration, ir.Turns) else "seconds"
    return f"{print_expression(duration.count)} {word}"


def _word(word: str, expression: Expression | None) -> str:
    return "" if expression is None else f" {word} {print_expression(expression)}"


def _named(name: str | None) -> str:
    return "" if name is None else f" as ${name}"


def _zone(zone: ir.ZonePlace | None, word: str) -> str:
    if zone is None:
        return ""
    index = "" if zone.index is None else f" {print_expression(zone.index)}"
    keeper = print_expression(zone.keeper)
    return f" {word} {zone.zone} of {keeper} {zone.end.value}{index}"


_Line = (
    ir.Let
    | ir.ChangePool
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
    | ir.Move
    | ir.Shuffle
    | ir.Place
    | ir.PointLink
    | ir.Settle
    | ir.Choose
    | ir.Do
    | ir.Perform
    | ir.Advance
    | ir.NoteText
    | ir.Prevent
    | ir.Redirect
    | ir.SetAmount
    | ir.Absorb
    | ir.Result
)


def _line(statement: _Line) -> str:
    """The head line of ``statement``."""
    match statement:
        case ir.Let(name=name, type=type_, whole=whole, value=value):
            kind = f"whole {type_.value}" if whole else type_.value
            return f"let ${name}: {kind} = {print_expression(value)}"
        case ir.ChangePool(way=way, entity=entity, pool=pool, amount=amount):
            place = f"{print_expression(entity)}.{pool}"
            return f"{way.value} {place} {print_expression(amount)}"
        case ir.Deal(kind=kind, amount=amount, to=to, by=by, hit=hit):
            priority = f" priority {statement.priority}" if statement.priority else ""
            head = f"deal {print_expression(amount)} {kind} to {print_expression(to)}"
            return head + _word("from", by) + priority + _named(hit)
        case ir.Raise(event=event, of=of, by=by, props=props, links=links):
            stop = " or stop" if statement.or_stop else ""
            head = f"raise {event} of {print_expression(of)}"
            return head + _word("by", by) + print_carried(props + links) + stop
        case ir.Give(effect=effect, arguments=arguments, to=to, duration=duration):
            lasting = f" for {print_duration(duration)}" if duration else ""
            given = effect + print_arguments(arguments)
            return f"give {given} to {print_expression(to)}{lasting}"
        case ir.Take(effect=effect, from_=from_):
            return f"take {effect} from {print_expression(from_)}"
        case ir.TakeAll(from_=from_, tag=tag):
            having = f" having {tag}" if tag else ""
            return f"take all from {print_expression(from_)}{having}"
        case ir.RemoveSelf():
            return "remove self"
        case ir.Make(archetype=archetype, at=at, facing=facing, zone=zone, name=name):
            head = f"make {archetype}{print_carried(statement.links + statement.pools)}"
            where = _word("at", at) + _word("facing", facing) + _zone(zone, "in")
            return head + where + _named(name)
        case ir.Copy(entity=entity, zone=zone, name=name):
            return f"copy {print_expression(entity)}{_zone(zone, 'in')}{_named(name)}"
        case ir.Turn(entity=entity, archetype=archetype):
            return f"turn {print_expression(entity)} into {archetype}"
        case ir.Destroy(entity=entity):
            return f"destroy {print_expression(entity)}"
        case ir.Remove(entity=entity):
            return f"remove {print_expression(entity)}"
        case ir.Move(entity=entity, zone=zone):
            return f"move {print_expression(entity)}{_zone(zone, 'to')}"
        case ir.Shuffle(zone=name, keeper=keeper):
            return f"shuffle {name} of {print_expression(keeper)}"
        case ir.Place(entity=entity, at=at, facing=facing):
            head = f"place {print_expression(entity)}"
            return head + _word("at", at) + _word("facing", facing)
        case ir.PointLink(entity=entity, link=link, to=to):
            return f"point {print_expression(entity)}.{link} at {print_expression(to)}"
        case ir.Settle():
            return "settle"
        case ir.Choose():
            return _choose(statement)
        case ir.Do(routine=routine, arguments=arguments):
            return f"do {routine}{print_arguments(arguments)}"
        case ir.Perform(ability=ability, by_tag=by_tag, at=at, by=by):
            what = f"tag {ability}" if by_tag else f"ability {ability}"
            return f"perform {what}{_word('at', at)}{_word('by', by)}"
        case ir.Advance(to=to):
            return f"advance to {to}" if to else "advance"
        case ir.NoteText(text=text, values=values):
            told = ", ".join(map(print_expression, values))
            return (
                f"note {print_text(text)} {told}"
                if values
                else f"note {print_text(text)}"
            )
        case ir.Prevent():
            return "prevent"
        case ir.Redirect(to=to):
            return f"redirect to {print_expression(to)}"
        case ir.SetAmount(amount=amount):
            return f"set event.amount {print_expression(amount)}"
        case ir.Absorb(amount=amount):
            return f"absorb {print_expression(amount)}"
        case ir.Result(value=value):
            return f"result {print_expression(value)}"
        case _:
            assert_never(statement)


def _choose(statement: ir.Choose) -> str:
    options = ", ".join(
        (*map(print_expression, statement.selections), *statement.words)
    )
    most = "any" if statement.at_most is None else print_expression(statement.at_most)
    number = f"{statement.at_least} to {most}"
    none = " or none" if statement.or_none else ""
    by = print_expression(statement.by)
    name = f"${statement.name}: {statement.type.value}"
    return f"choose {name} {number} of {options} by {by}{none}"
