"""Many matches: the first ones are measured, and the rest goes out in chunks of a good size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ledgerc.matching.chunks import Chunk, Parameters, Tally, run_chunk
from ledgerc.matching.engines import Engine
from ledgerc.matching.rules import Rules, load_rules, runtime_digest

MEASURED_SECONDS = 0.1
"""How long the first matches are measured."""

CHUNK_SECONDS = 0.1
"""How long a chunk should take: long beside sending it, short beside waiting for it."""


def run_many(
    rules: Rules,
    parameters: Parameters,
    count: int,
    engine: Engine,
    *,
    chunk_size: int | None = None,
    progress: Callable[[int], None] = lambda matches: None,
) -> Tally:
    """Play so many matches, and add up what came of them.

    The result does not depend on the engine, on ``chunk_size`` (by default found by measuring),
    nor on what is done first. ``progress`` is told of matches as they are done. Raises
    :class:`EngineError`.
    """
    digest, archive = rules.digest, rules.archive()
    runtime = runtime_digest()
    load_rules(rules.name, digest, archive)
    total = Tally()

    def chunk(first: int, size: int) -> Chunk:
        return Chunk(digest, rules.name, parameters, first, size, runtime)

    def chunks(size: int) -> Iterator[Chunk]:
        for first in range(total.matches, count, size):
            yield chunk(first, min(size, count - first))

    def add(tally: Tally) -> None:
        total.add(tally)
        progress(tally.matches)

    size = chunk_size
    if size is None:
        started = time.perf_counter()
        elapsed = 0.0
        while elapsed < MEASURED_SECONDS and total.matches < count:
            add(run_chunk(chunk(total.matches, 1), archive))
            elapsed = time.perf_counter() - started
        size = chunk_of(elapsed / max(total.matches, 1))
    if total.matches < count:
        for tally in engine.run(list(chunks(size)), archive):
            add(tally)
    return total


def chunk_of(seconds_a_match: float) -> int:
    """How many matches make a chunk of a good size."""
    return max(1, round(CHUNK_SECONDS / max(seconds_a_match, 1e-6)))
