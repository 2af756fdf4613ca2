"""What the generator draws with, and what it has declared so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Drawing:
    """Draws of hypothesis, by the words that a generator thinks in."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        """An integer from ``low`` to ``high``."""
        return int(self._draw(st.integers(low, high)))

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
    """An effect that is declared: its name, its parameters, whether it is given any."""

    name: str
    parameters: int = 0


@dataclass
class Ability:
    """An ability that is declared, and what an order of it must say."""

    name: str
    target: str = ""
    """Empty, or what its target line says: ``one``, ``two``, ``up to 2``, ``all``, ``place``."""
    takes: tuple[str, ...] = ()
    parameters: int = 0


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
    zones: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    """Each takes an entity and a number."""
    queries: list[str] = field(default_factory=list)
    """Each takes two entities."""
    routines: list[str] = field(default_factory=list)
    """Each takes an entity and a number, and results in a number."""
    setups: list[str] = field(default_factory=list)
    """Each takes an entity, and results in nothing."""
    effects: list[Effect] = field(default_factory=list)
    known_effects: list[Effect] = field(default_factory=list)
    """All that will be declared, for what is only asked of."""
    abilities: list[Ability] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    """Archetypes that plays and rules make."""
    grants: dict[str, list[Ability]] = field(default_factory=dict)
    """The abilities of each archetype."""
    singles: list[str] = field(default_factory=list)
    space: bool = False
    rate: bool = False
    turns: bool = False


@dataclass
class Context:
    """What may be said in one place of a catalog."""

    entities: list[str]
    """Expressions of entities that are there: ``holder``, ``event.subject``, a ``let``."""
    numbers: list[str] = field(default_factory=list)
    """Expressions of numbers that are there: parameters, lets, ``event.amount``."""
    selections: list[str] = field(default_factory=list)
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

    def inside(self, **changed: Any) -> Context:
        """The same place, one block deeper."""
        inner = Context(
            list(self.entities),
            list(self.numbers),
            list(self.selections),
            self.holder,
            self.in_effect,
            self.in_before,
            self.in_together,
            self.makes,
            self.may_settle,
            self.rolls,
            self.still,
            self.stats,
            self.depth + 1,
            self.names + 10,
        )
        for name, value in changed.items():
            setattr(inner, name, value)
        return inner

    def name(self, word: str) -> str:
        """A new name."""
        self.names += 1
        return f"{word}{self.names}"
