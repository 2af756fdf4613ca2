"""From the text of a file to a tree of scanned lines, by indentation alone.

Knows nothing of what the lines say, but which words begin a declaration and which begin a line of
a body: that tells a body line that slid to column 1 from a declaration.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ledgerc.diagnostics import Note, Sink
from ledgerc.source import SourceFile, Span
from ledgerc.syntax.scanner import (
    MAXIMUM_LINE_LENGTH,
    MAXIMUM_PARENTHESES,
    Fault,
    Lexeme,
    ScannedLine,
    scan,
)

MAXIMUM_FILE_LENGTH = 5_000_000
MAXIMUM_DEPTH = 50

# Control characters, line and paragraph separators, marks of writing direction, and a byte order
# mark within the text: each can make a line read otherwise than it is.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_INDENTATION = re.compile(r"[ \t]*")

# Words that may open a body: a comment indented below such a line belongs in it.
_OPENER_TEXTS = """
effect ability archetype single template routine aura before after every on for repeat if else at
scene play
"""
_OPENERS = frozenset(_OPENER_TEXTS.split())


class Comment(NamedTuple):
    """A comment on a line of its own; a blank line between comments is ``None``."""

    indent: int
    text: str


@dataclass(slots=True, eq=False)
class Row:
    """A line with something on it, the comments above it and the lines of its body.

    ``blame`` is false where something about the line was reported that makes further complaints
    about it noise; ``tabbed`` is true where there is a tab in its indentation; ``following`` is
    the next line of the same body, if it has one.
    """

    number: int
    indent: int
    scanned: ScannedLine
    above: list[Comment | None]
    blame: bool = True
    tabbed: bool = False
    following: Row | None = None
    level: int = 0
    children: list[Row] = field(default_factory=list)
    final: list[Comment | None] = field(default_factory=list)

    @property
    def lexemes(self) -> list[Lexeme]:
        """What the line is made of; at least one piece."""
        return self.scanned.lexemes

    @property
    def word(self) -> str:
        """The first piece of the line."""
        return self.scanned.lexemes[0].text


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


def lay_out(source: SourceFile, sink: Sink, vocabulary: Vocabulary) -> Layout:
    """Part a file into lines and bodies; what is wrong with them goes to ``sink``."""
    if len(source.text) > MAXIMUM_FILE_LENGTH:
        sink.error(
            "LG0801",
            Span(source.name, 1, 1, 1, 1),
            "this file is too big",
            allowed=f"at most {MAXIMUM_FILE_LENGTH:,} characters; `use` parts a catalog",
        )
        return Layout([], [])
    reader = _Reader(source, sink)
    rows = list(reader.rows())
    return _Tree(source, sink, vocabulary, rows).build(reader.above)


def comment_text(raw: str) -> str:
    """What a comment says: without the space after the mark, and none at its end."""
    text = raw.rstrip()
    return text[1:] if text.startswith(" ") else text


class _Reader:
    """Reads the lines of a file one by one."""

    def __init__(self, source: SourceFile, sink: Sink) -> None:
        self.source = source
        self.sink = sink
        self.above: list[Comment | None] = []

    def rows(self) -> Iterator[Row]:
        text = self.source.text
        if text.startswith("\ufeff"):
            text = text[1:]
        check = _FORBIDDEN.search(text.replace("\r\n", "\n")) is not None
        for number, line in enumerate(text.split("\n"), 1):
            stripped = line.rstrip(" \t\r")
            if not stripped:
                if self.above or number > 1:
                    self.above.append(None)
                continue
            row = self._row(number, stripped, check)
            if row is not None:
                yield row

    def _row(self, number: int, line: str, check: bool) -> Row | None:
        blame = True
        if check:
            cleaned = self._without_forbidden(number, line)
            blame = cleaned == line
            line = cleaned
        if len(line) > MAXIMUM_LINE_LENGTH:
            self._error(
                "LG0801",
                number,
                0,
                1,
                "this line is too long",
                f"at most {MAXIMUM_LINE_LENGTH:,} characters",
            )
            return None
        found = _INDENTATION.match(line)
        assert found is not None
        start = found.end()
        indent = start
        tabbed = False
        if start == len(line):
            return None
        if line[start] == "#":
            self.above.append(Comment(indent, comment_text(line[start + 1 :])))
            return None
        if "\t" in line:
            indent = self._check_tabs(number, line, start)
            tabbed = "\t" in line[:start]
        scanned = scan(line, start)
        for fault in scanned.faults:
            self._fault(number, fault)
        if not scanned.lexemes:
            return None
        if len(scanned.lexemes) > MAXIMUM_PARENTHESES:
            self._check_parentheses(number, scanned)
        row = Row(number, indent, scanned, self.above, blame and not tabbed, tabbed)
        self.above = []
        return row

    def _without_forbidden(self, number: int, line: str) -> str:
        found = _FORBIDDEN.search(line)
        if found is None:
            return line
        character = found[0]
        what = (
            "a mark of writing direction"
            if character in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
            or "\u2066" <= character <= "\u2069"
            else "a character that is not shown"
        )
        self._error(
            "LG0111",
            number,
            found.start(),
            found.end(),
            f"{what} (U+{ord(character):04X}) may not stand in a file",
            "letters, signs and spaces that are seen",
        )
        return _FORBIDDEN.sub(" ", line).rstrip(" \t\r")

    def _check_tabs(self, number: int, line: str, start: int) -> int:
        leading = line[:start]
        if "\t" in leading:
            column = leading.index("\t")
            self._error(
                "LG0105",
                number,
                column,
                column + 1,
                "a tab in the indentation",
                "spaces: two for each level",
            )
            return sum(2 if character == "\t" else 1 for character in leading)
        code = scan(line, start)
        end = code.lexemes[-1].end if code.lexemes else len(line)
        for lexeme, following in pairwise(code.lexemes):
            gap = line.find("\t", lexeme.end, following.start)
            if gap >= 0 and gap < end:
                self._error(
                    "LG0105", number, gap, gap + 1, "a tab between words", "a space"
                )
                break
        return start

    def _check_parentheses(self, number: int, scanned: ScannedLine) -> None:
        depth = 0
        for lexeme in scanned.lexemes:
            if lexeme.text == "(":
                depth += 1
                if depth > MAXIMUM_PARENTHESES:
                    self._error(
                        "LG0801",
                        number,
                        lexeme.start,
                        lexeme.end,
                        "parentheses are nested too deep",
                        f"at most {MAXIMUM_PARENTHESES}; a `let` or a `formula` names a part",
                    )
                    scanned.broken = True
                    del scanned.lexemes[1:]
                    return
            elif lexeme.text == ")":
                depth -= 1

    def _fault(self, number: int, fault: Fault) -> None:
        self.sink.error(
            fault.code,
            Span(self.source.name, number, fault.start + 1, number, fault.end + 1),
            fault.message,
            allowed=fault.allowed,
            suggestion=fault.suggestion,
        )

    def _error(
        self, code: str, number: int, start: int, end: int, message: str, allowed: str
    ) -> None:
        self._fault(number, Fault(code, start, end, message, allowed))


class _Tree:
    """Puts rows under one another."""

    def __init__(
        self, source: SourceFile, sink: Sink, vocabulary: Vocabulary, rows: list[Row]
    ) -> None:
        self.source = source
        self.sink = sink
        self.vocabulary = vocabulary
        self.rows = rows
        self.unit = _unit(rows)
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
        for later in self.rows[index + 1 :]:
            if later.indent <= base:
                break
            lowest = min(lowest, later.indent)
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


def _unit(rows: list[Row]) -> int:
    """By how many spaces the file indents: most often, and the fewest of those."""
    steps = Counter(
        row.indent - before.indent
        for before, row in pairwise(rows)
        if row.indent > before.indent
    )
    if max(steps.values(), default=0) < 2:  # a small file: what most of its lines do
        steps = Counter(row.indent for row in rows if row.indent)
    return min(steps, key=lambda step: (-steps[step], step), default=2)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
