"""The generated Python of each line of a catalog: the functions that bear its marker.

A rule of statements alone, such as `on lost`, has no marker of its own: its docstring names it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_MARKER = re.compile(r"\s*# (\S.*\.ledger:\d+)$")
_HEADING = re.compile(r"\s*# (?!\S+\.ledger:\d+$).+$")
_NAMED = re.compile(r"\((\S.*\.ledger:\d+)\)$")
_LONGEST = 60


def excerpts(module: str) -> dict[str, tuple[str, ...]]:
    """Of each place (``FILE:LINE``) the functions that hold its marker or name it, in order.

    Of a function of many rules only the part under that rule's heading is given.
    """
    lines = module.split("\n")
    found: dict[str, dict[str, None]] = {}
    for function in _functions(ast.parse(module)):
        first = min(
            [function.lineno, *(each.lineno for each in function.decorator_list)]
        )
        last = function.end_lineno or first
        text = lines[first - 1 : last]
        named = _NAMED.search(ast.get_docstring(function) or "")
        if named is not None:
            found.setdefault(named[1], {})[_dedented(text[:_LONGEST])] = None
        for number, line in enumerate(text):
            marker = _MARKER.match(line)
            if marker is not None:
                excerpt = _excerpt(text, number)
                found.setdefault(marker[1], {})[_dedented(excerpt)] = None
    return {place: tuple(texts) for place, texts in found.items()}


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module and of its classes."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if isinstance(each, ast.FunctionDef))


def _excerpt(text: list[str], at: int) -> list[str]:
    """The whole function, or, of one with headings of rules, the part of this rule."""
    headed = [
        number
        for number in range(1, len(text))
        if _MARKER.match(text[number]) and _HEADING.match(text[number - 1])
    ]
    if len(headed) < 2 and len(text) <= _LONGEST:
        return text
    starts = [number - 1 for number in headed if number <= at]
    if not starts:
        return text[max(0, at - 2) : at + _LONGEST]
    ends = [number - 1 for number in headed if number > at]
    part = text[starts[-1] : ends[0] if ends else len(text)]
    return part[:_LONGEST]


def _dedented(lines: list[str]) -> str:
    kept = [line for line in lines if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in kept), default=0)
    return "\n".join(line[indent:] for line in lines).strip("\n")
