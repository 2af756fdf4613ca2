"""Pipelines as JSON, Mermaid and SVG: what the text says; nothing breaks out of them."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from ledgerc.ir import catalog as ir
from ledgerc.node import replace
from ledgerc.reports.pipeline import pipeline
from ledgerc.reports.pipeline_json import pipelines_json
from ledgerc.reports.pipeline_mermaid import pipelines_mermaid
from ledgerc.reports.pipeline_svg import pipelines_svg
from tests.unit.ir.small_catalog import SMALL

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = 'x"]</text><script>alert(1)</script>\u202e\x07&amp;'


def hostile_catalog() -> ir.Catalog:
    """A catalog whose one rule's text tries to end whatever it stands in."""
    effects = tuple(
        replace(
            effect, rules=tuple(replace(rule, source=HOSTILE) for rule in effect.rules)
        )
        for effect in SMALL.effects
    )
    return replace(SMALL, effects=effects)


def test_json_holds_what_the_text_says() -> None:
    shown = {"small.ledger": "content/ward.ledger"}
    text = pipelines_json([pipeline(SMALL, "Health")], shown.__getitem__)
    (report,) = json.loads(text)["pipelines"]
    assert report["pool"] == "Health"
    assert report["rules"] == 1
    (section,) = report["sections"]
    assert section["heading"] == "before, at no stage"
    (rule,) = section["rules"]
    assert rule == {
        "effect": "Shielded",
        "name": "Shielded",
        "rule": "Damage of holder when event.amount > 0",
        "file": "content/ward.ledger",
        "line": 22,
        "does": [
            "prevents it",
            "stops the phase: no rule after it runs",
            "changes the world beyond it",
        ],
        "held_by": ["Squire"],
        "given_by": [],
    }


def test_mermaid_leads_through_the_rule_to_the_pool() -> None:
    text = pipelines_mermaid([pipeline(SMALL, "Health"), pipeline(SMALL, "Fury")])
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0] == "flowchart TB"
    assert "p0 --> p0s0r0" in lines
    assert "p0s0r0 --> p0w" in lines
    assert "p1 --> p1w" in lines


def test_mermaid_labels_cannot_be_left() -> None:
    text = pipelines_mermaid([pipeline(hostile_catalog(), "Health")])
    (line,) = [line for line in text.splitlines() if "alert" in line]
    label = line.partition('["')[2]
    assert label.endswith('"]')
    assert not set('"<>\x07\u202e') & set(label[:-2].replace("<br/>", ""))


def test_svg_is_xml_whatever_the_rules_say() -> None:
    root = ElementTree.fromstring(
        pipelines_svg([pipeline(hostile_catalog(), "Health")])
    )
    assert not list(root.iter(f"{SVG}script"))
    texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    assert any("alert(1)" in text for text in texts)


def test_svg_links_rules_where_they_can_be_found() -> None:
    report = pipeline(SMALL, "Health")
    text = pipelines_svg([report], link=lambda layer: f"#L{layer.span.line}")
    (link,) = ElementTree.fromstring(text).iter(f"{SVG}a")
    assert link.get("href") == "#L22"
    assert "Shielded" in "".join(link.itertext())
