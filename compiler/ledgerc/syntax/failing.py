"""A line that does not parse: where it fails, and what would have been taken along it."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedToken

from ledgerc.syntax.frontend import Frontend
from ledgerc.syntax.scanner import Lexeme

# How far before the place of failure a slip is looked for.
_WINDOW = 6


class FailedLine:
    """A line that failed, and what the parser would have taken along it."""

    def __init__(self, frontend: Frontend, start: str, lexemes: list[Lexeme]) -> None:
        self.frontend = frontend
        self.start = start
        self.lexemes = lexemes
        self.failure = self._first_failure()
        self._accepted: dict[int, frozenset[str]] = {}

    def _first_failure(self) -> int:
        probe = self.frontend.probe(self.start)
        for index, lexeme in enumerate(self.lexemes):
            try:
                probe.feed(lexeme)
            except UnexpectedToken:
                return index
        return len(self.lexemes)

    def accepted(self, index: int) -> frozenset[str]:
        """The terminals that may stand at ``index`` (at most where the failure is)."""
        if index not in self._accepted:
            probe = self.frontend.probe(self.start)
            for lexeme in self.lexemes[:index]:
                probe.feed(lexeme)
            self._accepted[index] = probe.accepts()
        return self._accepted[index]

    def keywords(self, index: int) -> list[str]:
        """The words among what may stand at ``index``."""
        terminals = self.frontend.terminals
        texts = (terminals.get(name, "") for name in sorted(self.accepted(index)))
        return [text for text in texts if text.isalpha()]

    def parsed(self, lexemes: list[Lexeme]) -> Any:
        """The node of changed lexemes, or None if they do not parse either."""
        try:
            return self.frontend.parse(self.start, lexemes)
        except UnexpectedToken:
            return None

    def misreads(self, lexemes: list[Lexeme], index: int) -> bool:
        """Whether the keyword at ``index`` would be taken for a mere name there."""
        if index >= len(lexemes) or lexemes[index].text not in self.words:
            return False
        probe = self.frontend.probe(self.start)
        try:
            for lexeme in lexemes[:index]:
                probe.feed(lexeme)
        except UnexpectedToken:
            return True
        return probe.name(lexemes[index]) == "NAME"

    @property
    def words(self) -> frozenset[str]:
        """All keywords of the language."""
        return self.frontend.keywords

    def window(self) -> list[int]:
        """Where to look for the slip: the place of failure first, then backwards."""
        return list(range(self.failure, max(-1, self.failure - _WINDOW), -1))

    def lexeme(self, index: int) -> Lexeme:
        """A lexeme; past the last, an empty one that stands after it."""
        if index < len(self.lexemes):
            return self.lexemes[index]
        end = self.lexemes[-1].end if self.lexemes else 0
        return Lexeme("END", "", end, end + 1)


def shown(text: str) -> str:
    """A piece of a line, cut if it is long."""
    return text if len(text) <= 40 else text[:39] + "…"
