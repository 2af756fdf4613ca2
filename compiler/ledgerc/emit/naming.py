"""Makes all identifiers of one catalog's module; the scheme stands in ``names``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from ledgerc.emit.identifiers import (
    FUNCTION_NAMES,
    PHASE_EVENTS,
    TEMPLATE_NAMES,
    Allocator,
    identifier_of,
    python_names,
    reserved_names,
)
from ledgerc.emit.names import AuraNames, Names, Renamed, RuleNames
from ledgerc.emit.runtime_words import command_words, members_of
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions, statements
from ledgerc.ir.print_expressions import print_expression


def name_catalog(catalog: ir.Catalog) -> Names:
    """Make all identifiers of the module of ``catalog``."""
    names = Names(module=Allocator(reserved_names()))
    _name_bare(catalog, names)
    _name_prefixed(catalog, names)
    _name_attributes(catalog, names)
    _name_members(catalog, names)
    _name_numbers(catalog, names)
    return names


def _name_bare(catalog: ir.Catalog, names: Names) -> None:
    """What has its own name at module level, in order of precedence."""
    events = [
        *(each.name for each in catalog.events),
        *(each.name for each in catalog.kinds),
        *(PHASE_EVENTS if catalog.phases else ()),
    ]
    kinds: tuple[tuple[str, str, dict[str, str], Iterable[str]], ...] = (
        (
            "archetype",
            "Archetype",
            names.archetype,
            (each.name for each in catalog.archetypes),
        ),
        (
            "ability",
            "Ability",
            names.ability,
            (each.name for each in catalog.abilities),
        ),
        ("effect", "Effect", names.effect, (each.name for each in catalog.effects)),
        ("event", "Event", names.event, events),
        ("formula", "Formula", names.formula, (each.name for each in catalog.formulas)),
        ("routine", "Routine", names.routine, (each.name for each in catalog.routines)),
    )
    reserved = reserved_names()
    for kind, suffix, table, declared in kinds:
        for name in declared:
            wanted = identifier_of(name)
            own = "" if wanted in reserved else suffix
            identifier = names.module.allocate(wanted, own)
            table[name] = identifier
            if identifier != name:
                changes = table is names.event and name in catalog.kind
                said = _kind_of_change(catalog.kind[name]) if changes else kind
                names.renamed.append(Renamed(said, name, identifier))


def _kind_of_change(kind: ir.ChangeKind) -> str:
    return "healing" if kind.healing else "damage"


def _name_prefixed(catalog: ir.Catalog, names: Names) -> None:
    def fill(table: dict[str, str], prefix: str, declared: Iterable[str]) -> None:
        for name in declared:
            table[name] = names.module.allocate(f"{prefix}_{identifier_of(name)}")

    pools = [each.name for each in catalog.pools]
    piped = [*pools, *(each.name for each in catalog.events)]
    if catalog.phases:
        piped += PHASE_EVENTS
    fill(names.tag, "tag", catalog.tags)
    fill(names.holds, "holds", (each.name for each in catalog.effects))
    fill(names.has, "has", pools)
    fill(names.set_pool, "set", pools)
    fill(names.gain_pool, "gain", pools)
    fill(names.spend_pool, "spend", pools)
    fill(names.priority, "priority", (each.name for each in catalog.priorities))
    fill(names.before, "before", piped)
    fill(names.change, "change", pools)
    fill(names.answers, "answers", piped)


def _name_attributes(catalog: ir.Catalog, names: Names) -> None:
    reserved = python_names() | frozenset(TEMPLATE_NAMES) | command_words()
    of_entity = Allocator(reserved | members_of("Entity"))
    stats = [each.name for each in catalog.stats]
    links = [each.name for each in catalog.links]
    kinds = (
        ("stat", stats),
        ("pool", [each.name for each in catalog.pools]),
        ("link", links),
    )
    names.attribute |= of_entity.allocate_all(
        name for _, declared in kinds for name in declared
    )
    for kind, declared in kinds:
        for name in declared:
            if names.attribute[name] != name:
                names.renamed.append(Renamed(kind, name, names.attribute[name]))
    for name in stats:
        names.base[name] = of_entity.allocate(f"base_{name}")
    for name in stats:
        names.reckon[name] = of_entity.allocate(f"reckon_{name}")
    for pool in catalog.pools:
        if pool.follows is not ir.Follow.NO:
            names.top[pool.name] = of_entity.allocate(f"top_{pool.name}")
    of_event = Allocator(reserved | members_of("Event") | members_of("Order"))
    raised = {name for event in catalog.events for name in event.links}
    carried = (each for each in links if each in raised)
    names.carried |= of_event.allocate_all(
        (*(each.name for each in catalog.props), *carried)
    )
    for name, slot in names.carried.items():
        if slot != name:
            names.renamed.append(Renamed("carried", name, slot))


def _name_members(catalog: ir.Catalog, names: Names) -> None:
    reserved = python_names() | frozenset(TEMPLATE_NAMES) | frozenset(FUNCTION_NAMES)
    bare = (
        names.public()
    )  # a member of that name would hide it in the rest of its class
    shared = reserved.union(members_of("Effect"), bare)
    for effect in catalog.effects:
        of_effect = Allocator((), shared)
        for parameter in effect.parameters:
            names.effect_member[effect.name, parameter.name] = of_effect.allocate(
                parameter.name
            )
        for rule in effect.rules:
            names.rule[rule.number] = _rule_names(
                names, effect, rule.moment.value, _heard(rule), of_effect
            )
        for every in effect.every:
            wanted = _period_words(every)
            names.every[every.number] = _rule_names(
                names, effect, "every", wanted, of_effect
            )
        for place in range(len(effect.auras)):
            words = ("aura_selects", "aura_lends", "aura_gives")
            names.aura[effect.name, place] = AuraNames(*map(of_effect.allocate, words))
    shared = reserved.union(members_of("Ability"), bare)
    for ability in catalog.abilities:
        of_ability = Allocator((), shared)
        for parameter in ability.parameters:
            names.ability_member[ability.name, parameter.name] = of_ability.allocate(
                parameter.name
            )


def _rule_names(
    names: Names, effect: ir.Effect, moment: str, wanted: str, of_effect: Allocator
) -> RuleNames:
    """``after_Damage``, ``when_Damage``, ``X_answers_Damage``; a number where one is taken."""
    number = 1
    while True:
        end = wanted if number == 1 else f"{wanted}_{number}"
        members = (f"{moment}_{end}", f"when_{end}")
        if of_effect.are_free(members):
            act, when = map(of_effect.allocate, members)
            answer = f"{names.effect[effect.name]}_answers_{end}"
            return RuleNames(act, when, names.module.allocate(answer))
        number += 1


def _heard(rule: ir.Rule) -> str:
    """What a rule hears, as a part of a name: ``Damage_or_Fire_of_enemy``."""
    events = "_or_".join(identifier_of(event_words(each)) for each in rule.events)
    if all(isinstance(each, ir.OfPhase) for each in rule.events):
        return events
    match rule.subject.relation:
        case ir.Relation.HOLDER:
            return events
        case ir.Relation.PATH:
            path = rule.subject.path
            last = path.link if isinstance(path, expressions.ReadLink) else "another"
            return f"{events}_of_{identifier_of(last)}"
        case relation:
            return f"{events}_of_{identifier_of(relation.value)}"


def _period_words(every: ir.Every) -> str:
    """``turn``, ``0_5_seconds``; a reckoned period has no number."""
    if every.seconds is None:
        return "turn"
    if not isinstance(every.seconds, expressions.Number):
        return "so_often"
    number = identifier_of(print_expression(every.seconds)).removeprefix("n_")
    return f"{number}_second" if number == "1" else f"{number}_seconds"


def event_words(event: ir.EventName) -> str:
    """An event as a rule names it: ``Damage``, ``gain Fury``, ``PhaseStarted``."""
    match event:
        case ir.OfKind(kind=name) | ir.OfEvent(event=name):
            return name
        case ir.OfPool(pool=pool, way=way):
            return f"{'change' if way is None else way.value} {pool}"
        case ir.OfPhase(started=started):
            return "PhaseStarted" if started else "PhaseEnded"


def _name_numbers(catalog: ir.Catalog, names: Names) -> None:
    uses = Counter(each.value for each in catalog.exact_numbers())
    # Seconds that are written out become a number of ticks.
    periods = [
        *(each.count for each in catalog.all_of(statements.Seconds)),
        *(each.seconds for each in catalog.all_of(ir.Every)),
    ]
    uses.subtract(
        each.value for each in periods if isinstance(each, expressions.Number)
    )
    values = [each for each in uses if isinstance(each, Fraction) and uses[each] > 0]
    for value in sorted(values):
        names.number[abs(value)] = ""
    for value in names.number:
        names.number[value] = names.module.allocate(_number_name(value))


def _number_name(value: Fraction) -> str:
    """``decimal_0_57`` where the decimals end, else ``fraction_1_3``."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"fraction_{value.numerator}_{value.denominator}"
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole, part = divmod(int(value * 10**digits), 10**digits)
    return f"decimal_{whole}_{part:0{digits}d}"
