"""What a game says beside commands: seeds and scripts; and the names by which it says things."""

from __future__ import annotations

from typing import Any

from ledger_runtime.arguments import told
from ledger_runtime.catalog import Prop
from ledger_runtime.clock import Clock
from ledger_runtime.errors import ArgumentError, UnknownName
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
        for option in chosen:
            if isinstance(option, str):
                self.own_text(option, "a choice")
            else:
                self.own(option)
        self.script["choose"] = [*self.script["choose"], list(chosen)]

    def script_answer(
        self, query: str, arguments: tuple[Any, ...], value: GivenNumber
    ) -> None:
        """Let a query have an answer from here on. Raises :class:`UnknownName`."""
        self.own_name(query, self.catalog.queries, "query")
        about = self.query_arguments(query, arguments)
        self.answers[query, *about] = exact(value)

    def name_entity(self, entity: E, label: str) -> None:
        """Give an entity a name for logs; names take no part in the rules."""
        self.own(entity)
        if not isinstance(label, str):
            raise ArgumentError(f"a name is a text, not {told(label)}")
        self.own_text(label, "a name")
        if entity:
            entity.label = label

    # -- names ----------------------------------------------------------------------------------

    def link_slot(self, name: str) -> str:
        """The slot of a link, by declared name or slot. Raises :class:`UnknownName`."""
        links = self.catalog.links
        self.own_name(name, {**links, **dict.fromkeys(links.values())}, "link")
        return links.get(name, name)

    def declared_props(self, props: dict[str, GivenNumber]) -> dict[str, GivenNumber]:
        """Props of an order by declared name; what is no prop at all is left to the check."""
        if not props:
            return {}
        names = {prop.slot: name for name, prop in self.catalog.props.items()}
        return {
            name if name in self.catalog.props else names.get(name, name): value
            for name, value in props.items()
        }

    def carried_fields(self, carried: dict[str, Any]) -> dict[str, Any] | None:
        """Props and links of an event by slot; None if a prop is out of its bounds.

        Raises :class:`UnknownName` for what no event carries.
        """
        fields: dict[str, Any] = {}
        for name, value in carried.items():
            slot, prop = self.carried_slot(name)
            if prop is None:
                self.own(value)
                fields[slot] = value
                continue
            fields[slot] = exact(value)
            if not prop.allows(fields[slot]):
                return None
        return fields

    def carried_slot(self, name: str) -> tuple[str, Prop | None]:
        """The slot of a prop or link of an event, by its name there; and which prop it is."""
        props = self.catalog.props
        prop = props.get(name) or next(
            (each for each in props.values() if each.slot == name), None
        )
        slot = name if prop is None else prop.slot
        if slot not in self.catalog.event.carries:
            raise UnknownName(f"no event carries {name!r}")
        return slot, prop

    def field_slots(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Links and pools that a ``make`` names, by slot. Raises :class:`UnknownName`."""
        slots = {}
        links = self.catalog.links
        for name, value in fields.items():
            pool = self.catalog.pool_named.get(name)
            if pool is not None:
                slots[pool.slot] = exact(value)
            else:
                if name not in links and name not in links.values():
                    raise UnknownName(f"{name!r} is neither a link nor a pool")
                self.own(value)
                slots[self.link_slot(name)] = value
        return slots
