"""A syntax tree as text, for ``ledgerc dump ast``: one node a line, its parts below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ledgerc.source import Span

_STEP = "  "


def print_tree(node: Any) -> str:
    """The tree below ``node``; spans are shown as ``line:column``, empty parts left out."""
    return "\n".join(_lines("", node, "")) + "\n"


def _lines(label: str, node: Any, indent: str) -> Iterator[str]:
    head = f"{indent}{label}"
    if isinstance(node, tuple):
        yield f"{head}[{len(node)}]"
        for each in node:
            yield from _lines("", each, indent + _STEP)
        return
    if not is_dataclass(node):
        yield f"{head}{node!r}"
        return
    parts = [(each.name, getattr(node, each.name)) for each in fields(node)]
    plain = " ".join(
        f"{name}={value!r}"
        for name, value in parts
        if not _is_nested(value) and not _is_empty(value)
    )
    place = next((_place(value) for _, value in parts if isinstance(value, Span)), "")
    yield " ".join(filter(None, (f"{head}{type(node).__name__}", plain, place)))
    for name, value in parts:
        if _is_nested(value) and not _is_empty(value):
            yield from _lines(f"{name}: ", value, indent + _STEP)


def _is_nested(value: Any) -> bool:
    return is_dataclass(value) or (
        isinstance(value, tuple) and not isinstance(value, Span)
    )


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value == () or isinstance(value, Span)


def _place(span: Span) -> str:
    return f"@{span.line}:{span.column}"
