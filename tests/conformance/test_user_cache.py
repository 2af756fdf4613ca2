"""The user's own cache neither breaks a command nor changes what it gives, whatever lies in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.commands.support import PROJECT, write

PLAY = [sys.executable, "-m", "ledgerc", "play", "content"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


def environment(**changed: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME")}
    return {**kept, **changed}


def played(project: Path, **changed: str) -> tuple[int, str, str]:
    done = subprocess.run(
        PLAY,
        cwd=project,
        env=environment(**changed),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def plain(project: Path, tmp_path: Path) -> tuple[int, str, str]:
    """What the plays give with a cache that is empty."""
    found = played(project, XDG_CACHE_HOME=str(tmp_path / "empty"))
    assert found[0] == 0
    assert "2 plays" in found[1]
    return found


def test_plays_at_once_with_one_cache_give_what_one_gives(
    project: Path, tmp_path: Path, plain: tuple[int, str, str]
) -> None:
    cache = tmp_path / "cache"
    for _ in range(2):  # an empty one, then one that is full
        runs = [
            subprocess.Popen(
                PLAY,
                cwd=project,
                env=environment(XDG_CACHE_HOME=str(cache)),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            for _ in range(3)
        ]
        for run in runs:
            out, err = run.communicate(timeout=120)
            assert (run.returncode, out, err) == plain


def test_a_damaged_cache_gives_what_an_empty_one_gives(
    project: Path, tmp_path: Path, plain: tuple[int, str, str]
) -> None:
    cache = tmp_path / "cache"
    assert played(project, XDG_CACHE_HOME=str(cache)) == plain
    files = [path for path in sorted(cache.rglob("*")) if path.is_file()]
    assert len(files) > 4
    for damage in (
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: bytes(len(content)),
        lambda content: content[:-7] + b"nonsens",
        lambda content: b"\xff" + content,
    ):
        for path in files:
            path.write_bytes(damage(path.read_bytes()))
        assert played(project, XDG_CACHE_HOME=str(cache)) == plain
    for path in files:
        path.unlink()
        path.mkdir()  # a folder where a file belongs
    assert played(project, XDG_CACHE_HOME=str(cache)) == plain


def test_without_a_place_for_a_cache_all_is_made_anew(
    project: Path, tmp_path: Path, plain: tuple[int, str, str]
) -> None:
    (tmp_path / "file").touch()
    assert played(project, XDG_CACHE_HOME=str(tmp_path / "file")) == plain
    assert played(project, HOME=str(tmp_path / "file")) == plain
    assert (
        played(project, HOME=str(tmp_path / "file" / "x"), XDG_CACHE_HOME="") == plain
    )
    assert played(project, XDG_CACHE_HOME="\udcff" if os.name == "posix" else "") == (
        plain
    )


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere"
)
def test_a_cache_that_cannot_be_written_is_done_without(
    project: Path, tmp_path: Path, plain: tuple[int, str, str]
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o500)
    assert played(project, XDG_CACHE_HOME=str(cache)) == plain
