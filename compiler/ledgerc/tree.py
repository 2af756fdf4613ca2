"""The files of one source root: each is read and parsed once, however many catalogs use it."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ledgerc.cache import tables_folder
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.files import LEDGER, read_bytes, reason, visible, whole_file
from ledgerc.project import rooted_name
from ledgerc.records import field, record
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import parse_ledger, parse_play, read_source

if TYPE_CHECKING:  # a build that finds nothing to do needs no trees
    from ledgerc.syntax import ast


@record()
class _Parsed:
    """A file's syntax tree and what its text alone gave as findings."""

    tree: ast.LedgerFile | ast.PlayFile
    findings: tuple[Diagnostic, ...]


@record()
class SourceTree:
    """One source root; files are known by their names from it, such as ``cookbook/ward.ledger``.

    ``sources`` holds every file read so far, for renderers.
    """

    root: Path
    sources: dict[str, SourceFile] = field(default_factory=dict)
    _contents: dict[str, bytes] = field(default_factory=dict)
    _unreadable: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    _parsed: dict[str, _Parsed] = field(default_factory=dict)

    def name_of(self, path: Path) -> str:
        """The name of a file in this root (links are resolved)."""
        return rooted_name(path, self.root)

    def path_of(self, name: str) -> Path:
        """Where the file of a name lies."""
        return self.root / name

    def resolve(self, base: str, text: str, at: Span, sink: Sink) -> str | None:
        """The name of the catalog file that ``text``, in the file ``base`` at ``at``, speaks of.

        ``None`` after LG0602 (the system knows no such name), LG0604 (it leaves the source root)
        or LG0606 (it is no ``.ledger`` file).
        Whether it is there is found out by reading it.
        """
        joined = os.path.normpath(PurePosixPath(base).parent / text)
        if os.path.isabs(text) or joined.startswith(".."):
            _leaves(text, at, sink)
            return None
        if PurePosixPath(text).suffix != LEDGER:
            sink.error(
                "LG0606",
                at,
                f"`{text}` is no catalog",
                allowed="the path of a `.ledger` file, from the folder of this one",
            )
            return None
        try:
            real = os.path.realpath(self.root / joined)
        except (OSError, ValueError) as fault:  # the locale has no such name
            sink.error("LG0602", at, f"`{text}` cannot be read: {reason(fault)}")
            return None
        if not Path(real).is_relative_to(self.root):
            _leaves(text, at, sink)
            return None
        return rooted_name(Path(real), self.root)

    def content(self, name: str, sink: Sink, at: Span | None = None) -> bytes | None:
        """The bytes of a file, or ``None`` after a finding; ``at`` is where it is named."""
        content = self._contents.get(name)
        if content is None:
            told = visible(name if at is None else _from(at.file, name))
            if visible(name) != name:
                message = f"`{told}` cannot be read: its name is no text"
                span = at or whole_file(name)
                sink.error("LG0602", span, message, allowed="a name in UTF-8")
                return None
            content = read_bytes(self.path_of(name), told, sink, at)
            if content is not None:
                self._contents[name] = content
        return content

    def source(
        self, name: str, sink: Sink, at: Span | None = None
    ) -> SourceFile | None:
        """The text of a file, or ``None`` after a finding."""
        source = self.sources.get(name)
        if source is None:
            content = self.content(name, sink, at)
            if content is None:
                return None
            own = Sink()
            source = read_source(name, content, own)
            self.sources[name] = source
            self._unreadable[name] = tuple(own.found)
        sink.found.extend(self._unreadable[name])
        return source

    def ledger(
        self, name: str, sink: Sink, at: Span | None = None
    ) -> ast.LedgerFile | None:
        """The syntax tree of a ``.ledger`` file, or ``None`` where it cannot be read."""
        from ledgerc.syntax import ast

        parsed = self._parse(name, sink, at)
        return parsed if isinstance(parsed, ast.LedgerFile) else None

    def play(self, name: str, sink: Sink) -> ast.PlayFile | None:
        """The syntax tree of a ``.play`` file, or ``None`` where it cannot be read."""
        from ledgerc.syntax import ast

        parsed = self._parse(name, sink, None)
        return parsed if isinstance(parsed, ast.PlayFile) else None

    def _parse(
        self, name: str, sink: Sink, at: Span | None
    ) -> ast.LedgerFile | ast.PlayFile | None:
        source = self.source(name, sink, at)
        if source is None:
            return None
        if name not in self._parsed:
            own = Sink()
            self._parsed[name] = _Parsed(parse(source, own), tuple(own.found))
        sink.found.extend(self._parsed[name].findings)
        return self._parsed[name].tree


def parse(source: SourceFile, sink: Sink) -> ast.LedgerFile | ast.PlayFile:
    """The syntax tree of a file, in the language that its name's ending says."""
    is_ledger = PurePosixPath(source.name).suffix == LEDGER
    parse_as = parse_ledger if is_ledger else parse_play
    return parse_as(source, sink, table_cache=tables_folder())


def _from(base: str, name: str) -> str:
    """A file's name as the file ``base`` would write it."""
    return posixpath.relpath(name, posixpath.dirname(base) or ".")


def _leaves(text: str, at: Span, sink: Sink) -> None:
    sink.error(
        "LG0604",
        at,
        f"`{text}` leaves the source root",
        allowed="a path to a file under the folder that all sources lie in",
    )
