"""A thousand matches as they were played once, with what was logged at each order.

``python -m tests.conformance.recorded_matches`` records them anew: only where the rules of matches,
or what a log says, were changed on purpose. The small games of ``games/`` are played, since a
thousand of them are replayed in seconds.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from ledger_runtime.match import Match, play_match
from ledger_runtime.match_file import read_match, write_match
from ledgerc.matching.finding import find_match

HERE = Path(__file__).parent
GAMES = HERE / "games"
FILE = HERE / "logs" / "matches.jsonl.xz"
COUNTS = {"tictactoe": 400, "race": 300, "tricks": 300}
PLAYERS = (("random",), ("random", "greedy"))


@cache
def module(game: str) -> ModuleType:
    """The generated module of a game."""
    found = find_match(GAMES / f"{game}.ledger", working=GAMES)
    assert found.rules is not None, found
    return found.rules.module()


def record() -> Iterator[str]:
    """The lines of the file: a game and one of its matches."""
    for game, count in COUNTS.items():
        for seed in range(count):
            match = play_match(module(game), None, PLAYERS[seed % 2], seed)
            form = json.loads(write_match(match))
            yield json.dumps([game, form], separators=(",", ":"))


def recorded() -> Iterator[tuple[str, Match]]:
    """Each recorded match with its game.

    How a digest of rules is reckoned may change, what the rules say may not: the present one is
    put in.
    """
    for line in lzma.decompress(FILE.read_bytes()).decode().splitlines():
        game, form = json.loads(line)
        match = read_match(json.dumps(form))
        digest = module(game).World.catalog.digest
        yield game, replace(match, digest=digest)


def main() -> None:
    """Record the matches anew."""
    text = "".join(f"{line}\n" for line in record())
    FILE.write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
