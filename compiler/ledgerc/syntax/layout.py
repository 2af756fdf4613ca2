"""From the text of a file to a tree of scanned lines, by indentation alone.

Knows nothing of what the lines say, but which words begin a declaration and which begin a line of
a body: that tells a body line that slid to column 1 from a declaration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ledgerc.diagnostics import Note, Sink
from ledgerc.source import SourceFile, Span
from ledgerc.syntax.rows import Comment, Row, RowReader
from ledgerc.syntax.scanner import ScannedLine

MAXIMUM_DEPTH = 50
_LOOKED_AHEAD = 200
"""Lines of a body that are looked at to tell whether its first line, or the others, are off."""

# Words that may open a body: a comment indented below such a line belongs in it.
_OPENER_TEXTS = """
effect ability archetype single template routine aura before after every on for repeat if else at
scene play
"""
_OPENERS = frozenset(_OPENER_TEXTS.split())


class Vocabulary(NamedTuple):
    """The words that may begin a declaration, and those that may begin a line of a body."""

    top: frozenset[str]
    inner: frozenset[str]


class Layout(NamedTuple):
    """The top-level lines of a file, and the comments after the last of them."""

    rows: list[Row]
    final: list[Comment | None]


class _Body(NamedTuple):
    row: Row
    level: int


def lay_out(
    source: SourceFile, sink: Sink, vocabulary: Vocabulary, step: int | None = None
) -> Layout:
    """Part a file into lines and bodies; what is wrong with them goes to ``sink``.

    ``step`` is by how many spaces the file indents, where its lines are not to tell.
    """
    reader = RowReader(source, sink)
    rows = list(reader.rows())
    if step is None:
        step = usual_step([row.indent for row in rows])
    return _Tree(source, sink, vocabulary, rows, step).build(reader.above)


class _Tree:
    """Puts rows under one another."""

    def __init__(
        self,
        source: SourceFile,
        sink: Sink,
        vocabulary: Vocabulary,
        rows: list[Row],
        step: int,
    ) -> None:
        self.source = source
        self.sink = sink
        self.vocabulary = vocabulary
        self.rows = rows
        self.unit = step
        self.root = Row(0, -1, ScannedLine([]), [])
        self.stack = [_Body(self.root, 0)]
        self.previous: Row | None = None
        self.told_too_deep = False
        indented = [row for row in rows if row.indent]
        self.tabs_usual = 2 * sum(row.tabbed for row in indented) > len(indented)

    def build(self, rest: list[Comment | None]) -> Layout:
        for index, row in enumerate(self.rows):
            level = self._level(index, row)
            self._give_comments(row.above, level)
            while self.stack[-1].level > level:
                self.stack.pop()
            if level > self.stack[-1].level:
                assert self.previous is not None
                self.stack.append(_Body(self.previous, level))
            row.level = level
            self.stack[-1].row.children.append(row)
            self.previous = row
        self._give_comments(rest, 0)
        return Layout(self.root.children, rest)

    def _level(self, index: int, row: Row) -> int:
        """The level of a row: that of a body that is open, or of one that opens with it."""
        previous = self.previous
        if row.tabbed and previous is not None:
            row.indent = self._likely_level(row, previous)
        indent = row.indent
        top = self.stack[-1]
        if previous is None:
            if indent:
                self._blame(
                    row,
                    "the first declaration begins at column 1",
                    "no spaces before it",
                )
            return 0
        if indent == 0:
            return self._slid(row)
        if indent == previous.indent:
            return previous.level
        if indent > top.level:
            return self._opening(index, row, previous)
        for place, body in reversed(list(enumerate(self.stack))):
            if body.level == indent:
                return indent
            if body.level < indent:
                upper = self.stack[place + 1].level
                nearer = upper if upper - indent <= indent - body.level else body.level
                self._blame(
                    row,
                    f"this line is indented by {_spaces(indent)}, which fits no line above",
                    f"{body.level} or {upper} spaces",
                )
                return nearer
        return 0

    def _likely_level(self, row: Row, previous: Row) -> int:
        """Where a line with tabs most likely belongs, in a file that indents by spaces."""
        if self.tabs_usual:
            return row.indent
        if previous.word in _OPENERS:
            return previous.level + self.unit
        if row.word == "else":
            for body in reversed(self.stack[1:]):
                if body.row.word in ("if", "else"):
                    return body.row.level
        return previous.level

    def _slid(self, row: Row) -> int:
        """Column 1: a declaration, or a line of a body that slid there."""
        word = row.word
        if (
            word in self.vocabulary.top
            or word not in self.vocabulary.inner
            or self.root.children[-1].word not in _OPENERS
        ):
            return 0
        self._blame(
            row,
            f"`{word}` is a line of a body: indent it",
            "a declaration at column 1, or spaces before a line of a body",
        )
        return self.stack[1].level if len(self.stack) > 1 else self.unit

    def _opening(self, index: int, row: Row, previous: Row) -> int:
        """The level of the first line of a body, or of a line indented for no reason."""
        base = self.stack[-1].level
        lowest = row.indent
        for place in range(index + 1, min(index + _LOOKED_AHEAD, len(self.rows))):
            later = self.rows[place].indent
            if later <= base:
                break
            lowest = min(lowest, later)
        if lowest < row.indent and lowest == base + self.unit:
            self._blame(
                row,
                f"this line is indented by {_spaces(row.indent)}, the lines after it by "
                f"{lowest}",
                f"{lowest} spaces",
            )
            row.blame = False
            return lowest
        # A line that is off itself takes its body along: that is told once.
        above = self.stack[-2].level if len(self.stack) > 1 else base - self.unit
        odd = row.indent != base + self.unit and base == above + self.unit
        if odd and not row.tabbed and previous.blame and previous.word in _OPENERS:
            self._blame(
                row,
                f"this line is indented by {_spaces(row.indent)}: the file indents by "
                f"{self.unit} a level",
                _spaces(base + self.unit),
            )
            row.blame = False
        if len(self.stack) >= MAXIMUM_DEPTH:
            if not self.told_too_deep:
                self._blame(
                    row,
                    "bodies are nested too deep",
                    f"at most {MAXIMUM_DEPTH}; a routine may hold the inner part",
                    code="LG0801",
                )
            self.told_too_deep = True
            row.blame = False
            return base
        return row.indent

    def _give_comments(self, above: list[Comment | None], level: int) -> None:
        """Leave comments that are indented deeper than the next line in the bodies that end."""
        if not above or self.previous is None:
            return
        closing = [body for body in self.stack if body.level > level]
        previous = self.previous
        if previous.word in _OPENERS and previous is not self.stack[-1].row:
            closing.append(_Body(previous, previous.level + 1))
        if not closing:
            return
        taken = 0
        pending: list[Comment | None] = []
        for place, comment in enumerate(above, 1):
            pending.append(comment)
            if comment is None:
                continue
            if comment.indent <= level:
                break
            fitting = [body for body in closing if body.level <= comment.indent]
            owner = (fitting or closing[:1])[-1].row
            owner.final.extend(pending)
            pending = []
            taken = place
        del above[:taken]

    def _blame(
        self, row: Row, message: str, allowed: str, code: str = "LG0106"
    ) -> None:
        notes: tuple[Note, ...] = ()
        if self.previous is not None and code == "LG0106":
            notes = (Note("the line above", self._span(self.previous)),)
        self.sink.error(code, self._span(row), message, allowed=allowed, notes=notes)

    def _span(self, row: Row) -> Span:
        lexemes = row.lexemes
        return Span(
            self.source.name,
            row.number,
            lexemes[0].start + 1,
            row.number,
            lexemes[-1].end + 1,
        )


def usual_step(indents: Sequence[int]) -> int:
    """By how many spaces a file indents, by those of its lines: most often, and the fewest."""
    steps = Counter(
        indent - before for before, indent in pairwise(indents) if indent > before
    )
    if max(steps.values(), default=0) < 2:  # a small file: what most of its lines do
        steps = Counter(indent for indent in indents if indent)
    return min(steps, key=lambda step: (-steps[step], step), default=2)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
