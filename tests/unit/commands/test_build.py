"""``ledgerc build``: what is written, what is removed, and what is left alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.commands.support import (
    DUEL,
    OUTPUTS,
    RULES,
    Ledgerc,
    generated,
    tree,
    write,
)


def test_roots_and_plays_are_built(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("build")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("✓ generated: 4 written, 0 unchanged, 0 removed (")
    assert generated(project) == OUTPUTS, "rules.ledger is used: it is no root"


def test_what_is_built_runs(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build").code == 0
    code = (
        "from generated import duel\n"
        "world = duel.World(seed=7)\n"
        "fencer = world.make(duel.Fencer)\n"
        "world.deal(duel.Damage, 3, fencer)\n"
        "assert fencer.Health == 3, fencer.Health\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=project)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "generated"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith("2 passed")


def test_a_second_build_writes_and_compiles_nothing(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ledgerc("build").code == 0
    times = {path: path.stat().st_mtime_ns for path in project.rglob("*.py")}

    def refuse(*arguments: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr("ledgerc.workspace.Workspace.analyse", refuse)
    monkeypatch.setattr("ledgerc.tree.parse", refuse)
    result = ledgerc("build")
    assert result.code == 0
    assert "0 written, 4 unchanged, 0 removed" in result.out
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*.py")} == times


def test_a_change_in_a_used_file_is_compiled(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build").code == 0
    before = tree(project)["generated/duel.py"]
    write(project, {"content/rules.ledger": RULES.replace("Girth whole", "Girth")})
    result = ledgerc("build")
    assert result.code == 0
    assert "generated: 2 written, 2 unchanged" in result.out
    assert tree(project)["generated/duel.py"] != before


def test_nothing_is_written_if_anything_has_an_error(
    project: Path, ledgerc: Ledgerc
) -> None:
    assert ledgerc("build").code == 0
    before = tree(project / "generated")
    write(
        project,
        {
            "content/duel.ledger": DUEL.replace("base Girth 5", "base Girth 6"),
            "content/other.ledger": "archetype A\n  base Girht 2\n",
        },
    )
    result = ledgerc("build")
    assert (result.code, result.out) == (1, "")
    assert "content/other.ledger:2:8: error LG0" in result.err
    assert "nothing was written to generated" in result.err
    assert "written" not in ledgerc("build", "--check").err
    assert tree(project / "generated") == before


def test_a_first_build_with_errors_makes_no_folder(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {"content/duel.ledger": "efect\n"})
    assert ledgerc("build").code == 1
    assert not (project / "generated").exists()


def test_errors_of_a_shared_file_are_told_once(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {
            "content/rules.ledger": RULES + "\nefect X\n",
            "content/second.ledger": "use rules.ledger\n",
        },
    )
    result = ledgerc("build")
    assert result.code == 1
    assert result.err.count("content/rules.ledger:14:1: error") == 1


def test_stale_outputs_are_removed(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"content/deep/old.ledger": "rate 10\n"})
    assert ledgerc("build").code == 0
    assert "generated/deep/old.py" in tree(project)
    (project / "content/deep/old.ledger").unlink()
    result = ledgerc("build")
    assert "0 written, 4 unchanged, 2 removed" in result.out
    assert generated(project) == OUTPUTS
    assert not (project / "generated" / "deep").exists()


def test_a_root_that_is_used_from_now_on_is_stale(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {"content/extra.ledger": "tags Extra\n"})
    assert ledgerc("build").code == 0
    assert "generated/extra.py" in tree(project)
    write(project, {"content/duel.ledger": f"use extra.ledger\n{DUEL}"})
    assert ledgerc("build").code == 0
    assert generated(project) == OUTPUTS


def test_a_used_catalog_that_a_play_names_is_a_root(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(
        project,
        {
            "content/rules.play": (
                'catalog rules.ledger\n\nplay "time goes on"\n  wait 1 second\n'
            )
        },
    )
    assert ledgerc("build").code == 0
    assert "generated/rules.py" in tree(project)
    assert "generated/plays/test_rules.py" in tree(project)


def test_files_that_no_build_wrote_stay(project: Path, ledgerc: Ledgerc) -> None:
    ours = {
        "generated/mine.py": "x = 1\n",
        "generated/notes/readme.txt": "hello\n",
        "generated/__init__.py": '"""My own package."""\n',
        "generated/deep/helper.py": "y = 2\n",
    }
    write(project, {**ours, "content/deep/old.ledger": "rate 10\n"})
    assert ledgerc("build").code == 0
    copied = project / "generated" / "deep" / "copy.py"
    shutil.copy(project / "generated" / "deep" / "old.py", copied)
    (project / "content/deep/old.ledger").unlink()
    assert ledgerc("build").code == 0
    now = tree(project)
    assert {name: now[name].decode() for name in ours} == ours
    assert "generated/deep/copy.py" in now
    assert "generated/deep/old.py" not in now


def test_a_file_in_the_way_is_not_overwritten(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"generated/duel.py": "x = 1\n"})
    result = ledgerc("build")
    assert result.code == 1
    assert "generated/duel.py: error LG0611" in result.err
    assert tree(project / "generated") == {"duel.py": b"x = 1\n"}


def test_an_output_that_was_edited_is_written_again(
    project: Path, ledgerc: Ledgerc
) -> None:
    assert ledgerc("build").code == 0
    path = project / "generated" / "duel.py"
    before = path.read_bytes()
    path.write_bytes(before + b"\nx = 1\n")
    assert ledgerc("build", "--check").code == 1
    assert ledgerc("build").code == 0
    assert path.read_bytes() == before


# -- --check ----------------------------------------------------------------------------------


def test_check_writes_nothing_and_shows_a_patch(
    project: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("build", "--check")
    assert result.code == 1
    assert "--- /dev/null\n+++ generated/duel.py\n" in result.out
    assert "✗ generated: 4 to write, 0 unchanged, 0 to remove" in result.out
    assert sorted(path.name for path in project.iterdir()) == [
        "content",
        "pyproject.toml",
    ]


def test_check_is_clean_once_the_tree_is_current(
    project: Path, ledgerc: Ledgerc
) -> None:
    assert ledgerc("build").code == 0
    result = ledgerc("build", "--check")
    assert result.code == 0
    assert result.out.startswith("✓ generated: 0 to write, 4 unchanged, 0 to remove")


def test_check_sees_what_is_stale(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"content/old.ledger": "rate 10\n"})
    assert ledgerc("build").code == 0
    (project / "content/old.ledger").unlink()
    before = tree(project)
    result = ledgerc("build", "--check")
    assert result.code == 1
    assert "--- generated/old.py\n+++ /dev/null\n" in result.out
    assert tree(project) == before


# -- where from and where to ------------------------------------------------------------------


def test_out_is_where_to_write(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build", "--out", "game/rules").code == 0
    assert not (project / "generated").exists()
    assert "game/rules/duel.py" in tree(project)
    assert b"from rules import duel" in tree(project)["game/rules/plays/test_duel.py"]


def test_a_folder_that_no_import_can_name_is_imported_from(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(
        project,
        {
            "content/a/b.ledger": "rate 10\n",
            "content/a/b.play": 'catalog b.ledger\n\nplay "x"\n  wait 1 second\n',
        },
    )
    assert ledgerc("build", "--out", "my-rules").code == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "my-rules"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1].startswith("3 passed"), done.stdout


def test_paths_limit_what_is_built(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {"content/other.ledger": "rate 10\n", "content/third.ledger": "rate 10\n"},
    )
    assert ledgerc("build", "content/other.ledger").code == 0
    assert generated(project) == ["generated/__init__.py", "generated/other.py"]
    assert ledgerc("build", "content/rules.ledger").code == 0
    assert generated(project) == sorted([*OUTPUTS, "generated/other.py"])


def test_without_a_project_paths_and_out_say_it_all(
    folder: Path, ledgerc: Ledgerc
) -> None:
    write(folder, {"game/a/duel.ledger": DUEL, "game/a/rules.ledger": RULES})
    assert ledgerc("build", "game", "--out", "out").code == 0
    assert sorted(tree(folder / "out")) == ["__init__.py", "a/__init__.py", "a/duel.py"]
    assert ledgerc("build", "game/a/duel.ledger", "--out", "flat").code == 0
    assert sorted(tree(folder / "flat")) == ["__init__.py", "duel.py"]


def test_files_built_one_by_one_stay(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": "rate 10\n", "b.ledger": "rate 10\n"})
    assert ledgerc("build", "a.ledger", "--out", "out").code == 0
    assert ledgerc("build", "b.ledger", "--out", "out").code == 0
    assert sorted(tree(folder / "out")) == ["__init__.py", "a.py", "b.py"]


@pytest.mark.parametrize("arguments", [[], ["a.ledger"]])
def test_without_a_project_the_rest_is_wrong_usage(
    folder: Path, ledgerc: Ledgerc, arguments: list[str]
) -> None:
    write(folder, {"a.ledger": "rate 10\n"})
    result = ledgerc("build", *arguments)
    assert result.code == 2
    assert "[tool.ledgerc]" in result.err


def test_a_faulty_project_is_a_finding(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"pyproject.toml": "[tool.ledgerc]\noutputs = 'x'\n"})
    result = ledgerc("build")
    assert result.code == 1
    assert "pyproject.toml: error LG0608" in result.err
    assert "did you mean `output`?" in result.err


def test_a_missing_path_is_a_finding(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("build", "content/dual.ledger")
    assert result.code == 1
    assert "did you mean `content/duel.ledger`?" in result.err
    assert not (project / "generated").exists()


def test_an_output_folder_that_is_a_file(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"generated": "mine\n"})
    result = ledgerc("build")
    assert result.code == 1
    assert "generated: error LG0609" in result.err
    assert (project / "generated").read_text() == "mine\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [("a-b.ledger", "a_b.ledger"), ("Abc.ledger", "abc.ledger")],
)
def test_outputs_that_clash_are_findings(
    project: Path, ledgerc: Ledgerc, first: str, second: str
) -> None:
    write(project, {f"content/{name}": "rate 10\n" for name in (first, second)})
    result = ledgerc("build")
    assert result.code == 1
    assert result.err.count("LG0607") == 2, "the finding, and its page in the last line"
    assert f"content/{first}" in result.err
    assert f"content/{second}" in result.err
    assert not (project / "generated").exists()


def test_two_roots_may_not_hold_the_same_name(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {
            "pyproject.toml": "[tool.ledgerc]\nsources = ['content', 'more']\n",
            "more/duel.ledger": "rate 10\n",
        },
    )
    result = ledgerc("build")
    assert result.code == 1
    assert "more/duel.ledger: error LG0607" in result.err


def test_catalogs_that_use_each_other_are_told(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {"content/a.ledger": "use b.ledger\n", "content/b.ledger": "use a.ledger\n"},
    )
    result = ledgerc("build")
    assert result.code == 1
    assert "error LG06" in result.err
    assert not (project / "generated").exists()


def test_names_that_are_no_python_are_renamed(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {
            "content/my-cards/class.ledger": "rate 10\n",
            "content/my-cards/class.play": (
                'catalog class.ledger\n\nplay "x"\n  wait 1 second\n'
            ),
        },
    )
    assert ledgerc("build").code == 0
    code = "from generated.my_cards import class_; class_.World()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=project)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "generated/plays/my_cards"], cwd=project
    )
    assert done.returncode == 0


def test_a_long_build_says_on_a_terminal_what_it_is_at(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledgerc.commands.progress.QUIET_SECONDS", -1.0)
    assert ledgerc("build").err == "", "no terminal"
    monkeypatch.setattr("ledgerc.commands.progress.on_terminal", lambda: True)
    result = ledgerc("build")
    assert "0/2 duel.ledger" in result.err
    assert "1/2 duel.play" in result.err
    assert result.err.endswith("\r\x1b[K"), "and the line goes"
