"""``ledgerc match``: what is played, what is printed, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.commands.support import Ledgerc, write
from tests.unit.match.support import CHOICES, NIM
from tests.unit.match.test_match import ENDLESS, FAILING


@pytest.fixture
def games(folder: Path) -> Path:
    write(
        folder,
        {
            "nim/nim.ledger": NIM,
            "choices/rules.ledger": CHOICES.replace("routine Setup()", "routine Lay()"),
            "choices/duel.ledger": "use rules.ledger\n\nroutine Setup()\n  do Lay()\n",
            "odd/endless.ledger": ENDLESS,
            "odd2/failing.ledger": FAILING,
            "none/rules.ledger": "archetype Body\n",
            "none/start.ledger": 'routine Setup()\n  note "go"\n',
        },
    )
    return folder


def test_one_match_is_told_order_by_order(games: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("match", "choices", "--seed", "4", "--players", "random,greedy")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "duel.ledger, Setup, seed 4"
    assert "side 2: Player#2 (greedy)" in lines
    assert any(re.fullmatch(r" +1  Player#1: Offer", line) for line in lines)
    assert any(re.fullmatch(r" +rolls \d of 6 for Offer", line) for line in lines)
    assert any(re.fullmatch(r" +Chose Player#1 kept Card#\d", line) for line in lines)
    assert re.fullmatch(r"Player#\d wins \(\w+\), after \d+ orders", lines[-1])


def test_quiet_prints_the_last_line(games: Path, ledgerc: Ledgerc) -> None:
    loud = ledgerc("match", "choices")
    quiet = ledgerc("match", "choices", "-q")
    assert quiet.out == loud.out.splitlines()[-1] + "\n"


def test_props_are_told(games: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("match", "nim/nim.ledger", "--setup", "Setup")
    assert re.search(r"1  Hand#2: Take with Many = [123]\n", result.out)


def test_a_match_is_saved_and_replayed(games: Path, ledgerc: Ledgerc) -> None:
    told = ledgerc("match", "choices", "--seed", "9", "--save", "nine.json")
    again = ledgerc("match", "choices", "--replay", "nine.json")
    assert again.code == 0
    assert again.out.splitlines()[1:-1] == told.out.splitlines()[1:-1]
    assert again.out.splitlines()[-1].endswith("; replayed, and the same")
    text = Path("nine.json").read_text()
    Path("nine.json").write_text(text.replace('"seed": 9', '"seed": 8'))
    refused = ledgerc("match", "choices", "--replay", "nine.json")
    assert refused.code == 1
    assert "nine.json: this match was changed after it was saved" in refused.err
    foreign = ledgerc("match", "choices", "--replay", "choices/duel.ledger")
    assert "no saved match" in foreign.err
    Path("nine.json").write_text(text)
    other = ledgerc("match", "nim", "--replay", "nine.json")
    assert "a match of other rules" in other.err
    assert ledgerc("match", "nim", "--replay", "missing.json").code != 0


def test_many_are_counted(games: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("match", "nim", "-n", "40", "--setup", "all", "--seed", "3")
    assert (result.code, result.err) == (0, ""), "and no bar off a terminal"
    assert result.out.startswith("40 matches\n  Setup: 20 matches\n")
    assert "no odd match" in result.out
    quiet = ledgerc("match", "nim", "-n", "40", "--setup", "all", "--seed", "3", "-q")
    assert quiet.out == "40 matches, 0 odd matches\n"


def test_jobs_change_nothing(games: Path, ledgerc: Ledgerc) -> None:
    pytest.importorskip("joblib")
    arguments = ("match", "nim", "-n", "400", "--setup", "SetupLarge")
    assert ledgerc(*arguments, "--jobs", "2") == ledgerc(*arguments)


def test_an_odd_match_of_many_can_be_played_again(
    games: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("match", "odd", "-n", "3", "--setup", "Setup", "--orders", "9")
    assert result.code == 1
    assert "odd matches: 3 endless" in result.out
    found = re.search(r"ledgerc (match odd .*--seed \d+)", result.out)
    assert found is not None
    again = ledgerc(*found.group(1).split(), "--orders", "9")
    assert again.code == 1
    assert again.out.endswith("the budget of orders is used up, after 9 orders\n")


def test_an_error_of_the_rules_is_told_with_its_line(
    games: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("match", "odd2", "-n", "20", "--setup", "Setup")
    assert result.code == 1
    assert "failed: DivisionError: 0 is divided by 0, in the rule at" in result.out


@pytest.mark.parametrize("more", [(), ("-n", "2"), ("-n", "2", "--jobs", "2")])
def test_an_error_of_the_singles_is_told_with_its_line(
    games: Path, ledgerc: Ledgerc, more: tuple[str, ...]
) -> None:
    start = "stat Zero\nsingle archetype Broken\n  with Heap = 3 / holder.Zero\n"
    write(games, {"single/nim.ledger": start + NIM})
    result = ledgerc("match", "single", "--setup", "Setup", *more)
    assert (result.code, result.err) == (1, "")
    told = (
        "failed: DivisionError: 3 is divided by 0, in the rule at nim.ledger:3, after"
    )
    assert told in result.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["."], "several catalogs in `.` can be played"),
        (["none"], "no catalog in `none` can be played"),
        (["none/rules.ledger"], "has no set-up"),
        (["none/start.ledger"], "has no `ends when`"),
        (["nim"], "several set-ups, choose one with --setup: Setup, SetupLarge"),
        (["nim", "--setup", "all"], "--setup all is for many matches"),
        (["nim", "--setup", "Seat"], "has no set-up `Seat`; it has: Setup, SetupLarge"),
        (["choices", "--players", "clever"], "there is: random, greedy"),
        (["choices", "--players", "random,random,random"], "there are 2 sides"),
        (
            ["choices", "-n", "5", "--players", "random,random,random"],
            "there are 2 sides",
        ),
        (
            ["choices", "--backend", "dask", "-n", "5"],
            "--scheduler ADDRESS go together",
        ),
        (["choices", "--scheduler", "tcp://x:1", "-n", "5"], "go together"),
        (["choices", "--backend", "dask", "--scheduler", "x"], "say how many with -n"),
        (["choices", "-n", "5", "--save", "x"], "for one match, without -n"),
        (["choices", "--replay", "y", "--save", "x"], "either --save or --replay"),
    ],
)
def test_what_is_refused(
    arguments: list[str], words: str, games: Path, ledgerc: Ledgerc
) -> None:
    result = ledgerc("match", *arguments)
    assert result.code == 2
    assert words in " ".join(result.err.split())


def test_faults_of_the_rules_are_told(games: Path, ledgerc: Ledgerc) -> None:
    write(games, {"nim/nim.ledger": NIM.replace("pool Heap whole", "pool Haep whole")})
    result = ledgerc("match", "nim")
    assert result.code == 1
    assert "did you mean" in result.err
    missing = ledgerc("match", "nowhere")
    assert missing.code == 1
    assert "LG0601" in missing.err
