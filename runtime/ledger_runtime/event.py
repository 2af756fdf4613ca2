"""Events, and orders: what happens to an entity, and what one is told to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ledger_runtime.entity import entity_name
from ledger_runtime.log import Entry
from ledger_runtime.numbers import Number, number_text
from ledger_runtime.typevars import E

if TYPE_CHECKING:
    from ledger_runtime.ability import Ability, Cost
    from ledger_runtime.catalog import EventKind
    from ledger_runtime.space import Point


class Event(Entry, Generic[E]):
    """A change of a pool, or a raised event: asked for, met by before rules, logged, answered.

    Generated classes add a slot a prop and link that events of the catalog carry, and
    ``carry_nothing``, which sets them to 0 and ``nothing``. The world makes events, slot by slot:
    an ``__init__`` would take as long again.
    """

    __slots__ = (
        "absorbed",
        "aimed",
        "amount",
        "applied",
        "by",
        "death",
        "kind",
        "phase",
        "prevented",
        "priority",
        "subject",
    )

    carries: ClassVar[tuple[str, ...]] = ()
    """The slots that the generated class adds."""

    kind: EventKind
    subject: E
    by: E
    amount: Number
    """What is dealt, exact; of a ``set`` the value."""
    absorbed: Number
    """How much of it the pool is spared."""
    applied: Number
    """What the pool lost or gained."""
    prevented: bool
    priority: int | None
    """The priority that a hit gives its answers."""
    death: int
    """The death step whose event this is; 0 for all others."""
    phase: str
    """The phase that starts or ends; not there in other events."""
    aimed: tuple[E, ...]
    """At whom it was aimed before it was redirected; not there where it never was."""

    def carry_nothing(self) -> None:
        """Set what it may carry to 0 and ``nothing``."""

    def prevent(self) -> None:
        """``prevent``: it does not happen."""
        self.prevented = True

    def set_amount(self, amount: Number) -> None:
        """``set event.amount E``: never below 0, but for a ``set``.

        What was absorbed of an amount that falls below it falls with it.
        """
        if amount < 0 and (self.kind.way is None or self.kind.way.value != "set"):
            amount = 0
        self.amount = amount
        if self.absorbed > amount:
            self.absorbed = amount if amount > 0 else 0

    def absorb(self, amount: Number) -> None:
        """``absorb E``: the pool is spared so much, but no more than there is."""
        if amount > 0:
            spared = self.absorbed + amount
            self.absorbed = self.amount if spared > self.amount else spared

    def redirect(self, to: E) -> None:
        """Aim it at another."""
        self.aimed = (*getattr(self, "aimed", ()), self.subject)
        self.subject = to

    def was_aimed_at(self, entity: E) -> bool:
        """Whether it was redirected away from an entity."""
        return entity in getattr(self, "aimed", ())

    def kind_name(self) -> str:
        """The kind's name."""
        return self.kind.name

    def fields(self) -> tuple[object, ...]:
        """Whom it happened to, how much, and by whom; of a phase's events the phase."""
        phase = getattr(self, "phase", "")
        if phase:
            return (phase,)
        if self.kind.way is None:
            return (self.subject, self.by)
        return (self.subject, self.amount, self.by)

    def text(self) -> str:
        """``Damage u 1 by g``; ``PhaseStarted Noon``."""
        kind = self.kind
        text = kind.name
        phase = getattr(self, "phase", "")
        if phase:
            text = f"{text} {phase}"
        if self.subject:
            text = f"{text} {entity_name(self.subject)}"
        if kind.way is not None:
            text = f"{text} {number_text(self.amount)}"
        if self.by:
            text = f"{text} by {entity_name(self.by)}"
        return text


class Order(Entry, Generic[E]):
    """What an entity is told to do. Generated classes add a slot a prop, as for events."""

    __slots__ = ("ability", "actor", "costs", "place", "target", "targets")

    carries: ClassVar[tuple[str, ...]] = ()
    """The slots that the generated class adds."""

    actor: E
    ability: Ability[Any]
    target: E
    """The one target, or ``nothing``."""
    targets: tuple[E, ...]
    place: Point | None
    """The place that an ability which targets one is told."""
    costs: tuple[Cost[Any], ...]
    """What it costs, once it is checked."""

    def __init__(
        self,
        actor: E,
        ability: Ability[Any],
        target: E,
        targets: tuple[E, ...],
        place: Point | None,
        cause: Entry | None,
    ) -> None:
        self.actor = actor
        self.ability = ability
        self.target = target
        self.targets = targets
        self.place = place
        self.costs = ()
        self.cause = cause

    def carry_nothing(self) -> None:
        """Set what it may carry to 0."""

    def kind_name(self) -> str:
        """``Act``."""
        return "Act"

    def fields(self) -> tuple[object, ...]:
        """Who, what, and at whom or where."""
        at = () if self.place is None else (self.place,)
        return (self.actor, self.ability.name, *self.targets, *at)
