"""Each numbered sentence of Cirque's rules names content and plays that exist."""

from __future__ import annotations

import re
from pathlib import Path

CIRQUE = Path(__file__).parents[2] / "content" / "cirque"
SENTENCES = 144


def _rows() -> list[tuple[str, str, str]]:
    lines = (CIRQUE / "README.md").read_text(encoding="utf-8").splitlines()
    found = [
        re.fullmatch(r"\| (s\d+) \| .* \| (.*) \| (.*) \|", line) for line in lines
    ]
    return [(row[1], row[2], row[3]) for row in found if row]


def _plays() -> set[str]:
    return {
        f"{path.stem}: {title}"
        for path in CIRQUE.glob("plays/*.play")
        for title in re.findall(
            r'^play "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }


def test_every_sentence_has_a_row() -> None:
    assert [name for name, _, _ in _rows()] == [
        f"s{number}" for number in range(1, SENTENCES + 1)
    ]


def test_every_sentence_has_plays_that_exist() -> None:
    known = _plays()
    missing = [
        (name, play)
        for name, _, plays in _rows()
        for play in plays.split("<br>")
        if play not in known
    ]
    assert missing == []


def test_every_rule_that_is_named_exists() -> None:
    content = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(CIRQUE.rglob("*.ledger"))
    )
    missing = [
        (name, rule)
        for name, rules, _ in _rows()
        for rule in re.findall(r"`([A-Z]\w+)`", rules)
        if not re.search(rf"\b{rule}\b", content)
    ]
    assert missing == []
