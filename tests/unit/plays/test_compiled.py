"""Plays are compiled once: they and all that they depend on tell when they must be again."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

from ledgerc import compiled, driver
from ledgerc.cache import write_whole
from ledgerc.playing import PlayResult
from ledgerc.workspace import Workspace
from tests.unit.commands.support import DUEL_PLAY, PROJECT, RULES, write

ROWS = """\
catalog duel.ledger

play "a hit" with hits, left
  row 1, 4
  row 3, 3
  row 3, 2
  make a Fencer
  deal hits to a
  expect a.Health = left
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled plays are kept."""
    folder = tmp_path / "own"
    monkeypatch.setattr(compiled, "tables_folder", lambda: folder)
    return folder


@pytest.fixture
def project(tmp_path: Path, kept: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


def played(project: Path, working: Path | None = None) -> list[PlayResult]:
    result = driver.play([project / "content"], working=working or project)
    assert not result.findings.has_errors
    return [each for file in result.files for each in file.results]


def said(results: list[PlayResult]) -> list[tuple[object, ...]]:
    """All of a result but how long it took."""
    return [
        (each.title, each.row, each.file, each.line, each.steps, each.failure)
        for each in results
    ]


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are compiled, from here on."""
    names: list[str] = []
    original = Workspace.compiled

    def noted(self: Workspace, file: object, *rest: object) -> object:
        names.append(getattr(file, "name"))  # noqa: B009
        return original(self, file, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Workspace, "compiled", noted)
    return names


def test_what_is_unchanged_is_not_compiled_again(
    project: Path, compiling: list[str]
) -> None:
    first = said(played(project))
    assert compiling == ["duel.play"]
    assert said(played(project)) == first
    assert compiling == ["duel.play"]


@pytest.mark.parametrize("name", ["duel.play", "duel.ledger", "rules.ledger"])
def test_each_file_that_it_depends_on_is_looked_at(
    project: Path, compiling: list[str], name: str
) -> None:
    played(project)
    file = project / "content" / name
    file.write_text(file.read_text() + "\n# more\n")
    played(project)
    assert compiling == ["duel.play", "duel.play"]


def test_a_change_is_felt(project: Path) -> None:
    assert all(each.passed for each in played(project))
    write(
        project,
        {
            "content/rules.ledger": RULES.replace(
                "damage Health", "damage Health as Blow"
            )
        },
    )
    result = driver.play([project / "content"], working=project)
    assert not result.passed


def test_a_failure_tells_the_same_again(project: Path) -> None:
    text = DUEL_PLAY.replace("a.Health = 4", "a.Health = 5")
    write(project, {"content/duel.play": text})
    first = said(played(project))
    assert first[1][-1] is not None
    assert said(played(project)) == first


def test_rows_are_the_same_again(project: Path, compiling: list[str]) -> None:
    write(project, {"content/duel.play": ROWS})
    first = said(played(project))
    assert [row[-1] is None for row in first] == [True, True, False]
    assert said(played(project)) == first
    assert compiling == ["duel.play"]


def test_warnings_are_told_again(project: Path) -> None:
    write(
        project,
        {"content/rules.ledger": RULES + "\nability Idle\n  raise Fallen of holder\n"},
    )
    first, second = (
        driver.play([project / "content"], working=project) for _ in range(2)
    )
    assert first.findings == second.findings
    assert first.findings.diagnostics


def test_files_are_named_as_seen_from_where_they_are_played(
    project: Path, compiling: list[str]
) -> None:
    played(project)
    (there,) = {each.file for each in played(project, project / "content")}
    assert there == "duel.play"
    assert len(compiling) == 2


@pytest.mark.parametrize(
    "content",
    [b"", b"no code", marshal.dumps(("duel.play", "x = 1")), marshal.dumps(7)],
)
def test_what_is_no_code_is_made_anew(
    project: Path, kept: Path, content: bytes
) -> None:
    first = said(played(project))
    files = sorted(kept.rglob("code/*"))
    assert len(files) == 2
    for file in files:
        file.write_bytes(content)
    assert said(played(project)) == first
    for file in files:
        write_whole(file, content)
    assert said(played(project)) == first


def test_nothing_is_taken_from_the_project(project: Path) -> None:
    played(project)
    assert not [*project.rglob("code")]


def test_without_a_folder_all_is_compiled(
    project: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "tables_folder", lambda: None)
    assert said(played(project)) == said(played(project))
    assert compiling == ["duel.play", "duel.play"]


def test_projects_played_long_ago_are_forgotten(
    project: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_MOST_PROJECTS", 1)
    (kept / "plays" / "another").mkdir(parents=True)
    played(project)
    assert len([*(kept / "plays").iterdir()]) == 1
    assert [*kept.rglob("code/*")]
