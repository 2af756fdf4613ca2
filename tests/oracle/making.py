"""Entities and zones: made, copied, turned, moved, gone (docs/language.md, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Number as Literal
from ledgerc.ir.statements import End
from tests.oracle.holding import Holding
from tests.oracle.numbers import Number, six_decimals, toward_zero
from tests.oracle.space import full_turn
from tests.oracle.state import Entity, Instance, Scope, Value


class Making(Holding):
    """Who there is, and where."""

    # -- coming -------------------------------------------------------------------------------

    def make(
        self,
        archetype: str,
        *,
        links: Mapping[str, Entity | None],
        pools: Mapping[str, Number],
        at: Value = None,
        facing: Number = 0,
        zone: str = "",
        keeper: Entity | None = None,
        end: End = End.BOTTOM,
        index: Number = 1,
    ) -> Entity | None:
        """``make ARCHETYPE …``; nothing if its zone is full (section 7)."""
        if zone and not self.has_room(zone, keeper):
            return None
        declared = self.catalog.archetype[archetype]
        entity = self.new_entity(archetype)
        for link, to in links.items():
            point(entity, link, to)
        if self.has_place(at):
            entity.at = self.point_of(at)
            entity.facing = facing
        self.set_bases(entity)
        self.arrive(entity, zone, keeper, end, index)
        self.begin(entity, declared)
        for pool, value in pools.items():
            entity.pools[pool] = self.bounded(entity, self.catalog.pool[pool], value)
        self.announce(entity, "Made", archetype)
        return entity

    def new_entity(self, archetype: str) -> Entity:
        """An entity that lies nowhere yet."""
        entity = Entity(self.state.next_number, archetype, 0)
        self.state.next_number += 1
        self.state.entities.append(entity)
        return entity

    def set_bases(self, entity: Entity) -> None:
        """``base STAT E``: six decimals, unless the stat is whole anyway."""
        entity.bases = {}
        for base in self.catalog.archetype[entity.archetype].bases:
            value = self.number(base.value, Scope(holder=entity))
            entity.bases[base.stat] = six_decimals(value)

    def begin(self, entity: Entity, declared: ir.Archetype) -> None:
        """What one of an archetype has from the start: effects, and then pools."""
        scope = Scope(holder=entity)
        given = [  # "before it holds any of them" (section 7)
            (held.effect, self.arguments_of(held.effect, held.arguments, scope))
            for held in declared.effects
        ]
        for effect, arguments in given:
            self.start_clock(self.attach(effect, arguments, entity), None, None)
        entity.maxima = {
            pool.name: self.most(entity, pool) or 0
            for pool in self.catalog.pools
            if pool.follows is not ir.Follow.NO
        }
        for start in declared.pools:
            # within its bounds once all pools are there
            entity.pools[start.pool] = self.start_of(start, entity)

    def start_of(self, start: ir.StartPool, entity: Entity) -> Number:
        """Where a pool starts, rounded; ``with``: within those of its bounds that are numbers."""
        pool = self.catalog.pool[start.pool]
        value: Number = 0
        if start.start is ir.Start.FULL:
            most = self.most(entity, pool)
            assert most is not None
            value = most
        elif start.value is not None:
            value = self.number(start.value, Scope(holder=entity))
        value = toward_zero(value) if pool.whole else six_decimals(value)
        if start.start is not ir.Start.AT:
            return value
        if isinstance(pool.maximum, Literal):
            value = min(value, self.most(entity, pool) or 0)
        if isinstance(pool.minimum, Literal):
            value = max(value, self.least(entity, pool))
        return value

    def announce(self, entity: Entity, kind: str, of: Value) -> None:
        """Log a new one; what it gained runs "at the making of its holder too"."""
        entry = self.record(kind, entity, of)
        self.fit_pools()
        if entity.in_play:
            self.newcomer()
        if kind != "Copied":
            for instance in list(entity.effects):
                if instance.held and instance.lender is None:
                    self.run_on(instance, entry, gained=True)

    def copy(
        self,
        original: Entity | None,
        zone: str,
        keeper: Entity | None,
        end: End,
        index: Number,
    ) -> Entity | None:
        """``copy x in ZONE of y``: with its numbers, links and effects, durations included."""
        if original is None or (zone and not self.has_room(zone, keeper)):
            return None
        entity = self.new_entity(original.archetype)
        entity.bases = dict(original.bases)
        entity.pools = dict(original.pools)
        entity.maxima = dict(original.maxima)
        entity.links = dict(original.links)
        entity.lent = list(original.lent)
        entity.at = original.at
        entity.facing = original.facing
        self.arrive(entity, zone, keeper, end, index)
        for instance in original.effects:
            if instance.lender is None:
                self.twin(instance, entity)
        self.announce(entity, "Copied", original)
        return entity

    def twin(self, instance: Instance, to: Entity) -> None:
        """Let a copy hold what its original holds, for as long."""
        twin = self.attach(instance.effect, dict(instance.arguments), to)
        twin.stacks = instance.stacks
        self.start_clock(twin, None, None)
        twin.turns = instance.turns
        twin.until = instance.until

    def turn(self, entity: Entity | None, archetype: str) -> None:
        """``turn x into ARCHETYPE``: all new but who it is, where, and its links."""
        if entity is None or entity.gone:
            return
        for instance in list(entity.effects):
            if instance.lender is None:
                self.detach(instance)
        entity.archetype = archetype
        entity.pools = {}
        self.set_bases(entity)
        self.begin(entity, self.catalog.archetype[archetype])
        self.announce(entity, "Turned", archetype)

    # -- going --------------------------------------------------------------------------------

    def destroy(self, entity: Entity | None) -> None:
        """``destroy x``: "it dies at the next death step"."""
        if entity is not None and not entity.gone and not entity.doomed:
            entity.doomed = True
            self.record("Destroyed", entity)

    def remove(self, entity: Entity | None) -> None:
        """``remove x``: "it goes, and that is no death"."""
        if entity is not None and not entity.gone:
            self.depart(entity)
            self.record("Gone", entity)
            self.fit_pools()

    def depart(self, entity: Entity) -> None:
        """Out of play and out of its zone, for good; its numbers and links stay."""
        self.leave_zone(entity)
        entity.in_play = False
        entity.gone = True

    # -- zones --------------------------------------------------------------------------------

    def zone(self, name: str) -> ir.Zone:
        """A declared zone."""
        return next(each for each in self.catalog.zones if each.name == name)

    def has_room(self, zone: str, keeper: Entity | None) -> bool:
        """Whether a zone of a keeper takes one more."""
        if keeper is None:
            return False
        maximum = self.zone(zone).maximum
        if maximum is None:
            return True
        return len(keeper.zones.get(zone, [])) < self.number(
            maximum, Scope(holder=keeper)
        )

    def move(
        self,
        entity: Entity | None,
        zone: str,
        keeper: Entity | None,
        end: End,
        index: Number,
    ) -> bool:
        """``move x to ZONE of y``; whether there was room."""
        if entity is None or entity.gone or keeper is None:
            return True
        stays = entity.zone == zone and entity.keeper is keeper
        if not stays and not self.has_room(zone, keeper):
            return False
        was_in_play = entity.in_play
        self.leave_zone(entity)
        self.arrive(entity, zone, keeper, end, index)
        self.record("Moved", entity, zone, keeper)
        self.fit_pools()
        if entity.in_play and not was_in_play:
            self.newcomer()
        return True

    def leave_zone(self, entity: Entity) -> None:
        """Take an entity from those that lie in its zone."""
        if entity.zone and entity.keeper is not None:
            lying = entity.keeper.zones[entity.zone]
            if entity in lying:
                lying.remove(entity)

    def arrive(
        self,
        entity: Entity,
        zone: str,
        keeper: Entity | None,
        end: End,
        index: Number,
    ) -> None:
        """Let an entity lie somewhere: "to the bottom, unless it says otherwise"."""
        entity.zone = zone
        entity.keeper = keeper if zone else None
        in_play = not zone or self.zone(zone).in_play
        if not in_play or not entity.in_play:
            entity.order = self.state.next_order
            self.state.next_order += 1
        if in_play and not entity.in_play:
            entity.entered = self.state.sequence
        entity.in_play = in_play
        if zone and keeper is not None:
            lying = keeper.zones.setdefault(zone, [])
            if not self.zone(zone).ordered or end is End.BOTTOM:
                lying.append(entity)
            elif end is End.TOP:
                lying.insert(0, entity)
            else:
                lying.insert(min(max(int(index) - 1, 0), len(lying)), entity)
            if not self.zone(zone).ordered:
                lying.sort(key=lambda each: each.order)

    def shuffle(self, zone: str, keeper: Entity | None) -> None:
        """``shuffle ZONE of x``: each card from the last changes place with one up to itself."""
        if keeper is None:
            return
        cards = self.cards(zone, keeper)
        for last in range(len(cards) - 1, 0, -1):
            other = self.draw(last + 1) - 1
            cards[last], cards[other] = cards[other], cards[last]
        keeper.zones[zone] = cards
        self.record("Shuffled", zone, keeper)

    # -- places and links ---------------------------------------------------------------------

    def place(self, entity: Entity | None, at: Value, facing: Number | None) -> None:
        """``place x at P facing D``."""
        if entity is None or entity.gone or not self.has_place(at):
            return
        entity.at = self.point_of(at)
        if facing is not None:
            entity.facing = full_turn(facing)
        self.record("Placed", entity, entity.at.x, entity.at.y)

    def point_link(self, entity: Entity | None, link: str, to: Entity | None) -> None:
        """``point x.link at y``."""
        if entity is not None:
            point(entity, link, to)
            self.record("Pointed", entity, link, to)
            self.fit_pools()

    # -- asked of later modules ---------------------------------------------------------------

    def newcomer(self) -> None:
        """One came into play: "step (c) is run at once"."""
        raise NotImplementedError


def point(entity: Entity, link: str, to: Entity | None) -> None:
    """Let a link hold an entity, or nothing."""
    if to is None:
        entity.links.pop(link, None)
    else:
        entity.links[link] = to
