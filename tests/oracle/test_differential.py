"""Whole catalogs and plays, drawn by hypothesis: generated code and oracle agree on every step.

The same 300 each time. ``tox -e fuzz -- N`` draws others.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

from tests.oracle.drawn import compare_game, explain
from tests.oracle.generating import Game, games

CATALOGS = 300

seen = {"compared": 0, "steps": 0, "entries": 0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where drawn games are written."""
    return tmp_path_factory.mktemp("drawn")


@settings(
    max_examples=CATALOGS,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(game=games())
def test_generated_code_and_oracle_agree(folder: Path, game: Game) -> None:
    compared = compare_game(game, folder)
    assume(compared is not None)
    assert compared is not None
    seen["compared"] += 1
    seen["steps"] += compared.steps
    seen["entries"] += compared.entries
    assert not compared.disagreements, f"{explain(compared)}\n\n{game!r}"


def test_that_much_was_compared() -> None:
    """Runs after the other: nearly all that is drawn compiles, and something happens in it."""
    if not seen["compared"]:
        pytest.skip("the catalogs were drawn by another worker")
    assert seen["compared"] >= CATALOGS
    assert seen["steps"] > 10 * CATALOGS
    assert seen["entries"] > 5 * CATALOGS
