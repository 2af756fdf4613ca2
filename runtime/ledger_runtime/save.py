"""The saved form of a world: JSON, versioned, with ids and names and never positions.

:mod:`ledger_runtime.load` reads it back. The log is not saved: it tells what happened, and the
rules never read it. ``docs/saves.md`` describes the format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import attrgetter
from typing import Any

from ledger_runtime.catalog import Catalog
from ledger_runtime.codec import encode, encode_as, encode_number, mask_names
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import NestedCommand, SaveError
from ledger_runtime.state import State

FORMAT = "ledger-world"
VERSION = 2

COUNTERS = (
    "tick",
    "sequence",
    "death_step",
    "next_id",
    "next_order",
    "next_gain",
)
"""Rising numbers of the world's own."""

ENTITY_COLUMNS = ("id", "archetype", "order", "entered")
"""The columns of entities that every catalog has."""

EFFECT_COLUMNS = ("holder", "gained")
"""The columns of effects that every effect has."""

_unusual = attrgetter(
    "label", "gone", "doomed", "left", "x", "facing", "lent_tags", "lent", "zones"
)
_USUAL = ("", False, False, 0, None, 0, 0, (), None)


def save_world(world: State[Any, Any, Any]) -> bytes:
    """A world as bytes; the same world gives the same bytes.

    Raises :class:`NestedCommand` while a command is being carried out, and :class:`SaveError`
    for what has no saved form.
    """
    if world.running:
        raise NestedCommand("a world cannot be saved while a command is carried out")
    try:
        text = json.dumps(
            saved_form(world),
            separators=(",", ":"),
            allow_nan=False,
            check_circular=False,
            default=_fraction,
        )
    except ValueError as error:
        raise SaveError(f"a number of this world cannot be saved: {error}") from None
    return text.encode("ascii")


def saved_form(world: State[Any, Any, Any]) -> dict[str, Any]:
    """A world as JSON's own values, beside fractions in the rows of entities."""
    catalog = world.catalog
    entities = [world.entities[id] for id in sorted(world.entities)]
    form: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "catalog": catalog.name,
        "digest": catalog.digest,
        "rate": catalog.rate,
        "counters": {name: getattr(world, name) for name in COUNTERS},
        "phase": world.phase,
        "dice": world.dice,
        "over": world.over,
        "winner": world.winner.id,
        "singles": {name: single.id for name, single in world.singles.items()},
        "script": {
            "roll": [encode(value) for value in world.script["roll"]],
            "choose": [
                [encode(option) for option in answer]
                for answer in world.script["choose"]
            ],
        },
        "answers": [
            [key[0], [encode(part) for part in key[1:]], encode(value)]
            for key, value in world.answers.items()
        ],
        "archetypes": _archetypes(catalog, entities),
        "columns": [*ENTITY_COLUMNS, *catalog.columns],
        "entities": _entity_rows(catalog, entities),
        "effects": _effect_tables(catalog, entities),
    }
    if world.pending is not None:
        form["pending"] = world.pending.saved(catalog)
    return form


def _fraction(value: object) -> int | str:
    if isinstance(value, Fraction):
        return encode_number(value)
    raise SaveError(f"a {type(value).__name__} cannot be saved")


def _archetypes(catalog: Catalog, entities: list[Any]) -> dict[str, Any]:
    """What the archetypes of these entities give."""
    met = {entity.archetype for entity in entities}
    return {
        archetype.name: {
            "pools": _pool_names(archetype.pools, catalog),
            "effects": list(archetype.begins_with),
        }
        for archetype in catalog.archetypes
        if archetype in met
    }


def _pool_names(mask: int, catalog: Catalog) -> list[str]:
    return [name for name, pool in catalog.pools.items() if mask & pool.bit]


def rule_names(names: Iterable[str]) -> tuple[str, ...]:
    """What saves call rules of one effect: a number tells those of one name apart."""
    found: dict[str, None] = {}
    for name in names:
        number = 1
        unique = name
        while unique in found:
            number += 1
            unique = f"{name}_{number}"
        found[unique] = None
    return tuple(found)


# -- entities -------------------------------------------------------------------------------------


