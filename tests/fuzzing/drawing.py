"""Which inputs are tried: hypothesis draws a recipe, a recipe and a pool give an input."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from tests.fuzzing import edits, save_edits
from tests.fuzzing.cases import Case

Edit = Callable[[Case, Sequence[Case], random.Random], Case]
MOST_CHANGES = 4
BROKEN_EVERY = 8


@dataclass(slots=True)
class Pool:
    """What inputs are made from; it grows as a run goes on.

    ``sound`` are those that are accepted. What is made from others is hardly ever accepted, and
    says less; so they are taken once in eight times.
    """

    sound: list[Case]
    broken: list[Case] = field(default_factory=list)

    def add(self, case: Case, *, accepted: bool) -> None:
        """Take in one more."""
        (self.sound if accepted else self.broken).append(case)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How an input is made: of which case, by which changes, each a seed."""

    broken: bool
    case: int
    changes: tuple[int, ...]

    def of(self, pool: Pool) -> Case:
        """The input that it makes of a pool."""
        cases = pool.broken if self.broken and pool.broken else pool.sound
        case = cases[self.case % len(cases)]
        edit: Edit = edits.edited if case.save is None else save_edits.edited
        for number in self.changes:
            case = edit(case, cases, random.Random(number))
        return case


def recipes() -> st.SearchStrategy[Recipe]:
    """Recipes, by evenly spread numbers: those that hypothesis likes are near to one another."""
    return st.randoms(use_true_random=True).map(_recipe)


def _recipe(chance: random.Random) -> Recipe:
    """A recipe of one change more often than of several."""
    changes = chance.choice((1, 1, 1, 1, 1, 2, MOST_CHANGES))
    numbers = [chance.getrandbits(32) for _ in range(changes + 1)]
    return Recipe(chance.randrange(BROKEN_EVERY) == 0, numbers[0], tuple(numbers[1:]))
