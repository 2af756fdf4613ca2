"""A catalog as data: what the generated module declares to its world."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from ledger_runtime.errors import PropError
from ledger_runtime.numbers import Number, number_text
from ledger_runtime.trace import explain_here

if TYPE_CHECKING:
    from ledger_runtime.ability import Ability
    from ledger_runtime.archetype import Archetype
    from ledger_runtime.effect import Effect
    from ledger_runtime.entity import Entity
    from ledger_runtime.event import Event, Order
    from ledger_runtime.queue import Queue

    Before = Callable[[Any, Any], None]
    Change = Callable[..., Any]
    Answers = Callable[[Any, Any, Queue], None]


class Way(Enum):
    """How an event changes a pool."""

    SET = "set"
    GAIN = "gain"
    SPEND = "spend"
    LOWER = "lower"
    RAISE = "raise"


class EventKind:
    """A kind of event: a damage or healing, a change of a pool, or a declared event.

    ``name`` is what rules and logs call it (``Damage``, ``set Health``, ``Died``); ``pool`` is
    the declared name of the pool that it changes, empty for a declared event.
    """

    __slots__ = ("lowers", "name", "pool", "sets", "way")

    def __init__(self, name: str, *, pool: str = "", way: Way | None = None) -> None:
        self.name = name
        self.pool = pool
        self.way = way
        self.sets = way is Way.SET
        self.lowers = way is Way.LOWER or way is Way.SPEND

    @property
    def is_dealt(self) -> bool:
        """Whether it is a damage or healing."""
        return self.way is Way.LOWER or self.way is Way.RAISE

    def __repr__(self) -> str:
        return f"<event {self.name}>"


@dataclass(frozen=True, slots=True)
class Stat:
    """A stat that has a base: the slot of the base, and whether that is a whole number."""

    slot: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool: its slot, its bit, its kinds of change; its bounds as functions of who has it.

    ``top`` is the slot of the maximum that it last followed; empty: it follows none.
    """

    slot: str
    bit: int
    set: EventKind
    gain: EventKind
    spend: EventKind
    minimum: Callable[[Any], Number]
    maximum: Callable[[Any], Number] | None = None
    whole: bool = False
    top: str = ""


@dataclass(frozen=True, slots=True)
class Prop:
    """A number that orders and events carry, within constant bounds."""

    slot: str
    minimum: Number | None = None
    maximum: Number | None = None
    whole: bool = False

    def allows(self, value: Number) -> bool:
        """Whether a number is within its bounds, and whole where it must be."""
        return (
            (self.minimum is None or value >= self.minimum)
            and (self.maximum is None or value <= self.maximum)
            and (not self.whole or value.denominator == 1)
        )

    def bounds_text(self) -> str:
        """What is allowed: ``at least 0, at most 5, whole``."""
        bounds = []
        if self.minimum is not None:
            bounds.append(f"at least {number_text(self.minimum)}")
        if self.maximum is not None:
            bounds.append(f"at most {number_text(self.maximum)}")
        if self.whole:
            bounds.append("whole")
        return ", ".join(bounds)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie; ``most`` is, or gives, how many a keeper may have in it."""

    name: str
    ordered: bool = False
    most: int | Callable[[Any], Number] | None = None
    hidden: bool = False
    in_play: bool = False

    def most_of(self, keeper: Any) -> Number | None:
        """How many a keeper may have in it; None: any number."""
        most = self.most
        return most if most is None or isinstance(most, int) else most(keeper)


@dataclass(frozen=True, slots=True)
class Query:
    """A fact that only the game knows; ``default`` is of the query's arguments."""

    name: str
    default: Callable[..., Number]
    minimum: Number | None = None
    maximum: Number | None = None
    whole: bool = False


class Measure(Enum):
    """How distance measures."""

    PLANE = "plane"
    GRID = "grid"
    GRID_DIAGONAL = "grid 8"


