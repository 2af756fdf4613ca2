"""What the project says about itself is true: versions, the README's lines, CI."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ledgerc

BUILD_LINE = "pip install -e . && ledgerc build"
TEST_LINE = "pip install -e '.[test]' && pytest -n auto"


@pytest.mark.parametrize("line", [BUILD_LINE, TEST_LINE])
def test_ci_runs_the_lines_of_the_readme(repository: Path, line: str) -> None:
    readme = (repository / "README.md").read_text()
    assert f"\n{line}\n" in readme
    script = (repository / ".ci" / "run").read_text()
    quiet = script.replace("pip install --quiet", "pip install")
    for part in line.split(" && "):
        assert part in quiet
    if line == TEST_LINE:
        assert quiet.endswith(f"\n{line}\n"), "the count of the tests is the last line"


@pytest.mark.parametrize("name", ["run", "pkg"])
def test_scripts_stop_at_the_first_fault(repository: Path, name: str) -> None:
    script = repository / ".ci" / name
    assert os.access(script, os.X_OK)
    assert "\nset -euo pipefail\n" in script.read_text()
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_version_is_one(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text())["project"]
    assert project["version"] == ledgerc.__version__
    changelog = (repository / "CHANGELOG.md").read_text()
    assert f"## {ledgerc.__version__}" in changelog


def test_relative_links_of_the_documents_lead_somewhere(repository: Path) -> None:
    documents = [
        repository / "README.md",
        repository / "CHANGELOG.md",
        repository / "compiler" / "README.md",
        *sorted((repository / "docs").glob("*.md")),
    ]
    for document in documents:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_tests_that_docs_trust_names_are_there(repository: Path) -> None:
    text = (repository / "docs" / "trust.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:\w+/)+(?:\w+\.py)?)`", text)
    assert len(named) > 20
    lacking = [
        name
        for name in named
        if not any((repository / top / name).exists() for top in ("tests", ""))
    ]
    assert lacking == []


def test_goldens_are_not_rewritten_in_ci(repository: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--update-goldens",
            "tests/packaging",
            "-k",
            "nothing",
        ],
        cwd=repository,
        env={**os.environ, "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    assert "refused in CI" in done.stderr
