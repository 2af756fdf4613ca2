"""The output folder is written whole or not at all, by one build at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ledgerc import writing
from ledgerc.switching import CannotSwitchError, exchange_of_system
from ledgerc.writing import locked, write_tree

WAYS = ("in one step", "file by file")


@pytest.fixture(params=WAYS)
def way(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> str:
    """How trees are written: by an exchange of the folder, or as where there is none."""
    chosen = str(request.param)
    if chosen == "file by file":
        no_exchange(monkeypatch)
    elif not can_exchange(tmp_path):
        pytest.skip("this system cannot exchange two folders")
    return chosen


def can_exchange(folder: Path) -> bool:
    """Whether two folders there can change places at once."""
    one, other = folder / "one", folder / "other"
    one.mkdir()
    other.mkdir()
    try:
        exchange = exchange_of_system()
        if exchange is None:
            return False
        exchange(one, other)
    except OSError:
        return False
    finally:
        one.rmdir()
        other.rmdir()
    return True


def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write as on a system without an exchange."""

    def cannot(*given: object) -> None:
        raise CannotSwitchError

    monkeypatch.setattr(writing, "switch_tree", cannot)


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


def test_files_are_written_and_removed(output: Path, way: str) -> None:
    write_tree(output, NEW, ["a/stale.py"])
    assert tree(output) == {
        "a": "/",
        "a/old.py": "new",
        "b": "/",
        "b/c": "/",
        "b/c/added.py": "added",
        "mine.txt": "mine",
    }


def test_removal_takes_compiled_files_and_empty_folders(output: Path, way: str) -> None:
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
    no_exchange(monkeypatch)
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
    output: Path, way: str, monkeypatch: pytest.MonkeyPatch
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


KILLED = """
import os, sys
from pathlib import Path
from ledgerc.writing import locked, write_tree

left = int(sys.argv[2])

def hook(event, given):
    global left
    if event in EVENTS:
        left -= 1
        if left < 0:
            os.kill(os.getpid(), 9)

EVENTS = {"open", "os.link", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.scandir",
          "os.chmod", "os.utime", "os.symlink", "shutil.copystat", "shutil.copymode",
          "shutil.rmtree", "tempfile.mkdtemp", "ctypes.dlsym", "fcntl.flock"}
with locked(Path(sys.argv[1]), lambda: None):
    sys.addaudithook(hook)
    write_tree(Path(sys.argv[1]), {"a/old.py": "new", "b/c/added.py": "added"}, ["a/stale.py"])
print("done")
"""


def test_a_build_killed_at_any_step_leaves_the_old_tree_or_the_new_one(
    output: Path, tmp_path: Path
) -> None:
    if not can_exchange(tmp_path):
        pytest.skip("this system cannot exchange two folders")
    before = tree(output)
    after = {
        "a": "/",
        "a/old.py": "new",
        "b": "/",
        "b/c": "/",
        "b/c/added.py": "added",
        "mine.txt": "mine",
    }
    seen = []
    for steps in range(200):
        command = [sys.executable, "-c", KILLED, str(output), str(steps)]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        found = tree(output)
        assert found in (before, after), steps
        seen.append(found == after)
        if run.returncode == 0:
            break
        assert run.returncode == -9, run.stderr
        if seen[-1]:  # back to the old tree for the next kill
            write_tree(
                output,
                {"a/old.py": "old", "a/stale.py": "stale"},
                ["b/c/added.py"],
            )
            assert tree(output) == before
    assert run.returncode == 0
    assert seen.count(False) > 10
    assert sorted(seen) == seen
    with locked(output, lambda: None):
        pass
    assert [each.name for each in output.parent.iterdir()] == ["out"]


def test_what_lies_in_the_folder_stays_what_it_is(output: Path, way: str) -> None:
    (output / "a" / "tool.sh").write_text("run")
    (output / "a" / "tool.sh").chmod(0o755)
    (output / "link.txt").symlink_to("mine.txt")
    (output / "empty").mkdir()
    output.chmod(0o750)
    written = (output / "mine.txt").stat().st_mtime_ns
    write_tree(output, NEW, [])
    assert (output / "a" / "tool.sh").stat().st_mode & 0o777 == 0o755
    assert os.readlink(output / "link.txt") == "mine.txt"
    assert (output / "empty").is_dir()
    assert output.stat().st_mode & 0o777 == 0o750
    assert (output / "mine.txt").stat().st_mtime_ns == written
    assert [each.name for each in output.parent.iterdir()] == ["out"]


def test_one_who_waits_enters_the_new_folder(output: Path) -> None:
    """A build that waits for another holds the folder that the other left, not the old one."""
    told, entered = threading.Event(), threading.Event()

    def second() -> None:
        with locked(output, told.set):
            write_tree(output, {"a/old.py": "newest", "z.py": "z"}, [])
            entered.set()

    with locked(output, lambda: None):
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(10)
        write_tree(output, NEW, ["a/stale.py"])
        assert tree(output)["a/old.py"] == "new"
    thread.join(10)
    assert entered.is_set()
    assert tree(output) == {
        "a": "/",
        "a/old.py": "newest",
        "b": "/",
        "b/c": "/",
        "b/c/added.py": "added",
        "mine.txt": "mine",
        "z.py": "z",
    }


def test_the_work_of_a_build_for_another_folder_is_left_alone(output: Path) -> None:
    """Its folder's name may begin as this one's does."""
    own = output.parent / ".ledgerc-staging-out-abcd_123"
    other = output.parent / ".ledgerc-staging-out-2-abcd_123"
    own.mkdir()
    other.mkdir()
    with locked(output, lambda: None):
        assert not own.exists()
        assert other.exists()
