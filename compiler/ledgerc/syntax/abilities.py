"""The body of an ability: items in their order, then statements."""

from __future__ import annotations

from typing import Any

from ledgerc.diagnostics import Note, Sink
from ledgerc.node import replace
from ledgerc.syntax import ast

_ITEM_ORDER: dict[type, int] = {
    ast.HasTags: 0,
    ast.FromZones: 1,
    ast.Takes: 2,
    ast.During: 3,
    ast.Target: 4,
    ast.Requires: 5,
    ast.Cost: 6,
}
_ITEM_WORDS = ("tags", "from", "takes", "during", "target", "requires", "cost")


def with_ability_lines(node: Any, found: list[Any], sink: Sink) -> Any:
    """Part the lines of an ability into items, which have an order, and statements."""
    items: list[Any] = []
    body: list[Any] = []
    highest = 0
    for line in found:
        order = _ITEM_ORDER.get(type(line))
        if order is None:
            body.append(line)
            continue
        if body:
            word = _ITEM_WORDS[order]
            sink.error(
                "LG0108",
                line.span,
                f"`{word}` stands before the statements of an ability",
                allowed="tags, from, takes, during, target, requires, cost, then "
                "statements",
                notes=(Note("the first statement", body[0].span),),
            )
        elif order < highest:
            word = _ITEM_WORDS[order]
            sink.error(
                "LG0108",
                line.span,
                f"`{word}` stands before `{_ITEM_WORDS[highest]}` in an ability",
                allowed="tags, from, takes, during, target, requires, cost, then "
                "statements",
            )
        highest = max(highest, order)
        items.append(line)
    items.sort(key=lambda item: _ITEM_ORDER[type(item)])
    return replace(node, items=tuple(items), body=tuple(body))
