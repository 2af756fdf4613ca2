"""A file parted by its declarations, each with the comments above it and its body."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from ledgerc.syntax.layout import usual_step

_LARGEST = 5_000_000
"""Characters of a file that is parted: one beyond is read as a whole."""

_ABOVE = r"(?: *(?:#.*)?\n)*"
_HEAD = r"[^ #\n].*(?:\n|\Z)"
_BODY = rf"(?:{_ABOVE} +[^ #\n].*(?:\n|\Z))*"
_FINAL = r"(?:(?: *\n)* +#.*(?:\n|\Z))*"
"""Comments that are indented belong to the body above, as ``syntax.layout`` has it."""
_BLOCK = re.compile(f"({_ABOVE}){_HEAD}{_BODY}{_FINAL}")
_REST = re.compile(rf"{_ABOVE} *(?:#.*)?")
_INDENTS = re.compile(r"^( *)[^ #\n]", re.MULTILINE)
_UNUSUAL = re.compile(r"[\t\r\f\v\x1c-\x1e\x85\u2028\u2029\ufeff]")
"""What makes the form of a file depend on more than spaces and line feeds."""


class Block(NamedTuple):
    """A declaration's lines, the number of the first of them, and of the one that declares."""

    line: int
    head: int
    text: str


def blocks_of(text: str) -> tuple[Block, ...] | None:
    """The blocks of a file in order; None of a file that is not plain enough to be parted.

    What follows the last block are comments and blank lines.
    """
    if len(text) > _LARGEST or _UNUSUAL.search(text) is not None:
        return None
    blocks: list[Block] = []
    line, at = 1, 0
    while (found := _BLOCK.match(text, at)) is not None:
        above, lines = found.group(1), found.group()
        blocks.append(Block(line, line + above.count("\n"), lines))
        line += lines.count("\n")
        at = found.end()
    return tuple(blocks) if _REST.fullmatch(text, at) else None


def thinned(text: str, blocks: tuple[Block, ...], known: Container[str]) -> str:
    """``text`` with blank lines in the place of the blocks whose text is known.

    The first block stays, since it tells the comment that heads the file.
    """
    parts = [
        "\n" * each.text.count("\n") if number and each.text in known else each.text
        for number, each in enumerate(blocks)
    ]
    rest = sum(len(each.text) for each in blocks)
    return "".join(parts) + text[rest:]


def step_of(text: str) -> int:
    """By how many spaces a file indents that :func:`blocks_of` has parted."""
    return usual_step([len(each) for each in _INDENTS.findall(text)])
