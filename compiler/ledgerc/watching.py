"""``ledgerc watch``: what is affected by a change is checked and played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ledgerc.diagnostics import Diagnostic, Severity, Sink
from ledgerc.driver import CheckResult, PlayResult, check, play
from ledgerc.files import PLAY, SUFFIXES, find_sources
from ledgerc.making import Progress
from ledgerc.playing import FileResult
from ledgerc.workspace import open_workspace


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one change: the files that were checked anew, and the plays of them.

    ``failing`` are the files that it does not affect, whose plays failed before and thus do still;
    ``broken`` the errors of such files that keep their plays from running.
    """

    checked: CheckResult
    played: PlayResult
    failing: tuple[FileResult, ...] = ()
    broken: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing was found, and all plays pass: those of this round and all others."""
        return (
            not self.checked.findings.diagnostics
            and self.played.passed
            and not self.failing
            and not self.broken
        )


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
    standing = _Standing()
    files, shown = _all(paths, working)
    told(standing.after(_round(files, working, progress), shown, shown))
    for changed in changes:
        real = {path.resolve() for path in changed if path.suffix in SUFFIXES}
        if not real:
            continue
        _, there = _all(paths, working)
        affected, shown = _affected(paths, real, working)
        if affected or standing.lost(there):
            found = _round(affected, working, progress)
            told(standing.after(found, shown, there))


class _Standing:
    """What was found of each play file when it was last looked at; all by shown names."""

    def __init__(self) -> None:
        self._failing: dict[str, FileResult] = {}
        self._broken: dict[str, tuple[Diagnostic, ...]] = {}

    def lost(self, there: Sequence[str]) -> bool:
        """Whether something that is not right is of a file that is there no more."""
        return any(each not in there for each in (*self._failing, *self._broken))

    def after(
        self, found: Round, affected: Sequence[str], there: Sequence[str]
    ) -> Round:
        """A round with what stands from the ones before; it is kept for those to come."""
        looked_at = set(affected)
        for kept in (self._failing, self._broken):
            for file in [
                each for each in kept if each in looked_at or each not in there
            ]:
                del kept[file]
        whole = replace(
            found,
            failing=tuple(self._failing.values()),
            broken=tuple(each for found in self._broken.values() for each in found),
        )
        for result in found.played.files:
            if not result.passed:
                self._failing[result.file] = result
        for each in found.checked.findings.diagnostics:
            file = each.span.file
            if each.severity is Severity.ERROR and file.endswith(PLAY):
                self._broken[file] = (*self._broken.get(file, ()), each)
        return whole


def _round(files: Sequence[Path], working: Path | None, progress: Progress) -> Round:
    plays = [path for path in files if path.suffix == PLAY]
    return Round(
        check(files, working=working, progress=progress),
        play(plays, working=working, progress=progress),
    )


def _all(paths: Sequence[Path], working: Path | None) -> tuple[list[Path], list[str]]:
    """All files, and their shown names."""
    sink = Sink()
    workspace = open_workspace(sink, working)
    found = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    files = [workspace.path_of(file) for file in found]
    return files, [workspace.shown(path) for path in files]


def _affected(
    paths: Sequence[Path], changed: set[Path], working: Path | None
) -> tuple[list[Path], list[str]]:
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
    return affected, [workspace.shown(path) for path in affected]
