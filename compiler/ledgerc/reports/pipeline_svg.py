"""A pipeline as a drawing: from the change, down through each stage, to the queue."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ledgerc.ir import catalog as ir
from ledgerc.reports.pipeline import Layer, Pipeline
from ledgerc.reports.pipeline_text import (
    ShownName,
    doing_line,
    gap_lines,
    place,
    rule_line,
)

LinkTo = Callable[[Layer], str | None]
"""The address of a rule's line, or None: then its box is no link."""

_WIDTH = 760
_MARGIN = 16
_GAP = 22
_LINE = 18
_PADDING = 10
_COLUMNS = 92

_STYLE = """
  svg { font: 13px ui-monospace, monospace; color-scheme: light dark; }
  .box { fill: #f6f7f9; stroke: #8a93a3; }
  .pool { fill: #e4eefb; stroke: #35679a; }
  .gap { fill: #fdf3dc; stroke: #a3781d; }
  text { fill: #1c2430; }
  .heading { fill: #56606f; font-weight: bold; }
  .quiet { fill: #56606f; }
  .arrow { stroke: #8a93a3; fill: none; }
  @media (prefers-color-scheme: dark) {
    .box { fill: #1f2630; } .pool { fill: #1b3149; } .gap { fill: #3a2f14; }
    text { fill: #e6e9ee; } .heading, .quiet { fill: #a5afbd; }
  }
""".strip("\n")


@dataclass(frozen=True, slots=True)
class _Box:
    """A box of lines, each with its class; ``heading`` stands above it."""

    kind: str
    lines: tuple[tuple[str, str], ...]
    heading: str | None = None
    link: str | None = None

    @property
    def height(self) -> int:
        return _LINE * len(self.lines) + 2 * _PADDING


def pipelines_svg(
    reports: Sequence[Pipeline],
    shown: ShownName = str,
    link: LinkTo = lambda layer: None,
) -> str:
    """One drawing of the pipelines, below one another; no script, nothing from outside."""
    drawn: list[str] = []
    y = _MARGIN
    for report in reports:
        y = _draw(tuple(_boxes(report, shown, link)), y, drawn) + _GAP
    title = "; ".join(report.header for report in reports)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{y}" '
        f'viewBox="0 0 {_WIDTH} {y}" role="img">'
    )
    parts = (head, f"<title>{escape(title)}</title>", f"<style>\n{_STYLE}\n</style>")
    return "\n".join((*parts, *drawn, "</svg>")) + "\n"


def _boxes(report: Pipeline, shown: ShownName, link: LinkTo) -> Iterator[_Box]:
    yield _Box("box", tuple(_lines(report.header, "heading")))
    pool = _Box("pool", (("", f"{report.pool} is changed, within its bounds"),))
    written = False
    for section in report.sections:
        if section.moment is ir.Moment.AFTER and not written:
            written = True
            yield pool
        heading: str | None = section.heading
        for layer in section.layers:
            lines = (
                *_lines(rule_line(layer), ""),
                *_lines(doing_line(layer), "quiet"),
                *_lines(place(layer, shown), "quiet"),
            )
            yield _Box("box", lines, heading, link(layer))
            heading = None
    if not written:
        yield pool
    for line in gap_lines(report.gaps) if report.gaps else ():
        yield _Box("gap", tuple(_lines(line, "")))


def _lines(text: str, kind: str) -> Iterator[tuple[str, str]]:
    for line in textwrap.wrap(text, _COLUMNS, subsequent_indent="  ") or [""]:
        yield kind, line


def _draw(boxes: tuple[_Box, ...], y: int, drawn: list[str]) -> int:
    """Draw boxes from ``y`` down; returns where the last one ends."""
    middle = _WIDTH // 2
    bottom: int | None = None
    for box in boxes:
        if bottom is not None:
            drawn.append(f'<path class="arrow" d="M{middle} {bottom}V{y}"/>')
        if box.heading is not None:
            y += _LINE
            drawn.append(_text(_MARGIN, y - 5, "heading", box.heading))
        size = f'width="{_WIDTH - 2 * _MARGIN}" height="{box.height}"'
        inside = [f'<rect class="{box.kind}" x="{_MARGIN}" y="{y}" {size} rx="6"/>']
        inside += [
            _text(_MARGIN + _PADDING, y + _PADDING + _LINE * at + 13, kind, line)
            for at, (kind, line) in enumerate(box.lines)
        ]
        if box.link is not None:
            address = escape(box.link, quote=True)
            inside = [f'<a href="{address}">', *inside, "</a>"]
        drawn += inside
        bottom = y + box.height
        y = bottom + _GAP
    return y


def _text(x: int, y: int, kind: str, line: str) -> str:
    safe = "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line
    )
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x}" y="{y}" xml:space="preserve">{escape(safe)}</text>'
