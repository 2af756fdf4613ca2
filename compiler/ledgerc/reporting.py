"""What a person asks of a catalog, as functions: paths in, text and findings out.

``reports`` makes each report from the IR; here the files are found, and what is asked for is
checked against what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerc.building import NotConfiguredError
from ledgerc.diagnostics import Diagnostic, Severity, Sink, nearest
from ledgerc.files import LEDGER, SUFFIXES, find_sources, whole_file
from ledgerc.source import Span
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

if TYPE_CHECKING:
    from ledgerc.reports.pipeline import Pipeline
    from ledgerc.reports.uses import Use


@dataclass(frozen=True, slots=True)
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


def uses(name: str, paths: Sequence[Path], *, working: Path | None = None) -> Report:
    """Every place in the sources that ``paths`` name (folders: all in them) that uses ``name``.

    Without ``paths``: all sources of the project; raises :class:`NotConfiguredError` if there is
    none. Catalogs with errors are told and left out.
    """
    from ledgerc.reports.uses import names, uses_in_play, uses_text
    from ledgerc.reports.uses import uses as uses_of

    sink = Sink()
    workspace = open_workspace(sink, working)
    if not paths:
        if workspace.project is None:
            raise NotConfiguredError(
                "name the files to look in, or list them as `sources` "
                "under [tool.ledgerc] in pyproject.toml"
            )
        paths = workspace.project.sources
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown))
    found: list[tuple[Path, Diagnostic]] = []
    places: dict[tuple[Path, Use], str] = {}
    known: dict[str, None] = {}

    def place(root: Path, span: Span) -> str:
        return f"{workspace.shown(root / span.file)}:{span.line}"

    for file in files:
        if file.is_play:
            played = workspace.analyse_play(file)
            found += _errors(file.root, played.found)
            those = () if played.play is None else uses_in_play(played.play, name)
        else:
            analysed = workspace.analyse(file)
            found += _errors(file.root, analysed.found)
            catalog = analysed.catalog
            if catalog is not None:
                known.update(dict.fromkeys(names(catalog)))
            those = () if catalog is None else uses_of(catalog, name)
        for use in those:
            places.setdefault((file.root, use), place(file.root, use.span))
    if not places and name not in known and not sink.has_errors and not found:
        sink.error(
            "LG0612",
            whole_file(workspace.shown(paths[0])) if paths else whole_file("."),
            f"nothing here is called `{name}`",
            allowed="a name that one of these files declares",
            suggestion=nearest(name, list(known)),
        )
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
