"""What is counted, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.covering.covered import CoveredFile, Tally
from ledgerc.covering.instrument import instrument
from ledgerc.covering.lines import running_lines
from ledgerc.covering.table import per_cent, table, total
from ledgerc.diagnostics import Sink
from ledgerc.files import LEDGER
from ledgerc.ir import catalog as ir
from ledgerc.ir.verify import InvariantError, verify
from ledgerc.workspace import open_workspace
from tests.conftest import REPOSITORY
from tests.unit.commands.support import write
from tests.unit.covering.support import PLAY, RULES, SECOND


def covered(folder: Path, **plays: str) -> CoveredFile:
    files = {f"content/{name}.play": text for name, text in plays.items()}
    write(folder, {"content/rules.ledger": RULES, **files})
    result = driver.play([folder / "content"], cover=True, working=folder)
    assert result.passed, result
    (file,) = result.covered
    return file


def test_rules_conditions_and_refusals_are_counted(tmp_path: Path) -> None:
    file = covered(tmp_path, one=PLAY)
    assert file.shown == "content/rules.ledger"
    assert file.rules == Tally(1, 3)
    assert file.conditions == Tally(3, 8)
    assert file.refusals == Tally(2, 4)
    assert [f"{each.line}: {each.text}" for each in file.missing] == [
        "10: the `dies` never acts",
        "13: the `when` of the rule never fails",
        "17: the rule never acts",
        "24: the `when` of the `adds` is never asked, so it never holds",
        "24: the `when` of the `adds` is never asked, so it never fails",
        "28: the condition of the `requires` never fails",
        '28: nothing is refused by the `requires` ("too weak")',
        "29: nothing is refused by the `cost` (CannotAfford)",
        "30: the `if` of the branch never fails",
    ]


def test_several_plays_add_up(tmp_path: Path) -> None:
    file = covered(tmp_path, one=PLAY, two=SECOND)
    assert file.rules == Tally(2, 3)
    assert file.lines[10] > 0
    assert file.lines[24] > 0


def test_lines_are_counted(tmp_path: Path) -> None:
    lines = covered(tmp_path, one=PLAY).lines
    ran = {line for line, count in lines.items() if count}
    assert ran == {13, 14, 21, 28, 29, 30, 31, 38}
    assert set(lines) == {10, 13, 14, 17, 18, 21, 24, 28, 29, 30, 31, 33, 38}
    assert lines[13] == 1


def test_the_table(tmp_path: Path) -> None:
    file = covered(tmp_path, one=PLAY)
    lines = table([file]).splitlines()
    assert lines[:3] == [
        "file                  rules  conditions  refusals  covered",
        "content/rules.ledger    1/3         3/8       2/4     40 %",
        "all                     1/3         3/8       2/4     40 %",
    ]
    assert lines[3] == "content/rules.ledger:10: the `dies` never acts"
    assert per_cent(total([])) == 100


def test_a_normal_build_has_no_counters(tmp_path: Path) -> None:
    covered(tmp_path, one=PLAY)
    workspace = open_workspace(Sink(), tmp_path)
    file = workspace.locate(tmp_path / "content/rules.ledger")
    catalog = workspace.analyse(file).catalog
    assert catalog is not None
    assert "covered" not in workspace.emit_catalog(catalog)
    made = instrument(catalog)
    verify(made.catalog)
    assert "covered" in workspace.emit_catalog(made.catalog)


def test_an_author_may_use_the_names_of_counters(tmp_path: Path) -> None:
    rules = """\
pool Health max 10
formula covered_truth(x) = x + 1
ability Grow
  let covered_1 = covered_truth(1)
  gain Health covered_1
archetype Body
  pools Health
  grants Grow
"""
    play = """\
catalog rules.ledger

play "grows"
  make b Body
  act b Grow
  expect b.Health = 2
"""
    write(tmp_path, {"content/rules.ledger": rules, "content/rules.play": play})
    result = driver.play([tmp_path / "content"], cover=True, working=tmp_path)
    assert result.passed
    assert not result.covered[0].missing


CATALOGS = [
    path
    for folder in ("cookbook", "combat", "cirque")
    for path in sorted((REPOSITORY / "content" / folder).rglob(f"*{LEDGER}"))
]


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
def test_the_lines_that_are_counted_are_those_that_are_reported(path: Path) -> None:
    workspace = open_workspace(Sink(), REPOSITORY)
    file = workspace.locate(path)
    catalog = workspace.analyse(file).catalog
    if catalog is None:
        pytest.skip("a part that is no catalog by itself")
    made = instrument(catalog)
    assert _problems(made.catalog) == _problems(catalog)
    counted = {each.line for each in made.points if each.file == file.name}
    lines = {
        each.line
        for each in made.points
        if each.file == file.name and each.kind == "line"
    }
    running = running_lines(path)
    assert counted >= lines
    missing = {line for line in running - lines if not _is_of_a_template(path, line)}
    assert not missing


def _problems(catalog: ir.Catalog) -> frozenset[str]:
    try:
        verify(catalog)
    except InvariantError as fault:
        return frozenset(fault.problems)
    return frozenset()


def _is_of_a_template(path: Path, line: int) -> bool:
    """Whether a line stands in a template, which a catalog may leave unused."""
    for text in reversed(path.read_text(encoding="utf-8").splitlines()[:line]):
        if text[:1].strip() and not text.startswith("#"):
            return text.startswith("template")
    return False
