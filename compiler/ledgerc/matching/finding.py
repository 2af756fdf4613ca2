"""Which rules a match is of: the catalog that is named, or the one of a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ledger_runtime.match_setup import SETUP
from ledgerc.diagnostics import Sink
from ledgerc.files import LEDGER, find_sources
from ledgerc.ir import catalog as ir
from ledgerc.matching.rules import Rules
from ledgerc.syntax import ast
from ledgerc.workspace import Findings, Located, Workspace, open_workspace


@dataclass(frozen=True, slots=True)
class Found:
    """The rules of a match and its set-ups, or why there are none.

    ``problem`` is what the author's choice of a path lacks; what is wrong in a file is in
    ``findings``. ``root`` is the source root of its files, in ``workspace``.
    """

    findings: Findings
    shown: str = ""
    rules: Rules | None = None
    setups: tuple[str, ...] = ()
    problem: str = ""
    workspace: Workspace | None = None
    root: Path = Path()


def find_match(path: Path, *, working: Path | None = None) -> Found:
    """The rules at a path: a catalog, or a folder with exactly one that can be played.

    A catalog can be played if it has a set-up and an ``ends when``, its own or of a file that it
    uses. In a folder only catalogs count that no other one there uses.
    """
    sink = Sink()
    workspace = open_workspace(sink, working)
    located = workspace.locate_all(
        find_sources([path], sink, workspace.shown, (LEDGER,)), sink
    )
    if sink.has_errors:
        return Found(workspace.findings((), sink))
    playable = located
    if path.is_dir():
        playable = _playable(workspace, located)
        if len(playable) != 1:
            return Found(
                workspace.findings((), sink),
                problem=_not_one(workspace, path, playable),
            )
    return _compiled(workspace, playable[0], sink)


def _compiled(workspace: Workspace, file: Located, sink: Sink) -> Found:
    analysed = workspace.analyse(file)
    errors = [each for each in analysed.found if each.severity.value == "error"]
    findings = workspace.findings(((file.root, each) for each in errors), sink)
    shown = workspace.shown(workspace.path_of(file))
    catalog = analysed.catalog
    if catalog is None:
        return Found(findings, shown)
    setups = setups_of(catalog)
    problem = ""
    if not setups:
        problem = (
            f"`{shown}` has no set-up: a routine without parameters whose name "
            f"begins with `{SETUP}`"
        )
    elif not catalog.endings:
        problem = f"`{shown}` has no `ends when`: a match of it would never be over"
    if problem:
        return Found(findings, shown, problem=problem)
    text = workspace.emit_catalog(catalog, formatted=False)
    return Found(
        findings,
        shown,
        Rules(catalog.name, text),
        setups,
        workspace=workspace,
        root=file.root,
    )


def setups_of(catalog: ir.Catalog) -> tuple[str, ...]:
    """The set-ups of a catalog, in its order."""
    return tuple(
        each.name
        for each in catalog.routines
        if each.name.startswith(SETUP) and not each.parameters
    )


# -- a folder ---------------------------------------------------------------------------------


def _playable(workspace: Workspace, files: tuple[Located, ...]) -> tuple[Located, ...]:
    """The files that no other of them uses, and that can be played, by their text alone."""
    uses = {file: _reached(workspace, file) for file in files}
    used = {each for file in files for each in uses[file] if each != file}
    return tuple(
        file
        for file in files
        if file not in used and _can_be_played(workspace, uses[file])
    )


def _reached(workspace: Workspace, file: Located) -> tuple[Located, ...]:
    """A file and all that it uses."""
    tree = workspace.tree(file.root)
    reached: dict[Located, None] = {}
    waiting = [file]
    while waiting:
        each = waiting.pop()
        if each in reached:
            continue
        reached[each] = None
        unheard = Sink()
        parsed = tree.ledger(each.name, unheard)
        for line in parsed.declarations if parsed else ():
            if isinstance(line, ast.Use):
                name = tree.resolve(each.name, line.path.text, line.path.span, unheard)
                if name is not None:
                    waiting.append(Located(file.root, name))
    return tuple(reached)


def _can_be_played(workspace: Workspace, files: tuple[Located, ...]) -> bool:
    has_setup = has_ending = False
    for file in files:
        parsed = workspace.tree(file.root).ledger(file.name, Sink())
        for line in parsed.declarations if parsed else ():
            has_ending |= isinstance(line, ast.EndsWhen)
            has_setup |= (
                isinstance(line, ast.Routine)
                and line.name.text.startswith(SETUP)
                and not line.parameters
            )
    return has_setup and has_ending


def _not_one(workspace: Workspace, path: Path, playable: tuple[Located, ...]) -> str:
    name = workspace.shown(path)
    if not playable:
        return (
            f"no catalog in `{name}` can be played: that takes an `ends when`, and a "
            f"routine without parameters whose name begins with `{SETUP}`"
        )
    shown = ", ".join(
        f"`{workspace.shown(workspace.path_of(each))}`" for each in playable
    )
    return f"several catalogs in `{name}` can be played, name one: {shown}"
