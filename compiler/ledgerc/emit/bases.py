"""What is known of every stat of a catalog before code is made: its base, and whether it moves."""

from __future__ import annotations

from ledgerc.ir import catalog as ir
from ledgerc.ir.typed import is_whole


def whole_bases(catalog: ir.Catalog) -> frozenset[str]:
    """The stats whose every base that an archetype gives is an integer."""
    broken = {
        base.stat
        for archetype in catalog.archetypes
        for base in archetype.bases
        if not is_whole(base.value)
    }
    return frozenset(stat.name for stat in catalog.stats if stat.name not in broken)


def plain_stats(catalog: ir.Catalog) -> frozenset[str]:
    """The stats that are their base, always: no rule changes them and they have no bounds."""
    whole = whole_bases(catalog)
    modified = {
        modifier.stat
        for effect in catalog.effects
        for modifiers in (effect.modifiers, *(aura.modifiers for aura in effect.auras))
        for modifier in modifiers
    }
    return frozenset(
        stat.name
        for stat in catalog.stats
        if stat.base is None
        and stat.minimum is None
        and stat.maximum is None
        and stat.name not in modified
        and (not stat.whole or stat.name in whole)
    )
