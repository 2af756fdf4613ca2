"""Small catalogs compiled in memory, and their mutants as they are told."""

from __future__ import annotations

from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.ir import catalog as ir
from ledgerc.mutation.equivalents import told_of
from ledgerc.mutation.model import Mutant
from ledgerc.mutation.mutants import mutants_of
from ledgerc.mutation.rewriting import rewrite
from ledgerc.mutation.suite import Suite
from ledgerc.workspace import open_workspace


def compiled(folder: Path, text: str, name: str = "rules.ledger") -> ir.Catalog:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    workspace = open_workspace(Sink(), folder)
    analysis = workspace.analyse(workspace.locate(path))
    assert analysis.catalog is not None, analysis.found
    return analysis.catalog


def mutants(catalog: ir.Catalog) -> tuple[Mutant, ...]:
    return mutants_of(catalog, {name: name for name in catalog.files})


def told(catalog: ir.Catalog, *operators: str) -> list[str]:
    """``LINE: the rule can go`` of each mutant of these operators."""
    return [
        f"{each.key.line}: {told_of(each.key)}"
        for each in mutants(catalog)
        if each.key.operator in operators
    ]


def variant(catalog: ir.Catalog, line: int, wanted: str) -> ir.Catalog:
    """The catalog with one mutant in it."""
    (found,) = (
        each
        for each in mutants(catalog)
        if each.key.line == line and told_of(each.key) == wanted
    )
    return rewrite(catalog, found.edits)


def text_of(catalog: ir.Catalog, line: int, wanted: str) -> str:
    """The generated module of one mutant."""
    return Suite(catalog, ()).text_of(variant(catalog, line, wanted))
