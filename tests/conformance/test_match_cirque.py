"""Matches of Cirque de Sade: they end by the rules, and what the rules forbid never happens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from ledger_runtime import Entry, Order
from ledger_runtime.match import End, Watcher, play_match
from ledgerc.matching.finding import find_match
from ledgerc.matching.rules import Rules

ROOT = Path(__file__).parents[2]
CIRQUE = ROOT / "content" / "cirque"
SETUPS = ("SetupRockersUndead", "SetupRockersTesters", "SetupUndeadTesters")

MATCHES = int(os.environ.get("CIRQUE_MATCHES", "2"))
"""How many matches each pair of factions plays here, from seed 0 on."""

RING = 14
HAIR = 0.0001
"""Places and distances keep six decimals."""


@cache
def rules() -> Rules:
    found = find_match(CIRQUE, working=ROOT)
    assert found.rules is not None, found
    assert found.shown == "content/cirque/cirque.ledger"
    assert found.setups == SETUPS
    return found.rules


class Invariants(Watcher):
    """What must hold after each order, whatever the players do."""

    def __init__(self) -> None:
        self.discarded: dict[int, int] = {}
        self.module = rules().module()

    def steps(self, world: Any, order: Order[Any], entries: Sequence[Entry]) -> None:
        module = self.module
        inside = world.in_play()
        models = [each for each in inside if each.tags & module.tag_Model]
        for model in models:
            self._model(world, module, model)
        places = [(float(model.x), float(model.y)) for model in models]
        for (x, y), (other_x, other_y) in combinations(places, 2):
            assert hypot(x - other_x, y - other_y) >= 1 - HAIR, "one stands on another"
        for x, y in places:
            assert hypot(x, y) <= RING - 0.5 + HAIR, "outside of the ring"
        for player in inside:
            if player.tags & module.tag_Manages:
                self._player(world, player)
        match = next(each for each in inside if each.archetype.name == "Match")
        assert not match.riposting, "a response is over once the order is"

    def _model(self, world: Any, module: Any, model: Any) -> None:
        assert 0 <= model.Wounds < model.PainThreshold
        assert len(world.cards("Stack", model)) <= model.StackSize
        enraged = bool(model.holds & module.holds_Enrage)
        assert enraged or model.Fury < model.Aggression
        assert not enraged or 2 * model.Fury >= model.Aggression
        assert model.Chain <= 2
        running = bool(model.holds & module.holds_Running)
        assert not running or model.Passives <= 1
        assert not running or not model.holds & module.holds_Attacked
        for passing in ("UnderAttack", "Hardened", "Evading"):
            assert not model.holds & getattr(module, f"holds_{passing}"), passing

    def _player(self, world: Any, player: Any) -> None:
        cards = [
            each
            for each in world.entities.values()
            if each.design and each.team is player and not each.gone
        ]
        assert len(cards) == 60, "no card is lost, and none comes from nowhere"
        assert len(world.cards("Hand", player)) <= 7
        discarded = len(world.cards("Discards", player))
        assert discarded >= self.discarded.get(player.id, 0)
        self.discarded[player.id] = discarded


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize(
    "players", [("random",), ("greedy", "random")], ids=["random", "greedy"]
)
def test_matches_end_and_invariants_hold(setup: str, players: tuple[str, ...]) -> None:
    for seed in range(MATCHES):
        match = play_match(rules().module(), setup, players, seed, watcher=Invariants())
        assert match.end in (End.WON, End.DRAWN), f"seed {seed}: {match.last_line}"
        assert len(match.sides) == 2


PLAY = """
import sys
from types import ModuleType
from ledger_runtime.match import play_match
module = ModuleType("rules")
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "rules", "exec"), module.__dict__)
match = play_match(module, "SetupUndeadTesters", ["random"], 7)
print(match.length, match.winner, match.log, match.save)
"""


@cache
def played_here() -> str:
    match = play_match(rules().module(), "SetupUndeadTesters", ["random"], 7)
    return f"{match.length} {match.winner} {match.log} {match.save}\n"


@pytest.mark.parametrize(
    ("version", "hash_seed"), [("", "0"), ("", "12345"), ("3.12", "0"), ("3.13", "0")]
)
def test_neither_hash_seed_nor_version_of_python_changes_anything(
    version: str, hash_seed: str, tmp_path: Path
) -> None:
    python = shutil.which(f"python{version}") if version else sys.executable
    if python is None:
        pytest.skip(f"there is no python{version} here")
    module = tmp_path / "rules.py"
    module.write_text(rules().text, encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": str(ROOT / "runtime"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYENV_VERSION": version or os.environ.get("PYENV_VERSION", ""),
    }
    probe = subprocess.run(
        [python, "-c", "pass"], env=environment, capture_output=True, check=False
    )
    if probe.returncode:
        pytest.skip(f"python{version} does not run here")
    done = subprocess.run(
        [python, "-c", PLAY, str(module)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == played_here()
