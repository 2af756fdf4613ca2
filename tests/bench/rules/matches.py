"""Whole matches of the content, by random players."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from ledger_runtime.match import play_match
from tests.bench.rules.catalogs import content
from tests.bench.rules.measure import Row

MATCHES = (
    ("content/combat", "combat/match.ledger", "Setup"),
    ("content/cirque", "cirque/matches.ledger", "SetupRockersUndead"),
)


def seconds(module: Any, setup: str, seed: int) -> float:
    """The thread's CPU time of one match."""
    started = time.thread_time()
    play_match(module, setup, ["random"], seed)
    return time.thread_time() - started


def rows(count: int) -> list[Row]:
    """The rows of the table: a rate without a goal here, for a machine is no yardstick."""
    found = []
    for name, path, setup in MATCHES:
        module = content(path)
        took = median(seconds(module, setup, seed) for seed in range(1, count + 1))
        found.append(
            Row(f"a random match of {name}", "", "", f"{1 / took:.1f} matches/s", None)
        )
    return found
