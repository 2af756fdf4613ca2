"""A run of the fuzzer: inputs until the time is up; what it found, and how much it tried."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzzing.cases import Case
from tests.fuzzing.contract import Fault, Report
from tests.fuzzing.drawing import Pool, Recipe, recipes
from tests.fuzzing.seeds import save_seeds, source_seeds
from tests.fuzzing.shrinking import shrink
from tests.fuzzing.workshop import Workshop

MOST = 10**9
BATCH = 50
"""Inputs that are drawn from one seed; the time is looked at between them."""
SAVES_EVERY = 4
"""One batch in so many is of saves."""


@dataclass(slots=True)
class Tally:
    """What a run has seen so far."""

    sources: int = 0
    saves: int = 0
    accepted_sources: int = 0
    accepted_saves: int = 0
    plays: int = 0
    features: set[str] = field(default_factory=set)
    faults: dict[str, tuple[int, Case, Fault]] = field(default_factory=dict)
    """Each kind of fault: how often, the smallest case of it, and what is told of it."""

    @property
    def tried(self) -> int:
        """How many inputs there were."""
        return self.sources + self.saves

    def note(self, case: Case, report: Report) -> bool:
        """Add what came of a case; whether something was new in it."""
        if case.save is None:
            self.sources += 1
            self.accepted_sources += report.accepted
        else:
            self.saves += 1
            self.accepted_saves += report.accepted
        self.plays += report.plays
        for fault in report.faults:
            times, smallest, told = self.faults.get(fault.kind, (0, case, fault))
            if case.size < smallest.size:
                smallest, told = case, fault
            self.faults[fault.kind] = (times + 1, smallest, told)
        new = not self.features.issuperset(report.features)
        self.features.update(report.features)
        return new and not report.faults

    def text(self) -> str:
        """One line."""
        return (
            f"{self.tried} inputs tried: {self.sources} sources, "
            f"{self.accepted_sources} accepted, {self.plays} plays run; "
            f"{self.saves} saves, {self.accepted_saves} accepted; "
            f"{len(self.features)} outcomes seen, {len(self.faults)} kinds of fault"
        )


def run(
    seconds: float,
    chosen: int,
    workshop: Workshop,
    progress: Callable[[Tally], None] = lambda tally: None,
    most: int = MOST,
) -> Tally:
    """Try inputs for so long, and at most so many.

    They come in an order that the seed says, so a slower machine tries fewer of the same.

    An input with an outcome that was not seen before joins those that others are made from.
    """
    tally = Tally()
    pools = (
        Pool([*source_seeds(sound=True)], [*source_seeds(sound=False)]),
        Pool([*save_seeds()]),
    )
    until = time.monotonic() + seconds
    batch = 0
    warnings.filterwarnings("ignore", module="hypothesis")
    while time.monotonic() < until and tally.tried < most:
        batch += 1
        pool = pools[1 if batch % SAVES_EVERY == 0 else 0]

        @seed(chosen * 1_000_000 + batch)
        @settings(
            max_examples=BATCH,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(recipe=recipes())
        def one(recipe: Recipe) -> None:
            if time.monotonic() > until or tally.tried >= most:
                return
            case = recipe.of(pool)  # noqa: B023 - called at once
            report = workshop.attempt(case)
            if tally.note(case, report):
                pool.add(case, accepted=report.accepted)  # noqa: B023 - called at once
            progress(tally)

        one()
    return tally


def smallest(case: Case, kind: str, workshop: Workshop, seconds: float) -> Case:
    """The smallest case that still has a fault of that kind."""

    def has_fault(smaller: Case) -> bool:
        return any(each.kind == kind for each in workshop.attempt(smaller).faults)

    return shrink(case, has_fault, seconds)
