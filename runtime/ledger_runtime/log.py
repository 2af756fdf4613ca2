"""The log: everything that happened, in order, each entry with its cause."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ledger_runtime.entity import Entity
from ledger_runtime.numbers import number_text


class Entry:
    """One thing that happened. ``cause`` is the entry that led to it; None: the game's command."""

    __slots__ = ("cause",)

    cause: Entry | None

    def kind_name(self) -> str:
        """What it is, as ``expect log`` writes it."""
        return type(self).__name__

    def fields(self) -> tuple[object, ...]:
        """What it tells, the most telling first: entities, numbers and names."""
        return ()

    def rule_place(self) -> str | None:
        """``FILE:LINE`` of the rule that is at work; None of what is no rule."""
        return None

    def text(self) -> str:
        """One line."""
        return " ".join((self.kind_name(), *map(field_text, self.fields())))

    def causes(self) -> Iterator[Entry]:
        """What led to it, the nearest first."""
        cause = self.cause
        while cause is not None:
            yield cause
            cause = cause.cause

    def __repr__(self) -> str:
        return f"<{self.text()}>"


class Log:
    """All entries since the world was made, loaded or copied."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, index: int) -> Entry:
        return self.entries[index]

    def text(self) -> str:
        """The log as lines."""
        return "".join(f"{entry.text()}\n" for entry in self.entries)

    def tree(self) -> str:
        """The log as lines, each indented under what caused it as far as it is nested."""
        return tree_text(self.entries)

    def forget(self) -> None:
        """Drop all entries: a long game need not keep them."""
        self.entries.clear()


def tree_text(
    entries: list[Entry] | tuple[Entry, ...], *, with_places: bool = False
) -> str:
    """Entries as lines, each indented by the number of its causes.

    ``with_places``: each rule with the line of the catalog that it stands at.
    """
    lines = []
    depths: dict[int, int] = {}
    for entry in entries:
        cause = entry.cause
        if cause is None:
            depth = 0
        else:
            above = depths.get(id(cause))
            depth = (sum(1 for _ in cause.causes()) if above is None else above) + 1
        depths[id(entry)] = depth
        text = entry.text()
        if with_places:
            place = entry.rule_place()
            if place is not None:
                text = f"{text} ({place})"
        lines.append(f"{'  ' * depth}{text}\n")
    return "".join(lines)


def field_text(value: object) -> str:
    """A field of an entry as text."""
    if isinstance(value, Entity):
        return value.label or f"{value.archetype.name}#{value.id}"
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return number_text(value)
    if isinstance(value, type):
        return str(getattr(value, "name", value.__name__))
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return ", ".join(map(field_text, value))
    return str(value)
