"""A process that plays matches: ``python play_matches.py PATH MODULE SETUP``.

``PATH`` (a folder or an archive) goes first on the path, so it says which runtime and which rules
play. Each line of input is a seed; the answer is ``SECONDS ORDERS DIGEST`` of a match of random
players: the CPU time of the thread, how many orders were given, the digest of its log.
"""

from __future__ import annotations

import gc
import importlib
import sys
import time


def main(path: str, module: str, setup: str) -> None:
    """Answer until the input ends."""
    sys.path.insert(0, path)
    rules = importlib.import_module(module)
    play_match = importlib.import_module("ledger_runtime.match").play_match
    for line in sys.stdin:
        gc.collect()
        started = time.thread_time()
        match = play_match(rules, setup, ["random"], int(line))
        took = time.thread_time() - started
        print(took, match.length, match.log, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
