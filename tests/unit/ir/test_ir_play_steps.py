"""How many steps a play counts (docs/language.md, section 5)."""

from __future__ import annotations

from ledgerc.ir import plays as p
from tests.unit.ir.small_catalog import at, number

SPAN = at(1)


def file(*plays: p.Play) -> p.PlayFile:
    start = p.Scene("start", (p.Save(SPAN), p.Save(SPAN)), "", SPAN)
    return p.PlayFile("small.play", "small.ledger", "", (start,), plays)


def play(steps: int, scene: str | None = None, rows: int = 0) -> p.Play:
    values = tuple((number(row),) for row in range(rows))
    names = ("n",) if rows else ()
    lines = (p.Save(SPAN),) * steps
    return p.Play("a title", scene, names, values, lines, "", SPAN)


def test_a_play_counts_its_lines() -> None:
    alone = file(play(3))
    assert p.steps_of(alone, alone.plays[0]) == 3


def test_an_expected_log_is_one_step() -> None:
    log = p.ExpectLog(False, (p.LogLine("Damage", (), "", SPAN),) * 4, SPAN)
    only = p.Play("a title", None, (), (), (log,), "", SPAN)
    assert p.steps_of(file(only), only) == 1


def test_a_scene_counts_for_each_run_and_a_row_for_none() -> None:
    both = file(play(3, "start"), play(4, "start", rows=3))
    assert [p.steps_of(both, each) for each in both.plays] == [5, 6]
