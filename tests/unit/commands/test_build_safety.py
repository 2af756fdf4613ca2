"""``ledgerc build`` through crashes, beside other builds, without its cache; the same bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ledgerc import writing
from ledgerc.switching import CannotSwitchError, exchange_of_system
from tests.unit.commands.support import (
    DUEL,
    DUEL_PLAY,
    OUTPUTS,
    PROJECT,
    Ledgerc,
    generated,
    tree,
    write,
)


def cannot(*given: object) -> None:
    """A system that cannot exchange two folders."""
    raise CannotSwitchError


def test_a_crash_between_writes_leaves_the_old_tree(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ledgerc("build").code == 0
    before = tree(project / "generated")
    write(
        project,
        {
            "content/duel.ledger": DUEL.replace("base Girth 5", "base Girth 6"),
            "content/duel.play": DUEL_PLAY.replace("a small", "any small"),
            "content/new.ledger": "rate 10\n",
        },
    )
    monkeypatch.setattr(writing, "switch_tree", cannot)
    replace, count = os.replace, 0

    def crash(source: str | Path, target: str | Path) -> None:
        nonlocal count
        if Path(target).is_relative_to(project / "generated"):
            count += 1
            if count == 2:
                raise OSError(5, "Input/output error")
        replace(source, target)

    monkeypatch.setattr(os, "replace", crash)
    result = ledgerc("build")
    assert result.code == 1
    assert "LG0609" in result.err
    assert tree(project / "generated") == before
    monkeypatch.undo()
    os.chdir(project)
    assert ledgerc("build").code == 0
    assert tree(project / "generated") != before


def test_a_killed_build_leaves_whole_files_and_the_next_mends(
    project: Path, ledgerc: Ledgerc
) -> None:
    """Killed without a chance to put anything back, where a folder cannot be exchanged at once."""
    code = (
        "import os\n"
        "from ledgerc import writing\n"
        "from ledgerc.switching import CannotSwitchError\n"
        "def cannot(*given):\n"
        "    raise CannotSwitchError\n"
        "writing.switch_tree = cannot\n"
        "from pathlib import Path\n"
        "from ledgerc.cli import run\n"
        "real, done = os.replace, []\n"
        "def replace(source, target):\n"
        "    real(source, target)\n"
        "    if 'generated' in Path(target).parts:\n"
        "        os.kill(os.getpid(), 9)\n"
        "os.replace = replace\n"
        "run(['build'])\n"
    )
    assert ledgerc("build").code == 0
    old = tree(project / "generated")
    write(
        project, {"content/duel.ledger": DUEL.replace("base Girth 5", "base Girth 6")}
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False, cwd=project)
    assert killed.returncode == -9
    left = tree(project / "generated")
    assert ledgerc("build").code == 0
    new = tree(project / "generated")
    assert sorted(new) == sorted(old)
    for name in new:
        assert left[name] in {old[name], new[name]}


def test_two_builds_at_once_leave_one_correct_tree(
    project: Path, ledgerc: Ledgerc
) -> None:
    for number in range(8):
        write(project, {f"content/many/c{number}.ledger": f"tags T{number}\n"})
    command = [sys.executable, "-m", "ledgerc", "build"]
    builds = [subprocess.Popen(command, cwd=project) for _ in range(3)]
    assert [build.wait(120) for build in builds] == [0, 0, 0]
    assert ledgerc("build", "--check").code == 0
    assert len(generated(project)) == len(OUTPUTS) + 9


def test_a_build_killed_at_any_time_leaves_the_old_tree_or_the_new_one(
    project: Path, ledgerc: Ledgerc
) -> None:
    """Killed later and later, until it comes to its end."""
    if exchange_of_system() is None:
        pytest.skip("this system cannot exchange two folders")
    assert ledgerc("build").code == 0
    old = tree(project / "generated")
    changed = {"content/duel.ledger": DUEL.replace("base Girth 5", "base Girth 6")}
    changed |= {f"content/many/c{n}.ledger": f"tags T{n}\n" for n in range(5)}
    write(project, changed)
    delay, killed, found = 0.05, 0, old
    while found == old and delay < 60:
        build = subprocess.Popen(
            [sys.executable, "-m", "ledgerc", "build"], cwd=project
        )
        try:
            build.wait(delay)
        except subprocess.TimeoutExpired:
            build.kill()
            build.wait()
            killed += 1
        found = tree(project / "generated")
        assert found == old or (ledgerc("build", "--check").code == 0)
        delay *= 1.5
    assert killed
    assert found != old


# -- the cache --------------------------------------------------------------------------------


def test_the_cache_may_be_deleted_or_broken(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build").code == 0
    before = tree(project)
    shutil.rmtree(project / ".ledgerc-cache")
    assert "4 unchanged" in ledgerc("build").out
    for path in sorted((project / ".ledgerc-cache").rglob("*")):
        if path.is_file():
            path.write_bytes(b"\x00nonsense")
    shutil.rmtree(project / "generated")
    assert ledgerc("build").code == 0
    assert tree(project) == before


def test_a_cache_that_cannot_be_made_is_done_without(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {".ledgerc-cache": "a file\n"})
    assert ledgerc("build").code == 0
    assert ledgerc("build", "--check").code == 0


def test_git_does_not_see_the_cache(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build").code == 0
    assert (project / ".ledgerc-cache" / ".gitignore").read_text() == "*\n"


# -- the same bytes ---------------------------------------------------------------------------


def test_bytes_depend_on_nothing_but_the_sources(tmp_path: Path) -> None:
    """Not on the hash seed, locale, time zone, working folder, place, or order of files."""
    trees = []
    for number, (variables, below) in enumerate(
        [
            ({"PYTHONHASHSEED": "0", "LC_ALL": "C"}, "."),
            (
                {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"},
                "content",
            ),
            ({"PYTHONHASHSEED": "77", "LC_ALL": "tr_TR.UTF-8"}, "content/sub"),
        ]
    ):
        folder = tmp_path / f"place{number}" / ("x" * number) / "project"
        files = {**PROJECT, "content/sub/z.ledger": "use ../rules.ledger\n"}
        names = sorted(files, reverse=bool(number % 2))
        write(folder, {name: files[name] for name in names})
        subprocess.run(
            [sys.executable, "-m", "ledgerc", "build"],
            check=True,
            cwd=folder / below,
            env={**os.environ, **variables},
        )
        trees.append(tree(folder / "generated"))
    assert trees[0] == trees[1] == trees[2]
    assert len(trees[0]) == len(OUTPUTS) + 2
