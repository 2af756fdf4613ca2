"""``python -m tests.fuzzing SECONDS``: sources and saves that are changed to break something.

Prints how many inputs were tried and each kind of fault, whose smallest input is written to a
folder with the command that shows it again; ends with 1 if there was one. What is mended goes to
``tests/fuzzing/corpus/found``, so that it is tried for ever.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.fuzzing.cases import read_text
from tests.fuzzing.running import Tally, run, smallest
from tests.fuzzing.workshop import Workshop

SHRINK_SECONDS = 60


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzzing", description=__doc__
    )
    parser.add_argument("seconds", type=float, nargs="?", default=60, metavar="SECONDS")
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the same number tries the same inputs in the same order (1)",
    )
    parser.add_argument(
        "--found",
        type=Path,
        default=Path("fuzz-found"),
        help="where faults are written",
    )
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="try this input and no other"
    )
    given = parser.parse_args()
    with Workshop() as workshop:
        if given.again is not None:
            return _again(given.again, workshop)
        print(f"seed {given.seed}, {given.seconds:g} seconds", flush=True)
        tally = run(given.seconds, given.seed, workshop, _Progress())
        print(tally.text())
        seconds, slowest = workshop.slowest
        print(f"slowest: {seconds:.1f} s of processor time for {slowest.size} bytes")
        _write(tally, given.found, workshop)
    return 1 if tally.faults else 0


class _Progress:
    """A line on a terminal, once a second."""

    def __init__(self) -> None:
        self._shown = time.monotonic()

    def __call__(self, tally: Tally) -> None:
        if sys.stderr.isatty() and time.monotonic() - self._shown > 1:
            self._shown = time.monotonic()
            print(f"\r{tally.text()} ", end="", file=sys.stderr, flush=True)


def _write(tally: Tally, folder: Path, workshop: Workshop) -> None:
    """Write the smallest input of each kind of fault, and how it is tried again."""
    kinds = sorted(tally.faults.items(), key=lambda each: -each[1][0])
    for number, (kind, (times, case, fault)) in enumerate(kinds, 1):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"fault-{number}.json"
        path.write_text(case.text(), "ascii")
        case = smallest(case, kind, workshop, SHRINK_SECONDS)
        path.write_text(case.text(), "ascii")
        print(f"\n{kind}: {times} times; to see it again:")
        print(f"  python -m tests.fuzzing --again {path}")
        print(fault.told[-1500:])


def _again(path: Path, workshop: Workshop) -> int:
    report = workshop.attempt(read_text(path.read_text("ascii")))
    for fault in report.faults:
        print(f"{fault.kind}\n{fault.told}")
    if not report.faults:
        print("no fault; " + ("accepted" if report.accepted else "refused"))
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
