"""Generic traversal of IR nodes: the children of any node, and all nodes of a type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from ledgerc.source import Span

_Node = TypeVar("_Node")


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of a node type's fields, in order; empty for what is no node."""
    known = _FIELD_NAMES.get(kind)
    if known is None:
        named = fields(kind) if is_dataclass(kind) else ()
        known = tuple(each.name for each in named if each.name != "span")
        _FIELD_NAMES[kind] = known
    return known


def children(node: object) -> Iterator[object]:
    """The nodes directly below ``node``, in the order of its fields.

    Tuples (``node`` itself may be one, such as a body) are looked into, however deep; numbers,
    names, enum members and spans are no nodes.
    """
    if isinstance(node, tuple):
        yield from _nodes_in(node)
    for name in _field_names(type(node)):
        yield from _nodes_in(getattr(node, name))


def _nodes_in(value: object) -> Iterator[object]:
    if isinstance(value, Span):
        return
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)
    elif is_dataclass(value):
        yield value


def walk(node: object) -> Iterator[object]:
    """``node`` and all below it, each before what is below it, in the order of the source."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(tuple(children(current))))


def nodes_of(node: object, kind: type[_Node]) -> Iterator[_Node]:
    """All nodes of the type ``kind`` among ``node`` and those below it, in order."""
    return (each for each in walk(node) if isinstance(each, kind))
