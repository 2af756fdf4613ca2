"""Expressions and the small parts of lines as canonical text.

Parentheses stand where the grammar needs them and where the author put them round an operator.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from ledgerc.syntax import ast


class Level(IntEnum):
    """How tightly a text binds: what a place of the grammar takes without parentheses."""

    EXPRESSION = 0
    ENDING = 1
    DISJUNCTION = 2
    CONJUNCTION = 3
    NEGATION = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    UNARY = 8
    OPERAND = 9
    ENTITY = 10


_BINARY_LEVELS: dict[str, Level] = {
    "or": Level.DISJUNCTION,
    "and": Level.CONJUNCTION,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "/": Level.PRODUCT,
}


def print_expression(
    expression: ast.Expression, level: Level = Level.EXPRESSION
) -> str:
    """The text of an expression in a place that takes ``level`` and tighter."""
    text, own = _text(expression)
    # The end of a line takes a sum or an `if`, but not what binds between the two.
    if level is Level.ENDING and Level.ENDING < own < Level.SUM:
        return f"({text})"
    kept = getattr(expression, "parentheses", False)
    return f"({text})" if kept or own < level else text


def _text(expression: ast.Expression) -> tuple[str, Level]:
    """The text without parentheses of its own, and how tightly it binds."""
    match expression:
        case ast.Number(_, text):
            return text, Level.OPERAND
        case ast.Text(value):
            return print_string(value), Level.OPERAND
        case ast.Word(kind):
            return kind, Level.ENTITY
        case ast.Reference(name):
            return name.text, Level.ENTITY
        case ast.Member(subject, name):
            return f"{print_expression(subject, Level.ENTITY)}.{name}", Level.ENTITY
        case ast.Call(function, arguments):
            inner = ", ".join(print_expression(argument) for argument in arguments)
            return f"{function}({inner})", Level.ENTITY
        case ast.Unary(operator, operand):
            if operator == "not":
                return (
                    f"not {print_expression(operand, Level.NEGATION)}",
                    Level.NEGATION,
                )
            return f"-{print_expression(operand, Level.UNARY)}", Level.UNARY
        case ast.Binary(operator, left, right):
            return _binary(operator, left, right)
        case ast.Conditional(condition, consequence, alternative):
            return (
                f"if {print_expression(condition)} then {print_expression(consequence)} "
                f"else {print_expression(alternative)}",
                Level.ENDING,
            )
        case ast.InZone(subject, zone, keeper):
            text = f"{print_expression(subject, Level.SUM)} in {zone}"
            return text + _of(keeper), Level.COMPARISON
        case ast.Group(kind, of):
            return kind + _of(of), Level.ENTITY if of is None else Level.EXPRESSION
        case ast.CardsIn(zone, keeper):
            return f"cards in {zone}" + _of(keeper), Level.EXPRESSION
        case ast.Selection(source, clauses):
            return _selection(source, clauses), Level.EXPRESSION
        case _:
            assert_never(expression)


def _binary(
    operator: ast.BinaryOperator, left: ast.Expression, right: ast.Expression
) -> tuple[str, Level]:
    own = _BINARY_LEVELS.get(operator, Level.COMPARISON)
    left_level = Level.SUM if own is Level.COMPARISON else own
    right_level = Level.SUM if own is Level.COMPARISON else Level(own + 1)
    first = print_expression(left, left_level)
    second = print_expression(right, right_level)
    return f"{first} {operator} {second}", own


def _of(owner: ast.Expression | None) -> str:
    return "" if owner is None else f" of {print_entity(owner)}"


def _selection(source: ast.Expression, clauses: tuple[ast.SelectionClause, ...]) -> str:
    if isinstance(source, ast.Group | ast.CardsIn):
        text = print_expression(source)
    else:
        text = print_entity(source)
    last = len(clauses) - 1
    return " ".join(
        (text, *(print_clause(clause, at < last) for at, clause in enumerate(clauses)))
    )


def print_clause(clause: ast.SelectionClause, followed: bool) -> str:
    """A clause of a selection; a condition that others follow is put in parentheses."""
    level = Level.SUM if followed else Level.DISJUNCTION
    match clause:
        case ast.Having(tag):
            return f"having {tag}"
        case ast.Holding(effect):
            return f"holding {print_applied(effect)}"
        case ast.Within(distance, of):
            return f"within {print_sum(distance)}" + _of(of)
        case ast.WithLink(link, value):
            return f"with {link} = {print_sum(value)}"
        case ast.Where(candidate, condition):
            named = "" if candidate is None else f"as {candidate} "
            return f"{named}where {print_expression(condition, level)}"
        case ast.SortedBy(candidate, key, down):
            named = "" if candidate is None else f"as {candidate} "
            return f"{named}sorted by {print_sum(key)}" + (" down" if down else "")
        case ast.First(count):
            return f"first {print_sum(count)}"
        case _:
            assert_never(clause)


def print_sum(expression: ast.Expression) -> str:
    """A number between the words of a line."""
    return print_expression(expression, Level.SUM)


def print_entity(expression: ast.Expression) -> str:
    """What stands after ``to``, ``of``, ``by`` and ``from``."""
    return print_expression(expression, Level.ENTITY)


def print_ending(expression: ast.Expression) -> str:
    """A number at the end of a line."""
    return print_expression(expression, Level.ENDING)


def print_string(value: str) -> str:
    """A text in quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def print_names(names: Iterable[ast.Name]) -> str:
    """Names parted by spaces."""
    return " ".join(name.text for name in names)


def print_list(names: Iterable[ast.Name]) -> str:
    """Names parted by commas."""
    return ", ".join(name.text for name in names)


def print_applied(applied: ast.Applied) -> str:
    """A thing with its arguments."""
    if not applied.arguments:
        return applied.name.text
    inner = ", ".join(
        ("" if argument.name is None else f"{argument.name}: ")
        + print_expression(argument.value)
        for argument in applied.arguments
    )
    return f"{applied.name}({inner})"


def print_assignments(assignments: Iterable[ast.Assignment]) -> str:
    """``name = value, …``."""
    return ", ".join(f"{one.name} = {print_sum(one.value)}" for one in assignments)


def print_place(place: ast.Place) -> str:
    """Two literals, or an entity."""
    if isinstance(place, ast.Coordinates):
        return f"{place.x.text} {place.y.text}"
    return print_entity(place)


def print_duration(duration: ast.Duration) -> str:
    """``1 turn``, ``3 seconds``."""
    amount = print_sum(duration.amount)
    unit = duration.unit.removesuffix("s") if amount == "1" else duration.unit
    return f"{amount} {unit}"


def print_pattern(pattern: ast.EventPattern) -> str:
    """An event that a rule answers."""
    if pattern.change is None:
        return pattern.name.text
    return f"{pattern.change} {pattern.name}"


def print_subject(subject: ast.Subject) -> str:
    """Whose event a rule answers."""
    who = subject.who if isinstance(subject.who, str) else print_entity(subject.who)
    return who + "".join(f" having {tag}" for tag in subject.having)


def print_owned(subject: ast.Expression | None, name: ast.Name) -> str:
    """A pool or link and, where it is said, whose."""
    return name.text if subject is None else f"{print_entity(subject)}.{name}"
