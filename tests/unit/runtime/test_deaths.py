"""Deaths and auras at the end of the outermost phase (docs/language.md, section 4, rule 8)."""

from __future__ import annotations

from typing import Any

import ledger_runtime as runtime
from tests.unit.runtime import arena as a

TALLY = a.effect(
    "Tally", afters=(a.after(a.Died, "other ally", 1, a.noting("mourns")),)
)


def hit_all(amount: int) -> type[Any]:
    """An ability that hits everyone but the sides at once."""

    class Sweep(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Sweep"

        def perform(self, w: Any, order: Any) -> None:
            with w.at_once():
                for foe in w.in_play():
                    w.deal_damage(a.Damage, amount, foe)

    return Sweep


def test_those_who_die_together_leave_before_any_death_is_answered() -> None:
    rattle = a.effect(
        "Rattle",
        afters=(
            a.after(
                a.Died,
                "holder",
                1,
                lambda e, w, event: w.note(f"{len(w.in_play())} left"),
            ),
        ),
    )
    sweep = hit_all(1)
    one = a.body(1, rattle, name="One")
    caster = a.body(9, name="Caster", grants=(sweep(),))
    w = a.arena(one, caster, effects=(rattle,), abilities=(sweep,))()
    u, v, c = w.make(one), w.make(one), w.make(caster)
    a.labelled(w, u=u, v=v, c=c)
    outcome = w.act(c, sweep)
    assert a.lines(outcome.entries) == [
        "Damage u 1",
        "Damage v 1",
        "Damage c 1",
        "Died u",
        "Died v",
        "Answer u Rattle",
        "Note 1 left",
        "Answer v Rattle",
        "Note 1 left",
    ]
    assert (u.gone, v.gone, u.alive, w.in_play()) == (True, True, False, (c,))


def test_nothing_that_has_left_hears_the_death_of_another_unless_together() -> None:
    together = a.effect(
        "Together",
        afters=(a.after(a.Died, "other ally", 2, a.noting("together"), together=True),),
    )
    sweep = hit_all(1)
    one = a.body(1, TALLY, together, name="One")
    caster = a.body(9, TALLY, name="Caster", grants=(sweep(),))
    w = a.arena(one, caster, effects=(TALLY, together), abilities=(sweep,))()
    side = w.make(a.Side)
    u, v = w.make(one, team=side), w.make(one, team=side)
    c = w.make(caster, team=side)
    a.labelled(w, u=u, v=v, c=c)
    assert a.notes(w.act(c, sweep).entries) == [
        "together v",
        "mourns c",
        "together u",
        "mourns c",
    ]


def test_inside_a_phase_nobody_dies_and_the_wounded_may_be_saved() -> None:
    def mend(effect: Any, w: Any, event: Any) -> None:
        w.note(f"dying {w.is_dying(event.subject)} alive {w.is_alive(event.subject)}")
        w.deal_healing(a.Healing, 1, event.subject)

    healer = a.effect("Healer", afters=(a.after(a.Damage, "any", 1, mend),))
    one = a.body(3, healer)
    w = a.arena(one, effects=(healer,))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 7, u)
    assert a.notes(outcome.entries) == ["dying True alive False"]
    assert (u.Health, u.alive) == (1, True)


def test_destroyed_ones_die_with_the_declared_event_and_the_removed_without() -> None:
    one = a.body(3)
    w = a.arena(one)()
    u, v, side = w.make(one), w.make(one), w.make(a.Side)
    a.labelled(w, u=u, v=v, side=side)
    assert a.lines(w.destroy(u).entries) == ["Destroyed u", "Died u"]
    assert a.lines(w.destroy(side).entries) == ["Destroyed side", "Died side"]
    assert a.lines(w.remove(v).entries) == ["Gone v"]
    assert u.gone
    assert v.gone
    assert w.destroy(u).refused == "Gone"
    assert w.deal(a.Damage, 1, u).refused == "Gone"


def test_deaths_of_a_death_phase_come_in_a_phase_of_their_own() -> None:
    def burst(effect: Any, w: Any, event: Any) -> None:
        for foe in w.in_play():
            w.deal_damage(a.Damage, 1, foe)

    bomb = a.effect("Bomb", afters=(a.after(a.Died, "holder", 1, burst),))
    one = a.body(1, bomb)
    w = a.arena(one, effects=(bomb,))()
    u, v, x = w.make(one), w.make(one), w.make(one)
    a.labelled(w, u=u, v=v, x=x)
    lines = a.lines(w.deal(a.Damage, 1, u).entries)
    assert lines == [
        "Damage u 1",
        "Died u",
        "Answer u Bomb",
        "Damage v 1",
        "Damage x 1",
        "Died v",
        "Died x",
        "Answer v Bomb",
        "Answer x Bomb",
    ]


