"""``ledgerc uses``: every place of a name, by what it does with it."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

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
    assert "  fire.ledger:11: effect Ember" in used(folder, "Hot")
    assert used(folder, "Died")[-1] == "  fire.ledger:8: effect Mortal"
    assert used(folder, "Kindle")[-1] == '  fire.play:6: play "a torch lights another"'
    assert used(folder, "Body") == [
        "Body is declared",
        "  fire.ledger:24: template archetype Body",
        "Body is filled in",
        "  fire.ledger:28: archetype Torch",
    ]


CARDS = """\
const Fee 2
link owner
allegiance owner
pool Mana max 9 whole
zone Deck
zone Hand
event Begun Paid
turn Begun
phases Main End

effect Taxing
  active in Hand
  before Paid of enemy when holder.owner.Mana >= Fee
    choose verdict one of Allow, Forbid by holder.owner
    if verdict == Forbid
      spend holder.owner.Mana Fee
      prevent

effect Held(Kept)
  lasts Kept turns

ability Pay
  from Hand
  during Main
  raise Paid of holder

template archetype Card(rule)
  has rule
  grants Pay

archetype Seat
  with Mana = 5

archetype Taxman from Card(Taxing)
"""
DEALT = """\
catalog cards.ledger

scene table
  make s Seat
  make t Taxman with owner = s in Hand of s

play "forbidden" in table
  choose Forbid
  spend s.Mana 1
  expect log has
    spend Mana s 1
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    (tmp_path / "cards.ledger").write_text(CARDS, encoding="utf-8")
    (tmp_path / "cards.play").write_text(DEALT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "report"),
    [
        (
            "Fee",
            """\
            Fee is declared
              cards.ledger:1: const Fee
            Fee is read
              cards.ledger:13: effect Taxing
              cards.ledger:16: effect Taxing
            """,
        ),
        (
            "table",
            """\
            table is declared
              cards.play:3: scene table
            table is played in
              cards.play:7: play "forbidden"
            """,
        ),
        (
            "Forbid",
            """\
            Forbid is read
              cards.ledger:15: effect Taxing
            Forbid is offered
              cards.ledger:14: effect Taxing
            Forbid is chosen
              cards.play:8: play "forbidden"
            """,
        ),
        (
            "Taxing",
            """\
            Taxing is declared
              cards.ledger:11: effect Taxing
            Taxing is given
              cards.ledger:28: archetype Taxman
            Taxing is passed on
              cards.ledger:34: archetype Taxman
            """,
        ),
        (
            "Main",
            """\
            Main is declared
              cards.ledger:9: phases Main
            Main is read
              cards.ledger:24: ability Pay
            """,
        ),
    ],
)
def test_what_only_the_sources_tell(cards: Path, name: str, report: str) -> None:
    assert used(cards, name) == dedent(report).splitlines()


def test_each_line_of_a_name_is_told(cards: Path) -> None:
    assert "  cards.ledger:3: allegiance" in used(cards, "owner")
    assert "  cards.ledger:8: turn" in used(cards, "Begun")
    assert "  cards.ledger:12: effect Taxing" in used(cards, "Hand")
    assert "  cards.ledger:23: ability Pay" in used(cards, "Hand")
    assert used(cards, "verdict")[-1] == "  cards.ledger:14: effect Taxing"
    assert used(cards, "Mana")[-1] == '  cards.play:11: play "forbidden"'


@pytest.mark.parametrize("local", ["s", "rule", "Kept"])
def test_what_is_local_is_no_name_of_the_catalog(cards: Path, local: str) -> None:
    result = driver.uses(local, [cards], working=cards)
    assert [each.code for each in result.findings.diagnostics] == ["LG0612"]


WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
DECLARING = re.compile(
    r"(?:template )?(?:stat|pool|const|query|zone|effect|ability|archetype|routine|formula|scene)"
    r" (?P<name>\w+)"
)


@pytest.mark.parametrize("recipe", ["cards/counterspell", "turns/overwatch"])
def test_no_line_of_a_recipe_is_left_out(repository: Path, recipe: str) -> None:
    """Every line with the word of a declared name outside of comments and texts is told."""
    catalog = repository / f"content/cookbook/{recipe}.ledger"
    places: dict[str, set[str]] = {}
    declared = []
    for path in (catalog, catalog.with_suffix(".play")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            code = re.sub(r'"[^"]*"|#.*| from (game|content):.*', "", line)
            place = f"{path.relative_to(repository).as_posix()}:{number}"
            for word in WORD.findall(code):
                places.setdefault(word, set()).add(place)
            if declaring := DECLARING.match(line):
                declared.append(declaring["name"])
    assert len(declared) > 10
    for name in declared:
        files = [catalog, catalog.with_suffix(".play")]
        text = driver.uses(name, files, working=repository).text
        assert text is not None
        told = set(re.findall(r"^  (\S+:\d+): ", text, re.MULTILINE))
        assert places[name] - told == set(), name


def test_an_unknown_name_is_told_with_the_nearest(folder: Path) -> None:
    result = driver.uses("Helth", [folder], working=folder)
    assert result.text is None
    (found,) = result.findings.diagnostics
    assert found.code == "LG0612"
    assert found.suggestion == "Health"


def test_without_files_or_a_project(tmp_path: Path) -> None:
    with pytest.raises(driver.NotConfiguredError):
        driver.uses("Health", [], working=tmp_path)
