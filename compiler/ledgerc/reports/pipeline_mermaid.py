"""A pipeline as a Mermaid flowchart: what Markdown pages on code hosts draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerc.ir import catalog as ir
from ledgerc.reports.pipeline import Pipeline
from ledgerc.reports.pipeline_text import (
    ShownName,
    doing_line,
    gap_lines,
    place,
    rule_line,
)


def pipelines_mermaid(reports: Sequence[Pipeline], shown: ShownName = str) -> str:
    """One flowchart; a subgraph a stage, the write of the pool between before and after."""
    lines = ["flowchart TB"]
    for number, report in enumerate(reports):
        lines += [f"  {line}" for line in _chart(report, f"p{number}", shown)]
    return "\n".join(lines) + "\n"


def _chart(report: Pipeline, key: str, shown: ShownName) -> Iterator[str]:
    yield f"{key}([{_quoted(report.header)}])"
    last = key
    written = False
    for number, section in enumerate(report.sections):
        if section.moment is ir.Moment.AFTER and not written:
            written = True
            yield from _write(report, key, last)
            last = f"{key}w"
        yield f"subgraph {key}s{number}[{_quoted(section.heading)}]"
        names = []
        for at, layer in enumerate(section.layers):
            name = f"{key}s{number}r{at}"
            names.append(name)
            text = f"{rule_line(layer)}\n{doing_line(layer)}\n{place(layer, shown)}"
            yield f"  {name}[{_quoted(text)}]"
        yield "end"
        for name in names:
            yield f"{last} --> {name}"
            last = name
    if not written:
        yield from _write(report, key, last)
        last = f"{key}w"
    for number, line in enumerate(gap_lines(report.gaps) if report.gaps else ()):
        yield f"{key}g{number}>{_quoted(line)}]"
        yield f"{last} -.- {key}g{number}"


def _write(report: Pipeline, key: str, last: str) -> Iterator[str]:
    yield f"{key}w[({_quoted(report.pool)})]"
    yield f"{last} --> {key}w"


_ENTITIES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": "<br/>"}


def _quoted(text: str) -> str:
    """A label; whatever could end it, or be taken as markup, is written by its number."""
    safe = "".join(
        _ENTITIES.get(sign, sign if sign.isprintable() else f"#{ord(sign)};")
        for sign in text
    )
    return f'"{safe}"'
