"""``mutate`` as a function: which plays count, what they kill, what is told of the rest."""

from __future__ import annotations

import difflib
import json
import multiprocessing
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from ledgerc.mutation.model import Operator
from ledgerc.mutation.mutating import Manner, Mutated, mutate
from ledgerc.mutation.report import Report, as_json, text
from ledgerc.mutation.running import Outcome, Runner
from ledgerc.mutation.suite import Run, Suite
from tests.unit.commands.support import write

RULES = """\
pool Health max 10 whole
damage Health
tags Guard

effect Warded
  before Damage of holder when event.amount > 2
    set event.amount 2

effect Unused
  after Damage of holder
    set Health 1

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
  deal 3 to b
  expect b.Health = 6
  deal 1 to b
  expect b.Health = 5
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write(tmp_path, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    return tmp_path


def report_of(result: Mutated) -> Report:
    assert result.report is not None, (result.problem, result.findings)
    return result.report


def fates(report: Report) -> dict[str, str]:
    return {
        f"{each.key.line}: the {each.key.subject} {each.key.says}": each.fate.value
        for each in report.told
    }


def test_what_a_play_notices_is_killed_and_the_rest_survives(game: Path) -> None:
    result = mutate(game / "content/rules.ledger", working=game)
    report = report_of(result)
    assert fates(report) == {
        "1: the pool `Health` can lose its `max`": "survived",
        "6: the rule can go": "killed",
        "6: the rule can have its `when` turned round": "killed",
        "6: the rule can lose its `when`": "killed",
        "6: the subject can be of `other`": "killed",
        "6: the `>` can be `>=`": "survived",
        "6: the `>` can be narrower by one": "killed",
        "7: the `set event.amount` can be one less": "killed",
        "7: the `set event.amount` can be one more": "killed",
        "7: the `set event.amount` can have the other sign": "killed",
        "10: the rule can be a `before` rule": "untouched",
        "10: the rule can go": "untouched",
        "10: the subject can be of `other`": "untouched",
        "11: the `set` can be one less": "untouched",
        "11: the `set` can be one more": "untouched",
        "11: the `set` can have the other sign": "untouched",
    }
    lines = text(report).splitlines()
    assert lines[0] == (
        "the pool `Health` at content/rules.ledger:1 can lose its `max` "
        "and every play still passes"
    )
    assert lines[1] == (
        "the `>` at content/rules.ledger:6 can be `>=` and every play still passes"
    )
    assert lines[2].endswith("and every play still passes: none comes by it")
    assert lines[-1].startswith("8 of 16 mutants killed: 50 %, 1 play, ")
    assert report.passes(50)
    assert not report.passes(50.1)
    assert text(report, 60).splitlines()[-1] == "the score is below 60 %"


def test_several_processes_come_to_the_same(game: Path) -> None:
    path = game / "content/rules.ledger"
    one = report_of(mutate(path, working=game))
    two = report_of(mutate(path, options=Manner(jobs=2), working=game))
    assert one.told == two.told


def test_a_sample_is_picked_by_its_seed(game: Path) -> None:
    def keys(seed: int) -> list[object]:
        options = Manner(sample=5, seed=seed)
        report = report_of(
            mutate(game / "content/rules.ledger", options=options, working=game)
        )
        assert (report.picked, report.of) == (5, 16)
        assert "a sample of 5 of 16" in text(report)
        return [each.key for each in report.told]

    assert keys(1) == keys(1)
    assert keys(1) != keys(2)


def test_only_some_operators(game: Path) -> None:
    options = Manner(operators=(Operator.SIGN,))
    report = report_of(
        mutate(game / "content/rules.ledger", options=options, working=game)
    )
    assert {each.key.operator for each in report.told} == {"sign"}


def test_the_report_as_json(game: Path) -> None:
    report = report_of(mutate(game / "content/rules.ledger", working=game))
    data = json.loads(as_json(report))
    assert (data["score"], data["killed"], data["survived"]) == (50.0, 8, 8)
    assert data["tried"][0] == {
        "file": "content/rules.ledger",
        "line": 1,
        "column": 1,
        "operator": "bound",
        "mutant": "the pool `Health` can lose its `max`",
        "fate": "survived",
        "by": "",
        "reason": None,
    }
    killed = next(each for each in data["tried"] if each["fate"] == "killed")
    assert killed["by"] == "content/rules.play: a ward lets two through"


# -- which plays ------------------------------------------------------------------------------


def test_a_file_without_plays_is_tried_on_the_nearest_that_use_it(
    tmp_path: Path,
) -> None:
    base = (
        "pool Health max 10 whole\ndamage Health\narchetype Body\n  with Health = 5\n"
    )
    play = 'play "starts"\n  make b Body\n  expect b.Health = 5\n'
    write(
        tmp_path,
        {
            "content/base/base.ledger": base,
            "content/near/near.ledger": "use ../base/base.ledger\n",
            "content/near/near.play": f"catalog near.ledger\n\n{play}",
        },
    )
    report = report_of(mutate(tmp_path / "content/base/base.ledger", working=tmp_path))
    assert report.runs == 1
    assert fates(report)["4: the `with` can have one more Health"] == "killed"
    whole = report_of(mutate(tmp_path / "content/near/near.ledger", working=tmp_path))
    assert whole.told == report.told  # a catalog is tried with all that it uses
    own = mutate(
        tmp_path / "content/near/near.ledger",
        options=Manner(own=True),
        working=tmp_path,
    )
    assert report_of(own).told == ()


def test_plays_that_are_named_are_those_that_count(game: Path) -> None:
    write(
        game,
        {
            "content/other.play": 'catalog rules.ledger\n\nplay "nothing"\n  make b Body\n'
        },
    )
    path = game / "content/rules.ledger"
    report = report_of(mutate(path, [game / "content/other.play"], working=game))
    assert report.killed == 0
    assert report.runs == 1


def test_named_plays_may_lie_below_a_catalog_that_is_in_no_project(
    tmp_path: Path,
) -> None:
    play = PLAY.replace("catalog rules.ledger", "catalog ../rules.ledger")
    write(tmp_path, {"rules.ledger": RULES, "plays/rules.play": play})
    path = tmp_path / "rules.ledger"
    report = report_of(mutate(path, [tmp_path / "plays"], working=tmp_path))
    assert report.killed == 8
    assert report.told == report_of(mutate(path, working=tmp_path)).told


def test_without_plays_there_is_nothing_to_try(tmp_path: Path) -> None:
    write(tmp_path, {"content/rules.ledger": RULES})
    result = mutate(tmp_path / "content/rules.ledger", working=tmp_path)
    assert result.report is None
    assert result.problem == (
        "there is no play that uses `content/rules.ledger` or a file in it"
    )


def test_a_play_that_fails_unchanged_is_told_and_nothing_is_tried(game: Path) -> None:
    write(game, {"content/rules.play": PLAY.replace("= 8", "= 9")})
    report = report_of(mutate(game / "content/rules.ledger", working=game))
    assert report.told == ()
    assert not report.passes(None)
    assert text(report).startswith("these plays fail before any rule is changed:\n")


def test_errors_in_a_catalog_are_findings(game: Path) -> None:
    write(game, {"content/rules.ledger": RULES.replace("max 10", "max Nine")})
    result = mutate(game / "content/rules.ledger", working=game)
    assert result.report is None
    assert result.findings.has_errors


# -- what runs without end --------------------------------------------------------------------


def test_a_mutant_that_never_ends_is_killed(tmp_path: Path) -> None:
    rules = """\
