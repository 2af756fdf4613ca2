"""``ledgerc uses``: every place of a name, by what it does with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc import driver

CATALOG = """\
stat Might
pool Health max 10 whole
damage Health as Burn
tags Hot
event Died

effect Mortal
  dies at no Health raising Died

effect Ember
  tags Hot
  adds Might 1
  before Burn of holder when holder.Might > 2
    absorb 1
  after Burn of holder
    give Mortal to holder

ability Kindle
  target any
  requires stacks(target, Ember) == 0 else "already lit"
  cost Health 1
  give Ember to target

template archetype Body(health)
  base Might health
  full Health

archetype Torch from Body(3)
  tags Hot
  has Ember
  grants Kindle
"""
PLAY = """\
catalog fire.ledger

play "a torch lights another"
  make t Torch
  make u Torch
  act t Kindle at u
  expect t.Health = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fire.ledger").write_text(CATALOG, encoding="utf-8")
    (tmp_path / "fire.play").write_text(PLAY, encoding="utf-8")
    return tmp_path


def used(folder: Path, name: str) -> list[str]:
    result = driver.uses(name, [folder], working=folder)
    assert not result.findings.diagnostics
    assert result.text is not None
    return result.text.splitlines()


def test_a_pool(folder: Path) -> None:
    assert used(folder, "Health") == [
        "Health is declared",
        "  fire.ledger:2: pool Health",
        "Health is read",
        "  fire.ledger:8: effect Mortal",
        '  fire.play:7: play "a torch lights another"',
        "Health is changed",
        "  fire.ledger:3: damage Burn",
        "  fire.ledger:21: ability Kindle",
        "Health is had from the start",
        "  fire.ledger:26: archetype Torch",
    ]


def test_an_effect(folder: Path) -> None:
    assert used(folder, "Ember") == [
        "Ember is declared",
        "  fire.ledger:10: effect Ember",
        "Ember is read",
        "  fire.ledger:20: ability Kindle",
        "Ember is given",
        "  fire.ledger:22: ability Kindle",
        "  fire.ledger:30: archetype Torch",
    ]


def test_a_damage_is_answered(folder: Path) -> None:
    assert used(folder, "Burn") == [
        "Burn is declared",
        "  fire.ledger:3: damage Burn",
        "Burn is answered",
        "  fire.ledger:13: effect Ember",
        "  fire.ledger:15: effect Ember",
    ]


def test_a_stat_a_tag_an_event_an_ability_and_a_template(folder: Path) -> None:
    assert "  fire.ledger:12: effect Ember" in used(folder, "Might")
    assert "  fire.ledger:10: effect Ember" in used(folder, "Hot")
    assert used(folder, "Died")[-1] == "  fire.ledger:8: effect Mortal"
    assert used(folder, "Kindle")[-1] == '  fire.play:6: play "a torch lights another"'
    assert used(folder, "Body") == [
        "Body is declared",
        "  fire.ledger:28: archetype Torch",
    ]


def test_an_unknown_name_is_told_with_the_nearest(folder: Path) -> None:
    result = driver.uses("Helth", [folder], working=folder)
    assert result.text is None
    (found,) = result.findings.diagnostics
    assert found.code == "LG0612"
    assert found.suggestion == "Health"


def test_without_files_or_a_project(tmp_path: Path) -> None:
    with pytest.raises(driver.NotConfiguredError):
        driver.uses("Health", [], working=tmp_path)
