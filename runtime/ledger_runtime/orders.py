"""Orders: checking one, listing the legal ones, carrying one out.

Source: docs/language.md, section 4, rule 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, product
from typing import Any, cast

from ledger_runtime import outcome
from ledger_runtime.ability import Ability, Cost, Target
from ledger_runtime.deaths import Deaths
from ledger_runtime.errors import NoPool, UnknownName
from ledger_runtime.event import Order
from ledger_runtime.numbers import Number, ceil, exact, floor
from ledger_runtime.outcome import Refusal
from ledger_runtime.space import Point
from ledger_runtime.typevars import E, O, V

_LISTED = (Target.ONE, Target.EXACTLY, Target.UP_TO)


class Orders(Deaths[E, V, O]):
    """What an entity may be told to do."""

    __slots__ = ()

    # -- for rules ------------------------------------------------------------------------------

    def perform_ability(
        self,
        by: E,
        ability: type[Ability[Any]] | int,
        at: E | Point | None = None,
    ) -> None:
        """``perform ABILITY|TAG at x by y``: the first legal order; nothing if none is."""
        order = next(self.legal_orders(by, ability, at), None)
        if order is None:
            return
        performing = self.performing
        if self.depth == performing:
            self.performing = performing + 1
        self.record(order)
        self.within(order, lambda _: self.carry_out(order))
        self.performing = performing

    def legal_orders(
        self, actor: E, ability: type[Ability[Any]] | int, at: E | Point | None
    ) -> Iterator[O]:
        """The first legal order of an ability, or of each with a tag (a mask), in order."""
        if not actor or actor.gone:
            return
        for granted in actor.archetype.grants:
            if isinstance(ability, int):
                if not granted.tags & ability:
                    continue
            elif type(granted) is not ability:
                continue
            if isinstance(at, Point):
                order = self.new_order(actor, granted, (), at, {})
            elif at is not None and granted.target in _LISTED:
                order = self.new_order(actor, granted, (at,), None, {})
            else:
                if at is None or at is actor:
                    first: list[O] = []
                    if granted in self.ready_abilities(actor):
                        self.add_legal(first, actor, granted, {}, 1)
                    yield from first
                continue
            if self.refusal_of(order, {}) is None:
                yield order

    # -- checking -------------------------------------------------------------------------------

    def new_order(
        self,
        actor: E,
        ability: Ability[Any],
        targets: Sequence[E],
        place: Point | None,
        props: Mapping[str, object],
    ) -> O:
        """An order that nobody has checked; props that it cannot carry are left to the check."""
        if ability.target is Target.HOLDER and not targets:
            targets = (actor,)  # it need not be said
        target = targets[0] if len(targets) == 1 else self.nothing
        order: Order[Any] = self.catalog.order(
            actor, ability, target, tuple(targets), place, self.cause
        )
        if self.orders_carry:
            order.carry_nothing()
        if props:
            for name in ability.takes:
                if name in props:
                    setattr(order, self.catalog.props[name].slot, exact(props[name]))
        return cast(O, order)

    def granted_ability(self, actor: E, ability: type[Ability[Any]]) -> Ability[Any]:
        """The ability as an entity has it, or one that it does not have."""
        for granted in actor.archetype.grants if actor else ():
            if type(granted) is ability:
                return granted
        return ability.__new__(ability)

    def refusal_of(self, order: O, props: Mapping[str, object]) -> Refusal | None:
        """Check an order, in the order that the language gives; None: it is legal.

        ``props`` are those that the order was given, by name. Completes ``order.targets`` of an
        ability that targets all.
        """
        code = self._unready(order.actor, order.ability)
        if code:
            return Refusal(code)
        if props or order.ability.takes:
            refusal = self._prop_refusal(order, props)
            if refusal is not None:
                return refusal
        return self._target_refusal(order) or self._rule_refusal(order)

    def ready_abilities(self, actor: E) -> tuple[Ability[Any], ...]:
        """What an entity may be ordered to do as far as zone, phase and the like go, in order.

        The same for all entities of an archetype that lie in the same zone.
        """
        if actor.gone:
            return ()
        key = (actor.archetype, actor.zone, actor.in_play, self.phase)
        ready = self.ready.get(key)
        if ready is None:
            ready = self.ready[key] = tuple(
                ability
                for ability in actor.archetype.grants
                if not self._unready(actor, ability)
            )
        return ready

    def _unready(self, actor: E, ability: Ability[Any]) -> str:
        """Why an entity may not be ordered to do something at all; empty: it may."""
        if not actor or actor.gone:
            return outcome.GONE
        if ability.from_zones:
            if actor.zone not in ability.from_zones:
                return outcome.GONE
        elif not actor.in_play:
            return outcome.GONE
        if ability not in actor.archetype.grants:
            return outcome.NOT_GRANTED
        if ability.during and self.phase not in ability.during:
            return outcome.WRONG_PHASE
        return ""

    def _prop_refusal(self, order: O, given: Mapping[str, object]) -> Refusal | None:
        takes = order.ability.takes
        for name in takes:
            if name not in given:
                return Refusal(outcome.MISSING_PROP, name)
        for name in given:
            if name not in takes:
                return Refusal(outcome.UNKNOWN_PROP, name)
        for name in takes:
            prop = self.catalog.props[name]
            if not prop.allows(getattr(order, prop.slot)):
                return Refusal(outcome.OUT_OF_BOUNDS, name)
        return None

    def _target_refusal(self, order: O) -> Refusal | None:
        ability = order.ability
        kind, targets = ability.target, order.targets
        if kind is Target.ONE and order.place is None:
            legal = len(targets) == 1 and self._is_target(order, targets[0])
        elif kind is Target.PLACE:
            place = order.place
            legal = not targets and place is not None
            legal = legal and ability.is_target(self, order, place)
        elif order.place is not None:
            legal = False
        elif kind is Target.NONE:
            legal = not targets
        elif kind is Target.ALL:
            legal = not targets
            if legal:
                order.targets = tuple(self.possible_targets(order))
                legal = bool(order.targets)
        else:
            legal = self._right_number(order) and all(
                self._is_target(order, target) for target in targets
            )
        return None if legal else Refusal(outcome.NO_TARGET)

    def _right_number(self, order: O) -> bool:
        kind, number = order.ability.target, len(order.targets)
        if kind is Target.ONE or kind is Target.HOLDER:
            return number == 1
        if len({target.id for target in order.targets}) != number:
            return False
        most = floor(order.ability.how_many(self, order))
        return number == most if kind is Target.EXACTLY else 1 <= number <= most

    def _is_target(self, order: O, target: E) -> bool:
        ability = order.ability
        if not target or target.gone:
            return False
        if ability.target_zones:
            if target.zone not in ability.target_zones:
                return False
        elif ability.target is Target.HOLDER:
            if target is not order.actor:
                return False
        elif not target.in_play:
            return False
        return ability.is_target(self, order, target)

    def _rule_refusal(self, order: O) -> Refusal | None:
        if self.forbidding and self.granted_now:
            reason = self.forbidden(order)
            if reason is not None:
                return Refusal(outcome.FORBIDDEN, reason)
        reason = order.ability.unmet(self, order)
        if reason is not None:
            return Refusal(outcome.REQUIREMENT, reason)
        if not self._can_afford(order):
            return Refusal(outcome.CANNOT_AFFORD)
        return None

    def _can_afford(self, order: O) -> bool:
        """Whether all costs together can be paid: two that one pool pays add up."""
        costs = order.costs = order.ability.costs(self, order)
        if not costs:
            return True
        if len(costs) == 1:
            return self._can_pay(costs[0])
        sums: dict[tuple[int, str], Number] = {}
        for cost in costs:
            if cost.amount <= 0:
                continue
            pool = self.catalog.pool_named[cost.kind.pool]
            payer = cost.entity
            key = (payer.id, pool.slot)
            needed = sums[key] = sums.get(key, 0) + cost.amount
            if payer.gone or not payer.pools & pool.bit:
                return False
            if getattr(payer, pool.slot) - needed < pool.minimum(payer):
                return False
        return True

    def _can_pay(self, cost: Cost[Any]) -> bool:
        """Whether the only cost of an order can be paid."""
        needed, payer = cost.amount, cost.entity
        if needed <= 0:
            return True
        pool = self.catalog.pool_named[cost.kind.pool]
        if payer.gone or not payer.pools & pool.bit:
            return False
        return bool(getattr(payer, pool.slot) - needed >= pool.minimum(payer))

    # -- carrying out ---------------------------------------------------------------------------

    def carry_out(self, order: O) -> None:
        """Pay the costs of a legal order, which is logged and the cause; run its body."""
        for cost in order.costs:
            if cost.amount > 0:
                self.change(cost.kind, cost.entity, cost.amount)
        order.ability.perform(self, order)

    # -- listing --------------------------------------------------------------------------------

    def possible_targets(self, order: O) -> list[E]:
        """All that may be a target of an order, in order."""
        ability = order.ability
        candidates = ability.candidates(self, order)
        if ability.target_zones or candidates is not self.in_play():
            return [each for each in candidates if self._is_target(order, each)]
        is_target = ability.is_target
        return [each for each in candidates if is_target(self, order, each)]

    def add_legal(
        self,
        found: list[O],
        actor: E,
        ability: Ability[Any],
        props: Mapping[str, object],
        most: int,
    ) -> None:
        """Add the legal orders of an ability that an entity is ready for, until there are ``most``.

        In order; none of one that targets a place. The checks of :meth:`refusal_of`, those that are
        the same for all targets only once: what forbids an order looks at who gets it and at the
        ability alone.
        """
        kind = ability.target
        if kind is Target.PLACE or len(found) >= most:
            return
        if props or ability.takes:
            order = self.new_order(actor, ability, (), None, props)
            if self._prop_refusal(order, props) is not None:
                return
        else:
            order = self._order_to_check(actor, ability)
        alone = kind not in _LISTED
        if alone and kind is not Target.NONE and self._target_refusal(order):
            return
        if self.forbidding and self.granted_now and self.forbidden(order) is not None:
            return
        if alone:
            if ability.unmet(self, order) is None and self._can_afford(order):
                found.append(order)
                self.spare_order = None
            return
        if ability.unmet_of_holder(self, order) is not None:
            return
        whole = type(ability).unmet is not Ability.unmet
        unmet = ability.unmet if whole else ability.unmet_of_target
        used = False
        for group in self._target_groups(order):
            if used:
                order = self.new_order(actor, ability, (), None, props)
            order.targets = group
            order.target = group[0] if len(group) == 1 else self.nothing
            used = unmet(self, order) is None and self._can_afford(order)
            if used:
                found.append(order)
                self.spare_order = None
                if len(found) >= most:
                    return

    def _order_to_check(self, actor: E, ability: Ability[Any]) -> O:
        """An order without targets; the last one again that turned out not to be legal."""
        order = self.spare_order
        if order is None:
            order = self.spare_order = self.new_order(actor, ability, (), None, {})
            return order
        order.actor = actor
        order.ability = ability
        if ability.target is Target.HOLDER:
            order.target = actor
            order.targets = (actor,)
        else:
            order.target = self.nothing
            order.targets = ()
        order.costs = ()
        order.cause = self.cause
        return order

    def _target_groups(self, order: O) -> Iterator[tuple[E, ...]]:
        """What an order may name, as far as targets go; at most as many as a list may hold."""
        targets = self.possible_targets(order)
        kind = order.ability.target
        if kind is Target.ONE:
            sizes = range(1, 2)
        else:
            how_many = floor(order.ability.how_many(self, order))
            most = min(max(how_many, 0), len(targets))
            if kind is Target.UP_TO:
                sizes = range(1, most + 1)
            else:
                sizes = range(most, most + 1) if 0 < how_many == most else range(0)
        groups = chain.from_iterable(combinations(targets, size) for size in sizes)
        return islice(groups, self.limits.orders)

    def listed(self, actor: E, props: Mapping[str, object]) -> list[O]:
        """Every legal order of an entity that can be given with these props, up to the limit."""
        found: list[O] = []
        for ability in self.ready_abilities(actor):
            given = {name: props[name] for name in ability.takes if name in props}
            self.add_legal(found, actor, ability, given, self.limits.orders)
        return found

    def ready_among(self, entities: Sequence[E]) -> list[E]:
        """Those of some for whom there are :meth:`ready_abilities`, in order; none is gone."""
        ready, phase = self.ready, self.phase
        try:
            return [
                each
                for each in entities
                if ready[each.archetype, each.zone, each.in_play, phase]
            ]
        except KeyError:  # one of such has not been asked yet
            return [each for each in entities if self.ready_abilities(each)]

    def listed_of(self, actors: Iterable[E]) -> list[O]:
        """Every legal order of some entities that names no place, up to the limit of each.

        A whole prop with both bounds is tried with each of its values; an ability that takes
        another is left out.
        """
        found: list[O] = []
        for actor in actors:
            most = len(found) + self.limits.orders
            for ability in self.ready_abilities(actor):
                if not ability.takes:
                    self.add_legal(found, actor, ability, {}, most)
                    continue
                for given in self._possible_props(ability.takes):
                    self.add_legal(found, actor, ability, given, most)
        return found

    def _possible_props(self, takes: Sequence[str]) -> Iterator[dict[str, object]]:
        """All values together of what an ability takes; none where there is no end of them."""
        ranges: list[range] = []
        for name in takes:
            prop = self.catalog.props[name]
            if not prop.whole or prop.minimum is None or prop.maximum is None:
                return iter(())
            ranges.append(range(ceil(prop.minimum), floor(prop.maximum) + 1))
        return (dict(zip(takes, each, strict=True)) for each in product(*ranges))

    def pool_named(self, name: str, entity: E) -> Any:
        """A declared pool that an entity has. Raises :class:`UnknownName`, :class:`NoPool`."""
        pool = self.catalog.pool_named.get(name) if isinstance(name, str) else None
        if pool is None:
            raise UnknownName(f"there is no pool {name!r}")
        if not entity.pools & pool.bit:
            raise NoPool(f"{entity!r} has no {name}")
        return pool
