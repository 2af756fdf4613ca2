"""A play may move and make into a full zone: nothing happens, and that is no refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.playing import report

RULES = """\
zone Hand max 1
archetype Player
archetype Card
"""

PLAY = """\
catalog cards.ledger

play "no room"
  make p Player
  make held Card in Hand of p
  make spare Card
  move spare to Hand of p
  expect done
  expect log
  expect spare alive
  move held to Hand of p
  expect held in Hand of p
  make third Card in Hand of p
  expect done
  expect third = nothing
  copy held in Hand of p as fourth
  expect done
  expect fourth = nothing
  expect count(cards in Hand of p) = 1
"""


def played(folder: Path, play: str) -> str:
    """What ``ledgerc play`` says of ``play``."""
    (folder / "cards.ledger").write_text(RULES, encoding="utf-8")
    path = folder / "cards.play"
    path.write_text(play, encoding="utf-8")
    (file,) = driver.play([path], working=folder).files
    return report(file)


def test_what_finds_no_room_does_nothing(tmp_path: Path) -> None:
    assert played(tmp_path, PLAY) == "✓ 1 play, 16 steps, all passing"


@pytest.mark.parametrize("state", ["gone", "alive"])
def test_what_was_never_made_is_said_to_be_nothing(tmp_path: Path, state: str) -> None:
    play = f"""\
catalog cards.ledger

play "no room"
  make p Player
  make held Card in Hand of p
  make spare Card in Hand of p
  expect spare {state}
"""
    assert "found: it is nothing\n" in played(tmp_path, play)
