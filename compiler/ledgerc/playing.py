"""Runs compiled plays: what came of each is data; printing it is for the command.

A play file becomes :class:`PlayRun` objects (:func:`runs_of`), one a play, or one a row of a
play that has rows. The pytest plugin runs the same objects, one a test item.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from types import ModuleType

from ledger_runtime.testing import PlayFailed, Row, rows_of, run_explained
from ledgerc.ir.plays import PlayFile, steps_of
from ledgerc.keyword_filter import KeywordFilter


@dataclass(frozen=True, slots=True)
class PlayRun:
    """One run of a play, ready to be called; ``row`` says which row it is, if it has rows.

    ``function`` is its Python name; ``digest`` tells its file's content and catalog apart.
    """

    title: str
    row: str | None
    file: str
    line: int
    steps: int
    function: str
    digest: str
    call: Callable[[], None]

    @property
    def name(self) -> str:
        """The title, with the row in brackets."""
        return self.title if self.row is None else f"{self.title} [{self.row}]"

    @property
    def keywords(self) -> tuple[str, ...]:
        """What a ``-k`` expression looks at."""
        return (self.name, self.function, self.file)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """What came of one run: ``failure`` is the whole message of one that did not pass."""

    title: str
    row: str | None
    file: str
    line: int
    steps: int
    seconds: float
    failure: str | None

    @property
    def passed(self) -> bool:
        """Whether every step went as the play says."""
        return self.failure is None

    @property
    def name(self) -> str:
        """The title, with the row in brackets."""
        return self.title if self.row is None else f"{self.title} [{self.row}]"


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file: ``left_out`` by ``-k``, ``not_run`` after a first failure."""

    file: str
    results: tuple[PlayResult, ...]
    left_out: int = 0
    not_run: int = 0

    @property
    def failing(self) -> tuple[PlayResult, ...]:
        """The runs that did not pass."""
        return tuple(result for result in self.results if not result.passed)

    @property
    def passed(self) -> bool:
        """Whether all that ran passed."""
        return not self.failing


def runs_of(
    file: PlayFile, module: ModuleType, names: Sequence[str]
) -> tuple[PlayRun, ...]:
    """The runs of a play file compiled to ``module``; ``names`` are its functions, in order."""
    return tuple(_runs(file, module, names))


def _runs(
    file: PlayFile, module: ModuleType, names: Sequence[str]
) -> Iterator[PlayRun]:
    for play, name in zip(file.plays, names, strict=True):
        function: Callable[..., None] = getattr(module, name)
        run = PlayRun(
            title=play.title,
            row=None,
            file=file.name,
            line=play.span.line,
            steps=steps_of(file, play),
            function=name,
            digest=module.PLAY_DIGEST,
            call=function,
        )
        if not play.parameters:
            yield run
            continue
        for row, literals in zip(rows_of(function), play.rows, strict=True):
            line = literals[0].span.line
            yield replace(run, row=row.name, line=line, call=_with_row(function, row))


def known_runs(
    known: Sequence[tuple[str, str | None, int, int, str]],
    file: str,
    module: ModuleType,
) -> tuple[PlayRun, ...]:
    """The runs of ``module`` from their titles, rows, lines, steps and functions.

    Raises ``ValueError`` or ``TypeError`` if they are not those of the module.
    """
    runs: list[PlayRun] = []
    rows: dict[str, Iterator[Row]] = {}
    for title, name, line, steps, function_name in known:
        function = getattr(module, function_name, None)
        if function is None:
            raise ValueError(f"no play {function_name}")
        call = function
        if name is not None:
            row = next(rows.setdefault(function_name, iter(rows_of(function))), None)
            if row is None or row.name != name:
                raise ValueError(f"no row {name} of {function_name}")
            call = _with_row(function, row)
        runs.append(
            PlayRun(
                title, name, file, line, steps, function_name, module.PLAY_DIGEST, call
            )
        )
    return tuple(runs)


def _with_row(function: Callable[..., None], row: Row) -> Callable[[], None]:
    return lambda: function(*row.values)


def run_play(
    run: PlayRun, within: AbstractContextManager[object] | None = None
) -> PlayResult:
    """Run one play; a failure of any kind is in the result, nothing is raised but an interrupt.

    ``within`` is entered around it alone, as a profile is.
    """
    started = time.perf_counter()
    failure: str | None = None
    try:
        with within or nullcontext():
            run_explained(run.call)
    except PlayFailed as failed:
        failure = str(failed)
    except (
        Exception
    ) as error:  # a fault of the generated code or of ours: told, with its trace
        trace = "".join(traceback.format_exception(error)).rstrip()
        failure = f"{run.file}:{run.line}: {type(error).__name__}: {error}\n{trace}"
    seconds = time.perf_counter() - started
    return PlayResult(
        run.title, run.row, run.file, run.line, run.steps, seconds, failure
    )


def run_plays(
    runs: Sequence[PlayRun],
    file: str,
    *,
    keep: KeywordFilter | None = None,
    stop_at_failure: bool = False,
    within: AbstractContextManager[object] | None = None,
) -> FileResult:
    """Run the plays of one file in order, those alone that ``keep`` picks, each ``within`` it."""
    picked = [run for run in runs if keep is None or keep.picks(run.keywords)]
    results: list[PlayResult] = []
    for run in picked:
        results.append(run_play(run, within))
        if stop_at_failure and not results[-1].passed:
            break
    return FileResult(
        file, tuple(results), len(runs) - len(picked), len(picked) - len(results)
    )


def counted(number: int, word: str) -> str:
    """``1 play``, ``2 plays``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def summary(result: FileResult) -> str:
    """The one line printed for a file: ``✓ 2 plays, 31 steps, all passing``."""
    ran = len(result.results)
    steps = counted(sum(each.steps for each in result.results), "step")
    failing = len(result.failing)
    if failing:
        line = f"✗ {failing} of {counted(ran, 'play')} failing, {steps}"
    elif ran:
        line = f"✓ {counted(ran, 'play')}, {steps}, all passing"
    else:
        line = "✓ no plays to run"
    if result.not_run:
        line += f", {result.not_run} not run"
    if result.left_out:
        line += f" ({result.left_out} left out by -k)"
    return line


def report(result: FileResult) -> str:
    """The summary, and below it each failing play's title and message, indented."""
    lines = [summary(result)]
    for failed in result.failing:
        lines.append("")
        lines.append(f"  {failed.name}")
        lines += [
            f"    {line}".rstrip() for line in (failed.failure or "").splitlines()
        ]
    return "\n".join(lines)
