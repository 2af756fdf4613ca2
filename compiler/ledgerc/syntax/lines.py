"""Parses single rows, and tells what is wrong with them."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedToken

from ledgerc.diagnostics import Note, Sink
from ledgerc.source import Span
from ledgerc.syntax.depth import MAXIMUM_EXPRESSION_DEPTH, too_deep
from ledgerc.syntax.explain import explain, explain_briefly
from ledgerc.syntax.frontend import Frontend
from ledgerc.syntax.rows import Row
from ledgerc.syntax.scanner import Fault, Lexeme

# After so many broken lines, and of a line of so many pieces, it is told what is wrong without
# looking for what was meant.
_EXPLAINED = 100
_EXPLAINED_PIECES = 200


class LineParser:
    """Parses the rows of one file, each by itself."""

    def __init__(self, frontend: Frontend, file: str, sink: Sink) -> None:
        self.frontend = frontend
        self.file = file
        self.sink = sink
        self.explained = 0

    def parse(self, row: Row, start: str) -> Any:
        """The node of a row, perhaps mended; None, and a diagnostic, if there is none."""
        lexemes = row.lexemes
        self.begin(row)
        try:
            node = self.frontend.parse(start, lexemes)
        except UnexpectedToken:
            return self._explained(row, start)
        for fault in self.frontend.builder.faults:
            self.report(row, fault)
        if len(lexemes) > MAXIMUM_EXPRESSION_DEPTH and too_deep(node):
            end = lexemes[-1].end
            self.report(
                row,
                Fault(
                    "LG0801",
                    lexemes[0].start,
                    end,
                    "this line is nested too deep",
                    f"at most {MAXIMUM_EXPRESSION_DEPTH} operators in one another; "
                    "a `let` or a `formula` names a part",
                ),
            )
            return None
        return node

    def _explained(self, row: Row, start: str) -> Any:
        """Tell why a row does not parse; its node as it was most likely meant, or None."""
        lexemes = row.lexemes
        if self.explained >= _EXPLAINED or len(lexemes) > _EXPLAINED_PIECES:
            self.report(row, explain_briefly(self.frontend, start, lexemes))
            return None
        self.explained += 1
        fault, node = explain(self.frontend, start, lexemes)
        self.report(row, fault)
        if node is None:
            node = self.salvaged(start, lexemes)
        if node is not None and len(lexemes) > 100 and too_deep(node):
            return None
        return node

    def salvaged(self, start: str, lexemes: list[Lexeme]) -> Any:
        """What a declaration declares, if its beginning can be read: its name is known then."""
        if start not in ("declaration", "play_declaration"):
            return None
        for length in range(min(len(lexemes) - 1, 40), 1, -1):
            try:
                return self.frontend.parse(start, lexemes[:length])
            except UnexpectedToken:
                continue
        return None

    def begin(self, row: Row) -> None:
        """Tell the builder which row comes next."""
        lexemes = row.scanned.lexemes
        self.frontend.builder.begin(
            self.file, row.number, lexemes[0].start, lexemes[-1].end
        )

    def span(self, row: Row) -> Span:
        """A row from its first piece to its last."""
        lexemes = row.lexemes
        return Span(
            self.file,
            row.number,
            lexemes[0].start + 1,
            row.number,
            lexemes[-1].end + 1,
        )

    def report_line(
        self,
        row: Row,
        message: str,
        allowed: str | None,
        above: Row | None = None,
        code: str = "LG0106",
    ) -> None:
        """Tell of a whole row; ``above`` is shown beside it."""
        if not row.blame:
            return
        notes = (Note("the line above", self.span(above)),) if above else ()
        self.sink.error(code, self.span(row), message, allowed=allowed, notes=notes)

    def report(self, row: Row, fault: Fault) -> None:
        """Tell of a fault, unless what was told of the row makes it noise."""
        if row.blame and not row.scanned.broken:
            self.tell(row, fault)

    def tell(self, row: Row, fault: Fault) -> None:
        """Tell of a fault whatever was told of the row."""
        self.sink.error(
            fault.code,
            Span(self.file, row.number, fault.start + 1, row.number, fault.end + 1),
            fault.message,
            allowed=fault.allowed,
            suggestion=fault.suggestion,
        )
