"""A syntax tree as readable indented text (``ledgerc dump ast``), the same on any machine."""

from __future__ import annotations

from typing import Any

from ledgerc.node import field_names
from ledgerc.source import Span
from ledgerc.syntax import ast

_STEP = "  "


def dump(node: Any) -> str:
    """The tree under ``node``: one part a line, with the place of each line of the source.

    Parts that are empty, false or left out are not shown.
    """
    lines: list[str] = []
    _write(node, 0, "", lines)
    return "\n".join(lines) + "\n"


def _write(node: Any, depth: int, label: str, lines: list[str]) -> None:
    indent = _STEP * depth + label
    leaf = _leaf(node)
    if leaf is not None:
        lines.append(indent + leaf)
        return
    if isinstance(node, tuple):
        if node and all(isinstance(part, str | ast.Name) for part in node):
            lines.append(indent + " ".join(_leaf(part) or "" for part in node))
            return
        lines.append(indent.rstrip())
        for part in node:
            _write(part, depth + 1, "", lines)
        return
    place = _place(node.span) if isinstance(node, ast.Line) else ""
    lines.append(f"{indent}{type(node).__name__}{place}")
    for name in field_names(type(node)):
        value = getattr(node, name)
        if name != "span" and not _is_empty(name, value):
            _write(value, depth + 1, f"{name}: ", lines)


def _is_empty(name: str, value: Any) -> bool:
    return value is None or value is False or value == () or name == "blank_before"


def _place(span: Span) -> str:
    return f" {span.line}:{span.column}-{span.end_column}"


def _leaf(node: Any) -> str | None:
    """The text of a part that fits on its line."""
    match node:
        case str():
            return repr(node)
        case bool():
            return "yes"
        case ast.Name(text):
            return text
        case ast.Number(_, text):
            return f"Number {text}"
        case ast.Text(value):
            return f"Text {value!r}"
        case ast.Word(kind):
            return f"Word {kind}"
        case ast.Reference(name):
            return f"Reference {name}"
        case ast.FilePath(text):
            return f"FilePath {text!r}"
        case ast.Applied(name, ()):
            return f"Applied {name}"
        case ast.Group(kind, None):
            return f"Group {kind}"
        case _:
            return None
