"""Holding effects: giving, taking, durations (docs/language.md, sections 2 and 7)."""

from __future__ import annotations

from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


def lasting(turns: int | None = None, ticks: int | None = None) -> Any:
    return lambda self, w: runtime.Duration(turns=turns, ticks=ticks)


def counted(self: Any, heat: int = 1) -> None:
    runtime.Effect.__init__(self)
    self.heat = heat


def on(words: str) -> Any:
    return lambda self, w: w.note(f"{words} {self.holder.label}")


def world(*effects: Any, health: int = 9) -> tuple[Any, Any, Any]:
    """A world, one in it, and its archetype."""
    one = a.body(health)
    w = a.arena(one, effects=effects)()
    u = w.make(one)
    a.labelled(w, u=u)
    return w, u, one


def test_turns_count_before_any_rule_answers() -> None:
    fire = a.effect(
        "Fire",
        lasts=lasting(turns=2),
        tags=a.tag_Calm,
        afters=(a.after(a.TurnStarted, "holder", 1, a.noting("burns")),),
    )
    w, u, one = world(fire)
    v = w.make(one)
    w.give(fire, u)
    assert u.tags & a.tag_Calm
    assert a.notes(w.raise_event(a.TurnStarted, v).entries) == []
    assert [a.notes(w.raise_event(a.TurnStarted, u).entries) for _ in range(3)] == [
        ["burns u"],
        ["burns u"],
        [],
    ]
    assert not u.all(fire)
    assert not u.tags & a.tag_Calm


def test_a_duration_that_is_given_goes_before_the_effects_own() -> None:
    fire = a.effect("Fire", lasts=lasting(turns=5))
    w, u, _ = world(fire)
    w.give(fire, u, turns=0)
    w.raise_event(a.TurnStarted, u)
    assert not u.all(fire)
    w.give(fire, u, seconds=0.05)
    w.wait(0.1)
    assert not u.all(fire)


def test_given_again_it_refreshes_stacks_or_stands_apart() -> None:
    members: dict[str, Any] = {
        "__slots__": ("heat",),
        "parameters": ("heat",),
        "__init__": counted,
        "lasts": lasting(turns=2),
        "on_gained": on("gained"),
    }
    refreshing = a.effect("Refreshing", **members)
    stacking = a.effect(
        "Stacking",
        stacking=runtime.Stacking.STACKS,
        most_stacks=lambda self, w: 2,
        **members,
    )
    apart = a.effect("Apart", stacking=runtime.Stacking.SEPARATE, **members)
    w, u, _ = world(refreshing, stacking, apart)
    for kind in (refreshing, stacking, apart):
        assert a.notes(w.give(kind(3), u).entries) == ["gained u"]
    w.raise_event(a.TurnStarted, u)
    for kind in (refreshing, stacking, apart):
        w.give(kind(4), u)
        w.give(kind(5), u)

    def held(kind: Any) -> list[tuple[int, int, int | None]]:
        return [(one.heat, one.stacks, one.turns) for one in u.all(kind)]

    assert held(refreshing) == [(5, 1, 2)]
    assert held(stacking) == [(5, 2, 2)]
    assert held(apart) == [(3, 1, 1), (4, 1, 2), (5, 1, 2)]
    assert w.stacks(u, stacking) == 2
    assert w.stacks(u, apart) == 3
    w.take(apart, u)
    assert held(apart) == []


def test_on_lost_runs_when_taken_used_up_or_run_out_but_not_at_death() -> None:
    doom = a.effect(
        "Doom",
        lasts=lasting(ticks=3),
        on_lost=on("lost"),
        on_gained=on("gained"),
        afters=(a.after(a.Rang, "holder", 1, lambda e, w, event: w.remove_effect(e)),),
    )
    w, u, _ = world(doom)
    w.give(doom, u)
    assert a.notes(w.wait(0.2).entries) == []
    assert a.notes(w.wait(0.1).entries) == ["lost u"]
    w.give(doom, u)
    assert a.notes(w.take(doom, u).entries) == ["lost u"]
    assert w.take(doom, u).entries == ()
    w.give(doom, u)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["lost u"]
    w.give(doom, u)
    assert a.notes(w.destroy(u).entries) == []
    assert w.wait(1).entries == ()


def test_on_gained_runs_as_one_is_made_with_its_pools_set() -> None:
    ready = a.effect(
        "Ready", on_gained=lambda self, w: w.change(a.gain_Fury, self.holder, 2)
    )
    one = a.body(3, ready)
    w = a.arena(one, effects=(ready,))()
    assert w.make(one, Fury=3).Fury == 5


def test_take_all_leaves_the_innate_and_may_ask_for_a_tag() -> None:
    hex_ = a.effect("Hex", tags=a.tag_Undead)
    boon = a.effect("Boon", tags=a.tag_Calm)
    born = a.effect("Born", tags=a.tag_Undead, innate=True)
    w, u, _ = world(hex_, boon, born)
    for kind in (hex_, boon, born):
        w.give(kind, u)
    w.take_all(u, "Undead")
    assert [type(held) for held in u.effects] == [a.Mortal, boon, born]
    w.take_all(u)
    assert [type(held) for held in u.effects] == [born]
    w.take(born, u)
    assert u.effects == ()
    with pytest.raises(runtime.UnknownName):
        w.take_all(u, "Wet")