pool Count max 5 whole

ability Climb
  repeat until holder.Count >= 5
    gain Count 1

archetype Body
  pools Count
  grants Climb
"""
    play = """\
catalog rules.ledger

play "climbs"
  make b Body
  act b Climb
  expect b.Count = 5
"""
    write(tmp_path, {"content/rules.ledger": rules, "content/rules.play": play})
    report = report_of(mutate(tmp_path / "content/rules.ledger", working=tmp_path))
    assert fates(report)["5: the `gain` can be one less"] == "killed"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer")
def test_a_mutant_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    rules = """\
pool Count max 5 whole

ability Idle
  repeat 900000
    if holder.Count > 4
      gain Count 1

archetype Body
  pools Count
  grants Idle
"""
    play = """\
catalog rules.ledger

play "idles"
  make b Body
  act b Idle
  act b Idle
  act b Idle
  expect b.Count = 0
"""
    write(tmp_path, {"content/rules.ledger": rules, "content/rules.play": play})

    def fate(seconds: float) -> str:
        options = Manner(seconds=seconds, operators=(Operator.AMOUNT,))
        path = tmp_path / "content/rules.ledger"
        report = report_of(mutate(path, options=options, working=tmp_path))
        return fates(report)["4: the `repeat` can have one more time"]

    assert fate(20) == "survived"
    assert fate(0.02) == "killed"


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="it patches a worker"
)
def test_a_mutant_that_ends_its_process_is_killed_and_the_others_are_tried(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game / "content/rules.ledger"
    plain = report_of(mutate(path, working=game))
    try_, ends = Runner.try_, (3, 4, 9)

    def ending(self: Runner, number: int) -> Outcome:
        if number in ends:
            os._exit(9)
        return try_(self, number)

    monkeypatch.setattr(Runner, "try_", ending)
    report = report_of(mutate(path, options=Manner(jobs=2), working=game))
    assert [each.by for each in report.told if each.by == "its process ended"] == [
        "its process ended"
    ] * len(ends)
    others = [each for each in report.told if each.by != "its process ended"]
    assert len(others) == len(plain.told) - len(ends)
    assert all(each in plain.told for each in others)


def test_a_mutant_is_tried_on_the_plays_alone_that_come_by_its_line(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs is seen, not what is reckoned to run."""
    write(
        game,
        {
            "content/rules.ledger": RULES.replace(
                "  full Health\n",
                """\
  full Health
  grants Rest

ability Rest
  gain Health 1
""",
            ),
            "content/rules.play": PLAY
            + """
play "a rest"
  make b Body
  set b.Health 5
  act b Rest
  expect b.Health = 6

play "a body"
  make b Body
  expect b.Health = 10
""",
        },
    )
    runs, tried = Suite.runs, set[tuple[str, str]]()

    def noting(self: Suite, text: str) -> list[Run]:
        changed = [
            line
            for line in difflib.ndiff(self.text.splitlines(), text.splitlines())
            if line[0] in "+-"
        ]
        of_ward = any("amount" in line for line in changed)
        of_rest = any("gain_Health" in line for line in changed)
        kind = "ward" if of_ward else "rest" if of_rest else "other"

        def noted(run: Run) -> Run:
            def call() -> None:
                tried.add((kind, run.name))
                run.call()

            return replace(run, call=call)

        return [noted(run) for run in runs(self, text)]

    monkeypatch.setattr(Suite, "runs", noting)
    for operator in (Operator.AMOUNT, Operator.SIGN):
        options = Manner(operators=(operator,))
        report_of(mutate(game / "content/rules.ledger", options=options, working=game))
    assert ("ward", "a ward lets two through") in tried
    assert ("rest", "a rest") in tried
    assert {name for kind, name in tried if kind == "ward"} == {
        "a ward lets two through"
    }
    assert {name for kind, name in tried if kind == "rest"} == {"a rest"}


