"""What the names in a save mean in the catalog that reads it.

In a save of the very catalog every name is declared. In one of another version a name that is
still declared means what it means now, one that ``renamed`` leads on means the new one, and any
other is in the way: all that are in the way are told at once (``docs/saves.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from ledger_runtime.catalog import Catalog
from ledger_runtime.codec import shown
from ledger_runtime.errors import SaveError

_MOST_TOLD = 20
"""Obstacles that one message lists."""


class Naming:
    """The names of one save. ``same``: it is of the very catalog.

    ``entities`` are those read so far, by id.
    """

    def __init__(self, catalog: Catalog, *, same: bool, nothing: Any) -> None:
        self.catalog = catalog
        self.same = same
        self.entities: dict[int, Any] = {0: nothing}
        self._obstacles: dict[str, None] = {}
        self._tables: dict[str, Mapping[str, Any]] = {
            "archetype": catalog.archetype_named,
            "effect": catalog.effect_named,
            "ability": catalog.ability_named,
            "event": catalog.kind_named,
            "pool": catalog.pools,
            "stat": catalog.stats,
            "link": catalog.links,
            "tag": catalog.tags,
            "zone": catalog.zones,
            "query": catalog.queries,
            "routine": catalog.routines,
            "prop": catalog.props,
            "phase": dict.fromkeys(catalog.phases),
        }

    def now(self, kind: str, name: str) -> str | None:
        """The name that a thing of the save has now, or None if there is no such thing."""
        table = self._tables[kind]
        if name in table:
            return name
        if not self.same:
            new = self.catalog.renamed.get(kind, {}).get(name)
            if new in table:
                return new
        return None

    def named(self, kind: str, name: str, where: str) -> str:
        """The name that a thing of the save has now. Raises :class:`SaveError`."""
        now = self.now(kind, name)
        if now is None:
            self.unknown(kind, name, where)
        return now

    def declared(self, kind: str, name: str, where: str) -> Any:
        """What a name of the save declares now. Raises :class:`SaveError`."""
        return self._tables[kind][self.named(kind, name, where)]

    def stat_named(self, name: str, where: str) -> str:
        """A stat of the save, also one that has no base. Raises :class:`SaveError`."""
        if not self.same:
            return self.catalog.renamed.get("stat", {}).get(name, name)
        return name

    def parameter(self, effect: str, name: str, own: Sequence[str]) -> str | None:
        """What a parameter of an effect is called now, or None; ``own`` are those it has."""
        if name in own or self.same:
            return name if name in own else None
        new = self.catalog.renamed.get("parameter", {}).get(f"{effect}.{name}", "")
        return new if new in own else None

    def phase(self, name: str, where: str) -> str:
        """A phase of the save; empty for none. Raises :class:`SaveError`."""
        return self.named("phase", name, where) if name else ""

    def mask(self, kind: str, names: Iterable[object], where: str) -> int:
        """Names of tags or pools as a mask. Raises :class:`SaveError`."""
        mask = 0
        for name in names:
            if not isinstance(name, str):
                raise SaveError(f"{where}: expected a text, found {shown(name)}")
            declared = self.declared(kind, name, where)
            mask |= declared if kind == "tag" else declared.bit
        return mask

    # -- what is in the way ---------------------------------------------------------------------

    def unknown(self, kind: str, name: str, where: str) -> NoReturn:
        """A name that the catalog does not declare. Raises :class:`SaveError`."""
        if self.same:
            raise SaveError(f"{where}: there is no {kind} {shown(name)}")
        self.block(f"the {kind} {_bare(name)} is not declared any more ({where})")
        self.settle()
        raise AssertionError("an obstacle is always told")

    def block(self, obstacle: str) -> None:
        """Note what is in the way of a save of another version."""
        self._obstacles[obstacle] = None

    def settle(self) -> None:
        """Go on if nothing is in the way so far. Raises :class:`SaveError`."""
        found = list(self._obstacles)
        if not found:
            return
        if self.same:
            raise SaveError(found[0])
        more = len(found) - _MOST_TOLD
        rest = [f"and {more} more"] if more > 0 else []
        told = "; ".join([*found[:_MOST_TOLD], *rest])
        raise SaveError(
            f"the save was made by another version of these rules, and cannot be loaded by "
            f"this one ({self.catalog.name}): {told}. Declare what is missing, or say what it "
            f"is called now: renamed OLD to NEW"
        )


def _bare(name: str) -> str:
    return name if name.isidentifier() and len(name) <= 60 else shown(name)
