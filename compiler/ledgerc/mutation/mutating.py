"""``ledgerc mutate`` as a function: paths in, a report out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.mutation.campaign import (
    Campaign,
    Case,
    Occurrence,
    Trial,
    noticing,
    sampled,
)
from ledgerc.mutation.choosing import Choice, Plays, choose
from ledgerc.mutation.equivalents import Entry, Fault, Listed, read_listed, stale
from ledgerc.mutation.model import Key, Operator
from ledgerc.mutation.mutants import mutants_of
from ledgerc.mutation.report import Report, Told
from ledgerc.mutation.running import Failing, Fate, Outcome, run_all, watch
from ledgerc.mutation.suite import Suite
from ledgerc.workspace import Findings


@dataclass(frozen=True, slots=True)
class Manner:
    """How mutants are tried: ``sample`` of them (all if None), picked by ``seed``, and so on.

    ``seconds`` is the time of one mutant in one catalog.
    """

    own: bool = False
    operators: tuple[Operator, ...] = tuple(Operator)
    sample: int | None = None
    seed: int = 0
    jobs: int = 1
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Mutated:
    """What was found in the files; the report, if they compile and there is something to try."""

    findings: Findings
    report: Report | None = None
    problem: str = ""


Progress = Callable[[int, int], None]
"""Called with how many mutants are done and how many there are."""


def mutate(
    path: Path,
    plays: Sequence[Path] = (),
    options: Manner | None = None,
    *,
    progress: Progress = lambda done, count: None,
    working: Path | None = None,
) -> Mutated:
    """Try the mutants of the rules at ``path`` on the plays that come by them.

    See :func:`ledgerc.mutation.choosing.choose` for which rules and plays these are.
    """
    options = options or Manner()
    started = time.perf_counter()
    choice = choose(path, plays, own=options.own, working=working)
    if choice.findings.has_errors or choice.problem:
        return Mutated(choice.findings, problem=choice.problem)
    cases, failing = _cases(choice.played)
    runs = sum(len(case.seen) for case in cases)
    if failing:
        return Mutated(choice.findings, Report((), 0, 0, runs, failing))
    whole = Campaign(cases, _trials(choice.played, cases, options.operators))
    campaign = whole
    if options.sample is not None:
        campaign = sampled(whole, options.sample, options.seed)
    outcomes = _tried(campaign, options, progress)
    report = _report(choice, whole, campaign, outcomes, runs)
    seconds = time.perf_counter() - started
    return Mutated(choice.findings, replace(report, seconds=seconds))


def _cases(
    played: Iterable[Plays],
) -> tuple[tuple[Case, ...], tuple[Failing, ...]]:
    """Run all plays once, unchanged."""
    cases: list[Case] = []
    failing: list[Failing] = []
    for each in played:
        _, seen, failed = watch(Suite(each.catalog, each.plays))
        cases.append(Case(each.catalog, each.plays, seen))
        failing += failed
    return tuple(cases), tuple(failing)


def _trials(
    played: Sequence[Plays], cases: Sequence[Case], operators: Iterable[Operator]
) -> tuple[Trial, ...]:
    """The mutants of all catalogs; what is the same line in several is one."""
    wanted = frozenset(each.value for each in operators)
    found: dict[Key, list[Occurrence]] = {}
    for number, (each, case) in enumerate(zip(played, cases, strict=True)):
        files = [name for name, _ in _files_of_runs(case)]
        for mutant in mutants_of(each.catalog, each.shown):
            if mutant.key.operator not in wanted:
                continue
            counting = each.counting[mutant.file]
            seen = (
                (run, saw)
                for run, saw in enumerate(case.seen)
                if files[run] in counting
            )
            runs = noticing(seen, mutant)
            found.setdefault(mutant.key, []).append(Occurrence(number, mutant, runs))
    return tuple(Trial(key, tuple(found[key])) for key in sorted(found))


def _files_of_runs(case: Case) -> Iterable[tuple[str, str]]:
    """The file of each run of a case, in their order."""
    for play in case.plays:
        for each in play.plays:
            for _ in range(max(1, len(each.rows))):
                yield play.name, each.title


def _tried(
    campaign: Campaign, options: Manner, progress: Progress
) -> tuple[Outcome, ...]:
    count = len(campaign.trials)
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        progress(done, count)

    progress(0, count)
    return run_all(
        campaign, jobs=options.jobs, seconds=options.seconds, advance=advance
    )


def _report(
    choice: Choice,
    whole: Campaign,
    campaign: Campaign,
    outcomes: Sequence[Outcome],
    runs: int,
) -> Report:
    """What became of each mutant, with the reasons that authors have listed."""
    listed: list[Listed] = []
    faults: list[Fault] = []
    sink = Sink()
    for shown, path in choice.files:
        one, wrong = read_listed(shown, path, sink)
        faults += wrong
        if one is not None:
            listed.append(one)
    faults += (Fault(each.span.file, each.message) for each in sink.found)
    fates = {
        trial.key: outcome
        for trial, outcome in zip(campaign.trials, outcomes, strict=True)
    }
    told: list[Told] = []
    kept: set[Entry] = set()
    killed: dict[Entry, str] = {}
    for trial in whole.trials:
        entry = _entry_of(trial.key, listed)
        outcome = fates.get(trial.key)
        if outcome is None:
            if entry is not None:
                kept.add(entry)
            continue
        if outcome.fate in (Fate.SAME, Fate.INVALID):
            continue
        if entry is not None and outcome.fate is Fate.KILLED:
            killed[entry] = outcome.by
        elif entry is not None:
            kept.add(entry)
        reason = None if entry is None else entry.reason
        told.append(Told(trial.key, outcome.fate, outcome.by, reason))
    faults += stale(listed, frozenset(kept), killed)
    return Report(
        tuple(told),
        of=len(whole.trials),
        picked=len(campaign.trials),
        runs=runs,
        faults=tuple(faults),
    )


def _entry_of(key: Key, listed: Iterable[Listed]) -> Entry | None:
    for each in listed:
        entry = each.entry_of(key)
        if entry is not None:
            return entry
    return None
