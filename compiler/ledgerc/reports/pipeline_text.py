"""A pipeline as the text of docs/language.md, section 6; its parts serve the other forms too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ledgerc.reports.pipeline import Gap, Layer, Pipeline

ShownName = Callable[[str], str]
"""Turns a span's file into the path to print."""


def pipeline_text(report: Pipeline, shown: ShownName = str) -> str:
    """The report as lines; ends with a line end."""
    lines = [report.header]
    for section in report.sections:
        lines.append(section.heading)
        for layer in section.layers:
            lines.append(f"  {rule_line(layer)} ({place(layer, shown)})")
            lines.append(f"    {doing_line(layer)}")
    lines += gap_lines(report.gaps)
    return "\n".join(lines) + "\n"


def pipelines_text(reports: Sequence[Pipeline], shown: ShownName = str) -> str:
    """Several reports, an empty line between two."""
    return "\n".join(pipeline_text(report, shown) for report in reports)


def rule_line(layer: Layer) -> str:
    """``Shielded: Damage of holder when event.amount > 0``."""
    return f"{layer.effect}: {layer.source}"


def place(layer: Layer, shown: ShownName = str) -> str:
    """``content/ward.ledger:22``."""
    return f"{shown(layer.span.file)}:{layer.span.line}"


def doing_line(layer: Layer) -> str:
    """What the rule may do; who holds it."""
    does = ", ".join(layer.does) or "leaves it as it is"
    holders = ", ".join(layer.holders) or "no archetype from the start"
    given = ", ".join(f"{each.kind.value} {each.name}" for each in layer.givers)
    held = f"held by {holders}" + (f"; given by {given}" if given else "")
    return f"{does}; {held}"


def gap_lines(gaps: Sequence[Gap]) -> Iterator[str]:
    """A line for each archetype that lacks a layer, or the line that says there is none."""
    for gap in gaps:
        yield (
            f"{gap.archetype} lacks {gap.layer}, "
            f"which most of its like ({gap.template}) hold"
        )
    if not gaps:
        yield "no archetype lacks a layer its like hold"
