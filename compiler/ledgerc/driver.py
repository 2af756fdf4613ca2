"""What the commands, the pytest plugin and tests do, as functions: paths in, results as data.

None of them prints, exits or raises for anything that an author wrote: what is wrong with a file
is in ``findings``. ``working`` is the folder that names are shown from, by default the current.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from ledgerc.building import (
    BuildResult,
    NotConfiguredError,
    build,
    named_or_configured,
)
from ledgerc.diagnostics import Diagnostic, Severity, Sink
from ledgerc.documenting import DocsResult, docs
from ledgerc.files import PLAY, SUFFIXES, find_sources
from ledgerc.formatting import FormatResult, LaidOut, TextResult, fmt, fmt_text
from ledgerc.making import Progress
from ledgerc.native.building import NativeResult, build_native
from ledgerc.outputs import module_name, output_path
from ledgerc.records import record
from ledgerc.reporting import (
    PipelineForm,
    Report,
    explain,
    one_source,
    pipeline,
    uses,
)
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

if TYPE_CHECKING:
    from ledgerc.covering.covered import CoveredFile
    from ledgerc.keyword_filter import KeywordFilter
    from ledgerc.playing import FileResult
    from ledgerc.profiling import Profile

__all__ = [
    "SUFFIXES",
    "BuildResult",
    "CheckResult",
    "DocsResult",
    "Findings",
    "FormatResult",
    "LaidOut",
    "NativeResult",
    "NotConfiguredError",
    "PipelineForm",
    "PlayResult",
    "Report",
    "Stage",
    "TextResult",
    "build",
    "build_native",
    "check",
    "docs",
    "dump",
    "explain",
    "fmt",
    "fmt_text",
    "pipeline",
    "play",
    "uses",
]


@record(frozen=True)
class CheckResult:
    """What ``check`` found in how many files."""

    findings: Findings
    files: int


@record(frozen=True)
class PlayResult:
    """What came of the plays of some files, and what their rules cost if that was asked."""

    findings: Findings
    files: tuple[FileResult, ...]
    profile: Profile | None = None
    covered: tuple[CoveredFile, ...] = ()
    """What the plays did of each catalog file, where that was counted."""

    @property
    def passed(self) -> bool:
        """Whether everything compiled, and all that ran passed."""
        return not self.findings.has_errors and all(file.passed for file in self.files)


class Stage(Enum):
    """What ``dump`` shows."""

    AST = "ast"
    IR = "ir"
    PYTHON = "py"


def sources(
    paths: Sequence[Path], purpose: str, working: Path | None = None
) -> list[Path]:
    """The folders and files to work on: ``paths``, by default the sources of the project.

    None if its settings are wrong, which any function here that is given none then tells.
    ``purpose`` says what for, as in ``to watch``. Raises :class:`NotConfiguredError` if there is
    neither.
    """
    sink = Sink()
    project = open_workspace(sink, working).project
    return list(named_or_configured(paths, project, purpose, sink))


def check(
    paths: Sequence[Path],
    *,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> CheckResult:
    """Everything that is wrong with the sources that ``paths`` name (folders: all in them).

    ``progress`` is told, as each file is looked at: how many are done, how many there are, which.
    """
    sink = Sink()
    workspace = open_workspace(sink, working)
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    told: dict[Located, tuple[Diagnostic, ...]] = {}
    for number, file in enumerate(files):
        progress(number, len(files), file.name)
        told[file] = _found_in(workspace, file)
    used = _used(workspace, files)
    found = [
        (file.root, diagnostic)
        for file, those in told.items()
        for diagnostic in those
        if file not in used or diagnostic.severity is Severity.ERROR
    ]
    return CheckResult(workspace.findings(found, sink), len(files))


def _used(workspace: Workspace, files: Sequence[Located]) -> frozenset[Located]:
    """Those of ``files`` that others of them use.

    They are warned of as parts of those others alone: whether, say, an archetype grants an
    ability cannot be told from a part.
    """
    catalogs = (
        (file.root, workspace.analyse(file).catalog)
        for file in files
        if not file.is_play
    )
    return frozenset(
        Located(root, name)
        for root, catalog in catalogs
        if catalog is not None
        for name in catalog.files[1:]
    )


def _found_in(workspace: Workspace, file: Located) -> tuple[Diagnostic, ...]:
    if file.is_play:
        return workspace.analyse_play(file).found
    return workspace.analyse(file).found


def play(
    paths: Sequence[Path],
    *,
    keep: KeywordFilter | None = None,
    stop_at_failure: bool = False,
    profiled: bool = False,
    cover: bool = False,
    finished: Callable[[FileResult], None] = lambda file: None,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> PlayResult:
    """Run the plays that ``paths`` name (folders: all in them), those alone that ``keep`` picks.

    ``progress`` is told of each file as it begins, ``finished`` as it is done. A file with errors
    is told and not run. With ``profiled`` the rules are timed, which makes them slower; ``cover``
    counts what the plays do of them.
    """
    from ledgerc.compiled import CompiledPlays
    from ledgerc.covering.covered import Coverage
    from ledgerc.playing import run_plays

    sink = Sink()
    workspace = open_workspace(sink, working)
    profile: Profile | None = None
    if profiled:
        from ledgerc.profiling import Profile

        profile = Profile(workspace)
    files = workspace.locate_all(
        find_sources(paths, sink, workspace.shown, (PLAY,)), sink
    )
    found: list[tuple[Path, Diagnostic]] = []
    results: list[FileResult] = []
    coverage = Coverage(workspace) if cover else None
    compiled = CompiledPlays(workspace, files)
    for number, file in enumerate(files):
        progress(number, len(files), file.name)
        runs, diagnostics = (coverage or compiled).runs(file)
        found += [(file.root, diagnostic) for diagnostic in diagnostics]
        if runs is None:
            continue
        name = workspace.shown(workspace.path_of(file))
        result = run_plays(
            runs,
            name,
            keep=keep,
            stop_at_failure=stop_at_failure,
            within=None if profile is None else profile.of(file.root),
        )
        results.append(result)
        finished(result)
        if stop_at_failure and not result.passed:
            break
    compiled.close()
    covered = coverage.files() if coverage is not None else ()
    return PlayResult(workspace.findings(found, sink), tuple(results), profile, covered)


def dump(path: Path, stage: Stage, *, working: Path | None = None) -> Report:
    """What the compiler makes of the file at ``path``, at a stage."""
    sink = Sink()
    workspace = open_workspace(sink, working)
    file = one_source(workspace, path, sink, SUFFIXES)
    if file is None:
        return Report(workspace.findings((), sink), None)
    own = Sink()
    text = _dump(workspace, file, stage, own)
    found = [(file.root, diagnostic) for diagnostic in own.found]
    return Report(workspace.findings(found, sink), text)


def _dump(workspace: Workspace, file: Located, stage: Stage, sink: Sink) -> str | None:
    if stage is Stage.AST:
        from ledgerc.syntax.dump import dump as dump_tree

        tree = workspace.tree(file.root)
        parsed = (
            tree.play(file.name, sink) if file.is_play else tree.ledger(file.name, sink)
        )
        return None if parsed is None else dump_tree(parsed)
    from ledgerc.ir.pprint import print_catalog, print_play

    if file.is_play:
        played = workspace.analyse_play(file)
        sink.found.extend(played.found)
        if played.play is None or played.catalog is None:
            return None
        if stage is Stage.IR:
            return print_play(played.play)
        return workspace.emit_play(
            played.play,
            played.catalog,
            module=module_name(output_path(played.play.catalog)),
        )
    analysed = workspace.analyse(file)
    sink.found.extend(analysed.found)
    if analysed.catalog is None:
        return None
    match stage:
        case Stage.IR:
            return print_catalog(analysed.catalog)
        case Stage.PYTHON:
            return workspace.emit_catalog(analysed.catalog)
        case _:
            assert_never(stage)
