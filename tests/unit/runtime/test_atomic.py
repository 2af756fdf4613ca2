"""Refused or failed, all is as before (docs/language.md, section 4, rule 1)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


class Everything(runtime.Ability[a.Entity]):
    """An ability that changes all that can be changed."""

    __slots__ = ()
    name = "Everything"

    def costs(self, w: Any, order: Any) -> tuple[runtime.Cost[a.Entity], ...]:
        return (runtime.Cost(order.actor, a.spend_Fury, 1),)

    def perform(self, w: Any, order: Any) -> None:
        holder, side = order.actor, order.actor.team
        with w.at_once():
            for one in w.in_play():
                w.deal_damage(a.Damage, w.roll(4), one, by=holder)
        w.deal_healing(a.Healing, 1, holder)
        w.change(a.gain_Grace, holder, 1)
        new = w.make_entity(holder.archetype, team=side, zone="Board", keeper=side)
        w.give_effect(FIRE(), new, turns=2)
        w.give_effect(FIRE(), holder, ticks=7)
        w.take_effect(EAR, holder)
        w.copy_entity(holder, zone="Hand", keeper=side)
        w.move_entity(new, "Deck", side, runtime.End.TOP)
        w.settle()
        w.shuffle_zone("Deck", side)
        w.place_entity(holder, runtime.Point(1, 2), 30)
        w.point_link(holder, "owner", new)
        w.turn_entity(new, holder.archetype)
        w.advance_phase()
        for one in w.in_play():
            if one is not holder and one.pools & a.has_Health:
                w.destroy_entity(one)
                break
        w.raise_(a.Rang, holder)
        w.remove_entity(holder)


FIRE = a.effect(
    "Fire",
    stacking=runtime.Stacking.STACKS,
    every=(
        runtime.EveryRule(
            1, "arena.ledger:1", lambda e, w: w.deal_damage(a.Damage, 1, e.holder), 2
        ),
    ),
    lasts=lambda self, w: runtime.Duration(ticks=5),
    on_lost=lambda self, w: w.note("out"),
)
EAR = a.effect("Ear", afters=(a.after(a.Rang, "any", 1, a.noting("ear")),))
AURA = runtime.Aura(
    "arena.ledger:2",
    lambda effect, w: [one for one in w.in_play() if one is not effect.holder],
    modifiers=lambda effect, w, one: (
        runtime.Lent("MaxHealth", runtime.Adjust.ADDS, 1),
    ),
    tags=a.tag_Undead,
    effects=lambda effect, w, one: (EAR(),),
)
BANNER = a.effect("Banner", auras=(AURA,))
RATTLE = a.effect(
    "Rattle",
    afters=(
        a.after(
            a.Died,
            "holder",
            2,
            lambda e, w, event: w.make_entity(w.catalog.archetypes[1]),
        ),
    ),
    counts=(a.Died, "any", 2),
    granting=True,
)
KINDS = (FIRE, EAR, BANNER, RATTLE)


def crowd(**given: Any) -> tuple[Any, list[Any]]:
    """A world with something of everything in it."""
    plain = a.body(3, name="Plain")
    rich = a.body(5, EAR, BANNER, RATTLE, might=2, name="Rich", grants=(Everything(),))
    w = a.arena(plain, rich, effects=KINDS, abilities=(Everything,))(seed=4, **given)
    side = w.make(a.Side)
    made = [w.make(rich, team=side, Fury=2, at=runtime.Point(0, 0)) for _ in range(2)]
    made += [w.make(plain, zone="Board", of=side), w.make(rich, zone="Hand", of=side)]
    made += [w.make(plain, zone="Deck", of=side) for _ in range(3)]
    w.give(FIRE, made[0])
    w.give(FIRE, made[1], turns=3)
    w.wait(0.1)
    return w, [*made, side]


def state(w: Any) -> tuple[Any, ...]:
    """All that a command may change, also what is not saved."""
    return (
        w.save(),
        w.log.text(),
        w.in_play(),
        {kind: row for kind, row in w.index.items() if row},
        {kind: row for kind, row in w.granted_now.items() if row},
        {tick: row for tick, row in sorted(w.due.items()) if row},
        {tick: row for tick, row in sorted(w.expiring.items()) if row},
        w.lent_stats,
        w.lent_others,
        [(one.tags, one.holds, one.active, one.lent) for one in w.entities.values()],
        (w.cause, w.depth, w.collecting, w.resolving, w.candidates, w.dead, w.running),
    )


def test_everything_is_undone_at_every_entry_of_the_log() -> None:
    w, made = crowd()
    before = state(w)
    twin = w.copy()
    total = len(twin.act(twin.entity(made[0].id), Everything).entries)
    assert total > 40
    for stop in range(total + 1):
        w.budget = len(w.log.entries) + stop
        with pytest.raises(runtime.RunawayError):
            w.act(made[0], Everything)
        assert state(w) == before, stop
    assert w.act(made[0], Everything).done
    assert state(w) != before


def test_a_refused_command_leaves_nothing_behind() -> None:
    w, made = crowd()
    before = state(w)
    assert w.act(made[2], Everything).refused == "NotGranted"
    assert w.act(made[3], Everything).refused == "Gone"
    assert w.can(made[0], Everything) is None
    assert len(w.orders(made[0])) == 1
    assert state(w) == before


COMMANDS = st.sampled_from(
    [
        lambda w, one, other: w.act(one, Everything),
        lambda w, one, other: w.can(one, Everything),
        lambda w, one, other: w.orders(one),
        lambda w, one, other: w.deal(a.Damage, 2, one, by=other),
        lambda w, one, other: w.heal(a.Healing, 1, one),
        lambda w, one, other: w.set(one, "Fury", 1),
        lambda w, one, other: w.set(one, "Wealth", 1),
        lambda w, one, other: w.give(FIRE, one),
        lambda w, one, other: w.take(EAR, one),
        lambda w, one, other: w.take_all(one),
        lambda w, one, other: w.make(a.Side),
        lambda w, one, other: w.make(one.archetype, zone="Board", of=other),
        lambda w, one, other: w.copy_of(one, zone="Hand", of=other),
        lambda w, one, other: w.move(one, "Board", other),
        lambda w, one, other: w.move(one, "Hand", other),
        lambda w, one, other: w.destroy(one),
        lambda w, one, other: w.remove(one),
        lambda w, one, other: w.turn(one, other.archetype),
        lambda w, one, other: w.point(one, "team", other),
        lambda w, one, other: w.shuffle("Deck", one),
        lambda w, one, other: w.raise_event(a.Rang, one),
        lambda w, one, other: w.raise_event(a.TurnStarted, one),
        lambda w, one, other: w.wait(0.3),
        lambda w, one, other: w.advance(),
        lambda w, one, other: w.place(one, other),
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(COMMANDS, st.integers(0, 20), st.integers(0, 20)), max_size=25)
)
def test_any_commands_keep_the_world_sound(steps: list[tuple[Any, int, int]]) -> None:
    """Refused or failed ones change nothing; the others give the same in a reloaded world."""
    w, _ = crowd(limits=runtime.Limits(entries=300))
    for command, first, second in steps:
        ids = sorted(w.entities)
        one, other = (w.entities[ids[place % len(ids)]] for place in (first, second))
        before = state(w)
        loaded = type(w).load(w.save(), limits=w.limits)
        results = []
        for world in (loaded, w.copy(), w):
            mark = len(world.log)
            try:
                outcome = command(world, world.entity(one.id), world.entity(other.id))
            except runtime.RulesError as error:
                outcome = error
            text = world.log.text().splitlines()[mark:]
            results.append(
                (str(getattr(outcome, "message", outcome)), text, world.save())
            )
        shown = [repr(each[1:]) for each in results]
        assert shown[0] == shown[1] == shown[2]
        if isinstance(outcome, runtime.RulesError) or getattr(outcome, "refused", None):
            assert state(w) == before
        check_invariants(w)


def check_invariants(w: Any) -> None:
    """No one is dying in play, pools are in bounds, every card lies in one place."""
    lying = []
    for one in w.entities.values():
        for cards in (one.zones or {}).values():
            lying += cards
        for pool in a.POOLS.values():
            if one.pools & pool.bit and not one.gone:
                value = getattr(one, pool.slot)
                assert value >= 0
                assert pool.maximum is None or value <= pool.maximum(one)
    assert len(lying) == len(set(lying))
    assert all(card.zone for card in lying)
    assert not [one for one in w.in_play() if w.is_dying(one)]
    orders = [one.order for one in w.in_play()]
    assert orders == sorted(set(orders))
