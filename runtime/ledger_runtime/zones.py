"""Zones and being in play (docs/language.md, section 2: ``zone``, ``in play``)."""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum

from ledger_runtime.counted import counted
from ledger_runtime.entries import Moved, Shuffled
from ledger_runtime.errors import UnknownName
from ledger_runtime.journal import MISSING
from ledger_runtime.space import Places
from ledger_runtime.typevars import E, O, V


class End(Enum):
    """Where in an ordered zone something comes to lie; ``INDEX`` counts from the top, from 1."""

    TOP = "top"
    BOTTOM = "bottom"
    INDEX = "at"


class Zones(Places[E, V, O]):
    """Statements about zones; coming into play and leaving it."""

    __slots__ = ()

    def move_entity(
        self,
        entity: E,
        zone: str,
        keeper: E,
        end: End = End.BOTTOM,
        index: int = 1,
    ) -> bool:
        """``move x to ZONE of y``: whether it could; a full zone takes no more."""
        if not entity or entity.gone or not keeper:
            return True
        if (entity.keeper is not keeper or entity.zone != zone) and not self.has_room(
            zone, keeper
        ):
            return False
        was_in_play = entity.in_play
        self.leave_zone(entity)
        if was_in_play and not self.catalog.zones[zone].in_play:
            self.leave_play(entity)
        elif entity.holds & self.watched & self.catalog.zonal_mask:
            self.leave_index(entity.effects)
        self.arrive(entity, zone, keeper, end, index)
        self.record(Moved(entity, zone, keeper))
        self.follow(self.nothing)
        if entity.in_play and not was_in_play:
            self.newcomer()
        return True

    def cards(self, zone: str, keeper: E) -> tuple[E, ...]:
        """``cards in ZONE of x``: in order of play; an ordered zone from its top."""
        return tuple(self.lying(zone, keeper))

    def first_card(self, zone: str, keeper: E) -> E:
        """``first(cards in ZONE of x)``: of an ordered zone the top; ``nothing`` of none."""
        zones = keeper.zones
        cards = zones.get(zone) if zones else None
        return cards[0] if cards else self.nothing

    def is_in(self, entity: E, zone: str, keeper: E | None = None) -> bool:
        """``x in ZONE of y``."""
        return entity.zone == zone and (keeper is None or entity.keeper is keeper)

    def shuffle_zone(self, zone: str, keeper: E) -> None:
        """``shuffle ZONE of x``, with the world's own dice."""
        cards = list(self.lying(zone, keeper))
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.draw_number(last + 1) - 1
            cards[last], cards[chosen] = cards[chosen], cards[last]
        if keeper:
            self.write_zone(zone, keeper, cards)
            self.record(Shuffled(zone, keeper))

    def has_room(self, zone: str, keeper: E) -> bool:
        """Whether a zone takes one more. Raises :class:`UnknownName`."""
        declared = self.catalog.zones.get(zone)
        if declared is None:
            raise UnknownName(f"there is no zone {zone!r}")
        if not keeper:
            return False
        most = declared.most
        if most is None:
            return True
        limit = most if isinstance(most, int) else most(keeper)
        zones = keeper.zones
        cards = zones.get(zone) if zones else None
        return (len(cards) if cards else 0) < limit

    # -- parts ----------------------------------------------------------------------------------

    def lying(self, zone: str, keeper: E) -> list[E]:
        """What lies in a zone; not to be changed."""
        zones = keeper.zones
        return zones.get(zone, []) if zones else []

    def write_zone(self, zone: str, keeper: E, cards: list[E]) -> None:
        """Write what lies in a zone."""
        self.put(keeper, "zones", {**(keeper.zones or {}), zone: cards})

    def leave_zone(self, entity: E) -> None:
        """Take an entity out of the list of its zone; its ``zone`` and ``keeper`` stay readable."""
        zones = entity.keeper.zones
        lying = zones.get(entity.zone) if zones else None
        if not lying:
            return
        if lying[0] is entity:
            index = 0
        elif entity in lying:
            index = lying.index(entity)
        else:
            return
        self.journal.append((lying, index, entity))
        del lying[index]

    def arrive(self, entity: E, zone: str, keeper: E, end: End, index: int) -> None:
        """Let an entity lie in a zone (or none) that has room, in play if the zone is."""
        self.journal += (
            (entity, "zone", entity.zone),
            (entity, "keeper", entity.keeper),
            (entity, "order", entity.order),
        )
        entity.zone = zone
        entity.keeper = keeper
        declared = self.catalog.zones[zone] if zone else None
        in_play = declared is None or declared.in_play
        comes = in_play and not entity.in_play
        if comes or not in_play:
            order = self.next_order
            self.journal.append((self, "next_order", order))
            self.next_order = order + 1
            entity.order = counted(order)
        if declared is not None:
            zones = keeper.zones
            cards = zones.get(zone) if zones else None
            if cards is None:
                self.write_zone(zone, keeper, [entity])
            else:
                self.lay(entity, cards, declared.ordered, end, index)
        if comes:
            self.enter_play(entity)
        elif entity.effects:
            self.wake(entity)

    def lay(
        self, entity: E, cards: list[E], ordered: bool, end: End, index: int
    ) -> None:
        """Lay an entity where it belongs among those that lie in a zone."""
        if not ordered:
            if not cards or cards[-1].order <= entity.order:
                place = len(cards)
            else:
                place = bisect_right(cards, entity.order, key=_order)
        elif end is End.BOTTOM:
            place = len(cards)
        else:
            place = 0 if end is End.TOP else min(max(index - 1, 0), len(cards))
        self.journal.append((cards, (place, entity), MISSING))
        cards.insert(place, entity)

    def wake(self, entity: E) -> None:
        """Let those of its effects work that work where an entity lies now."""
        if entity.holds & self.catalog.zonal_mask:
            self.reckon(entity)
            self.enter_index([held for held in entity.effects if self.works(held)])
        elif not entity.in_play and entity.active:
            self.journal.append((entity, "active", entity.active))
            entity.active = 0
        if entity.in_play:  # an effect that only now works may let it die
            self.may_die(entity)

    def enter_play(self, entity: E) -> None:
        """An entity comes into play, the last in order of play."""
        put = self.put
        put(entity, "in_play", True)
        put(entity, "entered", counted(self.sequence))
        self.journal += (
            (self, "playing_now", None),
            (self.playing, entity.order, MISSING),
        )
        self.playing_now = None
        self.playing[entity.order] = entity
        self.reckon(entity)
        self.enter_index(held for held in entity.effects if self.works(held))
        self.may_die(entity)

    def leave_play(self, entity: E) -> None:
        """An entity leaves play."""
        self.leave_index(entity.effects)
        if entity.in_play:
            self.put(entity, "in_play", False)
            self.journal += (
                (self, "playing_now", None),
                (self, "changed_play", True),
                (self.playing, entity.order, entity),
            )
            self.playing_now = None
            del self.playing[entity.order]

    def newcomer(self) -> None:
        """An entity came into play in the midst of a phase: take the other auras anew."""
        raise NotImplementedError


def _order(entity: E) -> int:
    return entity.order
