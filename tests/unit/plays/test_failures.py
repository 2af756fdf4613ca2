"""What a failing step says: each kind of failure, its place first, then what and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.plays.support import failure

MADE = """\
  make g Imp (line 7) was done
    Made g Imp"""

FAILURES = [
    (
        "a number differs",
        "deal 2 to g from u\nexpect g.Health = 9 from content: 10 less 1",
        """\
game.play:11: expect g.Health = 9
  expected: 9
  found: 8
  from content: 10 less 1
  deal 2 Damage to g from u (line 10) was done
    Damage g 2 by u
  g.Health is 8
    start of Imp (game.ledger:53): 10 (game.ledger:55)
    Damage g 2 by u: 10 → 8""",
    ),
    (
        "an order is not as it should be; causes are indented",
        "give Spiky to g\ndeal 2 to g from u\nexpect u.Health > 9.5",
        """\
game.play:12: expect u.Health > 9.5
  expected: > 9.5
  found: 9
  deal 2 Damage to g from u (line 11) was done
    Damage g 2 by u
      Answer g Spiky (game.ledger:27)
        Damage u 1 by g
  u.Health is 9
    start of Imp (game.ledger:53): 10 (game.ledger:55)
    Damage u 1 by g, from g's Spiky: 10 → 9 (game.ledger:28)""",
    ),
    (
        "decimals that end, and quotients",
        "expect g.Ease / 8 = 1/3",
        f"""\
game.play:10: expect g.Ease / 8 = 1/3
  expected: 1/3
  found: 0.125
{MADE}
  g.Ease is 1
    start of Imp (game.ledger:53): 1 (game.ledger:56)""",
    ),
    (
        "another entity",
        "expect g.team != b",
        f"""\
game.play:10: expect g.team != b
  expected: != b
  found: b
{MADE}""",
    ),
    (
        "nothing where there should be somebody",
        "expect first(enemies of u having Guard) = g",
        f"""\
game.play:10: expect first(enemies of u having Guard) = g
  expected: g
  found: nothing
{MADE}""",
    ),
    (
        "a refusal that no step expects, in the midst",
        "act u Strike at u\nexpect g.Health = 10",
        """\
game.play:10: act u Strike at u was refused: NoTarget
  expected: done""",
    ),
    (
        "a refusal that no step expects, at the end",
        "act u Walk with Path = -0.5",
        """\
game.play:10: act u Walk with Path = -0.5 was refused: OutOfBounds "Path"
  expected: done""",
    ),
    (
        "a prevented change that no step expects",
        "give Charmed to g\ndeal 1 to g\nexpect g.Health = 10",
        """\
game.play:11: deal 1 Damage to g was refused: Prevented
  expected: done
      Before g Charmed (game.ledger:22)
        Lost g Charmed
    Prevented Damage g 1""",
    ),
    (
        "done where a refusal was expected",
        "act u Strike at g\nexpect refused NoTarget",
        """\
game.play:11: expect refused NoTarget
  found: done
  act u Strike at g (line 10) was done
    spend Ease u 0.5
    Damage g 2 by u""",
    ),
    (
        "another refusal",
        'act u Strike at u\nexpect refused Requirement "it is down already"',
        """\
game.play:11: expect refused Requirement "it is down already"
  found: refused NoTarget
  act u Strike at u (line 10) was refused: NoTarget""",
    ),
    (
        "refused where done was expected",
        "act u Strike at u\nexpect done",
        """\
game.play:11: expect done
  found: refused NoTarget
  act u Strike at u (line 10) was refused: NoTarget""",
    ),
    (
        "what should be so is not",
        "expect g has Guard",
        f"""\
game.play:10: expect g has Guard
  found: it is not so
{MADE}""",
    ),
    (
        "not gone",
        "expect g gone",
        f"""\
game.play:10: expect g gone
  found: it is in play
{MADE}""",
    ),
    (
        "not alive",
        "deal 10 to g\nexpect g alive",
        """\
game.play:11: expect g alive
  found: it is gone
  deal 10 Damage to g (line 10) was done
    Damage g 10
    Died g""",
    ),
    (
        "cannot, where it should",
        "expect can u Strike at u, g",
        f"""\
game.play:10: expect can u Strike at u, g
  found: refused NoTarget
{MADE}""",
    ),
    (
        "can, where it should not",
        "expect cannot u Strike at g CannotAfford",
        f"""\
game.play:10: expect cannot u Strike at g CannotAfford
  found: it can
{MADE}""",
    ),
    (
        "cannot, but for another reason",
        "set g.Health 1\nexpect cannot u Strike at g CannotAfford",
        """\
game.play:11: expect cannot u Strike at g CannotAfford
  found: refused Requirement "it is down already"
  set g.Health 1 (line 10) was done
    set Health g 1""",
    ),
    (
        "not over",
        "expect over",
        f"""\
game.play:10: expect over
  found: the match goes on
{MADE}""",
    ),
    (
        "over",
        "give Charmed to u\ngive Charmed to g\nexpect not over",
        """\
game.play:12: expect not over
  found: it is over, winner nothing
  give Charmed to g (line 11) was done
    Gained g Charmed""",
    ),
    (
        "no winner yet",
        "expect winner a",
        f"""\
game.play:10: expect winner a
  found: the match goes on
{MADE}""",
    ),
    (
        "another winner",
        "give Charmed to u\ngive Charmed to g\nexpect winner a",
        """\
game.play:12: expect winner a
  found: winner nothing
  give Charmed to g (line 11) was done
    Gained g Charmed""",
    ),
    (
        "a die without a script",
        "act u Gamble",
        f"""\
game.play:10: act u Gamble failed: a die is rolled, but this world has no seed and no script
  in the rule at game.ledger:41
{MADE}""",
    ),
    (
        "a die that has no such side",
        "roll 7\nact u Gamble",
        f"""\
game.play:11: act u Gamble failed: a die of 6 sides cannot show 7
  in the rule at game.ledger:41
{MADE}""",
    ),
    (
        "a die that nobody rolls",
        "roll 3, 4\nchoose Merry\nact u Gamble\nsave",
        """\
game.play:10: scripted and never rolled: 4
  act u Gamble (line 12) was done
    Rolled 3 6
    Chose u mood Merry
    gain Ease u 0.3""",
    ),
    (
        "a choice without a script",
        "roll 3\nact u Gamble",
        f"""\
game.play:11: act u Gamble failed: nobody makes the choice 'mood'
  in the rule at game.ledger:43
  u may choose: Glum, Merry
{MADE}""",
    ),
    (
        "a choice of what is not offered",
        "give Charmed to g\nroll 3\nchoose u\nact u Gamble",
        """\
game.play:13: act u Gamble failed: that is no answer to the choice 'friend'
  in the rule at game.ledger:42
  give Charmed to g (line 10) was done
    Gained g Charmed""",
    ),
    (
        "choices that nobody makes",
        "choose u, g\nchoose none",
        f"""\
game.play:11: scripted and never chosen: u, g; none
{MADE}""",
    ),
    (
        "an error of a rule names the rule",
        "give Strained to g\nraise TurnStarted of g",
        """\
game.play:11: raise TurnStarted of g failed: 1 is divided by 0
  in the rule at game.ledger:32
  give Strained to g (line 10) was done
    Gained g Strained""",
    ),
    (
        "an error of the step's own numbers",
        "expect u.Might / (g.Health - 10) = 3",
        f"""\
game.play:10: failed: 2 is divided by 0
{MADE}""",
    ),
    (
        "the log, an entry",
        "deal 1 to g from u\nexpect log\n  Damage g 2",
        """\
game.play:11: expect log
  entry 1 differs
  expected: Damage g 2
  found: Damage g 1 by u
  deal 1 Damage to g from u (line 10) was done
    Damage g 1 by u""",
    ),
    (
        "the log, an entry too few",
        "act u Strike at g\nexpect log\n  spend Ease u 0.5",
        """\
game.play:11: expect log
  entry 2 differs
  expected: no more entries
  found: Damage g 2 by u
  act u Strike at g (line 10) was done
    spend Ease u 0.5
    Damage g 2 by u""",
    ),
    (
        "the log, an entry too many",
        "deal 1 to g\nexpect log\n  Damage g\n  Damage u",
        """\
game.play:11: expect log
  entry 2 differs
  expected: Damage u
  found: no more entries
  deal 1 Damage to g (line 10) was done
    Damage g 1""",
    ),
    (
        "a part of the log, out of order",
        "act u Strike at g\nexpect log has\n  Damage g 2\n  spend Ease",
        """\
game.play:11: expect log has
  expected: spend Ease, after Damage g 2
  found: none
  act u Strike at g (line 10) was done
    spend Ease u 0.5
    Damage g 2 by u""",
    ),
]


