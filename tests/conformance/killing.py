"""Kills a command at one step after another, and tells what each kill leaves of its folder.

``python -m tests.conformance.killing PRISTINE CODE`` runs Python code in copies of a folder, each
in a process that is killed (as by ``kill -9``) at another step: a call to the system, or the
return of one, from the first on that changes anything. It prints a JSON list: for each kill how
the process ended, and the tree that was left.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

MOST_KILLS = 50
"""So many steps of a longer command are tried, spread over all of it."""

CALLS = """\
open write close flush fsync replace rename link symlink mkdir unlink remove rmdir chmod
utime copyfile sendfile copy_file_range stat lstat scandir
"""
CHANGES = """\
os.rename os.link os.symlink os.mkdir os.remove os.rmdir os.chmod os.utime shutil.move
tempfile.mkdtemp tempfile.mkstemp
"""
CACHES = (".ledgerc-cache", "__pycache__")

Tree = dict[str, tuple[int, str]]


@dataclass(frozen=True)
class Kill:
    """How a process ended (0: it came to its end), and what it left."""

    status: int
    tree: Tree


def kills(pristine: Path, code: str) -> list[Kill]:
    """What each kill of some code leaves of a folder; the last one came to its end."""
    command = [sys.executable, "-m", "tests.conformance.killing", str(pristine), code]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [
        Kill(status, {name: (mode, text) for name, (mode, text) in tree.items()})
        for status, tree in json.loads(done.stdout)
    ]
    assert [each.status for each in found[:-1]] == [-signal.SIGKILL] * (len(found) - 1)
    assert found[-1].status == 0
    return found


def tree_of(folder: Path) -> Tree:
    """Each file and folder with its mode and content; without caches and hidden left-overs."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if any(part in CACHES or part.startswith(".") for part in parts):
            continue
        mode = path.lstat().st_mode
        if path.is_symlink():
            content = f"-> {os.readlink(path)}"
        else:
            content = "" if path.is_dir() else path.read_text("utf-8", "replace")
        found["/".join(parts)] = (mode, content)
    return found


# -- in a process of its own --------------------------------------------------------------------


class Steps:
    """Counts the steps from the first change on, and kills its process at one of them."""

    def __init__(self, folder: Path, last: int) -> None:
        self.folder, self.last, self.count, self.begun = str(folder), last, 0, False
        self.changes, self.calls = set(CHANGES.split()), set(CALLS.split())

    def audit(self, event: str, given: tuple[Any, ...]) -> None:
        """Begin to count at the first change."""
        if self.begun:
            return
        changes = event in self.changes or (
            event == "open" and isinstance(given[2], int) and given[2] & os.O_CREAT
        )
        if changes and given and isinstance(given[0], (str, os.PathLike)):
            path = os.path.abspath(given[0])
            inside = path.startswith(self.folder)
            self.begun = inside and not any(cache in path for cache in CACHES)

    def profile(self, frame: FrameType, event: str, given: Any) -> None:
        """Count a call or a return."""
        if not self.begun or event not in ("c_call", "c_return"):
            return
        if getattr(given, "__name__", "") in self.calls:
            self.count += 1
            if self.count == self.last:
                os.kill(os.getpid(), signal.SIGKILL)


def run(folder: Path, code: str, last: int) -> tuple[int, int]:
    """Run code in a folder in a process; how it ended, and how many steps it counted."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.chdir(folder)
        steps = Steps(folder, last)
        status = 1
        try:
            sys.addaudithook(steps.audit)
            sys.setprofile(steps.profile)
            exec(code, {"__name__": "killed"})
            sys.setprofile(None)
            status = 0
        finally:
            sys.setprofile(None)
            os.write(writing, str(steps.count).encode())
            os._exit(status)
    os.close(writing)
    _, ended = os.waitpid(child, 0)
    with os.fdopen(reading) as stream:
        counted = stream.read()
    return os.waitstatus_to_exitcode(ended), int(counted or 0)


def warm(pristine: Path, code: str) -> None:
    """Run code here, so that what it imports is there for all the processes to come."""
    outer, here = os.dup(1), os.getcwd()
    with tempfile.TemporaryDirectory() as made, open(os.devnull, "w") as nowhere:
        folder = Path(made) / "work"
        shutil.copytree(pristine, folder, symlinks=True)
        os.dup2(nowhere.fileno(), 1)
        os.chdir(folder)
        try:
            exec(code, {"__name__": "warmed"})
        finally:
            sys.stdout.flush()
            os.dup2(outer, 1)
            os.chdir(here)


def main(pristine: Path, code: str) -> None:
    """Kill at each step, until the code comes to its end."""
    found: list[tuple[int, Tree]] = []

    def attempt(last: int) -> int:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made).resolve() / "work"
            shutil.copytree(pristine, folder, symlinks=True)
            status, count = run(folder, code, last)
            found.append((status, tree_of(folder)))
            return count

    warm(pristine, code)
    total = attempt(-1)
    if not total:
        sys.exit("nothing was changed")
    del found[:]
    step = max(1, total // MOST_KILLS)
    for last in (*range(1, total, step), total):
        attempt(last)
    attempt(-1)
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
