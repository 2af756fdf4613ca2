"""What a text of a play asks about: ``g.Health`` in ``g.Health = 6``, by the play's own names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ledger_runtime.entity import Entity
from ledger_runtime.entries import OfEffect, OfEntity
from ledger_runtime.event import Event
from ledger_runtime.explaining.explanation import Explanation, Reason
from ledger_runtime.explaining.stories import explain_number
from ledger_runtime.explaining.watching import Recorder
from ledger_runtime.log import Entry, field_text

_PATH = re.compile(r'"(?:[^"\\]|\\.)*"|([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)')


def explain_text(
    world: Any,
    names: Mapping[str, Entity],
    text: str,
    recorder: Recorder | None = None,
) -> tuple[Explanation, ...]:
    """Why each pool and stat that a text names is what it is, each once.

    ``names`` are those of the play. ``u has Ward`` asks for the effect's comings and goings.
    """
    found: dict[str, Explanation] = {}
    words = [match[1].split(".") for match in _PATH.finditer(text) if match[1]]
    for path in words:
        entity, members = _walk(world, names, path)
        if entity is None:
            continue
        if len(members) == 1:
            told = explain_number(world, entity, members[0], recorder)
            if told is not None:
                found.setdefault(told.subject, told)
        elif not members:
            for (word,) in (each for each in words if len(each) == 1):
                effect = world.catalog.effect_named.get(word)
                if effect is not None:
                    held = _effect(world, entity, effect)
                    found.setdefault(held.subject, held)
    return tuple(found.values())


def _walk(
    world: Any, names: Mapping[str, Entity], path: list[str]
) -> tuple[Entity | None, list[str]]:
    """The entity that a path leads to, through links, and what is left of the path."""
    entity = names.get(path[0])
    members = path[1:]
    links = world.catalog.links
    while entity is not None and members and members[0] in links:
        entity = getattr(entity, links[members.pop(0)])
    return entity, members


def _effect(world: Any, entity: Entity, effect: type[Any]) -> Explanation:
    """When an entity gained and lost an effect, and by what."""
    reasons = tuple(
        _entry(each)
        for each in world.log
        if isinstance(each, OfEffect)
        and each.effect.holder is entity
        and type(each.effect) is effect
    )
    subject = f"{field_text(entity)} has {effect.name}"
    return Explanation(subject, bool(entity.holds & effect.bit), reasons)


def explain_presence(
    world: Any, entity: Entity, recorder: Recorder | None = None
) -> Explanation:
    """Why an entity is there or gone: what it died of, and the pools that are empty."""
    reasons = [_entry(each) for each in world.log if _ends(each, entity)]
    for name, pool in world.catalog.pools.items():
        if entity.pools & pool.bit and not getattr(entity, pool.slot):
            told = explain_number(world, entity, name, recorder)
            assert told is not None
            text = f"{told.subject} is 0"
            reasons.append(Reason("event", text, reasons=told.reasons))
    subject = field_text(entity)
    return Explanation(subject, "gone" if entity.gone else "there", tuple(reasons))


def _ends(entry: Entry, entity: Entity) -> bool:
    if isinstance(entry, Event):
        return entry.subject is entity and entry.death > 0
    return isinstance(entry, OfEntity) and entry.entity is entity


def _entry(entry: Entry) -> Reason:
    cause = entry.cause
    place = None
    while cause is not None and place is None:
        place = cause.rule_place()
        cause = cause.cause
    return Reason("event", entry.text(), place)


def explain_command(told: str, ending: str, entries: tuple[Entry, ...]) -> Explanation:
    """What came of a command: each thing that happened, under the rule that caused it."""
    return Explanation(told, ending, tuple(_nested(entries)))


def _nested(entries: tuple[Entry, ...]) -> Iterator[Reason]:
    own = {id(entry) for entry in entries}
    below: dict[int, list[Entry]] = {}
    for entry in entries:
        parent = entry.cause
        key = id(parent) if parent is not None and id(parent) in own else 0
        below.setdefault(key, []).append(entry)

    def told(entry: Entry) -> Reason:
        reasons = tuple(told(each) for each in below.get(id(entry), ()))
        return Reason("event", entry.text(), entry.rule_place(), reasons=reasons)

    yield from map(told, below.get(0, ()))
