"""A catalog built by hand, with something of most things the IR has, and parts to vary it."""

from __future__ import annotations

from typing import Any

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.ir.types import Type
from ledgerc.node import replace
from ledgerc.source import Span


def at(line: int) -> Span:
    return Span("small.ledger", line, 3, line, 20)


def holder(line: int = 1) -> e.Variable:
    return e.Variable("holder", Type.ENTITY, e.Role.HOLDER, span=at(line))


def number(value: int, line: int = 1) -> e.Number:
    return e.Number(value, at(line))


def amount(line: int = 1) -> e.ReadEvent:
    return e.ReadEvent(e.EventField.AMOUNT, at(line))


def rule(
    order: int,
    body: tuple[s.Statement, ...],
    *,
    moment: ir.Moment = ir.Moment.BEFORE,
    stage: str | None = None,
    priority: str | None = None,
    events: tuple[ir.EventName, ...] = (ir.OfKind("Damage"),),
    when: e.Expression | None = None,
    source: str = "Damage of holder",
    line: int = 30,
) -> ir.Rule:
    return ir.Rule(
        number=order,
        moment=moment,
        events=events,
        subject=ir.Subject(ir.Relation.HOLDER, None, (), at(line)),
        by=None,
        stage=stage,
        priority=priority,
        together=False,
        when=when,
        body=body,
        source=source,
        span=at(line),
    )


def effect(
    name: str,
    *rules: ir.Rule,
    parameters: tuple[ir.Parameter, ...] = (),
    template: str | None = None,
    auras: tuple[ir.Aura, ...] = (),
    modifiers: tuple[ir.Modifier, ...] = (),
) -> ir.Effect:
    return ir.Effect(
        name=name,
        parameters=parameters,
        tags=(),
        modifiers=modifiers,
        auras=auras,
        lasts=None,
        stacking=ir.Stacking.REFRESHES,
        max_stacks=None,
        active_in=(),
        rules=rules,
        every=(),
        gained_or_lost=(),
        dies=(),
        repeats=(),
        forbids=(),
        innate=False,
        template=template,
        doc="",
        source=f"effect {name}",
        span=at(20),
    )


def ability(
    name: str,
    *body: s.Statement,
    target: ir.Target | None = None,
    tags: tuple[str, ...] = (),
) -> ir.Ability:
    return ir.Ability(
        name=name,
        parameters=(),
        tags=tags,
        from_zones=(),
        takes=(),
        during=(),
        target=target,
        requirements=(),
        costs=(),
        body=body,
        template=None,
        doc="",
        source=f"ability {name}",
        span=at(40),
    )


def archetype(
    name: str, *effects: str, template: str | None = None, single: bool = False
) -> ir.Archetype:
    return ir.Archetype(
        name=name,
        single=single,
        template=template,
        tags=(),
        bases=(),
        pools=(ir.StartPool("Health", ir.Start.FULL, None, at(51)),),
        effects=tuple(ir.HeldEffect(each, (), at(52)) for each in effects),
        grants=(),
        limit=None,
        text=None,
        doc="",
        source=f"archetype {name}",
        span=at(50),
    )


def routine(name: str, *body: s.Statement, result: Type | None = None) -> ir.Routine:
    return ir.Routine(name, (), result, False, body, "", at(60))


def prevent(line: int = 31) -> s.Prevent:
    return s.Prevent(at(line))


def give(name: str, line: int = 32) -> s.Give:
    return s.Give(name, (), holder(line), None, at(line))


def shielded() -> ir.Effect:
    when = e.Compare(">", amount(22), number(0, 22), at(22))
    body = (prevent(23), s.RemoveSelf(at(24)))
    source = "Damage of holder when event.amount > 0"
    return effect("Shielded", rule(1, body, when=when, source=source, line=22))


SMALL = ir.Catalog(
    name="small.ledger",
    files=("small.ledger",),
    doc="",
    rate=10,
    links=(ir.Link("team", at(2)),),
    allegiance="team",
    props=(ir.Prop("Path", number(0, 3), None, False, at(3)),),
    stats=(ir.Stat("MaxHealth", None, None, None, False, True, "", at(4)),),
    pools=(
        ir.Pool(
            "Health",
            number(0, 5),
            e.ReadStat(holder(5), "MaxHealth", True, at(5)),
            True,
            ir.Follow.NO,
            "",
            at(5),
        ),
        ir.Pool("Fury", number(0, 6), None, True, ir.Follow.NO, "", at(6)),
    ),
    kinds=(
        ir.ChangeKind("Damage", "Health", s.Way.LOWER, False, at(7)),
        ir.ChangeKind("Fire", "Health", s.Way.LOWER, False, at(8)),
        ir.ChangeKind("Healing", "Health", s.Way.RAISE, True, at(9)),
    ),
    stages=("Redirect", "Armor"),
    priorities=(ir.Priority("Last", -1, at(10)), ir.Priority("Defender", 1, at(11))),
    tags=("Guard",),
    events=(ir.Event("Died", (), (), at(12)), ir.Event("Hit", ("Path",), (), at(13))),
    turn_event=None,
    queries=(),
    zones=(),
    phases=(),
    space=None,
    effects=(shielded(),),
    abilities=(),
    archetypes=(archetype("Squire", "Shielded"),),
    routines=(),
    formulas=(),
    endings=(),
)


def catalog_with(**parts: Any) -> ir.Catalog:
    """The small catalog, with ``parts`` in place of its own."""
    return replace(SMALL, **parts)
