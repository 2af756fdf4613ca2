"""The pytest plugin: ``pytest guard.play`` runs the plays of a file without a build.

A ``.play`` file is collected when it is named on the command line, itself or by one of its plays
(``guard.play::title``); the files below a folder are collected with ``--plays``. The compiler is
imported as the first of them is collected, so that other test runs pay nothing.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ledgerc.diagnostics import Sink
    from ledgerc.playing import PlayRun
    from ledgerc.workspace import Workspace

_WORKSPACE = pytest.StashKey["Workspace"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--plays``."""
    parser.getgroup("ledger").addoption(
        "--plays",
        action="store_true",
        help="also collect the .play files in the folders that are named",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PlayFile | None:
    """Collect a ``.play`` file that was asked for."""
    if file_path.suffix != ".play":
        return None
    config = parent.config
    asked = parent.session.isinitpath(file_path) or _is_named(config, file_path)
    if not asked and not config.getoption("--plays"):
        return None
    return PlayFile.from_parent(parent, path=file_path)


def _is_named(config: pytest.Config, path: Path) -> bool:
    """Whether an argument names the file: pytest forgets one that lies in a folder named too."""
    folder = config.invocation_params.dir
    return any(
        os.path.abspath(folder / argument.partition("::")[0]) == str(path)
        for argument in config.args
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what is there twice: a file named twice, or a play and its generated test."""
    kept: list[pytest.Item] = []
    twice: list[pytest.Item] = []
    played = {item.identity for item in items if isinstance(item, PlayItem)}
    if not played:
        return
    seen: set[str] = set()
    for item in items:
        again = isinstance(item, PlayItem) and item.nodeid in seen
        seen.add(item.nodeid)
        if again or _generated_identity(item) in played:
            twice.append(item)
        else:
            kept.append(item)
    if twice:
        config.hook.pytest_deselected(items=twice)
        items[:] = kept


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """Where nothing ran, tell how the plays in a folder that was named are collected."""
    if exitstatus != pytest.ExitCode.NO_TESTS_COLLECTED or config.getoption("--plays"):
        return
    named = [config.invocation_params.dir / each for each in config.args]
    if any(any(each.rglob("*.play")) for each in named if each.is_dir()):
        terminalreporter.write_line("--plays collects the .play files in folders, too")


Identity = tuple[str, str]
"""A play's digest, and its function with the row: the same in a generated test and here."""


def _generated_identity(item: pytest.Item) -> Identity | None:
    """The identity of a test that a build made of a play, or None for any other item."""
    if not isinstance(item, pytest.Function):
        return None
    digest = getattr(item.module, "PLAY_DIGEST", None)
    if not isinstance(digest, str):
        return None
    return (digest, item.name)


class PlayFile(pytest.File):
    """A ``.play`` file: its plays are the items, its errors a collection error."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Compile the file in memory; what is wrong with it is the collection's error."""
        taken: dict[str, int] = {}
        for _, group in groupby(self._runs(), key=lambda run: run.function):
            runs = tuple(group)
            name = _node_name(runs[0].title)
            taken[name] = taken.get(name, 0) + 1
            if taken[name] > 1:
                name = f"{name} ({taken[name]})"
            if runs[0].row is None:
                yield PlayItem.from_parent(self, name=name, run=runs[0])
            else:
                yield PlayRows.from_parent(self, name=name, runs=runs)

    def _runs(self) -> Sequence[PlayRun]:
        from ledgerc.diagnostics import Sink
        from ledgerc.diagnostics.render import render

        sink = Sink()
        workspace = _workspace(self.config, sink)
        file = workspace.locate(self.path)
        runs, diagnostics = workspace.runs(file)
        findings = workspace.findings(((file.root, each) for each in diagnostics), sink)
        if runs is None or findings.has_errors:
            raise self.CollectError(render(findings.diagnostics, findings.sources))
        return runs


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Of a generated test that fails, the report says what rules saw: it is run again, watched."""
    try:
        return (yield)
    except AssertionError as error:
        if _generated_identity(pyfuncitem) is None:
            raise
        from ledger_runtime.testing import PlayFailed, failed_again

        if not isinstance(error, PlayFailed):
            raise
        given = {
            name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames
        }
        raise failed_again(error, lambda: pyfuncitem.obj(**given)) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of a play that fails, the one-line summary says its file and line first.

    Also of a generated test, where pytest would put the class of the error before them.
    """
    report = yield
    error = call.excinfo.value if call.excinfo is not None else None
    name = f"{type(error).__module__}.{type(error).__name__}"
    if name == "ledger_runtime.testing.PlayFailed":
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            crash.message = str(error)
    return report


def _workspace(config: pytest.Config, sink: Sink) -> Workspace:
    """One workspace for all files of a run: a catalog with many plays is compiled once."""
    from ledgerc.workspace import open_workspace

    if _WORKSPACE in config.stash:
        return config.stash[_WORKSPACE]
    workspace = open_workspace(sink, config.invocation_params.dir)
    if (
        not sink.has_errors
    ):  # else it is not kept, so that each file tells what is wrong
        config.stash[_WORKSPACE] = workspace
    return workspace


def _node_name(title: str) -> str:
    """A title as pytest names a node: ``::`` would part it, a bracket begin its parameters."""
    return title.replace("::", ":").replace("[", "(").replace("]", ")")


class PlayRows(pytest.Collector):
    """A play with rows: an item a row, ``guard.play::title::hits=2``."""

    def __init__(self, *, runs: Sequence[PlayRun], **rest: Any) -> None:
        super().__init__(**rest)
        self._runs = runs

    def collect(self) -> Iterable[pytest.Item]:
        """An item a row; the same row twice is numbered."""
        taken: dict[str, int] = {}
        for run in self._runs:
            name = run.row or ""
            taken[name] = taken.get(name, 0) + 1
            if taken[name] > 1:
                name = f"{name} ({taken[name]})"
            yield PlayItem.from_parent(self, name=name, run=run)


class PlayItem(pytest.Item):
    """One play, or one row of it."""

    def __init__(self, *, run: PlayRun, **rest: Any) -> None:
        super().__init__(**rest)
        self._run = run
        self.extra_keyword_matches.add(run.function)

    def runtest(self) -> None:
        """Play it."""
        from ledger_runtime.testing import run_explained

        run_explained(self._run.call)

    @property
    def identity(self) -> Identity:
        """What makes it the same as a generated test."""
        row = "" if self._run.row is None else f"[{self._run.row}]"
        return (self._run.digest, self._run.function + row)

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> Any:
        """The play's own message, file and line first; of another error its trace."""
        from ledger_runtime.testing import PlayFailed

        if isinstance(excinfo.value, PlayFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the play's line (from 0) and its name."""
        return self.path, self._run.line - 1, self._run.name
