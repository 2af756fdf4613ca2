"""Events as rules name them, and whose they are."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.ir import catalog as ir
from ledgerc.ir.statements import Way
from ledgerc.ir.types import Type
from ledgerc.sema.builtins import PHASE_EVENTS
from ledgerc.sema.context import Body, EventContext, holder
from ledgerc.sema.elaborate import entity
from ledgerc.sema.names import tags_named
from ledgerc.sema.selections import need_allegiance
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_WAYS: dict[str, Way | None] = {
    "change": None,
    "gain": Way.GAIN,
    "spend": Way.SPEND,
    "set": Way.SET,
}

_RELATIONS = {
    "ally": ir.Relation.ALLY,
    "other ally": ir.Relation.OTHER_ALLY,
    "enemy": ir.Relation.ENEMY,
    "any": ir.Relation.ANY,
    "other": ir.Relation.OTHER,
}


def event_name(body: Body, node: ast.EventPattern) -> ir.EventName | None:
    """A declared event, a damage or healing, a change of a pool, or an event of the phases."""
    name = node.name
    if node.change is not None:
        found = body.report.resolve(name, (Kind.POOL,), also=body.template_parameters)
        return ir.OfPool(found.name, _WAYS[node.change]) if found is not None else None
    if name.text in PHASE_EVENTS and name.text not in body.symbols.tables[Kind.EVENT]:
        if not body.symbols.tables[Kind.PHASE] and not body.report.lost("phases"):
            body.report.error(
                "LG0402",
                name.span,
                f"{name} comes of the phases, and the catalog has none",
                allowed="a line such as: phases Morning Evening",
            )
            return None
        return ir.OfPhase(PHASE_EVENTS[name.text])
    pool = body.symbols.get(Kind.POOL, name.text)
    events = body.symbols.find((Kind.EVENT, Kind.CHANGE), name.text)
    if events is None and pool is not None:
        pool.uses += 1
        body.report.error(
            "LG0204",
            name.span,
            f"{name} is a pool; a rule answers its changes",
            allowed=f"change {name}, gain {name}, spend {name} or set {name}",
            suggestion=f"change {name}",
        )
        return None
    also = [*body.template_parameters]
    if body.symbols.tables[Kind.PHASE]:
        also.extend(PHASE_EVENTS)
    found = body.report.resolve(name, (Kind.EVENT, Kind.CHANGE), also=also)
    if found is None:
        return None
    if found.kind is Kind.CHANGE:
        return ir.OfKind(found.name)
    return ir.OfEvent(found.name)


def event_context(
    body: Body, nodes: Sequence[ast.EventPattern], events: Sequence[ir.EventName | None]
) -> EventContext:
    """What ``event`` has in a rule that answers all of ``events``."""
    what = " or ".join(
        f"{node.change} {node.name}" if node.change else node.name.text
        for node in nodes
    )
    props: dict[str, None] = {}
    links: dict[str, None] = {}
    changes = True
    whole = True
    subject = True
    faulty = None in events
    for event in events:
        match event:
            case ir.OfKind(kind=kind):
                whole = whole and _is_whole(body, body.analysis.kinds[kind].pool)
            case ir.OfPool(pool=pool):
                whole = whole and _is_whole(body, pool)
            case ir.OfEvent(event=name):
                changes = False
                declared = body.symbols.tables[Kind.EVENT][name].node
                assert isinstance(declared, ast.Events)
                for carried in declared.carries:
                    found = body.symbols.find((Kind.PROP, Kind.LINK), carried.text)
                    if found is None:
                        faulty = True
                    else:
                        is_prop = found.kind is Kind.PROP
                        (props if is_prop else links)[carried.text] = None
            case ir.OfPhase():
                changes = subject = False
            case None:
                whole = False
    return EventContext(
        what,
        changes,
        whole and changes,
        subject,
        props=tuple(props),
        links=tuple(links),
        open=faulty,
    )


def _is_whole(body: Body, pool: str) -> bool:
    return pool in body.symbols.tables[Kind.POOL] and body.analysis.pool(pool).whole


def subject(body: Body, node: ast.Subject) -> ir.Subject | None:
    """``holder``, a path from it, ``ally``, … with the tags it must have."""
    having = tags_named(body, node.having)
    if isinstance(node.who, str):
        relation = _RELATIONS[node.who]
        if node.who not in ("any", "other"):
            need_allegiance(body, _who_span(node), node.who)
        return ir.Subject(relation, None, having, _who_span(node))
    if isinstance(node.who, ast.Word) and node.who.kind == "holder" and body.holder:
        return ir.Subject(ir.Relation.HOLDER, None, having, node.who.span)
    path = entity(body, node.who, "whose event it is")
    if path.type is not Type.ENTITY:
        return None
    return ir.Subject(ir.Relation.PATH, path.expression, having, node.who.span)


def _who_span(node: ast.Subject) -> Span:
    return node.who.span if not isinstance(node.who, str) else node.span


def rule_subject(
    body: Body,
    node: ast.Subject | None,
    events: Sequence[ir.EventName | None],
    span: Span,
) -> ir.Subject | None:
    """The subject of a rule: events of phases have none, all others need one (LG0421)."""
    phases = [isinstance(event, ir.OfPhase) for event in events if event is not None]
    if phases and all(phases):
        if node is not None:
            body.report.error(
                "LG0421",
                _who_span(node),
                "an event of the phases is of nobody: every holder hears it",
                allowed="the event alone, without of",
            )
        return ir.Subject(ir.Relation.ANY, None, (), span)
    if any(phases):
        body.report.error(
            "LG0421",
            span,
            "an event of the phases has no subject, and the others have one",
            allowed="a rule of its own for each",
        )
    if node is None:
        if None in events:
            return None
        body.report.error(
            "LG0421",
            span,
            "whose event is it?",
            allowed="of holder, of ally, of enemy, of any, … after the event",
        )
        return ir.Subject(ir.Relation.HOLDER, None, (), span)
    return subject(body, node)


def holder_subject(span: Span) -> ir.Subject:
    """The holder as a subject."""
    return ir.Subject(ir.Relation.HOLDER, None, (), span)


__all__ = [
    "event_context",
    "event_name",
    "holder",
    "holder_subject",
    "rule_subject",
    "subject",
]
