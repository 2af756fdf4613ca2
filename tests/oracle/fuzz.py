"""``python -m tests.oracle.fuzz N``: N catalogs through the generated code and the oracle.

Prints what was compared and each kind of disagreement, with the smallest game of it, which is
written to a folder; ends with 1 if there was one. Each that is a fault becomes a case: see
``test_cases.py``.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.oracle.drawn import compare_game, write_game
from tests.oracle.generating import Game, games


@dataclass
class Tally:
    """What a run has seen so far."""

    drawn: int = 0
    compared: int = 0
    steps: int = 0
    entries: int = 0
    kinds: dict[str, tuple[int, Game, str]] = field(default_factory=dict)
    """Each kind of disagreement: how often, the smallest game of it, and what it is."""

    def found(self, kind: str, game: Game, told: str) -> None:
        """Note a disagreement."""
        times, smallest, before = self.kinds.get(kind, (0, game, told))
        if len(repr(game)) > len(repr(smallest)):
            game, told = smallest, before
        self.kinds[kind] = (times + 1, game, told)

    def text(self) -> str:
        """One line."""
        return (
            f"{self.drawn} drawn, {self.compared} compared, {self.steps} steps, "
            f"{self.entries} entries, {len(self.kinds)} kinds of disagreement"
        )


def run(number: int, chosen: int, folder: Path) -> Tally:
    """Draw and compare so many games."""
    tally = Tally()
    shown = time.monotonic()

    @seed(chosen)
    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(games())
    def one(game: Game) -> None:
        nonlocal shown
        tally.drawn += 1
        if sys.stderr.isatty() and time.monotonic() - shown > 1:
            shown = time.monotonic()
            print(f"\r{tally.text()}", end="", file=sys.stderr)
        try:
            compared = compare_game(game, folder)
        except Exception:  # a fault of ours, to be told like a disagreement
            told = traceback.format_exc()
            tally.found(told[-300:], game, told)
            return
        if compared is None:
            return
        tally.compared += 1
        tally.steps += compared.steps
        tally.entries += compared.entries
        for _, found in compared.disagreements:
            words = f"{found.what} {found.generated[:12]} {found.oracle[:12]}"
            tally.found(re.sub("[0-9]+", "N", words), game, str(found))

    one()
    return tally


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=1000, metavar="N")
    parser.add_argument("--seed", type=int, help="draw the same again")
    parser.add_argument(
        "--found", type=Path, default=Path("fuzz-found"), help="where games are written"
    )
    given_ = parser.parse_args()
    chosen = random.randrange(10**9) if given_.seed is None else given_.seed
    warnings.filterwarnings("ignore", category=Warning, module="hypothesis")
    print(f"seed {chosen}")
    with tempfile.TemporaryDirectory() as folder:
        tally = run(given_.number, chosen, Path(folder))
    print(f"\n{tally.text()}")
    kinds = sorted(tally.kinds.values(), key=lambda kind: -kind[0])
    for number, (times, game, told) in enumerate(kinds):
        given_.found.mkdir(exist_ok=True)
        write_game(game, given_.found, f"found{number}")
        print(f"\nfound{number}, {times} times: {told}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
