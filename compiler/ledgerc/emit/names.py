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
``priority_Last``                       a named priority of the queue
``decimal_0_57 fraction_1_3``           an exact number that is no integer
======================================  ==========================================================

**Attributes.** A stat, pool or link is an attribute of its name of ``Entity``, a prop or link one
of ``Event`` and ``Order``, a parameter one of its effect or ability; a reserved one gets an
underscore.

**Locals.** See :class:`Locals`: one allocator a function, which avoids all of the above.

The same catalog gives the same identifiers: they depend on names and their order alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ledgerc.emit.identifiers import (
    FUNCTION_NAMES,
    SETTLED_NAMES,
    Allocator,
    class_names,
    python_names,
)
from ledgerc.records import record

__all__ = [
    "Allocator",
    "AuraNames",
    "Locals",
    "Names",
    "Renamed",
    "RuleNames",
    "python_names",
]


@record(frozen=True)
class Renamed:
    """A declared name that could not be kept, for the module's docstring."""

    kind: str
    name: str
    identifier: str


@record(frozen=True)
class RuleNames:
    """What one rule becomes: members of its effect's class, and the rule as data."""

    act: str
    """The body: ``after_Damage``, or ``before_Damage`` where it cannot be written in place."""
    when: str
    """The condition: ``when_Damage``."""
    answer: str
    """The rule as data, below the class: ``Thorny_answers_Damage``."""


@record(frozen=True)
class AuraNames:
    """The members of an effect's class that one aura becomes."""

    selects: str
    lends: str
    gives: str


@dataclass(slots=True)
class Names:
    """Catalog name → Python identifier, one table a kind. Made by ``naming.name_catalog``."""

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
    reckon: dict[str, str] = field(default_factory=dict)
    """Stats, as the method of an entity that reckons one."""
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
    priority: dict[str, str] = field(default_factory=dict)
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
    _hidden: tuple[int, frozenset[str]] = field(
        default=(-1, frozenset()), init=False, repr=False, compare=False
    )
    """What no local may be called, for so many names of the module."""

    def locals(self, extra: Iterable[str] = ()) -> Locals:
        """Names for one function's locals, none of which hides what the module has."""
        count, hidden = self._hidden
        if count != self.module.count:
            of_module = self.module.given.difference(FUNCTION_NAMES, class_names())
            hidden = of_module.union(SETTLED_NAMES)
            self._hidden = (self.module.count, hidden)
        return Locals(Allocator(extra, hidden))

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
