"""How deep the parts of a line lie in one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledgerc.node import field_names
from ledgerc.source import Span

MAXIMUM_EXPRESSION_DEPTH = 100


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        yield from node
    else:
        for name in field_names(type(node)):
            value = getattr(node, name)
            if not isinstance(value, str | int | Span):
                yield value


def too_deep(node: Any) -> bool:
    """Whether nodes lie in one another deeper than later passes should have to follow."""
    depth = 0
    layer = [node]
    while layer:
        depth += 1
        # A tuple of children is a layer of its own.
        if depth > 2 * MAXIMUM_EXPRESSION_DEPTH:
            return True
        layer = [part for one in layer for part in _parts(one)]
    return False
