"""Going on at a choice with an answer, and looking ahead: what comes of an order, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

from ledger_runtime.commands import Commands
from ledger_runtime.copying import copy_into
from ledger_runtime.decisions import Choice, Chooser, NeedsChoice, Teller, keys_of
from ledger_runtime.errors import ChoiceError
from ledger_runtime.limits import Limits
from ledger_runtime.pending import again
from ledger_runtime.typevars import E, O, V

T = TypeVar("T")


class Waiting(Commands[E, V, O]):
    """A command that stopped at a choice was taken back; the world keeps it as ``pending``.

    It is saved and copied with the world, and dropped by the next command that is done.
    """

    __slots__ = ()

    # -- choices --------------------------------------------------------------------------------

    def awaited(self) -> Choice[E] | None:
        """The choice that the pending command waits for; None if there is none.

        It is found by giving the command again in a copy. An option that the command itself would
        make is an entity of that copy, to be looked at and answered with.
        """
        if self.pending is None:
            return None
        ahead = self.copy()
        try:
            ahead.give_again(self.pending.answers)
        except NeedsChoice as needed:
            choice = needed.choice
            own = self.entities
            return Choice(
                choice.name,
                own.get(choice.by.id, choice.by),
                tuple(
                    each if isinstance(each, str) else own.get(each.id, each)
                    for each in choice.options
                ),
                choice.at_least,
                choice.at_most,
            )
        return None

    def decide(self, *chosen: E | str) -> Any:
        """Give the pending command again, with this answer to its choice; gives what it gives.

        Raises :class:`NeedsChoice` at its next choice, with this answer kept, and
        :class:`ChoiceError` if nothing is pending or that is no answer; then all is as before.
        """
        if self.pending is None:
            raise ChoiceError("no command waits for an answer")
        return self.give_again((*self.pending.answers, keys_of(chosen)))

    def withdraw(self) -> None:
        """Drop the pending command."""
        self.pending = None

    def give_again(self, answers: tuple[tuple[int | str, ...], ...]) -> Any:
        """Give the pending command again with answers to its first choices."""
        assert self.pending is not None
        try:
            try:
                self.given = answers
                return again(self.pending, self)
            finally:
                self.given = ()
        finally:
            self.given = ()  # a signal may have come before it was

    # -- looking ahead --------------------------------------------------------------------------

    def entity(self, id: int) -> E:
        """The entity with an id, also one that is gone; ``nothing`` if there never was one."""
        return self.entities.get(id, self.nothing)

    def copy(self) -> Self:
        """An independent copy with an empty log; entities keep their ids. Fast: for look-ahead.

        Raises :class:`NestedCommand` while a command is being carried out.
        """
        world = self.empty(self.limits, self.chooser, self.teller)
        copy_into(self, world)
        return world

    @classmethod
    def empty(
        cls, limits: Limits, chooser: Chooser | None, teller: Teller | None
    ) -> Self:
        """A world without even the singles, to be filled."""
        world = cls.__new__(cls)
        world.prepare(limits, chooser, teller)
        return world

    def foresee(self, order: O, read: Callable[[], T]) -> T:
        """What ``read`` gives after an order, which is then taken back.

        The order may be one of a world that this one is a copy of. Raises what the order raises.
        """

        def question() -> T:
            own = self.entity
            draft = self.new_order(
                own(order.actor.id),
                order.ability,
                [own(target.id) for target in order.targets],
                order.place,
                {},
            )
            for name in order.ability.takes:
                slot = self.catalog.props[name].slot
                setattr(draft, slot, getattr(order, slot))
            self.cause = draft
            draft.costs = draft.ability.costs(self, draft)
            self.carry_out(draft)
            self.end_sequence()
            return read()

        result: T = self.ask_only(question)
        return result
