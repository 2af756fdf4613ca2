"""What Python cannot hold is a diagnostic, never broken output."""

from __future__ import annotations

from ledgerc.emit.support import DEEPEST_LOOPS, MOST_BRANCHES, unsupported
from tests.unit.emit.emitted import HEAD, catalog_of, compiled


def nested(depth: int) -> str:
    """An effect whose before rule loops ``depth`` deep."""
    lines = ["effect Deep", "  before Damage of holder"]
    lines += [
        "  " * (level + 2) + f"for each x{level} in allies" for level in range(depth)
    ]
    return "\n".join([*lines, "  " * (depth + 2) + "gain Health 1", ""])


def branched(count: int) -> str:
    """An ability with one ``if`` of ``count`` branches."""
    lines = ["ability Long"]
    for branch in range(count):
        lines += [
            f"  {'else ' if branch else ''}if holder.Health > {branch}",
            "    gain Health 1",
        ]
    return "\n".join([*lines, ""])


def test_what_is_just_allowed_compiles() -> None:
    for text in (nested(DEEPEST_LOOPS), branched(MOST_BRANCHES)):
        assert not unsupported(catalog_of(HEAD + text))
        compiled(text)


def test_loops_too_deep_and_chains_too_long_are_reported_where_they_stand() -> None:
    catalog = catalog_of(HEAD + nested(DEEPEST_LOOPS + 2) + branched(MOST_BRANCHES + 1))
    chain, loops = unsupported(catalog)
    first = HEAD.count("\n")
    assert loops.message == "loops are nested too deep"
    assert loops.span.line == first + 3 + DEEPEST_LOOPS
    assert chain.message == "this `if` has too many branches"
    assert chain.span.line == first + 7 + DEEPEST_LOOPS
