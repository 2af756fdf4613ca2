"""Orders as a game gives them: carried out, only asked about, or listed."""

from __future__ import annotations

from typing import Any, cast

from ledger_runtime.ability import Ability
from ledger_runtime.arguments import told
from ledger_runtime.errors import ArgumentError
from ledger_runtime.numbers import exact
from ledger_runtime.outcome import Outcome, Refusal
from ledger_runtime.pending import resumable
from ledger_runtime.preparing import GivenNumber, Preparing
from ledger_runtime.space import Placeable, Point
from ledger_runtime.typevars import E, O, V


class Ordering(Preparing[E, V, O]):
    """The command ``act``, and what can be asked of orders."""

    __slots__ = ()

    @resumable
    def act(
        self,
        _actor: E,
        _ability: type[Ability[Any]],
        /,
        *targets: E,
        at: Placeable | None = None,
        **props: GivenNumber,
    ) -> Outcome[E]:
        """Order an entity to do something. ``at`` is a place; ``props`` by declared name.

        No declared name begins with ``_``, and so none is that of a parameter: mypyc refuses a
        keyword that is called like what is given by position.
        """

        def act() -> Refusal | None:
            order, refusal = self.checked(_actor, _ability, targets, at, props)
            if refusal is None:
                self.carry_out(order)
            return refusal

        return self.command(act, untold=1)  # the order itself

    def obey(self, order: O) -> Outcome[E]:
        """Carry out an order that :meth:`orders` listed. Raises :class:`ArgumentError`."""
        if not isinstance(order, self.catalog.order):
            raise ArgumentError(f"an order belongs here, not {told(order)}")

        def props() -> dict[str, GivenNumber]:
            slots = {
                name: self.catalog.props[name].slot for name in order.ability.takes
            }
            return {name: getattr(order, slot) for name, slot in slots.items()}

        return self.act(
            order.actor,
            type(order.ability),
            *(order.targets if order.ability.target.names_targets else ()),
            at=order.place,
            **props(),
        )

    def can(
        self,
        _actor: E,
        _ability: type[Ability[Any]],
        /,
        *targets: E,
        at: Placeable | None = None,
        **props: GivenNumber,
    ) -> Refusal | None:
        """What :meth:`act` would be refused with, or None; nothing changes."""
        return cast(
            "Refusal | None",
            self.ask_only(
                lambda: self.checked(_actor, _ability, targets, at, props)[1]
            ),
        )

    def is_able(
        self,
        entity: E,
        ability: type[Ability[Any]] | int,
        target: E | Point | None = None,
    ) -> bool:
        """``can(x, ABILITY|TAG, target)``: whether there is a legal order.

        Asked outside a command (a stat that asks so is read), it leaves no trace.
        """
        if not self.running:
            return bool(self.ask_only(lambda: self.is_able(entity, ability, target)))
        return any(True for _ in self.legal_orders(entity, ability, target))

    def orders(self, _actor: E, /, **props: GivenNumber) -> tuple[O, ...]:
        """Every legal order of an entity; those that take props only if the props are given.

        An ability that targets a place is left out: there is no end of places.
        """
        self.own(_actor)
        given = self.declared_props(props)
        for name, value in given.items():
            self.own_name(name, self.catalog.props, "prop")
            given[name] = exact(value)
        if not _actor:
            return ()
        return tuple(self.ask_only(lambda: self.listed(_actor, given)))

    def orders_of(self, *actors: E) -> tuple[O, ...]:
        """Every legal order of some entities, as automatic players are offered them.

        A whole prop with both bounds is tried with each of its values; abilities that take another
        prop, or target a place, are left out.
        """
        self.own(*actors)
        return tuple(self.ask_only(lambda: self.listed_of(actors)))

    def checked(
        self,
        actor: E,
        ability: type[Ability[Any]],
        targets: tuple[E, ...],
        at: Placeable | None,
        props: dict[str, GivenNumber],
    ) -> tuple[O, Refusal | None]:
        """An order, logged first of all, and why it is refused if it is."""
        self.own(actor, *targets)
        self.own_ability(ability)
        place: Point | None = None
        if at is not None:
            place = self.point_of(self.own_place(at))
        if props:
            props = self.declared_props(props)
        granted = self.granted_ability(actor, ability)
        order = self.new_order(actor, granted, targets, place, props)
        self.record(order)
        self.cause = order
        return order, self.refusal_of(order, props)