def test_every_is_due_one_period_after_the_gain_in_order_of_play() -> None:
    beat = runtime.EveryRule(1, "arena.ledger:5", on("beats"), 2)
    slow = runtime.EveryRule(2, "arena.ledger:6", on("slow"), lambda effect, w: 3)
    drum = a.effect("Drum", every=(beat, slow), lasts=lasting(ticks=6))
    w, u, one = world(drum)
    v = w.make(one)
    a.labelled(w, v=v)
    w.give(drum, v)
    w.give(drum, u)
    told = [a.notes(w.wait(0.1).entries) for _ in range(7)]
    assert told == [
        [],
        ["beats u", "beats v"],
        ["slow u", "slow v"],
        ["beats u", "beats v"],
        [],
        ["beats u", "slow u", "beats v", "slow v"],
        [],
    ]
    assert (u.all(drum), v.all(drum)) == ([], [])


def test_a_long_wait_is_as_many_short_ones() -> None:
    def hit(effect: Any, w: Any) -> None:
        w.deal_damage(a.Damage, 1, effect.holder)

    burn = a.effect("Burn", every=(runtime.EveryRule(1, "arena.ledger:5", hit, 2),))
    w, u, _ = world(burn, health=3)
    w.give(burn, u)
    outcome = w.wait(10**9)
    assert a.lines(outcome.entries)[-1] == "Died u"
    assert w.tick == 10**10
    with pytest.raises(runtime.NumberError):
        w.wait(0.01)
    assert w.tick == 10**10


def test_lasts_until_ends_once_the_event_has_been_answered() -> None:
    brace = a.effect(
        "Brace",
        ends_with=(a.Damage, "holder"),
        afters=(a.after(a.Damage, "holder", 1, a.noting("met")),),
        on_lost=on("over"),
    )
    w, u, _ = world(brace)
    w.give(brace, u)
    assert w.deal(a.Damage, 0, u).entries == ()
    assert a.notes(w.deal(a.Damage, 1, u).entries) == ["met u", "over u"]
    assert not u.all(brace)


def test_rules_work_where_the_holder_is_in_play_or_where_they_say() -> None:
    ear = a.effect("Ear", afters=(a.after(a.Rang, "any", 1, a.noting("ear")),))
    ghost = a.effect(
        "Ghost",
        active_in=("Grave",),
        afters=(a.after(a.Rang, "any", 2, a.noting("ghost")),),
    )
    one = a.body(3, ear, ghost)
    w = a.arena(one, effects=(ear, ghost))()
    side = w.make(a.Side)
    u = w.make(one, zone="Board", of=side)
    assert a.notes(w.raise_event(a.Rang, side).entries) == ["ear"]
    w.move(u, "Hand", side)
    assert a.notes(w.raise_event(a.Rang, side).entries) == []
    assert (u.active, bool(u.holds)) == (0, True)
    w.move(u, "Grave", side)
    assert a.notes(w.raise_event(a.Rang, side).entries) == ["ghost"]
    w.move(u, "Board", side)
    assert a.notes(w.raise_event(a.Rang, side).entries) == ["ear"]


def test_turned_into_another_it_keeps_its_order_and_loses_what_it_held() -> None:
    ear = a.effect("Ear", afters=(a.after(a.Rang, "any", 1, a.noting("ear")),))
    frog, one = a.body(1, ear, name="Frog"), a.body(9, name="One")
    w = a.arena(frog, one, effects=(ear,))()
    side = w.make(a.Side)
    u = w.make(one, team=side, Fury=3)
    order = u.order
    w.turn(u, frog)
    assert (u.archetype, u.Health, u.Fury, u.order, u.team) == (frog, 1, 0, order, side)
    assert a.notes(w.raise_event(a.Rang, side).entries) == ["ear"]
    w.turn(u, one)
    assert (u.Health, a.notes(w.raise_event(a.Rang, side).entries)) == (9, [])


def test_a_copy_of_an_entity_has_its_numbers_links_and_effects() -> None:
    fire = a.effect("Fire", lasts=lasting(turns=3))
    w, u, _ = world(fire)
    side = w.make(a.Side)
    w.point(u, "team", side)
    w.give(fire, u)
    w.raise_event(a.TurnStarted, u)
    w.deal(a.Damage, 2, u)
    twin = w.copy_of(u)
    assert (twin.Health, twin.team, twin.id != u.id) == (7, side, True)
    assert [held.turns for held in twin.all(fire)] == [2]
    w.take(fire, twin)
    assert u.all(fire)


def test_commands_refuse_entities_of_another_world_and_nested_commands() -> None:
    w, u, one = world()
    other = a.arena(one)()
    with pytest.raises(runtime.WrongWorld):
        other.deal(a.Damage, 1, u)
    nesting = a.effect(
        "Nesting", afters=(a.after(a.Rang, "holder", 1, lambda e, w, event: w.wait(1)),)
    )
    w, u, _ = world(nesting)
    w.give(nesting, u)
    with pytest.raises(runtime.NestedCommand):
        w.raise_event(a.Rang, u)
    assert w.wait(1).done
