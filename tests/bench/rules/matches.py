"""Whole matches of the content, by random players."""

from __future__ import annotations

from tests.bench.rules.first import beside_first
from tests.bench.rules.measure import Row

MATCHES = (
    ("content/combat", "combat/match.ledger", "combat_match", "Setup"),
    (
        "content/cirque",
        "cirque/matches.ledger",
        "cirque_matches",
        "SetupRockersUndead",
    ),
)
TIMES_FASTER = 3


def rows(count: int) -> list[Row]:
    """The rows of the table: a rate, and how it compares with the first version's."""
    found = []
    for name, path, module, setup in MATCHES:
        came = beside_first(path, module, setup, count)
        work = f"a random match of {name}"
        rate = f"{came.matches_a_second:.1f} matches/s"
        found.append(Row(work, "", "", rate, None))
        found.append(
            Row(
                work,
                "the first version",
                f"≥ {TIMES_FASTER} × faster",
                f"{came.times_faster:.2f} × faster",
                came.times_faster >= TIMES_FASTER,
            )
        )
    return found
