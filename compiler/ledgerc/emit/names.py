"""Every Python identifier of generated code is made here, and nowhere else.

**At module level.** An archetype, ability, effect, event or kind of change, formula and routine
has its own name. Where two kinds share one (guard's ability ``Attack`` and an event
``Attack``), the first in this order keeps it and the others get a suffix: archetype,
``…Ability``, ``…Effect``, ``…Event``, ``…Formula``, ``…Routine``. A name that Python,
the runtime or the module itself needs gets a trailing underscore (``class_``, ``print_``,
``World_``). What has a prefix:

======================================  ==========================================================
``tag_Guard``                           the bit of a tag
``holds_Shielded``                      the bit of an effect
``has_Health``                          the bit of a pool
``set_Health gain_Health spend_Health`` the events of a pool's changes by statement
``before_X change_X answers_X``         the pipeline of a pool or an event
``decimal_0_57 fraction_1_3``           an exact number that is no integer
======================================  ==========================================================

**Attributes.** A stat, pool or link is an attribute of its name of ``Entity``, a prop or link one
of ``Event`` and ``Order``, a parameter one of its effect or ability; a reserved one gets an
underscore.

**Locals.** See :class:`Locals`: one allocator a function, which avoids all of the above.

The same catalog gives the same identifiers: they depend on names and their order alone.
"""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import ledger_runtime as runtime
from ledger_runtime.testing import Play
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions
from ledgerc.ir.print_expressions import print_expression
from ledgerc.ir.walk import nodes_of

TEMPLATE_NAMES = (
    "ClassVar",
    "Entity",
    "Event",
    "Fraction",
    "Order",
    "World",
    "allied",
    "annotations",
    "hostile",
    "nothing",
    "runtime",
    "self",
)
"""Names that the templates themselves write at module level or rely on there."""

PHASE_EVENTS = ("PhaseStarted", "PhaseEnded")
"""The events of a catalog that has phases."""

FUNCTION_NAMES = (
    "actor",
    "added",
    "amount",
    "each",
    "effect",
    "entity",
    "event",
    "found",
    "gained",
    "highest",
    "holder",
    "keeper",
    "lent",
    "multiplied",
    "new",
    "of",
    "old",
    "one",
    "order",
    "other",
    "queue",
    "rule",
    "selected",
    "self",
    "since",
    "subject",
    "target",
    "targets",
    "value",
    "w",
    "way",
)
"""Names that the emitter itself gives to parameters and locals of generated functions.

Nothing at module level has one of them, so that a function always means what it says.
"""

_SETTLED = (
    "actor",
    "event",
    "holder",
    "order",
    "queue",
    "self",
    "target",
    "targets",
    "w",
)
"""Those of them that no local of an author may have anywhere."""


@cache
def python_names() -> frozenset[str]:
    """Keywords, soft keywords, builtins and module attributes."""
    return frozenset(
        [
            *keyword.kwlist,
            *keyword.softkwlist,
            *dir(builtins),
            *("__all__", "__doc__", "__file__", "__name__"),
        ]
    )


@cache
def command_words() -> frozenset[str]:
    """Parameters of the runtime's methods that also take links, pools or props by keyword."""
    found: set[str] = set()
    for owner in (runtime.World, Play):
        for _, method in inspect.getmembers(owner, inspect.isfunction):
            parameters = inspect.signature(method).parameters.values()
            if any(each.kind is each.VAR_KEYWORD for each in parameters):
                found.update(each.name for each in parameters)
    return frozenset(found)


@cache
def members_of(runtime_class: str) -> frozenset[str]:
    """What the runtime's class of that name has or its instances will have."""
    found: set[str] = set()
    for each in getattr(runtime, runtime_class, object).__mro__:
        found.update(vars(each))
        found.update(getattr(each, "__annotations__", {}))
    return frozenset(found)


class Allocator:
    """Hands out identifiers, each once."""

    def __init__(self, reserved: Iterable[str]) -> None:
        """Never give one of ``reserved``."""
        self._taken = set(reserved)

    def allocate(self, wanted: str, suffix: str = "") -> str:
        """``wanted`` if it is free; else with ``suffix``; else with underscores, then numbers."""
        for candidate in self._candidates(wanted, suffix):
            if candidate not in self._taken:
                self._taken.add(candidate)
                return candidate
        raise AssertionError("candidates never end")

    def are_free(self, wanted: Iterable[str]) -> bool:
        """Whether none of ``wanted`` has been given."""
        return self._taken.isdisjoint(wanted)

    @property
    def given(self) -> frozenset[str]:
        """All that are reserved or have been given."""
        return frozenset(self._taken)

    @staticmethod
    def _candidates(wanted: str, suffix: str) -> Iterator[str]:
        yield wanted
        if suffix:
            wanted += suffix
            yield wanted
        yield f"{wanted}_"
        number = 2
        while True:
            yield f"{wanted}_{number}"
            number += 1


