"""From the text of a file to its lines: characters, tabs, comments, scanned pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ledgerc.diagnostics import Sink
from ledgerc.records import field, record
from ledgerc.source import SourceFile, Span
from ledgerc.syntax.scanner import (
    MAXIMUM_LINE_LENGTH,
    MAXIMUM_PARENTHESES,
    Fault,
    Lexeme,
    ScannedLine,
    scan,
)

# Control characters, line and paragraph separators, marks of writing direction, and a byte order
# mark within the text: each can make a line read otherwise than it is.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_INDENTATION = re.compile(r"[ \t]*")


class Comment(NamedTuple):
    """A comment on a line of its own; a blank line between comments is ``None``."""

    indent: int
    text: str


@record(eq=False)
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


def comment_text(raw: str) -> str:
    """What a comment says: without the space after the mark, and none at its end."""
    text = raw.rstrip()
    return text[1:] if text.startswith(" ") else text


class RowReader:
    """Reads the lines of a file one by one."""

    def __init__(self, source: SourceFile, sink: Sink) -> None:
        self.source = source
        self.sink = sink
        self.above: list[Comment | None] = []

    def rows(self) -> Iterator[Row]:
        """The lines with something on them; what comes after the last is left in ``above``."""
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
