"""The catalog of the IR: templates expanded, every name resolved.

Tuples are in catalog order: the order of the root file, with a used file's declarations where
its first ``use`` stands. ``doc`` is the author's comment directly above a declaration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from ledgerc.ir.abilities import Ability, Choosable, Cost, Quantity, Requirement, Target
from ledgerc.ir.archetypes import (
    Archetype,
    BaseStat,
    Ending,
    Formula,
    GrantedAbility,
    Routine,
    Start,
    StartPool,
)
from ledgerc.ir.contents import FRACTION, WORDS, Contents
from ledgerc.ir.declarations import (
    ChangeKind,
    Event,
    Follow,
    Link,
    Parameter,
    Pool,
    Priority,
    Prop,
    Query,
    Rename,
    Space,
    SpaceKind,
    Stat,
    Zone,
)
from ledgerc.ir.effects import (
    Aura,
    Combine,
    Dies,
    DiesAt,
    Duration,
    Effect,
    EventName,
    Every,
    Forbids,
    HeldEffect,
    LastsUntil,
    Modifier,
    ModifierKind,
    Moment,
    OfEvent,
    OfKind,
    OfPhase,
    OfPool,
    OnGainedOrLost,
    Relation,
    Repeats,
    Rule,
    Stacking,
    Subject,
)
from ledgerc.ir.expressions import Number
from ledgerc.ir.walk import nodes_of, walk
from ledgerc.node import Node, field_names

_Node = TypeVar("_Node")

_KINDS = {"effects": "effect", "abilities": "ability", "archetypes": "archetype"}
"""The fields of declarations whose contents may be known, and the kind of these."""

_ANYTHING = WORDS
"""What a declaration may hold of which nothing is known."""


class Catalog(Node, frozen=True, dict=True):
    """One root file and all that it uses."""

    name: str
    """The root file as shown: ``cookbook/mechanics/ward.ledger``."""
    files: tuple[str, ...]
    """All files, the root first, in order of first use."""
    doc: str
    """The root file's header comment."""
    rate: int | None
    links: tuple[Link, ...]
    allegiance: str | None
    props: tuple[Prop, ...]
    stats: tuple[Stat, ...]
    pools: tuple[Pool, ...]
    kinds: tuple[ChangeKind, ...]
    stages: tuple[str, ...]
    priorities: tuple[Priority, ...]
    tags: tuple[str, ...]
    events: tuple[Event, ...]
    turn_event: str | None
    queries: tuple[Query, ...]
    zones: tuple[Zone, ...]
    phases: tuple[str, ...]
    space: Space | None
    effects: tuple[Effect, ...]
    abilities: tuple[Ability, ...]
    archetypes: tuple[Archetype, ...]
    routines: tuple[Routine, ...]
    formulas: tuple[Formula, ...]
    endings: tuple[Ending, ...]
    renames: tuple[Rename, ...] = ()

    def note(self, contents: Contents) -> None:
        """Take note of what some declarations hold, so that they are not gone through for more."""
        vars(self)["_contents"] = contents

    def holding(self, word: str) -> Iterator[Node]:
        """All declarations, in order, but those that are known not to hold ``word``.

        Words are those of :mod:`ledgerc.ir.contents`.
        """
        contents: Contents = vars(self).get("_contents", {})
        for field in field_names(type(self)):
            kind, value = _KINDS.get(field), getattr(self, field)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Node) and (
                    kind is None
                    or word in contents.get((kind, each.name), _ANYTHING)  # type: ignore[attr-defined]
                ):
                    yield each

    @cached_property
    def _by_kind(self) -> dict[type[Any], list[Any]]:
        found: dict[type[Any], list[Any]] = {}
        for node in walk(self):
            found.setdefault(type(node), []).append(node)
        return found

    def all_of(self, kind: type[_Node]) -> Sequence[_Node]:
        """All nodes of a kind, in order; the whole catalog is gone through but once."""
        if "_contents" in vars(self) and kind.__name__ in WORDS:
            found = self.holding(kind.__name__)
            return [node for each in found for node in nodes_of(each, kind)]
        return self._by_kind.get(kind, [])

    def exact_numbers(self) -> Sequence[Number]:
        """All numbers that are no integers, in order."""
        if "_contents" in vars(self):
            found = self.holding(FRACTION)
            numbers = [node for each in found for node in nodes_of(each, Number)]
        else:
            numbers = list(self.all_of(Number))
        return [each for each in numbers if isinstance(each.value, Fraction)]

    @cached_property
    def effect(self) -> dict[str, Effect]:
        """Effects by name."""
        return {effect.name: effect for effect in self.effects}

    @cached_property
    def ability(self) -> dict[str, Ability]:
        """Abilities by name."""
        return {ability.name: ability for ability in self.abilities}

    @cached_property
    def archetype(self) -> dict[str, Archetype]:
        """Archetypes by name."""
        return {archetype.name: archetype for archetype in self.archetypes}

    @cached_property
    def stat(self) -> dict[str, Stat]:
        """Stats by name."""
        return {stat.name: stat for stat in self.stats}

    @cached_property
    def pool(self) -> dict[str, Pool]:
        """Pools by name."""
        return {pool.name: pool for pool in self.pools}

    @cached_property
    def kind(self) -> dict[str, ChangeKind]:
        """Damages and healings by name."""
        return {kind.name: kind for kind in self.kinds}


__all__ = [
    "Ability",
    "Archetype",
    "Aura",
    "BaseStat",
    "Catalog",
    "ChangeKind",
    "Choosable",
    "Combine",
    "Cost",
    "Dies",
    "DiesAt",
    "Duration",
    "Effect",
    "Ending",
    "Event",
    "EventName",
    "Every",
    "Follow",
    "Forbids",
    "Formula",
    "GrantedAbility",
    "HeldEffect",
    "LastsUntil",
    "Link",
    "Modifier",
    "ModifierKind",
    "Moment",
    "OfEvent",
    "OfKind",
    "OfPhase",
    "OfPool",
    "OnGainedOrLost",
    "Parameter",
    "Pool",
    "Priority",
    "Prop",
    "Quantity",
    "Query",
    "Relation",
    "Rename",
    "Repeats",
    "Requirement",
    "Routine",
    "Rule",
    "Space",
    "SpaceKind",
    "Stacking",
    "Start",
    "StartPool",
    "Stat",
    "Subject",
    "Target",
    "Zone",
]
