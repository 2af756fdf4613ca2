"""A build: what must be in the output folder, and making it so."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ledgerc.collector import without_collector
from ledgerc.diagnostics import Diagnostic, Severity, Sink
from ledgerc.files import find_sources, reason, whole_file
from ledgerc.making import Builder, Made, Progress
from ledgerc.native.place import interpret
from ledgerc.outputs import (
    PACKAGE_TEXT,
    Current,
    clashes,
    look,
    output_path,
    packages_for,
)
from ledgerc.project import Project
from ledgerc.records import record, replace
from ledgerc.source import Span
from ledgerc.units import Graph, Unit
from ledgerc.workspace import Findings, Located, Workspace, open_workspace
from ledgerc.writing import locked, write_tree


@record(frozen=True)
class BuildResult:
    """What a build did, or with ``check`` would do.

    ``written``, ``unchanged`` and ``removed`` are paths from the output folder; ``compiled`` counts
    the outputs that the cache did not have. ``diff`` is there with ``check`` alone. ``interpreted``
    are the modules of a native build that are plain Python again, since they changed.
    """

    findings: Findings
    output: str
    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    compiled: int = 0
    diff: str = ""
    interpreted: tuple[str, ...] = ()

    @property
    def current(self) -> bool:
        """Whether there was nothing to write or remove."""
        return not self.written and not self.removed


class NotConfiguredError(Exception):
    """A build that neither a project nor its caller tells what to compile, or where to."""


def named_or_configured(
    paths: Sequence[Path], project: Project | None, purpose: str, sink: Sink
) -> Sequence[Path]:
    """``paths``, or if there are none the sources of the project.

    ``purpose`` says what for, as in ``to watch``. None at all where ``sink`` was told what is wrong
    with the settings. Raises :class:`NotConfiguredError` if there is neither.
    """
    if paths:
        return paths
    if project is None:
        if sink.has_errors:
            return ()
        raise NotConfiguredError(
            f"name the files {purpose}, or list them as `sources` "
            "under [tool.ledgerc] in pyproject.toml"
        )
    return project.sources


def build(
    paths: Sequence[Path] = (),
    *,
    output: Path | None = None,
    check: bool = False,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
    waiting: Callable[[], None] = lambda: None,
) -> BuildResult:
    """Compile to ``output`` what ``paths`` name, by default all that the project has.

    A path that other catalogs use stands for those. With ``check`` nothing is written. ``waiting``
    is called if another build is at work and must be waited for. Raises
    :class:`NotConfiguredError`.
    """
    sink = Sink()
    workspace = open_workspace(sink, working)
    project = workspace.project
    if sink.has_errors:
        return BuildResult(workspace.findings((), sink), "")
    if project is None and not paths:
        raise NotConfiguredError(
            "no pyproject.toml with [tool.ledgerc] is here or above: name what to build"
        )
    if output is None:
        if project is None:
            raise NotConfiguredError(
                "no pyproject.toml with [tool.ledgerc] is here or above: say where with --out"
            )
        output = project.output
    build = _Build(workspace, project, paths, output, sink, progress)
    if check:
        with without_collector():
            return build.compare()
    try:
        with locked(output, waiting), without_collector():
            return build.write()
    except OSError as fault:
        name = workspace.shown(output)
        message = f"the output folder `{name}` cannot be written: {reason(fault)}"
        sink.error("LG0609", whole_file(name), message)
        return BuildResult(workspace.findings((), sink), name)


class _Build:
    """One run of ``build``."""

    def __init__(
        self,
        workspace: Workspace,
        project: Project | None,
        paths: Sequence[Path],
        output: Path,
        sink: Sink,
        progress: Progress,
    ) -> None:
        self._workspace = workspace
        self._project = project
        self._paths = paths
        self._output = Path(output).absolute()
        self._sink = sink
        self._progress = progress
        self._name = workspace.shown(self._output)

    def write(self) -> BuildResult:
        """Make the tree what it must be; nothing is touched if anything has an error."""
        plan = self._plan(read_only=False)
        if plan is None:
            return BuildResult(self._findings({}), self._name)
        if plan.result.findings.has_errors:
            return plan.result
        texts = {output: plan.expected[output] for output in plan.result.written}
        write_tree(self._output, texts, plan.result.removed)
        if not self._paths and self._project and self._output == self._project.output:
            plan.builder.forget_others(plan.units)
        interpreted = interpret(self._output, plan.expected, plan.result.removed)
        return replace(plan.result, interpreted=interpreted)

    def compare(self) -> BuildResult:
        """What :meth:`write` would do."""
        plan = self._plan(read_only=True)
        return (
            BuildResult(self._findings({}), self._name) if plan is None else plan.result
        )

    def _plan(self, *, read_only: bool) -> _Plan | None:
        sources = self._project.sources if self._project else ()
        given = self._find(self._paths)
        everything = self._find([*sources, *self._paths])
        if self._sink.has_errors:
            return None
        cache = self._project.cache if self._project else None
        builder = Builder(self._workspace, self._output, cache, read_only=read_only)
        graph = builder.graph(everything)
        units = graph.units()
        find_clashes(units, self._workspace, self._sink)
        wanted = [unit for unit in units if not given or _depends(unit, set(given))]
        made = builder.make(wanted, self._progress)
        expected = expected_tree(made)
        if self._sink.has_errors or any(
            has_errors(each.found) for each in made.values()
        ):
            result = BuildResult(self._findings(made), self._name)
            return _Plan(builder, units, expected, result)
        current = look(self._output, expected, _staleness(graph, units))
        self._refuse_foreign(current)
        return _Plan(
            builder, units, expected, self._result(made, expected, current, read_only)
        )

    def _find(self, paths: Sequence[Path]) -> tuple[Located, ...]:
        found = find_sources(paths, self._sink, self._workspace.shown)
        return self._workspace.locate_all(found, self._sink)

    def _refuse_foreign(self, current: Current) -> None:
        for output in current.foreign:
            name = self._workspace.shown(self._output / output)
            self._sink.error(
                "LG0611",
                whole_file(name),
                f"`{name}` is in the way: no build wrote it, so none overwrites it",
                allowed="move it or delete it, then build again",
            )

    def _result(
        self,
        made: dict[Unit, Made],
        expected: dict[str, str],
        current: Current,
        compare: bool,
    ) -> BuildResult:
        changed = [
            output
            for output in sorted(expected)
            if current.texts.get(output) != expected[output]
        ]
        return BuildResult(
            self._findings(made),
            self._name,
            tuple(changed),
            tuple(output for output in sorted(expected) if output not in changed),
            tuple(sorted(current.stale)),
            sum(not each.cached for each in made.values()),
            unified_diff(current, expected, self._name) if compare else "",
        )

    def _findings(self, made: dict[Unit, Made]) -> Findings:
        found = [
            (unit.file.root, diagnostic)
            for unit, each in made.items()
            for diagnostic in each.found
        ]
        return self._workspace.findings(found, self._sink)


@record(frozen=True)
class _Plan:
    """What must be in the output folder, and what is to be done for it."""

    builder: Builder
    units: Sequence[Unit]
    expected: dict[str, str]
    result: BuildResult


def _depends(unit: Unit, given: set[Located]) -> bool:
    return any(Located(unit.file.root, name) in given for name in unit.inputs)


def _staleness(graph: Graph, units: Sequence[Unit]) -> Callable[[str], bool]:
    """Whether the output of a source should go: it is no unit of this build's sources.

    One that lies under a root of this build and is none of its files stays: it was built by name.
    """
    built = {unit.file.name for unit in units}
    known = {file.name for file in graph.reached}
    roots = sorted({file.root for file in graph.files})

    def is_stale(source: str) -> bool:
        if source in built:
            return False
        return source in known or not any((root / source).exists() for root in roots)

    return is_stale


def expected_tree(made: Mapping[Unit, Made]) -> dict[str, str]:
    """Every file of the output folder and its text: the outputs, and the packages they lie in."""
    texts = {
        unit.output: each.text for unit, each in made.items() if each.text is not None
    }
    packages = dict.fromkeys(packages_for(texts), PACKAGE_TEXT)
    return packages | texts


def find_clashes(units: Sequence[Unit], workspace: Workspace, sink: Sink) -> None:
    """LG0607 for each two sources whose outputs cannot lie side by side."""
    by_name: dict[str, list[Unit]] = {}
    for unit in units:
        by_name.setdefault(unit.file.name, []).append(unit)
    for name, same in by_name.items():
        for other in same[1:]:
            _clash(workspace, same[0], other, output_path(name), sink)
    for clash in clashes(by_name):
        _clash(
            workspace,
            by_name[clash.first][0],
            by_name[clash.second][0],
            clash.output,
            sink,
        )


def _clash(
    workspace: Workspace, first: Unit, second: Unit, output: str, sink: Sink
) -> None:
    names = [workspace.shown(workspace.path_of(unit.file)) for unit in (first, second)]
    sink.error(
        "LG0607",
        Span(names[1], 0, 0, 0, 0),
        f"its output `{output}` cannot lie beside that of `{names[0]}`",
        allowed="names that differ in more than case and signs, and no file named as a folder",
    )


def unified_diff(current: Current, expected: Mapping[str, str], folder: str) -> str:
    """What a build would change, as a patch; empty where the tree is current."""
    return "".join(_diffs(current, expected, folder))


def _diffs(current: Current, expected: Mapping[str, str], folder: str) -> Iterator[str]:
    changed = {
        output: text
        for output, text in expected.items()
        if current.texts.get(output) != text
    }
    for output in sorted([*changed, *current.stale]):
        before = current.texts.get(output, current.stale.get(output))
        name = f"{folder}/{output}"
        yield from difflib.unified_diff(
            (before or "").splitlines(keepends=True),
            changed.get(output, "").splitlines(keepends=True),
            "/dev/null" if before is None else name,
            name if output in changed else "/dev/null",
        )


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Whether any of these stops a build."""
    return any(each.severity is Severity.ERROR for each in found)
