"""Every snippet of docs/language.md and docs/resolution.md is compiled, and every play of them run.

The fences say what a snippet must do: ``ledger`` compiles, ``play`` passes against the
nearest ``ledger`` above it (whatever name it gives it), ``ledger-bad CODE`` gives that code
alone, ``ledger-part`` is only shown. A catalog whose first line is a comment that names a file
(``# rules.ledger``) may be used by the snippets below it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.diagnostics import Severity
from ledgerc.playing import report

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = DOCS / "language.md"
RESOLUTION = DOCS / "resolution.md"
PAGES = Path(driver.__file__).parent / "diagnostics" / "pages"
LANGUAGES = ("ledger", "play", "ledger-part", "ledger-bad", "text")
FENCE = re.compile(r"```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
FILE_COMMENT = re.compile(r"# (?P<name>\w+\.ledger)\n")
CATALOG_LINE = re.compile(r"^catalog (?P<name>\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Snippet:
    """One fenced block: its language, what follows that, its text, and the catalogs it needs."""

    language: str
    argument: str
    text: str
    line: int
    page: str
    catalog: str | None
    """Of a play: the text of the nearest catalog above it."""
    files: tuple[tuple[str, str], ...]
    """Catalogs further up that have a name of their own."""

    def __str__(self) -> str:
        return f"{self.page}-{self.language}-line-{self.line}"


def snippets(text: str, page: str) -> list[Snippet]:
    """The fenced blocks of a page, in order; ``page`` names it."""
    found: list[Snippet] = []
    catalog: str | None = None
    files: dict[str, str] = {}
    for fence in FENCE.finditer(text):
        language, _, argument = fence["info"].partition(" ")
        line = text.count("\n", 0, fence.start()) + 1
        body = fence["body"]
        named = tuple(files.items())
        of = catalog if language == "play" else None
        found.append(Snippet(language, argument, body, line, page, of, named))
        if language == "ledger":
            catalog = body
            if comment := FILE_COMMENT.match(body):
                files[comment["name"]] = body
    return found


SNIPPETS = [
    snippet
    for page in (REFERENCE, RESOLUTION)
    for snippet in snippets(page.read_text(encoding="utf-8"), page.stem)
]


def of_language(language: str) -> list[Snippet]:
    """The snippets of one language."""
    return [snippet for snippet in SNIPPETS if snippet.language == language]


def lay_out(snippet: Snippet, folder: Path) -> Path:
    """Write a snippet and what it needs into a folder; returns the file that holds it."""
    for name, text in snippet.files:
        (folder / name).write_text(text, encoding="utf-8")
    if snippet.language != "play":
        path = folder / "snippet.ledger"
        path.write_text(snippet.text, encoding="utf-8")
        return path
    named = CATALOG_LINE.search(snippet.text)
    assert named is not None, f"the play at line {snippet.line} names no catalog"
    assert snippet.catalog is not None, f"no catalog above line {snippet.line}"
    (folder / named["name"]).write_text(snippet.catalog, encoding="utf-8")
    path = folder / "snippet.play"
    path.write_text(snippet.text, encoding="utf-8")
    return path


def codes(findings: driver.Findings) -> list[str]:
    """What was found, as ``CODE line: message`` for errors (warnings do not stop a build)."""
    return [
        f"{found.code} line {found.span.line}: {found.message}"
        for found in findings.diagnostics
        if found.severity is Severity.ERROR
    ]


@pytest.mark.parametrize("snippet", of_language("ledger"), ids=str)
def test_a_catalog_of_the_reference_compiles(snippet: Snippet, tmp_path: Path) -> None:
    path = lay_out(snippet, tmp_path)
    assert codes(driver.check([path], working=tmp_path).findings) == []
    assert driver.dump(path, driver.Stage.PYTHON, working=tmp_path).text


@pytest.mark.parametrize("snippet", of_language("play"), ids=str)
def test_a_play_of_the_reference_passes(snippet: Snippet, tmp_path: Path) -> None:
    path = lay_out(snippet, tmp_path)
    played = driver.play([path], working=tmp_path)
    assert codes(played.findings) == []
    assert [report(file) for file in played.files if not file.passed] == []
    assert [len(file.results) > 0 for file in played.files] == [True]


@pytest.mark.parametrize("snippet", of_language("ledger-bad"), ids=str)
def test_a_bad_catalog_of_the_reference_gives_its_code_alone(
    snippet: Snippet, tmp_path: Path
) -> None:
    assert (PAGES / f"{snippet.argument}.md").is_file()
    path = lay_out(snippet, tmp_path)
    found = driver.check([path], working=tmp_path).findings.diagnostics
    assert {each.code for each in found} == {snippet.argument}


def test_the_python_of_the_catalogs_is_typed_strictly(tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    for snippet in of_language("ledger"):
        folder = tmp_path / f"{snippet.page}_{snippet.line}"
        folder.mkdir()
        text = driver.dump(
            lay_out(snippet, folder), driver.Stage.PYTHON, working=folder
        ).text
        assert text is not None
        (modules / f"{folder.name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull]
    done = subprocess.run(
        [*command, str(modules)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_fence_says_what_it_is() -> None:
    unknown = [
        f"line {snippet.line}: {snippet.language!r}"
        for snippet in SNIPPETS
        if snippet.language not in LANGUAGES
        or (snippet.argument != "") != (snippet.language == "ledger-bad")
    ]
    assert unknown == []
    assert len(of_language("ledger")) >= 25
    assert len(of_language("play")) >= 20


def test_sections_keep_their_numbers() -> None:
    """Code and messages point at sections by number."""
    headings = re.findall(r"^## (\d+)\. ", REFERENCE.read_text("utf-8"), re.MULTILINE)
    assert headings == [str(number) for number in range(1, len(headings) + 1)]
    assert len(headings) >= 7


def test_a_play_belongs_to_the_nearest_catalog_above_it() -> None:
    page = (
        "```ledger\n# base.ledger\npool A\n```\n```ledger\nuse base.ledger\n```\n"
        "```play\ncatalog x.ledger\n```\n```ledger-bad LG0203\nallegiance team\n```\n"
    )
    base, user, play, bad = snippets(page, "page")
    assert base.files == ()
    assert user.files == (("base.ledger", "# base.ledger\npool A\n"),)
    assert play.catalog == "use base.ledger\n"
    assert (bad.language, bad.argument, bad.line) == ("ledger-bad", "LG0203", 11)
