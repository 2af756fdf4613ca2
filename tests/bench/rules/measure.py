"""Ratios of things measured side by side: CPU time of the thread, rounds interleaved, medians."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

ROUNDS = 9

Sample = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what was measured, its goal, and how it came out."""

    work: str
    beside: str
    goal: str
    measured: str
    met: bool | None
    """None: a figure without a goal of its own."""


def seconds_of(sample: Sample) -> float:
    """The thread's CPU time of a sample; one that prepares something gives its time itself."""
    started = time.thread_time()
    own = sample()
    return own if isinstance(own, float) else time.thread_time() - started


def side_by_side(
    samples: Mapping[str, Sample], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """The times of each sample, a round each: every round runs all, the first one rotated.

    The collector runs between samples, never in one: what another left behind is not paid for.
    """
    names = list(samples)
    times: dict[str, list[float]] = {name: [] for name in names}
    for sample in samples.values():
        sample()
    for turn in range(rounds):
        start = turn % len(names)
        for name in (*names[start:], *names[:start]):
            gc.collect()
            gc.disable()
            try:
                times[name].append(seconds_of(samples[name]))
            finally:
                gc.enable()
    return times


def ratio(times: Mapping[str, list[float]], one: str, other: str) -> float:
    """How many times as long one takes as another: the median over rounds."""
    return median(a / b for a, b in zip(times[one], times[other], strict=True))


def exponent(
    times: Mapping[str, list[float]], small: str, big: str, by: float
) -> float:
    """How a time grows with what grew ``by`` so many times: 0 not at all, 1 with it, 2 squared."""
    return math.log(ratio(times, big, small)) / math.log(by)


def at_most(
    work: str, beside: str, goal: float, measured: float, unit: str = "×"
) -> Row:
    """A row whose figure must not pass its goal."""
    return Row(
        work, beside, f"≤ {goal:.2f} {unit}", f"{measured:.2f} {unit}", measured <= goal
    )


def exponent_row(work: str, beside: str, goal: float, measured: float) -> Row:
    """A row whose exponent of growth must not pass its goal."""
    return Row(work, beside, f"≤ {goal:.2f}", f"{measured:.2f}", measured <= goal)
