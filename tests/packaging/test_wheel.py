"""The wheel: what is in it, and that it works where nothing else of this project is.

`.ci/pkg` does the same with an ordinary ``pip install`` from the index; here the packages that
the compiler needs are lent by this environment, so that no network is wanted.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        check=True,
        cwd=repository,
        capture_output=True,
    )
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel installs, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def _is_cache(path: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts)


def python(code: str, folder: Path, *paths: Path) -> str:
    """Run ``code`` in a Python that sees the standard library and ``paths`` alone."""
    setup = f"import sys; sys.path[:0] = {[str(path) for path in paths]!r}\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", setup + code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_packages_and_nothing_else_are_in_it(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "ledgerc",
        "ledger_runtime",
    }


def test_all_that_is_read_at_run_time_is_in_it(
    names: list[str], repository: Path
) -> None:
    for package, root in (("ledgerc", "compiler"), ("ledger_runtime", "runtime")):
        for path in sorted((repository / root / package).rglob("*")):
            if path.is_file() and not _is_cache(path):
                assert path.relative_to(repository / root).as_posix() in names
    assert "ledgerc/reference/language.md" in names
    for needed in ("ledgerc/py.typed", "ledger_runtime/py.typed"):
        assert needed in names
    assert any(name.endswith(".lark") for name in names)
    assert any(name.endswith(".jinja") for name in names)


def test_the_command_and_the_plugin_are_declared(wheel: Path, names: list[str]) -> None:
    (entry_points,) = [name for name in names if name.endswith("entry_points.txt")]
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(entry_points).decode()
    assert "ledgerc = ledgerc.cli:main" in text
    assert "[pytest11]\nledger = ledgerc.pytest_plugin" in text


def test_the_installed_command_builds_and_plays(
    installed: Path, repository: Path, tmp_path: Path
) -> None:
    lent = Path(sysconfig.get_paths()["purelib"])
    content = repository / "content"
    code = (
        "import ledgerc, ledgerc.cli\n"
        f"assert ledgerc.__file__.startswith({str(installed)!r}), ledgerc.__file__\n"
        f"assert ledgerc.cli.run(['play', {str(content)!r}, '-x']) == 0\n"
        f"assert ledgerc.cli.run(['build', {str(content)!r}, '--out', 'generated']) == 0\n"
        "assert ledgerc.cli.run(['code', 'LG0601']) == 0\n"
        f"recipe = {str(content / 'cookbook/mechanics/ward.play')!r}\n"
        "assert ledgerc.cli.run(['docs', recipe, '--out', 'site']) == 0\n"
    )
    out = python(code, tmp_path, installed, lent)
    assert "all passing" in out
    assert "# LG0601: " in out
    assert (tmp_path / "generated" / "cookbook" / "mechanics" / "ward.py").is_file()
    assert "The Ledger language" in (tmp_path / "site/language.html").read_text("utf-8")


def test_a_generated_module_needs_the_runtime_alone(
    installed: Path, repository: Path, tmp_path: Path
) -> None:
    (tmp_path / "ledger_runtime").symlink_to(installed / "ledger_runtime")
    (tmp_path / "generated").symlink_to(repository / "generated")
    code = (
        "from generated.cookbook.mechanics import ward\n"
        "blob = ward.World(seed=7).save()\n"
        "ward.World.load(blob)\n"
        "theirs = {'ledgerc', 'lark', 'jinja2', 'black', 'click'} & set(sys.modules)\n"
        "assert not theirs, theirs\n"
        "from generated.cookbook.mechanics import guard, turn\n"
    )
    python(code, tmp_path, tmp_path)


def test_the_runtime_imports_the_standard_library_alone(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "ledger_runtime").symlink_to(installed / "ledger_runtime")
    modules = sorted(
        path.relative_to(installed).with_suffix("").as_posix().replace("/", ".")
        for path in (installed / "ledger_runtime").rglob("*.py")
    )
    python(
        "import importlib\n"
        f"for name in {modules!r}:\n"
        "    importlib.import_module(name.removesuffix('.__init__'))\n",
        tmp_path,
        tmp_path,
    )
