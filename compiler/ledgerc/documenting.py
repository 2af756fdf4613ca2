"""``ledgerc docs``: find what there is, make the pages, write the site."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerc.building import named_or_configured
from ledgerc.diagnostics import Diagnostic, Severity, Sink
from ledgerc.files import find_sources, reason, whole_file
from ledgerc.making import Progress
from ledgerc.records import record
from ledgerc.workspace import Findings, Located, Workspace, open_workspace

if TYPE_CHECKING:
    from ledgerc.ir import plays
    from ledgerc.site.gathering import Recipe


@record(frozen=True)
class DocsResult:
    """What came of making a site: how many pages; the titles of those whose plays fail."""

    findings: Findings
    pages: int = 0
    failing: tuple[str, ...] = ()


def docs(
    paths: Sequence[Path],
    output: Path,
    *,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
) -> DocsResult:
    """Make the site of what ``paths`` name (by default the project's sources) in ``output``.

    A catalog that a play names, or that no other uses, is a page. Nothing is written if anything
    has an error. Raises :class:`NotConfiguredError` without paths and project.
    """
    from ledgerc.reference.using import uses_of
    from ledgerc.site.gathering import page_of
    from ledgerc.site.pages import Site
    from ledgerc.site.writing import ForeignFolderError, site_files, write_site

    sink = Sink()
    workspace = open_workspace(sink, working)
    paths = named_or_configured(paths, workspace.project, "to show", sink)
    files = workspace.locate_all(find_sources(paths, sink, workspace.shown), sink)
    recipes, found = _recipes(workspace, files, progress)
    if sink.has_errors or any(each.severity is Severity.ERROR for _, each in found):
        return DocsResult(workspace.findings(found, sink))
    remembered = cache(uses_of)
    pages = []
    for number, recipe in enumerate(recipes):
        progress(number, len(recipes), recipe.file.name)
        pages.append(page_of(recipe, workspace, remembered))
    site = Site(tuple(sorted(pages, key=lambda page: page.path)))
    try:
        write_site(Path(output).absolute(), site_files(site))
    except ForeignFolderError:
        name = workspace.shown(Path(output))
        message = f"`{name}` holds files that no `ledgerc docs` wrote"
        sink.error(
            "LG0611", whole_file(name), message, allowed="an empty or new folder"
        )
    except OSError as fault:
        name = workspace.shown(Path(output))
        message = f"the folder `{name}` cannot be written: {reason(fault)}"
        sink.error("LG0609", whole_file(name), message)
    failing = tuple(page.title for page in site.pages if not page.passed)
    return DocsResult(workspace.findings(found, sink), len(site.pages), failing)


def _recipes(
    workspace: Workspace, files: Sequence[Located], progress: Progress
) -> tuple[list[Recipe], list[tuple[Path, Diagnostic]]]:
    """The catalogs that are pages, each with its plays, and the errors that were found."""
    from ledgerc.site.gathering import Recipe

    found: list[tuple[Path, Diagnostic]] = []
    played: dict[Located, list[tuple[Located, plays.PlayFile]]] = {}
    for number, file in enumerate(files):
        progress(number, len(files), file.name)
        if file.is_play:
            analysed = workspace.analyse_play(file)
            found += [(file.root, each) for each in analysed.found]
            if analysed.catalog_file is not None and analysed.play is not None:
                played.setdefault(analysed.catalog_file, []).append(
                    (file, analysed.play)
                )
    used: set[Located] = set()
    for file in [each for each in files if not each.is_play]:
        analysis = workspace.analyse(file)
        found += [(file.root, each) for each in analysis.found]
        if analysis.catalog is not None:
            used.update(Located(file.root, name) for name in analysis.catalog.files[1:])
    recipes = []
    for file in dict.fromkeys([*(each for each in files if not each.is_play), *played]):
        catalog = workspace.analyse(file).catalog
        if catalog is not None and (file in played or file not in used):
            recipes.append(Recipe(file, catalog, tuple(played.get(file, ()))))
    errors = [each for each in found if each[1].severity is Severity.ERROR]
    return recipes, errors
