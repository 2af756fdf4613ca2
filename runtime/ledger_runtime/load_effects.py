"""The effects of a save: instances from the rows of their tables, held and at work again."""

from __future__ import annotations

from typing import Any

from ledger_runtime.codec import decode_as, shown
from ledger_runtime.effect import Effect
from ledger_runtime.errors import SaveError
from ledger_runtime.fields import Fields, a_count, expect
from ledger_runtime.holding import Holding
from ledger_runtime.naming import Naming
from ledger_runtime.save import EFFECT_COLUMNS, rule_names
from ledger_runtime.tables import Table

_NUMERIC = ("whole", "number")


class EffectReader:
    """Reads ``effects``; ``lent`` are those who hold lent ones. Raises :class:`SaveError`."""

    def __init__(
        self, world: Holding[Any, Any, Any], form: Fields, naming: Naming
    ) -> None:
        self.world = world
        self.naming = naming
        self.tables = [
            self._table(Fields(expect(each, dict, where), where))
            for each, where in form.placed("effects")
        ]
        naming.settle()
        self.by_gained: dict[int, Effect[Any]] = {}
        self.lent: list[Any] = []

    def _table(self, fields: Fields) -> tuple[type[Effect[Any]] | None, Table]:
        """A table, and the class of its effect."""
        naming = self.naming
        name = fields.text("name")
        columns, rows = fields.texts("columns"), fields.take("rows", list)
        fields.done()
        count = "1 entity holds" if len(rows) == 1 else f"{len(rows)} entities hold"
        if len(set(columns)) != len(columns):
            fields.fail("columns", "each column once", columns)
        if columns[: len(EFFECT_COLUMNS)] != EFFECT_COLUMNS:
            fields.fail("columns", " and ".join(EFFECT_COLUMNS), columns)
        now = naming.now("effect", name)
        if now is None:
            if naming.same:
                naming.unknown("effect", name, fields.where("name"))
            if rows:
                naming.block(
                    f"the effect {shown(name)} is not declared any more: {count} it"
                )
            return None, Table((), [], fields.where("rows"))
        kind: type[Effect[Any]] = naming.catalog.effect_named[now]
        own = tuple(kind.kinds) or kind.parameters
        names: list[str] = [*EFFECT_COLUMNS]
        for each in columns[len(EFFECT_COLUMNS) :]:
            word = naming.parameter(now, each, own)
            if word is None or word in names:
                fault = (
                    "has no parameter" if word is None else "has twice the parameter"
                )
                naming.block(f"the effect {now} {fault} {shown(each)} now ({count} it)")
            names.append(each if word is None else word)
        for each in own:
            if each not in names:
                naming.block(
                    f"the effect {now} has a parameter {each} that the save has no value "
                    f"for ({count} it)"
                )
        if naming.same and tuple(names[len(EFFECT_COLUMNS) :]) != own:
            fields.fail("columns", f"the parameters {', '.join(own)}", columns)
        return kind, Table(names, rows, fields.where("rows"))

    # -- making ---------------------------------------------------------------------------------

    def make(self) -> None:
        """Make all instances, let their holders hold them, and let their rules work."""
        for kind, table in self.tables:
            if kind is not None:
                self._instances(kind, table)
        for kind, table in self.tables:
            if kind is not None:
                for index, more in table.more.items():
                    gained = table.values("gained")[index]
                    self._more(self.by_gained[gained], more)
        self._hold()

    def _instances(self, kind: type[Effect[Any]], table: Table) -> None:
        """The instances of one effect."""
        known = self.naming.entities
        holders = table.among("holder", known, "entity")
        gained = table.counts("gained", 0, self.world.next_gain)
        if holders and min(holders) == 0:
            table.fail("holder", lambda id: id != 0, "somebody who holds it")
        made: list[Effect[Any]] = []
        new = kind.__new__
        bit, tags = kind.bit, kind.tags
        everywhere = not kind.active_in
        for id, number in zip(holders, gained, strict=True):
            holder = known[id]
            effect: Effect[Any] = new(kind)
            effect.holder = holder
            effect.held = True
            effect.stacks = 1
            effect.turns = None
            effect.until = None
            effect.gained = number
            effect.lender = None
            effect.beats = None
            holder.holds |= bit
            if tags:
                holder.tags |= tags
            if holder.in_play if everywhere else self.world.works(effect):
                holder.active |= bit
            made.append(effect)
        before = len(self.by_gained)
        self.by_gained.update(zip(gained, made, strict=True))
        if len(self.by_gained) != before + len(made):
            table.unique("gained")
            raise SaveError(f"{table.path}: another effect has a gained of these")
        for name, slot in zip(
            kind.kinds or kind.parameters, kind.parameters, strict=True
        ):
            values = self._values(kind.kinds.get(name, ""), table, name)
            for effect, value in zip(made, values, strict=True):
                setattr(effect, slot, value)

    def _values(self, kind: str, table: Table, name: str) -> Any:
        """The values of one parameter."""
        column = table.values(name)
        if kind in _NUMERIC and set(map(type, column)) <= {int}:
            return table.numbers(name, whole=kind == "whole")
        return [
            decode_as(kind, value, table.where(index, name), self.naming)
            for index, value in enumerate(column)
        ]

    def _more(self, effect: Effect[Any], more: Fields) -> None:
        """What of an instance is not as usual, and what it is due for."""
        world = self.world
        effect.stacks = more.count("stacks", 1)
        if more.has("turns"):
            effect.turns = more.count("turns")
        gone = effect.holder.gone
        if more.has("until"):
            effect.until = more.count("until")
            if not gone:
                self._due(effect.until, more.where("until"))
                world.add_due(world.expiring, effect.until, effect)
        if more.has("beats"):
            effect.beats = self._beats(effect, more)
        if more.has("lender"):
            self.lent.append(effect.holder)
            effect.lender = self._lender(effect, more)
        more.done()

    def _due(self, tick: int, where: str) -> None:
        if tick <= self.world.tick:
            raise SaveError(f"{where}: it should have been due by now, in tick {tick}")

    def _beats(self, effect: Effect[Any], more: Fields) -> list[int] | None:
        """When each ``every`` of an effect is next due; 0 for one that is new in the catalog."""
        world = self.world
        fields = Fields(more.take("beats", dict), more.where("beats"))
        names = rule_names(each.name for each in effect.every)
        beats = []
        for number, name in enumerate(names):
            if not fields.has(name) and not self.naming.same:
                beats.append(0)
                continue
            beats.append(a_count(fields.take(name, object), fields.where(name)))
            if not effect.holder.gone:
                self._due(beats[-1], fields.where(name))
                world.add_due(world.due, beats[-1], (effect, number))
        if self.naming.same:
            fields.done()
        return beats or None

    def _lender(self, effect: Effect[Any], more: Fields) -> tuple[Effect[Any], int]:
        """The effect that lends another, and the number of its aura; one that is lost is itself."""
        found = more.placed("lender")
        if not found:
            return effect, -1
        if len(found) != 2:
            raise SaveError(f"{more.where('lender')}: expected 2 items or none")
        (gained, where), (name, at_name) = found
        source = self.by_gained.get(a_count(gained, where))
        if source is None:
            raise SaveError(f"{where}: no effect was gained as number {shown(gained)}")
        names = rule_names(each.name for each in source.auras)
        if name not in names:
            if self.naming.same:
                raise SaveError(f"{at_name}: {source.name} has no aura {shown(name)}")
            return source, -1
        return source, names.index(name)

    def _hold(self) -> None:
        """Let all be held, in the order in which they were gained, and their rules work."""
        world, catalog = self.world, self.naming.catalog
        crowded: dict[int, list[Effect[Any]]] = {}
        watching: dict[type[Effect[Any]], list[Effect[Any]]] = {}
        indexed = catalog.indexed
        for _, effect in sorted(self.by_gained.items()):
            holder = effect.holder
            held = holder.effects
            if not held:
                holder.effects = (effect,)
            else:
                crowded.setdefault(holder.id, [held[0]]).append(effect)
            if effect.__class__ in indexed and not holder.gone and world.works(effect):
                watching.setdefault(effect.__class__, []).append(effect)
        for id, effects in crowded.items():
            self.naming.entities[id].effects = tuple(effects)
        for kind in catalog.effects:
            row = watching.get(kind)
            if row:
                row.sort(key=_order)
                world.index[kind] = tuple(row)
                world.watched |= kind.bit
        for kind in catalog.granting_effects:
            world.granted_now[kind] = world.index.get(kind, ())


def _order(effect: Effect[Any]) -> tuple[int, int]:
    return effect.holder.order, effect.gained
