"""``ledgerc pipeline`` and ``ledgerc dump``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.commands.support import DUEL, Ledgerc, write


def test_pipeline_names_places_from_the_working_folder(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = ledgerc("pipeline", "content/duel.ledger", "Health")
    assert result.code == 0
    assert result.out.startswith("Health: a change to it meets 1 rule, in this order\n")
    assert "(content/duel.ledger:6)" in result.out
    monkeypatch.chdir(project / "content")
    assert "(duel.ledger:6)" in ledgerc("pipeline", "duel.ledger", "Health").out


def test_a_pool_that_is_not_there(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("pipeline", "content/duel.ledger", "Helth")
    assert (result.code, result.out) == (1, "")
    assert "did you mean `Health`?" in result.err


def test_reports_of_a_catalog_with_errors(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"content/duel.ledger": DUEL.replace("Girth", "Girht")})
    for arguments in (
        ("pipeline", "content/duel.ledger", "Health"),
        ("dump", "ir", "content/duel.ledger"),
        ("dump", "py", "content/duel.play"),
    ):
        result = ledgerc(*arguments)
        assert (result.code, result.out) == (1, "")
        assert "content/duel.ledger:10:8: error" in result.err


@pytest.mark.parametrize(
    ("stage", "name", "part"),
    [
        ("ast", "duel.ledger", "LedgerFile"),
        ("ast", "duel.play", "PlayFile"),
        ("ir", "duel.ledger", "effect Padded"),
        ("ir", "duel.play", 'play "a small hit is felt"'),
        ("py", "duel.ledger", "class Padded("),
        ("py", "duel.play", "def test_a_small_hit_is_felt("),
    ],
)
def test_every_stage_can_be_seen(
    project: Path, ledgerc: Ledgerc, stage: str, name: str, part: str
) -> None:
    result = ledgerc("dump", stage, f"content/{name}")
    assert (result.code, result.err) == (0, "")
    assert part in result.out
    assert result.out.endswith("\n")


def test_python_is_as_a_build_writes_it(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("build").code == 0
    written = (project / "generated" / "duel.py").read_text()
    assert ledgerc("dump", "py", "content/duel.ledger").out == written


def test_a_tree_with_errors_is_shown_as_far_as_it_was_read(
    folder: Path, ledgerc: Ledgerc
) -> None:
    write(folder, {"a.ledger": "rate 10\nefect X\n"})
    result = ledgerc("dump", "ast", "a.ledger")
    assert result.code == 1
    assert "Rate" in result.out
    assert "a.ledger:2:1: error" in result.err


@pytest.mark.parametrize("command", [["pipeline", ".", "Health"], ["dump", "ir", "."]])
def test_a_folder_is_no_file(
    folder: Path, ledgerc: Ledgerc, command: list[str]
) -> None:
    result = ledgerc(*command)
    assert result.code == 1
    assert "LG0610" in result.err


@pytest.mark.parametrize("form", ["text", "json", "mermaid", "svg"])
def test_pipeline_of_every_pool(project: Path, ledgerc: Ledgerc, form: str) -> None:
    result = ledgerc("pipeline", "content/duel.ledger", "--format", form)
    assert result.code == 0
    assert "Health: a change to it meets" in result.out or form == "json"
    assert "duel.ledger:6" in result.out or '"line": 6' in result.out


def test_uses_names_places_from_the_working_folder(
    project: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("uses", "Health", "content")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Health is declared\n  content/rules.ledger:")
    assert ledgerc("uses", "Helth", "content").code == 1


def test_uses_without_files_or_a_project_is_wrong_usage(
    tmp_path: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    result = ledgerc("uses", "Health")
    assert result.code == 2
    assert "[tool.ledgerc]" in result.err


def test_uses_finds_where_tags_stages_and_phases_are_declared(
    folder: Path, ledgerc: Ledgerc
) -> None:
    (folder / "x.ledger").write_text("tags Body Bone\nstages Soak\nphases Dawn Dusk\n")
    for name, line in (
        ("Bone", "x.ledger:1: tags Bone"),
        ("Soak", "x.ledger:2: stages Soak"),
        ("Dusk", "x.ledger:3: phases Dusk"),
    ):
        assert ledgerc("uses", name, ".").out == f"{name} is declared\n  {line}\n"


def test_explain_tells_what_the_game_answered_and_what_effects_were_given(
    folder: Path, ledgerc: Ledgerc
) -> None:
    (folder / "x.ledger").write_text("""\
query Cover(one) default 0
stat Might
pool Health max 10
damage Health

effect Lent(size)
  adds Might size when size > holder.Health - 20

effect Stung
  after Damage of holder when Cover(holder) > 0
    spend Health Cover(holder)

archetype Hero
  full Health
  has Stung
""")
    (folder / "x.play").write_text("""\
catalog x.ledger

play "answers"
  make h Hero
  give Lent(2) to h
  answer Cover(h) = 1
  deal 3 to h
  expect h.Health = 6
  expect h.Might = 2
""")
    health = ledgerc("explain", "x.play:8").out
    assert "Cover h 1" in health
    might = ledgerc("explain", "x.play:9").out
    assert "self." not in might
    assert "size = 2" in might
    assert "holder.Health = 6" in might


@pytest.mark.parametrize("command", ["check", "play"])
def test_without_paths_the_sources_of_the_project(
    project: Path, ledgerc: Ledgerc, command: str
) -> None:
    whole = ledgerc(command, "content")
    assert whole.code == 0
    assert "nothing found" in whole.out or "all passing" in whole.out
    assert ledgerc(command) == whole


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["play"], ["watch"], ["uses", "Health"], ["docs", "--out", "site"]],
    ids=lambda arguments: str(arguments[0]),
)
def test_wrong_settings_are_told_where_no_paths_are_given(
    project: Path, ledgerc: Ledgerc, arguments: list[str]
) -> None:
    write(project, {"pyproject.toml": "[tool.ledgerc]\nsources = 1\n"})
    result = ledgerc(*arguments)
    assert result.code == 1
    assert "error LG0608: `sources` in" in result.out + result.err
    assert """= allowed: such as `["content"]`""" in result.out + result.err
