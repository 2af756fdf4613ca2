"""Plays run with counters, and what all of them together counted, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ledgerc.covering.counters import Counters
from ledgerc.covering.instrument import Instrumented, instrument
from ledgerc.covering.points import Count, Kind, Point
from ledgerc.diagnostics import Diagnostic
from ledgerc.ir import catalog as ir
from ledgerc.memory import load_module
from ledgerc.node import replace
from ledgerc.playing import PlayRun, runs_of
from ledgerc.workspace import Located, Workspace


@dataclass(frozen=True, slots=True)
class Missing:
    """What no play did: the line, and a sentence about it."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """So many of so many."""

    hit: int
    of: int


@dataclass(frozen=True, slots=True)
class CoveredFile:
    """What plays did of one catalog file; ``lines`` are those with code, and how often they ran.

    A condition counts twice: once that it holds, once that it fails.
    """

    shown: str
    path: Path
    rules: Tally
    conditions: Tally
    refusals: Tally
    lines: dict[int, int]
    missing: tuple[Missing, ...]

    @property
    def total(self) -> Tally:
        """Rules, conditions and refusals together."""
        parts = (self.rules, self.conditions, self.refusals)
        return Tally(sum(each.hit for each in parts), sum(each.of for each in parts))


class Coverage:
    """Runs plays with counters; a catalog is instrumented and loaded once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._loaded: dict[Located, tuple[Instrumented, Counters, ModuleType]] = {}

    def runs(
        self, file: Located
    ) -> tuple[tuple[PlayRun, ...] | None, tuple[Diagnostic, ...]]:
        """As :meth:`ledgerc.workspace.Workspace.runs`; what the runs do is counted."""
        from ledgerc.emit.play import catalog_alias
        from ledgerc.emit.play_names import play_functions

        workspace = self._workspace
        analysis = workspace.analyse_play(file)
        catalog_file = analysis.catalog_file
        if analysis.play is None or analysis.catalog is None or catalog_file is None:
            return None, analysis.found
        catalog, module = self._load(catalog_file, analysis.catalog)
        play = replace(analysis.play, name=workspace.shown(workspace.path_of(file)))
        text = workspace.emit_play(play, catalog, module=None, formatted=False)
        loaded = load_module(play.name, text, {catalog_alias(play, catalog): module})
        return runs_of(play, loaded, play_functions(play)), analysis.found

    def _load(
        self, file: Located, catalog: ir.Catalog
    ) -> tuple[ir.Catalog, ModuleType]:
        if file not in self._loaded:
            made = instrument(catalog)
            counters = Counters(made)
            text = self._workspace.emit_catalog(made.catalog, formatted=False)
            module = load_module(file.name, text)
            counters.install(module)
            self._loaded[file] = (made, counters, module)
        made, _, module = self._loaded[file]
        return made.catalog, module

    def counts(self, file: Located) -> Iterator[tuple[Point, Count]]:
        """What was counted so far of a catalog, whose plays were run."""
        if file in self._loaded:
            made, counters, _ = self._loaded[file]
            yield from zip(made.points, counters.counts, strict=True)

    def files(self) -> tuple[CoveredFile, ...]:
        """What was counted, by shown name."""
        found: dict[Path, dict[Point, Count]] = {}
        for file, (made, counters, _) in self._loaded.items():
            for name in made.catalog.files:
                found.setdefault(file.root / name, {})
            for point, count in zip(made.points, counters.counts, strict=True):
                known = found[file.root / point.file].setdefault(point, Count())
                known.yes += count.yes
                known.no += count.no
        files = [
            _covered(self._workspace.shown(path), path, counts)
            for path, counts in found.items()
        ]
        return tuple(sorted(files, key=lambda each: each.shown))


def _covered(shown: str, path: Path, counts: dict[Point, Count]) -> CoveredFile:
    """What was counted of one file."""
    hits = {kind.value: [0, 0] for kind in Kind}
    lines: dict[int, int] = {}
    missing: list[Missing] = []
    for point in sorted(counts):
        count = counts[point]
        if point.kind == Kind.LINE.value:
            lines[point.line] = lines.get(point.line, 0) + count.yes + count.no
            continue
        for met, text in _sides(point, count):
            hit = hits[point.kind]
            hit[0] += met > 0
            hit[1] += 1
            if not met:
                missing.append(Missing(point.line, text))
    return CoveredFile(
        shown,
        path,
        Tally(*hits[Kind.RULE.value]),
        Tally(*hits[Kind.CONDITION.value]),
        Tally(*hits[Kind.REFUSAL.value]),
        dict(sorted(lines.items())),
        tuple(missing),
    )


def _sides(point: Point, count: Count) -> tuple[tuple[int, str], ...]:
    """How often each thing that can be met at a point was, and how it is told if never."""
    if point.kind == Kind.RULE.value:
        return ((count.yes, f"the {point.subject} never acts"),)
    if point.kind == Kind.REFUSAL.value:
        return ((count.yes, f"nothing is refused by the {point.subject}"),)
    if count.yes or count.no:
        return (
            (count.yes, f"the {point.subject} never holds"),
            (count.no, f"the {point.subject} never fails"),
        )
    return (
        (0, f"the {point.subject} is never asked, so it never holds"),
        (0, f"the {point.subject} is never asked, so it never fails"),
    )
