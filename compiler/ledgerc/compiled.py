"""Plays ready to run, kept from run to run: most runs of ``ledgerc play`` compile nothing.

What is kept is Python's own compiled code, as in ``__pycache__``. Whoever can write it could have
anything run, so it is never taken from a project, which may be anybody's: it lies in a folder of
the user's own (:func:`ledgerc.cache.tables_folder`), and without one nothing is kept.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import shutil
from collections.abc import Sequence
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from ledgerc.cache import (
    Store,
    content_hash,
    fingerprint,
    read_whole,
    tables_folder,
    write_whole,
)
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.diagnostics.render_json import from_data, to_data
from ledgerc.making import Builder
from ledgerc.memory import compiled_text, run_code
from ledgerc.playing import PlayRun, known_runs
from ledgerc.workspace import Located, Workspace

_MOST = 5_000
"""Kept modules of one project; with more, all are made anew."""

_MOST_PROJECTS = 50
"""Projects whose plays are kept: those played last."""

Runs = tuple[tuple[PlayRun, ...] | None, tuple[Diagnostic, ...]]


class _Module(NamedTuple):
    """A module in memory, as it is kept."""

    name: str
    text: str
    code: CodeType


class CompiledPlays:
    """The plays of a workspace; compiled where they or their catalogs have changed."""

    def __init__(self, workspace: Workspace, files: Sequence[Located]) -> None:
        """Find what ``files`` depend on."""
        self._workspace = workspace
        self._folder = _folder_of(workspace)
        builder = Builder(workspace, Path(), self._folder, read_only=False)
        self._graph = builder.graph(files)
        self._plays = Store(self._folder and self._folder / "plays")
        self._modules: dict[str, ModuleType] = {}

    def runs(self, file: Located) -> Runs:
        """The plays of a file and what was found, as :meth:`Workspace.runs` gives them."""
        catalog = self._graph.catalog.get(file)
        if catalog is None:
            return self._workspace.runs(file)
        catalog_key = self._key(catalog, self._graph.closure(catalog))
        key = self._key(file, (file,), catalog_key)
        return self._recall(file, key, catalog_key) or self._compile(
            file, key, catalog_key
        )

    def close(self) -> None:
        """Keep no more than is likely of use: of this project, and of all."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            os.utime(self._folder)
            if len(os.listdir(self._folder / "code")) > _MOST:
                shutil.rmtree(self._folder, ignore_errors=True)
            projects = sorted(
                self._folder.parent.iterdir(), key=lambda each: each.stat().st_mtime
            )
            for left in projects[:-_MOST_PROJECTS]:
                shutil.rmtree(left, ignore_errors=True)

    def _key(self, file: Located, inputs: Sequence[Located], *more: str) -> str:
        """All that the code of a file depends on, in a word."""
        tree, unheard = self._workspace.tree(file.root), Sink()
        shown = self._workspace.shown(self._workspace.path_of(file))
        words = [fingerprint(), MAGIC_NUMBER.hex(), *more, shown]
        for each in inputs:
            content = tree.content(each.name, unheard)
            words += [each.name, "" if content is None else content_hash(content)]
        return content_hash("\0".join(words).encode("utf-8", "surrogatepass"))

    # -- what is known ------------------------------------------------------------------------

    def _recall(self, file: Located, key: str, catalog_key: str) -> Runs | None:
        entry = self._plays.get(key)
        played = self._read(key)
        if entry is None or played is None:
            return None
        catalog = self._modules.get(catalog_key)
        if catalog is None:
            kept = self._read(catalog_key)
            if kept is None:
                return None
            catalog = self._modules[catalog_key] = run_code(*kept, {})
        try:
            found = tuple(map(from_data, entry["found"]))
            module = run_code(*played, {entry["alias"]: catalog})
            runs = known_runs(entry["runs"], entry["file"], module)
        except (TypeError, KeyError, ValueError):
            return None
        for each in found:  # so that their lines can be shown
            self._workspace.tree(file.root).source(each.span.file, Sink())
        return runs, found

    def _read(self, key: str) -> _Module | None:
        if self._folder is None:
            return None
        content = read_whole(self._folder / "code" / key)
        if content is None:
            return None
        try:
            return _Module(*marshal.loads(content))
        except (EOFError, ValueError, TypeError):
            return None

    # -- what is new --------------------------------------------------------------------------

    def _compile(self, file: Located, key: str, catalog_key: str) -> Runs:
        compiled, found = self._workspace.compiled(file)
        if compiled is None:
            return None, found
        catalog = self._modules.get(catalog_key)
        if catalog is None:
            text = self._workspace.emit_catalog(compiled.catalog, formatted=False)
            catalog = self._made(catalog_key, compiled.catalog.name, text, {})
            self._modules[catalog_key] = catalog
        name = compiled.play.name
        module = self._made(key, name, compiled.text, {compiled.alias: catalog})
        runs = compiled.runs(module)
        entry = {
            "found": [to_data(each) for each in found],
            "file": name,
            "alias": compiled.alias,
            "runs": [
                [run.title, run.row, run.line, run.steps, run.function] for run in runs
            ],
        }
        self._plays.put(key, entry)
        return runs, found

    def _made(
        self, key: str, name: str, text: str, given: dict[str, object]
    ) -> ModuleType:
        made = _Module(name, text, compiled_text(name, text))
        if self._folder is not None:
            with contextlib.suppress(OSError):
                write_whole(self._folder / "code" / key, marshal.dumps(tuple(made)))
        return run_code(*made, given)


def _folder_of(workspace: Workspace) -> Path | None:
    """Where the plays of a workspace's project are kept, apart from those of others."""
    own = tables_folder()
    if own is None:
        return None
    project = workspace.project
    where = workspace.working if project is None else project.folder
    return own / "plays" / content_hash(str(where).encode())[:16]
