"""``python -m tests.bench [LINES]``: what the compiler takes for so many lines of content.

Each figure is the best of a few runs, in processor time of this process and of those it started:
other work on the machine makes a run later, but hardly dearer. What is promised
stands beside the figures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger
from tests.bench.content import catalog_text, write_project

LEDGERC = [sys.executable, "-m", "ledgerc"]
RUNS = 5


def best(action: Callable[[], object], runs: int = RUNS) -> float:
    """The cheapest of some runs, in seconds."""
    times = []
    for _ in range(runs):
        started = processor_time()
        action()
        times.append(processor_time() - started)
    return min(times)


def processor_time() -> float:
    """What this process and its ended children have used so far, in seconds."""
    return sum(os.times()[:4])


def command(folder: Path, *arguments: str) -> Callable[[], object]:
    """A run of the command in a folder."""
    return lambda: subprocess.run(
        [*LEDGERC, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def report(what: str, figure: str, promise: str = "") -> None:
    """Print one line of the table."""
    print(f"{what:<44} {figure:>16}  {promise}".rstrip())


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
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    starting()
    parsing(size)
    building(size)
