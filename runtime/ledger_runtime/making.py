"""Entities come and go: made, copied, turned, destroyed, removed, put into play and out of it."""

from __future__ import annotations

from typing import Any, cast

from ledger_runtime.archetype import Archetype
from ledger_runtime.catalog import Pool
from ledger_runtime.counted import counted
from ledger_runtime.effect import Effect
from ledger_runtime.entries import Copied, Destroyed, Gone, Made, Turned
from ledger_runtime.errors import UnknownName
from ledger_runtime.journal import MISSING
from ledger_runtime.numbers import Number, round_six, whole
from ledger_runtime.space import Placeable, has_place
from ledger_runtime.typevars import E, O, V
from ledger_runtime.zones import End, Zones


class Making(Zones[E, V, O]):
    """Statements that make and unmake entities."""

    __slots__ = ()

    def make_entity(
        self,
        archetype: type[Archetype[Any]],
        *,
        at: Placeable | None = None,
        facing: Number = 0,
        zone: str = "",
        keeper: E | None = None,
        end: End = End.BOTTOM,
        index: int = 1,
        **fields: Any,
    ) -> E:
        """``make ARCHETYPE with … at P facing D in ZONE of x``.

        ``fields`` are links and pools by slot. Gives ``nothing`` if the zone is full.
        """
        keeper = self.nothing if keeper is None else keeper
        if zone and not self.has_room(zone, keeper):
            return self.nothing
        entity = self.new_entity(archetype)
        pools = self.take_fields(entity, fields)
        if at is not None and has_place(at):
            entity.x, entity.y = self.point_of(at)
            entity.facing = facing
        archetype.set_bases(self, entity)
        self.reckon_stats(entity)
        self.arrive(entity, zone, keeper, end, index)
        for effect in archetype.effects(self, entity):
            self.attach(effect, entity)
            self.start_clock(effect, None, None)
        archetype.set_pools(self, entity)
        for pool, value in pools:
            self.put(entity, "pools", entity.pools | pool.bit)
            self.put(entity, pool.slot, self.fitted(pool, entity, value))
        self.reckon_stats(entity)
        self.announce(entity, Made(entity, archetype))
        return entity

    def copy_entity(
        self,
        original: E,
        *,
        zone: str = "",
        keeper: E | None = None,
        end: End = End.BOTTOM,
        index: int = 1,
    ) -> E:
        """``copy x in ZONE of y``: with its numbers, links and effects, durations included.

        What auras add to its stats holds for the copy until the next aura step, so that its
        pools are within the same bounds; what else auras lend is not copied. No body of ``on
        gained`` runs.
        """
        keeper = self.nothing if keeper is None else keeper
        if not original or (zone and not self.has_room(zone, keeper)):
            return self.nothing
        entity = self.new_entity(original.archetype)
        for slot in (*entity.number_slots, *entity.link_slots, "x", "y", "facing"):
            setattr(entity, slot, getattr(original, slot))
        entity.pools = original.pools
        if original.lent:
            entity.lent = original.lent
            self.put(self, "lent_stats", (*self.lent_stats, entity.id))
        self.reckon_stats(entity)
        self.arrive(entity, zone, keeper, end, index)
        for effect in original.effects:
            if not effect.lender:
                twin = self.twin(effect)
                self.attach(twin, entity)
                ticks = None if effect.until is None else effect.until - self.tick
                self.start_clock(twin, effect.turns, ticks)
        self.announce(entity, Copied(entity, original))
        return entity

    def turn_entity(self, entity: E, archetype: type[Archetype[Any]]) -> None:
        """``turn x into ARCHETYPE``: it is as newly made, but keeps its place, links and order."""
        if not entity or entity.gone:
            return
        for effect in entity.effects:
            if not effect.lender:
                self.detach(effect)
        for slot in entity.number_slots:
            self.put(entity, slot, 0)
        self.put(entity, "archetype", archetype)
        self.put(entity, "pools", archetype.pools)
        archetype.set_bases(self, entity)
        self.reckon_stats(entity)
        self.reckon(entity)
        for effect in archetype.effects(self, entity):
            self.attach(effect, entity)
            self.start_clock(effect, None, None)
        archetype.set_pools(self, entity)
        self.reckon_stats(entity)
        self.announce(entity, Turned(entity, archetype))

    def destroy_entity(self, entity: E) -> None:
        """``destroy x``: it dies at the next death step."""
        if entity and not entity.gone and not entity.doomed:
            self.put(entity, "doomed", True)
            self.may_die(entity)
            self.record(Destroyed(entity))

    def remove_entity(self, entity: E) -> None:
        """``remove x``: it goes for good, and does not die."""
        if entity and not entity.gone:
            self.depart(entity)
            self.record(Gone(entity))
            self.follow(self.nothing)

    # -- parts ----------------------------------------------------------------------------------

    def new_entity(self, archetype: type[Archetype[Any]]) -> E:
        """An entity that lies nowhere yet."""
        id = counted(self.number("next_id"))
        entity = cast(E, self.catalog.entity(self, id, archetype))
        self.journal.append((self.entities, entity.id, MISSING))
        self.entities[entity.id] = entity
        return entity

    def take_fields(
        self, entity: E, fields: dict[str, Any]
    ) -> list[tuple[Pool, Number]]:
        """Set the links that a ``make`` names, and give the pools that it names."""
        pools = []
        for slot, value in fields.items():
            pool = self.catalog.pool_named.get(slot)
            if pool is not None:
                pools.append((pool, value))
            elif slot in entity.link_slots:
                setattr(entity, slot, value)
            else:
                raise UnknownName(f"{slot!r} is neither a link nor a pool")
        return pools

    def announce(self, entity: E, entry: Made | Copied) -> None:
        """Log a new entity, and run what it gained."""
        self.record(entry)
        self.follow(entity)
        if entity.in_play:
            self.newcomer()
        if not isinstance(entry, Copied):
            for effect in entity.effects:
                if effect.held and not effect.lender:
                    self.run_gained(effect, entry)

    def depart(self, entity: E) -> None:
        """Take an entity out of play and out of its zone, for good."""
        self.leave_zone(entity)
        self.leave_play(entity)
        self.put(entity, "gone", True)
        if entity.active:
            self.put(entity, "active", 0)

    def twin(self, effect: Effect[E]) -> Effect[E]:
        """A new instance with the arguments and stacks of another."""
        kind = type(effect)
        twin = kind.__new__(kind)
        Effect.__init__(twin)
        for slot in effect.parameters:
            setattr(twin, slot, getattr(effect, slot))
        twin.stacks = effect.stacks
        return twin

    def fitted(self, pool: Pool, entity: E, value: Number) -> Number:
        """A number as a pool of an entity holds it: rounded, within its bounds."""
        value = whole(value) if pool.whole else round_six(value)
        if pool.maximum is not None:
            most = pool.maximum(entity)
            if value > most:
                value = most
        least = pool.minimum(entity)
        return least if value < least else value
