"""The expansion drop: a new card is a file of its own, and no other card's code changes for it.

Module 12's own check is that nothing of the engine is touched. Here the base catalog is built where
the expansion's files are missing, then with them, and the generated modules are compared,
definition by definition.
"""

from __future__ import annotations

import ast
import difflib
import shutil
from pathlib import Path

import pytest

from ledgerc import driver

CONTENT = Path(__file__).parents[2] / "content"
EXPANSION = Path("combat", "expansion")
CARD = EXPANSION / "bonechewer_brawler.ledger"
PLAY = CARD.with_suffix(".play")

JOINED = "answers_Health"
"""The pipeline that the card's rule joins."""

NEW = {
    "Bonechewing",
    "BonechewerBrawler",
    "Bonechewing_answers_Damage",
    "holds_Bonechewing",
}
LISTS = {"World", "__all__"}
"""Where a module says what is in it."""


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base game alone: a copy of its content, as it was before the expansion."""
    folder = tmp_path_factory.mktemp("game") / "content"
    shutil.copytree(
        CONTENT / "combat",
        folder / "combat",
        ignore=shutil.ignore_patterns("expansion", "beyond", "probes"),
    )
    return folder


@pytest.fixture(scope="module")
def base(content: Path) -> str:
    """The module of the base game, generated before the expansion is there."""
    return generated(content, "combat/combat.ledger")


@pytest.fixture(scope="module")
def extended(content: Path, base: str) -> str:
    """The module of the game with the card, whose two files are all that was added."""
    assert base, "made first"
    (content / EXPANSION).mkdir()
    for file in (CARD, PLAY):
        shutil.copy(CONTENT / file, content / file)
    return generated(content, CARD.as_posix())


def generated(content: Path, name: str) -> str:
    """The generated module of a catalog."""
    report = driver.dump(content / name, driver.Stage.PYTHON, working=content.parent)
    assert report.findings.diagnostics == ()
    assert report.text is not None
    return report.text


def definitions(module: str) -> dict[str, str]:
    """The source of each class, function and assignment of a module, by name."""
    found = {}
    for node in ast.parse(module).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                pass
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case _:
                continue
        found[name] = ast.get_source_segment(module, node) or ""
    return found


def differences(old: str, new: str) -> tuple[list[str], list[str]]:
    """The lines that went, and those that came."""
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    went = [line[2:].strip() for line in lines if line.startswith("- ")]
    came = [line[2:].strip() for line in lines if line.startswith("+ ")]
    return went, came


def test_every_definition_of_the_base_stays_but_for_the_pipeline(
    base: str, extended: str
) -> None:
    before, after = definitions(base), definitions(extended)
    changed = {name for name in before if before[name] != after.get(name)}
    assert changed == {JOINED, *LISTS}
    assert set(after) - set(before) == NEW
    kept = [name for name in after if name in before]
    assert kept == list(before), "in the same order"


def test_the_new_rule_is_added_to_the_pipeline_and_nothing_else(
    base: str, extended: str
) -> None:
    went, came = differences(definitions(base)[JOINED], definitions(extended)[JOINED])
    assert went == []
    assert came == [
        "# Bonechewing: Damage of holder",
        "# combat/expansion/bonechewer_brawler.ledger:6",
        "if subject.active & holds_Bonechewing:",
        "for bonechewing in subject.effects:",
        "if isinstance(bonechewing, Bonechewing):",
        "queue.append((bonechewing, Bonechewing_answers_Damage, event))",
    ]


def test_the_world_lists_the_card_and_nothing_else(base: str, extended: str) -> None:
    """Its effect also joins the effects that are asked for when Health changes."""
    went, came = differences(definitions(base)["World"], definitions(extended)["World"])
    told = ("name=", "digest=")
    asked = "| holds_LastDraw"
    assert [line.partition('"')[0] for line in went] == [*told, f"{asked},"]
    assert [line for line in came if not line.startswith(told)] == [
        "BonechewerBrawler,",
        "Bonechewing,",
        asked,
        "| holds_Bonechewing,",
    ]


def test_the_card_plays_where_its_files_were_dropped(
    content: Path, extended: str
) -> None:
    assert extended, "the files are there"
    result = driver.play([content / PLAY], working=content.parent)
    assert result.findings.diagnostics == ()
    assert result.passed
    assert [file.file for file in result.files] == [f"content/{PLAY.as_posix()}"]


def test_without_the_cards_file_there_is_no_card(tmp_path: Path) -> None:
    folder = tmp_path / "content"
    shutil.copytree(CONTENT / "combat", folder / "combat")
    (folder / CARD).write_text("use ../combat.ledger\n", encoding="utf-8")
    result = driver.play([folder / PLAY], working=tmp_path)
    assert not result.passed, "the drop's play shows the card, not the base"
