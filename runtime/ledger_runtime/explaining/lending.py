"""Whose aura lends an entity which modifier, and the author's line of each.

A world keeps what is lent, not where from; so the auras are asked again, in the order of the aura
step (``ledger_runtime.auras``). What has changed since that step is told without a source.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from ledger_runtime.aura import Adjust, Lent
from ledger_runtime.entity import Entity
from ledger_runtime.explaining.explanation import Saw
from ledger_runtime.explaining.source import Line, lines_of
from ledger_runtime.explaining.watching import Ran, watch
from ledger_runtime.log import field_text
from ledger_runtime.trace import author_line


@dataclass(frozen=True, slots=True)
class Loan:
    """A modifier that an aura lends: by whom, from which line, with what it saw.

    ``lent`` is None of one that it does not, as its condition is false.
    """

    lent: Lent | None
    stat: str
    operator: str
    by: str
    place: str | None
    saw: Saw


class Loans:
    """What is lent to one stat of an entity, each to be taken once, in order."""

    def __init__(self, entity: Entity, slot: str) -> None:
        slots = entity.world.catalog.attributes
        names = {name for name, each in slots.items() if each == slot}
        self._lent = [each for each in entity.lent if each.stat in names]
        self._known = [each for each in _loans(entity) if each.stat in names]

    def take(self, operator: str) -> Loan | None:
        """The next that does this to the stat; ``None`` if no aura would lend it now."""
        for lent in self._lent:
            if _does(lent.how.value, operator):
                self._lent.remove(lent)
                for loan in self._known:
                    if loan.lent == lent:
                        self._known.remove(loan)
                        return loan
                return None
        return None

    def withheld(self) -> list[Loan]:
        """What auras would do to the stat, were its condition true."""
        return [each for each in self._known if each.lent is None]


def _does(how: str, operator: str) -> bool:
    """Whether a modifier is told as ``operator``: what overrides sets as well."""
    return how == operator or (how == Adjust.OVERRIDES.value and operator == "sets")


def _loans(entity: Entity) -> Iterator[Loan]:
    world: Any = entity.world
    for effect in world.aura_effects():
        by = f"{effect.name} of {field_text(effect.holder)}"
        for aura in effect.auras:
            if aura.modifiers is None:
                continue
            if any(each is entity for each in aura.select(effect, world)):
                lent, lines = watch(aura.modifiers, effect, world, entity)
                code = getattr(aura.modifiers, "__code__", None)
                told = [] if code is None else _told(code, lines)
                known = iter(_lines(code, told, len(lent)))
                for each in lent:
                    place, saw = next(known, (aura.place, ()))
                    yield Loan(each, each.stat, each.how.value, by, place, saw)
                for line, place, saw, held in told:
                    if not held:
                        yield Loan(None, line.lends, line.operator, by, place, saw)


_SELECTED = re.compile(r"\bselected\b")
"""What the function of an aura calls whom its author calls ``it``."""

_Told = tuple[Line, str | None, Saw, bool]


def _told(code: CodeType, lines: tuple[Ran, ...]) -> list[_Told]:
    """Each modifier of an aura that may have a condition, with what it read and whether it is lent.

    A compiled one cannot be watched, and tells nothing.
    """
    known = lines_of(code.co_filename)
    told: list[_Told] = []
    tested = 0
    for ran in lines:
        line = known.get(ran.number)
        if line is None or not line.lends:
            continue
        saw = tuple((_SELECTED.sub("it", text), value) for text, value in ran.saw)
        if tested and line.within == tested:
            saw = tuple(dict.fromkeys((*told.pop()[2], *saw)))
        tested = ran.number if line.is_test else 0
        place = author_line(code, ran.number)
        told.append((line, place, saw, not line.is_test))
    return told


def _lines(
    code: CodeType | None, told: list[_Told], count: int
) -> list[tuple[str | None, Saw]]:
    """The line of each that is lent, with what it read; none where that is unclear."""
    found = [(place, saw) for _, place, saw, held in told if held]
    if code is not None and not told:  # all at once, without conditions
        numbers = sorted({each for *_, each in code.co_lines() if each})
        found = [
            (author_line(code, number), ())
            for number in range(numbers[0], numbers[-1] + 1)
            if f"{Lent.__name__}(" in linecache.getline(code.co_filename, number)
        ]
    return found if len(found) == count else []
