"""A node of the IR with some nodes below it exchanged; everything else is shared, not copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from ledgerc.mutation.model import Edit
from ledgerc.node import field_names, replace
from ledgerc.source import Span

_Node = TypeVar("_Node")


def rewrite(node: _Node, edits: Iterable[Edit]) -> _Node:
    """``node`` with each edit's old node (found by identity, wherever it stands) exchanged."""
    by_identity = {id(old): new for old, new in edits}
    return cast(_Node, _rebuilt(node, by_identity))


_PARTS: dict[type[Any], tuple[str, ...]] = {}


def _parts(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a node type that may hold nodes."""
    known = _PARTS.get(kind)
    if known is None:
        known = tuple(each for each in field_names(kind) if each != "span")
        _PARTS[kind] = known
    return known


def _rebuilt(value: Any, edits: Mapping[int, object | None]) -> Any:
    if id(value) in edits:
        return edits[id(value)]
    if type(value) is tuple:
        return _rebuilt_items(value, edits)
    if isinstance(value, Span):
        return value
    changed = {}
    for name in _parts(type(value)):
        before = getattr(value, name)
        after = _rebuilt(before, edits)
        if after is not before:
            changed[name] = after
    return replace(value, **changed) if changed else value


def _rebuilt_items(
    items: tuple[Any, ...], edits: Mapping[int, object | None]
) -> tuple[Any, ...]:
    rebuilt = [_rebuilt(item, edits) for item in items]
    if all(after is before for after, before in zip(rebuilt, items, strict=True)):
        return items
    return tuple(
        after
        for after, before in zip(rebuilt, items, strict=True)
        if after is not None or before is None
    )
