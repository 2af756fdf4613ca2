"""An ability: something an entity may be ordered to do."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, ClassVar, Generic

from ledger_runtime.catalog import EventKind
from ledger_runtime.numbers import Number
from ledger_runtime.typevars import E


class Target(Enum):
    """What an order of an ability names."""

    NONE = "none"
    HOLDER = "holder"
    """The holder itself; an order names none, or the holder."""
    ONE = "one"
    EXACTLY = "exactly"
    """As many as ``how_many`` says."""
    UP_TO = "up to"
    """One to ``how_many``."""
    ALL = "all"
    """All that are targets; an order names none."""
    PLACE = "place"

    @property
    def names_targets(self) -> bool:
        """Whether an order names the targets itself."""
        return self in (Target.ONE, Target.EXACTLY, Target.UP_TO)


class Cost(Generic[E]):
    """A cost: how much of a pool of an entity an order spends."""

    __slots__ = ("amount", "entity", "kind")

    def __init__(self, entity: E, kind: EventKind, amount: Number) -> None:
        self.entity = entity
        self.kind = kind
        self.amount = amount


class Ability(Generic[E]):
    """An ability as an archetype grants it; ``parameters`` are slots of the instance."""

    __slots__ = ()

    name: ClassVar[str]
    tags: ClassVar[int] = 0
    parameters: ClassVar[tuple[str, ...]] = ()
    from_zones: ClassVar[tuple[str, ...]] = ()
    """Where the holder must lie; none: in play."""
    takes: ClassVar[tuple[str, ...]] = ()
    """The props that an order must carry."""
    during: ClassVar[tuple[str, ...]] = ()
    """The phases in which it may be ordered; none: any."""
    target: ClassVar[Target] = Target.NONE
    target_zones: ClassVar[tuple[str, ...]] = ()
    """Where targets lie; none: in play."""

    def how_many(self, w: Any, order: Any) -> Number:
        """How many targets ``EXACTLY`` and ``UP_TO`` mean."""
        return 1

    def candidates(self, w: Any, order: Any) -> Iterable[Any]:
        """Who comes into question as a target, in order; ``is_target`` is asked of each."""
        return w.in_play()  # type: ignore[no-any-return]

    def is_target(self, w: Any, order: Any, target: Any) -> bool:
        """Whether one that lies where targets lie is a target. ``target`` may be a point."""
        return True

    def unmet(self, w: Any, order: Any) -> str | None:
        """The reason of the first requirement that does not hold, or None."""
        reason = self.unmet_of_holder(w, order)
        return self.unmet_of_target(w, order) if reason is None else reason

    def unmet_of_holder(self, w: Any, order: Any) -> str | None:
        """That of the first requirements, which look at no target: they are asked once for all."""
        return None

    def unmet_of_target(self, w: Any, order: Any) -> str | None:
        """That of the requirements after these."""
        return None

    def costs(self, w: Any, order: Any) -> tuple[Cost[Any], ...]:
        """What an order costs."""
        return ()

    def perform(self, w: Any, order: Any) -> None:
        """The body."""
