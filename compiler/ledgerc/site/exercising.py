"""Which plays exercise which rules of a recipe: its plays are run with counters in its rules."""

from __future__ import annotations

from collections.abc import Iterable

from ledgerc.covering.covered import Coverage
from ledgerc.covering.points import Kind
from ledgerc.playing import FileResult, PlayResult, run_plays
from ledgerc.source import Span
from ledgerc.workspace import Located, Workspace


class Exercise:
    """Runs the plays of one catalog, and knows by their titles which met what.

    What a play met is a kind of point at a line: a rule that acted, a condition that held, a
    refusal that was given, a line that ran.
    """

    def __init__(self, catalog: Located, workspace: Workspace) -> None:
        self._catalog = catalog
        self._workspace = workspace
        self._coverage = Coverage(workspace)
        self._met: dict[tuple[str, Kind], dict[Span, str]] = {}

    def run(self, file: Located, spans: dict[str, Span]) -> FileResult:
        """What comes of the plays of a file; ``spans`` are where they stand, by title."""
        runs, _ = self._coverage.runs(file)
        assert runs is not None, file  # it has no errors: see Recipe
        results: list[PlayResult] = []
        known = self._counts()
        for run in runs:
            results += run_plays([run], run.file).results
            counts = self._counts()
            for each, count in counts.items():
                if count > known.get(each, 0):
                    self._met.setdefault(each, {})[spans[run.title]] = run.title
            known = counts
        if any(not each.passed for each in results):
            # Why it failed is told of the author's rules, without the counters in them.
            plain, _ = self._workspace.runs(file)
            assert plain is not None, file
            results = list(run_plays(plain, file.name).results)
        return FileResult(file.name, tuple(results))

    def by(self, places: Iterable[str], kind: Kind) -> dict[Span, str]:
        """The plays, by where they stand, that met a point of ``kind`` at one of the lines."""
        found: dict[Span, str] = {}
        for place in places:
            found.update(self._met.get((place, kind), {}))
        return dict(sorted(found.items()))

    def _counts(self) -> dict[tuple[str, Kind], int]:
        """How often each point was met so far."""
        counts: dict[tuple[str, Kind], int] = {}
        for point, count in self._coverage.counts(self._catalog):
            kind = Kind(point.kind)
            met = count.yes + count.no if kind is Kind.LINE else count.yes
            if met:
                key = (f"{point.file}:{point.line}", kind)
                counts[key] = counts.get(key, 0) + met
        return counts
