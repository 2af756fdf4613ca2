"""Lines that stand elsewhere than they did: in blocks that moved, and in texts that name them."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache

from ledgerc.incremental.record import Place, Record
from ledgerc.records import record

_FAR = 1_000_000
"""More lines than a block has."""
_PLAIN_NAME = re.compile(r"[\w./-]+")


class Lines:
    """A number for each line of some blocks, by the file and the line."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self._blocks: dict[str, list[tuple[int, int, int]]] = {
            name: [] for name in files
        }

    def add(self, place: Place, first: int) -> None:
        """Let ``first`` be the number of the first line of a block."""
        last = place.line + place.text.count("\n")
        change = first - place.line
        self._blocks[self._files[place.file]].append((place.line, last, change))

    def sort(self) -> None:
        """Be ready to tell, once all blocks are added."""
        for blocks in self._blocks.values():
            blocks.sort()

    def find(self, file: str, line: int) -> int | None:
        """The number of a line; None if it is in no block."""
        blocks = self._blocks.get(file, [])
        at = bisect_right(blocks, (line, sys.maxsize)) - 1
        if at < 0:
            return None
        _, last, change = blocks[at]
        return line + change if line <= last else None

    def __call__(self, file: str, line: int) -> int:
        """The number of a line that is in one of the blocks."""
        found = self.find(file, line)
        assert found is not None
        return found


def lines_of_outline(files: Sequence[str], outline: Iterable[Place]) -> Lines:
    """Numbers for lines of the outline that are the same wherever its blocks stand."""
    lines = Lines(files)
    for number, place in enumerate(outline, start=1):
        lines.add(place, number * _FAR)
    lines.sort()
    return lines


def names_no_line(files: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether authors name no line of these files, so that only the compiler does."""
    mention = re.compile("|".join(f"{re.escape(name)}:" for name in files))
    return all(map(_PLAIN_NAME.fullmatch, files)) and not any(
        mention.search(text) for text in texts
    )


@record(frozen=True)
class Relining:
    """From a catalog as it was to the same as it is now.

    ``lines`` is where each line stands now; None where no line of what is the same has moved.
    ``same`` are the kept declarations, by kind and name, whose blocks have the same text.
    """

    files: tuple[str, ...]
    lines: Lines | None
    same: frozenset[tuple[str, str]]

    def text(self, text: str) -> str | None:
        """Generated ``text`` with the lines of now.

        None if a line is not there any more, or its number is of another length where that may
        change how the text is laid out.
        """
        lines = self.lines
        if lines is None:
            return text
        gone = False

        def place(found: re.Match[str]) -> str:
            nonlocal gone
            comment, file, line = found.groups(default="")
            now = f"{lines.find(file, int(line))}"
            gone = gone or now == "None" or (not comment and len(now) != len(line))
            return f"{comment}{file}:{now}"

        relined = _places(self.files).sub(place, text)
        return None if gone else relined


def relining(before: Record, now: Record) -> Relining | None:
    """How ``now`` differs from ``before``; None if what texts say of lines cannot be told."""
    if before.files != now.files or not (before.plain and now.plain):
        return None
    there: dict[tuple[int, str], list[int]] = {}
    for place in (*now.outline, *(each.place for each in now.kept)):
        there.setdefault((place.file, place.text), []).append(place.line)
    lines, has_moved = Lines(before.files), False
    for place in (*before.outline, *(each.place for each in before.kept)):
        found = there.get((place.file, place.text))
        if found:
            line = found.pop(0)
            lines.add(place, line)
            has_moved = has_moved or line != place.line
    lines.sort()
    same_outline = _texts(before.outline) == _texts(now.outline)
    texts = {each.key: (each.place.file, each.place.text) for each in before.kept}
    same = (
        each.key
        for each in now.kept
        if texts.get(each.key) == (each.place.file, each.place.text)
    )
    return Relining(
        before.files, None if same_outline and not has_moved else lines, frozenset(same)
    )


def _texts(places: Iterable[Place]) -> list[tuple[int, str]]:
    return [(each.file, each.text) for each in places]


@cache
def _places(files: tuple[str, ...]) -> re.Pattern[str]:
    """What names a line of one of the files, in a comment of its own or elsewhere."""
    names = "|".join(map(re.escape, files))
    return re.compile(rf"(?:(^ *# )|(?<![\w./-]))({names}):(\d+)(?(1)$)", re.MULTILINE)
