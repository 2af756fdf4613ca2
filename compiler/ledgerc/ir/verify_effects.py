"""Invariants of effects: modifiers, auras, the events and subjects of rules."""

from __future__ import annotations

from typing import assert_never

from ledgerc.ir import catalog as ir
from ledgerc.ir.statements import Way
from ledgerc.ir.types import Type
from ledgerc.ir.verify_expressions import (
    verify_ability_reference,
    verify_effect_reference,
    verify_entity,
    verify_expression,
    verify_number,
)
from ledgerc.ir.verify_scope import Scope, Tables
from ledgerc.ir.verify_statements import verify_body, verify_duration
from ledgerc.source import Span


def verify_parameters(
    parameters: tuple[ir.Parameter, ...], tables: Tables
) -> dict[str, ir.Parameter]:
    """Parameters by name; none may be there twice."""
    by_name: dict[str, ir.Parameter] = {}
    for parameter in parameters:
        if parameter.name in by_name:
            tables.problem(parameter.span, f"{parameter.name!r} is a parameter twice")
        by_name[parameter.name] = parameter
    return by_name


def verify_effect(effect: ir.Effect, tables: Tables) -> None:
    """Check all that an effect holds."""
    catalog = tables.catalog
    verify_parameters(effect.parameters, tables)
    for tag in effect.tags:
        tables.known(effect.span, "tag", tag, catalog.tags)
    for zone in effect.active_in:
        tables.known(effect.span, "zone", zone, tables.zones)
    scope = Scope(tables, holder=True, effect=effect)
    for modifier in effect.modifiers:
        _modifier(modifier, scope)
    for aura in effect.auras:
        _aura(aura, scope)
    if isinstance(effect.lasts, ir.LastsUntil):
        _subject(effect.lasts.subject, scope)
        for event in effect.lasts.events:
            _event_name(event, effect.lasts.span, tables)
    elif effect.lasts is not None:
        verify_duration(effect.lasts, scope)
    verify_number(effect.max_stacks, scope)
    if effect.max_stacks is not None and effect.stacking is not ir.Stacking.STACKS:
        tables.problem(effect.span, f"{effect.name!r} has a limit but does not stack")
    for rule in effect.rules:
        _rule(rule, effect, tables)
    for every in effect.every:
        verify_number(every.seconds, scope)
        if every.seconds is not None and catalog.rate is None:
            tables.problem(every.span, "seconds without a rate")
        if every.seconds is None and catalog.turn_event is None:
            tables.problem(every.span, "turns without a turn event")
        verify_body(every.body, Scope(tables, holder=True, effect=effect))
    for moment in effect.gained_or_lost:
        verify_body(moment.body, Scope(tables, holder=True, effect=effect))
    for dies in effect.dies:
        _dies(dies, scope)
    for repeats in effect.repeats:
        _event_name(repeats.event, repeats.span, tables)
        _subject(repeats.subject, scope)
        verify_number(repeats.count, scope)
    for forbids in effect.forbids:
        verify_ability_reference(forbids.ability, forbids.by_tag, forbids.span, tables)
        _subject(forbids.subject, scope)
        if forbids.when is not None:
            verify_expression(forbids.when, scope, Type.TRUTH)


def _modifier(modifier: ir.Modifier, scope: Scope) -> None:
    scope.tables.known(modifier.span, "stat", modifier.stat, scope.tables.stats)
    verify_number(modifier.amount, scope)
    if modifier.when is not None:
        verify_expression(modifier.when, scope, Type.TRUTH)


def _aura(aura: ir.Aura, scope: Scope) -> None:
    tables = scope.tables
    verify_expression(aura.selection, scope, Type.SELECTION)
    for tag in aura.tags:
        tables.known(aura.span, "tag", tag, tables.catalog.tags)
    with scope.candidate(aura.span, aura.candidate):
        for modifier in aura.modifiers:
            _modifier(modifier, scope)
        for held in aura.effects:
            verify_effect_reference(held.effect, held.arguments, scope, held.span)


def _event_name(event: ir.EventName, span: Span, tables: Tables) -> None:
    match event:
        case ir.OfKind(kind=kind):
            tables.known(span, "damage or healing", kind, tables.catalog.kind)
        case ir.OfEvent(event=name):
            tables.known(span, "event", name, tables.events)
        case ir.OfPool(pool=pool, way=way):
            tables.known(span, "pool", pool, tables.catalog.pool)
            if way in (Way.LOWER, Way.RAISE):
                tables.problem(span, f"a rule answers the way {way.value!r}")
        case ir.OfPhase():
            if not tables.catalog.phases:
                tables.problem(span, "a rule answers phases, and there are none")
        case _:
            assert_never(event)


def _subject(subject: ir.Subject, scope: Scope) -> None:
    tables = scope.tables
    if (subject.relation is ir.Relation.PATH) is (subject.path is None):
        tables.problem(subject.span, "a path without its relation, or without a path")
    verify_entity(subject.path, scope)
    for tag in subject.having:
        tables.known(subject.span, "tag", tag, tables.catalog.tags)


def _rule(rule: ir.Rule, effect: ir.Effect, tables: Tables) -> None:
    before = rule.moment is ir.Moment.BEFORE
    scope = Scope(tables, holder=True, effect=effect, event=True, before=before)
    if not rule.events:
        tables.problem(rule.span, "a rule that answers no event")
    for event in rule.events:
        _event_name(event, rule.span, tables)
    _subject(rule.subject, scope)
    if rule.by is not None:
        _subject(rule.by, scope)
    if rule.stage is not None:
        tables.known(rule.span, "stage", rule.stage, tables.catalog.stages)
        if not before:
            tables.problem(rule.span, "an after rule at a stage")
    if rule.priority is not None:
        tables.known(rule.span, "priority", rule.priority, tables.priorities)
    if before and (rule.together or rule.priority is not None):
        tables.problem(rule.span, "a before rule with a priority or together")
    if rule.when is not None:
        verify_expression(rule.when, scope, Type.TRUTH)
    verify_body(rule.body, scope)


def _dies(dies: ir.Dies, scope: Scope) -> None:
    tables = scope.tables
    tables.known(dies.span, "event", dies.raising, tables.events)
    by_condition = dies.at is ir.DiesAt.CONDITION
    if by_condition is (dies.condition is None) or by_condition is not (
        dies.pool is None
    ):
        tables.problem(dies.span, "a dies needs either a pool or a condition")
    if dies.pool is not None:
        tables.known(dies.span, "pool", dies.pool, tables.catalog.pool)
    if dies.condition is not None:
        verify_expression(dies.condition, scope, Type.TRUTH)
