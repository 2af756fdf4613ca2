"""Reading a saved world: everything is checked before any of it is a world, and nothing is run.

``docs/saves.md`` describes the format; :mod:`ledger_runtime.load_entities` and
:mod:`ledger_runtime.load_effects` read its tables, :mod:`ledger_runtime.catching_up` brings what is
new in the catalog to a save of an older version.
"""

from __future__ import annotations

from typing import Any, TypeVar

from ledger_runtime.catalog import Catalog
from ledger_runtime.catching_up import catch_up
from ledger_runtime.codec import decode, decode_number, shown
from ledger_runtime.errors import SaveError
from ledger_runtime.fields import Fields, a_count, expect
from ledger_runtime.load_effects import EffectReader
from ledger_runtime.load_entities import EntityReader
from ledger_runtime.making import Making
from ledger_runtime.naming import Naming
from ledger_runtime.pending import read_pending
from ledger_runtime.save import COUNTERS
from ledger_runtime.upgrading import upgraded

_READ = ("format", "version", "seal")
"""Fields that are looked at before."""

WorldT = TypeVar("WorldT", bound=Making[Any, Any, Any])


def load_into(world: WorldT, form: dict[str, Any]) -> None:
    """Fill an empty world from a parsed save. Raises :class:`SaveError`; drop the world then."""
    if form["version"] == 1:
        form = upgraded(form, world.catalog)
    _Loader(world, form).load()


class _Loader:
    """One reading of a save; ``where`` in messages is a path into its JSON."""

    def __init__(self, world: Making[Any, Any, Any], form: dict[str, Any]) -> None:
        self.world = world
        self.catalog: Catalog = world.catalog
        self.form = Fields({key: form[key] for key in form if key not in _READ}, "$")
        self.form.text("catalog")
        digest = self.form.text("digest")
        self.naming = Naming(
            self.catalog, same=digest == self.catalog.digest, nothing=world.nothing
        )

    def load(self) -> None:
        """Read everything: first who there is, then what each refers to, then the world."""
        world, form, naming = self.world, self.form, self.naming
        self.read_rate()
        self.read_counters()
        entities = EntityReader(world, form, naming)
        effects = EffectReader(world, form, naming)
        entities.make()
        entities.refer()
        entities.enter()
        effects.make()
        self.read_world()
        self.read_said()
        form.done()
        naming.settle()
        self.note_lent(entities, effects)
        self.check_rate()
        for entity in world.entities.values():
            for slot in entity.reckoned_slots:
                setattr(entity, slot, 0)
            world.reckon_stats(entity)
        if not naming.same:
            catch_up(world, entities)
        world.journal.clear()
        world.log.forget()
        world.reset()

    def read_rate(self) -> None:
        """How many ticks a second had."""
        rate = self.form.take("rate", object)
        self.rate = None if rate is None else a_count(rate, "$.rate")
        if self.naming.same and self.rate != self.catalog.rate:
            raise SaveError(f"$.rate: it is {self.catalog.rate} in these rules")

    def check_rate(self) -> None:
        """Ticks that are over or due were of another length under another rate."""
        world = self.world
        if self.rate == self.catalog.rate or self.rate is None:
            return
        if world.tick or world.due or world.expiring:
            self.naming.block(
                f"a second has {self.catalog.rate} ticks now, had {self.rate} then, and time "
                f"has passed"
            )
            self.naming.settle()

    def read_counters(self) -> None:
        """The rising numbers."""
        counters = Fields(self.form.take("counters", dict), "$.counters")
        for name in COUNTERS:
            setattr(self.world, name, counters.count(name))
        counters.done()

    def read_world(self) -> None:
        """What is of the world itself."""
        world, form = self.world, self.form
        world.phase = self.naming.phase(form.text("phase"), "$.phase")
        dice = form.take("dice", object)
        world.dice = None if dice is None else a_count(dice, "$.dice", 1 << 64)
        world.over = form.take("over", bool)
        winner = form.take("winner", object)
        if winner.__class__ is not int or winner not in self.naming.entities:
            form.fail("winner", "the id of an entity", winner)
        world.winner = self.naming.entities[winner]
        self.read_singles(Fields(form.take("singles", dict), "$.singles"))

    def read_singles(self, singles: Fields) -> None:
        """Who is the one of each ``single`` archetype."""
        world, naming = self.world, self.naming
        for name in singles.names():
            id = singles.take(name, object)
            archetype = naming.declared("archetype", name, singles.where(name))
            found = naming.entities.get(id) if id.__class__ is int else None
            if not id or found is None or found.archetype is not archetype:
                singles.fail(name, f"the id of the {name}", id)
            if not archetype.single and naming.same:
                singles.fail(name, "no single archetype", id)
            if archetype.name in world.singles:
                singles.fail(name, f"one {archetype.name}", id)
            if archetype.single:
                world.singles[archetype.name] = found
        if naming.same:
            for archetype in self.catalog.archetypes:
                if archetype.single and archetype.name not in world.singles:
                    raise SaveError(f"{singles.where(archetype.name)}: missing")
        world.singles = {
            archetype.name: world.singles[archetype.name]
            for archetype in self.catalog.archetypes
            if archetype.name in world.singles
        }

    def read_said(self) -> None:
        """What the game has said: scripts, answers, and the command that waits."""
        world, form, naming = self.world, self.form, self.naming
        script = Fields(form.take("script", dict), "$.script")
        world.script = {
            "roll": [
                decode_number(each, where) for each, where in script.placed("roll")
            ],
            "choose": [
                [decode(option, where, naming) for option in expect(each, list, where)]
                for each, where in script.placed("choose")
            ],
        }
        script.done()
        for each, where in form.placed("answers"):
            match each:
                case [str() as query, list() as arguments, value]:
                    key = (
                        naming.named("query", query, where),
                        *(decode(part, where, naming) for part in arguments),
                    )
                    if key in world.answers:
                        raise SaveError(f"{where}: the query has an answer already")
                    world.answers[key] = decode_number(value, where)
                case _:
                    raise SaveError(f"{where}: no answer to a query: {shown(each)}")
        if form.has("pending"):
            world.pending = read_pending(form.take("pending", dict), world, naming)

    def note_lent(self, entities: EntityReader, effects: EffectReader) -> None:
        """To whom auras lend what."""
        for slot, found in (
            ("lent_stats", [one for one in entities.lent if one.lent]),
            (
                "lent_others",
                [*(one for one in entities.lent if one.lent_tags), *effects.lent],
            ),
        ):
            ids = sorted({one.id for one in found if not one.gone})
            setattr(self.world, slot, tuple(ids))