@dataclass(frozen=True, slots=True)
class Renamed:
    """A declared name that could not be kept, for the module's docstring."""

    kind: str
    name: str
    identifier: str


@dataclass(frozen=True, slots=True)
class RuleNames:
    """The members of an effect's class that one rule becomes."""

    act: str
    """The body: ``after_Damage``, or ``before_Damage`` where it cannot be written in place."""
    when: str
    """The condition: ``when_Damage``."""
    answer: str
    """The rule as data: ``answer_Damage``."""


@dataclass(frozen=True, slots=True)
class AuraNames:
    """The members of an effect's class that one aura becomes."""

    selects: str
    lends: str
    gives: str


@dataclass(slots=True)
class Names:
    """Catalog name → Python identifier, one table a kind. Build with :func:`name_catalog`."""

    archetype: dict[str, str] = field(default_factory=dict)
    ability: dict[str, str] = field(default_factory=dict)
    effect: dict[str, str] = field(default_factory=dict)
    event: dict[str, str] = field(default_factory=dict)
    """Declared events, damages and healings."""
    formula: dict[str, str] = field(default_factory=dict)
    routine: dict[str, str] = field(default_factory=dict)
    attribute: dict[str, str] = field(default_factory=dict)
    """Stats, pools and links, as attributes of an entity."""
    base: dict[str, str] = field(default_factory=dict)
    """Stats, as the slot of an entity that holds the base."""
    carried: dict[str, str] = field(default_factory=dict)
    """Props and links, as attributes of an event and of an order."""
    tag: dict[str, str] = field(default_factory=dict)
    holds: dict[str, str] = field(default_factory=dict)
    """Effects, as the bit of who holds one."""
    has: dict[str, str] = field(default_factory=dict)
    """Pools, as the bit of who has one."""
    set_pool: dict[str, str] = field(default_factory=dict)
    gain_pool: dict[str, str] = field(default_factory=dict)
    spend_pool: dict[str, str] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    """The function of the before rules of a pool or a declared event."""
    change: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    number: dict[Fraction, str] = field(default_factory=dict)
    """Exact numbers that are no integers."""
    effect_member: dict[tuple[str, str], str] = field(default_factory=dict)
    """``(effect, parameter)`` as an attribute of the effect's instance."""
    ability_member: dict[tuple[str, str], str] = field(default_factory=dict)
    rule: dict[int, RuleNames] = field(default_factory=dict)
    """Rules by their number."""
    every: dict[int, RuleNames] = field(default_factory=dict)
    """``every`` bodies by their number."""
    aura: dict[tuple[str, int], AuraNames] = field(default_factory=dict)
    """``(effect, place among its auras)``."""
    top: dict[str, str] = field(default_factory=dict)
    """Pools that follow their maximum, as the slot that holds the last one."""
    renamed: list[Renamed] = field(default_factory=list)
    module: Allocator = field(default_factory=lambda: Allocator(()))

    def locals(self, extra: Iterable[str] = ()) -> Locals:
        """Names for one function's locals, none of which hides what the module has."""
        of_module = self.module.given.difference(FUNCTION_NAMES)
        return Locals(Allocator(of_module.union(_SETTLED, extra)))

    def public(self) -> list[str]:
        """What a game or a play imports: the module's ``__all__``, sorted."""
        tables = (
            self.archetype,
            self.ability,
            self.effect,
            self.event,
            self.formula,
            self.routine,
            self.set_pool,
            self.gain_pool,
            self.spend_pool,
            self.tag,
        )
        found = {"Entity", "Event", "Order", "World", "nothing"}
        for table in tables:
            found.update(table.values())
        return sorted(found)


class Locals:
    """Identifiers of one function's locals: catalog name and Python type → identifier.

    One function may hold the bodies of several rules; a local of the same name and type is the same
    identifier again, another type gets one of its own, so that mypy sees one type a name.
    """

    def __init__(self, allocator: Allocator) -> None:
        """Take names from ``allocator``."""
        self._allocator = allocator
        self._given: dict[tuple[str, str], str] = {}

    def name(self, wanted: str, annotation: str) -> str:
        """The identifier of the local ``wanted`` that holds an ``annotation``."""
        key = (wanted, annotation)
        if key not in self._given:
            self._given[key] = self._allocator.allocate(wanted)
        return self._given[key]

    def fresh(self, wanted: str) -> str:
        """An identifier that nothing in this function has had so far."""
        return self._allocator.allocate(wanted)


