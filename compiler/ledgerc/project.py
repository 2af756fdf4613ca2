"""Where a project and its source roots lie, and what its files are called.

A file has two names. The *shown* name is a path from the working folder, for messages. The
*rooted* name is the path from its source root (``cookbook/mechanics/ward.ledger``); generated
code holds only these, so that it is the same wherever the project lies.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from ledgerc.budgets import MOST, USUAL, Budgets
from ledgerc.budgets import NAMES as BUDGET_NAMES
from ledgerc.diagnostics import Sink, nearest
from ledgerc.files import NameOf, read_bytes, reason, whole_file
from ledgerc.records import record
from ledgerc.source import Span

SETTINGS = "pyproject.toml"
TABLE = "tool.ledgerc"
CACHE = ".ledgerc-cache"
_KEYS = ("sources", "output", "budgets")


@record(frozen=True)
class Project:
    """A folder with a ``[tool.ledgerc]`` table. All paths are absolute."""

    folder: Path
    sources: tuple[Path, ...]
    output: Path
    budgets: Budgets = USUAL

    @property
    def cache(self) -> Path:
        """The folder of the build cache, which may be deleted at any time."""
        return self.folder / CACHE


def find_project(start: Path, sink: Sink, shown: NameOf) -> Project | None:
    """The project of the nearest ``pyproject.toml`` with a ``[tool.ledgerc]``, from ``start`` up.

    ``None`` if there is none. A table that is wrong is LG0608, and ``None`` as well.
    """
    here = Path(os.path.abspath(start))
    for folder in (here, *here.parents):
        settings = folder / SETTINGS
        if settings.is_file():
            table = _read_table(settings, sink, shown)
            if table is not None:
                return _project(folder, table, sink, shown(settings))
            if sink.has_errors:
                return None
    return None


def source_root(path: Path, project: Project | None, given: Path | None = None) -> Path:
    """The source root of a file: no ``use`` in it may leave this folder.

    A project's ``sources`` come first; else the top folder named ``content`` above the file; else
    ``given``, the folder through which the file was named, if any; else the file's own folder.
    Links are resolved.
    """
    real = Path(os.path.realpath(path))
    roots = project.sources if project else ()
    for root in sorted(map(os.path.realpath, roots), key=len, reverse=True):
        if real.is_relative_to(root):
            return Path(root)
    for parent in reversed(real.parents):
        if parent.name == "content":
            return parent
    if given is not None and real.is_relative_to(os.path.realpath(given)):
        return Path(os.path.realpath(given))
    return real.parent


def leads_out(path: Path, project: Project | None, given: Path) -> bool:
    """Whether a file found below ``given`` is a link out of its source root and all others."""
    real = Path(os.path.realpath(path))
    roots = [*(project.sources if project else ()), given]
    for parent in Path(os.path.abspath(path)).parents:
        if parent.name == "content":
            roots.append(parent)
    return not any(real.is_relative_to(os.path.realpath(root)) for root in roots)


def rooted_name(path: Path, root: Path) -> str:
    """The name of a file from its source root, with ``/`` (links in ``path`` are resolved)."""
    return Path(os.path.relpath(os.path.realpath(path), root)).as_posix()


def _read_table(settings: Path, sink: Sink, shown: NameOf) -> dict[str, object] | None:
    name = shown(settings)
    content = read_bytes(settings, name, sink)
    if content is None:
        return None
    try:
        document = tomllib.loads(content.decode())
    except ValueError as fault:  # no UTF-8, or no TOML
        sink.error("LG0608", whole_file(name), f"`{name}` is no TOML: {fault}")
        return None
    tool = document.get("tool")
    table = tool.get("ledgerc") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    sink.error("LG0608", whole_file(name), f"`{TABLE}` in `{name}` is not a table")
    return None


def _project(
    folder: Path, table: dict[str, object], sink: Sink, name: str
) -> Project | None:
    span = whole_file(name)
    for key in table:
        if key not in _KEYS:
            sink.error(
                "LG0608",
                span,
                f"`[{TABLE}]` knows no setting `{key}`",
                allowed=", ".join(f"`{known}`" for known in _KEYS),
                suggestion=nearest(key, _KEYS),
            )
    sources = table.get("sources", ["content"])
    output = table.get("output", "generated")
    budgets = _budgets(table.get("budgets", {}), span, sink)
    if not isinstance(sources, list) or not sources or not all(map(_is_text, sources)):
        sink.error(
            "LG0608",
            span,
            f"`sources` in `[{TABLE}]` is not a list of folders",
            allowed='such as `["content"]`',
        )
    elif not _is_text(output):
        sink.error(
            "LG0608",
            span,
            f"`output` in `[{TABLE}]` is not a folder",
            allowed='such as `"generated"`',
        )
    elif len(set(sources)) < len(sources):
        twice = next(each for each in sources if sources.count(each) > 1)
        sink.error("LG0608", span, f"`sources` names the folder `{twice}` twice")
    else:
        roots = tuple(_folder(folder, str(source), span, sink) for source in sources)
        target = Path(os.path.abspath(folder / str(output)))
        found = tuple(root for root in roots if root is not None)
        if not sink.has_errors:
            _check_apart(dict(zip(map(str, sources), found, strict=True)), span, sink)
            _check_output(found, target, str(output), span, sink)
        if not sink.has_errors:
            return Project(folder, found, target, budgets)
    return None


def _budgets(table: object, span: Span, sink: Sink) -> Budgets:
    """The budgets that a project sets; what is wrong with them is LG0608."""
    if not isinstance(table, dict):
        sink.error(
            "LG0608",
            span,
            f"`budgets` in `[{TABLE}]` is not a table",
            allowed=f"a table `[{TABLE}.budgets]`",
        )
        return Budgets()
    given: dict[str, int] = {}
    for key, value in table.items():
        if key not in BUDGET_NAMES:
            sink.error(
                "LG0608",
                span,
                f"`[{TABLE}.budgets]` knows no budget `{key}`",
                allowed=", ".join(f"`{known}`" for known in BUDGET_NAMES),
                suggestion=nearest(key, BUDGET_NAMES),
            )
        elif not isinstance(value, int) or value is True or not 1 <= value <= MOST:
            sink.error(
                "LG0608",
                span,
                f"the budget `{key}` is no number of that kind",
                allowed=f"a whole number from 1 to {MOST:,}",
            )
        else:
            given[key] = value
    return Budgets(**given)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != "" and "\0" not in value


def _folder(folder: Path, source: str, span: Span, sink: Sink) -> Path | None:
    path = Path(os.path.abspath(folder / source))
    try:
        path.stat()
    except OSError as fault:
        sink.error("LG0608", span, f"the source folder `{source}`: {reason(fault)}")
        return None
    if not path.is_dir():
        sink.error("LG0608", span, f"the source folder `{source}` is not a folder")
        return None
    return path


def _check_apart(roots: dict[str, Path], span: Span, sink: Sink) -> None:
    """Report folders of sources that overlap: a file in both would have two names and outputs."""
    real = {name: Path(os.path.realpath(root)) for name, root in roots.items()}
    for number, (name, root) in enumerate(real.items()):
        for other, within in list(real.items())[number + 1 :]:
            if root == within:
                message = f"the source folders `{name}` and `{other}` are the same"
            elif within.is_relative_to(root):
                message = f"the source folder `{other}` lies in `{name}`"
            elif root.is_relative_to(within):
                message = f"the source folder `{name}` lies in `{other}`"
            else:
                continue
            sink.error("LG0608", span, message, allowed="folders that lie side by side")


def _check_output(
    roots: tuple[Path, ...], output: Path, name: str, span: Span, sink: Sink
) -> None:
    """Report an output that holds a folder of sources, or is one.

    It may lie in one: nothing that a build writes is a source.
    """
    real = os.path.realpath(output)
    for root in roots:
        if Path(os.path.realpath(root)).is_relative_to(real):
            sink.error(
                "LG0608",
                span,
                f"the output `{name}` is or holds a folder of sources",
                allowed="a folder of its own, such as `generated`",
            )
            return
