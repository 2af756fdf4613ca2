"""Functions that change a pool, for catalogs written by hand: what is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def changing(write: Callable[[Any, Any], None]) -> Callable[..., Any]:
    """A function as the compiler makes for a pool, around one that writes the pool."""

    def change(
        w: Any,
        kind: Any,
        amount: Any,
        subject: Any,
        by: Any = None,
        priority: int | None = None,
        event: Any = None,
    ) -> Any:
        steps = w.steps[kind]
        if event is None:
            event = w.new_event(kind, amount, subject, by or w.nothing, priority)
            if amount < 0 and not kind.sets:
                event.amount = 0
            if not subject.pools & steps.bit or subject.gone:
                return event
            if w.collecting is not None:
                w.collecting.append(event)
                return event
            awake = subject.active | event.by.active | w.watched
            if steps.met_by & awake:
                if not w.meets(event, steps):
                    return event
                awake = event.subject.active | event.by.active | w.watched
        else:
            awake = 0
        if w.is_change(event):
            write(w, event)
            if event.applied or not kind.sets:
                entries = w.log.entries
                entries.append(event)
                if len(entries) > w.budget:
                    w.overflow()
                if steps.heard_by & awake:
                    w.answer(event, steps)
        return event

    return change
