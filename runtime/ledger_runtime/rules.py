"""Rules as data: who answers what, and what beats with time. The bodies are generated methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from ledger_runtime.catalog import EventKind, Steps

Body: TypeAlias = Callable[[Any, Any, Any], None]
"""``body(effect, world, event)``."""

When: TypeAlias = Callable[[Any, Any, Any], bool]
"""``when(effect, world, event)``."""

RULES_BITS = 32
"""A rule's number takes no more: a catalog's lines are limited far below."""


class AfterRule:
    """An ``after`` rule of an effect.

    ``number`` is its place in catalog order; ``when`` is read again as its queue entry starts;
    ``priority`` wins over the event's; ``together``: hears the events of its holder's death step;
    ``steady``: its ``when``, read again at once, says the same (no die, no choice, no query);
    ``only``: the kinds of event that it causes, where these are changes of pools and no more.
    ``quiet``: what it causes meets no rule, so it cannot come back to it; None: nobody asked yet.
    """

    __slots__ = (
        "act",
        "is_steady",
        "number",
        "only",
        "place",
        "priority",
        "quiet",
        "together",
        "when",
    )

    def __init__(
        self,
        number: int,
        place: str,
        act: Body,
        when: When | None = None,
        priority: int | None = None,
        together: bool = False,
        steady: bool = False,
        only: tuple[EventKind, ...] | None = None,
    ) -> None:
        self.is_steady = steady or when is None
        self.only = only
        self.quiet: bool | None = None
        self.number = number
        self.place = place
        self.act = act
        self.when = when
        self.priority = priority
        self.together = together

    def is_quiet(self, steps: Mapping[EventKind, Steps]) -> bool:
        """Whether what it causes meets no rule; found once."""
        quiet = self.only is not None and not any(
            steps[kind].concerns for kind in self.only
        )
        self.quiet = quiet
        return quiet


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
