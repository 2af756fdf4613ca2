"""Statements that make, move and place entities."""

from __future__ import annotations

from ledgerc.diagnostics import Note
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir import statements as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.blocks import elaborate_block
from ledgerc.sema.context import Body
from ledgerc.sema.elaborate import (
    elaborate,
    entity,
    number,
    require,
    subject_or_holder,
)
from ledgerc.sema.names import no_arguments, thing_named, zone_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast


def archetype_named(
    body: Body, applied: ast.Applied, verb: str | None = None
) -> str | None:
    """An archetype; with ``verb``, one that may be made (not a ``single`` one: LG0420)."""
    found = thing_named(body, Kind.ARCHETYPE, applied)
    if found is None:
        return None
    no_arguments(body, applied)
    if verb is not None and found.name in body.analysis.singles:
        body.report.error(
            "LG0420",
            applied.span,
            f"{found.name} is single: it is there from the start, once; "
            f"it cannot be {verb}",
            allowed=f"{found.name} by its name",
            notes=[Note(f"{found.name} is declared here", found.span)],
        )
    return found.name


def make(body: Body, node: ast.Make) -> ir.Statement | None:
    """``make ARCHETYPE [with …] [at P] [facing D] [in ZONE of x] [as name]``."""
    archetype = archetype_named(body, node.archetype, "made")
    links, pools = _values(body, node.values)
    at = place_at(body, node.at) if node.at is not None else None
    facing = _facing(body, node.facing)
    zone = zone_spot(body, node.zone) if node.zone is not None else None
    name = body.bind(node.name, Type.ENTITY).unique if node.name is not None else None
    if archetype is None:
        return None
    return ir.Make(archetype, links, pools, at, facing, zone, name, node.span)


def _values(
    body: Body, nodes: tuple[ast.Assignment, ...]
) -> tuple[tuple[ir.Carried, ...], tuple[ir.Carried, ...]]:
    """Links and pools after ``with``, each once."""
    links: list[ir.Carried] = []
    pools: list[ir.Carried] = []
    seen: dict[str, Span] = {}
    for node in nodes:
        found = body.report.resolve(
            node.name, (Kind.LINK, Kind.POOL), also=body.template_parameters
        )
        if found is None:
            elaborate(body, node.value)
            continue
        is_link = found.kind is Kind.LINK
        value = require(
            body,
            node.value,
            Type.ENTITY if is_link else Type.NUMBER,
            found.name,
        )
        if found.name in seen:
            body.report.error(
                "LG0417",
                node.name.span,
                f"{found.name} is written twice",
                notes=[Note("it is written here first", seen[found.name])],
            )
            continue
        seen[found.name] = node.name.span
        made = ir.Carried(found.name, value.expression, node.span)
        (links if is_link else pools).append(made)
    return tuple(links), tuple(pools)


def place_at(body: Body, node: ast.Place) -> ir_expressions.Expression:
    """A place: two literals, or an expression that gives a place or an entity."""
    if isinstance(node, ast.Coordinates):
        return ir_expressions.Point(
            ir_expressions.Number(node.x.value, node.x.span),
            ir_expressions.Number(node.y.value, node.y.span),
            node.span,
        )
    return require(body, node, Type.PLACE, "what follows at").expression


def _facing(
    body: Body, node: ast.Expression | None
) -> ir_expressions.Expression | None:
    if node is None:
        return None
    return number(body, node, "what follows facing").expression


_ENDS = {"top": ir.End.TOP, "bottom": ir.End.BOTTOM, None: ir.End.BOTTOM}


def zone_spot(body: Body, node: ast.ZoneSpot) -> ir.ZonePlace | None:
    """``ZONE of x [top|bottom|at N]``; the bottom by default."""
    zone = zone_named(body, node.zone)
    keeper = subject_or_holder(body, node.keeper, node.span, f"{node.zone} of x")
    index: ir_expressions.Expression | None = None
    if node.spot is None or isinstance(node.spot, str):
        end = _ENDS[node.spot]
    else:
        end = ir.End.INDEX
        typed = number(body, node.spot, "the place in the zone")
        value = fold.known(typed)
        if value is not None and (not isinstance(value, int) or value < 1):
            body.report.error(
                "LG0309" if value < 1 else "LG0310",
                node.spot.span,
                f"places in a zone count from 1, and this is {number_text(value)}",
            )
        index = typed.expression
    if zone is None:
        return None
    return ir.ZonePlace(zone, keeper, end, index, node.span)


def copy(body: Body, node: ast.Copy) -> ir.Statement | None:
    """``copy x [in ZONE of y] [as name]``."""
    original = entity(body, node.original, "what is copied")
    zone = zone_spot(body, node.zone) if node.zone is not None else None
    name = body.bind(node.name, Type.ENTITY).unique if node.name is not None else None
    return ir.Copy(original.expression, zone, name, node.span)


def turn_into(body: Body, node: ast.TurnInto) -> ir.Statement | None:
    """``turn x into ARCHETYPE``."""
    subject = entity(body, node.subject, "what is turned")
    archetype = archetype_named(body, node.archetype, "turned into")
    if archetype is None:
        return None
    return ir.Turn(subject.expression, archetype, node.span)


def destroy(body: Body, node: ast.Destroy) -> ir.Statement | None:
    """``destroy x``."""
    subject = entity(body, node.subject, "what is destroyed")
    return ir.Destroy(subject.expression, node.span)


def remove(body: Body, node: ast.Remove) -> ir.Statement | None:
    """``remove x``."""
    subject = entity(body, node.subject, "what is removed")
    return ir.Remove(subject.expression, node.span)


def move(body: Body, node: ast.Move) -> ir.Statement | None:
    """``move x to ZONE of y … [or STATEMENT]``."""
    subject = entity(body, node.subject, "what is moved")
    zone = zone_spot(body, node.to)
    otherwise: tuple[ir.Statement, ...] = ()
    if node.otherwise is not None:
        otherwise = elaborate_block(body, (node.otherwise,))
    if zone is None:
        return None
    return ir.Move(subject.expression, zone, otherwise, node.span)


def shuffle(body: Body, node: ast.Shuffle) -> ir.Statement | None:
    """``shuffle ZONE of x``."""
    zone = zone_named(body, node.zone)
    keeper = subject_or_holder(
        body, node.keeper, node.span, f"shuffle {node.zone} of x"
    )
    return ir.Shuffle(zone, keeper, node.span) if zone is not None else None


def place(body: Body, node: ast.PlaceAt) -> ir.Statement | None:
    """``place x at P [facing D]``."""
    subject = entity(body, node.subject, "what is placed")
    at = place_at(body, node.at)
    return ir.Place(subject.expression, at, _facing(body, node.facing), node.span)


def point_link(body: Body, node: ast.PointLink) -> ir.Statement | None:
    """``point x.link at y``."""
    subject = subject_or_holder(
        body, node.subject, node.link.span, f"whose {node.link}: point x.{node.link}"
    )
    found = body.report.resolve(node.link, (Kind.LINK,), also=body.template_parameters)
    to = entity(body, node.target, "what follows at")
    if found is None:
        return None
    return ir.PointLink(subject, found.name, to.expression, node.span)
