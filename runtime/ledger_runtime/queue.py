"""The queue: who answers the events of one set, in which order.

Source: docs/language.md, section 4, rule 7.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeAlias

from ledger_runtime.effect import Effect
from ledger_runtime.event import Event
from ledger_runtime.rules import AfterRule

Entered: TypeAlias = tuple[Effect[Any], AfterRule, Any, int]
"""One entry: a rule of a held effect, the event that it answers, and the event's place."""


class Queue:
    """Filled by the generated ``answers_…`` functions, sorted once, then locked.

    ``place`` is the place of the event being answered in its set.
    """

    __slots__ = ("entries", "place", "until")

    def __init__(self) -> None:
        self.entries: list[Entered] = []
        self.until: list[Effect[Any]] = []
        self.place = 0

    def add(self, effect: Effect[Any], rule: AfterRule, event: Event[Any]) -> None:
        """Enter a rule that responds to an event."""
        self.entries.append((effect, rule, event, self.place))

    def ends(self, effect: Effect[Any]) -> None:
        """An effect ``lasts until`` this event: it ends once the event has been answered."""
        self.until.append(effect)

    def lock(self, resolving: Container[tuple[int, int]]) -> list[Entered]:
        """The entries in the order in which they resolve.

        Highest priority first, then order of play of the subjects, of the listeners, then catalog
        order; entries of one rule keep the order in which its instances were gained. The nesting
        guard leaves out the rules that are being resolved: (id of the holder, number of the rule).
        """
        entries = self.entries
        if resolving:
            entries = [
                entry
                for entry in entries
                if (entry[0].holder.id, entry[1].number) not in resolving
            ]
        if len(entries) > 1:
            entries.sort(key=_key)
        return entries


def _key(entry: Entered) -> tuple[int, int, int, int]:
    effect, rule, event, place = entry
    priority = rule.priority
    if priority is None:
        priority = event.priority or 0
    return -priority, place, effect.holder.order, rule.number
