"""Whose aura lends an entity which modifier, and the author's line of each.

A world keeps what is lent, not where from; so the auras are asked again, in the order of the aura
step (``ledger_runtime.auras``). What has changed since that step is told without a source.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ledger_runtime.aura import Adjust, Lent
from ledger_runtime.entity import Entity
from ledger_runtime.explaining.explanation import Saw
from ledger_runtime.explaining.watching import watch
from ledger_runtime.log import field_text
from ledger_runtime.trace import author_line


@dataclass(frozen=True, slots=True)
class Loan:
    """A modifier that an aura lends: by whom, from which line, with what it saw."""

    lent: Lent
    by: str
    place: str | None
    saw: Saw


class Loans:
    """What is lent to one stat of an entity, each to be taken once, in order."""

    def __init__(self, entity: Entity, slot: str) -> None:
        slots = entity.world.catalog.attributes
        names = {name for name, each in slots.items() if each == slot}
        self._lent = [each for each in entity.lent if each.stat in names]
        self._known = list(_loans(entity))

    def take(self, operator: str) -> Loan | None:
        """The next that does this to the stat; ``None`` if no aura would lend it now."""
        for lent in self._lent:
            if _does(lent.how, operator):
                self._lent.remove(lent)
                for loan in self._known:
                    if loan.lent == lent:
                        self._known.remove(loan)
                        return loan
                return None
        return None


def _does(how: Adjust, operator: str) -> bool:
    """Whether a modifier is told as ``operator``: what overrides sets as well."""
    return how.value == operator or (how is Adjust.OVERRIDES and operator == "sets")


def _loans(entity: Entity) -> Iterator[Loan]:
    world: Any = entity.world
    for effect in world.aura_effects():
        by = f"{effect.name} of {field_text(effect.holder)}"
        for aura in effect.auras:
            if aura.modifiers is None:
                continue
            if any(each is entity for each in aura.select(effect, world)):
                lent, told = _told(aura.modifiers, effect, world, entity)
                for number, each in enumerate(lent):
                    place, saw = told[number] if told else (aura.place, ())
                    yield Loan(each, by, place, saw)


def _told(
    lends: Any, effect: Any, world: Any, entity: Entity
) -> tuple[tuple[Lent, ...], list[tuple[str | None, Saw]]]:
    """What an aura lends, and the line of each with what it read; none where that is unclear."""
    lent, lines = watch(lends, effect, world, entity)
    code = getattr(lends, "__code__", None)
    if code is None:  # a compiled one cannot be watched
        return lent, []
    told: list[tuple[str | None, Saw]] = []
    read: dict[str | None, Saw] = {}
    for ran in lines:
        place = author_line(code, ran.number)
        read[place] = tuple(dict.fromkeys((*read.get(place, ()), *ran.saw)))
        if ".append(" in linecache.getline(code.co_filename, ran.number):
            told.append((place, read[place]))
    if not told:  # all at once, without conditions
        numbers = sorted({each for *_, each in code.co_lines() if each})
        listed = [
            number
            for number in range(numbers[0], numbers[-1] + 1)
            if f"{Lent.__name__}(" in linecache.getline(code.co_filename, number)
        ]
        told = [(author_line(code, number), ()) for number in listed]
    return lent, told if len(told) == len(lent) else []
