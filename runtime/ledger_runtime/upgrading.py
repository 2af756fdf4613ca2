"""Saves of version 1 of the format, as version 2.

Version 1 had an object an entity, with its effects in it, columns by slot, parameters and rules by
place. What a slot or a place means is asked of the catalog that reads the save.
"""

from __future__ import annotations

from typing import Any

from ledger_runtime.catalog import Catalog
from ledger_runtime.effect import Effect
from ledger_runtime.fields import Fields, expect
from ledger_runtime.save import EFFECT_COLUMNS, ENTITY_COLUMNS, rule_names

_SAME = ("label", "gone", "doomed", "left", "pools", "at", "facing", "lent_tags")
_ALSO = ("lent", "zones")
_PLAIN = ("stacks", "turns", "until")


def upgraded(form: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    """A document of version 1 as one of version 2. Raises :class:`SaveError`."""
    return _Upgrade(form, catalog).run()


class _Upgrade:
    def __init__(self, form: dict[str, Any], catalog: Catalog) -> None:
        self.form = Fields(dict(form), "$")
        self.catalog = catalog
        self.kind_of: dict[object, type[Effect[Any]] | None] = {}
        self.tables: dict[str, dict[str, Any]] = {}

    def run(self) -> dict[str, Any]:
        """The whole document."""
        form, catalog = self.form, self.catalog
        form.take("version", int)
        numbers, links = form.texts("numbers"), form.texts("links")
        by_slot = {slot: name for name, slot in catalog.columns.items()}
        rows = [
            Fields(dict(expect(each, dict, where)), where)
            for each, where in form.placed("entities")
        ]
        effects = [(row, row.placed("effects")) for row in rows]
        for _, held in effects:
            for each, where in held:
                one = expect(each, dict, where)
                self.kind_of[_key(one.get("gained"))] = catalog.effect_named.get(
                    _key(one.get("name"))
                )
        used: dict[str, None] = {}
        entities = []
        for row, held in effects:
            entity = self._entity(row, len(numbers), len(links))
            entities.append(entity)
            used[expect(entity[1], str, row.where("archetype"))] = None
            for each, where in held:
                self._effect(entity[0], Fields(dict(each), where))
        made = {name: form.take(name, object) for name in form.names()}
        return {
            **made,
            "version": 2,
            "rate": catalog.rate,
            "archetypes": {name: self._archetype(name) for name in used},
            "columns": [
                *ENTITY_COLUMNS,
                *(by_slot.get(slot) or self._column(slot) for slot in numbers),
                *(by_slot.get(slot, f"link {slot}") for slot in links),
            ],
            "entities": entities,
            "effects": list(self.tables.values()),
        }

    def _column(self, slot: str) -> str:
        """What a slot held that the catalog does not have."""
        for start, kind in (("base_", "stat"), ("top_", "top")):
            if slot.startswith(start):
                return f"{kind} {slot.removeprefix(start)}"
        stats = (self.catalog.stats, self.catalog.renamed.get("stat", {}))
        kind = "stat" if any(slot in names for names in stats) else "pool"
        return f"{kind} {slot}"

    def _archetype(self, name: str) -> dict[str, Any]:
        """What an archetype gave, as far as it gives it still."""
        kind = self.catalog.archetype_named.get(name)
        if kind is None:
            return {"pools": [], "effects": []}
        pools = self.catalog.pools.items()
        return {
            "pools": [pool for pool, data in pools if kind.pools & data.bit],
            "effects": list(kind.begins_with),
        }

    def _entity(self, row: Fields, numbers: int, links: int) -> list[Any]:
        """A row of the table of entities."""
        made = [row.take(name, object) for name in ENTITY_COLUMNS]
        made += [*row.items("numbers", numbers), *row.items("links", links)]
        row.take("in_play", bool, True)
        more = {name: row.take(name, object) for name in _SAME if row.has(name)}
        if row.has("zone"):
            zone = row.take("zone", list)
            if more.get("gone"):
                more["zone"] = zone
        more |= {name: row.take(name, object) for name in _ALSO if row.has(name)}
        row.done()
        return [*made, more] if more else made

    def _effect(self, holder: object, row: Fields) -> None:
        """A row of the table of an effect."""
        name, gained = row.text("name"), row.take("gained", object)
        kind = self.catalog.effect_named.get(name)
        arguments = row.items("arguments")
        names = tuple(kind.kinds) or kind.parameters if kind is not None else ()
        if len(names) != len(arguments):
            names = tuple(f"number {place + 1}" for place in range(len(arguments)))
        more = {each: row.take(each, object) for each in _PLAIN if row.has(each)}
        if row.has("beats"):
            beats = row.items("beats")
            rules = rule_names(each.name for each in kind.every) if kind else ()
            if len(rules) != len(beats):
                rules = tuple(f"number {place + 1}" for place in range(len(beats)))
            more["beats"] = dict(zip(rules, beats, strict=True))
        if row.has("lender"):
            (_, _), (source, _), (place, _) = row.placed("lender", 3)
            lending = self.kind_of.get(_key(source))
            auras = rule_names(each.name for each in lending.auras) if lending else ()
            is_there = place.__class__ is int and 0 <= place < len(auras)
            more["lender"] = [source, auras[place] if is_there else ""]
        row.done()
        table = self.tables.setdefault(
            name, {"name": name, "columns": [*EFFECT_COLUMNS, *names], "rows": []}
        )
        made = [holder, gained, *arguments]
        table["rows"].append([*made, more] if more else made)


def _key(value: object) -> Any:
    """A value that can be asked for in a table."""
    return value if isinstance(value, (int, str)) else None
