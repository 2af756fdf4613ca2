"""What must hold of a folder of sources: findings, or a build that means what was written."""

from __future__ import annotations

import os
import re
import zlib
from pathlib import Path

import black
from black.mode import TargetVersion

import ledger_runtime as runtime
from ledger_runtime.testing import PlayFailed
from ledgerc import driver
from ledgerc.diagnostics import Sink
from ledgerc.diagnostics.render import Format, render
from ledgerc.files import find_sources
from ledgerc.playing import PlayRun
from ledgerc.source import SourceFile, Span
from ledgerc.workspace import Workspace, digest, open_workspace
from tests.fuzzing.cases import Case, lay_out
from tests.fuzzing.contract import Report
from tests.fuzzing.generated import faults_of

OUTPUT, CACHE = "generated", ".ledgerc-cache"
LONGEST_MESSAGE = 2_000
STEP_SECONDS = 5
_QUOTED = re.compile(r"`[^`]*`|\d+|'[^']*'|\"[^\"]*\"")
_ERRORS = (runtime.RulesError, runtime.NeedsChoice, PlayFailed)
"""What a step of a play may run into."""


def check_sources(case: Case, folder: Path, report: Report) -> None:
    """Compile, lay out and play a folder of sources, and note in ``report`` what is wrong."""
    project = folder / "project"
    project.mkdir(parents=True)
    lay_out(case, project)
    # What costs much is done for one input in four, the same ones each time.
    chosen = zlib.crc32(case.text().encode()) % 4 == 0
    has_errors = _check_findings(project, report)
    report.accepted = not has_errors
    if not has_errors:
        _check_plays(project, report)
    if chosen:
        _check_build(case, folder, has_errors, report)
        _check_layout(case, folder, project, report)
        _check_reports(project, report)


def _check_build(case: Case, folder: Path, has_errors: bool, report: Report) -> None:
    """``build`` finds what ``check`` finds; its files lie where they should, and are sound."""
    project = folder / "project"
    before = _tree(folder)
    built = driver.build(working=project)
    # A part may need what is declared by the file that uses it: alone it has errors, which
    # ``check`` tells, and a build makes no module of it.
    has_parts = any(b"use " in content for content in case.files.values())
    disagree = has_errors != built.findings.has_errors and not (
        has_errors and has_parts
    )
    if disagree and not _is_about_files(built.findings):
        report.fault("check and build disagree", str(built.findings.diagnostics[:3]))
    _check_writes(folder, before, built, report)
    if built.findings.has_errors:
        return
    output = _output(folder, built)
    for path in sorted(output.rglob("*.py")):
        text = path.read_text("utf-8")
        _check_generated(text, report)
        mode = black.Mode(target_versions={TargetVersion.PY311})
        if black.format_str(text, mode=mode) != text:
            report.fault("generated: black would change it", text)
    _check_again(case, folder, output, report)


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _is_about_files(findings: driver.Findings) -> bool:
    """What only a build sees: outputs that cannot lie where they should."""
    return any(each.code in ("LG0607", "LG0611") for each in findings.diagnostics)


def _check_findings(project: Path, report: Report) -> bool:
    """``check``: findings stand at places that there are, and can be shown in every form."""
    checked = driver.check(_roots(project), working=project)
    findings = checked.findings
    for form in Format:
        render(findings.diagnostics, findings.sources, form).encode()
    for each in findings.diagnostics:
        source = findings.sources.get(each.span.file)
        if source is not None and not _is_somewhere(each.span, source):
            report.fault(f"a span that is nowhere: {each.code}", str(each))
        if len(each.message) > LONGEST_MESSAGE:
            report.fault(f"a message without end: {each.code}", each.message)
        report.features.append(f"{each.code} {_QUOTED.sub('', each.message)[:60]}")
    return findings.has_errors


def _is_somewhere(span: Span, source: SourceFile) -> bool:
    """Whether a finding stands in its file, or is about all of it."""
    lines = len(source.lines) + 1
    return span.line == 0 or (1 <= span.line <= lines and span.column >= 1)


def _check_writes(
    folder: Path, before: dict[str, bytes], built: driver.BuildResult, report: Report
) -> None:
    """A build changes nothing but its output and its cache; after an error, not the output."""
    after = _tree(folder)
    output = _output(folder, built)
    for name, content in after.items():
        path = folder / name
        if before.get(name) == content or path.is_relative_to(
            folder / "project" / CACHE
        ):
            continue
        if built.findings.has_errors:
            report.fault("written after an error", name)
        elif not path.is_relative_to(output):
            report.fault("written outside of the output", name)
    for name in before.keys() - after.keys():
        report.fault("a file is gone", name)


