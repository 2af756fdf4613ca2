"""What the generator draws with, and what it has declared so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Drawing:
    """Draws from one number, by the words that a generator thinks in.

    Hypothesis draws the number alone: its own draws, all of them, come out alike too often.
    """

    def __init__(self, number: int) -> None:
        self._random = Random(number)

    def number(self, low: int, high: int) -> int:
        """An integer from ``low`` to ``high``, each as likely."""
        return self._random.randint(low, high)

    def pick(self, options: Sequence[T]) -> T:
        """One of some; the first is the simplest."""
        return options[self.number(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        """Whether something that is so in so many of a hundred cases is so here."""
        return self.number(0, 99) >= 100 - percent

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Some of them, each once at most, in their order; often none."""
        chosen = {self.number(0, len(options) - 1) for _ in range(self.number(0, most))}
        return [each for number, each in enumerate(options) if number in chosen]


@dataclass
class Effect:
    """An effect that is declared."""

    name: str
    parameters: tuple[str, ...] = ()
    """The type of each parameter: ``number``, ``truth`` and so on."""
    instances: tuple[str, ...] = ()
    """Of a template: how it may be applied."""
    lends: bool = True
    """Whether auras may lend it, whose own selections and modifiers read little."""


@dataclass
class Ability:
    """An ability that is declared, and what an order of it must say."""

    name: str
    target: str = ""
    """Empty, or what its target line says: ``one``, ``two``, ``up to 2``, ``all``, ``place``."""
    takes: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    requires: bool = False
    is_template: bool = False
    """Whether ``name`` is a template applied to arguments, which a question cannot name."""


@dataclass
class Function:
    """A formula or a routine: what it takes, and what it gives (``""``: nothing)."""

    name: str
    takes: tuple[str, ...]
    gives: str
    still: bool = False
    """Whether it may be called where things are read all the time."""


@dataclass
class Vocabulary:
    """The names of one catalog, by kind."""

    stats: list[str] = field(default_factory=list)
    pools: list[str] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)
    healings: list[str] = field(default_factory=list)
    stages: list[str] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    props: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    """Those that carry what ``carried`` says."""
    carried: tuple[str, ...] = ()
    written_props: tuple[str, ...] = ("1", "2", "0.5", "7")
    """Numbers that a prop may be, as they are written out."""
    zones: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    queries: list[tuple[str, int]] = field(default_factory=list)
    """Each with how many entities it takes."""
    formulas: list[Function] = field(default_factory=list)
    routines: list[Function] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    known_effects: list[Effect] = field(default_factory=list)
    """All that will be declared, but for templates: for what is only asked of."""
    templates: list[Effect] = field(default_factory=list)
    """Templates of effects, which may be given and had as they are applied."""
    abilities: list[Ability] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    """Archetypes that plays and rules make."""
    grants: dict[str, list[Ability]] = field(default_factory=dict)
    """The abilities of each archetype."""
    singles: list[str] = field(default_factory=list)
    space: bool = False
    rate: bool = False
    turns: bool = False
    ends: bool = False
    """There is an ``ends when``."""


@dataclass
class Context:
    """What may be said in one place of a catalog."""

    entities: list[str]
    """Expressions of entities that are there: ``holder``, ``event.subject``, a ``let``."""
    numbers: list[str] = field(default_factory=list)
    """Expressions of numbers that are there: parameters, lets, ``event.amount``."""
    selections: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    holder: bool = True
    """There is a holder, from whom groups are seen."""
    in_effect: bool = False
    in_before: bool = False
    in_together: bool = False
    """In an ``at once``."""
    makes: bool = True
    """What is done here may make entities: not what each new one does."""
    may_settle: bool = False
    rolls: bool = True
    """Dice and queries: not in what a play says, where they leave no trace."""
    still: bool = False
    """Nothing random, nothing that looks at deaths or stats: what is read all the time."""
    stats: int = 99
    """How many of the stats may be read: derived ones read those before them."""
    depth: int = 0
    names: int = 0
    """How many names there are, for the next one's."""

    def values(self, kind: str) -> list[str]:
        """The expressions of a type that are there."""
        by_kind = {
            "number": self.numbers,
            "entity": self.entities,
            "selection": self.selections,
            "truth": self.truths,
            "place": self.places,
            "phase": self.phases,
        }
        return by_kind[kind]

    def inside(self, **changed: Any) -> Context:
        """The same place, one block deeper."""
        inner = replace(
            self,
            entities=list(self.entities),
            numbers=list(self.numbers),
            selections=list(self.selections),
            truths=list(self.truths),
            places=list(self.places),
            phases=list(self.phases),
            depth=self.depth + 1,
            names=self.names + 10,
        )
        return replace(inner, **changed)

    def name(self, word: str) -> str:
        """A new name."""
        self.names += 1
        return f"{word}{self.names}"

    def bind(self, kind: str, name: str) -> None:
        """Let a name of a type be there from here on."""
        self.values(kind).append(name)
