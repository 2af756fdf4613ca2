"""What a world of the oracle is made of: plain data that can be copied whole.

Declared things are held by name, so that a copy of the state (the oracle's whole undo) copies
no rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from tests.oracle.numbers import Number


class Point(NamedTuple):
    """A point of the plane or the grid."""

    x: Number
    y: Number


@dataclass(frozen=True)
class Name:
    """A declared thing as a value: ``what`` is tag, effect, ability, archetype, phase, word."""

    what: str
    name: str


@dataclass(eq=False)
class Instance:
    """An effect that an entity holds."""

    effect: str
    holder: Entity
    gained: int
    """The world's count of gains: what was gained later has more."""
    arguments: dict[str, Value]
    stacks: int = 1
    turns: int | None = None
    until: int | None = None
    """The tick in which it runs out."""
    beats: list[int] = field(default_factory=list)
    """The tick of the next run of each ``every N seconds``."""
    lender: tuple[Instance, int] | None = None
    """The instance whose aura lends it, and which of its auras."""
    held: bool = True


@dataclass(frozen=True)
class Lent:
    """What an aura does to a stat of one whom it selects."""

    stat: str
    kind: str
    amount: Number


@dataclass(eq=False)
class Entity:
    """A thing in the world. Links that hold nothing are not in ``links``."""

    number: int
    archetype: str
    order: int
    """Its place in order of play."""
    entered: int = 0
    """The sequence in which it came into play."""
    bases: dict[str, Number] = field(default_factory=dict)
    pools: dict[str, Number] = field(default_factory=dict)
    links: dict[str, Entity] = field(default_factory=dict)
    effects: list[Instance] = field(default_factory=list)
    lent: list[Lent] = field(default_factory=list)
    lent_tags: set[str] = field(default_factory=set)
    maxima: dict[str, Number] = field(default_factory=dict)
    """The maximum that each pool which follows was last fitted to."""
    zone: str = ""
    keeper: Entity | None = None
    zones: dict[str, list[Entity]] = field(default_factory=dict)
    at: Point | None = None
    facing: Number = 0
    in_play: bool = False
    gone: bool = False
    doomed: bool = False
    left: int = 0
    """The death step in which it left; 0: none."""
    label: str = ""


Value: TypeAlias = (
    "int | Number | bool | str | Entity | Point | Name | tuple[Entity, ...] | Event | None"
)
"""A value of an expression; ``nothing`` is None, a selection a tuple."""


@dataclass(eq=False)
class Entry:
    """One entry of the log. ``words`` are its kind and what it tells, in order."""

    kind: str
    words: tuple[Value | tuple[Value, ...], ...]
    cause: Entry | None
    rule: str = ""
    """The place of the rule at work, of an Answer, Before or Every."""


@dataclass(eq=False)
class Event(Entry):
    """A change of a pool, or a raised event (section 4, 4).

    ``kind`` is what rules and the log call it; ``pool`` is empty for a raised event. ``way`` is
    set, gain, spend, lower or raise.
    """

    subject: Entity | None = None
    by: Entity | None = None
    pool: str = ""
    way: str = ""
    amount: Number = 0
    applied: Number = 0
    absorbed: Number = 0
    prevented: bool = False
    priority: int | None = None
    phase: str = ""
    """The phase that starts or ends."""
    death_step: int = 0
    aimed: list[Entity] = field(default_factory=list)
    """Those whom it was redirected away from."""
    props: dict[str, Number] = field(default_factory=dict)
    links: dict[str, Entity | None] = field(default_factory=dict)


@dataclass(eq=False)
class Order(Entry):
    """What an entity is told to do."""

    actor: Entity | None = None
    ability: str = ""
    arguments: dict[str, Value] = field(default_factory=dict)
    targets: tuple[Entity, ...] = ()
    place: Point | None = None
    props: dict[str, Number] = field(default_factory=dict)
    names_nothing: bool = False
    """It names a target that there is not."""


@dataclass
class State:
    """All that a command can change, but for the log, which is cut where it was."""

    entities: list[Entity] = field(default_factory=list)
    singles: dict[str, Entity] = field(default_factory=dict)
    phase: str = ""
    dice: int | None = None
    rolls: list[Number] = field(default_factory=list)
    choices: list[tuple[Value, ...]] = field(default_factory=list)
    answers: dict[tuple[Value, ...], Number] = field(default_factory=dict)
    over: bool = False
    winner: Entity | None = None
    tick: int = 0
    sequence: int = 0
    death_step: int = 0
    next_number: int = 1
    next_order: int = 1
    next_gain: int = 1


@dataclass
class Scope:
    """What names mean in one body: of an effect's rule, an ability, a routine, an expression."""

    holder: Entity | None = None
    names: dict[str, Value] = field(default_factory=dict)
    event: Event | Order | None = None
    instance: Instance | None = None
    order: Order | None = None
    """The order whose ability's body this is."""
    asker: str = ""
    """The routine or formula whose body this is, for what the log says of dice."""

    def inner(self, **names: Value) -> Scope:
        """The same scope with more names."""
        return Scope(
            self.holder,
            {**self.names, **names},
            self.event,
            self.instance,
            self.order,
            self.asker,
        )
