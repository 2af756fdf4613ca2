"""A tree of nodes whose text stands on other lines of its file than it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ledgerc.node import Node, replace
from ledgerc.source import Span

LineOf = Callable[[str, int], int]
"""Where a line of a file stands now."""

_Tree = TypeVar("_Tree", bound=Node)


def moved(node: _Tree, line_of: LineOf) -> _Tree:
    """``node`` with every span in it where its lines stand now."""
    changed: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if type(value) not in _PLAIN:
            changed[name] = _moved(value, line_of)
    return replace(node, **changed) if changed else node


_PLAIN = frozenset({str, int, bool, type(None)})


def _moved(value: Any, line_of: LineOf) -> Any:
    kind = type(value)
    if kind is Span:
        line = line_of(value.file, value.line)
        end_line = value.end_line + line - value.line
        return Span(value.file, line, value.column, end_line, value.end_column)
    if kind is tuple:
        return tuple([_moved(each, line_of) for each in value]) if value else value
    return moved(value, line_of) if isinstance(value, Node) else value
