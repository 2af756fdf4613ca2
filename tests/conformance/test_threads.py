"""Two worlds in two threads do not touch each other: each match comes out as it does alone."""

from __future__ import annotations

import sys
import threading
from typing import Any

from ledger_runtime.match import play_match
from tests.conformance.test_faults import GAMES, rules_of

SETUPS = {"combat.match": "Setup", "cirque.cirque": "SetupUndeadTesters"}
THREADS = 4


def played(game: str, seed: int) -> Any:
    return play_match(rules_of(game), SETUPS[game], ["random"], seed, most_orders=40)


def test_matches_in_threads_come_out_as_they_do_alone() -> None:
    tasks = [(game, seed) for game in GAMES for seed in range(THREADS)]
    alone = [played(*task) for task in tasks]
    found: dict[tuple[str, int], Any] = {}
    together = threading.Barrier(len(tasks))

    def run(task: tuple[str, int]) -> None:
        together.wait(30)
        found[task] = played(*task)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    finally:
        sys.setswitchinterval(interval)
    assert [found[task] for task in tasks] == alone
    assert len({match.save for match in alone}) == len(alone)
