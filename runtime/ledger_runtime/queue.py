"""The queue: who answers the events of one set, in which order.

A queue is a list, filled by the generated ``answers_…`` functions and sorted once. Source:
docs/language.md, section 4, rule 7.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from ledger_runtime.effect import Effect
from ledger_runtime.rules import AfterRule

Entered: TypeAlias = tuple[Effect[Any], AfterRule, Any]
"""One entry: a rule of a held effect, and the event that it answers."""

Queue: TypeAlias = list[Entered]


def _ends(effect: Any, world: Any, event: Any) -> None:
    world.remove_effect(effect)


ENDS = AfterRule(-1, "", _ends, when=lambda *_: True)
"""What is entered for an effect that ``lasts until`` an event: after all answers, it ends."""

_Key: TypeAlias = tuple[float, int, int, int]


def in_order(queue: Queue) -> Queue:
    """The entries of one event in the order in which they resolve.

    Highest priority first, then order of play of the listeners, then catalog order; entries of
    one rule keep the order in which its instances were gained. Effects that end come last,
    in order of play and as they were gained.
    """
    if len(queue) > 1:
        queue.sort(key=_key)
    return queue


def in_order_together(queue: Queue, events: list[Any]) -> Queue:
    """The entries of a set of events: of one priority, those of earlier subjects come first.

    ``events`` are those of the set, in order.
    """
    if len(queue) > 1:
        places = {id(event): place for place, event in enumerate(events)}
        queue.sort(key=lambda entry: _key(entry, places[id(entry[2])]))
    return queue


def _key(entry: Entered, place: int = 0) -> _Key:
    effect, rule, event = entry
    if rule is ENDS:
        return math.inf, effect.holder.order, effect.gained, 0
    priority = rule.priority
    if priority is None:
        priority = event.priority or 0
    return -priority, place, effect.holder.order, rule.number