@pytest.mark.parametrize(
    ("steps", "message"),
    [each[1:] for each in FAILURES],
    ids=[each[0] for each in FAILURES],
)
def test_a_failure(tmp_path: Path, steps: str, message: str) -> None:
    assert failure(tmp_path, steps) == message


PASSING = [
    "deal 2 to g from u\nexpect g.Health = 8\nexpect g.Health < 9\nexpect g.Health >= 8",
    "set g.Ease 0.25\nexpect g.Ease = 1/4\nexpect g.Ease <= 0.25\nexpect g.Ease != 0.3",
    "act u Strike at u\nexpect refused",
    "act u Strike at u\nexpect refused NoTarget",
    "give Charmed to g\ndeal 1 to g\nexpect refused Prevented\nexpect g lacks Charmed",
    "remove g\nexpect g gone\nsave\nexpect g gone",
    "let foes = enemies of u\nlet foe = first(foes)\nsave\nexpect foe = g\n"
    "expect count(foes) = 1\ndeal 1 to foe\nexpect g.Health = 9",
    "roll 3\nchoose Merry\nset u.Ease 0\nact u Gamble\nexpect u.Ease = 0.3\n"
    "expect log has\n  Rolled 3 6\n  gain Ease u 0.3",
    "roll 3\nchoose Merry\nsave\nact u Gamble\nexpect done",
    "seed 5\nchoose Glum\nact u Gamble",
    "give Charmed to g\nroll 3\nchoose none\nchoose Merry\nact u Gamble",
    "give Charmed to g\nset g.Health 1\nroll 3\nchoose g\nchoose Merry\n"
    "answer Luck(u) = 2.5\nact u Gamble\nexpect g.Health = 3\nexpect Luck(g) = 0",
    "give Charmed to u\ngive Charmed to g\nexpect over\nexpect winner nothing",
    "deal 1 to g from u\nsave\nexpect log\n  Damage g 1 u",
]


@pytest.mark.parametrize("steps", PASSING)
def test_a_play_that_passes(tmp_path: Path, steps: str) -> None:
    assert failure(tmp_path, steps) is None


def test_a_question_leaves_no_trace(tmp_path: Path) -> None:
    """A query asked by an ``expect`` is no part of the log that the play speaks of."""
    steps = "deal 1 to g\nexpect Luck(u) = 0\nexpect log\n  Damage g 1"
    assert failure(tmp_path, steps) is None


def test_a_long_log_is_cut(tmp_path: Path) -> None:
    """Of a long log the end is shown, nearest to what went wrong."""
    told = failure(
        tmp_path, "give Looping to u\nraise TurnStarted of u\nexpect g gone", LOOPING
    )
    assert told is not None
    lines = told.splitlines()
    assert lines[0] == "game.play:12: expect g gone"
    assert lines[3].strip() == "… 42 entries before"
    assert len(lines) == 4 + 60


LOOPING = """\
link team
pool Health max 1000 whole
damage Health
event TurnStarted

effect Looping
  after TurnStarted of holder
    repeat 100
      deal 1 to holder

archetype Side

archetype Imp
  full Health
"""
