"""A play may move and make into a full zone: nothing happens, and that is no refusal."""

from __future__ import annotations

from pathlib import Path

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


def test_what_finds_no_room_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "cards.ledger").write_text(RULES, encoding="utf-8")
    path = tmp_path / "cards.play"
    path.write_text(PLAY, encoding="utf-8")
    (file,) = driver.play([path], working=tmp_path).files
    assert report(file) == "✓ 1 play, 16 steps, all passing"