def test_settle_ends_a_phase_in_an_ability_and_nowhere_deeper() -> None:
    class Strike(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Strike"
        target = runtime.Target.ONE

        def perform(self, w: Any, order: Any) -> None:
            w.deal_damage(a.Damage, 9, order.target)
            w.note(f"before {order.target.gone}")
            w.settle()
            w.note(f"after {order.target.gone}")

    def strike(effect: Any, w: Any, event: Any) -> None:
        w.perform_ability(effect.holder, Strike, w.in_play()[1])

    striking = a.effect("Striking", afters=(a.after(a.Rang, "holder", 1, strike),))
    one = a.body(3, striking, grants=(Strike(),))
    w = a.arena(one, effects=(striking,), abilities=(Strike,))()
    u, v, x = w.make(one), w.make(one), w.make(one)
    assert a.notes(w.act(u, Strike, x).entries) == ["before False", "after True"]
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["before False", "after False"]
    assert v.gone


def banner(stat: str, amount: int, *, tags: int = 0, given: Any = None) -> type[Any]:
    """An effect that lends something to the other allies."""

    def select(effect: Any, w: Any) -> list[Any]:
        return [
            one for one in w.in_play() if a.RELATIONS["other ally"](effect.holder, one)
        ]

    def lend(effect: Any, w: Any, one: Any) -> tuple[runtime.Lent, ...]:
        return (runtime.Lent(stat, runtime.Adjust.ADDS, amount),)

    def give(effect: Any, w: Any, one: Any) -> tuple[Any, ...]:
        return (given(),)

    aura = runtime.Aura(
        "arena.ledger:9",
        select,
        modifiers=lend if amount else None,
        tags=tags,
        effects=None if given is None else give,
    )
    return a.effect("Banner", auras=(aura,))


def test_an_aura_is_taken_anew_at_the_end_of_a_phase() -> None:
    lending = banner("MaxHealth", 2, tags=a.tag_Calm)
    bearer, one = a.body(3, lending, name="Bearer"), a.body(3, name="One")
    w = a.arena(bearer, one, effects=(lending,))()
    side = w.make(a.Side)
    b = w.make(bearer, team=side)
    u = w.make(one, team=side)
    assert (u.MaxHealth, u.Health, bool(u.tags & a.tag_Calm)) == (5, 5, True)
    assert b.MaxHealth == 3
    w.deal(a.Damage, 1, u)
    w.remove(b)
    assert (u.MaxHealth, u.Health, bool(u.tags & a.tag_Calm)) == (3, 3, False)


def test_what_a_dying_aura_gave_to_stats_holds_through_its_death_phase() -> None:
    lending = banner("MaxHealth", 1)

    def prick(effect: Any, w: Any, event: Any) -> None:
        for one in w.in_play():
            w.deal_damage(a.Damage, 1, one)

    bomb = a.effect("Bomb", afters=(a.after(a.Died, "holder", 1, prick),))
    bearer = a.body(1, lending, bomb, name="Bearer")
    one = a.body(1, name="One")
    w = a.arena(bearer, one, effects=(lending, bomb))()
    side = w.make(a.Side)
    b, u = w.make(bearer, team=side), w.make(one, team=side)
    assert (u.Health, u.MaxHealth) == (2, 2)
    w.deal(a.Damage, 1, b)
    assert b.gone
    assert (u.alive, u.Health, u.MaxHealth) == (True, 1, 1)


def test_a_health_aura_that_comes_in_mid_phase_saves_the_wounded() -> None:
    lending = banner("MaxHealth", 1)
    bearer = a.body(1, lending, name="Bearer")

    def call(effect: Any, w: Any, event: Any) -> None:
        w.make_entity(bearer, team=effect.holder.team)

    calling = a.effect("Calling", afters=(a.after(a.Damage, "holder", 1, call),))
    one = a.body(1, calling, name="One")
    w = a.arena(bearer, one, effects=(lending, calling))()
    u = w.make(one, team=w.make(a.Side))
    w.deal(a.Damage, 1, u)
    assert (u.alive, u.Health, u.MaxHealth) == (True, 1, 2)


def test_a_multiplier_that_died_with_the_others_counts_no_more() -> None:
    double = a.effect("Double", counts=(a.Died, "any", 2), granting=True)
    rattle = a.effect(
        "Rattle", afters=(a.after(a.Died, "holder", 1, a.noting("rattles")),)
    )
    sweep = hit_all(1)
    gnome, baron = a.body(1, rattle, name="Gnome"), a.body(1, double, name="Baron")
    caster = a.body(9, name="Caster", grants=(sweep(),))
    for first, second in ((gnome, baron), (baron, gnome)):
        w = a.arena(
            gnome, baron, caster, effects=(double, rattle), abilities=(sweep,)
        )()
        w.make(first)
        w.make(second)
        c = w.make(caster)
        assert len(a.notes(w.act(c, sweep).entries)) == 1
    w = a.arena(gnome, baron, caster, effects=(double, rattle), abilities=(sweep,))()
    g = w.make(gnome)
    w.make(baron)
    assert len(a.notes(w.deal(a.Damage, 1, g).entries)) == 2


def test_an_aura_lends_effects_which_leave_with_it_and_are_kept_between() -> None:
    ear = a.effect("Ear", afters=(a.after(a.Rang, "holder", 1, a.noting("ear")),))
    lending = banner("", 0, given=ear)
    bearer, one = a.body(3, lending, name="Bearer"), a.body(3, name="One")
    w = a.arena(bearer, one, effects=(lending, ear))()
    side = w.make(a.Side)
    b, u = w.make(bearer, team=side), w.make(one, team=side)
    (held,) = u.all(ear)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["ear"]
    w.take_all(u)
    assert u.all(ear) == [held]
    w.give(ear, u)
    assert len(u.all(ear)) == 2
    w.take(ear, u)
    assert u.all(ear) == [held]
    w.remove(b)
    assert u.all(ear) == []
    assert not held.held


def test_present_is_since_the_sequence_began() -> None:
    one = a.body(3, name="One")

    def look(effect: Any, w: Any, event: Any) -> None:
        new = w.make_entity(one)
        w.note(f"{w.is_present(effect.holder)} {w.is_present(new)}")

    looking = a.effect("Looking", afters=(a.after(a.Rang, "holder", 1, look),))
    two = a.body(3, looking, name="Two")
    w = a.arena(one, two, effects=(looking,))()
    assert a.notes(w.raise_event(a.Rang, w.make(two)).entries) == ["True False"]


def test_the_match_is_over_with_a_winner_or_a_draw() -> None:
    w = a.arena()()
    one, other = w.make(a.Side), w.make(a.Side)
    w.gain(one, "Fury", 8)
    assert not w.over
    w.gain(one, "Fury", 1)
    assert (w.over, w.winner) == (True, one)
    w.gain(other, "Fury", 9)
    assert w.winner is one


def test_a_rule_about_allies_hears_the_death_of_its_own_holder() -> None:
    kinds = {
        of: a.effect(of.title(), afters=(a.after(a.Died, of, 1, a.noting("hears")),))
        for of in ("ally", "other ally", "any", "other", "enemy")
    }
    for of, kind in kinds.items():
        one = a.body(1, kind)
        w = a.arena(one, effects=(kind,))()
        u = w.make(one, team=w.make(a.Side))
        expected = 1 if of in ("ally", "any") else 0
        assert len(a.notes(w.deal(a.Damage, 1, u).entries)) == expected, of


def test_a_performed_ability_may_settle_and_pays_at_once() -> None:
    class Finish(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Finish"

        def costs(self, w: Any, order: Any) -> tuple[runtime.Cost[a.Entity], ...]:
            return (runtime.Cost(order.actor, a.spend_Fury, 1),)

        def perform(self, w: Any, order: Any) -> None:
            w.note(f"fury {order.actor.Fury}")
            w.settle()
            w.note(f"{len(w.in_play())} left")

    class Start(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Start"
        target = runtime.Target.ONE

        def perform(self, w: Any, order: Any) -> None:
            w.deal_damage(a.Damage, 9, order.target)
            w.perform_ability(order.actor, Finish)
            w.perform_ability(order.actor, Finish)

    one = a.body(3, grants=(Start(), Finish()))
    w = a.arena(one, abilities=(Start, Finish))()
    u, v = w.make(one, Fury=1), w.make(one)
    outcome = w.act(u, Start, v)
    assert a.notes(outcome.entries) == ["fury 0", "1 left"]
    assert [
        entry.text() for entry in outcome.entries if entry.kind_name() == "Act"
    ] == ["Act Body#1 Finish"]
    assert "  Act Body#1 Finish" in outcome.text()
