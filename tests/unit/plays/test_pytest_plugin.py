"""The pytest plugin: what it collects, how items are named, filtered, repeated and told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ledgerc import driver
from tests.unit.plays.support import write_play

pytest_plugins = ["pytester"]

PLAYS = """\
play "a hit hurts" in duel
  deal 2 to g
  expect g.Health = 8

play "more: it \\"hurts\\" :: [twice]" in duel
  deal 2 to g
  expect g.Health = 9 from content: 10 less 1

play "hits" with hit in duel
  row 1
  row 2
  deal hit to g
  expect g.Health = 10 - hit
"""

IDS = [
    "game.play::a hit hurts",
    'game.play::more: it "hurts" : (twice)',
    "game.play::hits::hit=1",
    "game.play::hits::hit=2",
]


@pytest.fixture(scope="module", autouse=True)
def _whole_compiler(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load all of the compiler: a run in this process forgets the modules that it imports."""
    driver.play([write_play(tmp_path_factory.mktemp("loading"), PLAYS)])


@pytest.fixture
def folder(pytester: pytest.Pytester) -> pytest.Pytester:
    write_play(pytester.path, PLAYS)
    return pytester


def collected(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if ".play::" in line or ".py::" in line]


def test_a_file_that_is_named(folder: pytest.Pytester) -> None:
    result = folder.runpytest_inprocess("game.play")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(
        [
            "game.play:15: expect g.Health = 9",
            "  expected: 9",
            "  found: 8",
            "  from content: 10 less 1",
            "  deal 2 Damage to g (line 14) was done",
        ]
    )


def test_what_items_are_called(folder: pytest.Pytester) -> None:
    result = folder.runpytest_inprocess("game.play", "--collect-only", "-q")
    assert collected(result) == IDS


@pytest.mark.parametrize("number", range(4))
def test_one_item_by_its_id(folder: pytest.Pytester, number: int) -> None:
    result = folder.runpytest_inprocess(IDS[number], "--collect-only", "-q")
    assert collected(result) == [IDS[number]]


def test_all_rows_by_their_play(folder: pytest.Pytester) -> None:
    folder.runpytest_inprocess("game.play::hits").assert_outcomes(passed=2)


@pytest.mark.parametrize("options", [(), ("-q",), ("-n", "2")], ids=str)
def test_a_folder_alone_collects_no_play_and_says_so(
    folder: pytest.Pytester, options: tuple[str, ...]
) -> None:
    result = folder.runpytest_subprocess(".", *options)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "--plays collects the .play files in folders, too" in result.outlines


def test_a_folder_without_plays_needs_no_word(folder: pytest.Pytester) -> None:
    (folder.path / "game.play").unlink()
    assert "--plays" not in str(folder.runpytest_inprocess(".").stdout)


def test_a_folder_with_plays(folder: pytest.Pytester) -> None:
    folder.runpytest_inprocess(".", "--plays").assert_outcomes(passed=3, failed=1)


@pytest.mark.parametrize(
    "named",
    [
        ("game.play", "game.play"),
        ("game.play", "./game.play", "--keep-duplicates"),
        ("game.play", ".", "--plays"),
        (".", "game.play", "--plays", "--keep-duplicates"),
        ("game.play", "game.play::a hit hurts"),
    ],
)
def test_a_play_is_collected_once(
    folder: pytest.Pytester, named: tuple[str, ...]
) -> None:
    result = folder.runpytest_inprocess(*named, "--collect-only", "-q")
    assert sorted(collected(result)) == sorted(IDS)


@pytest.mark.parametrize(
    "arguments", [("game.play", "."), (".", "game.play"), ("game.play::hits", ".")]
)
def test_a_play_is_not_lost_in_a_folder_that_is_named_too(
    folder: pytest.Pytester, arguments: tuple[str, ...]
) -> None:
    result = folder.runpytest_inprocess(*arguments)
    result.assert_outcomes(passed=3, failed=1)


def test_a_play_and_its_generated_test_are_one(
    folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.path / "pyproject.toml").write_text('[tool.ledgerc]\nsources = ["."]\n')
    built = subprocess.run(
        [sys.executable, "-m", "ledgerc", "build"], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr + built.stdout
    alone = folder.runpytest_subprocess("generated")
    alone.assert_outcomes(passed=3, failed=1)
    alone.stdout.fnmatch_lines(["*PlayFailed: game.play:15: expect g.Health = 9"])
    monkeypatch.setenv("COLUMNS", "160")
    for more in ((), ("-n", "2")):
        told = folder.runpytest_subprocess("generated", *more).stdout
        told.fnmatch_lines(["FAILED *test_game.py::* - game.play:15: expect g.He*"])
    both = folder.runpytest_subprocess(".", "--plays", "-q")
    both.assert_outcomes(passed=3, failed=1, deselected=4)
    assert "game.play:15: expect g.Health = 9" in both.outlines


def test_words_pick_by_title_and_function(folder: pytest.Pytester) -> None:
    result = folder.runpytest_inprocess("game.play", "-k", "hurts and not twice")
    result.assert_outcomes(passed=1, deselected=3)
    result = folder.runpytest_inprocess("game.play", "-k", "test_a_hit_hurts")
    result.assert_outcomes(passed=1, deselected=3)


def test_last_failed(folder: pytest.Pytester) -> None:
    folder.runpytest_inprocess("game.play").assert_outcomes(passed=3, failed=1)
    result = folder.runpytest_inprocess("game.play", "--lf")
    result.assert_outcomes(failed=1)


def test_xdist(folder: pytest.Pytester) -> None:
    result = folder.runpytest_subprocess("game.play", "-n", "2")
    result.assert_outcomes(passed=3, failed=1)


def test_errors_of_a_play_are_its_collection_error(folder: pytest.Pytester) -> None:
    path = folder.path / "game.play"
    path.write_text(path.read_text().replace("deal 2 to g", "deal 2 to h", 1))
    result = folder.runpytest_inprocess("game.play")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["game.play:10:13: error LG0203: *", "   10 |   deal 2 to h"]
    )
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_errors_of_the_catalog_are_too(folder: pytest.Pytester) -> None:
    (folder.path / "game.ledger").write_text("pool Health max Nowhere\n")
    result = folder.runpytest_inprocess("game.play")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["game.ledger:1:17: error LG0*"])


def test_a_play_without_its_catalog(folder: pytest.Pytester) -> None:
    (folder.path / "game.ledger").unlink()
    result = folder.runpytest_inprocess("game.play")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["game.play:1:*: error LG0*"])


def test_the_plugin_loads_no_compiler(tmp_path: Path) -> None:
    code = (
        "import sys, ledgerc.pytest_plugin\n"
        "heavy = [name for name in sys.modules if name.startswith(('lark', 'jinja2', 'black',"
        " 'ledgerc.', 'ledger_runtime'))]\n"
        "assert heavy == ['ledgerc.pytest_plugin'], heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
