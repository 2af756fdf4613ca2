"""A plugin of coverage.py: what runs of generated modules is told as lines of ``.ledger`` files.

Switch it on in the settings of coverage.py, which pytest-cov reads as well::

    [tool.coverage.run]
    plugins = ["ledgerc.coverage_plugin"]

A generated module names the author's line above each piece of code (``# FILE:LINE``, from the
source root); the roots are the ``sources`` of the project that the module lies in. The same plugin
lets reports show what ``ledgerc play --cover-data`` has written.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from coverage import Coverage, CoverageData, CoveragePlugin, FileReporter, FileTracer
from coverage.plugin_support import Plugins
from coverage.types import TLineNo

from ledgerc.covering.data import PLUGIN
from ledgerc.covering.lines import running_lines
from ledgerc.diagnostics import Sink
from ledgerc.files import LEDGER, NameOf
from ledgerc.markers import places_of
from ledgerc.outputs import source_of
from ledgerc.project import find_project

_NOT_OURS = (-1, -1)
Place = tuple[str, int]
"""A catalog file, by its path, and a line of it."""


def coverage_init(registry: Plugins, options: dict[str, Any]) -> None:
    """Register the plugin; it takes no options."""
    registry.add_file_tracer(LedgerPlugin())


class LedgerPlugin(CoveragePlugin):
    """Tells coverage.py which Python files are generated, and how their catalogs are reported."""

    def __init__(self) -> None:
        self.elsewhere = Elsewhere()

    def file_tracer(self, filename: str) -> FileTracer | None:
        """A tracer for a module that ledgerc generated from a catalog, else None."""
        if not filename.endswith(".py"):
            return None
        try:
            text = Path(filename).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None
        if not is_catalog(text):
            return None
        roots = _roots(Path(filename))
        return GeneratedTracer(text, roots, self.elsewhere) if roots else None

    def file_reporter(self, filename: str) -> FileReporter:
        """How a catalog is reported."""
        return LedgerReporter(filename)

    def find_executable_files(self, src_dir: str) -> Iterable[str]:
        """The catalogs in a folder that is measured, so that one which nothing runs is told too."""
        return sorted(str(path) for path in Path(src_dir).rglob(f"*{LEDGER}"))


def is_catalog(text: str) -> bool:
    """Whether a Python text is a module that was generated from a catalog."""
    return "ledgerc" in text and (source_of(text) or "").endswith(LEDGER)


def _roots(generated: Path) -> tuple[Path, ...]:
    """The source roots of the project that a generated module lies in."""
    project = find_project(generated.parent, Sink(), NameOf(generated.parent))
    return project.sources if project is not None else ()


class Elsewhere:
    """Lines that ran in a function which coverage.py counts for another catalog.

    It asks once a call which file a function is of, and rules of several catalogs can stand in one
    (``before_Health`` has those of all cards). Their lines are added as the data is asked for.
    """

    def __init__(self) -> None:
        self._places: dict[Place, None] = {}
        self._watched: Coverage | None = None

    def add(self, place: Place) -> None:
        """Note a line."""
        if place not in self._places:
            self._places[place] = None
            self._watch()

    def _watch(self) -> None:
        measuring = Coverage.current()
        if measuring is None or measuring is self._watched:
            return
        self._watched = measuring
        inner = measuring.get_data

        def get_data() -> CoverageData:
            data = inner()
            self._add_to(data)
            return data

        measuring.get_data = get_data  # type: ignore[method-assign]

    def _add_to(self, data: CoverageData) -> None:
        lines: dict[str, list[int]] = {}
        for path, line in self._places:
            lines.setdefault(path, []).append(line)
        if not lines:
            return
        if data.has_arcs():
            data.add_arcs(
                {
                    path: [pair for line in found for pair in ((-1, line), (line, -1))]
                    for path, found in lines.items()
                }
            )
        else:
            data.add_lines(lines)
        data.add_file_tracers(dict.fromkeys(lines, PLUGIN))


class GeneratedTracer(FileTracer):
    """Leads from lines of one generated module to lines of catalogs."""

    def __init__(
        self, text: str, roots: tuple[Path, ...], elsewhere: Elsewhere
    ) -> None:
        self._places = _places_of(text, roots)
        self._elsewhere = elsewhere
        self._files: dict[CodeType, str | None] = {}

    def has_dynamic_source_filename(self) -> bool:
        """A module is made of several catalogs: each function is asked for its own."""
        return True

    def dynamic_source_filename(self, filename: str, frame: FrameType) -> str | None:
        """The catalog that a function is counted for: the first whose line stands in it."""
        code = frame.f_code
        if code not in self._files:
            numbers = sorted(line for _, _, line in code.co_lines() if line is not None)
            found = (self._place(line) for line in numbers)
            self._files[code] = next((each[0] for each in found if each), None)
        return self._files[code]

    def line_number_range(self, frame: FrameType) -> tuple[TLineNo, TLineNo]:
        """The catalog's line that a line of the function comes from; none for the rest."""
        place = self._place(frame.f_lineno)
        if place is None:
            return _NOT_OURS
        path, line = place
        if path != self._files.get(frame.f_code):
            self._elsewhere.add(place)
            return _NOT_OURS
        return line, line

    def _place(self, line: int) -> Place | None:
        return self._places[line] if line < len(self._places) else None


def _places_of(text: str, roots: tuple[Path, ...]) -> list[Place | None]:
    """The author's place of each line of a module (index: its number), by its markers."""
    paths: dict[str, str | None] = {}
    places: list[Place | None] = []
    for told in places_of(text):
        if told is None:
            places.append(None)
            continue
        name, _, number = told.rpartition(":")
        if name not in paths:
            paths[name] = _path_of(name, roots)
        path = paths[name]
        places.append(None if path is None else (path, int(number)))
    return places


def _path_of(name: str, roots: tuple[Path, ...]) -> str | None:
    for root in roots:
        if (root / name).is_file():
            return str(root / name)
    return None


class LedgerReporter(FileReporter):
    """A catalog in the reports of coverage.py."""

    def lines(self) -> set[TLineNo]:
        """The lines that run."""
        return set(self._running)

    @cached_property
    def _running(self) -> frozenset[int]:
        return running_lines(Path(self.filename))

    def source(self) -> str:
        """The author's text."""
        return Path(self.filename).read_text(encoding="utf-8")
