"""Whole catalogs and plays, drawn by hypothesis as text."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.oracle.generating.catalogs import CATALOG, file_text
from tests.oracle.generating.declaring import Block
from tests.oracle.generating.drawing import Drawing, Vocabulary
from tests.oracle.generating.later import later_blocks, renamed
from tests.oracle.generating.plays import Plays

__all__ = ["CATALOG", "Game", "game", "games"]


@dataclass(frozen=True, slots=True)
class Game:
    """A catalog in one or more files, and a play of it."""

    number: int
    """What it was drawn from: :func:`game` draws the same again."""
    files: dict[str, str]
    """The text of each file by its path, the root first."""
    play: str
    later: Game | None = None
    """A later version of the catalog, and the same play of it."""
    handed_at: int = 0
    """In a later version: the line of the ``save`` from which on it has the world of the first."""

    def __repr__(self) -> str:
        told = [f"# ---- {name}\n{text}" for name, text in self.files.items()]
        if self.later is not None:
            told.append(f"# ---- later, from line {self.later.handed_at}\n{self.later}")
        return "\n".join([f"# game {self.number}", *told, f"# ---- play\n{self.play}"])


def game(number: int) -> Game:
    """A catalog that compiles, and a play of it: all that is drawn comes from the number."""
    generator = Plays(Drawing(number), Vocabulary())
    files = generator.files(generator.catalog())
    texts = {name: file_text(name, files) for name in files}
    play = generator.play(CATALOG, "".join(texts.values()))
    later = later_game(generator, files, play)
    return Game(number, texts, play, later)


def later_game(
    generator: Plays, files: dict[str, list[Block]], play: str
) -> Game | None:
    """A later version of a catalog, for some of the plays that save."""
    saves = [line for line, text in enumerate(play.splitlines(), 1) if text == "  save"]
    if not saves or not generator.d.chance(50):
        return None
    blocks = [block for name in files for block in files[name]]
    blocks, names = later_blocks(generator.d, blocks)
    later = {CATALOG: blocks}
    text = file_text(CATALOG, later)
    return Game(
        0, {CATALOG: text}, renamed(play, names), handed_at=generator.d.pick(saves)
    )


def games() -> st.SearchStrategy[Game]:
    """Any game."""
    return st.integers(0, 2**64 - 1).map(game)
