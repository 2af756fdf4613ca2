"""Whole rules: one that is not there, one that acts at another moment, stage or priority."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.expressions import ReadEvent
from ledgerc.ir.expressions.reading import EventField
from ledgerc.ir.verify_effects import verify_effect
from ledgerc.ir.verify_scope import Tables
from ledgerc.ir.walk import nodes_of
from ledgerc.mutation.model import Change, Operator, Touch
from ledgerc.mutation.operators.places import Placed
from ledgerc.mutation.rewriting import rewrite
from ledgerc.node import replace

_GOES = "can go"


def dropped(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """What an effect does, left out: a rule, a beat, a death, a modifier, an aura and so on."""
    node = place.node
    match node:
        case ir.Rule():
            subject = "rule"
        case ir.Every():
            subject = "`every`"
        case ir.OnGainedOrLost(gained=gained):
            subject = "`on gained`" if gained else "`on lost`"
        case ir.Dies():
            subject = "`dies`"
        case ir.Repeats():
            subject = "`repeats`"
        case ir.Forbids():
            subject = "`forbids`"
        case ir.Aura():
            subject = "aura"
        case ir.Modifier(kind=kind):
            aura = place.above[-1]
            if isinstance(aura, ir.Aura) and _is_all_there_is(aura):
                return
            subject = f"`{kind.value}`"
        case ir.Requirement():
            subject = "`requires`"
        case _:
            return
    yield Change(Operator.DROP, subject, node.span, _GOES, ((node, None),), place.touch)


def _is_all_there_is(aura: ir.Aura) -> bool:
    """Whether an aura with one modifier gives nothing else: then it is dropped as a whole."""
    return len(aura.modifiers) == 1 and not aura.tags and not aura.effects


# -- before and after -------------------------------------------------------------------------

_BEFORE_ONLY = (
    statements.Prevent,
    statements.Redirect,
    statements.SetAmount,
    statements.Absorb,
)


def swapped(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """A before rule as an after rule, or the other way round, where the language allows both."""
    rule = place.node
    if not isinstance(rule, ir.Rule):
        return
    if rule.moment is ir.Moment.BEFORE:
        if any(any(nodes_of(rule.body, kind)) for kind in _BEFORE_ONLY):
            return
        new = replace(rule, moment=ir.Moment.AFTER, stage=None)
        says = "can be an `after` rule"
    else:
        if _reads_what_was_done(rule):
            return
        new = replace(rule, moment=ir.Moment.BEFORE, priority=None, together=False)
        says = "can be a `before` rule"
    edits = ((rule, new),)
    effect = place.above[-1]
    assert isinstance(effect, ir.Effect)
    if _problems(rewrite(effect, edits), catalog) != _problems(effect, catalog):
        return
    touch = Touch(place.touch.effect)
    yield Change(Operator.SWAP, "rule", rule.span, says, edits, touch)


def _problems(effect: ir.Effect, catalog: ir.Catalog) -> list[str]:
    """What an effect may not be or say."""
    tables = Tables(catalog)
    verify_effect(effect, tables)
    return tables.problems


def _reads_what_was_done(rule: ir.Rule) -> bool:
    """Whether a rule asks how much a change came to, which before rules may not."""
    return any(
        each.field_ in (EventField.APPLIED, EventField.ABSORBED)
        for each in nodes_of((rule.when, rule.body), ReadEvent)
    )


# -- stages and priorities --------------------------------------------------------------------


def reordered(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """A before rule's stage, an after rule's or a hit's priority, one up or down, if it has one.

    Only where something else stands at the old or the new place: the order is the same else.
    """
    match place.node:
        case ir.Rule(moment=ir.Moment.BEFORE) as rule if rule.stage is not None:
            yield from _restaged(rule, place, catalog)
        case ir.Rule(moment=ir.Moment.AFTER) as rule if rule.priority is not None:
            for name, says in _next_priorities(rule.priority, catalog):
                new = replace(rule, priority=name)
                touch = Touch(place.touch.effect)
                yield Change(
                    Operator.ORDER, "rule", rule.span, says, ((rule, new),), touch
                )
        case statements.Deal(priority=priority) as deal if priority is not None:
            subject = "`heal`" if catalog.kind[deal.kind].healing else "`deal`"
            for name, says in _next_priorities(priority, catalog):
                edit = (deal, replace(deal, priority=name))
                yield Change(
                    Operator.ORDER, subject, deal.span, says, (edit,), place.touch
                )
        case _:
            return


def _restaged(rule: ir.Rule, place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    stages = (None, *catalog.stages)
    at = stages.index(rule.stage)
    others = [
        (stages.index(other.stage), other.number)
        for effect in catalog.effects
        for other in effect.rules
        if other.moment is ir.Moment.BEFORE
        and other.number != rule.number
        and _heard(other, catalog) & _heard(rule, catalog)
    ]

    def earlier(stage: int) -> list[bool]:
        return [each < (stage, rule.number) for each in others]

    for new in (at - 1, at + 1):
        if not 0 <= new < len(stages) or earlier(new) == earlier(at):
            continue
        name = stages[new]
        says = "can be at no stage" if name is None else f"can be at stage `{name}`"
        edit = (rule, replace(rule, stage=name))
        touch = Touch(place.touch.effect)
        yield Change(Operator.ORDER, "rule", rule.span, says, (edit,), touch)


def _heard(rule: ir.Rule, catalog: ir.Catalog) -> frozenset[str]:
    """The pipelines that a rule stands in."""
    return frozenset(_pipeline(event, catalog) for event in rule.events)


def _pipeline(event: ir.EventName, catalog: ir.Catalog) -> str:
    match event:
        case ir.OfKind(kind=kind):
            return catalog.kind[kind].pool
        case ir.OfPool(pool=pool):
            return pool
        case ir.OfEvent(event=name):
            return name
        case ir.OfPhase(started=started):
            return "PhaseStarted" if started else "PhaseEnded"


def _next_priorities(
    priority: str | None, catalog: ir.Catalog
) -> Iterator[tuple[str | None, str]]:
    """The next higher and the next lower priority that the catalog names, or none (which is 0)."""
    values: dict[str | None, int] = {None: 0}
    values.update((each.name, each.value) for each in catalog.priorities)
    now = values[priority]
    used = [values[each] for each in _priorities_used(catalog)]
    for above in (True, False):
        beyond = [v for v in values.values() if (v > now if above else v < now)]
        if not beyond:
            continue
        value = min(beyond) if above else max(beyond)
        if used.count(now) + used.count(value) < 2:
            continue
        name = next(each for each, known in values.items() if known == value)
        yield name, (
            "can lose its priority" if name is None else f"can have priority `{name}`"
        )


def _priorities_used(catalog: ir.Catalog) -> Iterator[str | None]:
    """The priority of each after rule and beat, and of each hit that names one."""
    for effect in catalog.effects:
        for rule in effect.rules:
            if rule.moment is ir.Moment.AFTER:
                yield rule.priority
        yield from (None for _ in effect.every)
    for deal in nodes_of(catalog, statements.Deal):
        if deal.priority is not None:
            yield deal.priority
