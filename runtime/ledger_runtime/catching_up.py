"""A save of an older version of a catalog: what is new in the catalog comes to who is in the save.

Who is there is of its archetype as that is now, and keeps what it had (``docs/saves.md``). Only
expressions of the catalog are reckoned; a new ``single`` is made as at the start of a world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ledger_runtime.effect import Effect
from ledger_runtime.errors import RulesError, SaveError
from ledger_runtime.load_entities import EntityReader, Given
from ledger_runtime.making import Making
from ledger_runtime.outcome import Refusal


def catch_up(world: Making[Any, Any, Any], reader: EntityReader) -> None:
    """Bring what is new to all who are there. Raises :class:`SaveError`."""
    pending = world.pending
    try:
        _CatchUp(world, reader).run()
    except RulesError as error:
        raise SaveError(
            "the save was made by another version of these rules, and what is new in them "
            f"cannot be brought to it: {error}"
        ) from error
    world.pending = pending


class _CatchUp:
    def __init__(self, world: Making[Any, Any, Any], reader: EntityReader) -> None:
        self.world = world
        self.catalog = world.catalog
        columns = self.catalog.columns
        self.stats = [columns[name] for name in reader.new if name.startswith("stat ")]
        self.tops = [
            pool
            for name, pool in self.catalog.pools.items()
            if f"top {name}" in reader.new
        ]
        self.given: dict[type[Any], list[Given]] = {}
        for archetype, given in reader.given.values():
            self.given.setdefault(archetype, []).append(given)

    def run(self) -> None:
        """All of it; stats come first, since pools and effects may be reckoned from them.

        What an archetype gives is reckoned as a whole, and only what is new of it is kept: so dice
        that it rolls are those of a copy, and the world's own stay as they were.
        """
        world = self.world
        dice, rolls = world.dice, world.script["roll"]
        world.script["roll"] = []
        if dice is None:
            world.begin_dice(0)
        self._catch_up()
        world.dice, world.script["roll"] = dice, rolls
        self._singles()

    def _each(self, there: list[Any]) -> Iterator[Any]:
        """Each entity; what was done for those before it is not undone by what is asked for it.

        A rule may ask what ``can`` be done, and a question takes back what the journal has.
        """
        for entity in there:
            self.world.journal.clear()
            yield entity
        self.world.journal.clear()

    def _catch_up(self) -> None:
        world = self.world
        there = [entity for entity in world.entities.values() if not entity.gone]
        if self.stats:
            for entity in self._each(there):
                self._keep(entity, entity.archetype.set_bases, self.stats)
                world.reckon_stats(entity)
        for entity in self._each(there):
            self._effects(entity)
        for entity in self._each(there):
            self._beats(entity)
        for entity in self._each(there):
            self._pools(entity)
            world.reckon_stats(entity)
        for entity in self._each(there):
            world.follow(entity)
            for pool in self.catalog.pools.values():
                if entity.pools & pool.bit:
                    level = world.fitted(pool, entity, getattr(entity, pool.slot))
                    setattr(entity, pool.slot, level)
            world.reckon_stats(entity)

    def _keep(self, entity: Any, reckon: Any, slots: list[str]) -> None:
        """Let the archetype set numbers, and keep only those in some slots."""
        before = {slot: getattr(entity, slot) for slot in entity.number_slots}
        reckon(self.world, entity)
        for slot, value in before.items():
            if slot not in slots:
                setattr(entity, slot, value)

    def _gave(self, entity: Any) -> Given:
        """What its archetype gave; of several that are one now, what each of them gave."""
        pools, effects = 0, Counter[str]()
        for given in self.given[entity.archetype]:
            pools |= given.pools
            effects |= Counter(given.effects)
        return Given(pools, tuple(effects.elements()))

    def _effects(self, entity: Any) -> None:
        """The effects that its archetype gives, and did not give."""
        new = Counter(entity.archetype.begins_with) - Counter(
            self._gave(entity).effects
        )
        if not new:
            return
        made: tuple[Effect[Any], ...] = entity.archetype.effects(self.world, entity)
        for effect in made[::-1]:  # of several that are alike the last is new
            if new[effect.name]:
                new[effect.name] -= 1
                self.world.attach(effect, entity)
                self.world.start_clock(effect, None, None)

    def _beats(self, entity: Any) -> None:
        """Let each ``every`` that is new be due a period from now."""
        for effect in entity.effects:
            if not effect.every:
                continue
            if effect.beats is None:
                effect.beats = [0] * len(effect.every)
            for number, tick in enumerate(effect.beats):
                if not tick:
                    self.world.schedule(effect, number)

    def _pools(self, entity: Any) -> None:
        """The pools that its archetype gives, and did not give; and the maxima to follow."""
        world = self.world
        mask = entity.archetype.pools & ~self._gave(entity).pools & ~entity.pools
        if mask:
            new = [pool for pool in self.catalog.pools.values() if pool.bit & mask]
            entity.pools |= mask
            self._keep(entity, entity.archetype.set_pools, [pool.slot for pool in new])
            for pool in new:
                level = world.fitted(pool, entity, getattr(entity, pool.slot))
                setattr(entity, pool.slot, level)
                if pool.top and pool.maximum is not None:
                    setattr(entity, pool.top, pool.maximum(entity))
        for pool in self.tops:
            if entity.pools & pool.bit and pool.maximum is not None:
                setattr(entity, pool.top, pool.maximum(entity))

    def _singles(self) -> None:
        """The ``single`` archetypes that are new, as a world begins."""
        world = self.world
        new = []
        for archetype in self.catalog.archetypes:
            if archetype.single and archetype.name not in world.singles:
                there = [
                    entity
                    for entity in world.entities.values()
                    if entity.archetype is archetype and not entity.gone
                ]
                if len(there) == 1:  # it was not ``single``, but the only one
                    world.singles[archetype.name] = there[0]
                else:
                    new.append(archetype)

        def act() -> Refusal | None:
            for archetype in new:
                world.singles[archetype.name] = world.make_entity(archetype)
            return None

        if new:
            world.command(act)  # type: ignore[attr-defined]
        world.singles = {
            archetype.name: world.singles[archetype.name]
            for archetype in self.catalog.archetypes
            if archetype.single
        }
