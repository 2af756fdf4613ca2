"""A process that deals the mix: ``python play_volleys.py PATH MODULE``.

``PATH`` goes first on the path, so it says which runtime and which rules run. Each line of input is
a number of rounds; the answer is the CPU time of the thread, and how long the log is at the end.
"""

from __future__ import annotations

import gc
import importlib
import sys
import time
from typing import Any

KINDS = ("none", "ward", "armor", "draw", "three", "thorns")
TARGETS = 120
AMOUNT = 2
NEVER = 1000


def board(rules: Any) -> tuple[Any, Any]:
    """The board of ``tests/bench/rules/deal.py``: its world, and who hits."""
    w = rules.World(1)
    players = [w.make(rules.Player) for _ in range(2)]
    archer = w.make(rules.Archer, owner=players[0])
    for number in range(TARGETS):
        target = w.make(rules.Target, owner=players[1])
        kind = KINDS[number % len(KINDS)]
        if kind in ("ward", "three"):
            w.do(rules.GiveWard, target, 1 if kind == "ward" else NEVER)
        if kind in ("armor", "three"):
            w.do(rules.Arm, target)
            w.do(rules.GiveArmor, target, AMOUNT if kind == "armor" else 1)
        if kind in ("draw", "three"):
            w.give(rules.Drawing, target)
        if kind == "thorns":
            w.give(rules.Thorny, target)
    return w, archer


def main(path: str, module: str) -> None:
    """Answer until the input ends."""
    sys.path.insert(0, path)
    rules = importlib.import_module(module)
    w, archer = board(rules)
    gc.disable()
    for line in sys.stdin:
        gc.collect()
        started = time.thread_time()
        for _ in range(int(line)):
            w.log.forget()
            w.do(rules.Volley, archer, AMOUNT)
        took = time.thread_time() - started
        print(took, len(w.log.entries), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