@dataclass(frozen=True, slots=True)
class Space:
    """The catalog's space; ``radius`` gives the radius of an entity on the plane."""

    measure: Measure
    radius: Callable[[Any], Number] | None = None


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What an event of a kind meets: each step is left out where no rule asks for it.

    ``met_by`` and ``heard_by`` are masks of the effects with rules that ``before`` and ``answers``
    look for: where neither subject nor cause nor anybody who watches has one, they are not
    called. None: they always are.
    """

    before: Before | None = None
    change: Change | None = None
    answers: Answers | None = None
    met_by: int | None = None
    heard_by: int | None = None


EVERYTHING = -1
"""The mask of a step that is always made; 0 is that of one that there is not."""


def _nothing_to_do(*_: Any) -> None:
    """Stands for a step that there is not; it is not called, since its mask is 0."""


class Steps:
    """A pipeline with what :meth:`World.happen` needs to know of its kind, looked up once.

    ``bit`` is that of the pool that is changed, 0 of none; ``met_by`` and ``heard_by`` are 0 where
    there is no such step, and ``concerns`` is both.
    """

    __slots__ = (
        "answers",
        "before",
        "bit",
        "change",
        "concerns",
        "heard_by",
        "is_set",
        "met_by",
    )

    def __init__(self, kind: EventKind, pipeline: Pipeline, bit: int) -> None:
        before, change, answers = pipeline.before, pipeline.change, pipeline.answers
        self.before: Before = before or _nothing_to_do
        self.change: Change = change or _nothing_to_do
        self.answers: Answers = answers or _nothing_to_do
        self.met_by = _mask(before is not None, pipeline.met_by)
        self.heard_by = _mask(answers is not None, pipeline.heard_by)
        self.bit = bit if change is not None else 0
        self.is_set = kind.sets
        self.concerns = self.met_by | self.heard_by


def _bits(effects: Iterable[type[Effect[Any]]]) -> int:
    mask = 0
    for effect in effects:
        mask |= effect.bit
    return mask


def _mask(there_is: bool, mask: int | None) -> int:
    if not there_is:
        return 0
    return EVERYTHING if mask is None else mask


@dataclass(frozen=True)
class Catalog:
    """All that a generated module declares.

    ``digest`` tells catalogs apart in saved worlds; ``died`` is the event of the destroyed that
    no ``dies`` names; ``pipelines`` holds every kind that changes a pool and every declared
    event that a rule names.
    """

    name: str
    digest: str
    entity: type[Entity]
    event: type[Event[Any]]
    order: type[Order[Any]]
    nothing: Any
    archetypes: tuple[type[Archetype[Any]], ...] = ()
    effects: tuple[type[Effect[Any]], ...] = ()
    abilities: tuple[type[Ability[Any]], ...] = ()
    kinds: tuple[EventKind, ...] = ()
    pipelines: Mapping[EventKind, Pipeline] = field(default_factory=dict)
    stats: Mapping[str, Stat] = field(default_factory=dict)
    """The stats that have a base."""
    pools: Mapping[str, Pool] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)
    """The attribute of each stat, computed or not."""
    props: Mapping[str, Prop] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    """The slot of each link."""
    tags: Mapping[str, int] = field(default_factory=dict)
    rate: int | None = None
    turn: EventKind | None = None
    died: EventKind | None = None
    phases: tuple[str, ...] = ()
    phase_started: EventKind | None = None
    phase_ended: EventKind | None = None
    zones: Mapping[str, Zone] = field(default_factory=dict)
    queries: Mapping[str, Query] = field(default_factory=dict)
    space: Space | None = None
    allegiance: str = ""
    """The slot of the link by which sides are told apart; empty: there are none."""
    routines: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    renamed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each kind of thing, the names that saves may still have, and what they are now."""

    steps: dict[EventKind, Steps] = field(init=False, repr=False)
    archetype_named: dict[str, type[Archetype[Any]]] = field(init=False, repr=False)
    effect_named: dict[str, type[Effect[Any]]] = field(init=False, repr=False)
    ability_named: dict[str, type[Ability[Any]]] = field(init=False, repr=False)
    kind_named: dict[str, EventKind] = field(init=False, repr=False)
    pool_named: dict[str, Pool] = field(init=False, repr=False)
    """Pools by declared name and by slot; a declared name goes before a slot."""
    aura_effects: tuple[type[Effect[Any]], ...] = field(init=False, repr=False)
    granting_effects: tuple[type[Effect[Any]], ...] = field(init=False, repr=False)
    scanned_effects: tuple[type[Effect[Any]], ...] = field(init=False, repr=False)
    zonal_mask: int = field(init=False, repr=False)
    """The mask of the effects that work in some zones only."""
    phase_mask: int = field(init=False, repr=False)
    """The mask of the three: where nobody active holds one, the end of a phase looks for none."""
    aura_mask: int = field(init=False, repr=False)
    granting_mask: int = field(init=False, repr=False)
    scanned_mask: int = field(init=False, repr=False)
    """The masks of these effects: where nobody active holds one, there is nothing to walk."""
    indexed: frozenset[type[Effect[Any]]] = field(init=False, repr=False)
    """The effects whose active instances the world keeps at hand. Only asked, never iterated."""
    link_named: dict[str, str] = field(init=False, repr=False)
    """The declared names of links, by slot: what logs call them."""
    columns: dict[str, str] = field(init=False, repr=False)
    """What saves call the numbers and links of entities, and their slots (docs/saves.md)."""
    whole_columns: frozenset[str] = field(init=False, repr=False)
    """The columns that hold whole numbers. Only asked, never iterated."""

    def check_props(self, carried: Mapping[str, Any]) -> None:
        """Raise :class:`PropError` for a prop that an event carries, by slot, out of bounds."""
        for name, prop in self.props.items():
            if prop.slot in carried and not prop.allows(carried[prop.slot]):
                given = number_text(carried[prop.slot])
                raise explain_here(
                    PropError(f"{name} is {prop.bounds_text()}, and this is {given}")
                )

    def __post_init__(self) -> None:
        steps = {}
        for kind, pipeline in self.pipelines.items():
            bit = self.pools[kind.pool].bit if kind.pool else 0
            steps[kind] = Steps(kind, pipeline, bit)
        derived: dict[str, object] = {
            "steps": steps,
            "archetype_named": {each.name: each for each in self.archetypes},
            "effect_named": {each.name: each for each in self.effects},
            "ability_named": {each.name: each for each in self.abilities},
            "kind_named": {each.name: each for each in self.kinds},
            "pool_named": {pool.slot: pool for pool in self.pools.values()}
            | dict(self.pools),
            "link_named": {slot: name for name, slot in self.links.items()},
            "aura_effects": tuple(each for each in self.effects if each.auras),
            "granting_effects": tuple(each for each in self.effects if each.granting),
            "scanned_effects": tuple(each for each in self.effects if each.dies_when),
            "zonal_mask": _bits(each for each in self.effects if each.active_in),
            "phase_mask": _bits(
                each
                for each in self.effects
                if each.auras or each.granting or each.dies_when
            ),
            "aura_mask": _bits(each for each in self.effects if each.auras),
            "granting_mask": _bits(each for each in self.effects if each.granting),
            "scanned_mask": _bits(each for each in self.effects if each.dies_when),
            "indexed": frozenset(
                each
                for each in self.effects
                if each.watched or each.granting or each.auras or each.dies_when
            ),
            "columns": self._columns(),
            "whole_columns": frozenset(
                [f"stat {name}" for name, stat in self.stats.items() if stat.whole]
                + [f"pool {name}" for name, pool in self.pools.items() if pool.whole]
            ),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _columns(self) -> dict[str, str]:
        named = {stat.slot: f"stat {name}" for name, stat in self.stats.items()}
        for name, pool in self.pools.items():
            named[pool.slot] = f"pool {name}"
            if pool.top:
                named[pool.top] = f"top {name}"
        links = {slot: f"link {name}" for name, slot in self.links.items()}
        numbers = self.entity.number_slots
        return {named.get(slot, f"slot {slot}"): slot for slot in numbers} | {
            links.get(slot, f"link {slot}"): slot for slot in self.entity.link_slots
        }
