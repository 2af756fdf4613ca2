"""Compiling a play file and its catalog once, for both sides of the comparison."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ledgerc.diagnostics import Diagnostic
from ledgerc.emit.play import catalog_alias
from ledgerc.emit.play_names import play_functions
from ledgerc.ir.catalog import Catalog
from ledgerc.ir.plays import PlayFile
from ledgerc.memory import load_module
from ledgerc.workspace import Workspace, digest


class NotCompiled(Exception):  # noqa: N818 - read as what it says
    """The files have faults; ``found`` tells them."""

    def __init__(self, found: tuple[Diagnostic, ...]) -> None:
        super().__init__(
            "\n".join(f"{each.span} {each.code} {each.message}" for each in found)
        )
        self.found = found


@dataclass(frozen=True, slots=True)
class Compiled:
    """A play file, its catalog, and the generated Python of both."""

    catalog: Catalog
    digest: str
    play: PlayFile
    play_module: ModuleType
    functions: tuple[str, ...]
    """The generated test of each play, in order."""
    columns: tuple[str, ...]
    """The names of the numbers that a saved entity has."""


def compile_play(path: Path) -> Compiled:
    """Compile a play file with its catalog. Raises :class:`NotCompiled`."""
    workspace = Workspace(path.parent, None)
    file = workspace.locate(path)
    analysis = workspace.analyse_play(file)
    play, catalog = analysis.play, analysis.catalog
    if play is None or catalog is None or analysis.catalog_file is None:
        raise NotCompiled(analysis.found)
    text = workspace.emit_play(play, catalog, module=None, formatted=False)
    module = workspace.module(analysis.catalog_file, catalog)
    names = {catalog_alias(play, catalog): module}
    return Compiled(
        catalog,
        digest(catalog),
        play,
        load_module(play.name, text, dict(names)),
        tuple(play_functions(play)),
        tuple(module.__dict__["Entity"].number_slots),
    )
