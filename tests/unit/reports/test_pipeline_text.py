"""What `ledgerc pipeline` says of rules, of who holds them, and of who lacks one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.node import replace
from ledgerc.reports.pipeline import pipeline as pipeline_of
from ledgerc.reports.pipeline_text import pipeline_text
from tests.unit.ir.small_catalog import (
    SMALL,
    ability,
    archetype,
    at,
    catalog_with,
    effect,
    give,
    holder,
    number,
    rule,
    shielded,
)

SPAN = at(1)


def pipeline(catalog: ir.Catalog, pool: str, shown: Callable[[str], str] = str) -> str:
    return pipeline_text(pipeline_of(catalog, pool), shown)


AFTER = ir.Moment.AFTER


def gain_fury() -> s.ChangePool:
    return s.ChangePool(s.Way.GAIN, holder(), "Fury", number(1), SPAN)


def test_a_ward() -> None:
    """As the seed's page shows it, but for the path."""
    shown = {"small.ledger": "content/ward.ledger"}
    assert pipeline(SMALL, "Health", shown.__getitem__) == (
        "Health: a change to it meets 1 rule, in this order\n"
        "before, at no stage\n"
        "  Shielded: Damage of holder when event.amount > 0 (content/ward.ledger:22)\n"
        "    prevents it, stops the phase: no rule after it runs, "
        "changes the world beyond it; held by Squire\n"
        "no archetype lacks a layer its like hold\n"
    )


def test_no_rule() -> None:
    assert pipeline(SMALL, "Fury") == (
        "Fury: a change to it meets no rule\nno archetype lacks a layer its like hold\n"
    )


def test_an_unknown_pool() -> None:
    with pytest.raises(KeyError):
        pipeline(SMALL, "Mana")


def test_before_rules_by_stage_then_after_rules_by_priority() -> None:
    die = e.Roll(number(6), SPAN)
    effects = (
        effect("Last", rule(1, (gain_fury(),), moment=AFTER, priority="Last")),
        effect("Angry", rule(2, (gain_fury(),), moment=AFTER)),
        effect("First", rule(3, (), moment=AFTER, priority="Defender")),
        effect("Plate", rule(4, (s.Absorb(number(2), SPAN),), stage="Armor")),
        effect("Cover", rule(5, (s.Redirect(holder(), SPAN),), stage="Redirect")),
        effect(
            "Lucky", rule(6, (s.SetAmount(die, SPAN),), events=(ir.OfKind("Fire"),))
        ),
        effect("Deaf", rule(7, (), events=(ir.OfEvent("Died"),))),
        effect("Shy", rule(8, (), events=(ir.OfPool("Health", None),), stage="Armor")),
        effect("Furious", rule(9, (), events=(ir.OfPool("Fury", s.Way.GAIN),))),
    )
    report = pipeline(catalog_with(effects=effects, archetypes=()), "Health")
    held = "held by no archetype from the start"
    assert report == (
        "Health: a change to it meets 7 rules, in this order\n"
        "before, at no stage\n"
        "  Lucky: Damage of holder (small.ledger:30)\n"
        f"    changes its amount, reads dice; {held}\n"
        "before, at stage Redirect\n"
        "  Cover: Damage of holder (small.ledger:30)\n"
        f"    redirects it; {held}\n"
        "before, at stage Armor\n"
        "  Plate: Damage of holder (small.ledger:30)\n"
        f"    absorbs some of it; {held}\n"
        "  Shy: Damage of holder (small.ledger:30)\n"
        f"    leaves it as it is; {held}\n"
        "after, in the queue, priority Defender (1)\n"
        "  First: Damage of holder (small.ledger:30)\n"
        f"    leaves it as it is; {held}\n"
        "after, in the queue\n"
        "  Angry: Damage of holder (small.ledger:30)\n"
        f"    changes the world beyond it; {held}\n"
        "after, in the queue, priority Last (-1)\n"
        "  Last: Damage of holder (small.ledger:30)\n"
        f"    changes the world beyond it; {held}\n"
        "no archetype lacks a layer its like hold\n"
    )


def test_givers_are_named() -> None:
    catalog = catalog_with(abilities=(ability("Bless", give("Shielded")),))
    assert "; held by Squire; given by ability Bless\n" in pipeline(catalog, "Health")


def test_who_lacks_what_most_of_its_like_hold() -> None:
    made = (
        archetype("A", "Shielded", template="Body"),
        archetype("B", template="Body"),
        archetype("C", "Shielded", template="Body"),
        archetype("D", template="Hull"),
        archetype("E", "Shielded", template="Hull"),
        archetype("F"),
    )
    report = pipeline(catalog_with(archetypes=made), "Health")
    assert report.splitlines()[4:] == [
        "B lacks Shielded, which most of its like (Body) hold"
    ]


def test_effects_of_one_template_are_one_layer() -> None:
    absorb = s.Absorb(number(1), SPAN)
    effects = (
        shielded(),
        effect("Thin", rule(2, (absorb,), stage="Armor"), template="Armored"),
        effect("Thick", rule(3, (absorb,), stage="Armor"), template="Armored"),
    )
    made = (
        archetype("A", "Thin", template="Body"),
        archetype("B", "Thick", template="Body"),
        archetype("C", template="Body"),
    )
    report = pipeline(catalog_with(effects=effects, archetypes=made), "Health")
    assert report.splitlines()[-1] == (
        "C lacks Armored, which most of its like (Body) hold"
    )


def test_an_instance_of_a_template_is_shown_as_it_is_applied() -> None:
    thick = effect("Armored_3", rule(2, (), stage="Armor"), template="Armored")
    thick = replace(thick, source="effect Armored(3)")
    report = pipeline(catalog_with(effects=(thick,), archetypes=()), "Health")
    assert "\n  Armored(3): Damage of holder (small.ledger:30)\n" in report
