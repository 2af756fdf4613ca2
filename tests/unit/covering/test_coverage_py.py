"""Covered lines in coverage.py: its data, its reports, and the plugin for pytest-cov."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

from ledgerc import driver
from ledgerc.covering.data import PLUGIN, write_data
from tests.unit.commands.support import write
from tests.unit.covering.support import PLAY, RULES

RAN = {13, 14, 21, 28, 29, 30, 31, 38}
MISSED = {10, 17, 18, 24, 33}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data file of a covered play."""
    write(tmp_path, {"content/rules.ledger": RULES, "content/rules.play": PLAY})
    result = driver.play([tmp_path / "content"], cover=True, working=tmp_path)
    path = tmp_path / ".coverage"
    write_data(path, result.covered)
    return path


@pytest.fixture
def coverage(data: Path) -> Coverage:
    settings = data.parent / "coveragerc"
    settings.write_text("[run]\nplugins = ledgerc.coverage_plugin\n", encoding="utf-8")
    made = Coverage(data_file=str(data), config_file=str(settings))
    made.load()
    return made


def test_the_data_says_which_lines_of_the_catalog_ran(data: Path) -> None:
    read = CoverageData(basename=str(data))
    read.read()
    name = str(data.parent / "content/rules.ledger")
    assert read.measured_files() == {name}
    assert read.file_tracer(name) == PLUGIN
    assert set(read.lines(name) or ()) == RAN


def test_writing_it_again_takes_the_place_of_the_old(data: Path) -> None:
    write_data(data, [])
    read = CoverageData(basename=str(data))
    read.read()
    assert not read.measured_files()


def test_reports_show_lines_of_the_catalog(coverage: Coverage, tmp_path: Path) -> None:
    name = str(tmp_path / "content/rules.ledger")
    _, lines, _, missing, _ = coverage.analysis2(name)
    assert set(lines) == RAN | MISSED
    assert set(missing) == MISSED
    coverage.xml_report(outfile=str(tmp_path / "out.xml"))
    shown = {
        int(line.get("number", 0)): int(line.get("hits", 0))
        for line in ElementTree.parse(tmp_path / "out.xml").iter("line")
    }
    assert shown == {**dict.fromkeys(RAN, 1), **dict.fromkeys(MISSED, 0)}
    coverage.lcov_report(outfile=str(tmp_path / "out.lcov"))
    lcov = (tmp_path / "out.lcov").read_text(encoding="utf-8")
    assert "DA:13,1\n" in lcov
    assert "DA:10,0\n" in lcov
    coverage.html_report(directory=str(tmp_path / "html"))
    (page,) = (tmp_path / "html").glob("*rules_ledger.html")
    assert "Warded" in page.read_text(encoding="utf-8")


# -- the plugin, on generated tests -----------------------------------------------------------

SETTINGS = """\
[tool.ledgerc]
sources = ["content"]
output = "generated"

[tool.coverage.run]
plugins = ["ledgerc.coverage_plugin"]
{branch}
"""

OTHER = """\
use rules.ledger

effect Thorned
  before Damage of holder
    set event.amount event.amount + 1
"""


UNDER_COVERAGE = (
    ("coverage", "run", "-m", "pytest", "-q", "--import-mode=importlib", "generated"),
    ("coverage", "json", "-o", "out.json"),
)
UNDER_PYTEST_COV = (
    (
        *("pytest", "-q", "--import-mode=importlib", "generated"),
        *("--cov=content", "--cov-report=json:out.json", "--cov-report=lcov:out.lcov"),
        *("--cov-report=xml:out.xml", "--cov-report=html:html"),
    ),
)


def measured(
    folder: Path, branch: bool, steps: Sequence[Sequence[str]] = UNDER_COVERAGE
) -> dict[str, list[int]]:
    """The lines of each catalog that coverage.py has as run, after the generated tests ran."""
    settings = SETTINGS.format(branch="branch = true" if branch else "")
    play = PLAY.replace("rules.ledger", "other.ledger")
    play = play.replace("give Warded to v", "give Warded to v\n  give Thorned to v")
    play = play.replace("expect v.Health = 8", "expect v.Health = 7")
    write(
        folder,
        {
            "pyproject.toml": settings,
            "content/rules.ledger": RULES,
            "content/other.ledger": OTHER,
            "content/other.play": play,
        },
    )
    built = driver.build(working=folder)
    assert not built.findings.has_errors
    for step in steps:
        done = subprocess.run(
            [sys.executable, "-m", *step],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    files = json.loads((folder / "out.json").read_text(encoding="utf-8"))["files"]
    return {
        Path(name).name: each["executed_lines"]
        for name, each in files.items()
        if name.endswith(".ledger")
    }


@pytest.mark.parametrize("branch", [False, True])
def test_generated_tests_measure_the_catalogs(branch: bool, tmp_path: Path) -> None:
    lines = measured(tmp_path, branch)
    # `before_Health` holds rules of both catalogs: each line is counted for its own
    assert lines["other.ledger"] == [4, 5]
    assert set(lines["rules.ledger"]) >= {13, 14, 28, 30, 31, 38}
    assert 33 not in lines["rules.ledger"]
    assert 18 not in lines["rules.ledger"]


@pytest.mark.parametrize("branch", [False, True])
@pytest.mark.parametrize("workers", [0, 2])
def test_pytest_cov_measures_the_catalogs_also_in_workers(
    tmp_path: Path, workers: int, branch: bool
) -> None:
    (line,) = UNDER_PYTEST_COV
    lines = measured(tmp_path, branch, ((*line, "-n", str(workers)),))
    assert lines["other.ledger"] == [4, 5]
    assert set(lines["rules.ledger"]) >= {13, 14, 28, 30, 31, 38}
    assert 33 not in lines["rules.ledger"]
    assert 18 not in lines["rules.ledger"]
    assert 'filename="rules.ledger"' in (tmp_path / "out.xml").read_text("utf-8")
    lcov = (tmp_path / "out.lcov").read_text(encoding="utf-8")
    assert "SF:content/rules.ledger\n" in lcov
    assert "DA:13,1\n" in lcov
    assert "DA:33,0\n" in lcov
    assert list((tmp_path / "html").glob("*rules_ledger.html"))


def test_the_command_does_without_coverage_py(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("ledgerc.covering.data")
    monkeypatch.setitem(sys.modules, "coverage", None)
    with pytest.raises(module.MissingCoverageError, match=r"ledgerc\[cover\]"):
        module.write_data(tmp_path / ".coverage", [])
