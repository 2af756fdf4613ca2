"""Which files are changed, and which plays are to notice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.files import LEDGER, PLAY, find_sources
from ledgerc.ir import catalog as ir
from ledgerc.ir.plays import PlayFile
from ledgerc.making import Builder
from ledgerc.node import replace
from ledgerc.units import Graph
from ledgerc.workspace import Findings, Located, Workspace, open_workspace


@dataclass(frozen=True, slots=True)
class Plays:
    """A catalog, the plays of it that count, and the names by which its changed files are told.

    ``counting`` says for each of these files (as the catalog names it) which plays are to notice
    a change of it.
    """

    catalog: ir.Catalog
    plays: tuple[PlayFile, ...]
    shown: dict[str, str]
    counting: dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is changed and played; ``problem`` says why nothing can be.

    ``files`` are the changed files by shown name, with where they lie.
    """

    findings: Findings
    played: tuple[Plays, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    problem: str = ""


def choose(
    path: Path,
    plays: Sequence[Path] = (),
    *,
    own: bool = False,
    working: Path | None = None,
) -> Choice:
    """The files at ``path`` and the plays that are to notice a change of them.

    A folder stands for all catalogs in it, a file for itself and (unless ``own``) all that it
    uses. Without ``plays``, a file's plays are those whose catalog it is; of a file that has none,
    those that use it, in the nearest folder above it that holds some.
    """
    sink = Sink()
    workspace = open_workspace(sink, working)
    chooser = _Chooser(workspace, sink)
    files = chooser.files(path, own)
    if sink.has_errors or chooser.has_errors:
        return Choice(chooser.findings())
    if plays:
        named = chooser.named(plays, files)
        playing = dict.fromkeys(files, named)
    else:
        playing = {file: chooser.plays_of(file) for file in files}
    if sink.has_errors:
        return Choice(chooser.findings())
    played = chooser.played(playing)
    shown = tuple(
        (workspace.shown(workspace.path_of(file)), workspace.path_of(file))
        for file in files
    )
    problem = ""
    if not chooser.has_errors and not played:
        names = "these plays use" if plays else "there is no play that uses"
        of = workspace.shown(path)
        problem = (
            f"none of {names} `{of}`" if plays else f"{names} `{of}` or a file in it"
        )
    return Choice(chooser.findings(), played, shown, problem)


class _Chooser:
    """Follows ``use`` and ``catalog`` lines, and analyses what counts."""

    def __init__(self, workspace: Workspace, sink: Sink) -> None:
        self._workspace = workspace
        self._sink = sink
        self._builder = Builder(workspace, Path("generated"), None, read_only=True)
        self._graphs: dict[Path, Graph] = {}
        self._found: dict[Diagnostic, Path] = {}

    @property
    def has_errors(self) -> bool:
        """Whether a catalog or a play cannot be compiled."""
        return self.findings().has_errors

    def findings(self) -> Findings:
        """All that was found so far."""
        found = ((root, diagnostic) for diagnostic, root in self._found.items())
        return self._workspace.findings(found, self._sink)

    def files(self, path: Path, own: bool) -> tuple[Located, ...]:
        """The files to change."""
        workspace = self._workspace
        located = workspace.locate_all(
            find_sources([path], self._sink, workspace.shown, (LEDGER,)), self._sink
        )
        if own or path.is_dir():
            return located
        files: dict[Located, None] = {}
        for file in located:
            analysis = workspace.analyse(file)
            self._note(file.root, analysis.found)
            names = analysis.catalog.files if analysis.catalog else ()
            files.update((Located(file.root, name), None) for name in names)
        return tuple(files)

    def named(
        self, plays: Sequence[Path], files: Sequence[Located]
    ) -> tuple[Located, ...]:
        """Plays that the author names; in the source root of the files, if they lie there."""
        workspace = self._workspace
        roots = dict.fromkeys(file.root for file in files)
        found: dict[Located, None] = {}
        for each in find_sources(plays, self._sink, workspace.shown, (PLAY,)):
            real = each.path.resolve()
            inside = [root for root in roots if real.is_relative_to(root)]
            if inside:
                name = workspace.tree(inside[0]).name_of(each.path)
                found[Located(inside[0], name)] = None
            else:
                found[workspace.locate(each.path, each.folder)] = None
        return tuple(found)

    def plays_of(self, file: Located) -> tuple[Located, ...]:
        """The plays of a file: its own, else the nearest that use it."""
        folder = self._workspace.path_of(file).parent
        using: tuple[Located, ...] = ()
        while True:
            graph = self._graph(folder, file.root)
            own = tuple(
                play for play, catalog in graph.catalog.items() if catalog == file
            )
            if own:
                return own
            if not using:
                using = tuple(
                    play
                    for play, catalog in graph.catalog.items()
                    if file in graph.closure(catalog)
                )
            if folder == file.root or folder == folder.parent:
                return using
            folder = folder.parent

    def _graph(self, folder: Path, root: Path) -> Graph:
        """The plays in a folder, with their catalogs and what these use."""
        if folder not in self._graphs:
            found = find_sources([folder], Sink(), self._workspace.shown, (PLAY,))
            plays = tuple(
                Located(root, self._workspace.tree(root).name_of(each.path))
                for each in found
            )
            self._graphs[folder] = self._builder.graph(plays)
        return self._graphs[folder]

    def played(self, playing: dict[Located, tuple[Located, ...]]) -> tuple[Plays, ...]:
        """The catalogs of all plays that are to notice something, each with its plays."""
        changed = {self._workspace.path_of(file): file for file in playing}
        plays = dict.fromkeys(play for each in playing.values() for play in each)
        by_catalog: dict[Located, tuple[ir.Catalog, dict[Located, PlayFile]]] = {}
        for play in plays:
            analysis = self._workspace.analyse_play(play)
            self._note(play.root, analysis.found)
            if analysis.play is not None and analysis.catalog is not None:
                assert analysis.catalog_file is not None
                known = by_catalog.setdefault(
                    analysis.catalog_file, (analysis.catalog, {})
                )
                known[1][play] = self._as_shown(play, analysis.play)
        found: list[Plays] = []
        for catalog_file, (catalog, compiled) in by_catalog.items():
            shown: dict[str, str] = {}
            counting: dict[str, frozenset[str]] = {}
            for name in catalog.files:
                file = changed.get(catalog_file.root / name)
                if file is None:
                    continue
                counted = [compiled[play] for play in playing[file] if play in compiled]
                if counted:
                    shown[name] = self._workspace.shown(catalog_file.root / name)
                    counting[name] = frozenset(play.name for play in counted)
            if shown:
                found.append(Plays(catalog, tuple(compiled.values()), shown, counting))
        return tuple(found)

    def _as_shown(self, file: Located, play: PlayFile) -> PlayFile:
        return replace(play, name=self._workspace.shown(self._workspace.path_of(file)))

    def _note(self, root: Path, found: Iterable[Diagnostic]) -> None:
        self._found.update(dict.fromkeys(found, root))
