"""Columns of a terminal: an author's line made safe to print, and the carets under a span."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

TAB_WIDTH = 4
WIDTH = 120
"""How much of a long line is shown, in columns."""
_LONG = 1_000

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories that move the cursor, turn the direction of writing or show nothing."""


def visible(text: str) -> str:
    """``text`` with every character that would steer a terminal written as ``<U+202E>``."""
    return "".join(_cell(character)[0] for character in text)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a source as it is shown, and the carets under a part of it."""

    text: str
    carets: str


def excerpt(line: str, start: int, end: int) -> Excerpt:
    """Show ``line`` with carets under characters ``start`` up to ``end`` (from 1, ``end`` out).

    Tabs are widened, wide and combining characters are measured, and a long line is cut to the
    part around the span. A span of no width has one caret.
    """
    first = min(max(start - 1, 0), len(line))
    last = min(max(end - 1, first), len(line))
    whole, begin = len(line), 0
    if whole > _LONG:  # what is far from the span is not even looked at
        begin = max(first - WIDTH, 0)
        line = line[begin : first + 2 * WIDTH]
        first, last = first - begin, last - begin
    shown, widths = zip(*map(_cell, line), strict=True) if line else ((), ())
    left, right = _window(widths, first)
    before = "…" if begin + left > 0 else ""
    after = "…" if begin + right < whole else ""
    text = before + "".join(shown[left:right]) + after
    indent = len(before) + sum(widths[left:first])
    length = sum(widths[first : min(last, right)])
    return Excerpt(text.rstrip(), " " * indent + "^" * max(1, length))


def _window(widths: tuple[int, ...], first: int) -> tuple[int, int]:
    """The stretch of characters to show, so that a span keeps its surroundings."""
    if sum(widths) <= WIDTH:
        return 0, len(widths)
    left = first
    room = WIDTH // 3
    while left > 0 and widths[left - 1] <= room:
        left -= 1
        room -= widths[left]
    right = left
    room = WIDTH
    while right < len(widths) and widths[right] <= room:
        room -= widths[right]
        right += 1
    return left, right


def _cell(character: str) -> tuple[str, int]:
    """What stands for a character on a terminal, and how many columns it takes."""
    if character.isascii() and character.isprintable():
        return character, 1
    if character == "\t":
        return " " * TAB_WIDTH, TAB_WIDTH
    if unicodedata.category(character) in _HIDDEN:
        shown = f"<U+{ord(character):04X}>"
        return shown, len(shown)
    if unicodedata.combining(character) or unicodedata.category(character) in {
        "Mn",
        "Me",
    }:
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1
