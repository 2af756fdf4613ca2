"""The syntax of both languages: text to syntax tree, and back.

Importing this is cheap: the tree's classes, lark and the grammars are loaded when something is
first parsed. ``ledgerc.syntax.ast``, ``ledgerc.syntax.printer`` and ``ledgerc.syntax.dump`` are
imported by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledgerc.syntax.reading import read_source

if TYPE_CHECKING:
    from pathlib import Path

    from ledgerc.diagnostics import Sink
    from ledgerc.source import SourceFile
    from ledgerc.syntax import ast


def parse_ledger(
    source: SourceFile,
    sink: Sink,
    *,
    table_cache: Path | None = None,
    step: int | None = None,
) -> ast.LedgerFile:
    """Parse a catalog.

    Every fault goes to ``sink``; a line that could not be read is left out of the result, one
    that could be mended is in it as it was most likely meant. Nothing is raised for any text.
    ``table_cache`` is a folder where the parse tables may be kept between runs. ``step`` is by how
    many spaces the file indents, if ``source`` is a part of it.
    """
    from ledgerc.syntax import parser

    return parser.parse_ledger(source, sink, table_cache=table_cache, step=step)


def parse_play(
    source: SourceFile, sink: Sink, *, table_cache: Path | None = None
) -> ast.PlayFile:
    """Parse a play; as ``parse_ledger``."""
    from ledgerc.syntax import parser

    return parser.parse_play(source, sink, table_cache=table_cache)


__all__ = ["parse_ledger", "parse_play", "read_source"]
