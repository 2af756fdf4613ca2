"""What Python itself cannot hold, found before any code is made.

CPython takes at most 20 loops and ``with`` blocks in one another, and compiles a chain of ``elif``
by recursion. Both limits are far beyond what a rule needs; a catalog beyond them is a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.emit.reach import below_statement
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.records import record
from ledgerc.source import Span

DEEPEST_LOOPS = 16
"""A before rule stands in a loop and a ``with`` of its own: 16 leave room for both."""

MOST_BRANCHES = 200

_LOOPS = (
    statements.ForEach,
    statements.Repeat,
    statements.RepeatUntil,
    statements.AtOnce,
)


@record(frozen=True)
class Unsupported:
    """A part of a catalog that cannot be compiled: where, what is wrong, what would be allowed."""

    span: Span
    message: str
    allowed: str


def unsupported(catalog: ir.Catalog) -> tuple[Unsupported, ...]:
    """All that cannot be compiled in ``catalog``, in order; the driver reports it as LG0801."""
    limits = [
        Unsupported(
            each.span,
            "this `if` has too many branches",
            f"at most {MOST_BRANCHES}; a formula or a routine parts it",
        )
        for each in catalog.all_of(statements.If)
        if len(each.branches) > MOST_BRANCHES
    ]
    for body in _bodies(catalog):
        limits.extend(
            Unsupported(
                span,
                "loops are nested too deep",
                f"at most {DEEPEST_LOOPS} in one another; a routine parts them",
            )
            for span in _too_deep(body, 0)
        )
    return tuple(limits)


def _bodies(catalog: ir.Catalog) -> Iterator[tuple[statements.Statement, ...]]:
    """Every body of the catalog."""
    for effect in catalog.effects:
        for declared in (effect.rules, effect.every, effect.gained_or_lost):
            yield from (each.body for each in declared)
    yield from (ability.body for ability in catalog.abilities)
    yield from (routine.body for routine in catalog.routines)


def _too_deep(body: tuple[statements.Statement, ...], depth: int) -> Iterator[Span]:
    """The first loop too deep on each way in."""
    for statement in body:
        inner = depth + isinstance(statement, _LOOPS)
        if inner > DEEPEST_LOOPS:
            yield statement.span
        else:
            yield from _too_deep(below_statement(statement), inner)
