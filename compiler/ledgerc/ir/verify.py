"""What every later pass may rely on in the IR, checked.

A violated invariant is a fault of the compiler, never of an author: ``sema`` has told authors of
theirs before. The tests of every stage call this; a build does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import CallFormula, Number, ReadStat, RunRoutine
from ledgerc.ir.statements import Do, Way
from ledgerc.ir.types import Type
from ledgerc.ir.verify_effects import verify_effect, verify_parameters
from ledgerc.ir.verify_expressions import (
    verify_arguments,
    verify_effect_reference,
    verify_entity,
    verify_expression,
    verify_number,
)
from ledgerc.ir.verify_scope import Scope, Tables
from ledgerc.ir.verify_statements import verify_body
from ledgerc.ir.walk import nodes_of
from ledgerc.node import replace
from ledgerc.source import Span


class InvariantError(Exception):
    """The IR breaks what later passes rely on; ``problems`` says where and how."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def verify(catalog: ir.Catalog) -> None:
    """Check every invariant of ``catalog``.

    Raises InvariantError with all that is wrong: a reference that does not resolve, a type that
    is not as stated, a name declared or bound twice, rule numbers out of order, a variable that
    is not bound where it is read, a statement where it may not stand.
    """
    tables = Tables(catalog)
    _unique_names(tables)
    _small_declarations(tables)
    for effect in catalog.effects:
        verify_effect(effect, tables)
    for ability in catalog.abilities:
        _ability(ability, tables)
    for archetype in catalog.archetypes:
        _archetype(archetype, tables)
    for routine in catalog.routines:
        _routine(routine, tables)
    for formula in catalog.formulas:
        parameters = verify_parameters(formula.parameters, tables)
        scope = Scope(tables, parameters=parameters)
        verify_expression(formula.value, scope, formula.type)
    for ending in catalog.endings:
        verify_expression(ending.condition, Scope(tables), Type.TRUTH)
        verify_entity(ending.winner, Scope(tables))
    _renames(tables)
    _rule_numbers(tables)
    _no_cycles(tables)
    if tables.problems:
        raise InvariantError(tuple(tables.problems))


# -- the catalog as a whole -------------------------------------------------------------------


def _unique_names(tables: Tables) -> None:
    catalog = tables.catalog
    start = Span(catalog.name, 1, 1, 1, 1)
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("files", catalog.files),
        ("links, stats and pools", _fields(catalog)),
        ("props", (each.name for each in catalog.props)),
        ("events, damages and healings", _events(catalog)),
        ("stages", catalog.stages),
        ("priorities", (each.name for each in catalog.priorities)),
        ("queries and formulas", _functions(catalog)),
        ("zones", (each.name for each in catalog.zones)),
        ("phases", catalog.phases),
        ("tags and effects", (*catalog.tags, *(e.name for e in catalog.effects))),
        ("tags and abilities", (*catalog.tags, *(a.name for a in catalog.abilities))),
        ("archetypes", (each.name for each in catalog.archetypes)),
        ("routines", (each.name for each in catalog.routines)),
    )
    for what, names in kinds:
        seen: set[str] = set()
        for name in names:
            if name in seen:
                tables.problem(start, f"{name!r} is twice among the {what}")
            seen.add(name)
    if not catalog.files or catalog.files[0] != catalog.name:
        tables.problem(start, "the root file is not the first of the files")


def _renames(tables: Tables) -> None:
    """Each old name once a kind; what it is now is checked where saves are read."""
    seen: set[tuple[str, str]] = set()
    for each in tables.catalog.renames:
        if (each.kind, each.old) in seen:
            tables.problem(each.span, f"the {each.kind} {each.old} is renamed twice")
        seen.add((each.kind, each.old))


def _fields(catalog: ir.Catalog) -> Iterator[str]:
    yield from (each.name for each in catalog.links)
    yield from (each.name for each in catalog.stats)
    yield from (each.name for each in catalog.pools)


def _events(catalog: ir.Catalog) -> Iterator[str]:
    yield from (each.name for each in catalog.events)
    yield from (each.name for each in catalog.kinds)


def _functions(catalog: ir.Catalog) -> Iterator[str]:
    yield from (each.name for each in catalog.queries)
    yield from (each.name for each in catalog.formulas)


def _small_declarations(tables: Tables) -> None:
    catalog = tables.catalog
    start = Span(catalog.name, 1, 1, 1, 1)
    of_holder = Scope(tables, holder=True)
    constant = Scope(tables)
    if catalog.rate is not None and catalog.rate < 1:
        tables.problem(start, "the rate is below 1")
    if catalog.allegiance is not None:
        tables.known(start, "link", catalog.allegiance, tables.links)
    if catalog.turn_event is not None:
        tables.known(start, "event", catalog.turn_event, tables.events)
    for prop in catalog.props:
        for bound in (prop.minimum, prop.maximum):
            if bound is not None and not isinstance(bound, Number):
                tables.problem(prop.span, f"a bound of {prop.name!r} is no constant")
    for stat in catalog.stats:
        for part in (stat.base, stat.minimum, stat.maximum):
            verify_number(part, of_holder)
    for pool in catalog.pools:
        verify_number(pool.minimum, of_holder)
        verify_number(pool.maximum, of_holder)
        if pool.follows is not ir.Follow.NO and pool.maximum is None:
            tables.problem(pool.span, f"{pool.name!r} follows no maximum")
    for kind in catalog.kinds:
        tables.known(kind.span, "pool", kind.pool, catalog.pool)
        if kind.way not in (Way.LOWER, Way.RAISE):
            tables.problem(kind.span, f"{kind.name!r} neither lowers nor raises")
    for event in catalog.events:
        for name in event.props:
            tables.known(event.span, "prop", name, tables.props)
        for name in event.links:
            tables.known(event.span, "link", name, tables.links)
    for query in catalog.queries:
        for part in (query.minimum, query.maximum, query.default):
            verify_number(part, constant)
    for zone in catalog.zones:
        verify_number(zone.maximum, of_holder)
    if catalog.space is not None and catalog.space.radius is not None:
        tables.known(catalog.space.span, "stat", catalog.space.radius, tables.stats)


