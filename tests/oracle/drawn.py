"""A drawn catalog and play, through the generated code and through the oracle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.census import count_kinds
from tests.oracle.comparing import Compared, compare, compare_versions
from tests.oracle.compiling import compile_play
from tests.oracle.deciding import Waited
from tests.oracle.generating import Game

MOST_ENTRIES = 120
"""The budget of a sequence: rules that go round are to fail soon."""

PLAY = "drawn.play"
LATER = "later"
"""The folder of a later version of the catalog, with the same play of it."""

WAITED = "(choice that waited)"
VERSIONS = "(save of another version)"
"""What is counted beside the kinds of the IR."""


@dataclass(frozen=True, slots=True)
class Drawn(Compared):
    """What came of a drawn game, and how often it has each kind of thing."""

    kinds: Counter[str]


def compare_game(game: Game, folder: Path) -> Drawn:
    """Compile and compare a drawn game in a folder.

    Raises :class:`tests.oracle.compiling.NotCompiled`: all that is drawn should compile.
    """
    write_game(game, folder)
    compiled = compile_play(folder / PLAY)
    waited = Waited() if game.number % 2 else None
    found = compare(compiled, MOST_ENTRIES, waited=waited)
    kinds = count_kinds(compiled.catalog) + count_kinds(compiled.play)
    if waited is not None:
        kinds += Counter({WAITED: waited.decisions})
    if game.later is not None and not found.disagreements:
        second = compile_play(folder / LATER / PLAY)
        kinds += count_kinds(second.catalog) + Counter({VERSIONS: 1})
        found = found + compare_versions(
            compiled, second, game.later.handed_at, MOST_ENTRIES
        )
    return Drawn(found.runs, found.steps, found.entries, found.disagreements, kinds)


def write_game(game: Game, folder: Path) -> None:
    """Write the files of a drawn game."""
    for name, text in game.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / PLAY).write_text(game.play)

    if game.later is not None:
        write_game(game.later, folder / LATER)


def explain(compared: Compared) -> str:
    """What a comparison found, for people."""
    return "\n".join(str(found) for _, found in compared.disagreements)
