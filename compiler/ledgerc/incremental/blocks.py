"""A file parted by its declarations, each with the comments above it and its body."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from ledgerc.syntax.layout import MAXIMUM_FILE_LENGTH, usual_step

_ABOVE = r"(?: *(?:#.*)?\n)*"
_HEAD = r"[^ #\n].*(?:\n|\Z)"
_BODY = rf"(?:{_ABOVE} +[^ #\n].*(?:\n|\Z))*"
_FINAL = r"(?:(?: *\n)* +#.*(?:\n|\Z))*"
"""Comments that are indented belong to the body above, as ``syntax.layout`` has it."""
_BLOCK = re.compile(_ABOVE + _HEAD + _BODY + _FINAL)
_INDENTS = re.compile(r"^( *)[^ #\n]", re.MULTILINE)
_UNUSUAL = re.compile(r"[\t\r\f\v\x1c-\x1e\x85\u2028\u2029\ufeff]")
"""What makes the form of a file depend on more than spaces and line feeds."""


class Block(NamedTuple):
    """A declaration's lines, and the number of the first of them."""

    line: int
    text: str

    @property
    def head(self) -> int:
        """The number of the line that declares."""
        found = _INDENTS.search(self.text)
        assert found is not None
        return self.line + self.text.count("\n", 0, found.start())


def blocks_of(text: str) -> tuple[Block, ...] | None:
    """The blocks of a file in order; None of a file that is not plain enough to be parted.

    What follows the last block are comments and blank lines.
    """
    if len(text) > MAXIMUM_FILE_LENGTH or _UNUSUAL.search(text) is not None:
        return None
    blocks: list[Block] = []
    line, at = 1, 0
    for found in _BLOCK.finditer(text):
        if found.start() != at:
            return None
        blocks.append(Block(line, found.group()))
        line += found.group().count("\n")
        at = found.end()
    return tuple(blocks)


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