def _entity_rows(catalog: Catalog, entities: list[Any]) -> list[Any]:
    """A flat row an entity; what is not as usual follows in an object at its end."""
    kind = catalog.entity
    links = (f"{slot}.id" for slot in kind.link_slots)
    read: Callable[[Any], tuple[Any, ...]] = attrgetter(
        "id", "archetype.name", "order", "entered", *kind.number_slots, *links
    )
    rows: list[Any] = []
    for entity in entities:
        if _unusual(entity) == _USUAL and entity.pools == entity.archetype.pools:
            rows.append(read(entity))
        else:
            more = _more_of_entity(entity, catalog)
            rows.append((*read(entity), more) if more else read(entity))
    return rows


def _more_of_entity(entity: Entity, catalog: Catalog) -> dict[str, Any]:
    """What of an entity is not as it is of most."""
    more: dict[str, Any] = {}
    if entity.label:
        more["label"] = entity.label
    if entity.gone:
        more["gone"] = True
    if entity.doomed:
        more["doomed"] = True
    if entity.left:
        more["left"] = entity.left
    if entity.zone and entity.gone:
        more["zone"] = [entity.zone, entity.keeper.id]
    if entity.pools != entity.archetype.pools:
        more["pools"] = _pool_names(entity.pools, catalog)
    if entity.x is not None and entity.y is not None:
        more["at"] = [encode_number(entity.x), encode_number(entity.y)]
    if entity.facing:
        more["facing"] = encode_number(entity.facing)
    if entity.lent_tags:
        more["lent_tags"] = mask_names(entity.lent_tags, catalog.tags)
    if entity.lent:
        more["lent"] = [
            [lent.stat, lent.how.value, encode_number(lent.amount)]
            for lent in entity.lent
        ]
    zones = {
        zone: [card.id for card in cards]
        for zone, cards in sorted((entity.zones or {}).items())
        if cards
    }
    if zones:
        more["zones"] = zones
    return more


# -- effects --------------------------------------------------------------------------------------


def _effect_tables(catalog: Catalog, entities: list[Any]) -> list[dict[str, Any]]:
    """A table for each effect that is held, of flat rows by holder."""
    rows: dict[type[Effect[Any]], list[Any]] = {}
    for entity in entities:
        id = entity.id
        for effect in entity.effects:
            kind = effect.__class__
            row: Any = (id, effect.gained)
            if kind.parameters:
                row = (*row, *_arguments(effect, catalog))
            if (
                effect.stacks != 1
                or effect.turns is not None
                or effect.until is not None
                or effect.beats is not None
                or effect.lender is not None
            ):
                row = (*row, _more_of_effect(effect))
            if kind in rows:
                rows[kind].append(row)
            else:
                rows[kind] = [row]
    return [
        {
            "name": kind.name,
            "columns": [*EFFECT_COLUMNS, *(kind.kinds or kind.parameters)],
            "rows": rows[kind],
        }
        for kind in catalog.effects
        if kind in rows
    ]


def _arguments(effect: Effect[Any], catalog: Catalog) -> list[Any]:
    """The values of an effect's parameters."""
    values = [getattr(effect, slot) for slot in effect.parameters]
    kinds = tuple(effect.kinds.values()) or ("",) * len(values)
    return [
        encode_as(kind, value, catalog)
        for kind, value in zip(kinds, values, strict=True)
    ]


def _more_of_effect(effect: Effect[Any]) -> dict[str, Any]:
    """What of an instance is not as it is of most."""
    more: dict[str, Any] = {}
    if effect.stacks != 1:
        more["stacks"] = effect.stacks
    if effect.turns is not None:
        more["turns"] = effect.turns
    if effect.until is not None:
        more["until"] = effect.until
    if effect.beats is not None:
        names = rule_names(each.name for each in effect.every)
        more["beats"] = dict(zip(names, effect.beats, strict=True))
    if effect.lender is not None:
        source, number = effect.lender
        auras = rule_names(each.name for each in source.auras)
        is_there = source.held and number >= 0
        more["lender"] = [source.gained, auras[number]] if is_there else []
    return more
