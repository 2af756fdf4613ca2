"""Whole catalogs and plays, drawn by hypothesis as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.oracle.generating.drawing import Drawing, Vocabulary
from tests.oracle.generating.plays import Plays

CATALOG = "drawn.ledger"


@dataclass(frozen=True, slots=True)
class Game:
    """A catalog and a play of it."""

    catalog: str
    play: str

    def __repr__(self) -> str:
        return f"{self.catalog}\n# ---- play\n{self.play}"


@st.composite
def games(draw: Callable[..., Any]) -> Game:
    """A catalog that should compile, and a play of it."""
    generator = Plays(Drawing(draw), Vocabulary())
    catalog = generator.catalog()
    return Game(catalog, generator.play(CATALOG))
