"""Whole catalogs and plays, drawn by hypothesis as text."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.oracle.generating.catalogs import CATALOG, file_text
from tests.oracle.generating.drawing import Drawing, Vocabulary
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

    def __repr__(self) -> str:
        told = [f"# ---- {name}\n{text}" for name, text in self.files.items()]
        return "\n".join([f"# game {self.number}", *told, f"# ---- play\n{self.play}"])


def game(number: int) -> Game:
    """A catalog that compiles, and a play of it: all that is drawn comes from the number."""
    generator = Plays(Drawing(number), Vocabulary())
    files = generator.files(generator.catalog())
    texts = {name: file_text(name, files) for name in files}
    return Game(number, texts, generator.play(CATALOG, "".join(texts.values())))


def games() -> st.SearchStrategy[Game]:
    """Any game."""
    return st.integers(0, 2**64 - 1).map(game)
