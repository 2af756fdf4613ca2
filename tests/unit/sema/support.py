"""Catalogs from texts, in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.ir.catalog import Catalog
from ledgerc.ir.verify import verify
from ledgerc.sema import analyse, analyse_files
from ledgerc.sema.collect import used_name
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast, parse_ledger


def catalog_of(text: str) -> Catalog:
    """The catalog of one file that has no faults; its IR is verified."""
    source = SourceFile("rules.ledger", text)
    sink = Sink()
    tree = parse_ledger(source, sink)
    catalog = analyse_files([tree], sink, {source.name: source}).catalog
    assert catalog is not None, sink.sorted()
    verify(catalog)
    return catalog


@dataclass
class MemoryFiles:
    """Files by name, as a source tree holds them."""

    texts: dict[str, str]
    sources: dict[str, SourceFile] = field(default_factory=dict)

    def resolve(self, base: str, text: str, at: Span, sink: Sink) -> str | None:
        """The name of a file beside ``base``; LG0604 if it is above them all."""
        name = used_name(base, text)
        if name.startswith(".."):
            sink.error("LG0604", at, "above")
            return None
        return name

    def ledger(
        self, name: str, sink: Sink, at: Span | None = None
    ) -> ast.LedgerFile | None:
        """The syntax tree; LG0601 if there is no such file."""
        if name not in self.texts:
            sink.error("LG0601", at or Span(name, 1, 1, 1, 1), "missing")
            return None
        source = self.sources.setdefault(name, SourceFile(name, self.texts[name]))
        return parse_ledger(source, sink)


def load(
    texts: dict[str, str], root: str = "root.ledger"
) -> tuple[Catalog | None, tuple[Diagnostic, ...]]:
    """The catalog of several files, and what was found."""
    sink = Sink()
    analysed = analyse(root, MemoryFiles(texts), sink)
    return analysed.catalog, sink.sorted()
