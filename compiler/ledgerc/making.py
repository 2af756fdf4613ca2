"""Making outputs: what the cache has is not compiled again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledgerc.budgets import budgets
from ledgerc.cache import (
    Fragments,
    Pieces,
    Store,
    content_hash,
    fingerprint,
    mark_cache,
)
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.diagnostics.render_json import from_data, to_data
from ledgerc.incremental.records import Records
from ledgerc.outputs import identifier, module_name, output_path
from ledgerc.records import record
from ledgerc.source import Span
from ledgerc.units import Graph, Unit
from ledgerc.workspace import Located, Workspace

if TYPE_CHECKING:
    from ledgerc.incremental.recalling import Recaller
    from ledgerc.incremental.record import Record
    from ledgerc.ir import catalog as ir
    from ledgerc.syntax import ast

Progress = Callable[[int, int, str], None]
"""Called with how many outputs are done, how many there are, and the source worked on."""


_MOST_HEADERS = 10_000
"""With so many files known, some of them are surely no more."""


@record(frozen=True)
class Made:
    """What a unit gave: the text of its output (none after an error) and what was found."""

    text: str | None
    found: tuple[Diagnostic, ...]
    cached: bool = False


class Builder:
    """Makes the outputs of a workspace's files, taking from the cache what is unchanged."""

    def __init__(
        self, workspace: Workspace, output: Path, cache: Path | None, *, read_only: bool
    ) -> None:
        """``cache`` is the folder to remember in, if any; ``read_only`` leaves it as it is."""
        self._workspace = workspace
        self._package = _package(output)
        if cache is not None and not read_only:
            mark_cache(cache)
        self._units = Store(cache and cache / "units", read_only=read_only)
        self._pieces = Store(cache and cache / "pieces", read_only=read_only)
        self._records = Records(
            Store(cache and cache / "catalogs", read_only=read_only), repr(budgets())
        )
        self._headers = Store(cache and cache / "headers", read_only=read_only)
        self._fragments = Fragments(cache and cache / "formatted", read_only=read_only)

    # -- the graph ----------------------------------------------------------------------------

    def graph(self, files: Sequence[Located]) -> Graph:
        """Follow every ``use`` and ``catalog`` line from ``files``.

        What cannot be read or resolved is left out here, and told by the unit it belongs to.
        """
        graph = Graph(tuple(dict.fromkeys(files)))
        kept = self._headers.get(fingerprint())
        known: dict[str, Any] = kept if isinstance(kept, dict) else {}
        headers: dict[str, list[str]] = {}
        waiting = list(graph.files)
        seen: set[Located] = set()
        while waiting:
            file = waiting.pop(0)
            if file in seen:
                continue
            seen.add(file)
            named = self._named(file, known, headers)
            if file.is_play:
                graph.catalog.update((file, each) for each in named[:1])
            else:
                graph.uses[file] = named
            waiting.extend(named)
        if not headers.keys() <= known.keys():  # a run may look at a part of a project
            others = known if len(known) < _MOST_HEADERS else {}
            self._headers.put(fingerprint(), {**others, **headers})
            self._headers.keep_only([fingerprint()])
        return graph

    def _named(
        self, file: Located, known: dict[str, Any], headers: dict[str, list[str]]
    ) -> tuple[Located, ...]:
        """The files that a file names, as far as they can be resolved."""
        tree = self._workspace.tree(file.root)
        unheard = Sink()
        content = tree.content(file.name, unheard)
        if content is None:
            return ()
        key = f"{'play' if file.is_play else 'ledger'}:{content_hash(content)}"
        paths = known.get(key)
        if not isinstance(paths, list):
            recaller = None if file.is_play else self._recaller(file)
            thin = None if recaller is None else recaller.ledger(file.name)
            if thin is not None:
                paths = _paths(thin)
        if not isinstance(paths, list):
            read = tree.play if file.is_play else tree.ledger
            paths = _paths(read(file.name, unheard))
        headers[key] = paths
        nowhere = Span(file.name, 0, 0, 0, 0)
        names = (tree.resolve(file.name, path, nowhere, unheard) for path in paths)
        return tuple(
            Located(file.root, name)
            for name in names
            if name is not None and tree.content(name, unheard) is not None
        )

    # -- the outputs --------------------------------------------------------------------------

    def make(self, units: Sequence[Unit], progress: Progress) -> dict[Unit, Made]:
        """Every unit's output, from the cache where its inputs are what they were."""
        made: dict[Unit, Made] = {}
        for number, unit in enumerate(units):
            progress(number, len(units), unit.file.name)
            made[unit] = self._recall(unit) or self._compile(unit)
        progress(len(units), len(units), "")
        return made

    def forget_others(self, units: Sequence[Unit]) -> None:
        """Drop from the cache what the whole project no longer has."""
        self._units.keep_only(map(self._key, units))
        self._pieces.keep_only(map(self._key, units))
        self._records.store.keep_only(map(self._key, units))
        self._fragments.prune()

    def _key(self, unit: Unit) -> str:
        package = self._package if unit.file.is_play else ""
        return f"{unit.file.root}\0{unit.file.name}\0{package}"

    def _recaller(self, file: Located) -> Recaller | None:
        """What reads anew the catalog whose root is ``file``, if anything is kept of it."""
        return self._records.recaller(
            self._key(Unit(file, ())), self._workspace.tree(file.root)
        )

    def _hashes(self, unit: Unit) -> list[list[str]]:
        tree, sink = self._workspace.tree(unit.file.root), Sink()
        contents = [(name, tree.content(name, sink)) for name in unit.inputs]
        return [
            [name, content_hash(content)]
            for name, content in contents
            if content is not None
        ]

    def _recall(self, unit: Unit) -> Made | None:
        entry = self._units.get(self._key(unit))
        try:
            if entry["compiler"] != fingerprint() or entry["inputs"] != self._hashes(
                unit
            ):
                return None
            found = tuple(map(from_data, entry["found"]))
            for each in found:  # so that their lines can be shown
                self._workspace.tree(unit.file.root).source(each.span.file, Sink())
            return Made(str(entry["text"]), found, cached=True)
        except (TypeError, KeyError, ValueError):
            return None

    def _compile(self, unit: Unit) -> Made:
        made = (
            self._compile_play(unit)
            if unit.file.is_play
            else self._compile_catalog(unit)
        )
        if made.text is not None:
            entry = {
                "compiler": fingerprint(),
                "inputs": self._hashes(unit),
                "found": [to_data(found) for found in made.found],
                "text": made.text,
            }
            self._units.put(self._key(unit), entry)
        return made

    def _compile_catalog(self, unit: Unit) -> Made:
        catalog, record, found = self._analyse(unit)
        if catalog is None:
            return Made(None, found)
        return Made(self._emit(unit, catalog, record), found)

    def _emit(self, unit: Unit, catalog: ir.Catalog, record: Record | None) -> str:
        """A catalog's module, with the text of what is the same as before."""
        from ledgerc.incremental.known import known_of

        key, recaller = self._key(unit), self._recaller(unit.file)
        before = None if recaller is None else recaller.record
        known, now = known_of(before, record)
        pieces = Pieces(self._pieces.get(key), self._maker(key, record), now)
        text = self._workspace.emit_catalog(
            catalog,
            cache=self._fragments,
            pieces=pieces,
            known=known,
            printed=None if record is None else record.printed,
        )
        if record is not None:
            self._records.keep(key, record)
        self._pieces.put(key, pieces.data(self._maker(key, record)))
        return text

    def _maker(self, key: str, record: Record | None) -> str:
        """Who makes pieces now; if these may stand on other lines, then those of which record."""
        lines = "" if record is None or not record.plain else self._records.digest(key)
        return f"{fingerprint()} {lines}"

    def _analyse(
        self, unit: Unit
    ) -> tuple[ir.Catalog | None, Record | None, tuple[Diagnostic, ...]]:
        """A unit's catalog, read only as far as it has changed where that is enough.

        And what to keep of it, and what was found.
        """
        from ledgerc.incremental.recording import record_of

        recaller = self._recaller(unit.file)
        recalled = None if recaller is None else recaller.recall()
        if recalled is not None:
            return recalled.catalog, recalled.record, recalled.found
        analysis = self._workspace.analyse(unit.file)
        record = None
        if analysis.catalog is not None:
            record = record_of(
                analysis.catalog,
                analysis.known,
                analysis.expansion,
                self._records.maker,
            )
        return analysis.catalog, record, analysis.found

    def _compile_play(self, unit: Unit) -> Made:
        analysis = self._workspace.analyse_play(unit.file)
        if analysis.play is None or analysis.catalog is None:
            return Made(None, analysis.found)
        assert unit.catalog is not None
        text = self._workspace.emit_play(
            analysis.play,
            analysis.catalog,
            module=self._module(unit.catalog),
            cache=self._fragments,
        )
        return Made(text, analysis.found)

    def _module(self, catalog: Located) -> str:
        """How a play's module imports its catalog's."""
        module = module_name(output_path(catalog.name))
        return module if self._package is None else f"{self._package}.{module}"


def _package(output: Path) -> str | None:
    """How the output folder is imported, or ``None`` where its name is no Python identifier.

    A folder inside a package of the game's own is imported through that; one that no import can
    name is itself the folder to import from, as pytest takes it.
    """
    parts = [output.name]
    for parent in output.parents:
        if not (parent / "__init__.py").is_file():
            break
        parts.insert(0, parent.name)
    return ".".join(parts) if all(identifier(part) == part for part in parts) else None


def _paths(parsed: ast.LedgerFile | ast.PlayFile | None) -> list[str]:
    """The paths of a file's ``use`` lines, or of its ``catalog`` line."""
    from ledgerc.syntax import ast

    match parsed:
        case ast.LedgerFile():
            uses = (each for each in parsed.declarations if isinstance(each, ast.Use))
            return [use.path.text for use in uses]
        case ast.PlayFile():
            return [parsed.catalog.path.text] if parsed.catalog else []
        case _:
            return []
