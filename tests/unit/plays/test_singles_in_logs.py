"""An expected entry names a single archetype as the entity that it is."""

from __future__ import annotations

from pathlib import Path

from tests.unit.plays.support import failure

RULES = """\
link team
pool Rings whole
event Rang

effect Hears
  after Rang of any
    gain Rings 1

single archetype Tower
  pools Rings
  has Hears

archetype Side

archetype Imp
"""


def test_a_single_answers_in_a_log(tmp_path: Path) -> None:
    steps = """\
raise Rang of u
expect log
  Rang u
  Answer Tower Hears
  gain Rings Tower 1"""
    assert failure(tmp_path, steps, RULES) is None


def test_another_than_the_single_differs(tmp_path: Path) -> None:
    message = failure(tmp_path, "raise Rang of Tower\nexpect log has\n  Rang u", RULES)
    assert message is not None
    assert "expected: Rang u" in message
