"""Modules in memory: each is explained by its own text, whatever else bears its name."""

from __future__ import annotations

import linecache
from pathlib import Path

import pytest

from ledgerc import driver, memory

CATALOG = """\
pool Health max 10 whole
damage Health

effect Padded
  before Damage of holder
    absorb {absorbed}

archetype Hero
  full Health
  has Padded
"""
PLAY = """\
catalog hero.ledger

play "a blow"
  make h Hero
  deal 5 to h
  expect h.Health = 9
"""


def place(text: str) -> str:
    """Where the rule stands."""
    return f"hero.ledger:{text[: text.index('before')].count(chr(10)) + 1}"


def test_two_catalogs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for name, head in (("one", ""), ("two", "# Longer.\n\nrate 10\nconst Any 1\n")):
        (tmp_path / name).mkdir()
        text = head + CATALOG.format(absorbed=4)
        (tmp_path / name / "hero.ledger").write_text(text, "utf-8")
        (tmp_path / name / "hero.play").write_text(PLAY, "utf-8")
        folder = tmp_path / name
        told = driver.explain(folder / "hero.play", 6, working=folder).text
        assert told is not None
        assert f"Padded: Damage of holder: 5 → 1 ({place(text)})" in told


def test_a_changed_catalog_is_explained_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / "hero.play").write_text(PLAY, "utf-8")
    for absorbed in (1, 2):
        text = "# \n" * absorbed + "\n" + CATALOG.format(absorbed=absorbed)
        (tmp_path / "hero.ledger").write_text(text, "utf-8")
        result = driver.play([tmp_path])
        (file,) = result.files
        told = f"Padded: Damage of holder: 5 → {5 - absorbed} ({place(text)})"
        assert told in str(file.failing[0].failure)


def test_old_texts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_MOST_TEXTS", 3)
    monkeypatch.setattr(memory, "_kept", {})
    files = [
        str(memory.load_module("odd", f"number = {number}\n").__file__)
        for number in range(5)
    ]
    assert [linecache.getline(each, 1) for each in files] == [
        "",
        "",
        "number = 2\n",
        "number = 3\n",
        "number = 4\n",
    ]
