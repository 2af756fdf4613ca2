"""The saved form of a world of the oracle, as ``runtime/README.md`` documents it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tests.oracle.commands import World
from tests.oracle.numbers import Number, plain
from tests.oracle.state import Entity, Instance, Name, Point, Value


def saved(world: World, digest: str, columns: tuple[str, ...]) -> bytes:
    """A world as bytes; ``columns`` are the names of the numbers that entities have."""
    return json.dumps(form(world, digest, columns), separators=(",", ":")).encode()


def form(world: World, digest: str, columns: tuple[str, ...]) -> dict[str, Any]:
    """A world as JSON's own values."""
    state, catalog = world.state, world.catalog
    links = [link.name for link in catalog.links]
    return {
        "format": "ledger-world",
        "version": 1,
        "catalog": catalog.name,
        "digest": digest,
        "counters": {
            "tick": state.tick,
            "sequence": state.sequence,
            "death_step": state.death_step,
            "next_id": state.next_number,
            "next_order": state.next_order,
            "next_gain": state.next_gain,
        },
        "phase": state.phase,
        "dice": state.dice,
        "over": state.over,
        "winner": identity(state.winner),
        "singles": {name: each.number for name, each in state.singles.items()},
        "script": {
            "roll": [value_form(each) for each in state.rolls],
            "choose": [[value_form(one) for one in each] for each in state.choices],
        },
        "answers": [
            [query, [value_form(each) for each in about], value_form(answer)]
            for (query, *about), answer in state.answers.items()
        ],
        "numbers": list(columns),
        "links": links,
        "entities": [
            entity_form(world, each, columns, links) for each in state.entities
        ],
    }


def entity_form(
    world: World, entity: Entity, columns: tuple[str, ...], links: list[str]
) -> dict[str, Any]:
    """An entity; what is as it is of most is left out."""
    told: dict[str, Any] = {
        "id": entity.number,
        "archetype": entity.archetype,
        "order": entity.order,
        "entered": entity.entered,
        "numbers": [number_form(column(world, entity, name)) for name in columns],
        "links": [identity(entity.links.get(link)) for link in links],
    }
    if entity.label:
        told["label"] = entity.label
    if not entity.in_play:
        told["in_play"] = False
    if entity.gone:
        told["gone"] = True
    if entity.doomed:
        told["doomed"] = True
    if entity.left:
        told["left"] = entity.left
    if entity.zone:
        told["zone"] = [entity.zone, identity(entity.keeper)]
    usual = {start.pool for start in world.catalog.archetype[entity.archetype].pools}
    if set(entity.pools) != usual:
        told["pools"] = [
            pool.name for pool in world.catalog.pools if pool.name in entity.pools
        ]
    if entity.at is not None:
        told["at"] = [number_form(entity.at.x), number_form(entity.at.y)]
    if entity.facing:
        told["facing"] = number_form(entity.facing)
    if entity.lent_tags:
        told["lent_tags"] = [
            tag for tag in world.catalog.tags if tag in entity.lent_tags
        ]
    if entity.lent:
        told["lent"] = [
            [lent.stat, lent.kind, number_form(lent.amount)] for lent in entity.lent
        ]
    if entity.effects:
        told["effects"] = [effect_form(each) for each in entity.effects]
    zones = {
        zone: [card.number for card in cards]
        for zone, cards in sorted(entity.zones.items())
        if cards
    }
    if zones:
        told["zones"] = zones
    return told


def column(world: World, entity: Entity, name: str) -> Number:
    """A number of an entity by the name of its column."""
    if name in world.catalog.pool:
        return entity.pools.get(name, 0)
    if name.startswith("top_") and name[4:] in world.catalog.pool:
        return entity.maxima.get(name[4:], 0)
    stat = name.removeprefix("base_")
    return entity.bases.get(name, entity.bases.get(stat, 0))


def effect_form(instance: Instance) -> dict[str, Any]:
    """An instance of an effect; what is as it is of most is left out."""
    told: dict[str, Any] = {"name": instance.effect, "gained": instance.gained}
    if instance.arguments:
        told["arguments"] = [value_form(each) for each in instance.arguments.values()]
    if instance.stacks != 1:
        told["stacks"] = instance.stacks
    if instance.turns is not None:
        told["turns"] = instance.turns
    if instance.until is not None:
        told["until"] = instance.until
    if instance.beats:
        told["beats"] = instance.beats
    if instance.lender is not None and instance.lender[0].held:
        lender, number = instance.lender
        told["lender"] = [lender.holder.number, lender.gained, number]
    return told


def identity(entity: Entity | None) -> int:
    """An entity by its number; ``nothing`` is 0."""
    return 0 if entity is None else entity.number


def number_form(value: Number) -> int | str:
    """A number: an integer, or a text ``"1/3"``."""
    value = plain(value)
    if isinstance(value, int):
        return value
    return f"{value.numerator}/{value.denominator}"


def value_form(value: Value) -> Any:
    """Any value: what is no number says what it is."""
    match value:
        case bool():
            return ["truth", value]
        case int() | Fraction():
            return number_form(value)
        case None | Entity():
            return ["entity", identity(value)]
        case Point(x=x, y=y):
            return ["point", number_form(x), number_form(y)]
        case Name(what="word" | "phase" | "tag", name=name):
            return ["text", name]
        case Name(what=what, name=name):
            return [what, name]
        case str():
            return ["text", value]
        case tuple():
            return ["list", [value_form(each) for each in value]]
        case _:
            raise AssertionError(value)
