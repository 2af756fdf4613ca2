"""The table of what was measured, in ``docs/performance.md`` between two marks."""

from __future__ import annotations

from pathlib import Path

from tests.bench.rules import attack, counting, deal, matches, scale
from tests.bench.rules.measure import Row

PAGE = Path(__file__).parents[3] / "docs" / "performance.md"
BEGIN = "<!-- rules at run time: begin -->"
END = "<!-- rules at run time: end -->"
WORDS = {True: "met", False: "missed", None: ""}


def measured(rounds: int) -> list[Row]:
    """All rows."""
    return [
        *deal.rows(rounds),
        *counting.rows(),
        *attack.rows(rounds),
        *scale.rows(rounds),
        *matches.rows(3),
    ]


def text_of(rows: list[Row]) -> str:
    """The rows as a table of Markdown."""
    lines = ["| work | beside | goal | measured | |", "|---|---|---|---|---|"]
    for row in rows:
        lines.append(
            f"| {row.work} | {row.beside} | {row.goal} | {row.measured} | {WORDS[row.met]} |"
        )
    return "\n".join(lines)


def write(rows: list[Row]) -> None:
    """Print the table, and put it into the page."""
    table = text_of(rows)
    print(table)
    if PAGE.exists():
        page = PAGE.read_text(encoding="utf-8")
        if BEGIN in page and END in page:
            before, rest = page.split(BEGIN, 1)
            after = rest.split(END, 1)[1]
            text = f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"
            PAGE.write_text(text, encoding="utf-8")
