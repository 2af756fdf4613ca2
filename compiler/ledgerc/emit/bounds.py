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


def moves_a_bound(pool: ir.Pool, catalog: ir.Catalog) -> bool:
    """Whether a bound of a pool is reckoned from the level of ``pool``."""
    return any(
        isinstance(each, expressions.ReadPool) and each.pool == pool.name
        for each in _reckoned_from(catalog)
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
    waiting: list[object] = [
        bound for pool in catalog.pools for bound in (pool.minimum, pool.maximum)
    ]
    nodes: list[object] = []
    seen: set[tuple[str, str]] = set()
    while waiting:
        for node in found(waiting.pop(), object):
            nodes.append(node)
            if isinstance(node, expressions.ReadStat):
                key = ("stat", node.stat)
                below: list[object] = _reckoning(catalog.stat[node.stat], catalog)
            elif isinstance(node, expressions.CallFormula):
                key = ("formula", node.formula)
                below = [formulas[node.formula].value]
            else:
                continue
            if key not in seen:
                seen.add(key)
                waiting += below
    return nodes


def _reckoning(stat: ir.Stat, catalog: ir.Catalog) -> list[object]:
    """All that a stat is reckoned from."""
    modifiers = [
        each
        for effect in catalog.effects
        for each in effect.modifiers
        if each.stat == stat.name
    ]
    parts = (stat.base, stat.minimum, stat.maximum, *modifiers)
    return [each for each in parts if each is not None]
