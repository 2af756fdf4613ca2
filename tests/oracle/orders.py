"""Orders: checked, asked about, carried out (docs/language.md, section 4, rule 2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

from ledgerc.ir import catalog as ir
from tests.oracle.deaths import Deaths
from tests.oracle.numbers import Number
from tests.oracle.state import Entity, Order, Point, Scope, Value

LISTED = (ir.Quantity.ONE, ir.Quantity.EXACTLY, ir.Quantity.UP_TO)


class Ordering(Deaths):
    """What an entity may be told to do."""

    # -- an order -----------------------------------------------------------------------------

    def new_order(
        self,
        actor: Entity | None,
        ability: str,
        targets: tuple[Entity, ...],
        place: Point | None,
        props: Mapping[str, Number],
    ) -> Order:
        """An order that nobody has checked."""
        target = self.catalog.ability[ability].target
        if target is not None and target.what is ir.Choosable.HOLDER and not targets:
            targets = () if actor is None else (actor,)
        shown: tuple[Value, ...] = (actor, ability, *targets)
        return Order(
            "Act",
            shown if place is None else (*shown, place),
            self.cause,
            actor=actor,
            ability=ability,
            arguments=self.grant_of(actor, ability) or {},
            targets=targets,
            place=place,
            props=dict(props),
        )

    def grant_of(self, actor: Entity | None, ability: str) -> dict[str, Value] | None:
        """The parameters of an ability as an entity has it; None: it does not."""
        if actor is None:
            return None
        for granted in self.catalog.archetype[actor.archetype].grants:
            if granted.ability == ability:
                parameters = self.catalog.ability[ability].parameters
                return {
                    parameter.name: self.evaluate(argument, Scope())
                    for parameter, argument in zip(
                        parameters, granted.arguments, strict=True
                    )
                }
        return None

    def scope_of_order(self, order: Order) -> Scope:
        """What names mean in an ability."""
        target: Value = order.place
        if target is None and len(order.targets) == 1:
            target = order.targets[0]
        declared = self.catalog.ability[order.ability].target
        if declared is not None and declared.quantity is not ir.Quantity.ONE:
            target = order.targets
        names: dict[str, Value] = {"target": target, "targets": order.targets}
        return Scope(holder=order.actor, names=names, event=order, order=order)

    # -- the checks, in their order -----------------------------------------------------------

    def refusal(self, order: Order) -> str | None:
        """ "The first check that fails is the refusal"; None: it is legal."""
        return (
            self.unready(order)
            or self.props_refused(order)
            or self.targets_refused(order)
            or self.rules_refused(order)
        )

    def unready(self, order: Order) -> str | None:
        """Whether "the holder lies where the ability needs it" and has it; the phase."""
        actor, ability = order.actor, self.catalog.ability[order.ability]
        if actor is None or actor.gone:
            return "Gone"
        if ability.from_zones:
            if actor.zone not in ability.from_zones:
                return "Gone"
        elif not actor.in_play:
            return "Gone"
        if self.grant_of(actor, order.ability) is None:
            return "NotGranted"
        if ability.during and self.state.phase not in ability.during:
            return "WrongPhase"
        return None

    def props_refused(self, order: Order) -> str | None:
        """Every prop there, none too many, each in bounds."""
        takes = self.catalog.ability[order.ability].takes
        for name in takes:
            if name not in order.props:
                return f'MissingProp "{name}"'
        for name in order.props:
            if name not in takes:
                return f'UnknownProp "{name}"'
        for name in takes:
            if not self.in_bounds(name, order.props[name]):
                return f'OutOfBounds "{name}"'
        return None

    def in_bounds(self, name: str, value: Number) -> bool:
        """Whether a prop allows a number: "a broken number for a whole prop" is none."""
        prop = next(each for each in self.catalog.props if each.name == name)
        if prop.minimum is not None and value < self.number(prop.minimum, Scope()):
            return False
        if prop.maximum is not None and value > self.number(prop.maximum, Scope()):
            return False
        return not prop.whole or value.denominator == 1

    def targets_refused(self, order: Order) -> str | None:
        """Whether the targets fit; completes those of ``target all``."""
        return None if self.targets_fit(order) else "NoTarget"

    def targets_fit(self, order: Order) -> bool:
        """Number and kind of the targets (section 2, ``ability``)."""
        declared = self.catalog.ability[order.ability].target
        if order.names_nothing:
            return False
        if declared is None:
            return not order.targets and order.place is None
        if declared.what is ir.Choosable.PLACE:
            place = order.place
            return not order.targets and place is not None and self.is_place(order)
        if order.place is not None:
            return False
        if declared.quantity is ir.Quantity.ALL:
            if order.targets:
                return False
            order.targets = tuple(self.possible_targets(order, declared))
            order.words = (order.actor, order.ability, *order.targets)
            return bool(order.targets)
        number = len(order.targets)
        if len({each.number for each in order.targets}) != number:
            return False
        if declared.quantity is ir.Quantity.ONE:
            right = number == 1
        else:
            assert declared.count is not None
            most = math.floor(self.number(declared.count, self.scope_of_order(order)))
            if declared.quantity is ir.Quantity.EXACTLY:
                right = number == most
            else:
                right = 1 <= number <= most
        return right and all(
            self.is_target(order, declared, each) for each in order.targets
        )

    def is_place(self, order: Order) -> bool:
        """Whether a place fits: ``within`` and ``where``."""
        declared = self.catalog.ability[order.ability].target
        assert declared is not None
        scope = self.scope_of_order(order)
        if declared.within is not None:
            reach = self.number(declared.within, scope)
            if not self.is_within(reach, order.actor, order.place):
                return False
        return self.holds(
            declared.condition, scope.inner(**{declared.candidate: order.place})
        )

    def is_target(self, order: Order, declared: ir.Target, each: Entity) -> bool:
        """Whether one entity fits the target line."""
        actor = order.actor
        assert actor is not None
        scope = self.scope_of_order(order)
        if each.gone:
            return False
        match declared.what:
            case ir.Choosable.CARD:
                assert declared.zone is not None
                if each.zone != declared.zone:
                    return False
                keeper = self.entity(declared.keeper, scope)
                fits = keeper is not None and each.keeper is keeper
            case ir.Choosable.HOLDER:
                fits = each is actor
            case ir.Choosable.ALLY:
                fits = each.in_play and self.are_allies(actor, each)
            case ir.Choosable.OTHER_ALLY:
                fits = (
                    each.in_play and each is not actor and self.are_allies(actor, each)
                )
            case ir.Choosable.ENEMY:
                fits = each.in_play and self.are_enemies(actor, each)
            case _:
                fits = each.in_play
        if not fits or not self.has_tags(each, declared.having):
            return False
        if declared.within is not None:
            reach = self.number(declared.within, scope)
            if not self.is_within(reach, actor, each):
                return False
        return self.holds(declared.condition, scope.inner(**{declared.candidate: each}))

    def possible_targets(self, order: Order, declared: ir.Target) -> list[Entity]:
        """All that may be a target, in order of play; cards of an ordered zone from its top."""
        if declared.what is ir.Choosable.CARD:
            assert declared.zone is not None
            keeper = self.entity(declared.keeper, self.scope_of_order(order))
            candidates = self.cards(declared.zone, keeper)
        elif declared.what is ir.Choosable.HOLDER:
            assert order.actor is not None
            candidates = [order.actor]
        else:
            candidates = self.in_play()
        return [each for each in candidates if self.is_target(order, declared, each)]

    def rules_refused(self, order: Order) -> str | None:
        """What forbids it, each requirement, the costs together."""
        reason = self.forbidden(order)
        if reason is not None:
            return f'Forbidden "{reason}"'
        ability = self.catalog.ability[order.ability]
        scope = self.scope_of_order(order)
        for requirement in ability.requirements:
            if not self.truth(requirement.condition, scope):
                return f'Requirement "{requirement.reason}"'
        return None if self.can_afford(order) else "CannotAfford"

    def forbidden(self, order: Order) -> str | None:
        """The words of the first ``forbids`` that is about the order, in catalog order."""
        tags = self.catalog.ability[order.ability].tags
        for effect in self.catalog.effects:
            for forbids in effect.forbids:
                named = tags if forbids.by_tag else (order.ability,)
                if forbids.ability not in named:
                    continue
                for instance in self.granted:
                    if instance.effect != effect.name:
                        continue
                    if not self.fits(forbids.subject, instance.holder, order.actor):
                        continue
                    scope = Scope(
                        holder=instance.holder, event=order, instance=instance
                    )
                    if self.holds(forbids.when, scope):
                        return forbids.reason
        return None

    def costs(self, order: Order) -> list[tuple[Entity | None, str, Number]]:
        """Who pays what; a cost of nothing or less is none."""
        scope = self.scope_of_order(order)
        found = []
        for cost in self.catalog.ability[order.ability].costs:
            amount = self.number(cost.amount, scope)
            payer = self.entity(cost.entity, scope)
            if amount > 0:
                found.append((payer, cost.pool, amount))
        return found

    def can_afford(self, order: Order) -> bool:
        """ "The costs can be paid together": what one pool pays twice adds up."""
        needed: dict[tuple[int, str], Number] = {}
        for payer, pool, amount in self.costs(order):
            if payer is None or payer.gone or pool not in payer.pools:
                return False
            key = payer.number, pool
            needed[key] = needed.get(key, 0) + amount
            least = self.least(payer, self.catalog.pool[pool])
            if payer.pools[pool] - needed[key] < least:
                return False
        return True

    # -- carrying out -------------------------------------------------------------------------

    def carry_out(self, order: Order) -> None:
        """Pay the costs of a legal order, each a ``spend``; then run its body."""
        for payer, pool, amount in self.costs(order):
            self.ask_for(
                self.new_change(f"spend {pool}", pool, "spend", payer, None, amount)
            )
        ability = self.catalog.ability[order.ability]
        self.run(ability.body, self.scope_of_order(order))

    # -- legal orders -------------------------------------------------------------------------

    def is_able(
        self, entity: Entity | None, ability: str, by_tag: bool, target: Value
    ) -> bool:
        """``can(x, ABILITY|TAG, target)``: whether there is a legal order."""
        return any(True for _ in self.legal_orders(entity, ability, by_tag, target))

    def legal_orders(
        self, actor: Entity | None, ability: str, by_tag: bool, at: Value
    ) -> Iterator[Order]:
        """The legal orders of an ability, or of all with a tag, as they are granted."""
        if actor is None or actor.gone:
            return
        for granted in self.catalog.archetype[actor.archetype].grants:
            declared = self.catalog.ability[granted.ability]
            if ability not in (declared.tags if by_tag else (declared.name,)):
                continue
            for order in self.candidate_orders(actor, declared, at):
                if self.refusal(order) is None:
                    yield order

    def candidate_orders(
        self, actor: Entity, ability: ir.Ability, at: Value
    ) -> Iterator[Order]:
        """The orders that an ability could be given, whether legal or not, in order."""
        target = ability.target
        if isinstance(at, Point):
            yield self.new_order(actor, ability.name, (), at, {})
            return
        names_targets = (
            target is not None
            and target.quantity in LISTED
            and target.what not in (ir.Choosable.PLACE, ir.Choosable.HOLDER)
        )
        if isinstance(at, Entity) and names_targets:
            yield self.new_order(actor, ability.name, (at,), None, {})
            return
        if at is not None and at is not actor:
            return
        if target is not None and target.what is ir.Choosable.PLACE:
            return
        bare = self.new_order(actor, ability.name, (), None, {})
        if target is None or not names_targets:
            yield bare
            return
        possible = self.possible_targets(bare, target)
        if target.quantity is ir.Quantity.ONE:
            sizes = range(1, 2)
        else:
            assert target.count is not None
            count = math.floor(self.number(target.count, self.scope_of_order(bare)))
            fewest = 1 if target.quantity is ir.Quantity.UP_TO else count
            sizes = range(max(fewest, 1), min(count, len(possible)) + 1)
        for size in sizes:
            for group in combinations(possible, size):
                yield self.new_order(actor, ability.name, group, None, {})
