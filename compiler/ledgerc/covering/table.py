"""Rule coverage as a table, and what is missing as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerc.covering.covered import CoveredFile, Tally

_HEAD = ("file", "rules", "conditions", "refusals", "covered")


def total(files: Sequence[CoveredFile]) -> Tally:
    """All files together."""
    return Tally(
        sum(each.total.hit for each in files), sum(each.total.of for each in files)
    )


def per_cent(tally: Tally) -> float:
    """How many per cent; 100 of nothing."""
    return 100 * tally.hit / tally.of if tally.of else 100.0


def table(files: Sequence[CoveredFile]) -> str:
    """A row a file, and below them what no play did, by file and line."""
    return "\n".join(_lines(files))


def _lines(files: Sequence[CoveredFile]) -> Iterator[str]:
    rows = [_HEAD]
    for file in files:
        rows.append(_row(file.shown, (file.rules, file.conditions, file.refusals)))
    columns = [
        Tally(sum(t.hit for t in tallies), sum(t.of for t in tallies))
        for tallies in (
            [file.rules for file in files],
            [file.conditions for file in files],
            [file.refusals for file in files],
        )
    ]
    rows.append(_row("all", columns))
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        first, *rest = (
            text.rjust(width) for text, width in zip(row, widths, strict=True)
        )
        yield "  ".join([first.strip().ljust(widths[0]), *rest])
    for file in files:
        for each in file.missing:
            yield f"{file.shown}:{each.line}: {each.text}"


def _row(name: str, tallies: Sequence[Tally]) -> tuple[str, str, str, str, str]:
    rules, conditions, refusals = tallies
    whole = Tally(sum(each.hit for each in tallies), sum(each.of for each in tallies))
    return (
        name,
        _of(rules),
        _of(conditions),
        _of(refusals),
        f"{int(per_cent(whole) * 10) / 10:g} %" if whole.of else "-",
    )


def _of(tally: Tally) -> str:
    return f"{tally.hit}/{tally.of}" if tally.of else "-"
