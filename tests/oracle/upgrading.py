"""A world of one version of a catalog in another one (docs/saves.md, "Saves of other versions")."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from ledgerc.ir import catalog as ir
from tests.oracle.commands import World
from tests.oracle.dice import seeded
from tests.oracle.save import aura_names, beat_names, usual_pools
from tests.oracle.state import Entity, Instance, Name, Scope, Value


def upgraded(old: World, catalog: ir.Catalog) -> World:
    """The same world under a later version, in which things were added and renamed."""
    world = World(catalog)
    world.chooses, world.most_entries = old.chooses, old.most_entries
    world.state, world.granted = copy.deepcopy((old.state, old.granted))
    Upgrade(old.catalog, world).run()
    world.reset()
    return world


class Upgrade:
    """One upgrade. What is there keeps its numbers, links and effects, by their names of now."""

    def __init__(self, before: ir.Catalog, world: World) -> None:
        self.before = before
        self.world = world
        self.catalog = world.catalog
        self.renames = {
            (each.kind, each.old): each.new for each in self.catalog.renames
        }
        self.gave = {
            self.now("archetype", each.name): each for each in before.archetypes
        }
        """What each archetype of now was before."""

    def now(self, kind: str, name: str) -> str:
        """What something is called now: the last of its names."""
        return self.renames.get((kind, name), name)

    def run(self) -> None:
        """Rename all; then bring what is new to all who are there."""
        state = self.world.state
        for entity in state.entities:
            self.rename(entity)
        state.singles = {
            self.now("archetype", name): each for name, each in state.singles.items()
        }
        state.phase = self.now("phase", state.phase)
        state.answers = {
            (self.now("query", str(query)), *about): answer
            for (query, *about), answer in state.answers.items()
        }
        dice, state.dice = state.dice, seeded(0) if state.dice is None else state.dice
        rolls, state.rolls = state.rolls, []
        there = [entity for entity in state.entities if not entity.gone]
        for entity in there:
            self.add_stats(entity)
        for entity in there:
            self.add_effects(entity)
        for entity in there:
            self.add_beats(entity)
        for entity in there:
            self.add_pools(entity)
        self.world.fit_pools()
        state.dice, state.rolls = dice, rolls
        self.add_singles()

    # -- names --------------------------------------------------------------------------------

    def rename(self, entity: Entity) -> None:
        """Let an entity be told by the names of now."""
        now = self.now
        entity.archetype = now("archetype", entity.archetype)
        entity.bases = {now("stat", k): v for k, v in entity.bases.items()}
        entity.pools = {now("pool", k): v for k, v in entity.pools.items()}
        entity.maxima = {now("pool", k): v for k, v in entity.maxima.items()}
        entity.links = {now("link", k): v for k, v in entity.links.items()}
        entity.lent_tags = {now("tag", each) for each in entity.lent_tags}
        entity.lent = [
            type(each)(now("stat", each.stat), each.kind, each.amount)
            for each in entity.lent
        ]
        entity.zone = now("zone", entity.zone)
        entity.zones = {now("zone", k): v for k, v in entity.zones.items()}
        for instance in entity.effects:
            self.rename_instance(instance)

    def rename_instance(self, instance: Instance) -> None:
        """Effects, their parameters, their clocks and who lends them."""
        before = self.before.effect[instance.effect]
        instance.effect = self.now("effect", instance.effect)
        after = self.catalog.effect[instance.effect]
        instance.arguments = {
            self.parameter(after, name): self.value(value)
            for name, value in instance.arguments.items()
        }
        due = dict(zip(beat_names(before), instance.beats, strict=True))
        if due or not instance.holder.gone:
            instance.beats = [due.get(name, 0) for name in beat_names(after)]
        if instance.lender is not None:
            lender, number = instance.lender
            effect = lender.effect
            known = effect if effect in self.before.effect else self.old_effect(effect)
            name = aura_names(self.before.effect[known])[number]
            names = aura_names(self.catalog.effect[self.now("effect", known)])
            instance.lender = (lender, names.index(name) if name in names else -1)

    def old_effect(self, name: str) -> str:
        """What an effect of now was called."""
        return next(
            each for each in self.before.effect if self.now("effect", each) == name
        )

    def parameter(self, effect: ir.Effect, name: str) -> str:
        """What a parameter is called now."""
        if any(each.name == name for each in effect.parameters):
            return name
        return self.renames["parameter", f"{effect.name}.{name}"]

    def value(self, value: Value) -> Value:
        """A value of a parameter; a phase is called otherwise."""
        if isinstance(value, Name) and value.what == "phase":
            return Name("phase", self.now("phase", value.name))
        return value

    # -- what is new --------------------------------------------------------------------------

    def declared(self, entity: Entity) -> tuple[ir.Archetype, ir.Archetype]:
        """An entity's archetype as it was and as it is."""
        return self.gave[entity.archetype], self.catalog.archetype[entity.archetype]

    def add_stats(self, entity: Entity) -> None:
        """ "A stat that is new has the base that the archetype gives"."""
        known = {self.now("stat", each.name) for each in self.before.stats}
        if all(each.name in known for each in self.catalog.stats):
            return
        had = entity.bases
        self.world.set_bases(entity)  # as for one that is made now; what is new is kept
        made = entity.bases
        entity.bases = {**had, **{k: v for k, v in made.items() if k not in known}}

    def add_effects(self, entity: Entity) -> None:
        """ "An effect that the archetype gives and did not give is held" by all not gone."""
        before, after = self.declared(entity)
        given = [self.now("effect", each.effect) for each in before.effects]
        scope = Scope(holder=entity)
        if all(each.effect in given for each in after.effects):
            return
        reckoned = [
            (held.effect, self.world.arguments_of(held.effect, held.arguments, scope))
            for held in after.effects
        ]
        for effect, arguments in reversed(reckoned):
            if effect not in given:
                instance = self.world.attach(effect, arguments, entity)
                self.world.start_clock(instance, None, None)

    def add_beats(self, entity: Entity) -> None:
        """An ``every`` that is new is due a period from now."""
        for instance in entity.effects:
            effect = self.catalog.effect[instance.effect]
            timed = [each for each in effect.every if each.seconds is not None]
            for number, every in enumerate(timed):
                if not instance.beats[number]:
                    instance.beats[number] = self.world.next_beat(every, instance)

    def add_pools(self, entity: Entity) -> None:
        """The pools that the archetype gives and did not give; and maxima to follow."""
        before, after = self.declared(entity)
        world = self.world
        given = {self.now("pool", each) for each in usual_pools(before)}
        new = {each.pool for each in after.pools} - given - set(entity.pools)
        if new:
            had = dict(entity.pools)
            for start in after.pools:
                entity.pools[start.pool] = world.start_of(start, entity)
            started = entity.pools
            entity.pools = {**{name: started[name] for name in new}, **had}
            for pool in self.catalog.pools:
                if pool.name in new:
                    level = world.bounded(entity, pool, entity.pools[pool.name])
                    entity.pools[pool.name] = level
                    entity.maxima[pool.name] = world.most(entity, pool) or 0
        for pool in self.new_tops():
            if pool.name in entity.pools:
                entity.maxima[pool.name] = world.most(entity, pool) or 0

    def new_tops(self) -> Iterator[ir.Pool]:
        """ "A pool that follows its maximum only now has followed the one of now"."""
        followed = {
            self.now("pool", each.name)
            for each in self.before.pools
            if each.follows is not ir.Follow.NO
        }
        for pool in self.catalog.pools:
            if pool.follows is not ir.Follow.NO and pool.name not in followed:
                yield pool

    def add_singles(self) -> None:
        """ "A `single` archetype that is new is made"."""
        world = self.world
        new = [
            each.name
            for each in self.catalog.archetypes
            if each.single and each.name not in world.state.singles
        ]

        def act() -> str:
            for name in new:
                made = world.make(name, links={}, pools={})
                assert made is not None
                world.state.singles[name] = made
            return ""

        if new:
            world.command(act)
        world.state.singles = {
            each.name: world.state.singles[each.name]
            for each in self.catalog.archetypes
            if each.single
        }
