"""Catalogs as modules: the benchmark's own, and those of the content."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from ledgerc.diagnostics import Sink
from ledgerc.ir.catalog import Catalog
from ledgerc.workspace import Located, Workspace, open_workspace

REPOSITORY = Path(__file__).parents[3]


@cache
def content(path: str) -> ModuleType:
    """The module of a catalog of the content, by its path under ``content``."""
    return _module(REPOSITORY, REPOSITORY / "content" / path)


def text_under(root: Path, path: str) -> str:
    """The text of the module of a catalog of another project's content."""
    workspace, _, catalog = _analysed(root, root / "content" / path)
    return workspace.emit_catalog(catalog, formatted=False)


@cache
def own(name: str, more: str = "") -> ModuleType:
    """The module of a catalog of this folder, with more rules or none."""
    text = (Path(__file__).parent / f"{name}.ledger").read_text(encoding="utf-8") + more
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        (root / "pyproject.toml").write_text('[tool.ledgerc]\nsources = ["."]\n')
        (root / f"{name}.ledger").write_text(text, encoding="utf-8")
        return _module(root, root / f"{name}.ledger")


def _module(root: Path, path: Path) -> ModuleType:
    workspace, file, catalog = _analysed(root, path)
    return workspace.module(file, catalog)


def _analysed(root: Path, path: Path) -> tuple[Workspace, Located, Catalog]:
    workspace = open_workspace(Sink(), root)
    file = workspace.locate(path)
    analysed = workspace.analyse(file)
    if analysed.catalog is None:
        sys.exit(
            "\n".join(f"{each.span.place}: {each.message}" for each in analysed.found)
        )
    return workspace, file, analysed.catalog
