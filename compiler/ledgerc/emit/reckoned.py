"""Which stats are kept in a slot and written as what they follow from changes.

A stat that is read far oftener than it changes need not be reckoned at each read. The compiler
knows what each follows from: where that is only the holder's effects and what auras lend it, its
bases, its pools, and other such stats, all of these change in a few places of the runtime and of
the generated code, and each of them writes the stat anew. Any other stat is a property.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledgerc.emit.bases import plain_stats
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir.walk import children, nodes_of

_PURE = (
    e.Number,
    e.Truth,
    e.Negate,
    e.Arithmetic,
    e.Compare,
    e.Not,
    e.Logical,
    e.Conditional,
    e.CallFunction,
    e.EffectParameter,
    e.SelfStacks,
)
"""What follows from its parts, and from the arguments and stacks of the effect, alone."""


def reckoned_stats(catalog: ir.Catalog) -> tuple[str, ...]:
    """The stats that are kept so, each after those that it reads."""
    plain = plain_stats(catalog)
    parts = {stat.name: stat_parts(stat, catalog) for stat in catalog.stats}
    found = {
        name
        for name, nodes in parts.items()
        if name not in plain and all(map(_is_own, nodes))
    }
    begun = [each.value for one in catalog.archetypes for each in one.bases]
    found -= _stats_read(begun)
    bounds = [each for pool in catalog.pools for each in (pool.minimum, pool.maximum)]
    starts = [each.value for one in catalog.archetypes for each in one.pools]
    at_once = _below(_stats_read((*bounds, *starts)), parts)
    found -= {name for name in at_once if _pools_read(name, parts)}
    while True:
        kept = {each for each in found if _stats_read(parts[each]) <= found | plain}
        if kept == found:
            return _in_order(found, parts)
        found = kept


def stat_parts(stat: ir.Stat, catalog: ir.Catalog) -> tuple[object, ...]:
    """All expressions that a stat is reckoned from."""
    return tuple(
        each
        for each in (
            stat.base,
            stat.minimum,
            stat.maximum,
            *(
                part
                for effect in catalog.effects
                for modifier in effect.modifiers
                if modifier.stat == stat.name
                for part in (modifier.amount, modifier.when)
            ),
        )
        if each is not None
    )


def readers_of(
    pool: str, reckoned: tuple[str, ...], catalog: ir.Catalog
) -> tuple[str, ...] | None:
    """The effects whose modifiers of a reckoned stat read a pool of their holder.

    None: a stat itself reads it, whatever is held.
    """
    effects: list[str] = []
    for effect in catalog.effects:
        for modifier in effect.modifiers:
            read = _pools((modifier.amount, modifier.when))
            if modifier.stat in reckoned and pool in read:
                effects.append(effect.name)
    for name in reckoned:
        stat = catalog.stat[name]
        if pool in _pools((stat.base, stat.minimum, stat.maximum)):
            return None
    return tuple(dict.fromkeys(effects))


def _is_own(node: object) -> bool:
    """Whether an expression follows from the holder alone."""
    if isinstance(node, (e.ReadStat, e.ReadPool)):
        return isinstance(node.entity, e.Variable) and node.entity.role is e.Role.HOLDER
    if isinstance(node, e.Arithmetic) and node.operator not in "+-*":
        divisor = node.right
        if not isinstance(divisor, e.Number) or not divisor.value:
            return False  # it may fail, and then does so where it is read
    return isinstance(node, _PURE) and all(map(_is_own, children(node)))


def _stats_read(nodes: Iterable[object]) -> set[str]:
    return {
        each.stat
        for node in nodes
        if node is not None
        for each in nodes_of(node, e.ReadStat)
    }


def _pools(nodes: Iterable[object]) -> set[str]:
    return {
        each.pool
        for node in nodes
        if node is not None
        for each in nodes_of(node, e.ReadPool)
    }


def _below(names: set[str], parts: dict[str, tuple[object, ...]]) -> set[str]:
    """Stats, and all that they read."""
    seen: set[str] = set()
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += sorted(_stats_read(parts[name]))
    return seen


def _pools_read(name: str, parts: dict[str, tuple[object, ...]]) -> bool:
    return any(_pools(parts[each]) for each in sorted(_below({name}, parts)))


def _in_order(found: set[str], parts: dict[str, tuple[object, ...]]) -> tuple[str, ...]:
    ordered: dict[str, None] = {}

    def add(name: str) -> None:
        read = _stats_read(parts[name]) & found
        for each in parts:
            if each in read and each not in ordered:
                add(each)
        ordered[name] = None

    for name in parts:
        if name in found and name not in ordered:
            add(name)
    return tuple(ordered)
