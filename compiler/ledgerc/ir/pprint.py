"""The IR as text: for ``ledgerc dump ir`` and for golden tests.

Deterministic, one declaration a block, in the order of the catalog; what the author left to a
default is written out. It is read by people and is no input of anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, assert_never

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.print_expressions import (
    print_arguments,
    print_expression,
    print_text,
)
from ledgerc.ir.print_plays import print_play
from ledgerc.ir.print_statements import print_body, print_duration

__all__ = [
    "Printed",
    "print_catalog",
    "print_declaration",
    "print_event_name",
    "print_expression",
    "print_play",
]

_STEP = "  "


Printed: TypeAlias = Mapping[tuple[str, str], str]
"""Declarations as they are printed, by kind and name."""


def print_catalog(catalog: ir.Catalog, known: Printed | None = None) -> str:
    """The whole of ``catalog``; ends with a line end. ``known`` is what need not be printed."""
    known = known or {}
    declared = (
        known.get((kind, each.name)) or print_declaration(each)
        for kind, those in (
            ("effect", catalog.effects),
            ("ability", catalog.abilities),
            ("archetype", catalog.archetypes),
        )
        for each in those
    )
    blocks = (
        "\n".join(_header(catalog)),
        *declared,
        *("\n".join(_formula(each)) for each in catalog.formulas),
        *("\n".join(_routine(each)) for each in catalog.routines),
        "\n".join(map(_ending, catalog.endings)),
    )
    return "\n\n".join(block for block in blocks if block) + "\n"


def print_declaration(declared: ir.Effect | ir.Ability | ir.Archetype) -> str:
    """An effect, ability or archetype."""
    match declared:
        case ir.Effect():
            return "\n".join(_effect(declared))
        case ir.Ability():
            return "\n".join(_ability(declared))
        case ir.Archetype():
            return "\n".join(_archetype(declared))


def print_event_name(event: ir.EventName) -> str:
    """An event as a rule names it."""
    match event:
        case ir.OfKind(kind=name) | ir.OfEvent(event=name):
            return name
        case ir.OfPool(pool=pool, way=way):
            return f"{way.value if way else 'change'} {pool}"
        case ir.OfPhase(started=started):
            return "PhaseStarted" if started else "PhaseEnded"
        case _:
            assert_never(event)


def _optional(word: str, value: Expression | None) -> str:
    return "" if value is None else f" {word} {print_expression(value)}"


def _flag(word: str, held: bool) -> str:
    return f" {word}" if held else ""


def _names(word: str, names: Iterable[str]) -> Iterator[str]:
    listed = " ".join(names)
    if listed:
        yield f"{word} {listed}"


# -- the small declarations -------------------------------------------------------------------


def _header(catalog: ir.Catalog) -> Iterator[str]:
    yield f"catalog {catalog.name}"
    yield from _names("files", catalog.files)
    if catalog.rate is not None:
        yield f"rate {catalog.rate}"
    yield from _names("link", (link.name for link in catalog.links))
    if catalog.allegiance:
        yield f"allegiance {catalog.allegiance}"
    for prop in catalog.props:
        bounds = _optional("min", prop.minimum) + _optional("max", prop.maximum)
        yield f"prop {prop.name}{bounds}{_flag('whole', prop.whole)}"
    for stat in catalog.stats:
        base = "" if stat.base is None else f" = {print_expression(stat.base)}"
        bounds = _optional("min", stat.minimum) + _optional("max", stat.maximum)
        known = _flag("whole", stat.whole) + _flag("integral", stat.integral)
        yield f"stat {stat.name}{base}{bounds}{known}"
    for pool in catalog.pools:
        bounds = _optional("min", pool.minimum) + _optional("max", pool.maximum)
        follows = "" if pool.follows is ir.Follow.NO else f" {pool.follows.value}"
        yield f"pool {pool.name}{bounds}{_flag('whole', pool.whole)}{follows}"
    for kind in catalog.kinds:
        word = "healing" if kind.healing else "damage"
        yield f"{word} {kind.pool} as {kind.name} {kind.way.value}"
    yield from _names("stages", catalog.stages)
    for priority in catalog.priorities:
        yield f"priority {priority.name} {priority.value}"
    yield from _names("tags", catalog.tags)
    for event in catalog.events:
        carried = ", ".join(event.props + event.links)
        yield f"event {event.name}" + (f" with {carried}" if carried else "")
    if catalog.turn_event:
        yield f"turn {catalog.turn_event}"
    for query in catalog.queries:
        bounds = _optional("min", query.minimum) + _optional("max", query.maximum)
        head = f"query {query.name}{_parameters(query.parameters)}{bounds}"
        default = print_expression(query.default)
        yield f"{head}{_flag('whole', query.whole)} default {default}"
    for zone in catalog.zones:
        flags = _flag("hidden", zone.hidden) + _flag("in play", zone.in_play)
        ordered = _flag("ordered", zone.ordered)
        yield f"zone {zone.name}{ordered}{_optional('max', zone.maximum)}{flags}"
    yield from _names("phases", catalog.phases)
    for rename in catalog.renames:
        yield f"renamed {rename.kind} {rename.old} to {rename.new}"
    if catalog.space:
        radius = f" radius {catalog.space.radius}" if catalog.space.radius else ""
        yield f"space {catalog.space.kind.value}{radius}"


def _parameters(parameters: tuple[ir.Parameter, ...]) -> str:
    inner = ", ".join(
        f"{each.name}: {'whole ' if each.whole else ''}{each.type.value}"
        for each in parameters
    )
    return f"({inner})" if inner else ""


def _head(word: str, name: str, template: str | None) -> str:
    return f"{word} {name}" + (f" from {template}" if template else "")


# -- effects ----------------------------------------------------------------------------------


def _effect(effect: ir.Effect) -> Iterator[str]:
    name = effect.name + _parameters(effect.parameters)
    yield _head("effect", name, effect.template)
    for line in _effect_body(effect):
        yield _STEP + line


def _effect_body(effect: ir.Effect) -> Iterator[str]:
    yield from _names("tags", effect.tags)
    yield from map(_modifier, effect.modifiers)
    for aura in effect.auras:
        yield f"aura as ${aura.candidate} on {print_expression(aura.selection)}"
        for modifier in aura.modifiers:
            yield _STEP + _modifier(modifier)
        yield from (_STEP + line for line in _names("tags", aura.tags))
        yield from (_STEP + _held(held) for held in aura.effects)
    if effect.lasts is not None:
        yield f"lasts {_duration(effect.lasts)}"
    yield effect.stacking.value + _optional("max", effect.max_stacks)
    yield from _names("active in", effect.active_in)
    if effect.innate:
        yield "innate"
    for dies in effect.dies:
        yield _dies(dies)
    for repeats in effect.repeats:
        own = " of holder" if repeats.own else ""
        count = print_expression(repeats.count)
        subject = _subject(repeats.subject)
        event = print_event_name(repeats.event)
        yield f"repeats {event}{own} for {subject} {count} {repeats.combine.value}"
    for forbids in effect.forbids:
        what = f"tag {forbids.ability}" if forbids.by_tag else forbids.ability
        reason = print_text(forbids.reason)
        head = f"forbids {what} for {_subject(forbids.subject)}"
        yield f"{head}{_optional('when', forbids.when)} else {reason}"
    for rule in effect.rules:
        yield _rule(rule)
        yield from print_body(rule.body, _STEP)
    for every in effect.every:
        turn = every.seconds is None
        period = "turn" if turn else f"{_optional('', every.seconds).strip()} seconds"
        yield f"{every.number}: every {period}"
        yield from print_body(every.body, _STEP)
    for moment in effect.gained_or_lost:
        yield "on gained" if moment.gained else "on lost"
        yield from print_body(moment.body, _STEP)


def _modifier(modifier: ir.Modifier) -> str:
    amount = print_expression(modifier.amount)
    when = _optional("when", modifier.when)
    return f"{modifier.kind.value} {modifier.stat} {amount}{when}"


def _held(held: ir.HeldEffect) -> str:
    return f"has {held.effect}{print_arguments(held.arguments)}"


def _duration(duration: ir.Duration) -> str:
    if isinstance(duration, ir.LastsUntil):
        events = ", ".join(map(print_event_name, duration.events))
        return f"until {events} of {_subject(duration.subject)}"
    return print_duration(duration)


def _subject(subject: ir.Subject) -> str:
    who = subject.relation.value
    if subject.path is not None:
        who = print_expression(subject.path)
    return who + "".join(f" having {tag}" for tag in subject.having)


def _rule(rule: ir.Rule) -> str:
    events = ", ".join(map(print_event_name, rule.events))
    parts = [f"{rule.number}: {rule.moment.value} {events} of {_subject(rule.subject)}"]
    if rule.by is not None:
        parts.append(f"by {_subject(rule.by)}")
    if rule.stage:
        parts.append(f"at {rule.stage}")
    if rule.together:
        parts.append("together")
    if rule.priority:
        parts.append(f"priority {rule.priority}")
    if rule.when is not None:
        parts.append(f"when {print_expression(rule.when)}")
    return " ".join(parts)


def _dies(dies: ir.Dies) -> str:
    match dies.at:
        case ir.DiesAt.MINIMUM | ir.DiesAt.MAXIMUM:
            how = f"at {dies.at.value} {dies.pool}"
        case ir.DiesAt.CONDITION:
            how = _optional("when", dies.condition).strip()
        case _:
            assert_never(dies.at)
    return f"dies {how} raising {dies.raising}"


# -- abilities, archetypes and the rest -------------------------------------------------------


def _ability(ability: ir.Ability) -> Iterator[str]:
    name = ability.name + _parameters(ability.parameters)
    yield _head("ability", name, ability.template)
    for line in _ability_body(ability):
        yield _STEP + line


def _ability_body(ability: ir.Ability) -> Iterator[str]:
    yield from _names("tags", ability.tags)
    yield from _names("from", ability.from_zones)
    yield from _names("takes", ability.takes)
    yield from _names("during", ability.during)
    if ability.target:
        yield _target(ability.target)
    for requirement in ability.requirements:
        condition = print_expression(requirement.condition)
        yield f"requires {condition} else {print_text(requirement.reason)}"
    for cost in ability.costs:
        place = f"{print_expression(cost.entity)}.{cost.pool}"
        yield f"cost {place} {print_expression(cost.amount)}"
    yield from print_body(ability.body)


def _target(target: ir.Target) -> str:
    count = "" if target.count is None else print_expression(target.count)
    quantity = target.quantity.value.replace("N", count)
    what = target.what.value
    if target.zone:
        what = f"{what} in {target.zone}{_optional('of', target.keeper)}"
    having = "".join(f" having {tag}" for tag in target.having)
    within = _optional("within", target.within)
    where = ""
    if target.condition is not None:
        where = f" as ${target.candidate} where {print_expression(target.condition)}"
    return f"target {quantity} {what}{having}{within}{where}"


def _archetype(archetype: ir.Archetype) -> Iterator[str]:
    word = "single archetype" if archetype.single else "archetype"
    yield _head(word, archetype.name, archetype.template)
    for line in _archetype_body(archetype):
        yield _STEP + line


def _archetype_body(archetype: ir.Archetype) -> Iterator[str]:
    yield from _names("tags", archetype.tags)
    for base in archetype.bases:
        yield f"base {base.stat} {print_expression(base.value)}"
    for pool in archetype.pools:
        yield f"{pool.start.value} {pool.pool}{_optional('=', pool.value)}"
    yield from map(_held, archetype.effects)
    for grant in archetype.grants:
        yield f"grants {grant.ability}{print_arguments(grant.arguments)}"
    if archetype.limit is not None:
        yield f"limit {archetype.limit}"
    if archetype.text is not None:
        yield f"text {print_text(archetype.text)}"


def _formula(formula: ir.Formula) -> Iterator[str]:
    kind = f"{'whole ' if formula.whole else ''}{formula.type.value}"
    head = f"formula {formula.name}{_parameters(formula.parameters)}: {kind}"
    yield f"{head} = {print_expression(formula.value)}"


def _routine(routine: ir.Routine) -> Iterator[str]:
    result = ""
    if routine.result:
        whole = "whole " if routine.result_whole else ""
        result = f": {whole}{routine.result.value}"
    yield f"routine {routine.name}{_parameters(routine.parameters)}{result}"
    yield from print_body(routine.body, _STEP)


def _ending(ending: ir.Ending) -> str:
    condition = print_expression(ending.condition)
    return f"ends when {condition}{_optional('winner', ending.winner)}"
