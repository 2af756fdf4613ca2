"""The rows of the table of builds: each a thing measured beside another, and its goal."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ledgerc.compiled import CompiledPlays
from ledgerc.diagnostics import Sink
from ledgerc.files import PLAY, find_sources
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger
from ledgerc.workspace import open_workspace
from tests.bench.content import SETTINGS, catalog_text, write_project
from tests.bench.timing import in_steps, ledgerc, python, seconds_of, taking_turns

LARGEST = 100_000
"""Lines of the largest catalog whose growth is told."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; ``met`` is None for a figure without a goal."""

    work: str
    measured: str
    beside: str = ""
    goal: str = ""
    met: bool | None = None


Rows = Iterator[Row]


def _seconds(work: str, seconds: float, most: float | None, beside: str = "") -> Row:
    goal = "" if most is None else f"≤ {most:g} s"
    return Row(
        work,
        f"{seconds:.2f} s",
        beside,
        goal,
        None if most is None else seconds <= most,
    )


def _ratio(work: str, ratio: float, beside: str, most: float) -> Row:
    return Row(work, f"{ratio:.2f} ×", beside, f"≤ {most:g} ×", ratio <= most)


def starting(rounds: int) -> Rows:
    """From the shell to the help."""
    times = taking_turns(
        {"help": ledgerc(Path.cwd(), "--help"), "pass": python("pass")}, 3 * rounds
    )
    yield _ratio(
        "`ledgerc --help`", times["help"] / times["pass"], "`python -c pass`", 5
    )


def playing(rounds: int) -> Rows:
    """All plays of the content by the command, once nothing is left to compile."""
    here = Path.cwd()
    command = ledgerc(here, "play", "content")
    seconds = seconds_of(command)
    with tempfile.TemporaryDirectory() as name:
        times = taking_turns(
            {
                "play": command,
                "start": ledgerc(Path(name), "play", "."),
                "loop": _all_plays(here),
            },
            rounds,
        )
    ratio = (times["play"] - times["start"]) / times["loop"]
    beside = "the compiled plays in a bare loop, after start-up"
    yield _ratio("`ledgerc play content`", ratio, beside, 2)
    yield _seconds(
        "`ledgerc play content`",
        times["play"],
        None,
        f"the run before: {seconds:.2f} s",
    )


def _all_plays(folder: Path) -> Callable[[], object]:
    sink = Sink()
    workspace = open_workspace(sink, folder)
    files = workspace.locate_all(
        find_sources([folder / "content"], sink, workspace.shown, (PLAY,)), sink
    )
    compiled = CompiledPlays(workspace, files)
    calls = [run.call for file in files for run in compiled.runs(file)[0] or ()]

    def loop() -> None:
        for call in calls:
            call()

    loop()
    return loop


def parsing(lines: int, rounds: int) -> Rows:
    """Lines a second, from text to syntax tree with spans."""
    source = SourceFile("bench.ledger", catalog_text(lines))
    count = len(source.lines)
    times = taking_turns({"parse": lambda: parse_ledger(source, Sink())}, rounds)
    rate = count / times["parse"]
    yield Row(
        f"parse {count:,} lines", f"{rate:,.0f} lines/s", "", "≥ 10,000", rate >= 10_000
    )


@contextmanager
def _one_catalog(lines: int) -> Iterator[tuple[Path, Path, str]]:
    """A project of one big catalog: its folder, the file, the text of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "content").mkdir()
        (folder / "pyproject.toml").write_text(SETTINGS)
        file = folder / "content" / "cards.ledger"
        text = catalog_text(lines)
        file.write_text(text)
        yield folder, file, text


def one_catalog(lines: int, largest: int, rounds: int) -> Rows:
    """A build of one big catalog: cold, with one declaration changed, unchanged; its growth."""
    build = ("build",)
    with _one_catalog(lines) as (folder, file, text):
        changes = iter(range(1, 1000))

        def fresh() -> None:
            shutil.rmtree(folder / ".ledgerc-cache", ignore_errors=True)
            shutil.rmtree(folder / "generated", ignore_errors=True)
            ledgerc(folder, *build)()

        def changed() -> None:
            more = f"adds Might {next(changes)} +"
            file.write_text(text.replace("adds Might", more, 1))
            ledgerc(folder, *build)()

        times = in_steps(
            {"cold": fresh, "one": changed, "none": ledgerc(folder, *build)}, rounds
        )
        count = text.count("\n")
    cold = times["cold"]
    yield _seconds(f"build of one catalog of {count:,} lines, cold", cold, 4)
    for name, work, most in (
        ("one", "the same, one declaration changed", 0.4),
        ("none", "the same, nothing changed", 0.25),
    ):
        yield _seconds(work, times[name], most, f"{times[name] / cold:.2f} of cold")
    with _one_catalog(largest) as (folder, _, text):
        seconds = seconds_of(ledgerc(folder, *build))
        exponent = math.log(seconds / cold) / math.log(text.count("\n") / count)
    yield Row(
        f"growth to {text.count(chr(10)):,} lines",
        f"exponent {exponent:.2f}",
        f"{seconds:.1f} s beside {cold:.2f} s",
        "≤ 1.1",
        exponent <= 1.1,
    )


def project(lines: int, rounds: int) -> Rows:
    """A project of many files: everything, nothing new, one file that changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = write_project(folder, lines)
        first = seconds_of(ledgerc(folder, "build"))
        changed = folder / "content" / "shelf0" / "cards0.ledger"
        text, changes = changed.read_text(), iter(range(1000))

        def change() -> None:
            changed.write_text(f"{text}\ntags Changed{next(changes)}\n")
            ledgerc(folder, "build")()

        times = in_steps(
            {
                "one": change,
                "none": ledgerc(folder, "build"),
                "check": ledgerc(folder, "build", "--check"),
            },
            rounds,
        )
        yield _seconds(f"first build of {count:,} lines in many files", first, None)
        for name, work in (
            ("one", "the same, one catalog changed"),
            ("none", "the same, nothing changed"),
            ("check", "`build --check`, nothing changed"),
        ):
            beside = f"{times[name] / first:.2f} of the first"
            yield _seconds(work, times[name], None, beside)
        for arguments in (("check", "content"), ("fmt", "--check", "content")):
            seconds = seconds_of(ledgerc(folder, *arguments))
            beside = f"{seconds / first:.2f} of the first build"
            yield _seconds(f"`{' '.join(arguments)}`", seconds, None, beside)