def _rule_numbers(tables: Tables) -> None:
    last = -1
    numbers: set[int] = set()
    for effect in tables.catalog.effects:
        for rule in effect.rules:
            if rule.number <= last:
                tables.problem(rule.span, f"rule {rule.number} comes after rule {last}")
            last = rule.number
        numbered: tuple[ir.Rule | ir.Every, ...] = (*effect.rules, *effect.every)
        for each in numbered:
            if each.number in numbers:
                tables.problem(each.span, f"the number {each.number} is given twice")
            numbers.add(each.number)


def _no_cycles(tables: Tables) -> None:
    catalog = tables.catalog
    routines = {
        routine.name: (
            *(each.routine for each in nodes_of(routine.body, Do)),
            *(each.routine for each in nodes_of(routine.body, RunRoutine)),
        )
        for routine in catalog.routines
    }
    formulas = {
        formula.name: tuple(
            each.formula for each in nodes_of(formula.value, CallFormula)
        )
        for formula in catalog.formulas
    }
    stats = {
        stat.name: tuple(each.stat for each in nodes_of(stat.base, ReadStat))
        for stat in catalog.stats
    }
    start = Span(catalog.name, 1, 1, 1, 1)
    for what, edges in (("routine", routines), ("formula", formulas), ("stat", stats)):
        for name in edges:
            if name in _reached(edges, name):
                tables.problem(start, f"{what} {name!r} is defined by itself")


def _reached(edges: dict[str, tuple[str, ...]], start: str) -> set[str]:
    """What is reached from ``start`` by one edge or more."""
    reached: set[str] = set()
    waiting = list(edges[start])
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(edges.get(name, ()))
    return reached


# -- abilities, archetypes, routines ----------------------------------------------------------


def _ability(ability: ir.Ability, tables: Tables) -> None:
    catalog = tables.catalog
    verify_parameters(ability.parameters, tables)
    for tag in ability.tags:
        tables.known(ability.span, "tag", tag, catalog.tags)
    for zone in ability.from_zones:
        tables.known(ability.span, "zone", zone, tables.zones)
    for prop in ability.takes:
        tables.known(ability.span, "prop", prop, tables.props)
    for phase in ability.during:
        tables.known(ability.span, "phase", phase, catalog.phases)
    if ability.target is not None:
        _target(ability.target, ability, tables)
    scope = Scope(tables, holder=True, ability=ability, event=True, settles=True)
    for requirement in ability.requirements:
        verify_expression(requirement.condition, scope, Type.TRUTH)
    for cost in ability.costs:
        verify_entity(cost.entity, scope)
        tables.known(cost.span, "pool", cost.pool, catalog.pool)
        verify_number(cost.amount, scope)
    verify_body(ability.body, scope)


def _target(target: ir.Target, ability: ir.Ability, tables: Tables) -> None:
    # The targets are not chosen yet while the line that says what they may be is read.
    without = Scope(tables, holder=True, event=True)
    without.ability = replace(ability, target=None)
    verify_number(target.count, without)
    counted = target.quantity in (ir.Quantity.EXACTLY, ir.Quantity.UP_TO)
    if counted is (target.count is None):
        tables.problem(target.span, "a number of targets that is not said, or idle")
    if target.zone is not None:
        tables.known(target.span, "zone", target.zone, tables.zones)
    if (target.what is ir.Choosable.CARD) is (target.zone is None):
        tables.problem(target.span, "a card in no zone, or a zone without cards")
    verify_entity(target.keeper, without)
    for tag in target.having:
        tables.known(target.span, "tag", tag, tables.catalog.tags)
    verify_number(target.within, without)
    if target.condition is not None:
        with without.candidate(target.span, target.candidate):
            verify_expression(target.condition, without, Type.TRUTH)


def _archetype(archetype: ir.Archetype, tables: Tables) -> None:
    catalog = tables.catalog
    scope = Scope(tables, holder=True)
    for tag in archetype.tags:
        tables.known(archetype.span, "tag", tag, catalog.tags)
    for base in archetype.bases:
        tables.known(base.span, "stat", base.stat, tables.stats)
        verify_number(base.value, scope)
    for start in archetype.pools:
        tables.known(start.span, "pool", start.pool, catalog.pool)
        verify_number(start.value, scope)
        if (start.start is ir.Start.AT) is (start.value is None):
            tables.problem(start.span, "a start without its value, or with an idle one")
    for held in archetype.effects:
        verify_effect_reference(held.effect, held.arguments, scope, held.span)
    for grant in archetype.grants:
        if tables.known(grant.span, "ability", grant.ability, catalog.ability):
            parameters = catalog.ability[grant.ability].parameters
            verify_arguments(grant.arguments, parameters, scope, grant.span)


def _routine(routine: ir.Routine, tables: Tables) -> None:
    parameters = verify_parameters(routine.parameters, tables)
    scope = Scope(tables, parameters=parameters, settles=True, result=routine)
    verify_body(routine.body, scope)
