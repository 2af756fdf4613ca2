"""``ledgerc play``: plays run, what passes is counted, what fails is told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from tests.unit.commands.support import DUEL, DUEL_PLAY, Ledgerc, write
from tests.unit.covering.support import PLAY, RULES

FAILING = DUEL_PLAY.replace("expect a.Health = 3", "expect a.Health = 2")


def test_plays_that_pass_are_counted(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", "content")
    assert (result.code, result.err) == (0, "")
    assert result.out == "content/duel.play\n✓ 2 plays, 6 steps, all passing\n"


def test_a_failure_names_the_line_and_both_numbers(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {"content/duel.play": FAILING})
    result = ledgerc("play", "content/duel.play")
    assert result.code == 1
    assert "✗ 1 of 2 plays failing" in result.out
    assert "content/duel.play:6" in result.out
    assert "a.Health = 2" in result.out
    assert "expected: 2" in result.out
    assert "found: 3" in result.out
    assert "Damage" in result.out, "the log that led there"


def test_k_picks_and_x_stops(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", "content", "-k", "small and not padding")
    assert result.code == 0
    assert "✓ 1 play, 3 steps, all passing (1 left out by -k)" in result.out
    write(project, {"content/duel.play": FAILING, "content/z.play": DUEL_PLAY})
    result = ledgerc("play", "content", "-x")
    assert result.code == 1
    assert "1 not run" in result.out
    assert "content/z.play" not in result.out


def test_junit_is_written(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"content/duel.play": FAILING})
    assert ledgerc("play", "content", "--junit", "out.xml").code == 1
    root = ElementTree.parse(project / "out.xml").getroot()
    assert root.get("tests") == "2"
    assert root.get("failures") == "1"
    case = root.find("testsuite/testcase")
    assert case is not None
    assert case.get("classname") == "content/duel.play"


def test_junit_that_cannot_be_written_is_told(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", "content", "--junit", "missing/out.xml")
    assert result.code != 0
    assert "missing/out.xml" in result.err
    assert "bug" not in result.err


def test_plays_with_errors_are_told_and_the_rest_runs(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {"content/bad.play": DUEL_PLAY.replace("a Fencer", "a Fencre")})
    result = ledgerc("play", "content")
    assert result.code == 1
    assert "content/bad.play:4:" in result.err
    assert "did you mean `Fencer`?" in result.err
    assert "✓ 2 plays, 6 steps, all passing" in result.out


def test_a_catalog_with_errors_is_told(project: Path, ledgerc: Ledgerc) -> None:
    write(project, {"content/duel.ledger": DUEL.replace("base Girth", "base Girht")})
    result = ledgerc("play", "content")
    assert (result.code, result.out) == (1, "")
    assert "content/duel.ledger:10:8: error" in result.err


def test_a_catalog_is_no_play(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", "content/duel.ledger")
    assert result.code == 1
    assert "LG0606" in result.err


def test_an_error_of_the_run_names_the_rule(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {"content/duel.ledger": DUEL.replace("event.amount - 1", "event.amount / 0")},
    )
    result = ledgerc("play", "content", "-k", "padding")
    if result.code == 1 and not result.out:
        assert "content/duel.ledger:7:" in result.err, "known when it is compiled"
    else:
        assert "duel.ledger:7" in result.out


def test_a_folder_without_plays(folder: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", ".")
    assert result.code == 0
    assert result.out == "there are no plays here\n"


def test_a_profile_names_the_rules_by_cost(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("play", "content", "--profile")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(ledgerc("play", "content").out)
    (padded,) = [line for line in result.out.splitlines() if "Padded: before" in line]
    assert padded.split()[5:7] == ["1", "content/duel.ledger:6"]


def test_cover_prints_a_table_and_what_is_missing(
    folder: Path, ledgerc: Ledgerc
) -> None:
    write(folder, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    result = ledgerc("play", "content", "--cover")
    assert result.code == 0
    assert "content/rules.ledger    1/3         3/8       2/4     40 %" in result.out
    assert "content/rules.ledger:17: the rule never acts" in result.out


def test_too_little_coverage_is_a_finding(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    assert ledgerc("play", "content", "--fail-under", "40").code == 0
    result = ledgerc("play", "content", "--fail-under", "41")
    assert result.code == 1
    assert result.out.endswith("less than 41 % is covered\n")


def test_cover_data_is_a_file_of_coverage_py(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    assert ledgerc("play", "content", "--cover-data", "out/.coverage").code == 1
    assert ledgerc("play", "content", "--cover-data", ".coverage").code == 0
    assert (folder / ".coverage").read_bytes().startswith(b"SQLite")


def test_results_for_programs(project: Path, ledgerc: Ledgerc) -> None:
    """As JSON, as GitHub's annotations on the step that failed, as a report on stdout."""
    passing = json.loads(ledgerc("play", "content", "--format", "json").out)
    assert passing["passed"] is True
    assert passing["files"][0]["plays"][0]["failure"] is None
    play = project / "content/duel.play"
    text = play.read_text("utf-8")
    changed = re.sub(r"(expect \S+ = )\d+", r"\g<1>99", text, count=1)
    play.write_text(changed, encoding="utf-8")
    line = changed[: changed.index("= 99")].count("\n") + 1
    failing = ledgerc("play", "content", "--format", "json")
    assert failing.code == 1
    assert json.loads(failing.out)["passed"] is False
    annotated = ledgerc("play", "content", "--format", "github")
    assert annotated.out.startswith(
        f"::error file=content/duel.play,line={line},title="
    )
    assert "%0A" in annotated.out
    report = ElementTree.fromstring(ledgerc("play", "content", "--format", "junit").out)
    assert report.get("failures") == "1"


def test_what_does_not_compile_is_told_to_programs_too(
    project: Path, ledgerc: Ledgerc
) -> None:
    (project / "content/duel.play").write_text("catalog none.ledger\n", "utf-8")
    result = ledgerc("play", "content", "--format", "json")
    assert result.code == 1
    assert json.loads(result.out)["findings"][0]["code"].startswith("LG")
    assert ledgerc("play", "content", "--format", "github").out.startswith("::error ")
