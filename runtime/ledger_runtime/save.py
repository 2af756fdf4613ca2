"""The saved form of a world: JSON, versioned, with ids and names and never positions.

:mod:`ledger_runtime.load` reads it back. The log is not saved: it tells what happened, and the
rules never read it. ``runtime/README.md`` describes the format.
"""

from __future__ import annotations

import json
from typing import Any

from ledger_runtime.codec import encode, encode_number
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import NestedCommand
from ledger_runtime.state import State

FORMAT = "ledger-world"
VERSION = 1

COUNTERS = (
    "tick",
    "sequence",
    "death_step",
    "next_id",
    "next_order",
    "next_gain",
)
"""Rising numbers of the world's own."""


def save_world(world: State[Any, Any, Any]) -> bytes:
    """A world as bytes; the same world gives the same bytes.

    Raises :class:`NestedCommand` while a command is being carried out.
    """
    if world.running:
        raise NestedCommand("a world cannot be saved while a command is carried out")
    return json.dumps(saved_form(world), separators=(",", ":"), allow_nan=False).encode(
        "ascii"
    )


def saved_form(world: State[Any, Any, Any]) -> dict[str, Any]:
    """A world as JSON's own values."""
    catalog = world.catalog
    entity = catalog.entity
    form: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "catalog": catalog.name,
        "digest": catalog.digest,
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
        "numbers": list(entity.number_slots),
        "links": list(entity.link_slots),
        "entities": [
            _saved_entity(each, world)
            for _, each in sorted(world.entities.items(), key=_by_id)
        ],
    }
    if world.pending is not None:
        form["pending"] = world.pending.saved(catalog)
    return form


def _saved_entity(entity: Entity, world: State[Any, Any, Any]) -> dict[str, Any]:
    """An entity; what is as it is of most entities is left out."""
    catalog = world.catalog
    saved: dict[str, Any] = {
        "id": entity.id,
        "archetype": entity.archetype.name,
        "order": entity.order,
        "entered": entity.entered,
        "numbers": [
            encode_number(getattr(entity, slot)) for slot in entity.number_slots
        ],
        "links": [getattr(entity, slot).id for slot in entity.link_slots],
    }
    if entity.label:
        saved["label"] = entity.label
    if not entity.in_play:
        saved["in_play"] = False
    if entity.gone:
        saved["gone"] = True
    if entity.doomed:
        saved["doomed"] = True
    if entity.left:
        saved["left"] = entity.left
    if entity.zone:
        saved["zone"] = [entity.zone, entity.keeper.id]
    if entity.pools != entity.archetype.pools:
        saved["pools"] = [
            name for name, pool in catalog.pools.items() if entity.pools & pool.bit
        ]
    if entity.x is not None and entity.y is not None:
        saved["at"] = [encode_number(entity.x), encode_number(entity.y)]
    if entity.facing:
        saved["facing"] = encode_number(entity.facing)
    if entity.lent_tags:
        saved["lent_tags"] = [
            name for name, bit in catalog.tags.items() if entity.lent_tags & bit
        ]
    if entity.lent:
        saved["lent"] = [
            [lent.stat, lent.how.value, encode_number(lent.amount)]
            for lent in entity.lent
        ]
    if entity.effects:
        saved["effects"] = [_saved_effect(effect) for effect in entity.effects]
    zones = {
        zone: [card.id for card in cards]
        for zone, cards in sorted((entity.zones or {}).items())
        if cards
    }
    if zones:
        saved["zones"] = zones
    return saved


def _saved_effect(effect: Effect[Any]) -> dict[str, Any]:
    """An instance of an effect; what is as it is of most is left out."""
    saved: dict[str, Any] = {"name": effect.name, "gained": effect.gained}
    if effect.parameters:
        saved["arguments"] = [
            encode(getattr(effect, slot)) for slot in effect.parameters
        ]
    if effect.stacks != 1:
        saved["stacks"] = effect.stacks
    if effect.turns is not None:
        saved["turns"] = effect.turns
    if effect.until is not None:
        saved["until"] = effect.until
    if effect.beats is not None:
        saved["beats"] = effect.beats
    if effect.lender is not None and effect.lender[0].held:
        source, number = effect.lender
        saved["lender"] = [source.holder.id, source.gained, number]
    return saved


def _by_id(item: tuple[int, Any]) -> int:
    return item[0]
