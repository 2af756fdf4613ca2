"""A native build: what must be compiled anew, compiling it, and putting it in place."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import ledgerc
from ledgerc.building import BuildResult, build
from ledgerc.cache import content_hash, mark_cache
from ledgerc.diagnostics import Note, Sink
from ledgerc.files import reason, whole_file
from ledgerc.making import Progress
from ledgerc.native import compiling, place, toolchain
from ledgerc.native.compiling import RUNTIME
from ledgerc.native.place import OccupiedError, Record
from ledgerc.outputs import PACKAGE, PLAYS
from ledgerc.project import CACHE
from ledgerc.workspace import Findings, Workspace, open_workspace
from ledgerc.writing import locked

INTERPRETED = frozenset(
    f"{RUNTIME}/{name}.py"
    for name in ("__init__", "testing", "testing_commands", "testing_frame")
)
"""Modules of the runtime that are not compiled: the list of names, and what only plays need.

Packages within the runtime are not compiled either.
"""

_SAID_LINES = 8
_REQUEST = "request.json"


@dataclass(frozen=True, slots=True)
class NativeResult:
    """What a native build did, or with ``check`` would do.

    ``plain`` is the build of the Python that is compiled. ``compiled`` and ``unchanged`` are
    modules by path from ``folder``, the shown name of where the native build lies; the runtime
    counts as one.
    """

    plain: BuildResult
    findings: Findings
    folder: str = ""
    compiled: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def current(self) -> bool:
        """Whether there was nothing to compile or remove."""
        return self.plain.current and not self.compiled and not self.removed


def build_native(
    paths: Sequence[Path] = (),
    *,
    output: Path | None = None,
    check: bool = False,
    working: Path | None = None,
    progress: Progress = lambda done, count, name: None,
    waiting: Callable[[], None] = lambda: None,
) -> NativeResult:
    """Build what ``paths`` name, then compile its modules and the runtime with mypyc.

    What an earlier native build compiled and is still there is kept up to date as well. With
    ``check`` nothing is written. Raises :class:`~ledgerc.building.NotConfiguredError`.
    """
    plain = build(
        paths,
        output=output,
        check=check,
        working=working,
        progress=progress,
        waiting=waiting,
    )
    if plain.findings.has_errors:
        return NativeResult(plain, plain.findings)
    sink = Sink()
    workspace = open_workspace(Sink(), working)
    project = workspace.project
    target = output or (project.output if project else None)
    assert target is not None  # else the plain build has said so
    beside = project.cache if project else target.absolute().parent / CACHE
    native = _Native(workspace, plain, target.absolute(), beside, sink, progress)
    if check:
        result = native.plan()
    else:
        try:
            with locked(beside, waiting):
                mark_cache(beside)
                result = native.make()
        except OSError as fault:
            name = workspace.shown(native.folder)
            message = f"the native build `{name}` cannot be written: {reason(fault)}"
            sink.error("LG0609", whole_file(name), message)
            result = None
    findings = workspace.findings((), sink)
    if result is None:
        return NativeResult(plain, findings)
    return replace(result, findings=findings)


class _Native:
    """One run of ``build --native``, after the plain build."""

    def __init__(
        self,
        workspace: Workspace,
        plain: BuildResult,
        output: Path,
        cache: Path,
        sink: Sink,
        progress: Progress,
    ) -> None:
        self.folder = place.folder_for(output)
        self._workspace = workspace
        self._plain = plain
        self._output = output
        self._cache = cache
        self._sink = sink
        self._progress = progress
        self._name = workspace.shown(self.folder)
        self._prefix = place.prefix_of(output)
        self._runtime = _runtime(self.folder)

    def plan(self) -> NativeResult | None:
        """What :meth:`make` would do; None after an error."""
        if not self._can_be_made():
            return None
        try:
            old = place.read_record(self.folder)
        except OccupiedError:
            self._sink.error(
                "LG0622",
                whole_file(self._name),
                f"`{self._name}` is in the way: no native build made it, so none replaces it",
                allowed="move it or delete it, then build again",
            )
            return None
        record = self._record(old)
        return self._result(old, record)

    def make(self) -> NativeResult | None:
        """Compile what must be, and put the folder in place; None after an error."""
        result = self.plan()
        if result is None or not (result.compiled or result.removed):
            return result
        record = self._record(place.read_record(self.folder))
        work = self._cache / "native" / record.toolchain
        _clear_others(work)
        texts = self._texts()
        _lay_out(work, texts)
        compiled = self._compile(work, record)
        if compiled is None:
            return None
        # What was compiled lies in the working folder, whatever has changed meanwhile.
        files = {name: work / name for name in texts} | {
            path.relative_to(work / "lib").as_posix(): path for path in compiled
        }
        place.put(self.folder, files, record)
        return result

    def _can_be_made(self) -> bool:
        lacking = toolchain.missing()
        if lacking is not None:
            self._sink.error(
                "LG0621",
                whole_file(self._name),
                f"no native build can be made: {lacking.what}",
                allowed=lacking.step,
            )
        elif (self._output.parent / PACKAGE).is_file():
            package = self._workspace.shown(self._output.parent)
            self._sink.error(
                "LG0622",
                whole_file(self._name),
                f"`{package}` is a package, and Python imports all of it from one place",
                allowed="an output folder that is in no package",
            )
        return not self._sink.has_errors

    def _record(self, old: Record) -> Record:
        """What the folder will be made of."""
        built = [*self._plain.written, *self._plain.unchanged]
        modules = {
            f"{self._prefix}{output}"
            for output in built
            if PurePosixPath(output).name != PACKAGE
            and PurePosixPath(output).parts[0] != PLAYS
        }
        texts = self._texts()
        modules |= {module for module in old.modules if module in texts}
        return Record(
            toolchain.fingerprint(),
            place.hash_of(self._runtime),
            {
                module: content_hash(texts[module].read_bytes())
                for module in sorted(modules)
                if module in texts
            },
        )

    def _texts(self) -> dict[str, Path]:
        """All that is Python in the folder, by path from it."""
        output = {
            f"{self._prefix}{name}": path for name, path in place.files_of(self._output)
        }
        return self._runtime | output

    def _result(self, old: Record, new: Record) -> NativeResult:
        same = old.toolchain == new.toolchain and old.runtime == new.runtime
        modules = {RUNTIME: same} | {
            module: same and old.modules.get(module) == digest
            for module, digest in new.modules.items()
        }
        return NativeResult(
            self._plain,
            self._plain.findings,
            self._name,
            tuple(module for module, is_current in modules.items() if not is_current),
            tuple(module for module, is_current in modules.items() if is_current),
            tuple(module for module in old.modules if module not in new.modules),
        )

    def _compile(self, work: Path, record: Record) -> list[Path] | None:
        """The compiled modules, or None after an error."""
        runtime = [name for name in self._runtime if _is_compiled(name)]
        groups = [(runtime, f"{RUNTIME}.native")]
        groups += [([module], _dotted(module)) for module in record.modules]
        threads = os.cpu_count() or 1
        request = json.dumps({"groups": groups, "threads": threads})
        (work / _REQUEST).write_text(request, encoding="utf-8")
        remembers = work / ".mypy_cache"
        remembered = remembers.exists()
        modules, said = self._run(work)
        if modules is None and remembered:  # what is kept may be half of something
            shutil.rmtree(remembers, ignore_errors=True)
            modules, said = self._run(work)
        if modules is None:
            told = [line for line in said if "error: " in line] or said[-_SAID_LINES:]
            span = whole_file(self._name)
            self._sink.error(
                "LG0623",
                span,
                "mypyc or the C compiler refuses a module",
                notes=tuple(Note(line, span) for line in told[:_SAID_LINES]),
            )
        return modules

    def _run(self, work: Path) -> tuple[list[Path] | None, list[str]]:
        """Run the process that compiles: the modules, None if it failed; and what it said."""
        import subprocess  # only here, since a build without it must start fast

        command = [sys.executable, "-m", compiling.__name__, _REQUEST]
        environment = dict(os.environ)
        above = str(Path(ledgerc.__file__).parents[1])
        given = environment.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (above, given)))
        said: list[str] = []
        modules: list[Path] | None = None
        with subprocess.Popen(
            command,
            cwd=work,
            env=environment,
            stdin=subprocess.PIPE,  # it ends with ours
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                text, mark, told = line.partition(compiling.MARK)
                if text:
                    said.append(text.rstrip())
                if not mark:
                    continue
                answer = json.loads(told)
                if isinstance(answer, dict):
                    modules = [work / path for _, path in answer["modules"]]
                else:
                    self._progress(*answer)
        return (modules if process.returncode == 0 else None), said


def _runtime(native: Path) -> dict[str, Path]:
    """The files of the runtime, by path from the folder of a native build; not those in it."""
    path = [each for each in sys.path if os.path.abspath(each) != str(native)]
    found = PathFinder.find_spec(RUNTIME, path) or find_spec(RUNTIME)
    assert found is not None
    assert found.origin is not None
    home = Path(found.origin).parent
    return {f"{RUNTIME}/{name}": each for name, each in place.files_of(home)}


def _is_compiled(name: str) -> bool:
    path = PurePosixPath(name)
    in_itself = path.parent.name == RUNTIME and path.suffix == ".py"
    return in_itself and name not in INTERPRETED


def _dotted(module: str) -> str:
    return module.removesuffix(".py").replace("/", ".")


def _lay_out(work: Path, sources: Mapping[str, Path]) -> None:
    """Have just these sources in the working folder; what is the same keeps its time."""
    for name, _ in [*place.files_of(work)]:
        if name not in sources and not name.startswith(("c/", "lib/", "objects/")):
            (work / name).unlink()
    for name, path in sources.items():
        target = work / name
        content = path.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def _clear_others(work: Path) -> None:
    """Take away working folders of other compilers and versions."""
    if work.parent.is_dir():
        for other in sorted(work.parent.iterdir()):
            if other != work:
                shutil.rmtree(other, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
