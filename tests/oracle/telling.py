"""The log of the oracle as text, in the form that entries of the runtime have."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle.numbers import shown
from tests.oracle.recording import EntryRow
from tests.oracle.state import Entity, Entry, Event, Name, Point, Value


def name_of(entity: Entity | None) -> str:
    """An entity by its name in the play, else by its archetype and number."""
    if entity is None:
        return "nothing"
    return entity.label or f"{entity.archetype}#{entity.number}"


def value_text(value: Value | tuple[Value, ...]) -> str:
    """A value as a play writes it."""
    match value:
        case None | Entity():
            return name_of(value)
        case bool():
            return "true" if value else "false"
        case int() | Fraction():
            return shown(value)
        case Point(x=x, y=y):
            return f"{shown(x)} {shown(y)}"
        case Name(name=name):
            return name
        case Event():
            return event_text(value)
        case tuple():
            return ", ".join(map(value_text, value)) or "none"
        case _:
            return str(value)


def event_text(event: Event) -> str:
    """``Damage u 1 by g``."""
    parts = [event.kind, *map(value_text, event.words)]
    if event.subject is not None:
        parts.append(name_of(event.subject))
    if event.phase:
        parts.append(event.phase)
    if event.way:
        parts.append(shown(event.amount))
    if event.by is not None:
        parts += ["by", name_of(event.by)]
    return " ".join(parts)


def entry_text(entry: Entry) -> str:
    """One line."""
    if isinstance(entry, Event):
        return event_text(entry)
    return " ".join((entry.kind, *map(value_text, entry.words)))


def entry_row(entry: Entry, numbers: dict[int, int]) -> EntryRow:
    """An entry as a row of a recording."""
    cause = ""
    if entry.cause is not None:
        number = numbers.get(id(entry.cause))
        cause = entry_text(entry.cause) if number is None else f"#{number}"
    details: list[tuple[str, str]] = []
    if entry.rule:
        details.append(("rule", entry.rule))
    if isinstance(entry, Event):
        details += [
            ("applied", shown(entry.applied)),
            ("absorbed", shown(entry.absorbed)),
            ("prevented", "true" if entry.prevented else "false"),
        ]
        carried: dict[str, Value] = {**entry.props, **entry.links}
        details += [
            (name, value_text(value))
            for name, value in sorted(carried.items())
            if value is not None and value != 0
        ]
    return EntryRow(entry_text(entry), cause, tuple(details))
