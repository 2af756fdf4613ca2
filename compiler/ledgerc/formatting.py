"""``ledgerc fmt`` as functions: the one layout of a file, and putting files into it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerc.diagnostics import Sink
from ledgerc.exchanging import replace_file
from ledgerc.files import find_sources, fits, reason, whole_file
from ledgerc.making import Progress
from ledgerc.records import record
from ledgerc.syntax import read_source
from ledgerc.tree import parse
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

if TYPE_CHECKING:
    from ledgerc.syntax import ast


@record(frozen=True)
class LaidOut:
    """A file and its text in the one layout."""

    name: str
    before: str
    text: str

    @property
    def changed(self) -> bool:
        """Whether the file was not in the layout."""
        return self.before != self.text

    @property
    def diff(self) -> str:
        """What the layout changes, as a patch."""
        return "".join(
            difflib.unified_diff(
                self.before.splitlines(keepends=True),
                self.text.splitlines(keepends=True),
                self.name,
                self.name,
            )
        )


@record(frozen=True)
class FormatResult:
    """What ``fmt`` found: ``changed`` are the files that were not in the layout, of ``files``."""

    findings: Findings
    files: int
    changed: tuple[LaidOut, ...]


@record(frozen=True)
class TextResult:
    """A text laid out; ``laid_out`` is ``None`` where it has errors."""

    findings: Findings
    laid_out: LaidOut | None


def fmt(
    paths: Sequence[Path],
    *,
    write: bool,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> FormatResult:
    """Lay out the sources that ``paths`` name; with ``write`` those that change are rewritten.

    A file with errors in its syntax is left alone, and told. Each file is exchanged in one step.
    """
    sink = Sink()
    workspace = open_workspace(sink, working)
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    found = []
    changed = []
    for number, file in enumerate(files):
        progress(number, len(files), file.name)
        own = Sink()
        laid_out = _lay_out(workspace, file, own)
        found += [(file.root, diagnostic) for diagnostic in own.found]
        if laid_out is not None and laid_out.changed:
            changed.append(laid_out)
            if write:
                _exchange(workspace.path_of(file), laid_out, sink)
    return FormatResult(workspace.findings(found, sink), len(files), tuple(changed))


def fmt_text(content: bytes, name: str) -> TextResult:
    """Lay out a text; ``name`` is what it is called, its ending says the language."""
    sink = Sink()
    if not fits(content, name, sink, whole_file(name)):
        return TextResult(Findings(sink.sorted(), {}), None)
    source = read_source(name, content, sink)
    tree = parse(source, sink)
    findings = Findings(sink.sorted(), {name: source})
    if findings.has_errors:
        return TextResult(findings, None)
    text = _print(tree)
    return TextResult(findings, LaidOut(name, source.text, text))


def _lay_out(workspace: Workspace, file: Located, sink: Sink) -> LaidOut | None:
    tree = workspace.tree(file.root)
    parsed = (
        tree.play(file.name, sink) if file.is_play else tree.ledger(file.name, sink)
    )
    content = tree.content(file.name, Sink())
    if parsed is None or content is None or sink.has_errors:
        return None
    name = workspace.shown(workspace.path_of(file))
    return LaidOut(name, content.decode(), _print(parsed))


def _print(tree: ast.LedgerFile | ast.PlayFile) -> str:
    """The layout of a tree; it must read as the same tree, or nothing is laid out."""
    from ledgerc.syntax import ast
    from ledgerc.syntax.printer import print_ledger, print_play

    text = print_ledger(tree) if isinstance(tree, ast.LedgerFile) else print_play(tree)
    sink = Sink()
    again = parse(read_source(tree.name, text.encode(), sink), sink)
    if sink.has_errors or again != tree:
        raise AssertionError(f"the layout of {tree.name} reads as something else")
    return text


def _exchange(path: Path, laid_out: LaidOut, sink: Sink) -> None:
    try:
        replace_file(path, laid_out.text.encode())
    except OSError as fault:
        name = laid_out.name
        sink.error(
            "LG0609", whole_file(name), f"`{name}` cannot be written: {reason(fault)}"
        )