def _output(folder: Path, built: driver.BuildResult) -> Path:
    return Path(os.path.normpath(folder / "project" / (built.output or OUTPUT)))


def _check_generated(text: str, report: Report) -> None:
    """A generated module is Python that does no more than rules do."""
    for kind in faults_of(text):
        report.fault(f"generated: {kind}", text)


def _check_again(case: Case, folder: Path, output: Path, report: Report) -> None:
    """The same sources give the same bytes elsewhere, and a second build finds nothing to do."""
    project = folder / "project"
    again = driver.build(working=project, check=True)
    if again.written or again.removed:
        report.fault("a second build has something to do", str(again.written))
    other = folder / "elsewhere/other"
    other.mkdir(parents=True)
    lay_out(case, other)
    built = driver.build(working=other)
    if _tree(output) != _tree(Path(os.path.normpath(other / built.output))):
        report.fault("other bytes elsewhere")


def _check_layout(case: Case, folder: Path, project: Path, report: Report) -> None:
    """``fmt`` changes nothing that was laid out, and no meaning."""
    texts: dict[str, bytes] = {}
    for name, content in case.files.items():
        if not name.endswith(driver.SUFFIXES):
            continue
        laid_out = driver.fmt_text(content, name).laid_out
        if laid_out is None:
            continue
        texts[name] = laid_out.text.encode()
        again = driver.fmt_text(texts[name], name).laid_out
        if again is None or again.text != laid_out.text:
            report.fault("fmt of what is laid out", laid_out.text)
    if not report.accepted or not texts:
        return
    other = folder / "laid-out"
    other.mkdir()
    lay_out(Case({**case.files, **texts}), other)
    if _meaning(project) != _meaning(other):
        report.fault("fmt changes what it means", "\n".join(map(str, texts.values())))


def _roots(project: Path) -> list[Path]:
    """The folders of sources, as the settings say; the usual one where these are wrong."""
    found = open_workspace(Sink(), project).project
    return [project / "content"] if found is None else list(found.sources)


def _sources(workspace: Workspace, project: Path) -> list[Path]:
    found = find_sources(_roots(project), Sink(), workspace.shown)
    return [each.path for each in found]


def _meaning(project: Path) -> dict[str, str]:
    """What each file means, in a word."""
    from ledgerc.ir.pprint import print_play

    workspace = open_workspace(Sink(), project)
    found: dict[str, str] = {}
    for path in _sources(workspace, project):
        file = workspace.locate(path)
        if file.is_play:
            play = workspace.analyse_play(file).play
            text = "none" if play is None else print_play(play)
            found[file.name] = re.sub(r":\d+", "", text)
        else:
            catalog = workspace.analyse(file).catalog
            found[file.name] = "none" if catalog is None else digest(catalog)
    return found


def _check_plays(project: Path, report: Report) -> None:
    """What is generated in memory is sound; each play passes, or fails as a play does."""
    workspace = open_workspace(Sink(), project)
    for path in _sources(workspace, project):
        file = workspace.locate(path)
        if not file.is_play:
            catalog = workspace.analyse(file).catalog
            if catalog is not None:
                _check_generated(
                    workspace.emit_catalog(catalog, formatted=False), report
                )
                workspace.module(file, catalog)
            continue
        runs, _ = workspace.runs(file)
        for run in runs or ():
            report.plays += 1
            report.features.append(_play(run, report))


def _play(run: PlayRun, report: Report) -> str:
    try:
        run.call()
    except PlayFailed as failed:
        cause = failed.__cause__
        if cause is not None and not isinstance(cause, _ERRORS):
            report.raised("a play", cause)
        told = str(failed).partition("\n")[0].partition(": ")[2]
        return f"play {_QUOTED.sub('', told)[:50]}"
    except Exception as error:
        report.raised("a play", error)
    return "play passed"


def _check_reports(project: Path, report: Report) -> None:
    """What else is asked of sources, whether they are right or not, gives text or findings."""
    workspace = open_workspace(Sink(), project)
    for path in _sources(workspace, project)[:3]:
        driver.dump(path, driver.Stage.AST, working=project)
        driver.dump(path, driver.Stage.IR, working=project)
        if path.suffix == ".ledger":
            driver.pipeline(path, None, working=project)
            catalog = workspace.analyse(workspace.locate(path)).catalog
            if catalog is not None and catalog.pools:
                driver.uses(catalog.pools[0].name, [path], working=project)
