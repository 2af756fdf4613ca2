"""How a pool or a stat came to its value."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from typing import Any

from ledger_runtime.entity import Entity
from ledger_runtime.entries import (
    Answered,
    Before,
    Chose,
    Copied,
    Made,
    Prevented,
    Rolled,
)
from ledger_runtime.event import Event, Order
from ledger_runtime.explaining.explanation import PASSED_OVER, Explanation, Reason, Saw
from ledger_runtime.explaining.reckoning import Reckoning
from ledger_runtime.explaining.source import Read, lines_of, places_in, rules_of
from ledger_runtime.explaining.watching import Ran, Recorder, watch
from ledger_runtime.log import Entry, field_text
from ledger_runtime.numbers import Number
from ledger_runtime.trace import author_line


def explain_number(
    world: Any, entity: Entity, name: str, recorder: Recorder | None = None
) -> Explanation | None:
    """Why a pool or stat of an entity is what it is; None: the entity has none of that name.

    ``name`` is the declared name. A recorder that watched what led here adds what conditions saw
    and which rules were passed over.
    """
    pool = world.catalog.pool_named.get(name)
    subject = f"{field_text(entity)}.{name}"
    if pool is not None and entity.pools & pool.bit:
        reasons = tuple(_pool(world, entity, pool, recorder))
        return Explanation(subject, getattr(entity, pool.slot), reasons)
    slot = world.catalog.attributes.get(name)
    if slot is None:
        return None
    value, reasons = _stat(entity, slot)
    return Explanation(subject, value, reasons)


# -- pools ----------------------------------------------------------------------------------------


def _pool(
    world: Any, entity: Entity, pool: Any, recorder: Recorder | None
) -> Iterator[Reason]:
    """Where it started, then each event that touched it, as far back as the log tells."""
    entries = world.log.entries
    touched = [each for each in entries if _touches(each, entity, pool)]
    after: Number = getattr(entity, pool.slot)
    told: list[Reason] = []
    for entry in reversed(touched):
        if isinstance(entry, Prevented):
            told.append(_event(world, entry.event, entry, None, None, recorder))
            continue
        if entry.kind.sets:
            told.append(_event(world, entry, entry, None, after, recorder))
            break
        before = after + entry.applied if entry.kind.lowers else after - entry.applied
        told.append(_event(world, entry, entry, before, after, recorder))
        after = before
    else:
        told.append(_start(entity, pool, entries, after))
    yield from reversed(told)


def _start(entity: Entity, pool: Any, entries: list[Entry], value: Number) -> Reason:
    """What the pool was as the entity was made, or as the log begins."""
    for entry in entries:
        if isinstance(entry, Made | Copied) and entry.entity is entity:
            place = _assignment(entity.archetype.set_pools, pool.slot)
            started = f"start{_base_of(entity.archetype).removeprefix('base')}"
            return Reason("start", started, place, after=value)
    return Reason("start", "as the log begins", after=value)


def _touches(entry: Entry, entity: Entity, pool: Any) -> bool:
    event = entry.event if isinstance(entry, Prevented) else entry
    return (
        isinstance(event, Event)
        and event.subject is entity
        and bool(event.kind.pool)
        and event.kind in (pool.set, pool.gain, pool.spend, *_dealt(entity, pool))
        and (bool(event.applied) or isinstance(entry, Prevented) or event.absorbed > 0)
    )


def _dealt(entity: Entity, pool: Any) -> list[Any]:
    """The damages and healings of a pool."""
    kinds = entity.world.catalog.kinds
    return [each for each in kinds if each.is_dealt and each.pool == pool.set.pool]


def _event(
    world: Any,
    event: Event[Any],
    entry: Entry,
    before: object,
    after: object,
    recorder: Recorder | None,
) -> Reason:
    """One event: the line that made it and what that read, the rules it met, what came of it."""
    text = entry.text()
    if event.absorbed:
        text = f"{text}, {field_text(event.absorbed)} of it absorbed"
    cause = event.cause
    place = cause.rule_place() if cause is not None else None
    if place is not None and cause is not None:
        text = f"{text}, from {_source(cause)}"
    saw: Saw = ()
    reasons = list(_chances(world, event))
    made = None
    if recorder is not None:
        made = recorder.maker(event, world.log.entries.index(entry))
    if made is not None:
        code, ran = made
        place = author_line(code, ran.number) or place
        saw = ran.saw
        reasons += _reads(world, ran.reads)
    elif isinstance(cause, Order):
        place = _cost_place(cause, event)
    reasons += _met(world, event, recorder)
    left = event.amount - event.absorbed
    if not event.prevented and not event.kind.sets and event.applied != left:
        kept = f"its bounds let it change by {field_text(event.applied)}, not {field_text(left)}"
        reasons.append(Reason("bounds", kept))
    return Reason("event", text, place, before, after, saw=saw, reasons=tuple(reasons))


def _reads(world: Any, reads: tuple[Read, ...]) -> Iterator[Reason]:
    """How each stat that was read came to its value, if it is still the same."""
    stats = {slot: name for name, slot in world.catalog.attributes.items()}
    for read in reads:
        name = stats.get(read.member)
        if name is None or not isinstance(read.owner, Entity) or not read.owner:
            continue
        value, reasons = _stat(read.owner, read.member)
        if value == read.value:
            text = f"{field_text(read.owner)}.{name}"
            yield Reason("base", text, after=value, reasons=reasons)


def _cost_place(order: Order[Any], event: Event[Any]) -> str | None:
    """The author's line of what an order costs, if that is what an event is."""
    code = getattr(order.ability.costs, "__code__", None)
    places = places_in(code) if code is not None else ()
    for cost, place in zip(order.costs, places, strict=False):
        if cost.kind is event.kind and cost.entity is event.subject:
            return place
    return None


