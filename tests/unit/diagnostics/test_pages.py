"""The pages of the diagnostics: every code has one, and its examples do what it says.

The bad example yields the page's code and no other; the good one yields nothing. Each block of an
example is one file: a ``ledger`` block is ``catalog.ledger``, a ``play`` block is the play of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest

import ledgerc
from ledgerc.diagnostics import Diagnostic
from ledgerc.workspace import Workspace

PAGES = Path(str(files("ledgerc.diagnostics"))) / "pages"
COMPILER = Path(ledgerc.__file__).parent
TITLE = re.compile(r"# (?P<code>LG\d{4}): \S.*")
SECTION = re.compile(r"^## (Bad|Good)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(ledger|play)\b[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"LG\d{4}")
NAMES = {"ledger": "catalog.ledger", "play": "example.play"}


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a page: its files, by name."""

    code: str
    good: bool
    files: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.code}-{'good' if self.good else 'bad'}"


def all_pages() -> list[Path]:
    """The pages, in order."""
    return sorted(PAGES.glob("*.md"))


def examples() -> list[Example]:
    """The examples of all pages that a catalog or play can show."""
    found: list[Example] = []
    for page in all_pages():
        for title, text in SECTION.findall(page.read_text(encoding="utf-8")):
            blocks = tuple((NAMES[kind], body) for kind, body in BLOCK.findall(text))
            if blocks:
                found.append(Example(page.stem, title == "Good", blocks))
    return found


def findings(example: Example, folder: Path) -> tuple[Diagnostic, ...]:
    """What the compiler says of an example laid out in a folder."""
    for name, text in example.files:
        (folder / name).write_text(text, encoding="utf-8")
    workspace = Workspace(folder, None)
    last = folder / example.files[-1][0]
    if last.suffix == ".play":
        return workspace.analyse_play(workspace.locate(last)).found
    return workspace.analyse(workspace.locate(last)).found


@pytest.mark.parametrize("example", examples(), ids=str)
def test_an_example_yields_what_its_page_says(example: Example, tmp_path: Path) -> None:
    codes = {found.code for found in findings(example, tmp_path)}
    assert codes == (set() if example.good else {example.code})


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.stem)
def test_a_page_has_its_form(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    title = TITLE.match(text)
    assert title is not None
    assert title["code"] == page.stem
    assert [section for section, _ in SECTION.findall(text)] == ["Bad", "Good"]


def used_codes() -> set[str]:
    """Every code that the compiler's own modules name."""
    return {
        code
        for module in COMPILER.rglob("*.py")
        for code in CODE.findall(module.read_text(encoding="utf-8"))
    }


def test_every_code_has_a_page() -> None:
    assert used_codes() - {page.stem for page in all_pages()} == set()


def test_every_page_is_of_a_code() -> None:
    assert {page.stem for page in all_pages()} - used_codes() == set()
