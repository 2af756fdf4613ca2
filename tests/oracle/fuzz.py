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
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from ledgerc.diagnostics import Severity
from tests.oracle.comparing import Compared
from tests.oracle.compiling import NotCompiled
from tests.oracle.drawn import compare_game, write_game
from tests.oracle.generating import Game, games
from tests.oracle.generating import game as game_of
from tests.oracle.shrinking import shrunk


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


def judged(game: Game, folder: Path) -> tuple[dict[str, str], Compared | None]:
    """What is wrong with a game by its kind, with what there is to tell; and what was compared."""
    try:
        compared = compare_game(game, folder)
    except NotCompiled as refused:
        first = next(each for each in refused.found if each.severity is Severity.ERROR)
        return {f"{first.code} {first.message[:12]}": str(refused)}, None
    except Exception:  # a fault of ours, to be told like a disagreement
        told = traceback.format_exc()
        return {told[-300:]: told}, None
    found = {}
    for _, each in compared.disagreements:
        words = f"{each.what} {each.generated[:12]} {each.oracle[:12]}"
        found[re.sub("[0-9]+", "N", words)] = str(each)
    return found, compared


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
        kinds, compared = judged(game, folder)
        for kind, told in kinds.items():
            tally.found(kind, game, told)
        if compared is not None:
            tally.compared += 1
            tally.steps += compared.steps
            tally.entries += compared.entries

    one()
    return tally


def small(kind: str, game: Game, told: str, folder: Path) -> tuple[Game, str]:
    """A small game with the same kind of disagreement, and what it is there.

    What needs its later version stays as it is: both have to say the same steps.
    """
    alone = replace(game, later=None)
    if game.later is not None and kind not in judged(alone, folder)[0]:
        return game, told
    game = alone
    if sys.stderr.isatty():
        print(f"\rmaking game {game.number} smaller", end="", file=sys.stderr)
    game = shrunk(game, lambda other: kind in judged(other, folder)[0])
    return game, judged(game, folder)[0].get(kind, told)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=1000, metavar="N")
    parser.add_argument("--seed", type=int, help="draw the same again")
    parser.add_argument(
        "--found", type=Path, default=Path("fuzz-found"), help="where games are written"
    )
    parser.add_argument("--game", type=int, help="draw the game of this number alone")
    given_ = parser.parse_args()
    if given_.game is not None:
        with tempfile.TemporaryDirectory() as folder:
            wrong, compared = judged(game_of(given_.game), Path(folder))
        print(
            "\n".join(wrong.values())
            or f"{compared.steps if compared else 0} steps agree"
        )
        return 1 if wrong else 0
    chosen = random.randrange(10**9) if given_.seed is None else given_.seed
    warnings.filterwarnings("ignore", category=Warning, module="hypothesis")
    print(f"seed {chosen}")
    with tempfile.TemporaryDirectory() as folder:
        tally = run(given_.number, chosen, Path(folder))
        print(f"\n{tally.text()}")
        kinds = sorted(tally.kinds.items(), key=lambda kind: -kind[1][0])
        smaller = [
            (times, *small(kind, game, told, Path(folder)))
            for kind, (times, game, told) in kinds
        ]
    for number, (times, game, told) in enumerate(smaller):
        write_game(game, given_.found / f"found{number}")
        print(f"\nfound{number}, {times} times, --game {game.number}: {told}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
