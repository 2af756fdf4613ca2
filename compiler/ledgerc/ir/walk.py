"""Generic traversal of IR nodes: the children of any node, and all nodes of a type."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

from ledgerc.node import field_names, is_node
from ledgerc.source import Span

_Node = TypeVar("_Node")


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of a node type's fields, in order; empty for what is no node."""
    known = _FIELD_NAMES.get(kind)
    if known is None:
        known = tuple(each for each in field_names(kind) if each != "span")
        _FIELD_NAMES[kind] = known
    return known


def children(node: object) -> tuple[object, ...]:
    """The nodes directly below ``node``, in the order of its fields.

    Tuples (``node`` itself may be one, such as a body) are looked into, however deep; numbers,
    names, enum members and spans are no nodes.
    """
    below: list[object] = []
    if isinstance(node, tuple):
        _add_nodes(node, below)
    for name in _field_names(type(node)):
        _add_nodes(getattr(node, name), below)
    return tuple(below)


_HOLDS_NONE: frozenset[type[Any]] = frozenset(
    {str, int, bool, type(None), Fraction, Span}
)


def _add_nodes(value: object, below: list[object]) -> None:
    """Add to ``below`` what there is of nodes in a field's value."""
    kind = type(value)
    if kind in _HOLDS_NONE:
        return
    if kind is tuple:
        for item in value:  # type: ignore[attr-defined]
            _add_nodes(item, below)
    elif is_node(kind):
        below.append(value)


def walk(node: object) -> Iterator[object]:
    """``node`` and all below it, each before what is below it, in the order of the source."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        below: list[object] = []
        kind = type(current)
        if kind is tuple:
            _add_nodes(current, below)
        for name in _field_names(kind):
            value = getattr(current, name)
            if type(value) not in _HOLDS_NONE:
                _add_nodes(value, below)
        below.reverse()
        waiting += below


def nodes_of(node: object, kind: type[_Node]) -> Iterator[_Node]:
    """All nodes of the type ``kind`` among ``node`` and those below it, in order."""
    return (each for each in walk(node) if isinstance(each, kind))
