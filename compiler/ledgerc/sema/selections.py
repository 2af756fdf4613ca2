"""Elaboration of selections: sources, and clauses applied from the left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.context import Body, Typed, check_new_name, fault
from ledgerc.sema.elaborate import (
    as_selection,
    entity,
    number,
    require,
    selection,
    subject_or_holder,
    truth,
)
from ledgerc.sema.names import effect_named, link_named, tag_named, zone_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.scope import Binding
from ledgerc.source import Span
from ledgerc.syntax import ast

_SCOPES: dict[str, ir.Scope] = {scope.value: scope for scope in ir.Scope}
_BY_ALLEGIANCE = (ir.Scope.ALLIES, ir.Scope.OTHER_ALLIES, ir.Scope.ENEMIES)


def group(body: Body, node: ast.Group, _wanted: Type | None) -> Typed:
    """``enemies``, ``allies``, ``other allies``, ``all``, ``others``, each ``of x``."""
    scope = _SCOPES[node.kind]
    if scope in _BY_ALLEGIANCE:
        need_allegiance(body, node.span, node.kind)
    of: ir.Expression | None = None
    if node.of is not None:
        of = entity(body, node.of, "what follows of").expression
    elif scope is not ir.Scope.ALL:
        of = subject_or_holder(body, None, node.span, f"{node.kind} of x")
    return Typed(
        ir.Select(ir.InPlay(scope, of, node.span), (), node.span), Type.SELECTION
    )


def need_allegiance(body: Body, span: Span, word: str) -> None:
    """Report that allies and enemies mean nothing without an ``allegiance`` (LG0404)."""
    if body.symbols.allegiance is None and not body.report.lost("allegiance"):
        body.report.error(
            "LG0404",
            span,
            f"{word} means nothing here: the catalog has no allegiance",
            allowed="a line such as: allegiance LINK",
        )


def cards_in(body: Body, node: ast.CardsIn, _wanted: Type | None) -> Typed:
    """``cards in ZONE of x``."""
    zone = zone_named(body, node.zone)
    keeper = subject_or_holder(
        body, node.keeper, node.span, f"cards in {node.zone} of x"
    )
    if zone is None:
        return Typed(fault(node.span).expression, Type.SELECTION)
    source = ir.CardsIn(zone, keeper, node.span)
    return Typed(ir.Select(source, (), node.span), Type.SELECTION)


def in_zone(body: Body, node: ast.InZone, _wanted: Type | None) -> Typed:
    """``x in ZONE [of y]``."""
    subject = entity(body, node.subject, "what stands before in")
    zone = zone_named(body, node.zone)
    keeper = entity(body, node.keeper).expression if node.keeper is not None else None
    return Typed(
        ir.InZone(subject.expression, zone or "", keeper, node.span), Type.TRUTH
    )


def select(body: Body, node: ast.Selection, _wanted: Type | None) -> Typed:
    """A source and its clauses, flat: ``(enemies having A) having B`` is one selection."""
    base = as_selection(selection(body, node.source).expression, node.source.span)
    assert isinstance(base, ir.Select)
    clauses = [*base.clauses]
    for clause in node.clauses:
        made = _clause(body, clause)
        if made is not None:
            clauses.append(made)
    return Typed(ir.Select(base.source, tuple(clauses), node.span), Type.SELECTION)


def _clause(body: Body, clause: ast.SelectionClause) -> ir.Clause | None:
    match clause:
        case ast.Having():
            tag = tag_named(body, clause.tag)
            return ir.HavingTag(tag, clause.span) if tag is not None else None
        case ast.Holding():
            effect = effect_named(body, clause.effect)
            return ir.Holding(effect, clause.span) if effect is not None else None
        case ast.WithLink():
            value = entity(body, clause.value, f"what {clause.link} is compared with")
            link = link_named(body, clause.link)
            if link is None:
                return None
            return ir.WithLink(link, value.expression, clause.span)
        case ast.Within():
            far = number(body, clause.distance, "the distance")
            of = place_or_holder(body, clause.of, clause.span)
            return ir.Within(far.expression, of, clause.span)
        case ast.Where():
            with candidate(body, clause.candidate, clause.span) as binding:
                condition = truth(body, clause.condition, "what follows where")
            return ir.Where(binding.unique, condition.expression, clause.span)
        case ast.SortedBy():
            with candidate(body, clause.candidate, clause.span) as binding:
                key = number(body, clause.key, "what follows sorted by")
            return ir.SortedBy(binding.unique, key.expression, clause.down, clause.span)
        case ast.First():
            count = number(body, clause.count, "what follows first")
            most = fold.known(count)
            if most is not None and (most < 0 or not isinstance(most, int)):
                body.report.error(
                    "LG0309" if most < 0 else "LG0310",
                    clause.count.span,
                    f"first takes a whole number of 0 or more, not {number_text(most)}",
                )
            return ir.FirstOf(count.expression, clause.span)


def place_or_holder(
    body: Body, node: ast.Expression | None, span: Span
) -> ir.Expression:
    """What a distance is measured from: the holder where nothing is written."""
    if node is None:
        return subject_or_holder(body, None, span, "within N of x")
    return require(body, node, Type.PLACE, "what follows of").expression


@contextmanager
def candidate(body: Body, name: ast.Name | None, span: Span) -> Iterator[Binding]:
    """The entity that a clause looks at: ``it``, or the name the author gives it."""
    before = body.candidate
    if name is not None:
        check_new_name(body, name)
    with body.block():
        binding = Binding(
            name.text if name is not None else "it",
            body.scope.names.unique(name.text if name is not None else "it"),
            ir.Role.CANDIDATE,
            Type.ENTITY,
            False,
            name.span if name is not None else span,
        )
        if name is not None:
            body.scope.bindings[name.text] = binding
        else:
            body.candidate = binding
        try:
            yield binding
        finally:
            body.candidate = before
            body.scope.names.taken.discard(binding.unique)


def each_of(body: Body, node: ast.Expression) -> tuple[Binding, Typed]:
    """The number that ``sum``, ``most`` and ``least`` take of each selected (``it``)."""
    with candidate(body, None, node.span) as binding:
        return binding, number(body, node, "what is read of each")
