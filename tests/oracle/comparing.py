"""One play file through both: the generated code and the oracle."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.oracle.compiling import Compiled, compile_play
from tests.oracle.deciding import Waited
from tests.oracle.generated_side import Handover, record_generated
from tests.oracle.play_runner import Version, record_oracle, record_oracle_versions
from tests.oracle.recording import Disagreement, first_difference


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one play file: how much was compared, and where the two differ."""

    runs: int
    steps: int
    entries: int
    disagreements: tuple[tuple[str, Disagreement], ...]
    """The title of the play, and its first disagreement."""

    def __add__(self, other: Compared) -> Compared:
        """What came of both."""
        return Compared(
            self.runs + other.runs,
            self.steps + other.steps,
            self.entries + other.entries,
            self.disagreements + other.disagreements,
        )


def compare_file(path: Path) -> Compared:
    """Compile a play file, run all its plays on both sides, and compare."""
    return compare(compile_play(path))


def compare_versions(
    first: Compiled, second: Compiled, line: int, most_entries: int
) -> Compared:
    """Run a drawn play on both sides up to the ``save`` in a line, and on in another version.

    Both plays say the same steps, by the names of their version; so the steps before the ``save``
    are compared in both versions.
    """
    over = Handover(line)
    generated = [
        record_generated(each.play_module, each.functions[0], most_entries, over)[0]
        for each in (first, second)
    ]
    before, after = (
        Version(each.catalog, each.digest, each.columns, each.play)
        for each in (first, second)
    )
    oracle = record_oracle_versions(before, after, line, most_entries)
    found = []
    for name, one, other in zip(("first", "second"), generated, oracle, strict=True):
        difference = first_difference(one, other)
        if difference is not None:
            found.append((name, difference))
    rows = [step for each in generated for step in each]
    entries = sum(len(step.entries) for step in rows)
    return Compared(2, len(rows), entries, tuple(found))


def compare(
    compiled: Compiled,
    most_entries: int | None = None,
    *,
    waited: Waited | None = None,
) -> Compared:
    """Run all plays of a compiled file on both sides, and compare.

    With ``most_entries``, the budget of a sequence, the plays were drawn: they go on after a step
    that failed. With ``waited`` commands of the generated code stop at their choices, go on after
    a save, and must come to the same.
    """
    runs = steps = entries = 0
    found: list[tuple[str, Disagreement]] = []
    for play, function in zip(compiled.play.plays, compiled.functions, strict=True):
        generated = record_generated(
            compiled.play_module, function, most_entries, waited=waited
        )
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
