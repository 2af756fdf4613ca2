"""Which stats are kept in a slot and written as what they follow from changes.

A stat that is read far oftener than it changes need not be reckoned at each read. The compiler
knows what each follows from: where that is only the holder's effects and what auras lend it, its
bases, its pools, and other such stats, all of these change in a few places of the runtime and of
the generated code, and each of them writes the stat anew. Any other stat is a property.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
    """The stats that are kept so, each after those that it reads.

    Each stat and each reading of one is looked at a few times, however long the chain is.
    """
    plain = plain_stats(catalog)
    parts = _parts(catalog)
    reads = {name: _stats_read(nodes) for name, nodes in parts.items()}
    readers: dict[str, list[str]] = {}
    for name, read in reads.items():
        for each in read:
            readers.setdefault(each, []).append(name)
    found = {
        name: None
        for name, nodes in parts.items()
        if name not in plain and all(map(_is_own, nodes))
    }
    bounds = [each for pool in catalog.pools for each in (pool.minimum, pool.maximum)]
    starts = [each.value for one in catalog.archetypes for each in one.pools]
    begun = [each.value for one in catalog.archetypes for each in one.bases]
    at_once = _reached(_stats_read((*bounds, *starts)), reads)
    of_pools = _reached((name for name in parts if _pools(parts[name])), readers)
    left_out = {*_stats_read(begun)}.union(name for name in at_once if name in of_pools)
    unkept = [
        name
        for name in parts
        if name not in plain and (name not in found or name in left_out)
    ]
    for name in _reached(unkept, readers):
        found.pop(name, None)
    return _in_order(found, reads)


def _parts(catalog: ir.Catalog) -> dict[str, tuple[object, ...]]:
    """All expressions that each stat is reckoned from."""
    parts: dict[str, list[object]] = {
        stat.name: [stat.base, stat.minimum, stat.maximum] for stat in catalog.stats
    }
    for effect in catalog.effects:
        for modifier in effect.modifiers:
            parts[modifier.stat] += [modifier.amount, modifier.when]
    return {
        name: tuple(node for node in nodes if node is not None)
        for name, nodes in parts.items()
    }


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


def _stats_read(nodes: Iterable[object]) -> tuple[str, ...]:
    """The stats that expressions read, in the order of the source."""
    return tuple(
        dict.fromkeys(
            each.stat
            for node in nodes
            if node is not None
            for each in nodes_of(node, e.ReadStat)
        )
    )


def _pools(nodes: Iterable[object]) -> set[str]:
    return {
        each.pool
        for node in nodes
        if node is not None
        for each in nodes_of(node, e.ReadPool)
    }


def _reached(
    names: Iterable[str], edges: Mapping[str, Sequence[str]]
) -> dict[str, None]:
    """The names, and all that edges lead to from them."""
    reached: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = None
            waiting += edges.get(name, ())
    return reached


def _in_order(
    found: Mapping[str, None], reads: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """The names, each after those that it reads; else as they are declared."""
    places = {name: place for place, name in enumerate(reads)}
    ordered: dict[str, None] = {}
    waiting: list[tuple[str, bool]] = []
    for start in found:
        waiting.append((start, False))
        while waiting:
            name, is_ready = waiting.pop()
            if name in ordered:
                continue
            if is_ready:
                ordered[name] = None
                continue
            waiting.append((name, True))
            inner = [each for each in reads[name] if each in found]
            inner.sort(key=places.__getitem__, reverse=True)
            waiting += [(each, False) for each in inner]
    return tuple(ordered)
