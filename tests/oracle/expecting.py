"""What plays expect of the last command (docs/language.md, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ledgerc.ir import plays
from ledgerc.ir.expressions import Expression, Named
from tests.oracle.numbers import Number
from tests.oracle.state import Entity, Entry, Event, Name, Value

Evaluate = Callable[[Expression], Value]


@dataclass
class Last:
    """The last command that was done or refused, and what it logged."""

    refusal: str = ""
    entries: Sequence[Entry] = field(default_factory=tuple)


def is_so(step: plays.Step, last: Last, evaluate: Evaluate) -> bool | None:
    """Whether an expectation about the last command holds; None for any other step."""
    match step:
        case plays.ExpectDone():
            return not last.refusal
        case plays.ExpectRefused(code=code, text=text):
            if not last.refusal:
                return False
            found_code, _, found_text = last.refusal.partition(" ")
            return code in (None, found_code) and (
                text is None or found_text == f'"{text}"'
            )
        case plays.ExpectLog(part=True):
            rest = iter(last.entries)
            return all(
                any(agrees(entry, line, evaluate) for entry in rest)
                for line in step.lines
            )
        case plays.ExpectLog():
            return len(step.lines) == len(last.entries) and all(
                agrees(entry, line, evaluate)
                for entry, line in zip(last.entries, step.lines, strict=True)
            )
        case _:
            return None


def agrees(entry: Entry, line: plays.LogLine, evaluate: Evaluate) -> bool:
    """Whether an entry is of a kind and tells these fields, "as far as written"."""
    told = told_by(entry)
    return (
        entry.kind == line.kind
        and len(line.fields) <= len(told)
        and all(
            is_same(found, field_value(each, evaluate))
            for found, each in zip(told, line.fields, strict=False)
        )
    )


def told_by(entry: Entry) -> list[Value]:
    """The fields of an entry: of an event whom it happened to, how much, and by whom."""
    if isinstance(entry, Event):
        if entry.phase:
            return [entry.phase]
        amount: list[Value] = [entry.amount] if entry.way else []
        return [entry.subject, *amount, entry.by]
    told: list[Value] = []
    for word in entry.words:
        if isinstance(word, Event):  # Prevented: the event's kind and fields
            told += [word.kind, *told_by(word)]
        else:
            told.append(word)  # type: ignore[arg-type]
    return told


def field_value(expression: Expression, evaluate: Evaluate) -> Value:
    """What a field is written as; a declared thing is its name."""
    return expression.name if isinstance(expression, Named) else evaluate(expression)


def is_same(found: Value, wanted: Value) -> bool:
    """Whether two values are equal; an entity is the same in the copy that a ``save`` made."""
    found, wanted = plain_name(found), plain_name(wanted)
    if isinstance(found, Entity) and isinstance(wanted, Entity):
        return found.number == wanted.number
    if isinstance(found, Number) != isinstance(wanted, Number):
        return False
    return found == wanted


def plain_name(value: Value) -> Value:
    """A declared thing or a word as its name."""
    return value.name if isinstance(value, Name) else value
