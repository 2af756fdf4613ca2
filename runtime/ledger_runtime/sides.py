"""Who is on which side of a match, and so who decides for whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ledger_runtime.entity import Entity

_NESTED = 8
"""How far a card's keeper is followed: a card in a zone of a card, and so on."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match: the entities that the allegiance of entities points at.

    They are taken once, in order of play, when a world has been set up; a side keeps its place
    when the entity that stands for it is gone. Without an allegiance there is one side, of all.
    """

    link: str
    ids: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, world: Any) -> Sides:
        """The sides in a world as it is now."""
        link = world.catalog.allegiance
        found: dict[int, Entity] = {}
        for entity in world.entities.values() if link else ():
            side = getattr(entity, link)
            if side and not entity.gone:
                found[side.id] = side
        sides = sorted(found.values(), key=lambda side: (side.order, side.id))
        names = [side.label or side.archetype.name for side in sides]
        return cls(
            link,
            tuple(side.id for side in sides),
            tuple(
                name if names.count(name) == 1 else f"{name}#{side.id}"
                for name, side in zip(names, sides, strict=True)
            ),
        )

    @property
    def count(self) -> int:
        """How many there are, at least one."""
        return max(len(self.ids), 1)

    def name(self, index: int) -> str:
        """What to call a side."""
        return self.names[index] if self.names else "everybody"

    def side_of(self, entity: Any) -> int | None:
        """The side of an entity; None: it is on none.

        An entity is on the side that its allegiance names; that stands for a side itself; or that
        keeps the zone where it lies.
        """
        ids = self.ids  # ``nothing`` has the id 0, and no side has
        for _ in range(_NESTED):
            if not entity:
                return None
            if self.link:
                allegiance = getattr(entity, self.link).id
                if allegiance in ids:
                    return ids.index(allegiance)
            if entity.id in ids:
                return ids.index(entity.id)
            entity = entity.keeper
        return None

    def decider(self, entity: Any) -> int:
        """The side whose player decides for an entity; of one on no side, the first."""
        return self.side_of(entity) or 0
