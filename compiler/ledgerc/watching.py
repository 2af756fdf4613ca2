"""``ledgerc watch``: what is affected by a change is checked and played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.driver import CheckResult, PlayResult, check, play
from ledgerc.files import SUFFIXES, find_sources
from ledgerc.making import Progress
from ledgerc.workspace import open_workspace


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one change: the files that were checked anew, and the plays of them."""

    checked: CheckResult
    played: PlayResult


def watch(
    paths: Sequence[Path],
    changes: Iterable[set[Path]],
    told: Callable[[Round], None],
    *,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> None:
    """Check and play all of ``paths``, then at each of ``changes`` what depends on those files.

    Ends with ``changes``. ``progress`` is told of each file: how many are done, of how many, which.
    """
    told(_round(_all(paths, working), working, progress))
    for changed in changes:
        real = {path.resolve() for path in changed if path.suffix in SUFFIXES}
        affected = _affected(paths, real, working)
        if affected:
            told(_round(affected, working, progress))


def _round(files: Sequence[Path], working: Path | None, progress: Progress) -> Round:
    plays = [path for path in files if path.suffix == ".play"]
    return Round(
        check(files, working=working, progress=progress),
        play(plays, working=working, progress=progress),
    )


def _all(paths: Sequence[Path], working: Path | None) -> list[Path]:
    sink = Sink()
    workspace = open_workspace(sink, working)
    found = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    return [workspace.path_of(file) for file in found]


def _affected(
    paths: Sequence[Path], changed: set[Path], working: Path | None
) -> list[Path]:
    """The files that changed, and those that use or play them, as they stand now."""
    sink = Sink()
    workspace = open_workspace(sink, working)
    affected = []
    for file in workspace.locate_all(find_sources(paths, sink, workspace.shown), sink):
        if file.is_play:
            catalog = workspace.analyse_play(file).catalog
        else:
            catalog = workspace.analyse(file).catalog
        names = [file.name, *(catalog.files if catalog is not None else ())]
        # What has errors may use anything: it is looked at again.
        if catalog is None or any(
            (file.root / name).resolve() in changed for name in names
        ):
            affected.append(workspace.path_of(file))
    return affected
