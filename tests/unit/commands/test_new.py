"""``ledgerc new``: a project whose check, plays, build and layout are right from the start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.commands.support import Ledgerc


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_project_passes_all_that_its_workflow_runs(
    empty: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ledgerc("new", "my-game")
    assert (made.code, made.err) == (0, "")
    assert "cd my-game" in made.out
    monkeypatch.chdir(empty / "my-game")
    assert ledgerc("fmt", "--check", "content").code == 0
    assert ledgerc("check", "content").code == 0
    played = ledgerc("play", "content")
    assert played.code == 0
    assert "✓ 3 plays" in played.out
    assert ledgerc("build").code == 0
    assert ledgerc("build", "--check").code == 0
    assert (empty / "my-game/generated/my_game.py").is_file()
    assert (empty / "my-game/generated/plays/test_my_game.py").is_file()
    workflow = (empty / "my-game/.github/workflows/rules.yml").read_text("utf-8")
    for command in ("fmt --check", "check", "play", "build"):
        assert f"ledgerc {command}" in workflow


def test_one_number_changed_is_told_with_the_rule_and_its_line(
    empty: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledgerc("new", "duel")
    monkeypatch.chdir(empty / "duel")
    catalog = empty / "duel/content/duel.ledger"
    text = catalog.read_text("utf-8")
    line = text[: text.index("absorb 2")].count("\n")
    catalog.write_text(text.replace("absorb 2", "absorb 1"), "utf-8")
    played = ledgerc("play", "content")
    assert played.code == 1
    assert "content/duel.play:13: expect g.Health = 6" in played.out
    assert f"Shielded (duel.ledger:{line})" in played.out


def test_a_generated_test_that_fails_is_explained_in_the_report(
    empty: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledgerc("new", "duel")
    monkeypatch.chdir(empty / "duel")
    catalog = empty / "duel/content/duel.ledger"
    catalog.write_text(
        catalog.read_text("utf-8").replace("absorb 2", "absorb 1"), "utf-8"
    )
    assert ledgerc("build").code == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=empty / "duel",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert "1 failed, 2 passed" in done.stdout
    assert "g.Health is 5" in done.stdout
    assert "4 → 3, where event.amount = 4 (duel.ledger:" in done.stdout


def test_nothing_is_overwritten(empty: Path, ledgerc: Ledgerc) -> None:
    (empty / "taken").mkdir()
    (empty / "taken/notes.txt").write_text("mine", "utf-8")
    result = ledgerc("new", "taken")
    assert result.code == 2
    assert "is there already" in result.err
    assert [each.name for each in (empty / "taken").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["1st", "a b", "class", "ü", "a" * 80, "{name}"])
def test_a_name_that_is_none(empty: Path, ledgerc: Ledgerc, name: str) -> None:
    result = ledgerc("new", name)
    assert result.code == 2
    assert "cannot name a project" in result.err
    assert not list(empty.iterdir())
