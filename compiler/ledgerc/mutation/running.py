"""Trying mutants: the plays that may notice one are run until one does, in one process or more."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from types import FrameType

from ledger_runtime.testing import PlayFailed
from ledgerc.mutation.campaign import Campaign, Occurrence
from ledgerc.mutation.rewriting import rewrite
from ledgerc.mutation.suite import Run, Seen, Suite


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"  # a play failed
    SURVIVED = "survived"  # every play still passes
    UNTOUCHED = "untouched"  # no play comes by it: it survives, too
    SAME = "same"  # it gives the same code: no mutant at all
    INVALID = "invalid"  # it gives no code: no mutant either


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant; ``by`` is the play that noticed it (``FILE: TITLE``)."""

    fate: Fate
    by: str = ""


class _TooSlowError(BaseException):
    """The time of a mutant is over; no ``Exception``: nothing takes it for a failed play."""


# -- what the plays see -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Failing:
    """A play that fails before anything is changed."""

    file: str
    name: str
    message: str


def watch(
    suite: Suite,
) -> tuple[tuple[Run, ...], tuple[Seen, ...], tuple[Failing, ...]]:
    """Run the plays of a suite once, unchanged, and note what each sees."""
    runs: list[Run] = []
    seen: list[Seen] = []
    failing: list[Failing] = []
    for run, look in suite.watched():
        runs.append(run)
        try:
            seen.append(look())
        except Exception as fault:  # told as what it is: a play that fails
            text = str(fault) if isinstance(fault, PlayFailed) else repr(fault)
            failing.append(Failing(run.file, run.name, text))
            seen.append(Seen(frozenset(), frozenset()))
    return tuple(runs), tuple(seen), tuple(failing)


# -- trying one -------------------------------------------------------------------------------


class Runner:
    """Tries the mutants of a campaign in this process."""

    def __init__(self, campaign: Campaign, seconds: float) -> None:
        self._campaign = campaign
        self._seconds = seconds
        self._suites: dict[int, Suite] = {}

    def try_(self, number: int) -> Outcome:
        """What becomes of the mutant ``number`` of the campaign."""
        trial = self._campaign.trials[number]
        differs = False
        for occurrence in trial.occurrences:
            suite = self._suite(occurrence.case)
            try:
                text = self._mutated(suite, occurrence)
            except Exception as fault:  # a change that the emitter does not foresee
                return Outcome(Fate.INVALID, repr(fault))
            if text == suite.text:
                continue
            differs = True
            killer = self._killer(suite, text, occurrence.runs)
            if killer is not None:
                return Outcome(Fate.KILLED, killer)
        if not differs:
            return Outcome(Fate.SAME)
        return Outcome(Fate.SURVIVED if trial.runs else Fate.UNTOUCHED)

    def _suite(self, number: int) -> Suite:
        if number not in self._suites:
            case = self._campaign.cases[number]
            self._suites[number] = Suite(case.catalog, case.plays)
        return self._suites[number]

    @staticmethod
    def _mutated(suite: Suite, occurrence: Occurrence) -> str:
        return suite.text_of(rewrite(suite.catalog, occurrence.mutant.edits))

    def _killer(self, suite: Suite, text: str, numbers: tuple[int, ...]) -> str | None:
        """The first of some runs that fails, or None if all pass."""
        if not numbers:
            return None
        name = "the catalog cannot be loaded"
        try:
            with _time_limit(self._seconds):
                runs = suite.runs(text)
                for number in numbers:
                    run = runs[number]
                    name = f"{run.file}: {run.name}"
                    run.call()
        except (Exception, _TooSlowError):
            return name
        return None


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise :class:`_TooSlowError` in the block after ``seconds``, where the system has timers.

    It is the process's own time that counts: a busy machine makes no mutant slow. Where there are
    no timers, and in other threads than the main one, the budgets of the runtime alone end what
    runs without end.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooSlowError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# -- trying all -------------------------------------------------------------------------------


def run_all(
    campaign: Campaign,
    *,
    jobs: int = 1,
    seconds: float = 10.0,
    advance: Callable[[], None] = lambda: None,
) -> tuple[Outcome, ...]:
    """What becomes of each mutant, in order; ``advance`` is called after each.

    ``jobs`` processes share the work; ``seconds`` is the time of one mutant in one catalog.
    """
    outcomes: list[Outcome] = []
    for outcome in _outcomes(campaign, jobs, seconds):
        outcomes.append(outcome)
        advance()
    return tuple(outcomes)


def _outcomes(campaign: Campaign, jobs: int, seconds: float) -> Iterator[Outcome]:
    count = len(campaign.trials)
    if jobs == 1 or count < 2:
        yield from map(Runner(campaign, seconds).try_, range(count))
        return
    done = 0
    while done < count:
        with _workers(min(jobs, count - done), campaign, seconds) as pool:
            try:
                for outcome in pool.map(
                    _try_in_worker, range(done, count), chunksize=4
                ):
                    yield outcome
                    done += 1
            except BrokenProcessPool:
                pass  # one of the next mutants ended its process: which, is found out
        if done < count:
            yield _alone(campaign, seconds, done)
            done += 1


def _alone(campaign: Campaign, seconds: float, number: int) -> Outcome:
    """What becomes of a mutant in a process of its own, which it may end."""
    with _workers(1, campaign, seconds) as pool:
        try:
            return pool.submit(_try_in_worker, number).result()
        except BrokenProcessPool:
            return Outcome(Fate.KILLED, "its process ended")


def _workers(count: int, campaign: Campaign, seconds: float) -> ProcessPoolExecutor:
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    return ProcessPoolExecutor(count, context, _start, (campaign, seconds))


_runner: Runner | None = None
"""The runner of a worker process."""


def _start(campaign: Campaign, seconds: float) -> None:
    global _runner
    _runner = Runner(campaign, seconds)


def _try_in_worker(number: int) -> Outcome:
    assert _runner is not None
    return _runner.try_(number)
