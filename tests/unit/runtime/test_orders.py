"""Orders: the checks in their order, costs, targets, lists (docs/language.md, section 4)."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


class Strike(runtime.Ability[a.Entity]):
    """Everything that can be wrong with an order, in one ability."""

    __slots__ = ()
    name = "Strike"
    tags = a.tag_Calm
    takes = ("force",)
    during = ("Dusk",)
    target = runtime.Target.ONE

    def is_target(self, w: Any, order: Any, target: Any) -> bool:
        return a.RELATIONS["enemy"](order.actor, target) and bool(
            target.pools & a.has_Health
        )

    def unmet(self, w: Any, order: Any) -> str | None:
        return "too weak" if order.force > order.actor.Attack else None

    def costs(self, w: Any, order: Any) -> tuple[runtime.Cost[a.Entity], ...]:
        return (
            runtime.Cost(order.actor, a.spend_Fury, 1),
            runtime.Cost(order.actor, a.spend_Fury, 2),
        )

    def perform(self, w: Any, order: Any) -> None:
        w.deal_damage(a.Damage, order.force, order.target, by=order.actor)


class Cheer(runtime.Ability[a.Entity]):
    """An ability of any number of kinds of target."""

    __slots__ = ("count",)
    name = "Cheer"
    parameters: ClassVar[tuple[str, ...]] = ("count",)

    def __init__(self, count: int = 2) -> None:
        self.count = count

    def how_many(self, w: Any, order: Any) -> int:
        return self.count

    def is_target(self, w: Any, order: Any, target: Any) -> bool:
        return not isinstance(target, a.Entity) or bool(target.pools & a.has_Health)

    def perform(self, w: Any, order: Any) -> None:
        for one in order.targets:
            w.change(a.gain_Fury, one, 1)


def cheer(kind: runtime.Target, count: int = 2, **more: Any) -> type[Cheer]:
    name = f"Cheer{kind.name}"
    return type(name, (Cheer,), {"__slots__": (), "name": name, "target": kind, **more})


gagged = a.effect("Gagged", bars=("Strike", "gagged"), granting=True)


def duel() -> tuple[Any, Any, Any]:
    one = a.body(9, might=5, grants=(Strike(),), name="One")
    w = a.arena(one, effects=(gagged,), abilities=(Strike,))()
    u = w.make(one, team=w.make(a.Side), Fury=3)
    v = w.make(one, team=w.make(a.Side))
    return w, u, v


def test_the_first_check_that_fails_is_the_refusal() -> None:
    w, u, v = duel()
    side = u.team

    def told(*targets: Any, **props: Any) -> str:
        refusal = w.can(u, Strike, *targets, **props)
        outcome = w.act(u, Strike, *targets, **props)
        assert outcome.refused == (None if refusal is None else refusal.code)
        return "" if refusal is None else refusal.message

    w.give(gagged, u)
    w.set(u, "Fury", 2)
    assert w.can(side, Strike, v, force=1) == runtime.Refusal("NotGranted")
    assert told(side) == "WrongPhase"
    w.advance("Dusk")
    assert told(side) == 'MissingProp "force"'
    assert told(side, force=77, power=1) == 'UnknownProp "power"'
    assert told(side, force=77) == 'OutOfBounds "force"'
    assert told(side, force=0.5) == 'OutOfBounds "force"'
    assert told(side, force=7) == "NoTarget"
    assert told(u, force=7) == "NoTarget"
    assert told(force=7) == "NoTarget"
    assert told(v, v, force=7) == "NoTarget"
    assert told(v, force=7) == 'Forbidden "gagged"'
    w.take(gagged, u)
    assert told(v, force=7) == 'Requirement "too weak"'
    assert told(v, force=4) == "CannotAfford"
    w.set(u, "Fury", 3)
    assert told(v, force=4) == ""
    assert (u.Fury, v.Health) == (0, 5)
    w.remove(u)
    assert told(v, force=4) == "Gone"


def test_an_illegal_order_records_nothing_and_changes_nothing() -> None:
    w, u, v = duel()
    before, count = w.save(), len(w.log)
    assert not w.act(u, Strike, v, force=1).done
    assert (w.save(), len(w.log)) == (before, count)


def test_costs_are_paid_as_spend_events_with_their_rules() -> None:
    w, u, v = duel()
    w.advance("Dusk")
    a.labelled(w, u=u, v=v)
    outcome = w.act(u, Strike, v, force=2)
    assert a.lines(outcome.entries) == [
        "spend Fury u 1",
        "spend Fury u 2",
        "Damage v 2 by u",
    ]
    assert a.lines(w.log)[-4] == "Act u Strike v"
    assert outcome.entries[0].cause is w.log[len(w.log) - 4]


def test_a_cost_in_a_pool_that_is_lacking_cannot_be_paid() -> None:
    class Tithe(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Tithe"

        def costs(self, w: Any, order: Any) -> tuple[runtime.Cost[a.Entity], ...]:
            return (runtime.Cost(order.actor.owner, a.spend_Grace, 1),)

    one = a.body(3, grants=(Tithe(),))
    w = a.arena(one, abilities=(Tithe,))()
    u, side = w.make(one), w.make(a.Side)
    assert w.act(u, Tithe).refused == "CannotAfford"
    w.point(u, "owner", side)
    assert w.act(u, Tithe).refused == "CannotAfford"
    rich = w.make(one, Grace=1)
    w.point(u, "owner", rich)
    assert w.act(u, Tithe).done
    assert rich.Grace == 0


def test_how_many_targets_an_order_names() -> None:
    Target = runtime.Target  # noqa: N806
    exactly, up_to, every, me, place = (
        cheer(kind)
        for kind in (
            Target.EXACTLY,
            Target.UP_TO,
            Target.ALL,
            Target.HOLDER,
            Target.PLACE,
        )
    )
    kinds = (exactly, up_to, every, me, place)
    one = a.body(9, grants=tuple(kind() for kind in kinds))
    w = a.arena(one, abilities=kinds)()
    u, v, x = w.make(one), w.make(one), w.make(one)

    def can(ability: Any, *targets: Any, **more: Any) -> bool:
        return w.can(u, ability, *targets, **more) is None

    assert [can(exactly, *some) for some in ((u,), (u, v), (u, v, x), (v, v))] == [
        False,
        True,
        False,
        False,
    ]
    assert [can(up_to, *some) for some in ((), (u,), (u, v), (u, v, x), (v, v))] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert can(every)
    assert not can(every, u)
    assert can(me)
    assert can(me, u)
    assert not can(me, v)
    assert can(place, at=runtime.Point(1, 2))
    assert not can(place)
    assert not can(exactly, u, v, at=runtime.Point(1, 2))
    assert w.act(u, every).done
    assert (u.Fury, v.Fury, x.Fury) == (1, 1, 1)
    assert w.act(u, me).done
    assert (u.Fury, v.Fury) == (2, 1)


def test_every_legal_order_is_listed_and_can_be_obeyed() -> None:
    Target = runtime.Target  # noqa: N806
    kinds = [
        cheer(kind)
        for kind in (Target.EXACTLY, Target.UP_TO, Target.ALL, Target.HOLDER)
    ]
    one = a.body(9, grants=tuple(kind() for kind in kinds))
    w = a.arena(one, abilities=tuple(kinds))()
    u = w.make(one)
    w.make(one)
    w.make(a.Side)
    orders = w.orders(u)
    assert [len(order.targets) for order in orders] == [2, 1, 1, 2, 2, 1]
    for order in orders:
        assert w.obey(order).done
    w, u, v = duel()
    w.advance("Dusk")
    assert w.orders(u) == ()
    (order,) = w.orders(u, force=2)
    assert (order.actor, order.target, order.force) == (u, v, 2)
    assert w.obey(order).done
    assert v.Health == 7


def test_a_list_of_orders_stops_at_its_limit() -> None:
    one = a.body(9, grants=(cheer(runtime.Target.UP_TO)(9),))
    w = a.arena(one, abilities=(type(one.grants[0]),))(limits=runtime.Limits(orders=50))
    made = [w.make(one) for _ in range(12)]
    assert len(w.orders(made[0])) == 50


def test_targets_may_lie_in_a_zone() -> None:
    discard = cheer(
        runtime.Target.ONE,
        target_zones=("Hand",),
        candidates=lambda self, w, order: w.cards("Hand", order.actor.team),
        is_target=lambda self, w, order, target: target.keeper is order.actor.team,
    )
    one = a.body(9, grants=(discard(),))
    w = a.arena(one, abilities=(discard,))()
    side, other = w.make(a.Side), w.make(a.Side)
    u = w.make(one, team=side)
    card, theirs = w.make(one, zone="Hand", of=side), w.make(one, zone="Hand", of=other)
    assert w.can(u, discard, card) is None
    assert w.can(u, discard, theirs) == runtime.Refusal("NoTarget")
    assert w.can(u, discard, u) == runtime.Refusal("NoTarget")
    assert w.can(card, discard, card) == runtime.Refusal("Gone")
    assert [order.target for order in w.orders(u)] == [card]


def test_an_ability_may_be_ordered_from_a_zone() -> None:
    cast = cheer(runtime.Target.HOLDER, from_zones=("Hand",))
    one = a.body(9, grants=(cast(),))
    w = a.arena(one, abilities=(cast,))()
    side = w.make(a.Side)
    card, u = w.make(one, zone="Hand", of=side), w.make(one)
    assert w.act(card, cast).done
    assert card.Fury == 1
    assert w.act(u, cast).refused == "Gone"


def test_perform_takes_the_first_legal_order_and_can_asks_for_one() -> None:
    def go(effect: Any, w: Any, event: Any) -> None:
        w.note(
            f"{w.is_able(effect.holder, Hit)} {w.is_able(effect.holder, a.tag_Undead)}"
        )
        w.perform_ability(effect.holder, a.tag_Calm)
        w.perform_ability(effect.holder, Hit, effect.holder)

    class Hit(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Hit"
        tags = a.tag_Calm
        target = runtime.Target.ONE

        def is_target(self, w: Any, order: Any, target: Any) -> bool:
            return target is not order.actor and bool(target.pools & a.has_Health)

        def perform(self, w: Any, order: Any) -> None:
            w.deal_damage(a.Damage, 1, order.target, by=order.actor)

    going = a.effect("Going", afters=(a.after(a.Rang, "holder", 1, go),))
    one = a.body(3, going, grants=(Hit(),))
    w = a.arena(one, effects=(going,), abilities=(Hit,))()
    u, v = w.make(one), w.make(one)
    a.labelled(w, u=u, v=v)
    assert a.lines(w.raise_event(a.Rang, u).entries) == [
        "Rang u",
        "Answer u Going",
        "Note True False",
        "Act u Hit v",
        "Damage v 1 by u",
    ]


def test_an_ability_of_another_catalog_is_an_error() -> None:
    w, u, v = duel()
    with pytest.raises(runtime.UnknownName):
        w.act(u, cheer(runtime.Target.ONE), v)


def test_an_act_in_which_something_is_prevented_is_done() -> None:
    shy = a.effect(
        "Shy", befores=(a.Before(a.Damage, "holder", lambda e, w, ev: ev.prevent()),)
    )

    class Hit(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Hit"

        def perform(self, w: Any, order: Any) -> None:
            hit = w.deal_damage(a.Damage, 1, order.actor)
            w.note(f"{hit.prevented} {hit.applied}")

    one = a.body(3, shy, grants=(Hit(),))
    w = a.arena(one, effects=(shy,), abilities=(Hit,))()
    outcome = w.act(w.make(one), Hit)
    assert outcome.done
    assert a.notes(outcome.entries) == ["True 0"]
