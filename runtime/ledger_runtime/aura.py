"""Auras as a catalog declares them: what the selected have while an effect is in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from ledger_runtime.numbers import Number


class Adjust(Enum):
    """How a modifier enters a stat (docs/language.md, section 2, effect body)."""

    ADDS = "adds"
    SCALES = "scales"
    SETS = "sets"
    OVERRIDES = "overrides"


class Lent:
    """One modifier that an aura lends an entity, its amount read at the aura step."""

    __slots__ = ("amount", "how", "stat")

    def __init__(self, stat: str, how: Adjust, amount: Number) -> None:
        self.stat = stat
        self.how = how
        self.amount = amount

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Lent)
            and self.stat == other.stat
            and self.how is other.how
            and self.amount == other.amount
        )

    __hash__ = None  # type: ignore[assignment]


class Aura:
    """``aura on SELECTION`` with what stands under it. The callables are the effect's methods.

    ``select(effect, world)`` gives the selected in order, ``modifiers(effect, world, selected)``
    what is lent to the stats of one, ``effects(effect, world, selected)`` the effects that one
    has meanwhile (new instances); ``tags`` is a mask; ``name`` is what saves call it.
    """

    __slots__ = ("effects", "modifiers", "name", "place", "select", "tags")

    def __init__(
        self,
        place: str,
        select: Callable[[Any, Any], Sequence[Any]],
        *,
        modifiers: Callable[[Any, Any, Any], tuple[Lent, ...]] | None = None,
        tags: int = 0,
        effects: Callable[[Any, Any, Any], tuple[Any, ...]] | None = None,
        name: str = "aura",
    ) -> None:
        self.place = place
        self.name = name
        self.select = select
        self.modifiers = modifiers
        self.tags = tags
        self.effects = effects
