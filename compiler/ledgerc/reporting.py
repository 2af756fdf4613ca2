"""What a person asks of a catalog, as functions: paths in, text and findings out.

``reports`` makes each report from the IR; here the files are found, and what is asked for is
checked against what there is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerc.building import named_or_configured
from ledgerc.diagnostics import Diagnostic, Severity, Sink, nearest
from ledgerc.files import LEDGER, PLAY, SUFFIXES, find_sources, whole_file
from ledgerc.making import Progress
from ledgerc.records import record
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

if TYPE_CHECKING:
    from ledgerc.inquiry import Inquiry
    from ledgerc.ir import plays
    from ledgerc.reports.pipeline import Pipeline
    from ledgerc.reports.uses import Use
    from ledgerc.syntax import ast


@record(frozen=True)
class Report:
    """A text about some files; ``None`` where errors stand in its way."""

    findings: Findings
    text: str | None


class PipelineForm(Enum):
    """How a pipeline is shown."""

    TEXT = "text"
    JSON = "json"
    MERMAID = "mermaid"
    SVG = "svg"


def pipeline(
    path: Path,
    pool: str | None,
    form: PipelineForm = PipelineForm.TEXT,
    *,
    working: Path | None = None,
) -> Report:
    """All rules that a change of ``pool`` meets in the catalog at ``path``; None: of each pool."""
    from ledgerc.reports.pipeline import pipeline as pipeline_of

    sink = Sink()
    workspace = open_workspace(sink, working)
    file = one_source(workspace, path, sink, (LEDGER,))
    if file is None:
        return Report(workspace.findings((), sink), None)
    analysis = workspace.analyse(file)
    found = [(file.root, diagnostic) for diagnostic in analysis.found]
    catalog = analysis.catalog
    text = None
    if catalog is not None:
        pools = [each.name for each in catalog.pools]
        if pool is None or pool in pools:
            wanted = pools if pool is None else [pool]
            reports = [pipeline_of(catalog, name) for name in wanted]
            text = _in_form(
                reports, form, lambda name: workspace.shown(file.root / name)
            )
        else:
            sink.error(
                "LG0612",
                whole_file(workspace.shown(path)),
                f"the catalog has no pool `{pool}`",
                allowed=", ".join(pools) or "a catalog with pools",
                suggestion=nearest(pool, pools),
            )
    return Report(workspace.findings(found, sink), text)


def _in_form(
    reports: Sequence[Pipeline], form: PipelineForm, shown: Callable[[str], str]
) -> str:
    match form:
        case PipelineForm.TEXT:
            from ledgerc.reports.pipeline_text import pipelines_text

            return pipelines_text(reports, shown)
        case PipelineForm.JSON:
            from ledgerc.reports.pipeline_json import pipelines_json

            return pipelines_json(reports, shown)
        case PipelineForm.MERMAID:
            from ledgerc.reports.pipeline_mermaid import pipelines_mermaid

            return pipelines_mermaid(reports, shown)
        case PipelineForm.SVG:
            from ledgerc.reports.pipeline_svg import pipelines_svg

            return pipelines_svg(reports, shown)


def uses(
    name: str,
    paths: Sequence[Path],
    *,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> Report:
    """Every place in the sources that ``paths`` name (folders: all in them) that uses ``name``.

    Without ``paths``: all sources of the project; raises :class:`NotConfiguredError` if there is
    none. Catalogs with errors are told and left out.
    """
    from ledgerc.reports.uses import Relation, names, uses_in_play, uses_text
    from ledgerc.reports.uses import uses as uses_of
    from ledgerc.reports.uses_written import written_names, written_uses

    sink = Sink()
    workspace = open_workspace(sink, working)
    paths = named_or_configured(paths, workspace.project, "to look in", sink)
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    found: list[tuple[Path, Diagnostic]] = []
    places: dict[tuple[Path, Use], str] = {}
    known: dict[str, None] = {}
    trees: dict[Located, ast.LedgerFile | ast.PlayFile | None] = {}
    for number, file in enumerate(files):
        progress(number, len(files), file.name)
        tree = workspace.tree(file.root)
        if file.is_play:
            played = workspace.analyse_play(file)
            found += _errors(file.root, played.found)
            catalog = played.catalog
            those: Iterable[Use] = ()
            if played.play is not None:
                those = uses_in_play(played.play, name)
                trees[file] = tree.play(file.name, Sink())
        else:
            analysed = workspace.analyse(file)
            found += _errors(file.root, analysed.found)
            catalog = analysed.catalog
            those = () if catalog is None else uses_of(catalog, name)
            for used in () if catalog is None else catalog.files:
                trees[Located(file.root, used)] = tree.ledger(used, Sink())
        if catalog is not None:
            known.update(dict.fromkeys(names(catalog)))
        for use in those:
            at = f"{workspace.shown(file.root / use.span.file)}:{use.span.line}"
            places.setdefault((file.root, use), at)
    told = set(places.values())
    for file, parsed in trees.items():
        if parsed is None:
            continue
        known.update(dict.fromkeys(written_names(parsed)))
        for use in written_uses(parsed, name):
            at = f"{workspace.shown(workspace.path_of(file))}:{use.span.line}"
            if at not in told or use.relation is Relation.DECLARES:
                places.setdefault((file.root, use), at)
    if name not in known and not sink.has_errors and not found:
        sink.error(
            "LG0612",
            whole_file(workspace.shown(paths[0])) if paths else whole_file("."),
            f"nothing here is called `{name}`",
            allowed="a name that one of these files declares",
            suggestion=nearest(name, sorted(known)),
        )
    if name not in known:
        return Report(workspace.findings(found, sink), None)
    ordered = sorted(
        places.items(), key=lambda each: (each[0][1].span.file, each[0][1].span.line)
    )
    text = uses_text(name, [(use, at) for (_, use), at in ordered])
    return Report(workspace.findings(found, sink), text)


def _errors(root: Path, found: Sequence[Diagnostic]) -> list[tuple[Path, Diagnostic]]:
    """Of what was found, that which keeps a file from being looked into."""
    return [(root, each) for each in found if each.severity is Severity.ERROR]


def one_source(
    workspace: Workspace, path: Path, sink: Sink, suffixes: tuple[str, ...] = SUFFIXES
) -> Located | None:
    """The one source file at ``path``, or ``None`` after a finding in ``sink``."""
    name = workspace.shown(path)
    if path.is_dir():
        sink.error("LG0610", whole_file(name), f"`{name}` is a folder, not a file")
        return None
    found = find_sources([path], sink, workspace.shown, suffixes)
    return workspace.locate(found[0].path) if found else None


def explain(
    path: Path,
    line: int,
    text: str = "",
    *,
    row: int | None = None,
    everything: bool = False,
    as_json: bool = False,
    working: Path | None = None,
) -> Report:
    """Why things are as they are after the step at ``line`` of the play file at ``path``.

    ``text`` names what is asked about; empty: what the step itself compares or does. ``row`` is
    that of a play with rows, from 1, by default the first. ``everything``: rules that were passed
    over, too.
    """
    from ledgerc.inquiry import Inquiry, answer, inquiring
    from ledgerc.shown_places import with_shown_places

    sink = Sink()
    workspace = open_workspace(sink, working)
    file = one_source(workspace, path, sink, (PLAY,))
    if file is None:
        return Report(workspace.findings((), sink), None)
    inquiry = Inquiry(line, text)
    runs, diagnostics = workspace.runs(file, runner=inquiring(inquiry))
    found = [(file.root, each) for each in diagnostics]
    if runs is None:
        return Report(workspace.findings(found, sink), None)
    play = workspace.analyse_play(file).play
    assert play is not None
    functions = set(_functions_with(play, line))
    picked = [run for run in runs if run.function in functions]
    if row is not None:
        picked = picked[row - 1 : row]
    for run in picked:
        if not inquiry.asked:
            answer(run, inquiry)
    name = workspace.shown(path)
    if inquiry.answers:
        root = file.root
        answers = [
            with_shown_places(each, lambda name: workspace.shown(root / name))
            for each in inquiry.answers
        ]
        if as_json:
            data = [each.data() for each in answers]
            told = json.dumps({"explanations": data}, indent=2, ensure_ascii=False)
            return Report(workspace.findings(found, sink), f"{told}\n")
        parts = [each.text(everything=everything) for each in answers]
        return Report(workspace.findings(found, sink), "\n".join(parts))
    message, allowed = _unanswered(play, inquiry, bool(picked))
    sink.error("LG0613", whole_file(name), message, allowed=allowed)
    return Report(workspace.findings(found, sink), None)


def _functions_with(play: plays.PlayFile, line: int) -> Iterator[str]:
    """The functions of the plays that have a step at a line, themselves or in their scene."""
    from ledgerc.emit.play_names import play_functions

    scenes = {scene.name for scene in play.scenes if any(_lines(scene.steps, {line}))}
    for each, name in zip(play.plays, play_functions(play), strict=True):
        if each.scene in scenes or any(_lines(each.steps, {line})):
            yield name


def _lines(steps: Sequence[plays.Step], among: set[int] | None = None) -> list[int]:
    """The lines of steps, those alone that are ``among`` some."""
    lines = [step.span.line for step in steps]
    return [line for line in lines if among is None or line in among]


def _unanswered(
    play: plays.PlayFile, inquiry: Inquiry, has_step: bool
) -> tuple[str, str | None]:
    """Why a question has no answer, and what can be asked."""
    if not has_step:
        bodies = [each.steps for each in play.scenes]
        bodies += [each.steps for each in play.plays]
        lines = [line for steps in bodies for line in _lines(steps)]
        near = sorted(lines, key=lambda line: abs(line - inquiry.line))[:3]
        named = ", ".join(str(line) for line in sorted(near))
        return f"no step stands at line {inquiry.line}", (
            f"a line with a step, such as {named}" if named else "a file with steps"
        )
    if not inquiry.asked:
        return (
            f"no play comes to the step at line {inquiry.line}: one before it fails",
            "`ledgerc play` on this file tells which",
        )
    if inquiry.text:
        names = ", ".join(inquiry.names) or "none so far"
        return (
            f"nothing in `{inquiry.text}` is a pool, stat or effect of an entity here",
            f"for instance NAME.POOL, where NAME is one of: {names}",
        )
    return (
        f"the step at line {inquiry.line} neither compares a value nor does anything",
        "ask for one, such as `NAME.POOL`",
    )
