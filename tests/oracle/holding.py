"""Effects given, taken, counted down; and pools that follow (docs/language.md, section 2)."""

from __future__ import annotations

import math

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Seconds, Turns
from tests.oracle.numbers import Number, six_decimals, toward_zero
from tests.oracle.queue import Answering
from tests.oracle.state import Entity, Entry, Instance, Scope, Value


class Holding(Answering):
    """Which effects an entity holds, and for how long."""

    # -- giving -------------------------------------------------------------------------------

    def give(
        self,
        effect: str,
        arguments: dict[str, Value],
        to: Entity | None,
        turns: Number | None = None,
        seconds: Number | None = None,
    ) -> None:
        """``give EFFECT to x for DURATION`` (section 2, "Given again")."""
        if to is None or to.gone:
            return
        declared = self.catalog.effect[effect]
        held = [each for each in self.instances(to, effect) if each.lender is None]
        if declared.stacking is ir.Stacking.SEPARATE or not held:
            instance = self.attach(effect, arguments, to)
            self.start_clock(instance, turns, seconds)
            entry = self.record("Gained", to, effect)
            self.fit_pools()
            self.run_on(instance, entry, gained=True)
            return
        instance = held[0]
        instance.arguments = arguments
        if declared.stacking is ir.Stacking.STACKS:
            scope = Scope(holder=to, instance=instance)
            most = declared.max_stacks
            if most is None or instance.stacks < self.number(most, scope):
                instance.stacks += 1
        self.start_clock(instance, turns, seconds)
        self.record("Renewed", to, effect)
        self.fit_pools()

    def attach(self, effect: str, arguments: dict[str, Value], to: Entity) -> Instance:
        """Let an entity hold a new instance."""
        instance = Instance(effect, to, self.state.next_gain, arguments)
        self.state.next_gain += 1
        to.effects.append(instance)
        return instance

    def arguments_of(
        self, effect: str, arguments: tuple[Expression, ...], scope: Scope
    ) -> dict[str, Value]:
        """The parameters of an effect, filled in."""
        parameters = self.catalog.effect[effect].parameters
        values = [self.evaluate(each, scope) for each in arguments]
        return {
            parameter.name: value
            for parameter, value in zip(parameters, values, strict=True)
        }

    def run_on(self, instance: Instance, cause: Entry, *, gained: bool) -> None:
        """Run the bodies of ``on gained`` or ``on lost``.

        In an ``at once`` too their events happen as they are asked for: they are not its own.
        """
        outer = self.cause
        gathering, self.gathering = self.gathering, None
        self.cause = cause
        self.nest()
        for each in self.catalog.effect[instance.effect].gained_or_lost:
            if each.gained == gained:
                self.run(each.body, Scope(holder=instance.holder, instance=instance))
        self.depth -= 1
        self.cause = outer
        self.gathering = gathering

    # -- taking -------------------------------------------------------------------------------

    def take(self, effect: str, from_: Entity | None) -> None:
        """``take EFFECT from x``: "with all its stacks and instances" (section 7)."""
        for instance in self.instances(from_, effect):
            if instance.lender is None:
                self.lose(instance)

    def take_all(self, from_: Entity | None, tag: str | None) -> None:
        """``take all from x having TAG``: "innate effects stay"."""
        for instance in list(from_.effects) if from_ is not None else []:
            declared = self.catalog.effect[instance.effect]
            if declared.innate or instance.lender is not None:
                continue
            if tag is None or tag in declared.tags:
                self.lose(instance)

    def lose(self, instance: Instance) -> None:
        """An effect is "taken, removes itself or runs out": ``on lost`` runs."""
        if not instance.held:
            return
        self.detach(instance)
        entry = self.record("Lost", instance.holder, instance.effect)
        self.fit_pools()
        self.run_on(instance, entry, gained=False)

    def detach(self, instance: Instance) -> None:
        """Let an entity hold an instance no more."""
        instance.held = False
        instance.holder.effects.remove(instance)

    # -- how long -----------------------------------------------------------------------------

    def start_clock(
        self, instance: Instance, turns: Number | None, seconds: Number | None
    ) -> None:
        """ "`give … for DURATION` overrides turns and seconds for one instance"."""
        declared = self.catalog.effect[instance.effect]
        scope = Scope(holder=instance.holder, instance=instance)
        if turns is None and seconds is None and instance.lender is None:
            if isinstance(declared.lasts, Turns):
                turns = self.number(declared.lasts.count, scope)
            elif isinstance(declared.lasts, Seconds):
                seconds = self.number(declared.lasts.count, scope)
        instance.turns = None if turns is None else max(math.ceil(turns), 0)
        instance.until = None
        if seconds is not None:
            instance.until = self.state.tick + self.ticks(seconds)
        if not instance.beats:
            instance.beats = [
                self.next_beat(every, instance)
                for every in declared.every
                if every.seconds is not None
            ]

    def ticks(self, seconds: Number) -> int:
        """Seconds in ticks, "rounded up where it is computed"; at least one."""
        return max(math.ceil(seconds * (self.catalog.rate or 1)), 1)

    def next_beat(self, every: ir.Every, instance: Instance) -> int:
        """The tick "one period after": of an ``every N seconds``."""
        assert every.seconds is not None
        scope = Scope(holder=instance.holder, instance=instance)
        return self.state.tick + self.ticks(self.number(every.seconds, scope))

    def count_turns(self, entity: Entity) -> None:
        """ "An effect with no turn left ends, and any other has one less left"."""
        for instance in list(entity.effects):
            if instance.turns is None or not instance.held:
                continue
            if instance.turns == 0:
                self.lose(instance)
            else:
                instance.turns -= 1

    # -- pools that follow --------------------------------------------------------------------

    def fit_pools(self) -> None:
        """ "In any case a pool never stays above its maximum"; and pools that follow do."""
        for entity in self.state.entities:
            if not entity.gone:
                self.fit(entity)

    def fit(self, entity: Entity) -> None:
        """Let the pools of one entity follow and fit."""
        for pool in self.catalog.pools:
            value = entity.pools.get(pool.name)
            if value is None:
                continue
            most = self.most(entity, pool)
            if most is not None and pool.follows is not ir.Follow.NO:
                known = entity.maxima.get(pool.name, most)
                if most > known or pool.follows is ir.Follow.BOTH:
                    value += most - known
                    value = toward_zero(value) if pool.whole else six_decimals(value)
                entity.maxima[pool.name] = most
            if most is not None:
                value = min(value, most)
            entity.pools[pool.name] = max(value, self.least(entity, pool))
