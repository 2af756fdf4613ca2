"""Whole catalogs and plays, drawn by hypothesis: generated code and oracle agree on every step.

The same 300 each time. ``tox -e fuzz -- N`` draws others.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.oracle.census import UNDRAWN, all_kinds
from tests.oracle.drawn import VERSIONS, WAITED, compare_game, explain
from tests.oracle.generating import Game, game, games

CATALOGS = 300


def test_generated_code_and_oracle_agree(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    kinds: Counter[str] = Counter()

    @settings(
        max_examples=CATALOGS,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn=games())
    def compare_one(drawn: Game) -> None:
        compared = compare_game(
            drawn, tmp_path
        )  # raises NotCompiled if it is not legal
        assert not compared.disagreements, f"{explain(compared)}\n\n{drawn!r}"
        seen.update(catalogs=1, steps=compared.steps, entries=compared.entries)
        kinds.update(compared.kinds)

    compare_one()
    assert seen["catalogs"] >= CATALOGS
    assert seen["steps"] > 10 * CATALOGS
    assert seen["entries"] > 5 * CATALOGS
    assert kinds[VERSIONS] > CATALOGS // 10
    assert kinds[WAITED] > CATALOGS // 30
    assert [
        kind for kind in all_kinds() if not kinds[kind] and kind not in UNDRAWN
    ] == []
    assert [kind for kind in UNDRAWN if kinds[kind]] == []


@pytest.mark.parametrize("number", [0, 1, 2**64 - 1])
def test_a_game_is_drawn_from_its_number_alone(number: int) -> None:
    assert repr(game(number)) == repr(game(number))
    assert repr(game(number)) != repr(game(number ^ 4))


def test_what_is_not_drawn_is_a_kind_and_has_a_reason() -> None:
    assert set(UNDRAWN) <= set(all_kinds())
    assert all(UNDRAWN.values())
