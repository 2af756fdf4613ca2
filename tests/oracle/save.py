"""The saved form of a world of the oracle, as ``docs/saves.md`` documents it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Number as Literal
from ledgerc.ir.print_expressions import print_expression
from ledgerc.ir.types import Type
from tests.oracle.commands import World
from tests.oracle.numbers import Number, plain
from tests.oracle.state import Entity, Instance, Name, Point, Value


def saved(world: World, digest: str, columns: tuple[str, ...]) -> bytes:
    """A world as bytes; ``columns`` are the slots of the numbers, which say nothing here."""
    return json.dumps(form(world, digest), separators=(",", ":")).encode()


def form(world: World, digest: str) -> dict[str, Any]:
    """A world as JSON's own values."""
    state, catalog = world.state, world.catalog
    links = [link.name for link in catalog.links]
    return {
        "format": "ledger-world",
        "version": 2,
        "catalog": catalog.name,
        "digest": digest,
        "rate": catalog.rate,
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
        "archetypes": {
            archetype.name: {
                "pools": named_pools(catalog, usual_pools(archetype)),
                "effects": [held.effect for held in archetype.effects],
            }
            for archetype in catalog.archetypes
            if any(each.archetype == archetype.name for each in state.entities)
        },
        "columns": [
            *("id", "archetype", "order", "entered"),
            *number_columns(catalog),
            *(f"link {link}" for link in links),
        ],
        "entities": [entity_row(world, each, links) for each in state.entities],
        "effects": list(effect_tables(world)),
    }


def number_columns(catalog: ir.Catalog) -> Iterator[str]:
    """The stats that have a base; the pools, with the maxima that they follow."""
    for stat in catalog.stats:
        if stat.base is None:
            yield f"stat {stat.name}"
    for pool in catalog.pools:
        yield f"pool {pool.name}"
        if pool.follows is not ir.Follow.NO:
            yield f"top {pool.name}"


def usual_pools(archetype: ir.Archetype) -> set[str]:
    """The pools that an archetype gives."""
    return {start.pool for start in archetype.pools}


def named_pools(catalog: ir.Catalog, names: Iterable[str]) -> list[str]:
    """Pools in catalog order."""
    found = set(names)
    return [pool.name for pool in catalog.pools if pool.name in found]


def entity_row(world: World, entity: Entity, links: list[str]) -> list[Any]:
    """An entity; what is not as it is of most stands at its end."""
    row: list[Any] = [entity.number, entity.archetype, entity.order, entity.entered]
    for name in number_columns(world.catalog):
        kind, word = name.split(" ")
        numbers = {"stat": entity.bases, "pool": entity.pools, "top": entity.maxima}
        row.append(number_form(numbers[kind].get(word, 0)))
    row += [identity(entity.links.get(link)) for link in links]
    more = more_of_entity(world, entity)
    return [*row, more] if more else row


def more_of_entity(world: World, entity: Entity) -> dict[str, Any]:
    """What of an entity is not as it is of most."""
    told: dict[str, Any] = {}
    if entity.label:
        told["label"] = entity.label
    if entity.gone:
        told["gone"] = True
    if entity.doomed:
        told["doomed"] = True
    if entity.left:
        told["left"] = entity.left
    if entity.zone and entity.gone:
        told["zone"] = [entity.zone, identity(entity.keeper)]
    if set(entity.pools) != usual_pools(world.catalog.archetype[entity.archetype]):
        told["pools"] = named_pools(world.catalog, entity.pools)
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
    zones = {
        zone: [card.number for card in cards]
        for zone, cards in sorted(entity.zones.items())
        if cards
    }
    if zones:
        told["zones"] = zones
    return told


def effect_tables(world: World) -> Iterator[dict[str, Any]]:
    """A table for each effect that somebody holds."""
    for effect in world.catalog.effects:
        held = [
            (entity, instance)
            for entity in world.state.entities
            for instance in entity.effects
            if instance.effect == effect.name
        ]
        if held:
            names = [each.name for each in effect.parameters]
            yield {
                "name": effect.name,
                "columns": ["holder", "gained", *names],
                "rows": [effect_row(world, effect, *each) for each in held],
            }


def effect_row(
    world: World, effect: ir.Effect, holder: Entity, instance: Instance
) -> list[Any]:
    """An instance of an effect; what is not as it is of most stands at its end."""
    row: list[Any] = [holder.number, instance.gained]
    for parameter in effect.parameters:
        value = instance.arguments[parameter.name]
        row.append(parameter_form(parameter.type, value))
    more: dict[str, Any] = {}
    if instance.stacks != 1:
        more["stacks"] = instance.stacks
    if instance.turns is not None:
        more["turns"] = instance.turns
    if instance.until is not None:
        more["until"] = instance.until
    if instance.beats:
        more["beats"] = dict(zip(beat_names(effect), instance.beats, strict=True))
    if instance.lender is not None:
        lender, number = instance.lender
        names = aura_names(world.catalog.effect[lender.effect])
        lends = lender.held and number >= 0
        more["lender"] = [lender.gained, names[number]] if lends else []
    return [*row, more] if more else row


def beat_names(effect: ir.Effect) -> list[str]:
    """What saves call each ``every N seconds`` of an effect."""
    timed = (each for each in effect.every if each.seconds is not None)
    return numbered(map(period_name, timed))


def aura_names(effect: ir.Effect) -> list[str]:
    """What saves call each aura of an effect."""
    return numbered(print_expression(each.selection) for each in effect.auras)


def period_name(every: ir.Every) -> str:
    """What saves call an ``every N seconds``."""
    if not isinstance(every.seconds, Literal):
        return "every_so_often"
    number = re.sub(r"[^0-9]+", "_", print_expression(every.seconds))
    return f"every_{number}_second" if number == "1" else f"every_{number}_seconds"


def numbered(names: Iterable[str]) -> list[str]:
    """Names with a number after each that was there already."""
    found: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in found:
            number += 1
            unique = f"{name}_{number}"
        found.append(unique)
    return found


def parameter_form(kind: Type, value: Value) -> Any:
    """A value of a parameter; tags and phases are named."""
    match value:
        case Name(name=name) if kind is Type.TAG:
            return ["tags", [name]]
        case Name(name=name) if kind is Type.PHASE:
            return ["phase", name]
        case _:
            return value_form(value)


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
