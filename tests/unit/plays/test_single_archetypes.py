"""The singles of a play's world: they are made as the first step needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.playing import run_play
from tests.unit.plays.support import runs

FORTUNATE = """\
pool Luck max 99 whole
stat Zero

effect Fortunate
  on gained
    choose Fortune one of Much, Little by holder
    if Fortune == Much
      gain Luck roll(6)

single archetype Table
  with Luck = roll(6)
  has Fortunate
"""

BROKEN = """\
pool Luck max 99 whole
stat Zero

single archetype Table
  with Luck = 3 / holder.Zero

ends when Table.Luck > 90
"""


def failure(folder: Path, steps: str, rules: str) -> str | None:
    """The message of one play, whose steps begin at line 4; None if it passes."""
    (folder / "game.ledger").write_text(rules, encoding="utf-8")
    body = "".join(f"  {line}\n" for line in steps.splitlines())
    path = folder / "game.play"
    path.write_text(f'catalog game.ledger\n\nplay "it"\n{body}', encoding="utf-8")
    (run,) = runs(path)
    return run_play(run).failure


@pytest.mark.parametrize(
    "steps",
    [
        "roll 3, 4\nchoose Much\nexpect Table.Luck = 7\nsave\nexpect Table.Luck = 7",
        "seed 42\nchoose Little\ngain Table.Luck 90\nexpect Table.Luck > 90",
        "choose Much\nroll 6\nroll 6\nlet all_of_it = Table.Luck\nexpect all_of_it = 12",
    ],
)
def test_what_is_scripted_first_is_there_for_the_singles(
    tmp_path: Path, steps: str
) -> None:
    assert failure(tmp_path, steps, FORTUNATE) is None


@pytest.mark.parametrize(
    ("steps", "rules", "told"),
    [
        ("gain Table.Luck 1", BROKEN, "3 is divided by 0"),
        ("expect Table.Luck = 1", BROKEN, "3 is divided by 0"),
        ("expect over", BROKEN, "3 is divided by 0"),
        ("save", BROKEN, "3 is divided by 0"),
        ("do Start()", BROKEN, "3 is divided by 0"),
        ("gain Table.Luck 1", FORTUNATE, "a die is rolled, but this world has no seed"),
        ("roll 1\ngain Table.Luck 1", FORTUNATE, "nobody makes the choice 'Fortune'"),
    ],
)
def test_a_fault_of_the_singles_is_that_of_the_first_step(
    tmp_path: Path, steps: str, rules: str, told: str
) -> None:
    rules += '\nroutine Start()\n  note "go"\n'
    message = failure(tmp_path, steps, rules)
    assert message is not None
    lines = message.splitlines()
    place = f"game.play:{3 + len(steps.splitlines())}"
    told = f"{place}: making the single archetypes failed: {told}"
    assert lines[0].startswith(told)
    assert lines[1].strip().startswith("in the rule at game.ledger:")
    assert "Traceback" not in message
