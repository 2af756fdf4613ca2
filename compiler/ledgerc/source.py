"""Source files and spans: where in an author's text a thing stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of one file, from a first character up to (not with) a last one.

    ``file`` is the name shown to the author (relative, with ``/``); lines and columns count from
    1, columns in characters.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def through(self, other: Span) -> Span:
        """The stretch from where this one starts to where ``other`` ends."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    @property
    def place(self) -> str:
        """``file:line``, as generated code and messages name a line."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=False)
class SourceFile:
    """The text of one ``.ledger`` or ``.play`` file.

    ``name`` is how it is shown and how spans name it; ``text`` has ``\\n`` line ends.
    """

    name: str
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""
        return tuple(self.text.split("\n"))

    def line(self, number: int) -> str:
        """Line ``number`` (from 1), or an empty text past the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""
