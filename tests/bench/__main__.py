"""``python -m tests.bench [LINES]``: what the compiler takes for so many lines of content.

Each figure is CPU time, children included, and the best of a few runs: other work on a machine
makes a run slower, never faster. The goals stand beside the figures. With ``--write`` the table of
builds goes into docs/performance.md.
"""

from __future__ import annotations

import math
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger
from tests.bench.content import SETTINGS, catalog_text, write_project

LEDGERC = [sys.executable, "-m", "ledgerc"]
RUNS = 5
PAGE = Path("docs/performance.md")
OPENS, CLOSES = "<!-- build: written by tests/bench -->", "<!-- end of build -->"

_rows: list[tuple[str, str, str]] = []


def best(action: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of some runs, in seconds of CPU time of this process and its children."""
    times = []
    for _ in range(runs):
        started = os.times()
        action()
        ended = os.times()
        times.append(sum(ended[:4]) - sum(started[:4]))
    return min(times)


def command(folder: Path, *arguments: str) -> Callable[[], object]:
    """A run of the command in a folder."""
    return lambda: subprocess.run(
        [*LEDGERC, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def report(what: str, figure: str, promise: str = "") -> None:
    """Print one line of the table, and keep it."""
    _rows.append((what, figure, promise))
    print(f"{what:<56} {figure:>16}  {promise}".rstrip())


def one_catalog(lines: int) -> None:
    """A build of one big catalog: cold, unchanged, with one declaration changed, three times it."""
    cold = []
    for size in (lines, 3 * lines):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "content").mkdir()
            (folder / "pyproject.toml").write_text(SETTINGS)
            text = catalog_text(size)
            file = folder / "content" / "cards.ledger"
            file.write_text(text)
            cold.append(best(command(folder, "build"), 1))
            if size == lines:
                count = text.count("\n")
                report(
                    f"one catalog of {count:,} lines, cold", f"{cold[0]:.2f} s", "≤ 4 s"
                )
                seconds = best(command(folder, "build"))
                report("the same, nothing changed", f"{seconds:.2f} s", "≤ 0.25 s")
                file.write_text(text.replace("adds Might", "adds Might 1 +", 1))
                seconds = best(command(folder, "build"), 1)
                report(
                    "the same, one declaration changed", f"{seconds:.2f} s", "≤ 0.4 s"
                )
    exponent = math.log(cold[1] / cold[0]) / math.log(3)
    report("growth to three times the lines (exponent)", f"{exponent:.2f}", "≤ 1.1")


def write_page() -> None:
    """Put the table into its place in the page."""
    text = PAGE.read_text() if PAGE.exists() else "# Performance\n"
    if OPENS not in text:
        text += f"\n## Build\n\n{OPENS}\n{CLOSES}\n"
    before, _, rest = text.partition(OPENS)
    after = rest.partition(CLOSES)[2]
    machine = (
        f"CPU time, children included, of Python {platform.python_version()} on a shared machine"
        f" of {os.cpu_count()} cores; `python -m tests.bench --write`."
    )
    rows = "\n".join(f"| {' | '.join(row)} |" for row in _rows)
    table = f"| work | figure | goal |\n|---|---|---|\n{rows}"
    PAGE.write_text(f"{before}{OPENS}\n{machine}\n\n{table}\n{CLOSES}{after}")


def parsing(lines: int) -> None:
    """Lines a second, from text to syntax tree with spans."""
    source = SourceFile("bench.ledger", catalog_text(lines))
    count = len(source.lines)
    seconds = best(lambda: parse_ledger(source, Sink()))
    report(f"parse {count:,} lines", f"{count / seconds:,.0f} lines/s", "≥ 10,000")


def starting() -> None:
    """From the shell to the help."""
    seconds = best(command(Path.cwd(), "--help"), 2 * RUNS)
    report("ledgerc --help", f"{seconds * 1000:.0f} ms", "< 150 ms")


def building(lines: int) -> None:
    """A build of everything, of nothing new, and of one file that changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = write_project(folder, lines)
        report(
            f"first build of {count:,} lines",
            f"{best(command(folder, 'build'), 1):.2f} s",
        )
        report(
            "build, nothing changed", f"{best(command(folder, 'build')):.2f} s", "< 1 s"
        )
        seconds = best(command(folder, "build", "--check"))
        report("build --check, nothing changed", f"{seconds:.2f} s")
        changed = folder / "content" / "shelf0" / "cards0.ledger"
        changed.write_text(changed.read_text() + "\ntags Changed\n")
        report(
            "build, one catalog changed", f"{best(command(folder, 'build'), 1):.2f} s"
        )
        report(
            "check everything", f"{best(command(folder, 'check', 'content'), 1):.2f} s"
        )
        report(
            "fmt --check everything",
            f"{best(command(folder, 'fmt', '--check', 'content'), 1):.2f} s",
        )


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    size = numbers[0] if numbers else 10_000
    starting()
    parsing(size)
    one_catalog(size)
    building(size)
    if "--write" in sys.argv:
        write_page()
