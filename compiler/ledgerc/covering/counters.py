"""Counters in a module that was made of an instrumented catalog."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ledgerc.covering.instrument import Instrumented
from ledgerc.covering.points import Count, Kind
from ledgerc.emit.naming import name_catalog
from ledgerc.ir import catalog as ir


class Counters:
    """What the points of an instrumented catalog have counted so far."""

    def __init__(self, instrumented: Instrumented) -> None:
        self._made = instrumented
        self.counts = [Count() for _ in instrumented.points]
        self._conditions = frozenset(
            number
            for number, point in enumerate(instrumented.points)
            if point.kind == Kind.CONDITION.value
        )
        self._failed = -1
        """The requirement that failed last."""
        self._forbade = -1
        """The ``forbids`` that held last."""

    def install(self, module: ModuleType) -> None:
        """Let the functions and the world of a module count."""
        names = name_catalog(self._made.catalog).formula
        space = module.__dict__
        for formula in self._made.formulas:
            space[names[formula]] = self._pass
        self._watch_refusals(module.World)
        if self._made.deaths:
            self._watch_deaths(module.World)

    def _pass(self, number: int, value: Any) -> Any:
        """Give a value, and count it; whatever is no truth counts as one that holds."""
        count = self.counts[number]
        if value or number not in self._conditions:
            count.yes += 1
            if number in self._made.forbids:
                self._forbade = number
        else:
            count.no += 1
            if number in self._made.requirements:
                self._failed = number
        return value

    def _watch_refusals(self, world: Any) -> None:
        """Count why orders are refused, whether they were given or only asked about."""
        inner = world.refusal_of

        def refusal_of(self_: Any, order: Any, props: Any) -> Any:
            refusal = inner(self_, order, props)
            if refusal is not None:
                number = self._refusal(type(order.ability).name, refusal.code)
                if number is not None:
                    self.counts[number].yes += 1
            return refusal

        world.refusal_of = refusal_of

    def _refusal(self, ability: str, code: str) -> int | None:
        if code == "Requirement":
            return self._made.requirements.get(self._failed)
        if code == "Forbidden":
            return self._made.forbids.get(self._forbade)
        return self._made.refusals.get((ability, code))

    def _watch_deaths(self, world: Any) -> None:
        """Count the ``dies`` of a pool, which have no condition of their own, that hold."""
        inner = world.deaths
        catalog = world.catalog
        bits = {effect.name: effect.bit for effect in catalog.effects}

        def deaths(self_: Any, entity: Any) -> Any:
            events = inner(self_, entity)
            if events:
                for effect, dies, *numbers in self._made.deaths:
                    pool = catalog.pools[dies.pool]
                    if entity.holds & bits[effect] and _has_reached(dies, entity, pool):
                        for number in numbers:
                            self.counts[number].yes += 1
            return events

        world.deaths = deaths


def _has_reached(dies: ir.Dies, entity: Any, pool: Any) -> bool:
    """Whether an entity's pool is where a ``dies`` holds."""
    if not entity.pools & pool.bit:
        return False
    level = getattr(entity, pool.slot)
    if dies.at is ir.DiesAt.MINIMUM:
        return bool(level <= pool.minimum(entity))
    return bool(level >= pool.maximum(entity))
