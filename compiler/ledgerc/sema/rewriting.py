"""Rewriting of syntax trees: arguments for parameters, instances for templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ledgerc.node import field_names, replace
from ledgerc.source import Span
from ledgerc.syntax import ast

_BINDS: dict[type, frozenset[str]] = {
    ast.Let: frozenset({"name"}),
    ast.Do: frozenset({"name"}),
    ast.Deal: frozenset({"name"}),
    ast.Heal: frozenset({"name"}),
    ast.Make: frozenset({"name"}),
    ast.Copy: frozenset({"name"}),
    ast.ForEach: frozenset({"name"}),
    ast.Choose: frozenset({"name"}),
    ast.Where: frozenset({"candidate"}),
    ast.SortedBy: frozenset({"candidate"}),
    ast.Argument: frozenset({"name"}),
}
"""Fields that introduce a name (or name a parameter of another thing) rather than use one."""

_SKIPPED = frozenset(
    {
        "span",
        "leading_comments",
        "detached_comments",
        "trailing_comment",
        "final_comments",
        "blank_before",
        "parentheses",
    }
)
_LEAVES = frozenset({str, int, bool, Fraction, Span, type(None)})


_FIELDS: dict[type, tuple[str, ...]] = {}


def _inner_fields(kind: type) -> tuple[str, ...]:
    """The fields of a node that may hold nodes that use names."""
    known = _FIELDS.get(kind)
    if known is None:
        binds = _BINDS.get(kind, frozenset())
        known = _FIELDS[kind] = tuple(
            each
            for each in field_names(kind)
            if each not in _SKIPPED and each not in binds
        )
    return known


def names_in(node: object) -> frozenset[str]:
    """All names that ``node`` uses, of whatever kind."""
    found: set[str] = set()
    _gather(node, found)
    return frozenset(found)


def _gather(node: object, found: set[str]) -> None:
    if isinstance(node, ast.Name):
        found.add(node.text)
    elif isinstance(node, tuple):
        for item in node:
            if type(item) not in _LEAVES:
                _gather(item, found)
    else:
        for name in _inner_fields(type(node)):
            value = getattr(node, name)
            if type(value) not in _LEAVES:
                _gather(value, found)


Replace = Callable[[Any], object]


def rebuild(node: object, replacers: Mapping[type, Replace]) -> object:
    """``node`` with every inner node of a type in ``replacers`` given to its replacer.

    A replacer gets the node as it was, and returns what stands in its place. Nodes without a
    change are returned as they are.
    """
    replacer = replacers.get(type(node))
    if replacer is not None:
        return replacer(node)
    return rebuild_inside(node, replacers)


def rebuild_inside(node: Any, replacers: Mapping[type, Replace]) -> object:
    """As :func:`rebuild`, of what is inside ``node``."""
    if isinstance(node, tuple):
        if isinstance(node, Span):
            return node
        items = tuple(
            item if type(item) in _LEAVES else rebuild(item, replacers) for item in node
        )
        same = all(new is old for new, old in zip(items, node, strict=True))
        return node if same else items
    changed: dict[str, Any] = {}
    for name in _inner_fields(type(node)):
        value = getattr(node, name)
        if type(value) in _LEAVES:
            continue
        made = rebuild(value, replacers)
        if made is not value:
            changed[name] = made
    return replace(node, **changed) if changed else node
