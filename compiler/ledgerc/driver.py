"""What the commands, the pytest plugin and tests do, as functions: paths in, results as data.

None of them prints, exits or raises for anything that an author wrote: what is wrong with a file
is in ``findings``. ``working`` is the folder that names are shown from, by default the current.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerc.building import BuildResult, NotConfiguredError, build
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.files import find_sources
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

__all__ = [
    "BuildResult",
    "CheckResult",
    "Findings",
    "NotConfiguredError",
    "build",
    "check",
]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What ``check`` found in how many files."""

    findings: Findings
    files: int


def check(paths: Sequence[Path], *, working: Path | None = None) -> CheckResult:
    """Everything that is wrong with the sources that ``paths`` name (folders: all in them)."""
    sink = Sink()
    workspace = open_workspace(sink, working)
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown))
    found = [
        (file.root, diagnostic)
        for file in files
        for diagnostic in _found_in(workspace, file)
    ]
    return CheckResult(workspace.findings(found, sink), len(files))


def _found_in(workspace: Workspace, file: Located) -> tuple[Diagnostic, ...]:
    if file.is_play:
        return workspace.analyse_play(file).found
    return workspace.analyse(file).found
