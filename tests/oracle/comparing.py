"""One play file through both: the generated code and the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.oracle.compiling import Compiled, compile_play
from tests.oracle.generated_side import record_generated
from tests.oracle.play_runner import record_oracle
from tests.oracle.recording import Disagreement, first_difference


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one play file: how much was compared, and where the two differ."""

    runs: int
    steps: int
    entries: int
    disagreements: tuple[tuple[str, Disagreement], ...]
    """The title of the play, and its first disagreement."""


def compare_file(path: Path) -> Compared:
    """Compile a play file, run all its plays on both sides, and compare."""
    return compare(compile_play(path))


def compare(compiled: Compiled, most_entries: int | None = None) -> Compared:
    """Run all plays of a compiled file on both sides, and compare.

    With ``most_entries``, the budget of a sequence, the plays were drawn: they go on after a step
    that failed.
    """
    runs = steps = entries = 0
    found: list[tuple[str, Disagreement]] = []
    for play, function in zip(compiled.play.plays, compiled.functions, strict=True):
        generated = record_generated(compiled.play_module, function, most_entries)
        oracle = record_oracle(
            compiled.catalog,
            compiled.digest,
            compiled.columns,
            compiled.play,
            play,
            most_entries,
        )
        for one, other in zip(generated, oracle, strict=True):
            runs += 1
            steps += len(one)
            entries += sum(len(step.entries) for step in one)
            difference = first_difference(one, other)
            if difference is not None:
                found.append((play.title, difference))
    return Compared(runs, steps, entries, tuple(found))
