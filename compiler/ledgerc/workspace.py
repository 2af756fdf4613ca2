"""Compiling, each step once: from files to syntax trees, IR and Python.

A workspace belongs to one run of a command. What several catalogs or plays share (a used file, a
catalog with many plays) is done once. Findings name files from their source root until
:meth:`Workspace.findings` turns them into what the author sees.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import TYPE_CHECKING

from ledgerc.budgets import Budgets, set_budgets
from ledgerc.diagnostics import Diagnostic, Severity, Sink
from ledgerc.files import PLAY, Found, NameOf, whole_file
from ledgerc.memory import load_module
from ledgerc.node import replace as replace_node
from ledgerc.project import Project, find_project, leads_out, source_root
from ledgerc.records import record, replace
from ledgerc.source import SourceFile, Span
from ledgerc.tree import SourceTree

if (
    TYPE_CHECKING
):  # what is heavy is imported where it is needed: most builds compile little
    from ledgerc.emit.pieces import Known
    from ledgerc.ir import catalog as ir
    from ledgerc.ir import plays
    from ledgerc.ir.pprint import Printed
    from ledgerc.playing import PlayRun
    from ledgerc.sema.context import Analysis
    from ledgerc.sema.units import Expansion
    from ledgerc.syntax import ast


@record(frozen=True)
class Located:
    """A file of a source root, by its name from there."""

    root: Path
    name: str

    @property
    def is_play(self) -> bool:
        """Whether it is a ``.play`` file."""
        return PurePosixPath(self.name).suffix == PLAY


@record(frozen=True)
class Findings:
    """What a command found, as the author sees it; ``sources`` are the files by shown name."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]

    @property
    def has_errors(self) -> bool:
        """Whether anything found stops a build."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


@record(frozen=True)
class CatalogAnalysis:
    """A catalog with every name resolved; ``catalog`` is ``None`` where there are errors.

    ``known`` is what its analysis knows of names and types, for its plays; ``expansion`` is what
    was analysed.
    """

    catalog: ir.Catalog | None
    known: Analysis
    expansion: Expansion
    found: tuple[Diagnostic, ...]


@record(frozen=True)
class PlayAnalysis:
    """A play file resolved against its catalog; ``play`` is ``None`` where there are errors.

    ``found`` holds what the catalog gave as well.
    """

    play: plays.PlayFile | None
    catalog_file: Located | None
    catalog: ir.Catalog | None
    found: tuple[Diagnostic, ...]


@record(frozen=True)
class CompiledPlay:
    """A play file as Python text, which knows its catalog's module by the name ``alias``."""

    play: plays.PlayFile
    text: str
    alias: str
    functions: tuple[str, ...]
    catalog_file: Located
    catalog: ir.Catalog

    def runs(self, module: ModuleType) -> tuple[PlayRun, ...]:
        """The plays, ready to run, in the module of the text."""
        from ledgerc.playing import runs_of

        return runs_of(self.play, module, self.functions)


