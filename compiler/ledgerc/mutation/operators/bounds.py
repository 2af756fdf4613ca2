"""Bounds that are not there: of stats, pools, props, answers, zones, stacks."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Number
from ledgerc.ir.walk import nodes_of
from ledgerc.mutation.model import Change, Edit, Operator
from ledgerc.mutation.operators.places import Placed
from ledgerc.node import replace


def unbounded(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """Each bound of a declaration, left out; what the language then takes is in its place."""
    match place.node:
        case ir.Stat() | ir.Prop() | ir.Query() as node:
            kind = type(node).__name__.lower()
            subject = f"{kind} `{node.name}`"
            if node.minimum is not None:
                yield _without(subject, node, replace(node, minimum=None), "min", place)
            if node.maximum is not None:
                yield _without(subject, node, replace(node, maximum=None), "max", place)
        case ir.Pool() as node:
            yield from _pool(node, place, catalog)
        case ir.Zone(maximum=maximum) as node if maximum is not None:
            new = replace(node, maximum=None)
            yield _without(f"zone `{node.name}`", node, new, "max", place)
        case ir.Effect(max_stacks=most) as node if most is not None:
            new_effect = replace(node, max_stacks=None)
            yield _without(f"effect `{node.name}`", node, new_effect, "max", place)
        case _:
            return


def _pool(pool: ir.Pool, place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """A pool without ``min`` starts at 0; what started at a maximum that is gone still does."""
    subject = f"pool `{pool.name}`"
    zero = Number(0, pool.span)
    if pool.minimum != zero:
        new = replace(pool, minimum=zero)
        yield _without(subject, pool, new, "min", place)
    if pool.maximum is None or any(
        each.at is ir.DiesAt.MAXIMUM and each.pool == pool.name
        for each in nodes_of(catalog.effects, ir.Dies)
    ):
        return
    boundless = replace(pool, maximum=None, follows=ir.Follow.NO)
    starts = tuple(
        (each, replace(each, start=ir.Start.AT, value=pool.maximum))
        for each in nodes_of(catalog.archetypes, ir.StartPool)
        if each.pool == pool.name and each.start is ir.Start.FULL
    )
    yield _without(subject, pool, boundless, "max", place, starts)


def _without(
    subject: str,
    old: ir.Stat | ir.Prop | ir.Query | ir.Pool | ir.Zone | ir.Effect,
    new: object,
    word: str,
    place: Placed,
    also: tuple[Edit, ...] = (),
) -> Change:
    says = f"can lose its `{word}`"
    edits = ((old, new), *also)
    return Change(Operator.BOUND, subject, old.span, says, edits, place.touch)
