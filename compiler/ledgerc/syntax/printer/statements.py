"""The lines of statements as canonical text; bodies are put under them by ``blocks``."""

from __future__ import annotations

from typing import assert_never

from ledgerc.syntax import ast
from ledgerc.syntax.printer.expressions import (
    print_applied,
    print_assignments,
    print_duration,
    print_ending,
    print_entity,
    print_expression,
    print_owned,
    print_place,
    print_string,
    print_sum,
)


def print_statement_line(statement: ast.Statement, in_play: bool = False) -> str:
    """The first line of a statement; in a play a ``make`` says the name first."""
    match statement:
        case ast.Let(name, value):
            return f"let {name} = {print_expression(value)}"
        case ast.Do(routine, arguments, name):
            inner = ", ".join(print_expression(argument) for argument in arguments)
            named = "" if name is None else f"let {name} = "
            return f"{named}do {routine}({inner})"
        case ast.Result(value):
            return f"result {print_expression(value)}"
        case ast.ChangePool(operation, subject, pool, value):
            return f"{operation} {print_owned(subject, pool)} {print_ending(value)}"
        case ast.SetAmount(value):
            return f"set event.amount {print_ending(value)}"
        case ast.Deal():
            return "deal " + _amount(statement)
        case ast.Heal():
            return "heal " + _amount(statement)
        case ast.Raise(event, of, by, carries, or_stop):
            text = f"raise {event} of {print_entity(of)}" + _after("by", by)
            text += f" with {print_assignments(carries)}" if carries else ""
            return text + (" or stop" if or_stop else "")
        case ast.Give(effect, to, duration):
            text = f"give {print_applied(effect)} to {print_entity(to)}"
            return text + (f" for {print_duration(duration)}" if duration else "")
        case ast.Take(effect, source):
            return f"take {print_applied(effect)} from {print_entity(source)}"
        case ast.TakeAll(source, having):
            tags = "".join(f" having {tag}" for tag in having)
            return f"take all from {print_entity(source)}{tags}"
        case ast.RemoveSelf():
            return "remove self"
        case ast.Make():
            return _make(statement, in_play)
        case ast.Copy(original, zone, name):
            text = f"copy {print_entity(original)}"
            text += f" in {print_spot(zone)}" if zone else ""
            return text + (f" as {name}" if name else "")
        case ast.TurnInto(subject, archetype):
            return f"turn {print_entity(subject)} into {print_applied(archetype)}"
        case ast.Destroy(subject):
            return f"destroy {print_entity(subject)}"
        case ast.Remove(subject):
            return f"remove {print_entity(subject)}"
        case ast.Move(subject, to, otherwise):
            text = f"move {print_entity(subject)} to {print_spot(to)}"
            if otherwise is None:
                return text
            return f"{text} or {print_statement_line(otherwise, in_play)}"
        case ast.Shuffle(zone_name, keeper):
            return f"shuffle {zone_name}" + _after("of", keeper)
        case ast.PlaceAt(subject, at, facing):
            text = f"place {print_entity(subject)} at {print_place(at)}"
            return text + (f" facing {print_sum(facing)}" if facing else "")
        case ast.PointLink(subject, link, target):
            return f"point {print_owned(subject, link)} at {print_entity(target)}"
        case ast.ForEach(name, selection):
            return f"for each {name} in {print_expression(selection)}"
        case ast.Repeat(count):
            return f"repeat {print_sum(count)}"
        case ast.RepeatUntil(condition):
            return f"repeat until {print_expression(condition)}"
        case ast.If(branches):
            return print_branch(branches[0], True)
        case ast.AtOnce():
            return "at once"
        case ast.Settle():
            return "settle"
        case ast.Choose():
            return _choose(statement)
        case ast.Perform(ability, target, by):
            text = f"perform {print_applied(ability)}"
            return text + _after("at", target) + _after("by", by)
        case ast.Advance(phase):
            return "advance" if phase is None else f"advance to {phase}"
        case ast.Note(text_node, values):
            told = ", ".join(map(print_expression, values))
            line = f"note {print_string(text_node.value)}"
            return f"{line} {told}" if values else line
        case ast.Prevent():
            return "prevent"
        case ast.Redirect(to_whom):
            return f"redirect to {print_entity(to_whom)}"
        case ast.Absorb(amount):
            return f"absorb {print_ending(amount)}"
        case _:
            assert_never(statement)


def print_branch(branch: ast.Branch, first: bool) -> str:
    """``if …``, ``else if …`` or ``else``."""
    if branch.condition is None:
        return "else"
    return ("if " if first else "else if ") + print_expression(branch.condition)


def print_spot(spot: ast.ZoneSpot) -> str:
    """A zone, whose, and where in it."""
    text = spot.zone.text + _after("of", spot.keeper)
    if spot.spot is None:
        return text
    if isinstance(spot.spot, str):
        return f"{text} {spot.spot}"
    return f"{text} at {print_sum(spot.spot)}"


def _after(word: str, entity: ast.Expression | None) -> str:
    return "" if entity is None else f" {word} {print_entity(entity)}"


def _amount(statement: ast.Deal | ast.Heal) -> str:
    text = print_sum(statement.amount)
    text += f" {statement.kind}" if statement.kind else ""
    text += _after("to", statement.to) + _after("from", statement.source)
    if statement.priority is not None:
        text += f" priority {print_sum(statement.priority)}"
    return text + (f" as {statement.name}" if statement.name else "")


def _make(statement: ast.Make, in_play: bool) -> str:
    text = "make "
    if in_play and statement.name is not None:
        text += f"{statement.name} "
    text += print_applied(statement.archetype)
    if statement.values:
        text += f" with {print_assignments(statement.values)}"
    if statement.at is not None:
        text += f" at {print_place(statement.at)}"
    if statement.facing is not None:
        text += f" facing {print_sum(statement.facing)}"
    if statement.zone is not None:
        text += f" in {print_spot(statement.zone)}"
    if not in_play and statement.name is not None:
        text += f" as {statement.name}"
    return text


def _choose(statement: ast.Choose) -> str:
    how = statement.quantity
    if statement.count is not None:
        how_many = f"{how} {print_sum(statement.count)} of"
    else:
        how_many = how
    options = ", ".join(print_expression(option) for option in statement.options)
    text = (
        f"choose {statement.name} {how_many} {options} by {print_entity(statement.by)}"
    )
    return text + (" or none" if statement.or_none else "")
