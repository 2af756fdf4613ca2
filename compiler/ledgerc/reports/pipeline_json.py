"""Pipelines as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ledgerc.reports.pipeline import Layer, Pipeline, Section
from ledgerc.reports.pipeline_text import ShownName


def pipelines_json(reports: Sequence[Pipeline], shown: ShownName = str) -> str:
    """``{"pipelines": [...]}``, one of each pool; keys are those of docs/pipeline.md."""
    data = {"pipelines": [_pipeline(report, shown) for report in reports]}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _pipeline(report: Pipeline, shown: ShownName) -> dict[str, object]:
    return {
        "pool": report.pool,
        "rules": len(report.layers),
        "sections": [_section(section, shown) for section in report.sections],
        "gaps": [
            {"archetype": gap.archetype, "lacks": gap.layer, "template": gap.template}
            for gap in report.gaps
        ],
    }


def _section(section: Section, shown: ShownName) -> dict[str, object]:
    return {
        "moment": section.moment.value,
        "stage": section.stage,
        "priority": section.priority,
        "priority_names": list(section.names),
        "heading": section.heading,
        "rules": [_layer(layer, shown) for layer in section.layers],
    }


def _layer(layer: Layer, shown: ShownName) -> dict[str, object]:
    return {
        "effect": layer.effect,
        "name": layer.name,
        "rule": layer.source,
        "file": shown(layer.span.file),
        "line": layer.span.line,
        "does": list(layer.does),
        "held_by": list(layer.holders),
        "given_by": [
            {"kind": giver.kind.value, "name": giver.name} for giver in layer.givers
        ],
    }
