"""The queue: who answers the events of one set, in which order.

Source: docs/language.md, section 4, rule 7.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ledger_runtime.effect import Effect
from ledger_runtime.event import Event
from ledger_runtime.rules import AfterRule


class Entered:
    """One entry of a queue: a rule of a held effect, and the event that it answers."""

    __slots__ = ("effect", "event", "key", "rule")

    def __init__(
        self,
        effect: Effect[Any],
        rule: AfterRule,
        event: Event[Any],
        key: tuple[int, int, int, int],
    ) -> None:
        self.effect = effect
        self.rule = rule
        self.event = event
        self.key = key


class Queue:
    """Filled by the generated ``answers_…`` functions, sorted once, then locked.

    ``resolving`` holds the rules being resolved, as (id of the holder, number of the rule): the
    nesting guard leaves them out. ``place`` is the place of the event being answered in its set.
    """

    __slots__ = ("entries", "place", "resolving", "until")

    def __init__(self, resolving: Container[tuple[int, int]]) -> None:
        self.resolving = resolving
        self.entries: list[Entered] = []
        self.until: list[Effect[Any]] = []
        self.place = 0

    def add(self, effect: Effect[Any], rule: AfterRule, event: Event[Any]) -> None:
        """Enter a rule that responds to an event."""
        holder = effect.holder
        if (holder.id, rule.number) in self.resolving:
            return
        priority = rule.priority
        if priority is None:
            priority = event.priority or 0
        key = (-priority, self.place, holder.order, rule.number)
        self.entries.append(Entered(effect, rule, event, key))

    def ends(self, effect: Effect[Any]) -> None:
        """An effect ``lasts until`` this event: it ends once the event has been answered."""
        self.until.append(effect)

    def lock(self) -> list[Entered]:
        """The entries in the order in which they resolve.

        Highest priority first, then order of play of the subjects, of the listeners, then catalog
        order; entries of one rule keep the order in which its instances were gained.
        """
        entries = self.entries
        if len(entries) > 1:
            entries.sort(key=_key)
        return entries


def _key(entry: Entered) -> tuple[int, int, int, int]:
    return entry.key
