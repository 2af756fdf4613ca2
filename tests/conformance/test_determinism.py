"""The same sources, the same bytes, wherever they are compiled; the same logs for ever."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ledger_runtime.match_file import replay_match
from tests.conformance.recorded_matches import COUNTS, module, recorded

REPOSITORY = Path(__file__).parents[2]

BACKWARDS = """\
# Folders give their files in no order: here in one that nothing may depend on.
import os

_listdir, _scandir = os.listdir, os.scandir


def listdir(path="."):
    return sorted(_listdir(path), reverse=True)


class scandir:
    def __init__(self, path="."):
        with _scandir(path) as found:
            self.entries = sorted(found, key=lambda entry: entry.name, reverse=True)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __iter__(self):
        return iter(self.entries)

    def __next__(self):
        if not self.entries:
            raise StopIteration
        return self.entries.pop(0)

    def close(self):
        return None


os.listdir, os.scandir = listdir, scandir
"""

PLAIN = {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"}
OTHER = {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"}


def build(
    folder: Path, working: str, environment: dict[str, str], python: str
) -> dict[str, bytes]:
    """Compile the whole content in a copy of the project; every file that was written."""
    folder.mkdir()
    shutil.copytree(REPOSITORY / "content", folder / "content")
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    given = {**os.environ, **environment}
    path = [str(REPOSITORY / "compiler"), str(REPOSITORY / "runtime")]
    if python == sys.executable:
        given["PYTHONPATH"] = os.pathsep.join(
            [*environment.get("PYTHONPATH", "").split(os.pathsep), *path]
        ).strip(os.pathsep)
    done = subprocess.run(
        [python, "-m", "ledgerc", "build"],
        cwd=folder / working,
        env=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    output = folder / "generated"
    return {
        str(path.relative_to(output)): path.read_bytes()
        for path in sorted(output.rglob("*.py"))
    }


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the content compiles to under plain conditions."""
    folder = tmp_path_factory.mktemp("plain") / "project"
    return build(folder, ".", PLAIN, sys.executable)


def test_the_bytes_do_not_depend_on_where_and_how(
    plain: dict[str, bytes], tmp_path: Path
) -> None:
    """Another hash seed, order of files, locale, time zone and working folder, all at once."""
    assert len(plain) > 100
    (tmp_path / "site").mkdir()
    (tmp_path / "site/sitecustomize.py").write_text(BACKWARDS, encoding="utf-8")
    environment = {**OTHER, "PYTHONPATH": str(tmp_path / "site")}
    other = build(
        tmp_path / "elsewhere in a folder",
        "content/cirque",
        environment,
        sys.executable,
    )
    assert other == plain


@pytest.fixture
def other_python() -> str:
    """``LEDGERC_OTHER_PYTHON``: a Python of another version that has the project installed."""
    python = os.environ.get("LEDGERC_OTHER_PYTHON")
    if not python:
        pytest.skip("LEDGERC_OTHER_PYTHON names no other Python")
    told = [python, "-c", "import sys; print(sys.version_info[:2])"]
    version = subprocess.run(told, capture_output=True, text=True, check=True).stdout
    assert version.strip() != str(sys.version_info[:2]), "that is no other version"
    return python


def test_the_bytes_do_not_depend_on_the_python(
    plain: dict[str, bytes], tmp_path: Path, other_python: str
) -> None:
    assert build(tmp_path / "other", ".", PLAIN, other_python) == plain


def test_recorded_matches_are_replayed_by_the_other_python(other_python: str) -> None:
    """All of the thousand, to the letter."""
    script = (
        "from ledger_runtime.match_file import replay_match\n"
        "from tests.conformance.recorded_matches import module, recorded\n"
        "for game, match in recorded():\n"
        "    came = replay_match(module(game), match).difference\n"
        "    print('same' if came is None else came)\n"
    )
    done = subprocess.run(
        [other_python, "-c", script],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["same"] * 1000


def test_a_thousand_recorded_matches_are_replayed_to_the_letter() -> None:
    """Every order again; the log after each, and the world at the end, as they were recorded."""
    played = dict.fromkeys(COUNTS, 0)
    for game, match in recorded():
        replayed = replay_match(module(game), match)
        assert replayed.difference is None, (game, match.seed)
        played[game] += 1
    assert played == COUNTS
    assert sum(played.values()) == 1000
