"""Matches of the combat module: they end, by the rules, and the same way everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ledger_runtime import Entry, Order
from ledger_runtime.match import End, Watcher, play_match
from ledger_runtime.match_file import read_match, replay_match, write_match
from ledgerc.matching.chunks import Parameters
from ledgerc.matching.engines import serial
from ledgerc.matching.finding import find_match
from ledgerc.matching.many import run_many
from ledgerc.matching.rules import Rules

ROOT = Path(__file__).parents[2]
COMBAT = ROOT / "content" / "combat"


@cache
def rules() -> Rules:
    found = find_match(COMBAT, working=ROOT)
    assert found.rules is not None, found
    assert found.shown == "content/combat/match.ledger"
    assert found.setups == ("Setup",)
    return found.rules


class Invariants(Watcher):
    """What must hold after each order, whatever the players do."""

    def __init__(self) -> None:
        self.orders = 0

    def steps(self, world: Any, order: Order[Any], entries: Sequence[Entry]) -> None:
        self.orders += 1
        module = rules().module()
        for entity in world.entities.values():
            assert not (entity.gone and entity.in_play)
            if entity.tags & module.tag_Hero and not entity.gone:
                assert 0 <= entity.Mana <= 10
                assert len(world.cards("Board", entity)) <= 7
                assert len(world.cards("Hand", entity)) <= 10
                assert entity.Health <= entity.MaxHealth
        if not world.over:
            on_turn = [
                each for each in world.in_play() if each.holds & module.holds_OnTurn
            ]
            assert len(on_turn) == 1
        assert not any(world.is_dying(each) for each in world.in_play())
        again = type(world).load(world.save())
        assert again.save() == world.save()


@pytest.mark.parametrize("players", [("random",), ("greedy", "random")])
def test_matches_end_and_invariants_hold(players: tuple[str, ...]) -> None:
    for seed in range(3):
        watcher = Invariants()
        match = play_match(rules().module(), None, players, seed, watcher=watcher)
        assert not match.end.is_odd, match.last_line
        assert watcher.orders == match.length > 20
        assert match.sides == ("Anvil", "Workshop")
        text = write_match(match)
        assert replay_match(rules().module(), read_match(text)).difference is None


def test_many_random_matches_end_by_the_rules() -> None:
    tally = run_many(rules(), Parameters(("Setup",), ("random",), 1), 60, serial())
    assert tally.odd == []
    assert sum(tally.wins.values()) + sum(tally.draws.values()) == 60
    assert len({side for _, side, _ in tally.wins}) == 2, "both decks can win"


def test_who_looks_ahead_wins_more_often() -> None:
    """No proof of strength, but the greedy player must not be worse than chance."""
    won = sum(
        play_match(rules().module(), None, ["random", "greedy"], seed).winner == 1
        for seed in range(6)
    )
    assert won >= 4


def test_the_player_of_the_documentation_plays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
    example = text.split("```python\n")[1].split("```")[0]
    line = "from generated.combat import match as combat\n"
    assert line in example
    exec(example.replace(line, ""), {"combat": rules().module()})
    assert " wins (" in capsys.readouterr().out


PLAY = """
import sys
from types import ModuleType
from ledger_runtime.match import play_match
module = ModuleType("rules")
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "rules", "exec"), module.__dict__)
for players in (["random"], ["greedy", "random"]):
    match = play_match(module, "Setup", players, 7)
    print(match.length, match.winner, match.log, match.save)
"""


def played_by(python: str, folder: Path, hash_seed: str) -> str:
    """The digests of two matches, as another interpreter plays them."""
    module = folder / "rules.py"
    if not module.exists():
        module.write_text(rules().text, encoding="utf-8")
    done = subprocess.run(
        [python, "-c", PLAY, str(module)],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": str(ROOT / "runtime"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@cache
def played_here() -> str:
    lines = []
    for players in (["random"], ["greedy", "random"]):
        match = play_match(rules().module(), "Setup", players, 7)
        assert match.end in (End.WON, End.DRAWN)
        lines.append(f"{match.length} {match.winner} {match.log} {match.save}\n")
    return "".join(lines)


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_the_hash_seed_changes_nothing(hash_seed: str, tmp_path: Path) -> None:
    assert played_by(sys.executable, tmp_path, hash_seed) == played_here()


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_version_of_python_changes_nothing(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = shutil.which(f"python{version}")
    if python is None:
        pytest.skip(f"there is no python{version} here")
    monkeypatch.setenv("PYENV_VERSION", version)  # for those who have it from pyenv
    probe = subprocess.run([python, "-c", "pass"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip(f"python{version} does not run here")
    assert played_by(python, tmp_path, "0") == played_here()
