"""``ledgerc build --native``: compiled rules do what interpreted ones do, and never old ones.

The first test that plays compiles the runtime, which takes a minute; all share that build. Outside
of CI they play where a native build was made before, or with ``LEDGER_NATIVE=1``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ledger_runtime
from ledgerc.cli import cli
from ledgerc.diagnostics.render import Format, render
from ledgerc.driver import NativeResult, build, build_native
from ledgerc.native import compiling, place, toolchain

HERE = Path(__file__).parent
SETTINGS = '[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'
MODULE = "generated/skirmish.py"
LACKING = toolchain.missing()

needs_compiler = pytest.mark.skipif(
    LACKING is not None, reason=f"{LACKING.what}: {LACKING.step}" if LACKING else ""
)

needs_minutes = pytest.mark.skipif(
    not (
        os.environ.get("CI")
        or os.environ.get("LEDGER_NATIVE")
        or (HERE.parents[2] / ".ledgerc-cache" / "native").is_dir()
    ),
    reason="takes minutes: CI=1, LEDGER_NATIVE=1, or ledgerc build --native before",
)


def make_project(folder: Path) -> Path:
    """A project with one catalog."""
    (folder / "content").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(SETTINGS)
    shutil.copy(HERE / "skirmish.ledger", folder / "content")
    return folder


@pytest.fixture(scope="session")
def compiled(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, repository: Path
) -> Path:
    """A project with a native build; processes that test at once share one, and make it once."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder = shared / "native-project"
    cache = folder / ".ledgerc-cache" / "native"
    built = repository / ".ledgerc-cache" / "native"
    try:
        make_project(folder)
    except FileExistsError:  # another process was faster, and builds or has built
        pass
    else:
        if built.is_dir():  # the same runtime, compiled before
            shutil.copytree(built, folder / ".new", ignore_dangling_symlinks=True)
            cache.parent.mkdir(exist_ok=True)
            os.replace(folder / ".new", cache)
        (folder / "ready").touch()
    while not (folder / "ready").exists():
        time.sleep(0.05)
    assert_clean(build_native(working=folder))
    return folder


def assert_clean(result: NativeResult) -> None:
    text = render(result.findings.diagnostics, {}, Format.TEXT, colour=False)
    assert not result.findings.has_errors, text


