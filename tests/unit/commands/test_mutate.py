"""``ledgerc mutate``: what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.commands.support import Ledgerc, write

RULES = """\
pool Health max 10 whole
damage Health

effect Warded
  before Damage of holder when event.amount > 2
    set event.amount 2

archetype Body
  full Health
"""

PLAY = """\
catalog rules.ledger

play "a ward lets two through"
  make b Body
  give Warded to b
  deal 5 to b
  expect b.Health = 8
"""


@pytest.fixture
def game(folder: Path) -> Path:
    write(folder, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    return folder


def test_survivors_are_sentences_with_their_lines(game: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("mutate", "content/rules.ledger")
    assert (result.code, result.err) == (0, "")
    assert (
        "the rule at content/rules.ledger:5 can lose its `when` "
        "and every play still passes" in result.out.splitlines()
    )


def test_a_score_that_is_too_low_is_a_finding(game: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("mutate", "content", "--min", "30").code == 0
    result = ledgerc("mutate", "content", "--min", "90")
    assert result.code == 1
    assert result.out.endswith("the score is below 90 %\n")


def test_json_and_kinds(game: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc(
        "mutate", "content/rules.ledger", "--only", "sign, drop", "--format", "json"
    )
    data = json.loads(result.out)
    assert [each["operator"] for each in data["tried"]] == ["drop", "sign"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("content/rules.ledger", "--only", "explode"), "there is no kind 'explode'"),
        (("content/other.ledger",), "there is no file `content/other.ledger`"),
        (("content/rules.play",), "is not what belongs here"),
    ],
)
def test_wrong_usage(
    arguments: tuple[str, ...], message: str, game: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("mutate", *arguments)
    assert result.code in (1, 2)
    assert message in result.err


def test_a_catalog_that_nothing_plays(game: Path, ledgerc: Ledgerc) -> None:
    write(game, {"content/alone/alone.ledger": "pool Health\n"})
    result = ledgerc("mutate", "content/alone")
    assert result.code == 2
    assert "there is no play that uses `content/alone`" in result.err
