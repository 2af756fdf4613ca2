"""Small catalogs and what the analysis must say of each: see ``cases/``.

A case starts with ``--- title``. After ``#!`` a line lists the codes that are expected there,
each perhaps followed by the name that must be suggested; a catalog without one is clean. All
cases but those marked ``!alone`` go on with ``prelude.ledger``; ``CODE@prelude`` is expected in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledgerc.diagnostics import Severity, Sink
from ledgerc.ir.verify import verify
from ledgerc.sema import analyse_files
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger

CASES = Path(__file__).parent / "cases"
PRELUDE = (CASES / "prelude.ledger").read_text(encoding="utf-8")
EXPECTED = re.compile(
    r"LG\d{2,4}(?:@prelude)?(?: (?!LG)[A-Za-z_.]+(?: (?!LG)[A-Z]\w+)?)?"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is expected, or found: the line (0: in the prelude), the code, the suggestion."""

    line: int
    code: str
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A catalog, and what is expected of it."""

    title: str
    text: str
    lines: int
    expected: tuple[Finding, ...]

    def __str__(self) -> str:
        return self.title


def cases() -> list[Case]:
    """The cases of all files, in order."""
    found: list[Case] = []
    for path in sorted(CASES.glob("*.txt")):
        blocks = re.split(
            r"^--- ", path.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        for block in blocks[1:]:
            title, _, text = block.partition("\n")
            found.append(case(f"{path.stem}: {title}", text))
    return found


def case(title: str, text: str) -> Case:
    """One case, its expectations taken out of its text."""
    expected: list[Finding] = []
    for number, line in enumerate(text.splitlines(), 1):
        _, _, marks = line.partition("#!")
        for mark in EXPECTED.findall(marks):
            code, _, suggestion = mark.partition(" ")
            in_prelude = code.endswith("@prelude")
            place = 0 if in_prelude else number
            code = code.removesuffix("@prelude")
            expected.append(Finding(place, code, suggestion or None))
    lines = text.count("\n")
    alone = title.endswith("!alone")
    whole = text if alone else text + PRELUDE
    return Case(title.removesuffix(" !alone"), whole, lines, tuple(expected))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_catalog_is_read_as_expected(case: Case) -> None:
    source = SourceFile("case.ledger", case.text)
    sink = Sink()
    tree = parse_ledger(source, sink)
    analysed = analyse_files([tree], sink, {source.name: source})
    found = [each for each in sink.sorted() if each.severity is Severity.ERROR]
    wanted = sorted((each.line, each.code) for each in case.expected)
    shown: list[tuple[int, str]] = []
    for each in found:
        line = each.span.line if each.span.line <= case.lines else 0
        family = (line, each.code[:4])
        shown.append(family if family in wanted else (line, each.code))
    messages = "\n".join(
        f"{each.span.line}: {each.code} {each.message}" for each in found
    )
    assert sorted(shown) == wanted, messages
    given = [each.suggestion for each in found]
    for expected in case.expected:
        assert expected.suggestion is None or expected.suggestion in given
    if analysed.catalog is not None:
        verify(analysed.catalog)
