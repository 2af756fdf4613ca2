"""The parse trees of a source's lines, with every token, for whoever asks what a line is made of.

The compiler itself goes from lines to the nodes of ``ast`` at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax.blocks import BlockParser
from ledgerc.syntax.frontend import Language, frontend, grammar_parser
from ledgerc.syntax.layout import lay_out
from ledgerc.syntax.lines import LineParser
from ledgerc.syntax.parser import vocabulary
from ledgerc.syntax.rows import Row


def trees(source: SourceFile) -> Iterator[Tree[Token]]:
    """The tree of each line, in order; lines that are none have none."""
    language: Language = "play" if source.name.endswith(".play") else "ledger"
    parser = frontend(language)
    sink = Sink()
    lines = _NotingLines(parser, source.name, sink)
    blocks = BlockParser(parser, source.name, sink)
    blocks.lines = lines
    blocks.declarations(lay_out(source, sink, vocabulary(parser)).rows)
    if not sink.has_errors:
        for row, start in lines.noted:
            yield _tree_parser(language).parse(_given(row), start)


class _NotingLines(LineParser):
    """Parses rows, and notes what kind of line each was."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.noted: list[tuple[Row, str]] = []

    def parse(self, row: Row, start: str) -> Any:
        """The node of a row."""
        self.noted.append((row, start))
        return super().parse(row, start)


def _given(row: Row) -> Any:
    """The lexemes of a row, where lark's types ask for a text."""
    return row.lexemes


@cache
def _tree_parser(language: Language) -> Lark:
    return grammar_parser(language, keep_all_tokens=True)
