"""The entities of a save: made from the rows of their table, then what refers to other entities."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import lt
from typing import Any

from ledger_runtime.aura import Adjust, Lent
from ledger_runtime.catalog import Catalog
from ledger_runtime.codec import decode_number, shown
from ledger_runtime.errors import SaveError
from ledger_runtime.fields import Fields, expect
from ledger_runtime.holding import Holding
from ledger_runtime.naming import Naming
from ledger_runtime.save import ENTITY_COLUMNS
from ledger_runtime.tables import Table

_HOWS = {how.value: how for how in Adjust}


class Given:
    """What an archetype gave when the save was made."""

    __slots__ = ("effects", "pools")

    def __init__(self, pools: int, effects: tuple[str, ...]) -> None:
        self.pools = pools
        self.effects = effects


class EntityReader:
    """Reads ``archetypes``, ``columns`` and ``entities``. Raises :class:`SaveError`.

    ``given`` is what each archetype of the save gave; ``new`` names the columns of the catalog that
    the save does not have; ``lent`` are those to whom auras lend stats or tags.
    """

    def __init__(
        self, world: Holding[Any, Any, Any], form: Fields, naming: Naming
    ) -> None:
        self.world = world
        self.catalog: Catalog = world.catalog
        self.naming = naming
        self.given = self._archetypes(form)
        self.new: tuple[str, ...] = ()
        self.slots = self._columns(form)
        naming.settle()
        names = (*ENTITY_COLUMNS, *self.slots)
        self.table = Table(names, form.take("entities", list), "$.entities")
        self.entities: list[Any] = []
        self.lent: list[Any] = []
        self._links = frozenset(self.catalog.entity.link_slots)
        self._values: dict[str, Sequence[Any]] = {}
        self._lying: list[Any] = []

    # -- names ----------------------------------------------------------------------------------

    def _archetypes(self, form: Fields) -> dict[str, tuple[type[Any], Given]]:
        """The archetypes of the save by the names they have there, and what they gave."""
        naming = self.naming
        found: dict[str, tuple[type[Any], Given]] = {}
        table = Fields(form.take("archetypes", dict), "$.archetypes")
        for name in table.names():
            row = Fields(table.take(name, dict), table.where(name))
            pools, effects = row.texts("pools"), row.texts("effects")
            row.done()
            now = naming.now("archetype", name)
            if now is None:
                naming.block(f"the archetype {shown(name)} is not declared any more")
                continue
            mask = 0
            for pool in pools:  # one that nobody has is not in the way
                known = naming.now("pool", pool)
                if known is not None:
                    mask |= self.catalog.pools[known].bit
                elif naming.same:
                    naming.unknown("pool", pool, row.where("pools"))
            given = Given(
                mask,
                tuple(naming.now("effect", each) or each for each in effects),
            )
            found[name] = self.catalog.archetype_named[now], given
        return found

    def _columns(self, form: Fields) -> dict[str, str]:
        """The slot of each column of the save; of one that is in the way, none."""
        names = form.texts("columns")
        if names[: len(ENTITY_COLUMNS)] != ENTITY_COLUMNS:
            raise SaveError(f"$.columns: begins with {', '.join(ENTITY_COLUMNS)}")
        own = self.catalog.columns
        slots: dict[str, str] = {}
        taken: dict[str, str] = {}
        for name in names[len(ENTITY_COLUMNS) :]:
            kind, _, word = name.partition(" ")
            now: str | None = name if name in own else None
            if now is None and kind in ("stat", "pool", "link"):
                found = self.naming.now(kind, word)
                now = None if found is None else f"{kind} {found}"
            elif now is None and kind == "top":
                found = self.naming.now("pool", word)
                now = None if found is None else f"top {found}"
            if now in taken:
                raise SaveError(
                    f"$.columns: {shown(taken[now])} and {shown(name)} are both {now} now"
                )
            if now is not None:
                taken[now] = name
            slots[name] = own.get(now, "") if now is not None else ""
        if len(slots) + len(ENTITY_COLUMNS) != len(names):
            raise SaveError("$.columns: a column is there twice")
        self.new = tuple(name for name in own if name not in taken)
        if self.naming.same and (self.new or "" in slots.values()):
            raise SaveError("$.columns: not the columns of these rules")
        return slots

    # -- making ---------------------------------------------------------------------------------

    def make(self) -> None:
        """Make all entities, with their numbers; and who has what is not as usual."""
        world, table = self.world, self.table
        ids = table.counts("id", 1, world.next_id)
        table.unique("id")
        orders = table.counts("order", 0, world.next_order)
        entered = table.counts("entered", 0, world.sequence + 1)
        archetypes = table.texts("archetype")
        if not self.given.keys() >= set(archetypes):
            table.fail(
                "archetype", lambda name: name in self.given, "one of $.archetypes"
            )
        kinds = {name: kind for name, (kind, _) in self.given.items()}
        masks = {name: given.pools for name, (_, given) in self.given.items()}
        own = self.catalog.entity
        new = own.__new__  # not the one of object: in a native build there is another
        nothing = world.nothing
        made = self.entities
        for id, name, order, first in zip(
            ids, archetypes, orders, entered, strict=True
        ):
            archetype = kinds[name]
            entity: Any = new(own)
            entity.world = world
            entity.id = id
            entity.archetype = archetype
            entity.label = ""
            entity.order = order
            entity.entered = first
            entity.in_play = True
            entity.gone = False
            entity.doomed = False
            entity.left = 0
            entity.tags = archetype.tags
            entity.lent_tags = 0
            entity.holds = 0
            entity.active = 0
            entity.pools = masks[name]
            entity.effects = ()
            entity.lent = ()
            entity.zone = ""
            entity.keeper = nothing
            entity.zones = None
            entity.x = None
            entity.y = None
            entity.facing = 0
            made.append(entity)
        for index, more in table.more.items():
            self._more(made[index], more)
        self.naming.entities.update(zip(ids, made, strict=True))
        self._numbers()

    def _numbers(self) -> None:
        """Read the stats, pools and tops of all; a column that is new is 0."""
        catalog, table = self.catalog, self.table
        names = {slot: name for name, slot in catalog.columns.items()}
        for name in self.new:
            self._values[catalog.columns[name]] = [0] * table.length
        for name, slot in self.slots.items():
            if slot in self._links or name.startswith("link "):
                continue
            whole = names.get(slot) in catalog.whole_columns
            numbers = table.numbers(name, whole=whole)
            if slot:
                self._values[slot] = numbers
            else:
                count = sum(map(bool, numbers))
                self._block(name, count, "has it" if count == 1 else "have it")

    def _block(self, column: str, count: int, has: str) -> None:
        """A column without a slot is in the way if somebody has something there."""
        if not count:
            return
        kind, _, word = column.partition(" ")
        reason = "is not declared any more"
        if kind == "stat" and word in self.catalog.pools:
            reason = "is a pool now"
        elif kind == "pool" and word in self.catalog.stats:
            reason = "is a stat now"
        elif kind == "top" and self.naming.now("pool", word) is not None:
            return  # a pool that follows its maximum no more forgets which it followed
        entities = "1 entity" if count == 1 else f"{count} entities"
        self.naming.block(f"the {kind} {word} {reason}: {entities} {has}")

    def _more(self, entity: Any, more: Fields) -> None:
        """What of an entity is not as usual, but for what refers to others."""
        entity.label = more.text("label", "")
        entity.gone = more.take("gone", bool, False)
        entity.doomed = more.take("doomed", bool, False)
        entity.left = more.count("left", 0, below=self.world.death_step + 1)
        if more.has("pools"):
            entity.pools = self._pools(entity, more)
        if more.has("lent_tags"):
            names = more.take("lent_tags", list)
            where = more.where("lent_tags")
            entity.lent_tags = self.naming.mask("tag", names, where)
            entity.tags |= entity.lent_tags
        if more.has("at"):
            (x, at_x), (y, at_y) = more.placed("at", 2)
            entity.x, entity.y = decode_number(x, at_x), decode_number(y, at_y)
        if more.has("facing"):
            entity.facing = decode_number(
                more.take("facing", object), more.where("facing")
            )
        entity.lent = tuple(
            self._lent(expect(each, list, where), where)
            for each, where in more.placed("lent")
        )
        if entity.lent or entity.lent_tags:
            self.lent.append(entity)

    def _pools(self, entity: Any, more: Fields) -> int:
        """The pools of an entity that has others than its archetype gave."""
        mask = 0
        for name in more.texts("pools"):
            now = self.naming.now("pool", name)
            if now is None:
                self.naming.block(f"the pool {shown(name)} is not declared any more")
            else:
                mask |= self.catalog.pools[now].bit
        return mask

    def _lent(self, row: list[Any], where: str) -> Lent:
        """What an aura does to a stat."""
        match row:
            case [str() as stat, str() as how, amount] if how in _HOWS:
                now = self.naming.stat_named(stat, where)
                return Lent(now, _HOWS[how], decode_number(amount, where))
        raise SaveError(f"{where}: nothing that an aura lends")

    # -- references -----------------------------------------------------------------------------

    def refer(self) -> None:
        """Set what refers to other entities: links and zones. Then who is in play is known."""
        table, known = self.table, self.naming.entities
        for name in self.new:
            slot = self.catalog.columns[name]
            if slot in self._links:
                self._values[slot] = [self.world.nothing] * table.length
        for name, slot in self.slots.items():
            if slot in self._links or name.startswith("link "):
                ids = table.among(name, known, "entity")
                if slot:
                    self._values[slot] = [known[id] for id in ids]
                else:
                    count = sum(map(bool, ids))
                    self._block(name, count, "points" if count == 1 else "point")
        self.naming.settle()
        columns = [self._values[slot] for slot in self.catalog.columns.values()]
        if columns:
            rows = zip(*columns, strict=True)
            for entity, row in zip(self.entities, rows, strict=True):
                entity.set_slots(row)
        entities = self.entities
        for index, more in table.more.items():
            self._lay(entities[index], more)
        for index, more in table.more.items():
            entity = entities[index]
            if more.has("zone"):
                self._lay_gone(entity, more)
            more.done()
            entity.in_play = not entity.gone
        for entity in self._lying:
            entity.in_play = self.catalog.zones[entity.zone].in_play

    def _lay(self, keeper: Any, more: Fields) -> None:
        """Lay down what lies in the zones of an entity."""
        if not more.has("zones"):
            return
        known = self.naming.entities
        zones = Fields(more.take("zones", dict), more.where("zones"))
        keeper.zones = {}
        for name in zones.names():
            where = zones.where(name)
            zone = self.naming.named("zone", name, where)
            if zone in keeper.zones:
                raise SaveError(f"{where}: two zones are {zone} now")
            cards = keeper.zones[zone] = []
            for id in zones.take(name, list):
                if id.__class__ is not int or id not in known or id == 0:
                    raise SaveError(f"{where}: there is no entity {shown(id)}")
                card = known[id]
                if card.zone or card.gone:
                    how = "is gone" if card.gone else "lies in two places"
                    raise SaveError(f"{where}: entity {id} {how}")
                card.zone = zone
                card.keeper = keeper
                cards.append(card)
                self._lying.append(card)

    def _lay_gone(self, entity: Any, more: Fields) -> None:
        """Where one that is gone lay."""
        (zone, where), (keeper, at_keeper) = more.placed("zone", 2)
        if not entity.gone:
            more.fail("zone", "no zone, for it is not gone", zone)
        entity.zone = self.naming.named("zone", expect(zone, str, where), where)
        entity.keeper = self.entity(keeper, at_keeper)

    def entity(self, id: object, where: str) -> Any:
        """The entity with an id; 0 is ``nothing``. Raises :class:`SaveError`."""
        if id.__class__ is not int or id not in self.naming.entities:
            raise SaveError(f"{where}: there is no entity {shown(id)}")
        return self.naming.entities[id]

    def enter(self) -> None:
        """Let the world know its entities: all by id, those in play by order of play."""
        world, entities = self.world, self.entities
        ids = self.table.values("id")
        if not all(map(lt, ids, ids[1:])):
            entities = sorted(entities, key=lambda entity: entity.id)
        world.entities = {entity.id: entity for entity in entities}
        playing = [entity for entity in entities if entity.in_play]
        orders = [entity.order for entity in playing]
        if not all(map(lt, orders, orders[1:])):
            playing.sort(key=lambda entity: entity.order)
            orders.sort()
        world.playing = dict(zip(orders, playing, strict=True))
        if len(world.playing) != len(orders):
            twice = next(a for a, b in pairwise(orders) if a == b)
            raise SaveError(f"two entities have the order of play {twice}")
