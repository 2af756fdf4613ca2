"""The output folder is written whole or not at all, by one build at a time."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from ledgerc.writing import locked, write_tree


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text() if path.is_file() else "/"
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "old.py").write_text("old")
    (folder / "a" / "stale.py").write_text("stale")
    (folder / "mine.txt").write_text("mine")
    return folder


NEW = {"a/old.py": "new", "b/c/added.py": "added"}


def test_files_are_written_and_removed(output: Path) -> None:
    write_tree(output, NEW, ["a/stale.py"])
    assert tree(output) == {
        "a": "/",
        "a/old.py": "new",
        "b": "/",
        "b/c": "/",
        "b/c/added.py": "added",
        "mine.txt": "mine",
    }


def test_removal_takes_compiled_files_and_empty_folders(output: Path) -> None:
    (output / "a" / "__pycache__").mkdir()
    for name in ("old", "stale"):
        (output / "a" / "__pycache__" / f"{name}.cpython-311.pyc").touch()
    write_tree(output, {}, ["a/old.py", "a/stale.py"])
    assert tree(output) == {"mine.txt": "mine"}


@pytest.mark.parametrize("count", range(1, 4))
@pytest.mark.parametrize("fault", [OSError, KeyboardInterrupt])
def test_what_stops_a_write_leaves_the_old_tree(
    output: Path,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    fault: type[BaseException],
) -> None:
    before = tree(output)
    calls = 0
    replace, unlink = os.replace, Path.unlink

    def failing() -> None:
        nonlocal calls
        calls += 1
        if calls == count:
            raise fault

    def replace_or_fail(source: Path, target: Path) -> None:
        failing()
        replace(source, target)

    def unlink_or_fail(path: Path, missing_ok: bool = False) -> None:
        failing()
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "replace", replace_or_fail)
    monkeypatch.setattr(Path, "unlink", unlink_or_fail)
    with pytest.raises(fault):
        write_tree(output, NEW, ["a/stale.py"])
    monkeypatch.undo()
    assert tree(output) == before


def test_a_full_disk_changes_nothing(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = tree(output)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_tree(output, NEW, ["a/stale.py"])
    assert tree(output) == before


def test_the_lock_lets_one_in_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    told = threading.Event()
    entered = threading.Event()

    def second() -> None:
        with locked(folder, told.set):
            entered.set()

    with locked(folder, lambda: None):
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(10)
        assert not entered.is_set()
    thread.join(10)
    assert entered.is_set()


def test_a_folder_made_for_nothing_is_taken_away(tmp_path: Path) -> None:
    with locked(tmp_path / "x" / "out", lambda: None):
        assert (tmp_path / "x" / "out").is_dir()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_build_left_is_cleared(output: Path) -> None:
    left = output / ".ledgerc-staging-abc"
    left.mkdir()
    (left / "new-0").touch()
    with locked(output, lambda: None):
        pass
    assert not left.exists()