class Workspace:
    """The files that one run of a command reads, and what it made of them."""

    def __init__(self, working: Path, project: Project | None) -> None:
        self.working = working
        self.shown = NameOf(working)
        self.project = project
        self._trees: dict[Path, SourceTree] = {}
        self._catalogs: dict[Located, CatalogAnalysis] = {}
        self._modules: dict[Located, ModuleType] = {}

    # -- files --------------------------------------------------------------------------------

    def locate(self, path: Path, given: Path | None = None) -> Located:
        """A file by its source root; ``given`` is the folder through which it was named.

        The root is a source of the project, else the folder ``content`` above the file, else
        ``given``, else the file's own folder.
        """
        root = source_root(path, self.project, given)
        return Located(root, self.tree(root).name_of(path))

    def locate_all(self, found: Iterable[Found], sink: Sink) -> tuple[Located, ...]:
        """Files that were found, each once, in their order.

        One that a link in a folder leads to, out of all roots, is left out after LG0604.
        """
        located: dict[Located, None] = {}
        for each in found:
            if each.folder is not None and leads_out(
                each.path, self.project, each.folder
            ):
                name = self.shown(each.path)
                sink.error(
                    "LG0604",
                    whole_file(name),
                    f"`{name}` is a link that leaves the source root",
                    allowed="a file, or a link to one under the folder that all sources lie in",
                )
            else:
                located[self.locate(each.path, each.folder)] = None
        return tuple(located)

    def tree(self, root: Path) -> SourceTree:
        """The files of a source root."""
        if root not in self._trees:
            self._trees[root] = SourceTree(root)
        return self._trees[root]

    def path_of(self, file: Located) -> Path:
        """Where a file lies."""
        return file.root / file.name

    # -- analysis -----------------------------------------------------------------------------

    def analyse(self, file: Located) -> CatalogAnalysis:
        """The catalog whose root file is ``file``."""
        known = self._catalogs.get(file)
        if known is None:
            known = self._analyse(file)
            self._catalogs[file] = known
        return known

    def _analyse(self, file: Located) -> CatalogAnalysis:
        from ledgerc.emit.support import unsupported
        from ledgerc.sema import analyse

        sink = Sink()
        analysed = analyse(file.name, self.tree(file.root), sink)
        catalog = analysed.catalog
        if catalog is not None:
            for limit in unsupported(catalog):
                sink.error("LG0801", limit.span, limit.message, allowed=limit.allowed)
                catalog = None
        return CatalogAnalysis(
            catalog, analysed.analysis, analysed.expansion, sink.sorted()
        )

    def analyse_play(self, file: Located) -> PlayAnalysis:
        """The plays of ``file``, and the catalog that they play."""
        from ledgerc.sema.plays import analyse_play

        sink = Sink()
        tree = self.tree(file.root)
        parsed = tree.play(file.name, sink)
        catalog_file = None if parsed is None else self._catalog_of(file, parsed, sink)
        if parsed is None or catalog_file is None:
            return PlayAnalysis(None, None, None, sink.sorted())
        analysed = self.analyse(catalog_file)
        sink.found.extend(analysed.found)
        play = None
        if analysed.catalog is not None:
            source = tree.sources[file.name]
            play = analyse_play(parsed, source, analysed.catalog, analysed.known, sink)
        if sink.has_errors:
            play = None
        return PlayAnalysis(play, catalog_file, analysed.catalog, sink.sorted())

    def _catalog_of(
        self, file: Located, parsed: ast.PlayFile, sink: Sink
    ) -> Located | None:
        from ledgerc.sema.plays import catalog_line

        line = catalog_line(parsed, sink)
        if line is None:
            return None
        tree = self.tree(file.root)
        name = tree.resolve(file.name, line.path.text, line.path.span, sink)
        if name is None or tree.source(name, sink, line.path.span) is None:
            return None
        return Located(file.root, name)

    # -- Python -------------------------------------------------------------------------------

    def emit_catalog(
        self,
        catalog: ir.Catalog,
        *,
        formatted: bool = True,
        cache: MutableMapping[str, str] | None = None,
        pieces: MutableMapping[str, str] | None = None,
        known: Known | None = None,
        printed: Printed | None = None,
    ) -> str:
        """The generated module of a catalog; the rest is as in ``emit.catalog.emit_catalog``.

        ``printed`` is as in :func:`digest`.
        """
        from ledgerc.emit.catalog import emit_catalog

        return emit_catalog(
            catalog,
            digest=digest(catalog, printed),
            formatted=formatted,
            cache=cache,
            pieces=pieces,
            known=known,
        )

    def emit_play(
        self,
        play: plays.PlayFile,
        catalog: ir.Catalog,
        *,
        module: str | None,
        formatted: bool = True,
        cache: MutableMapping[str, str] | None = None,
    ) -> str:
        """The generated tests of a play file; ``module`` is that of its catalog."""
        from ledgerc.emit.play import emit_play

        return emit_play(
            play,
            catalog,
            module=module,
            digest=digest(catalog),
            formatted=formatted,
            cache=cache,
        )

    def module(self, file: Located, catalog: ir.Catalog) -> ModuleType:
        """The generated module of a catalog, in memory; one for all plays of it."""
        if file not in self._modules:
            text = self.emit_catalog(catalog, formatted=False)
            self._modules[file] = load_module(file.name, text)
        return self._modules[file]

    def runs(
        self,
        file: Located,
        altered: Callable[[plays.PlayFile], plays.PlayFile] = lambda play: play,
        runner: type[object] | None = None,
    ) -> tuple[tuple[PlayRun, ...] | None, tuple[Diagnostic, ...]]:
        """The plays of a file, ready to run; ``None`` where there are errors. And what was found.

        Failures name the file as the author sees it. ``altered`` gives the plays other steps
        before they are compiled: tests save the world before each. ``runner`` is what carries out
        the steps, in place of ``ledger_runtime.testing.Play``.
        """
        compiled, found = self.compiled(file, altered)
        if compiled is None:
            return None, found
        catalog = self.module(compiled.catalog_file, compiled.catalog)
        module = load_module(
            compiled.play.name, compiled.text, {compiled.alias: catalog}
        )
        if runner is not None:
            vars(module)["Play"] = runner
        return compiled.runs(module), found

    def compiled(
        self,
        file: Located,
        altered: Callable[[plays.PlayFile], plays.PlayFile] = lambda play: play,
    ) -> tuple[CompiledPlay | None, tuple[Diagnostic, ...]]:
        """The plays of a file as Python text; ``None`` where there are errors. And what was found.

        As for :meth:`runs`, which runs the text.
        """
        from ledgerc.emit.play import catalog_alias
        from ledgerc.emit.play_names import play_functions

        analysis = self.analyse_play(file)
        if (
            analysis.play is None
            or analysis.catalog is None
            or analysis.catalog_file is None
        ):
            return None, analysis.found
        shown = replace_node(analysis.play, name=self.shown(self.path_of(file)))
        play = altered(shown)
        text = self.emit_play(play, analysis.catalog, module=None, formatted=False)
        alias = catalog_alias(play, analysis.catalog)
        compiled = CompiledPlay(
            play,
            text,
            alias,
            tuple(play_functions(play)),
            analysis.catalog_file,
            analysis.catalog,
        )
        return compiled, analysis.found

    # -- findings -----------------------------------------------------------------------------

    def findings(
        self, found: Iterable[tuple[Path, Diagnostic]], whole: Sink
    ) -> Findings:
        """What is told: findings of files, each with its source root, and those of ``whole``.

        Files are named as the author sees them; each finding is there once, by place.
        """
        shown = Sink(list(whole.found))
        sources: dict[str, SourceFile] = {}
        for root, diagnostic in found:
            shown.found.append(self._as_shown(root, diagnostic, sources))
        return Findings(shown.sorted(), sources)

    def _as_shown(
        self, root: Path, found: Diagnostic, sources: dict[str, SourceFile]
    ) -> Diagnostic:
        def rename(span: Span) -> Span:
            name = self.shown(root / span.file)
            source = self.tree(root).sources.get(span.file)
            if source is not None:
                sources.setdefault(name, source)
            return span._replace(file=name)

        notes = tuple(replace(note, span=rename(note.span)) for note in found.notes)
        return replace(found, span=rename(found.span), notes=notes)


def digest(catalog: ir.Catalog, printed: Printed | None = None) -> str:
    """What a catalog means, in one word: a comment or a blank line does not change it.

    ``printed`` are declarations of it that are printed already.
    """
    from ledgerc.ir.pprint import print_catalog

    return hashlib.sha256(print_catalog(catalog, printed).encode()).hexdigest()[:16]


def open_workspace(sink: Sink, working: Path | None = None) -> Workspace:
    """A workspace for files seen from ``working``, by default the current folder.

    A project that is set up wrongly is a finding in ``sink``, and left out.
    """
    folder = Path(os.getcwd()) if working is None else working
    project = find_project(folder, sink, NameOf(folder))
    set_budgets(Budgets() if project is None else project.budgets)
    return Workspace(folder, project)
