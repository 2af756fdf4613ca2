"""The lines of a catalog file that run: what coverage.py measures the covered ones against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from ledgerc.diagnostics import Sink
from ledgerc.node import field_names
from ledgerc.syntax import ast
from ledgerc.syntax.ast import items, statements
from ledgerc.tree import SourceTree

_RUNNING = (
    *(each for each in get_args(statements.Statement) if each is not statements.If),
    statements.Branch,
    items.Before,
    items.After,
    items.DiesAt,
    items.DiesWhen,
    items.Repeats,
    items.Forbids,
    items.Modifier,
    items.Requires,
    items.Cost,
    items.Base,
    ast.Formula,
    ast.EndsWhen,
)
"""Lines with code of their own, whatever plays do: what only declares has none."""


def running_lines(path: Path) -> frozenset[int]:
    """The lines of the catalog file at ``path`` that run; none where it cannot be read."""
    tree = SourceTree(path.parent)
    parsed = tree.ledger(path.name, Sink())
    return frozenset() if parsed is None else frozenset(_lines(parsed))


def _is_else(node: object) -> bool:
    """Whether a branch has no condition, so that nothing is done for its own line."""
    return isinstance(node, statements.Branch) and node.condition is None


def _lines(node: object) -> Iterator[int]:
    if isinstance(node, _RUNNING) and not _is_else(node):
        yield node.span.line
    if isinstance(node, tuple):
        for item in node:
            yield from _lines(item)
        return
    for name in field_names(type(node)):
        if name != "span":
            yield from _lines(getattr(node, name))
