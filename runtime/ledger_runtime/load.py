"""Reading a saved world: everything is checked before any of it is a world, and nothing is run."""

from __future__ import annotations

from typing import Any, TypeVar

from ledger_runtime.aura import Adjust, Lent
from ledger_runtime.catalog import Catalog
from ledger_runtime.codec import decode, decode_number, shown
from ledger_runtime.effect import Effect
from ledger_runtime.errors import SaveError
from ledger_runtime.fields import Fields, a_count, expect
from ledger_runtime.holding import Holding
from ledger_runtime.numbers import Number
from ledger_runtime.pending import read_pending
from ledger_runtime.save import COUNTERS

_PLAIN = 1 << 62
"""Integers below this need no further look."""

WorldT = TypeVar("WorldT", bound=Holding[Any, Any, Any])


def load_into(world: WorldT, form: dict[str, Any]) -> None:
    """Fill an empty world from a parsed save. Raises :class:`SaveError`; drop the world then."""
    _Loader(world, form).load()


class _Loader:
    """One reading of a save; ``where`` in messages is a path into its JSON."""

    def __init__(self, world: Holding[Any, Any, Any], form: dict[str, Any]) -> None:
        self.world = world
        self.catalog: Catalog = world.catalog
        self.form = Fields(
            {key: form[key] for key in form if key not in ("format", "version")}, "$"
        )
        self.entities: dict[int, Any] = {0: world.nothing}
        self.instances: dict[tuple[int, int], Effect[Any]] = {}
        self.rows: list[tuple[Any, Fields]] = []
        self.whole = frozenset(
            pool.slot for pool in self.catalog.pools.values() if pool.whole
        )
        self.lenders: list[tuple[Effect[Any], tuple[int, int], int, str]] = []

    def load(self) -> None:
        """Read everything: first who there is, then what each refers to."""
        self.read_catalog()
        self.read_counters()
        self.read_entities()
        for entity, row in self.rows:
            self.read_entity(entity, row)
        for entity, row in self.rows:
            self.read_references(entity, row)
        self.check_zones()
        self.read_world()
        self.form.done()
        self.derive()

    def read_catalog(self) -> None:
        """The save must be of this very catalog."""
        name = self.form.take("catalog", str)
        digest = self.form.take("digest", str)
        if digest != self.catalog.digest:
            raise SaveError(
                f"the save is of other rules: {shown(name)} with digest {shown(digest)}, "
                f"not {self.catalog.name!r} with {self.catalog.digest!r}"
            )
        entity = self.catalog.entity
        for key, slots in (
            ("numbers", entity.number_slots),
            ("links", entity.link_slots),
        ):
            if tuple(self.form.take(key, list)) != slots:
                raise SaveError(f"$.{key}: not the columns of these rules")

    def read_counters(self) -> None:
        """The rising numbers."""
        counters = Fields(self.form.take("counters", dict), "$.counters")
        for name in COUNTERS:
            setattr(self.world, name, counters.count(name))
        counters.done()

    def read_entities(self) -> None:
        """Who there is."""
        for index, row in enumerate(self.form.take("entities", list)):
            fields = Fields(
                expect(row, dict, f"$.entities[{index}]"), f"$.entities[{index}]"
            )
            id = fields.count("id")
            if not 0 < id < self.world.next_id:
                fields.fail("id", "an id between 1 and the next one", id)
            if id in self.entities:
                fields.fail("id", "an id that no other has", id)
            archetype = self.named(fields, self.catalog.archetype_named)
            entity = self.catalog.entity(self.world, id, archetype)
            self.entities[id] = entity
            self.rows.append((entity, fields))

    def named(self, fields: Fields, known: dict[str, Any]) -> Any:
        """The archetype that a row names."""
        name = fields.take("archetype", str)
        if name not in known:
            fields.fail("archetype", "an archetype of these rules", name)
        return known[name]

    def read_entity(self, entity: Any, row: Fields) -> None:
        """What an entity is by itself."""
        entity.order = row.count("order", below=self.world.next_order)
        entity.entered = row.count("entered", below=self.world.sequence + 1)
        entity.label = row.take("label", str, "")
        entity.in_play = row.take("in_play", bool, True)
        entity.gone = row.take("gone", bool, False)
        entity.doomed = row.take("doomed", bool, False)
        entity.left = row.count("left", 0, below=self.world.death_step + 1)
        if entity.gone and entity.in_play:
            row.fail("gone", "no one in play", True)
        self.read_numbers(entity, row)
        if row.has("pools"):
            names = row.take("pools", list)
            entity.pools = self.mask(
                names,
                {name: pool.bit for name, pool in self.catalog.pools.items()},
                row.where("pools"),
            )
        if row.has("lent_tags"):
            names = row.take("lent_tags", list)
            entity.lent_tags = self.mask(
                names, dict(self.catalog.tags), row.where("lent_tags")
            )
        if row.has("at"):
            (x, at_x), (y, at_y) = row.placed("at", 2)
            entity.x, entity.y = decode_number(x, at_x), decode_number(y, at_y)
        if row.has("facing"):
            entity.facing = decode_number(
                row.take("facing", object), row.where("facing")
            )
        entity.lent = tuple(
            self.lent(expect(each, list, where), where)
            for each, where in row.placed("lent")
        )

    def read_numbers(self, entity: Any, row: Fields) -> None:
        """The pools and bases of an entity."""
        slots = entity.number_slots
        for index, number in enumerate(row.items("numbers", len(slots))):
            slot = slots[index]
            if number.__class__ is not int or not -_PLAIN < number < _PLAIN:
                where = f"{row.where('numbers')}[{index}]"
                number = decode_number(number, where)
                if slot in self.whole and not isinstance(number, int):
                    raise SaveError(f"{where}: {slot} is whole, found {number}")
            setattr(entity, slot, number)

    def mask(self, names: list[Any], bits: dict[str, int], where: str) -> int:
        """Names as a mask."""
        mask = 0
        for name in names:
            if not isinstance(name, str) or name not in bits:
                raise SaveError(f"{where}: {shown(name)} is not declared")
            mask |= bits[name]
        return mask

    def lent(self, row: list[Any], where: str) -> Lent:
        """What an aura adds to a stat."""
        hows = {how.value: how for how in Adjust}
        match row:
            case [str() as stat, str() as how, amount] if how in hows:
                return Lent(stat, hows[how], decode_number(amount, where))
        raise SaveError(f"{where}: nothing that an aura lends")

    def read_references(self, entity: Any, row: Fields) -> None:
        """What an entity refers to."""
        slots = entity.link_slots
        for index, id in enumerate(row.items("links", len(slots))):
            if id.__class__ is int and id in self.entities:
                setattr(entity, slots[index], self.entities[id])
            else:
                self.entity(id, f"{row.where('links')}[{index}]")
        if row.has("zone"):
            (zone, where), (keeper, at_keeper) = row.placed("zone", 2)
            if not isinstance(zone, str) or zone not in self.catalog.zones:
                raise SaveError(f"{where}: {shown(zone)} is no zone of these rules")
            entity.zone = zone
            entity.keeper = self.entity(keeper, at_keeper)
        if row.has("zones"):
            zones = row.take("zones", dict)
            entity.zones = {}
            for zone, cards in zones.items():
                where = f"{row.where('zones')}.{zone}"
                if zone not in self.catalog.zones:
                    raise SaveError(f"{where}: no zone of these rules")
                entity.zones[zone] = [
                    self.entity(card, where) for card in expect(cards, list, where)
                ]
        effects = tuple(
            self.effect(entity, Fields(expect(each, dict, where), where))
            for each, where in row.placed("effects")
        )
        entity.effects = effects
        row.done()

    def entity(self, id: object, where: str) -> Any:
        """The entity with an id; 0 is ``nothing``."""
        if not isinstance(id, int) or isinstance(id, bool) or id not in self.entities:
            raise SaveError(f"{where}: there is no entity {shown(id)}")
        return self.entities[id]

    def effect(self, holder: Any, row: Fields) -> Effect[Any]:
        """One instance that an entity holds."""
        name = row.take("name", str)
        kind = self.catalog.effect_named.get(name)
        if kind is None:
            row.fail("name", "an effect of these rules", name)
        effect: Effect[Any] = kind.__new__(kind)
        Effect.__init__(effect)
        effect.holder = holder
        effect.held = True
        effect.gained = row.count("gained", below=self.world.next_gain)
        effect.stacks = row.count("stacks", 1)
        arguments = row.items("arguments", len(kind.parameters))
        for slot, value in zip(kind.parameters, arguments, strict=True):
            where = row.where(slot)
            setattr(effect, slot, decode(value, where, self.entities, self.catalog))
        if row.has("turns"):
            effect.turns = row.count("turns")
        if row.has("until"):
            effect.until = row.count("until")
        if row.has("beats"):
            beats = row.placed("beats", len(kind.every))
            effect.beats = [a_count(beat, where) for beat, where in beats]
        key = (holder.id, effect.gained)
        if key in self.instances:
            row.fail("gained", "a number that no other effect has", effect.gained)
        self.instances[key] = effect
        if row.has("lender"):
            (source, where), (gained, at_gained), (number, at_number) = row.placed(
                "lender", 3
            )
            lender = (a_count(source, where), a_count(gained, at_gained))
            self.lenders.append((effect, lender, a_count(number, at_number), where))
        row.done()
        return effect

    def check_zones(self) -> None:
        """Each card lies where it says, once."""
        lying: dict[int, int] = {}
        for entity, _ in self.rows:
            for zone, cards in (entity.zones or {}).items():
                for card in cards:
                    lying[card.id] = lying.get(card.id, 0) + 1
                    if card.zone != zone or card.keeper is not entity:
                        raise SaveError(f"entity {card.id} does not lie in its {zone}")
        for entity, _ in self.rows:
            expected = 1 if entity.zone and not entity.gone else 0
            if lying.get(entity.id, 0) != expected:
                raise SaveError(f"entity {entity.id} lies in {entity.zone!r} otherwise")
            in_play = not entity.gone and (
                not entity.zone or self.catalog.zones[entity.zone].in_play
            )
            if entity.in_play != in_play:
                raise SaveError(f"entity {entity.id} is in play against its zone")

    def read_world(self) -> None:
        """What is of the world itself."""
        world, form = self.world, self.form
        phase = form.take("phase", str)
        if phase and phase not in self.catalog.phases:
            form.fail("phase", "a phase of these rules", phase)
        world.phase = phase
        dice = form.take("dice", object)
        world.dice = None if dice is None else a_count(dice, "$.dice", 1 << 64)
        world.over = form.take("over", bool)
        world.winner = self.entity(form.take("winner", object), "$.winner")
        singles = Fields(form.take("singles", dict), "$.singles")
        for archetype in self.catalog.archetypes:
            if archetype.single:
                id = singles.take(archetype.name, object)
                single = self.entity(id, singles.where(archetype.name))
                if single.archetype is not archetype:
                    singles.fail(archetype.name, f"a {archetype.name}", id)
                world.singles[archetype.name] = single
        singles.done()
        script = Fields(form.take("script", dict), "$.script")
        world.script = {
            "roll": [self.number(each, where) for each, where in script.placed("roll")],
            "choose": [
                [self.value(option, where) for option in expect(each, list, where)]
                for each, where in script.placed("choose")
            ],
        }
        script.done()
        for each, where in form.placed("answers"):
            match each:
                case [str() as query, list() as arguments, value] if (
                    query in self.catalog.queries
                ):
                    key = (query, *(self.value(part, where) for part in arguments))
                    world.answers[key] = self.number(value, where)
                case _:
                    raise SaveError(f"{where}: no answer to a query of these rules")
        if form.has("pending"):
            pending = form.take("pending", dict)
            world.pending = read_pending(pending, self.catalog, self.entities)

    def value(self, value: object, where: str) -> Any:
        """A value of a script or an answer."""
        return decode(value, where, self.entities, self.catalog)

    def number(self, value: object, where: str) -> Number:
        """A number."""
        return decode_number(value, where)

    def derive(self) -> None:
        """What follows from the rest: masks, the index, who is in play, what is due."""
        world = self.world
        for effect, key, number, where in self.lenders:
            source = self.instances.get(key)
            if source is None or number >= len(source.auras):
                raise SaveError(f"{where}: there is no such aura")
            effect.lender = (source, number)
        entities = sorted((entity for entity, _ in self.rows), key=_order)
        for entity in entities:
            world.entities[entity.id] = entity
            if entity.in_play:
                if entity.order in world.playing:
                    raise SaveError(
                        f"two entities have the order of play {entity.order}"
                    )
                world.playing[entity.order] = entity
            world.reckon(entity)
            if entity.gone:
                continue
            world.enter_index(held for held in entity.effects if world.works(held))
            for effect in entity.effects:
                self.due(effect)
        world.lent_stats = tuple(
            sorted(entity.id for entity in entities if entity.lent and not entity.gone)
        )
        world.lent_others = tuple(
            sorted(
                entity.id
                for entity in entities
                if not entity.gone
                and (entity.lent_tags or any(held.lender for held in entity.effects))
            )
        )
        for kind in self.catalog.granting_effects:
            world.granted_now[kind] = world.index.get(kind, ())
        world.entities = dict(sorted(world.entities.items()))
        world.journal.clear()
        world.reset()

    def due(self, effect: Effect[Any]) -> None:
        """Enter what an effect is due for."""
        world = self.world
        if effect.until is not None:
            if effect.until <= world.tick:
                raise SaveError(f"{effect.name} should have ended by now")
            world.add_due(world.expiring, effect.until, effect)
        for number, tick in enumerate(effect.beats or ()):
            if tick <= world.tick:
                raise SaveError(f"{effect.name} should have been due by now")
            world.add_due(world.due, tick, (effect, number))


def _order(entity: Any) -> tuple[int, int]:
    return entity.order, entity.id