def _source(cause: Entry) -> str:
    """Whose rule is at work, and the effect that bears it."""
    holder, effect, *_ = cause.fields()
    return f"{field_text(holder)}'s {field_text(effect)}"


_CHANCE_KINDS: dict[type[Entry], str] = {
    Rolled: "die",
    Chose: "choice",
    Answered: "answer",
}
_CHANCES = tuple(_CHANCE_KINDS)


def _chances(world: Any, event: Event[Any]) -> Iterator[Reason]:
    """Dice, choices and answers of the game for whatever caused an event, since its last one."""
    since: list[Entry] = []
    for each in world.log.entries:
        if each is event:
            break
        if each.cause is event.cause:
            if isinstance(each, _CHANCES):
                since.append(each)
            elif isinstance(each, Event):
                since.clear()
    for each in since:
        kind = next(_CHANCE_KINDS[of] for of in _CHANCES if isinstance(each, of))
        place = each.cause.rule_place() if each.cause is not None else None
        yield Reason(kind, each.text(), place)


def _met(world: Any, event: Event[Any], recorder: Recorder | None) -> Iterator[Reason]:
    """The before rules that an event met, as watched, or else as logged."""
    calls = recorder.met(event) if recorder is not None else []
    if calls:
        for call in calls:
            yield from _watched_rules(call.code, call.lines)
        return
    for entry in world.log.entries:
        if isinstance(entry, Before) and entry.cause is event:
            holder, effect = entry.fields()
            text = f"{field_text(holder)}'s {field_text(effect)}"
            yield Reason("rule", text, entry.rule_place())


def _watched_rules(code: Any, lines: list[Ran]) -> Iterator[Reason]:
    """Rules of a function of before rules: those at work, and those passed over."""
    for rule in rules_of(code):
        ran = [each for each in lines if rule.first < each.number <= rule.last]
        acting = [each for each in ran if _is_acting(code, each.number)]
        known = lines_of(code.co_filename)
        # What is tested before the loop over its holders is whom the rule is about.
        tests = [each for each in ran if known[each.number].effect]
        saw = tuple(dict.fromkeys(pair for each in tests for pair in each.saw))
        if acting:
            start = ran.index(acting[0])
            before, after = ran[start].before, ran[-1].after
            changed = before != after
            yield Reason(
                "rule",
                rule.text,
                rule.place,
                before if changed else None,
                after if changed else None,
                saw=saw,
            )
        elif (
            len(ran) > 2
        ):  # past the masks and into the holders: its condition was looked at
            yield Reason(PASSED_OVER, rule.text, rule.place, held=False, saw=saw)


def _is_acting(code: Any, number: int) -> bool:
    return "w.acting(" in linecache.getline(code.co_filename, number)


# -- stats ----------------------------------------------------------------------------------------


def _reckoning(entity: Entity, slot: str) -> Any:
    """The function that reckons a stat, kept in its slot or not; None of one that is its base.

    A compiled one cannot be watched, and tells no more than the value.
    """
    kept = getattr(type(entity), f"reckon_{slot}", None)
    if hasattr(kept, "__code__"):
        return kept
    member = getattr(type(entity), slot, None)
    return member.fget if isinstance(member, property) else None


def _stat(entity: Entity, slot: str) -> tuple[Number, tuple[Reason, ...]]:
    """The base, then each modifier in the order in which it counts, and the bounds."""
    archetype = entity.archetype
    reckon = _reckoning(entity, slot)
    if reckon is None:
        place = _assignment(archetype.set_bases, slot)
        value = getattr(entity, slot)
        return value, (Reason("base", _base_of(archetype), place, after=value),)
    value, lines = watch(reckon, entity, local="value")
    code = reckon.__code__
    reckoning = Reckoning(entity, slot, code)
    base_slot = f"base_{slot}"
    for ran in lines:
        if reckoning.is_begun or ran.after is None or ran.before is not None:
            reckoning.met(ran)
            continue
        place = author_line(code, ran.number)
        if base_slot in entity.number_slots:
            place = _assignment(archetype.set_bases, base_slot)
        text = _base_of(archetype)
        saw = tuple(pair for pair in ran.saw if not pair[0].startswith("holder.base_"))
        reckoning.begin(Reason("base", text, place, after=ran.after, saw=saw))
    reasons = reckoning.reasons()
    reckoned = reckoning.reckoned
    if not reasons:
        text = "reckoned" if archetype.name else "base"
        saw = tuple(pair for ran in lines for pair in ran.saw)
        place = author_line(code, lines[0].number) if lines else None
        reasons.append(Reason("base", text, place, after=value, saw=saw))
    elif reckoned != value:
        reasons.append(
            Reason("bounds", "rounded down, as it is whole", None, reckoned, value)
        )
    return value, tuple(reasons)


_HEAD = re.compile(r"archetype (.*?)\s+\((\S+:\d+)\)", re.DOTALL)


def _base_of(archetype: Any) -> str:
    """``base of Raider from Fighter(5, 4) (game.ledger:46)``: as its declaration says."""
    head = _HEAD.match(archetype.__doc__ or "")
    if head is None:
        return f"base of {archetype.name}"
    return f"base of {' '.join(head[1].split())} ({head[2]})"


def _assignment(function: Any, slot: str) -> str | None:
    """The author's line of ``self.SLOT = …`` in a function of an archetype."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    wanted = f"self.{slot} ="
    found = None
    for number in sorted({each for *_, each in code.co_lines() if each}):
        if linecache.getline(code.co_filename, number).strip().startswith(wanted):
            found = author_line(code, number)
    return found
