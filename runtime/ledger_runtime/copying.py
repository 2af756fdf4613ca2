"""Copying a world slot by slot, with references inside it pointing inside the copy."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import NestedCommand
from ledger_runtime.space import Point
from ledger_runtime.state import State

_WORLD = (
    "death_step",
    "dice",
    "lent_others",
    "lent_stats",
    "next_gain",
    "next_id",
    "next_order",
    "over",
    "phase",
    "sequence",
    "tick",
)
"""Slots of a world whose values are the same in a copy."""


def copy_into(old: State[Any, Any, Any], new: State[Any, Any, Any]) -> None:
    """Make an empty world a copy of another. Raises :class:`NestedCommand`."""
    if old.running:
        raise NestedCommand("a world cannot be copied while a command is carried out")
    entities = _copy_entities(old, new)
    effects = _copy_effects(old, entities)
    for slot in _WORLD:
        setattr(new, slot, getattr(old, slot))
    new.entities = {each.id: each for each in entities.values() if each.id}
    new.playing = {order: entities[entity] for order, entity in old.playing.items()}
    new.singles = {name: entities[one] for name, one in old.singles.items()}
    new.winner = entities[old.winner]
    new.watched = old.watched
    new.index = {
        kind: tuple(effects[effect] for effect in row)
        for kind, row in old.index.items()
    }
    new.granted_now = {
        kind: tuple(effects[effect] for effect in row)
        for kind, row in old.granted_now.items()
    }
    new.due = {
        tick: [(effects[effect], number) for effect, number in row if effect in effects]
        for tick, row in old.due.items()
    }
    new.expiring = {
        tick: [effects[effect] for effect in row if effect in effects]
        for tick, row in old.expiring.items()
    }
    new.script = {
        "roll": list(old.script["roll"]),
        "choose": [
            [_moved(option, entities) for option in answer]
            for answer in old.script["choose"]
        ],
    }
    if old.pending is not None:
        new.pending = old.pending.moved(lambda value: _moved(value, entities))
    new.answers = {
        tuple(_moved(part, entities) for part in key): value
        for key, value in old.answers.items()
    }


def _copy_entities(
    old: State[Any, Any, Any], new: State[Any, Any, Any]
) -> dict[Entity, Any]:
    """All entities, their links and zones; their effects are left out."""
    kind = old.catalog.entity
    numbers = [(attrgetter(slot), slot) for slot in kind.number_slots]
    linking = [(attrgetter(slot), slot) for slot in kind.link_slots]
    nothing = old.nothing
    entities: dict[Entity, Any] = {nothing: nothing}
    for entity in old.entities.values():
        twin = entities[entity] = _twin_entity(entity, kind, new)
        for read, slot in numbers:
            setattr(twin, slot, read(entity))
    for entity in old.entities.values():
        twin = entities[entity]
        twin.keeper = entities[entity.keeper]
        for read, slot in linking:
            setattr(twin, slot, entities[read(entity)])
        if entity.zones:
            twin.zones = {
                zone: [entities[card] for card in cards]
                for zone, cards in entity.zones.items()
            }
    return entities


def _twin_entity(entity: Entity, kind: type[Entity], world: Any) -> Entity:
    """An entity with the runtime's own slots of another; written out, for it is the hot part."""
    twin = kind.__new__(kind)
    twin.world = world
    twin.id = entity.id
    twin.archetype = entity.archetype
    twin.label = entity.label
    twin.order = entity.order
    twin.entered = entity.entered
    twin.in_play = entity.in_play
    twin.gone = entity.gone
    twin.doomed = entity.doomed
    twin.left = entity.left
    twin.tags = entity.tags
    twin.lent_tags = entity.lent_tags
    twin.holds = entity.holds
    twin.active = entity.active
    twin.pools = entity.pools
    twin.effects = ()
    twin.lent = entity.lent
    twin.zone = entity.zone
    twin.zones = None
    twin.x = entity.x
    twin.y = entity.y
    twin.facing = entity.facing
    return twin


def _copy_effects(
    old: State[Any, Any, Any], entities: dict[Entity, Any]
) -> dict[Effect[Any], Effect[Any]]:
    """All held effects, given to the copies of their holders."""
    effects: dict[Effect[Any], Effect[Any]] = {}
    for entity in old.entities.values():
        if entity.effects:
            holder = entities[entity]
            held = tuple(_twin(effect, holder, entities) for effect in entity.effects)
            holder.effects = held
            effects.update(zip(entity.effects, held, strict=True))
    for effect, twin in effects.items():
        if effect.lender is not None:
            source, number = effect.lender
            twin.lender = (effects[source], number) if source in effects else None
    return effects


def _twin(
    effect: Effect[Any], holder: Entity, entities: dict[Entity, Any]
) -> Effect[Any]:
    kind = type(effect)
    twin = kind.__new__(kind)
    twin.holder = holder
    twin.held = effect.held
    twin.stacks = effect.stacks
    twin.turns = effect.turns
    twin.until = effect.until
    twin.gained = effect.gained
    twin.lender = None
    twin.beats = None if effect.beats is None else list(effect.beats)
    for slot in effect.parameters:
        setattr(twin, slot, _moved(getattr(effect, slot), entities))
    return twin


def _moved(value: Any, entities: dict[Entity, Any]) -> Any:
    """A value of a parameter, a script or an answer; a selection's entities, each."""
    if isinstance(value, Entity):
        return entities[value]
    if isinstance(value, (list, tuple)) and not isinstance(value, Point):
        return tuple(_moved(each, entities) for each in value)
    return value
