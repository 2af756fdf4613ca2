"""The files of a catalog: the root and all that it uses, each once, in order of first use."""

from __future__ import annotations

from typing import Protocol

from ledgerc.budgets import budgets
from ledgerc.diagnostics import Note, Sink
from ledgerc.records import field, record
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast


class Files(Protocol):
    """Where files come from. Each method reports what is wrong to the sink, and gives None."""

    @property
    def sources(self) -> dict[str, SourceFile]:
        """The texts of all files read so far, by name."""

    def resolve(self, base: str, text: str, at: Span, sink: Sink) -> str | None:
        """The name of the file that ``text`` means in the file ``base``."""

    def ledger(
        self, name: str, sink: Sink, at: Span | None = None
    ) -> ast.LedgerFile | None:
        """The syntax tree of a file; ``at`` is where it is named."""


@record()
class Loaded:
    """The files of a catalog, the root first, and which file each ``use`` means."""

    files: list[ast.LedgerFile] = field(default_factory=list)
    uses: dict[tuple[str, str], str] = field(default_factory=dict)


def load(root: str, files: Files, sink: Sink) -> Loaded:
    """The catalog whose root file is ``root``.

    A file that cannot be read is reported by ``files``, at the ``use`` that names it; files that
    use one another in a circle are reported here (LG0605), with the circle.
    """
    loaded = Loaded()
    tree = files.ledger(root, sink)
    if tree is not None:
        _Loader(files, sink, loaded).take(tree)
    return loaded


@record()
class _Loader:
    files: Files
    sink: Sink
    loaded: Loaded
    taken: set[str] = field(default_factory=set)
    path: list[str] = field(default_factory=list)
    full: bool = False

    def take(self, tree: ast.LedgerFile) -> None:
        """Take in a file and, at each ``use``, what it uses; without recursion in Python."""
        self._enter(tree)
        waiting = [(tree, iter(_uses(tree)))]
        while waiting:
            current, uses = waiting[-1]
            use = next(uses, None)
            if use is None:
                waiting.pop()
                self.path.pop()
                continue
            used = self._used(current, use)
            if used is not None:
                self._enter(used)
                waiting.append((used, iter(_uses(used))))

    def _enter(self, tree: ast.LedgerFile) -> None:
        self.taken.add(tree.name)
        self.path.append(tree.name)
        self.loaded.files.append(tree)

    def _used(self, user: ast.LedgerFile, use: ast.Use) -> ast.LedgerFile | None:
        """The file of a ``use`` if it is to be taken in now."""
        at = use.path.span
        name = self.files.resolve(user.name, use.path.text, at, self.sink)
        if name is None:
            return None
        self.loaded.uses[(user.name, use.path.text)] = name
        if name in self.path:
            circle = [*self.path[self.path.index(name) :], name]
            self.sink.error(
                "LG0605",
                at,
                f"files use one another in a circle: {' → '.join(circle)}",
                allowed="what both need, in a file that both use",
                notes=tuple(
                    Note(f"{file} is in the circle", Span(file, 1, 1, 1, 1))
                    for file in circle[1:-1]
                ),
            )
            return None
        if name in self.taken:
            return None
        most = budgets().catalog_files
        if len(self.taken) >= most:
            if not self.full:
                self.full = True
                message = "this catalog uses too many files"
                self.sink.error(
                    "LG0801", at, message, allowed=f"at most {most:,} files"
                )
            return None
        return self.files.ledger(name, self.sink, at)


def _uses(tree: ast.LedgerFile) -> list[ast.Use]:
    return [each for each in tree.declarations if isinstance(each, ast.Use)]