def played(path: list[Path]) -> dict[str, Any]:
    """What the game comes to in a process with a path of its own."""
    environment = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run(
        [sys.executable, "-P", str(HERE / "skirmish.py")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.fixture(scope="module")
def both(compiled: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The game by interpreted rules, and by compiled ones."""
    sources = compiled / "interpreted"
    if not sources.exists():
        native = place.folder_for(compiled / "generated")
        staged = compiled / f".interpreted-{os.getpid()}"
        shutil.copytree(native, staged, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
        if not sources.exists():
            staged.rename(sources)
    return (
        played([sources]),
        played([place.folder_for(compiled / "generated")]),
    )


Both = tuple[dict[str, Any], dict[str, Any]]


@needs_minutes
@needs_compiler
def test_each_runs_what_it_says(both: Both) -> None:
    plain, native = both
    assert plain["native"] == [False, False]
    assert native["native"] == [True, True]


@needs_minutes
@needs_compiler
def test_logs_saves_copies_and_orders_are_the_same(both: Both) -> None:
    plain, native = both
    assert plain["played"]["log"].count("\n") > 50
    assert native["played"] == plain["played"]


@needs_minutes
@needs_compiler
def test_errors_say_the_same_and_leave_nothing_behind(both: Both) -> None:
    plain, native = both
    assert "DivisionError" in plain["failed"]["division"]
    assert "skirmish.ledger:" in plain["failed"]["division"]
    assert plain["failed"]["same"]
    assert native["failed"] == plain["failed"]


@needs_minutes
@needs_compiler
def test_rules_without_an_end_meet_the_same_limit(both: Both) -> None:
    plain, native = both
    assert "more than 200 deep" in plain["endless"][0]
    assert "more than 2000 deep" in plain["endless"][1]
    assert native["endless"] == plain["endless"]
    assert native["in a thread"] == plain["in a thread"]


@needs_minutes
@needs_compiler
def test_a_compiled_class_can_be_derived_from(both: Both) -> None:
    plain, native = both
    assert plain["derived"] == native["derived"] == "Note HELLO\n"


@needs_minutes
@needs_compiler
def test_nothing_is_compiled_twice(compiled: Path) -> None:
    result = build_native(working=compiled)
    assert result.compiled == ()
    assert result.current
    assert set(result.unchanged) == {"ledger_runtime", MODULE}
    assert build_native(working=compiled, check=True).current


@needs_minutes
@needs_compiler
def test_what_runs_once_is_told_to_the_c_compiler(compiled: Path) -> None:
    (work,) = (compiled / ".ledgerc-cache" / "native").iterdir()
    headers = {each.name for each in (work / "c").rglob("*.once.h")}
    assert {"__native_native.once.h", "__native_skirmish.once.h"} <= headers
    told = next((work / "c").rglob("__native_skirmish.once.h")).read_text()
    assert "CPyDef_generated___skirmish_____top_level__(void) LEDGER_ONCE;" in told


@needs_compiler
def test_the_process_that_compiles_ends_with_the_one_that_asked(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("NUMBER = 1\n")
    (tmp_path / "request.json").write_text(
        json.dumps({"groups": [[["module.py"], "module"]], "threads": 1})
    )
    done = subprocess.run(
        [sys.executable, "-m", "ledgerc.native.compiling", "request.json"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert not (tmp_path / "lib").exists()


def test_what_threads_tell_are_whole_lines() -> None:
    code = """
import sys
from threading import Thread
from ledgerc.native.compiling import _tell

sys.setswitchinterval(1e-6)
threads = [
    Thread(target=lambda: [_tell([1, 2, "a module"]) for _ in range(300)])
    for _ in range(8)
]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    lines = done.stdout.removesuffix("\n").split("\n")
    assert lines == [compiling.MARK + '[1, 2, "a module"]'] * 2400


def test_the_native_folder_is_not_for_git(tmp_path: Path) -> None:
    output = tmp_path / "generated"
    output.mkdir()
    place.put(place.folder_for(output), {}, place.Record("tools", "runtime", {}))
    assert "*" in (place.folder_for(output) / ".gitignore").read_text().split()


def with_record(project: Path, *, module: str = MODULE) -> Path:
    """A native folder as a build leaves it, with something in the place of machine code."""
    result = build(working=project)
    assert not result.findings.has_errors
    native = place.folder_for(project / "generated")
    compiled = native / "generated" / "skirmish.cpython.so"
    source = project / module
    (project / "code").write_text("code")
    place.put(
        native,
        {
            module: source,
            compiled.relative_to(native).as_posix(): project / "code",
        },
        place.Record("tools", "runtime", {module: "hash"}),
    )
    assert compiled.exists()
    return native


def test_a_plain_build_lets_no_old_rules_run(tmp_path: Path) -> None:
    project = make_project(tmp_path / "game")
    native = with_record(project)
    source = project / "content" / "skirmish.ledger"
    source.write_text(
        source.read_text().replace("event.amount - 1", "event.amount - 2")
    )
    result = build(working=project)
    assert result.interpreted == (MODULE,)
    assert sorted(each.name for each in (native / "generated").iterdir()) == [
        "__init__.py",
        "skirmish.py",
    ]
    assert (native / MODULE).read_text() == (project / MODULE).read_text()
    assert place.read_record(native).modules == {}
    source.unlink()
    build(working=project)
    assert not (native / MODULE).exists()


def test_a_build_says_that_compiled_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(tmp_path / "game")
    with_record(project)
    source = project / "content" / "skirmish.ledger"
    source.write_text(
        source.read_text().replace("event.amount - 1", "event.amount - 2")
    )
    monkeypatch.chdir(project)
    done = CliRunner().invoke(cli, ["build"])
    assert done.exit_code == 0
    assert "1 module has changed" in done.stderr
    assert "ledgerc build --native" in done.stderr


@needs_compiler
def test_check_tells_what_would_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(tmp_path / "game")
    build(working=project)
    result = build_native(working=project, check=True)
    assert result.compiled == ("ledger_runtime", MODULE)
    assert not place.folder_for(project / "generated").exists()
    monkeypatch.chdir(project)
    done = CliRunner().invoke(cli, ["build", "--native", "--check"])
    assert done.exit_code == 1
    assert "2 to compile" in done.stdout


def codes(result: NativeResult) -> list[str]:
    return [each.code for each in result.findings.diagnostics]


def test_what_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(tmp_path / "game")
    monkeypatch.setenv("CC", "no-such-compiler")
    result = build_native(working=project)
    assert codes(result) == ["LG0621"]
    assert result.plain.written
    assert not place.folder_for(project / "generated").exists()


@needs_compiler
def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    project = make_project(tmp_path / "game")
    own = place.folder_for(project / "generated") / "mine.txt"
    own.parent.mkdir()
    own.write_text("mine")
    assert codes(build_native(working=project)) == ["LG0622"]
    assert own.read_text() == "mine"


@needs_compiler
def test_an_output_folder_within_a_package_is_refused(tmp_path: Path) -> None:
    project = make_project(tmp_path / "game")
    (project / "__init__.py").touch()
    assert codes(build_native(working=project)) == ["LG0622"]


@needs_minutes
@needs_compiler
def test_what_the_compiler_refuses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(tmp_path / "game")
    monkeypatch.setenv("CC", f"{sys.executable} -c exit(3)")
    built = project / ".ledgerc-cache" / "native"
    result = build_native(working=project)
    assert codes(result) == ["LG0623"]
    assert built.is_dir()
    assert not place.folder_for(project / "generated").exists()


def test_the_runtime_says_whether_it_is_compiled() -> None:
    path = str(ledger_runtime.world.__file__)
    assert path.endswith((".so", ".pyd")) == ledger_runtime.NATIVE
