"""Running compiled plays: results, filters, the lines printed, the JUnit file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ledger_runtime.testing import PlayFailed
from ledgerc.junit import junit_xml
from ledgerc.keyword_filter import KeywordFilter
from ledgerc.playing import (
    FileResult,
    PlayResult,
    PlayRun,
    report,
    run_play,
    run_plays,
    summary,
)
from tests.unit.plays.support import runs, write_play


def passes() -> None:
    pass


def fails() -> None:
    raise PlayFailed("x.play:4: expect g gone\n  found: it is in play")


def breaks() -> None:
    raise KeyError("oops")


def run(
    title: str,
    call: Callable[[], None] = passes,
    *,
    row: str | None = None,
    steps: int = 3,
) -> PlayRun:
    return PlayRun(title, row, "x.play", 3, steps, "test_it", "digest", call)


def result(title: str, *, failure: str | None = None, steps: int = 1) -> PlayResult:
    return PlayResult(title, None, "x.play", 3, steps, 0.0, failure)


def test_what_came_of_a_run() -> None:
    passed = run_play(run("first", row="hit=1"))
    assert (passed.name, passed.passed, passed.failure) == ("first [hit=1]", True, None)
    failed = run_play(run("second", fails))
    assert not failed.passed
    assert failed.failure == "x.play:4: expect g gone\n  found: it is in play"


def test_a_fault_of_the_code_is_told_with_its_trace() -> None:
    failure = run_play(run("third", breaks)).failure
    assert failure is not None
    assert failure.splitlines()[0] == "x.play:3: KeyError: 'oops'"
    assert "Traceback" in failure


def test_an_interrupt_goes_through() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_play(run("stopped", stop))


def test_words_pick_plays() -> None:
    plays = [run("a guard"), run("a ward"), run("rows", row="hit=1")]
    done = run_plays(plays, "x.play", keep=KeywordFilter("ward or hit=1"))
    assert [each.title for each in done.results] == ["a ward", "rows"]
    assert done.left_out == 1
    assert summary(done) == "✓ 2 plays, 6 steps, all passing (1 left out by -k)"


def test_stop_at_the_first_failure() -> None:
    plays = [run("a"), run("b", fails), run("c"), run("d")]
    done = run_plays(plays, "x.play", stop_at_failure=True)
    assert len(done.results) == 2
    assert summary(done) == "✗ 1 of 2 plays failing, 6 steps, 2 not run"


@pytest.mark.parametrize(
    ("results", "line"),
    [
        ([result("a", steps=1)], "✓ 1 play, 1 step, all passing"),
        ([result("a", steps=11)], "✓ 1 play, 11 steps, all passing"),
        (
            [result("a", steps=19), result("b", steps=12)],
            "✓ 2 plays, 31 steps, all passing",
        ),
        ([result("a", failure="x")], "✗ 1 of 1 play failing, 1 step"),
        ([result("a"), result("b", failure="x")], "✗ 1 of 2 plays failing, 2 steps"),
        ([], "✓ no plays to run"),
    ],
)
def test_the_line_of_a_file(results: list[PlayResult], line: str) -> None:
    assert summary(FileResult("x.play", tuple(results))) == line


def test_failures_are_told_below_the_line() -> None:
    results = (
        result("fine"),
        result("it goes", failure="x.play:4: expect g gone\n  found: no"),
    )
    assert report(FileResult("x.play", results)) == (
        "✗ 1 of 2 plays failing, 2 steps\n\n"
        "  it goes\n"
        "    x.play:4: expect g gone\n"
        "      found: no"
    )


def test_junit() -> None:
    files = [
        FileResult(
            "x.play",
            (
                result("fine"),
                result("<it> & \x00goes", failure="x.play:4: no\n  «found»"),
            ),
            left_out=2,
        ),
        FileResult("y.play", ()),
    ]
    text = junit_xml(files)
    root = ElementTree.fromstring(text)
    assert text.startswith(b"<?xml")
    assert root.attrib == {
        "name": "ledgerc play",
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "2",
        "time": "0.000",
    }
    first, second = root.findall("testsuite")
    assert (first.get("name"), second.get("name")) == ("x.play", "y.play")
    fine, gone = first.findall("testcase")
    assert (fine.get("name"), fine.get("classname"), fine.get("line")) == (
        "fine",
        "x.play",
        "3",
    )
    assert gone.get("name") == "<it> & ?goes"
    failure = gone.find("failure")
    assert failure is not None
    assert failure.get("message") == "x.play:4: no"
    assert failure.text == "x.play:4: no\n  «found»"


def test_rows_are_runs_of_their_own(tmp_path: Path) -> None:
    path = write_play(
        tmp_path,
        'play "hits" with hit, left in duel\n'
        "  row 1, 9\n"
        "  row 0.5, 10\n"
        "  row 3, 8\n"
        "  deal hit to g\n"
        "  expect g.Health = left\n\n"
        'play "a step"\n'
        "  make u Imp\n",
    )
    found = runs(path)
    assert [(each.name, each.line, each.steps) for each in found] == [
        ("hits [hit=1,left=9]", 10, 6),
        ("hits [hit=0.5,left=10]", 11, 6),
        ("hits [hit=3,left=8]", 12, 6),
        ("a step", 16, 1),
    ]
    done = run_plays(found, "game.play")
    assert [each.passed for each in done.results] == [True, True, False, True]
    assert summary(done) == "✗ 1 of 4 plays failing, 19 steps"
