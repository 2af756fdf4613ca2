"""What a game says beside commands: seeds and scripts; and the names by which it says things."""

from __future__ import annotations

from typing import Any

from ledger_runtime.clock import Clock
from ledger_runtime.errors import UnknownName
from ledger_runtime.numbers import exact
from ledger_runtime.typevars import E, O, V

GivenNumber = object
"""A number as games give it: an int, a fraction, a decimal or a float, taken as it is written."""


class Preparing(Clock[E, V, O]):
    """Scripts for dice, choices and queries; declared names to slots."""

    __slots__ = ()

    # -- what plays and tests prepare -----------------------------------------------------------

    def seed(self, seed: int) -> None:
        """Seed the dice anew."""
        self.begin_dice(seed)

    def script_rolls(self, *values: GivenNumber) -> None:
        """Script the next dice."""
        self.script["roll"] = [*self.script["roll"], *map(exact, values)]

    def script_choice(self, *chosen: E | str) -> None:
        """Script the next choice: entities or words; nothing at all chooses none."""
        self.own(*(option for option in chosen if not isinstance(option, str)))
        self.script["choose"] = [*self.script["choose"], list(chosen)]

    def script_answer(
        self, query: str, arguments: tuple[Any, ...], value: GivenNumber
    ) -> None:
        """Let a query have an answer from here on. Raises :class:`UnknownName`."""
        if query not in self.catalog.queries:
            raise UnknownName(f"there is no query {query!r}")
        self.answers[query, *arguments] = exact(value)

    # -- names ----------------------------------------------------------------------------------

    def link_slot(self, name: str) -> str:
        """The slot of a link, by declared name or slot. Raises :class:`UnknownName`."""
        slot = self.catalog.links.get(name, name)
        if slot not in self.catalog.entity.link_slots:
            raise UnknownName(f"there is no link {name!r}")
        return slot

    def declared_props(self, props: dict[str, GivenNumber]) -> dict[str, GivenNumber]:
        """Props of an order by declared name; what is no prop at all is left to the check."""
        names = {prop.slot: name for name, prop in self.catalog.props.items()}
        return {
            name if name in self.catalog.props else names.get(name, name): value
            for name, value in props.items()
        }

    def carried_slot(self, name: str) -> str:
        """The slot of a prop or link of an event. Raises :class:`UnknownName`."""
        slots = self.catalog.event.__slots__
        prop = self.catalog.props.get(name)
        slot = name if prop is None else prop.slot
        if slot not in slots:
            raise UnknownName(f"no event carries {name!r}")
        return slot

    def field_slots(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Links and pools that a ``make`` names, by slot. Raises :class:`UnknownName`."""
        slots = {}
        for name, value in fields.items():
            pool = self.catalog.pool_named.get(name)
            if pool is not None:
                slots[pool.slot] = exact(value)
            else:
                self.own(value)
                slots[self.link_slot(name)] = value
        return slots
