"""Copying a world slot by slot, with references inside it pointing inside the copy."""

from __future__ import annotations

from itertools import repeat
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
    "watched",
)
"""Slots of a world whose values are the same in a copy."""

_id = attrgetter("id")

_Twins = dict[int, Any]
"""Copies of entities by id; 0 is ``nothing``."""


def copy_into(old: State[Any, Any, Any], new: State[Any, Any, Any]) -> None:
    """Make an empty world a copy of another. Raises :class:`NestedCommand`."""
    if old.running:
        raise NestedCommand("a world cannot be copied while a command is carried out")
    twins, lent = _copy_entities(old, new)
    effects: dict[Effect[Any], Effect[Any]] = {}
    if lent or old.index or old.granted_now or old.due or old.expiring:
        for one in old.entities.values():
            effects.update(zip(one.effects, twins[one.id].effects, strict=True))
    for effect in lent:
        assert effect.lender is not None
        source, number = effect.lender
        twin = effects[effect]
        twin.lender = (effects[source], number) if source in effects else (twin, -1)
    for slot in _WORLD:
        setattr(new, slot, getattr(old, slot))
    playing = map(twins.__getitem__, map(_id, old.playing.values()))
    new.playing = dict(zip(old.playing, playing, strict=True))
    new.singles = {name: twins[one.id] for name, one in old.singles.items()}
    new.winner = twins[old.winner.id]
    new.index = {
        kind: tuple([effects[effect] for effect in row])
        for kind, row in old.index.items()
    }
    new.granted_now = {
        kind: tuple([effects[effect] for effect in row])
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
            [_moved(option, twins) for option in answer]
            for answer in old.script["choose"]
        ],
    }
    if old.pending is not None:
        new.pending = old.pending.moved(lambda value: _moved(value, twins))
    new.answers = {
        tuple([_moved(part, twins) for part in key]): value
        for key, value in old.answers.items()
    }
    del twins[0]
    new.entities = twins


def _copy_entities(
    old: State[Any, Any, Any], new: State[Any, Any, Any]
) -> tuple[_Twins, list[Effect[Any]]]:
    """All entities with what they hold, and those of their effects that are lent.

    The loop is written out, slot by slot, for it is the hot part: a call a slot would double it.
    """
    kind = old.catalog.entity
    make = kind.__new__  # not the one of object: in a native build there is another
    nothing = old.nothing
    twins: _Twins = dict(zip(old.entities, map(make, repeat(kind)), strict=False))
    pairs = list(zip(old.entities.values(), twins.values(), strict=True))
    twins[0] = nothing
    lent: list[Effect[Any]] = []
    for entity, twin in pairs:
        twin.world = new
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
        twin.lent = entity.lent
        twin.zone = entity.zone
        twin.keeper = twins[entity.keeper.id] if entity.zone else nothing
        twin.x = entity.x
        twin.y = entity.y
        twin.facing = entity.facing
        entity.copy_slots(twin, twins)
        zones = entity.zones
        if zones is None:
            twin.zones = None
        else:
            twin.zones = {
                zone: [twins[card.id] for card in cards]
                for zone, cards in zones.items()
            }
        effects = entity.effects
        if effects:
            held = []
            for effect in effects:
                held_kind: Any = type(effect)
                one: Effect[Any] = held_kind.__new__(held_kind)
                one.holder = twin
                one.held = effect.held
                one.stacks = effect.stacks
                one.turns = effect.turns
                one.until = effect.until
                one.gained = effect.gained
                one.lender = None
                beats = effect.beats
                one.beats = None if beats is None else list(beats)
                if effect.lender is not None:
                    lent.append(effect)
                for slot in effect.parameters:
                    setattr(one, slot, _moved(getattr(effect, slot), twins))
                held.append(one)
            effects = tuple(held)
        twin.effects = effects
    return twins, lent


def _moved(value: Any, twins: _Twins) -> Any:
    """A value of a parameter, a script or an answer; a selection's entities, each."""
    if isinstance(value, Entity):
        return twins[value.id]
    if isinstance(value, (list, tuple)) and not isinstance(value, Point):
        return tuple(_moved(each, twins) for each in value)
    return value
