"""What must stay fast, as ratios with slack; docs/performance.md holds the figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.content import SETTINGS, catalog_text, write_project
from tests.bench.timing import in_steps, ledgerc, python, taking_turns


def test_help_is_there_at_once() -> None:
    times = taking_turns(
        {"help": ledgerc(Path.cwd(), "--help"), "pass": python("pass")}, 7
    )
    assert times["help"] <= 8 * times["pass"]


def test_what_is_unchanged_is_not_built_again(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "content" / "cards.ledger").write_text(catalog_text(2_000))
    build = ledgerc(tmp_path, "build")
    times = in_steps({"cold": build, "again": build}, 1)
    assert times["again"] <= 0.5 * times["cold"]


def test_a_build_after_a_change_reads_what_changed(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    file, text = tmp_path / "content" / "cards.ledger", catalog_text(6_000)
    file.write_text(text)
    build = ledgerc(tmp_path, "build")

    def changed() -> None:
        file.write_text(text.replace("adds Might", "adds Might 1 +", 1))
        build()

    times = in_steps({"cold": build, "changed": changed}, 1)
    assert times["changed"] <= 0.45 * times["cold"]


def test_a_build_grows_with_the_lines(tmp_path: Path) -> None:
    times = []
    for lines in (1_500, 6_000):
        folder = tmp_path / str(lines)
        (folder / "content").mkdir(parents=True)
        (folder / "pyproject.toml").write_text(SETTINGS)
        (folder / "content" / "cards.ledger").write_text(catalog_text(lines))
        times.append(in_steps({"cold": ledgerc(folder, "build")}, 1)["cold"])
    assert times[1] <= 6 * times[0]


def test_what_is_unchanged_is_not_compiled_again_to_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    folder = tmp_path / "project"
    write_project(folder, 2_000)
    play = ledgerc(folder, "play", "content")
    times = in_steps({"first": play, "again": play}, 1)
    assert times["again"] <= 0.6 * times["first"]
