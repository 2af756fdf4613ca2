"""What the bounds of pools are reckoned from: when pools have to be fitted again."""

from __future__ import annotations

from ledgerc.emit.reach import found
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions
from ledgerc.ir.types import Type

_BEYOND = (
    expressions.ReadLink,
    expressions.ReadKeeper,
    expressions.Single,
    expressions.InPlay,
    expressions.CardsIn,
    expressions.InZone,
    expressions.InState,
    expressions.HasTag,
    expressions.CanDo,
    expressions.CurrentPhase,
    expressions.Facing,
    expressions.Distance,
    expressions.Bearing,
    expressions.InFront,
    expressions.AskQuery,
)
_OTHERS = (Type.ENTITY, Type.SELECTION, Type.PLACE)
"""What an effect may be given that stands for somebody else, or for where one is."""


def moving_pools(catalog: ir.Catalog) -> frozenset[str]:
    """The pools from whose levels a bound of a pool is reckoned."""
    return frozenset(
        each.pool
        for each in _reckoned_from(catalog)
        if isinstance(each, expressions.ReadPool)
    )


def reach_beyond(catalog: ir.Catalog) -> bool:
    """Whether a bound of a pool is reckoned from more than its entity's stats and pools."""
    return any(
        isinstance(each, _BEYOND)
        or (isinstance(each, expressions.EffectParameter) and each.type in _OTHERS)
        for each in _reckoned_from(catalog)
    )


def _reckoned_from(catalog: ir.Catalog) -> list[object]:
    """All nodes that bounds of pools are reckoned from, through stats and formulas."""
    formulas = {formula.name: formula for formula in catalog.formulas}
    modifiers: dict[str, list[object]] = {}
    for effect in catalog.effects:
        for each in effect.modifiers:
            modifiers.setdefault(each.stat, []).append(each)
    waiting: list[object] = [
        bound for pool in catalog.pools for bound in (pool.minimum, pool.maximum)
    ]
    nodes: list[object] = []
    seen: set[tuple[str, str]] = set()
    while waiting:
        for node in found(waiting.pop(), object):
            nodes.append(node)
            if isinstance(node, expressions.ReadStat):
                key, stat = ("stat", node.stat), catalog.stat[node.stat]
                below: list[object] = [stat.base, stat.minimum, stat.maximum]
                below = [part for part in below if part is not None]
                below += modifiers.get(stat.name, ())
            elif isinstance(node, expressions.CallFormula):
                key = ("formula", node.formula)
                below = [formulas[node.formula].value]
            else:
                continue
            if key not in seen:
                seen.add(key)
                waiting += below
    return nodes
