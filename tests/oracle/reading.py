"""What is read of an entity: tags, effects, stats, sides, standing (docs/language.md, 2 and 3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ledgerc.ir import catalog as ir
from ledgerc.ir.catalog import ModifierKind
from ledgerc.ir.expressions import Expression
from tests.oracle.numbers import Number, plain, six_decimals
from tests.oracle.rules import Rules
from tests.oracle.state import Entity, Instance, Scope


class Reading(Rules):
    """Questions about entities; none changes anything."""

    # -- standing -----------------------------------------------------------------------------

    def in_play(self) -> list[Entity]:
        """All in play, in order of play (section 2, ``in play``)."""
        return sorted(
            (each for each in self.state.entities if each.in_play),
            key=lambda each: each.order,
        )

    def is_alive(self, entity: Entity | None) -> bool:
        """``alive(x)``: "in play and not dying"."""
        return entity is not None and entity.in_play and not self.is_dying(entity)

    def is_dying(self, entity: Entity | None) -> bool:
        """``dying(x)``: destroyed, or a ``dies`` holds; or it left, and its death is answered."""
        if entity is None:
            return False
        if not entity.in_play:
            return entity in self.dead
        return entity.doomed or bool(self.death_events(entity))

    def is_present(self, entity: Entity | None) -> bool:
        """``present(x)``: "in play since the sequence began"."""
        return (
            entity is not None
            and entity.in_play
            and entity.entered < self.state.sequence
        )

    # -- sides --------------------------------------------------------------------------------

    def are_allies(self, one: Entity, other: Entity) -> bool:
        """The same entity in the link of the allegiance; "everybody is an ally of itself"."""
        if one is other:
            return True
        link = self.catalog.allegiance
        if link is None:
            return False
        mine = one.links.get(link)
        return mine is not None and mine is other.links.get(link)

    def are_enemies(self, one: Entity, other: Entity) -> bool:
        """Both set, and different."""
        link = self.catalog.allegiance
        if link is None:
            return False
        mine, theirs = one.links.get(link), other.links.get(link)
        return mine is not None and theirs is not None and mine is not theirs

    # -- effects and tags ---------------------------------------------------------------------

    def works(self, instance: Instance) -> bool:
        """Whether the rules of an effect work: its holder lies where they do (section 2)."""
        holder = instance.holder
        if not instance.held or holder.gone:
            return False
        zones = self.catalog.effect[instance.effect].active_in
        return holder.zone in zones if zones else holder.in_play

    def working(self) -> list[Instance]:
        """All effects whose rules work: in order of play, and then as they were gained."""
        return [
            instance
            for entity in sorted(self.state.entities, key=lambda each: each.order)
            for instance in sorted(entity.effects, key=lambda each: each.gained)
            if self.works(instance)
        ]

    def instances(self, entity: Entity | None, effect: str) -> list[Instance]:
        """The instances of an effect that an entity holds."""
        if entity is None:
            return []
        return [each for each in entity.effects if each.effect == effect]

    def tags(self, entity: Entity) -> set[str]:
        """What an entity is called: its archetype's tags, its effects', and those of auras."""
        found = set(self.catalog.archetype[entity.archetype].tags)
        for instance in entity.effects:
            found.update(self.catalog.effect[instance.effect].tags)
        return found | entity.lent_tags

    def has_tags(self, entity: Entity | None, tags: Sequence[str]) -> bool:
        """Whether an entity has all of some tags."""
        return not tags or (entity is not None and set(tags) <= self.tags(entity))

    # -- stats --------------------------------------------------------------------------------

    def stat(self, entity: Entity | None, name: str) -> Number:
        """A stat as it is now (section 2, ``stat``); 0 of nothing.

        "The last `sets` replaces the base, all `adds` are added, all `scales` multiply, `min` and
        `max` bound the result, and `whole` rounds it down."
        """
        if entity is None:
            return 0
        declared = self.catalog.stat[name]
        scope = Scope(holder=entity)
        value: Number
        if declared.base is not None:
            value = self.number(declared.base, scope)
        else:
            value = entity.bases.get(name, 0)
        adds: list[Number] = []
        scales: list[Number] = []
        for kind, amount in self.modifiers(entity, name):
            if kind is ModifierKind.SETS or kind is ModifierKind.OVERRIDES:
                value = amount
            elif kind is ModifierKind.ADDS:
                adds.append(amount)
            else:
                scales.append(amount)
        for amount in adds:
            value += amount
        for amount in scales:
            value *= amount
        if declared.maximum is not None:
            value = min(value, self.number(declared.maximum, scope))
        if declared.minimum is not None:
            value = max(value, self.number(declared.minimum, scope))
        return value // 1 if declared.whole else plain(value)

    def modifiers(self, entity: Entity, stat: str) -> list[tuple[ModifierKind, Number]]:
        """What modifies a stat, in the order in which it was gained; what auras lend is last.

        "`overrides` is a `sets` after which modifiers gained before it no longer count, but for
        those of auras" (section 2); those of the same instance were gained with it.
        """
        own: list[tuple[int, ModifierKind, Number]] = []
        for instance in sorted(entity.effects, key=lambda each: each.gained):
            scope = Scope(holder=entity, instance=instance)
            for modifier in self.catalog.effect[instance.effect].modifiers:
                if modifier.stat != stat or not self.holds(modifier.when, scope):
                    continue
                if modifier.kind is ModifierKind.OVERRIDES:
                    own = [each for each in own if each[0] == instance.gained]
                amount = self.number(modifier.amount, scope)
                own.append((instance.gained, modifier.kind, amount))
        lent: list[tuple[ModifierKind, Number]] = []
        for each in entity.lent:
            if each.stat != stat:
                continue
            kind = ModifierKind(each.kind)
            if kind is ModifierKind.OVERRIDES:
                own = []
            lent.append((kind, each.amount))
        return [(kind, amount) for _, kind, amount in own] + lent

    # -- pools --------------------------------------------------------------------------------

    def pool(self, entity: Entity | None, name: str) -> Number:
        """A pool as it is now; 0 of nothing and of one that does not have it."""
        return 0 if entity is None else entity.pools.get(name, 0)

    def least(self, entity: Entity, pool: ir.Pool) -> Number:
        """The minimum of a pool; a whole number within it, or six decimals."""
        least = self.number(pool.minimum, Scope(holder=entity))
        return math.ceil(least) if pool.whole else six_decimals(least)

    def most(self, entity: Entity, pool: ir.Pool) -> Number | None:
        """The maximum of a pool, if it has one: a whole number within it, or six decimals."""
        if pool.maximum is None:
            return None
        most = self.number(pool.maximum, Scope(holder=entity))
        return math.floor(most) if pool.whole else six_decimals(most)

    # -- values of a known type ---------------------------------------------------------------

    def number(self, expression: Expression, scope: Scope) -> Number:
        """The value of an expression that is a number."""
        value = self.evaluate(expression, scope)
        assert not isinstance(value, bool)
        assert isinstance(value, Number)
        return value

    def truth(self, expression: Expression, scope: Scope) -> bool:
        """The value of an expression that is a truth."""
        value = self.evaluate(expression, scope)
        assert isinstance(value, bool)
        return value

    def holds(self, condition: Expression | None, scope: Scope) -> bool:
        """Whether a condition is true; one that is not there is."""
        return condition is None or self.truth(condition, scope)

    def entity(self, expression: Expression | None, scope: Scope) -> Entity | None:
        """The value of an expression that is an entity or ``nothing``."""
        if expression is None:
            return None
        value = self.evaluate(expression, scope)
        assert value is None or isinstance(value, Entity)
        return value

    def selection(self, expression: Expression, scope: Scope) -> tuple[Entity, ...]:
        """The value of an expression that is a selection; an entity alone is one of one."""
        value = self.evaluate(expression, scope)
        if value is None:
            return ()
        if isinstance(value, Entity):
            return (value,)
        assert isinstance(value, tuple)
        assert not isinstance(value, str)
        return tuple(each for each in value if isinstance(each, Entity))
