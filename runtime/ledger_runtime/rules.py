"""Rules as data: who answers what, and what beats with time. The bodies are generated methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Body: TypeAlias = Callable[[Any, Any, Any], None]
"""``body(effect, world, event)``."""

When: TypeAlias = Callable[[Any, Any, Any], bool]
"""``when(effect, world, event)``."""


class AfterRule:
    """An ``after`` rule of an effect.

    ``number`` is its place in catalog order; ``when`` is read again as its queue entry starts;
    ``priority`` wins over the event's; ``together``: hears the events of its holder's death step.
    """

    __slots__ = ("act", "number", "place", "priority", "together", "when")

    def __init__(
        self,
        number: int,
        place: str,
        act: Body,
        when: When | None = None,
        priority: int | None = None,
        together: bool = False,
    ) -> None:
        self.number = number
        self.place = place
        self.act = act
        self.when = when
        self.priority = priority
        self.together = together


class EveryRule:
    """``every N seconds`` of an effect; ``act(effect, world)`` is due each ``ticks``.

    Saves call it by the name of ``act``.
    """

    __slots__ = ("act", "name", "number", "place", "ticks")

    def __init__(
        self,
        number: int,
        place: str,
        act: Callable[[Any, Any], None],
        ticks: int | Callable[[Any, Any], int],
    ) -> None:
        self.number = number
        self.place = place
        self.name: str = getattr(act, "__name__", "every")
        self.act = act
        self.ticks = ticks