def name_catalog(catalog: ir.Catalog) -> Names:
    """Make all identifiers of the module of ``catalog``."""
    names = Names(module=Allocator(_reserved()))
    _name_bare(catalog, names)
    _name_prefixed(catalog, names)
    _name_attributes(catalog, names)
    _name_members(catalog, names)
    _name_numbers(catalog, names)
    return names


def identifier_of(text: str) -> str:
    """``text``, a declared name or a template's instance (``Resists(Fire, 25%)``), as a word."""
    word = re.sub(r"[^A-Za-z0-9]+", "_", text.replace("%", "_percent")).strip("_")
    return word if word[:1].isalpha() else f"n_{word}"


def snake_case(identifier: str) -> str:
    """``PainDraw`` as a local is called: ``pain_draw``."""
    return re.sub(
        r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", identifier
    ).lower()


@cache
def _reserved() -> frozenset[str]:
    """What nothing at module level may be called."""
    return python_names().union(TEMPLATE_NAMES, FUNCTION_NAMES)


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
    reserved = _reserved()
    for kind, suffix, table, declared in kinds:
        for name in declared:
            wanted = identifier_of(name)
            own = "" if wanted in reserved else suffix
            identifier = names.module.allocate(wanted, own)
            table[name] = identifier
            if identifier != name:
                names.renamed.append(Renamed(kind, name, identifier))


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
    fill(names.before, "before", piped)
    fill(names.change, "change", pools)
    fill(names.answers, "answers", piped)


def _name_attributes(catalog: ir.Catalog, names: Names) -> None:
    reserved = python_names() | frozenset(TEMPLATE_NAMES) | command_words()
    of_entity = Allocator(reserved | members_of("Entity"))
    stats = [each.name for each in catalog.stats]
    links = [each.name for each in catalog.links]
    for kind, declared in (
        ("stat", stats),
        ("pool", [each.name for each in catalog.pools]),
        ("link", links),
    ):
        for name in declared:
            names.attribute[name] = of_entity.allocate(name)
            if names.attribute[name] != name:
                names.renamed.append(Renamed(kind, name, names.attribute[name]))
    for name in stats:
        names.base[name] = of_entity.allocate(f"base_{name}")
    for pool in catalog.pools:
        if pool.follows is not ir.Follow.NO:
            names.top[pool.name] = of_entity.allocate(f"top_{pool.name}")
    of_event = Allocator(reserved | members_of("Event") | members_of("Order"))
    raised = {name for event in catalog.events for name in event.links}
    carried = (each for each in links if each in raised)
    for name in (*(each.name for each in catalog.props), *carried):
        names.carried[name] = of_event.allocate(name)
        if names.carried[name] != name:
            names.renamed.append(Renamed("carried", name, names.carried[name]))


def _name_members(catalog: ir.Catalog, names: Names) -> None:
    reserved = python_names() | frozenset(TEMPLATE_NAMES) | frozenset(FUNCTION_NAMES)
    for effect in catalog.effects:
        of_effect = Allocator(reserved | members_of("Effect"))
        for parameter in effect.parameters:
            names.effect_member[effect.name, parameter.name] = of_effect.allocate(
                parameter.name
            )
        for rule in effect.rules:
            names.rule[rule.number] = _rule_names(
                rule.moment.value, _heard(rule), of_effect
            )
        for every in effect.every:
            wanted = _period_words(every)
            names.every[every.number] = _rule_names("every", wanted, of_effect)
        for place in range(len(effect.auras)):
            words = ("aura_selects", "aura_lends", "aura_gives")
            names.aura[effect.name, place] = AuraNames(*map(of_effect.allocate, words))
    for ability in catalog.abilities:
        of_ability = Allocator(reserved | members_of("Ability"))
        for parameter in ability.parameters:
            names.ability_member[ability.name, parameter.name] = of_ability.allocate(
                parameter.name
            )


def _rule_names(moment: str, wanted: str, of_effect: Allocator) -> RuleNames:
    """``after_Damage``, ``when_Damage``, ``answer_Damage``; a number where one is taken."""
    number = 1
    while True:
        end = wanted if number == 1 else f"{wanted}_{number}"
        members = (f"{moment}_{end}", f"when_{end}", f"answer_{end}")
        if of_effect.are_free(members):
            return RuleNames(*(of_effect.allocate(each) for each in members))
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
    values = {
        each.value
        for each in nodes_of(catalog, expressions.Number)
        if isinstance(each.value, Fraction)
    }
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
