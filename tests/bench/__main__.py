"""``python -m tests.bench [LINES] [--short]``: what the compiler takes for so many lines.

Prints each row as it is measured and writes the table of builds into docs/performance.md. With
``--short`` the largest catalog is three times LINES instead of 100,000 lines, and nothing is
written: for a look in between.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench import rows
from tests.bench.rows import Row

ROUNDS = 5
PAGE = Path("docs/performance.md")
OPENS, CLOSES = "<!-- build: written by tests/bench -->", "<!-- end of build -->"


def measured(lines: int, largest: int) -> Iterator[Row]:
    """All rows, as they are measured."""
    yield from rows.starting(ROUNDS)
    yield from rows.playing(ROUNDS)
    yield from rows.parsing(lines, ROUNDS)
    yield from rows.one_catalog(lines, largest, 3)
    yield from rows.project(lines, 3)


def cells(row: Row) -> tuple[str, ...]:
    """A row as texts."""
    verdict = {True: "met", False: "missed", None: ""}[row.met]
    return row.work, row.measured, row.beside, row.goal, verdict


def write_page(found: list[Row]) -> None:
    """Put the table into its place in the page."""
    before, _, rest = PAGE.read_text().partition(OPENS)
    after = rest.partition(CLOSES)[2]
    machine = (
        f"CPU time, children included, of Python {platform.python_version()} on a shared machine"
        f" of {os.cpu_count()} cores: medians of rounds, what is compared in turn."
    )
    lines = "\n".join(f"| {' | '.join(cells(row))} |" for row in found)
    table = f"| work | measured | beside | goal | |\n|---|---|---|---|---|\n{lines}"
    PAGE.write_text(f"{before}{OPENS}\n{machine}\n\n{table}\n{CLOSES}{after}")


def main(arguments: list[str]) -> None:
    """Measure, print and write."""
    numbers = [int(each) for each in arguments if each.isdecimal()]
    lines = numbers[0] if numbers else 10_000
    short = "--short" in arguments
    found: list[Row] = []
    for row in measured(lines, 3 * lines if short else rows.LARGEST):
        found.append(row)
        print("  ".join(f"{each:<52}" for each in cells(row)).rstrip(), flush=True)
    if not short:
        write_page(found)


if __name__ == "__main__":
    main(sys.argv[1:])
