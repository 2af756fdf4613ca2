"""How a pool or a stat came to its value."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from typing import Any

from ledger_runtime.entity import Entity
from ledger_runtime.entries import Before, Chose, Prevented, Rolled
from ledger_runtime.event import Event
from ledger_runtime.explaining.explanation import PASSED_OVER, Explanation, Reason
from ledger_runtime.explaining.source import lines_of, rules_of
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
    slot = world.catalog.stats.get(name)
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
        place = _assignment(entity.archetype.set_pools, pool.slot)
        started = f"start of {entity.archetype.name}"
        told.append(Reason("start", started, place, after=after))
    yield from reversed(told)


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
    """One event: who caused it, the dice before it, the rules that it met, what came of it."""
    reasons = list(_chances(world, event))
    met = list(_met(world, event, recorder))
    reasons += met
    left = event.amount - event.absorbed
    if not event.prevented and not event.kind.sets and event.applied != left:
        kept = f"bounds let it change by {field_text(event.applied)} of {field_text(left)}"
        reasons.append(Reason("bounds", kept))
    cause = event.cause
    place = cause.rule_place() if cause is not None else None
    text = entry.text()
    if place is not None:
        text = f"{text}, from {field_text(tuple(_source(cause)))}"
    return Reason("event", text, place, before, after, reasons=tuple(reasons))


def _source(cause: Entry | None) -> Iterator[object]:
    """Whose rule is at work, and the effect that bears it."""
    if cause is not None:
        holder, *effect = cause.fields()[:2]
        yield f"{field_text(holder)}'s {' '.join(map(field_text, effect))}"


def _chances(world: Any, event: Event[Any]) -> Iterator[Reason]:
    """Dice and choices of whatever caused an event, since what it caused before."""
    since: list[Entry] = []
    for each in world.log.entries:
        if each is event:
            break
        if each.cause is event.cause:
            if isinstance(each, Rolled | Chose):
                since.append(each)
            elif isinstance(each, Event):
                since.clear()
    for each in since:
        kind = "die" if isinstance(each, Rolled) else "choice"
        place = each.cause.rule_place() if each.cause is not None else None
        yield Reason(kind, each.text(), place)


def _met(world: Any, event: Event[Any], recorder: Recorder | None) -> Iterator[Reason]:
    """The before rules that an event met, as watched, or else as logged."""
    calls = recorder.calls_of(event, "before_") if recorder is not None else []
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
        tests = [each for each in ran if lines_of(code.co_filename)[each.number].reads]
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
        elif len(ran) > 2:  # past the masks and into the holders: its condition was looked at
            yield Reason(PASSED_OVER, rule.text, rule.place, held=False, saw=saw)


def _is_acting(code: Any, number: int) -> bool:
    return "w.acting(" in linecache.getline(code.co_filename, number)


# -- stats ----------------------------------------------------------------------------------------


def _stat(entity: Entity, slot: str) -> tuple[Number, tuple[Reason, ...]]:
    """The base, then each modifier in the order in which it counts, and the bounds."""
    archetype = entity.archetype
    member = getattr(type(entity), slot, None)
    if not isinstance(member, property):
        place = _assignment(archetype.set_bases, slot)
        value = getattr(entity, slot)
        return value, (Reason("base", f"base of {archetype.name}", place, after=value),)
    assert member.fget is not None
    value, lines = watch(member.fget, entity, local="value")
    code = member.fget.__code__
    known = lines_of(code.co_filename)
    reasons: list[Reason] = []
    base_slot = f"base_{slot}"
    reckoned: object = None
    for ran in lines:
        line = known.get(ran.number)
        if line is None:
            continue
        place = author_line(code, ran.number)
        if not reasons and ran.after is not None and ran.before is None:
            if base_slot in entity.number_slots:
                place = _assignment(archetype.set_bases, base_slot)
            text = f"base of {archetype.name}"
            reasons.append(Reason("base", text, place, after=ran.after, saw=ran.saw))
            reckoned = ran.after
        elif line.operator and not line.effect:
            reasons.append(Reason("bounds", "bounds", place, ran.before, ran.after))
            reckoned = ran.after
        elif line.operator:
            who = "an aura" if line.effect == "lent" else line.effect
            text = f"{who} {line.operator}"
            where = None if line.effect == "lent" else place
            reasons.append(
                Reason("modifier", text, where, ran.before, ran.after, saw=ran.saw)
            )
            reckoned = ran.after
        elif line.reads and line.effect and line.effect != "lent":
            reasons.append(
                Reason(PASSED_OVER, f"{line.effect}", place, held=False, saw=ran.saw)
            )
    reasons = _without_met(reasons)
    if not reasons:
        text = "reckoned" if archetype.name else "base"
        saw = tuple(pair for ran in lines for pair in ran.saw)
        place = author_line(code, lines[0].number) if lines else None
        reasons.append(Reason("base", text, place, after=value, saw=saw))
    elif reckoned != value:
        reasons.append(Reason("bounds", "rounded down, as it is whole", None, reckoned, value))
    return value, tuple(reasons)


def _without_met(reasons: list[Reason]) -> list[Reason]:
    """Conditions whose modifier then counted are told with it, not as passed over."""
    kept: list[Reason] = []
    for number, reason in enumerate(reasons):
        following = reasons[number + 1] if number + 1 < len(reasons) else None
        if (
            reason.kind == PASSED_OVER
            and following is not None
            and following.kind == "modifier"
            and following.place == reason.place
        ):
            continue
        kept.append(reason)
    return kept


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
