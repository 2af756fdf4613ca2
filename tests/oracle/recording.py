"""What a play did, step by step, in a form that the generated code and the oracle share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of the log: how it reads, its cause, and what it carries.

    ``cause`` is the number of the entry in the log, or the text of one that is not in it; empty:
    the game's command. ``details`` are name and value of what its text does not say.
    """

    text: str
    cause: str
    details: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.details)
        return f"{self.text}  [by {self.cause or 'the game'}; {told}]"


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of a play: its line, what came of it, what it logged, and the world after it."""

    line: int
    outcome: str
    expected: tuple[str, ...]
    """What each expectation of the step found."""
    entries: tuple[EntryRow, ...]
    saved: bytes


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first thing in which two recordings differ."""

    line: int
    what: str
    generated: str
    oracle: str

    def __str__(self) -> str:
        return (
            f"line {self.line}: {self.what}\n"
            f"  generated: {self.generated}\n"
            f"  oracle:    {self.oracle}"
        )


def first_difference(
    generated: tuple[StepRow, ...], oracle: tuple[StepRow, ...]
) -> Disagreement | None:
    """The first step, and in it the first thing, that is not the same; None: all is."""
    for left, right in zip(generated, oracle, strict=False):
        if left.line != right.line:
            return Disagreement(left.line, "step", str(left.line), str(right.line))
        if left.outcome != right.outcome:
            return Disagreement(left.line, "outcome", left.outcome, right.outcome)
        for number in range(max(len(left.entries), len(right.entries))):
            one = _at(left.entries, number)
            other = _at(right.entries, number)
            if one != other:
                return Disagreement(left.line, f"entry {number + 1}", one, other)
        if left.expected != right.expected:
            found = map(" ".join, (left.expected, right.expected))
            return Disagreement(left.line, "expectation", *found)
        if left.saved != right.saved:
            return saved_difference(left, right)
    if len(generated) != len(oracle):
        return Disagreement(0, "number of steps", str(len(generated)), str(len(oracle)))
    return None


def _at(entries: tuple[EntryRow, ...], number: int) -> str:
    return str(entries[number]) if number < len(entries) else "no more entries"


def saved_difference(left: StepRow, right: StepRow) -> Disagreement:
    """Where two saved worlds differ: the place in the document, and what is there."""
    place, one, other = _first_unequal(json.loads(left.saved), json.loads(right.saved))
    return Disagreement(left.line, f"saved {place or 'order of fields'}", one, other)


def _first_unequal(one: Any, other: Any, place: str = "") -> tuple[str, str, str]:
    """The place of the first difference of two JSON values, and the values."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        pairs = [(f".{key}", one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"[{n}]", each, other[n]) for n, each in enumerate(one)]
    else:
        return (
            (place, json.dumps(one), json.dumps(other)) if one != other else ("",) * 3
        )
    for key, mine, theirs in pairs:
        found = _first_unequal(mine, theirs, place + key)
        if found[0]:
            return found
    return ("",) * 3
