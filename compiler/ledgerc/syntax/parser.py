"""The way in: from a source file to its syntax tree."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lark.exceptions import UnexpectedToken

from ledgerc.diagnostics import Sink
from ledgerc.node import replace
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast
from ledgerc.syntax.blocks import BlockParser
from ledgerc.syntax.comments import comment_blocks
from ledgerc.syntax.contexts import LEDGER_CONTEXTS, PLAY_CONTEXTS, Context
from ledgerc.syntax.explain import explain
from ledgerc.syntax.frontend import Frontend, Language, frontend
from ledgerc.syntax.layout import Vocabulary, lay_out
from ledgerc.syntax.scanner import Fault, scan


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
    declarations, header, final = _parse(source, sink, "ledger", table_cache, step)
    return ast.LedgerFile(source.name, declarations, header, final)


def parse_play(
    source: SourceFile, sink: Sink, *, table_cache: Path | None = None
) -> ast.PlayFile:
    """Parse a play; as ``parse_ledger``."""
    declarations, header, final = _parse(source, sink, "play", table_cache)
    return ast.PlayFile(source.name, declarations, header, final)


def parse_expression(
    text: str, sink: Sink, *, name: str = "expression"
) -> ast.Expression | None:
    """Parse one expression on one line; None, with a diagnostic, if it is none."""
    parser = frontend("ledger")
    line = text.replace("\n", " ").replace("\r", " ").strip(" \t")
    scanned = scan(line, 0)
    lexemes = scanned.lexemes
    faults = list(scanned.faults)
    node: ast.Expression | None = None
    if lexemes:
        parser.builder.begin(name, 1, lexemes[0].start, lexemes[-1].end)
        try:
            node = parser.parse("expression", lexemes)
        except UnexpectedToken:
            fault, node = explain(parser, "expression", lexemes)
            faults.append(fault)
    elif not faults:
        faults.append(Fault("LG0103", 0, 1, "no expression stands here"))
    for fault in faults:
        sink.error(
            fault.code,
            Span(name, 1, fault.start + 1, 1, fault.end + 1),
            fault.message,
            allowed=fault.allowed,
            suggestion=fault.suggestion,
        )
    return node


def _parse(
    source: SourceFile,
    sink: Sink,
    language: Language,
    table_cache: Path | None,
    step: int | None = None,
) -> tuple[tuple[Any, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    parser = frontend(language, table_cache)
    with _collector_off():
        layout = lay_out(source, sink, vocabulary(parser), step)
        blocks = BlockParser(parser, source.name, sink)
        declarations = blocks.declarations(layout.rows)
    final = comment_blocks(layout.final)
    header: tuple[str, ...] = ()
    if declarations:
        first = declarations[0]
        if first.detached_comments:
            header = first.detached_comments[0]
            first = replace(first, detached_comments=first.detached_comments[1:])
            declarations = (first, *declarations[1:])
    elif final:
        header, final = final[0], final[1:]
    return declarations, header, final


def vocabulary(parser: Frontend) -> Vocabulary:
    """The words that may begin a line: of declarations, and of all other lines."""
    contexts: tuple[Context, ...] = (
        LEDGER_CONTEXTS if parser.language == "ledger" else PLAY_CONTEXTS
    )
    words = [parser.first_words[context.start] for context in contexts]
    return Vocabulary(words[0], frozenset({"else"}).union(*words[1:]))


@contextmanager
def _collector_off() -> Iterator[None]:
    """Without the cyclic collector: nodes hold no cycles, and it walks them all again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