# -- listed as equivalent ---------------------------------------------------------------------

LIST = """\
# What no play can notice.
before Damage of holder when event.amount > 2
  the `>` can be `>=`: two are set to two

pool Health max 10 whole
  the pool `Health` can lose its `max`: nothing here heals
"""


def test_listed_mutants_do_not_count(game: Path) -> None:
    write(game, {"content/rules.equivalents": LIST})
    report = report_of(mutate(game / "content/rules.ledger", working=game))
    assert (report.listed, report.killed, report.tried) == (2, 8, 14)
    assert not report.faults
    assert "2 listed as equivalent" in text(report)
    reasons = {each.reason for each in report.told if each.is_listed}
    assert reasons == {"two are set to two", "nothing here heals"}


def test_stale_entries_are_told(game: Path) -> None:
    write(
        game,
        {"content/rules.equivalents": """\
  the rule can go: before any line
before Damage of holder when event.amount > 2
  the rule can go: it is noticed
  the rule can fly: there is none
  the `>` can be `>=`
after Damage of nobody
  the rule can go: no such line
"""},
    )
    report = report_of(mutate(game / "content/rules.ledger", working=game))
    name = "content/rules.equivalents"
    assert [f"{each.place}: {each.message}" for each in report.faults] == [
        f"{name}:1: a mutant before any line of the catalog is quoted",
        f"{name}:5: a mutant without a reason: MUTANT: REASON",
        f"{name}:7: `content/rules.ledger` has no line `after Damage of nobody`",
        f"{name}:3: this mutant is noticed, by content/rules.play: "
        "a ward lets two through: take it out",
        f"{name}:4: `before Damage of holder when event.amount > 2` "
        "has no mutant `the rule can fly`",
    ]
    assert not report.passes(None)
    assert f"{name}:3: this mutant is noticed" in text(report)
