"""A drawn catalog and play, through the generated code and through the oracle."""

from __future__ import annotations

from pathlib import Path

from tests.oracle.comparing import Compared, compare
from tests.oracle.compiling import NotCompiled, compile_play
from tests.oracle.generating import CATALOG, Game

MOST_ENTRIES = 120
"""The budget of a sequence: rules that go round are to fail soon."""


def compare_game(game: Game, folder: Path) -> Compared | None:
    """Compile and compare a drawn game in a folder; None if it does not compile."""
    write_game(game, folder, "drawn")
    try:
        compiled = compile_play(folder / "drawn.play")
    except NotCompiled:
        return None
    return compare(compiled, MOST_ENTRIES)


def write_game(game: Game, folder: Path, stem: str) -> None:
    """Write a drawn game as two files."""
    (folder / f"{stem}.ledger").write_text(game.catalog)
    (folder / f"{stem}.play").write_text(game.play.replace(CATALOG, f"{stem}.ledger"))


def explain(compared: Compared) -> str:
    """What a comparison found, for people."""
    return "\n".join(str(found) for _, found in compared.disagreements)
