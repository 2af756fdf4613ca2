"""The queue and ``at once`` (docs/language.md, section 4, rules 4 and 7)."""

from __future__ import annotations

from typing import Any

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


def heard(number: int, **more: Any) -> a.After:
    return a.after(a.Rang, "any", number, a.noting(f"heard{number}"), **more)


def test_listeners_answer_in_order_of_play_then_catalog_order() -> None:
    first = a.effect("First", afters=(heard(1),))
    second = a.effect("Second", afters=(heard(2),))
    one, two = a.body(3, second, first, name="One"), a.body(3, first, name="Two")
    w = a.arena(one, two, effects=(first, second))()
    u, v = w.make(two), w.make(one)
    a.labelled(w, u=u, v=v)
    outcome = w.raise_event(a.Rang, v)
    assert a.notes(outcome.entries) == ["heard1 u", "heard1 v", "heard2 v"]


def test_priority_goes_before_order_of_play_and_the_rules_own_wins() -> None:
    plain = a.effect(
        "Plain", afters=(a.after(a.Damage, "holder", 1, a.noting("plain")),)
    )
    last = a.effect(
        "Last", afters=(a.after(a.Damage, "any", 2, a.noting("last"), priority=-1),)
    )
    one = a.body(9, plain, last)

    class Strike(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Strike"
        target = runtime.Target.ONE

        def perform(self, w: Any, order: Any) -> None:
            with w.at_once():
                w.deal_damage(a.Damage, 1, order.target, by=order.actor, priority=1)
                w.deal_damage(a.Damage, 1, order.actor, by=order.target)

    one.grants = (Strike(),)
    w = a.arena(one, effects=(plain, last), abilities=(Strike,))()
    u, v = w.make(one), w.make(one)
    a.labelled(w, u=u, v=v)
    outcome = w.act(u, Strike, v)
    assert a.lines(outcome.entries)[:2] == ["Damage u 1 by v", "Damage v 1 by u"]
    assert a.notes(outcome.entries) == [
        "plain v",
        "plain u",
        "last u",
        "last v",
        "last u",
        "last v",
    ]
    outcome = w.act(v, Strike, u)
    assert a.notes(outcome.entries)[:2] == ["plain u", "plain v"]


def test_when_is_read_again_as_the_entry_starts() -> None:
    def calm(effect: Any, w: Any, event: Any) -> None:
        w.change(a.set_Fury, effect.holder, 0)

    def is_furious(effect: Any, w: Any, event: Any) -> bool:
        return bool(effect.holder.Fury > 0)

    both = a.effect(
        "Both",
        afters=(
            a.after(a.Rang, "holder", 1, calm, when=is_furious),
            a.after(a.Rang, "holder", 2, a.noting("furious"), when=is_furious),
        ),
    )
    one = a.body(3, both)
    w = a.arena(one, effects=(both,))()
    u = w.make(one, Fury=2)
    assert a.notes(w.raise_event(a.Rang, u).entries) == []


def test_the_nesting_guard_is_for_one_rule_of_one_holder() -> None:
    def prick(effect: Any, w: Any, event: Any) -> None:
        w.deal_damage(a.Damage, 1, event.by, by=effect.holder)

    thorny = a.effect("Thorny", afters=(a.after(a.Damage, "holder", 1, prick),))
    one = a.body(9, thorny)
    w = a.arena(one, effects=(thorny,))()
    u, v = w.make(one), w.make(one)
    a.labelled(w, u=u, v=v)
    outcome = w.deal(a.Damage, 1, u, by=v)
    assert a.lines(outcome.entries) == [
        "Damage u 1 by v",
        "Answer u Thorny",
        "Damage v 1 by u",
        "Answer v Thorny",
        "Damage u 1 by v",
    ]


def test_what_an_entry_causes_is_resolved_before_the_next_entry() -> None:
    def ring(effect: Any, w: Any, event: Any) -> None:
        w.raise_(a.Rang, effect.holder)

    bell = a.effect("Bell", afters=(a.after(a.Damage, "any", 1, ring),))
    ear = a.effect("Ear", afters=(a.after(a.Rang, "any", 2, a.noting("ear")),))
    one = a.body(9, bell, ear)
    w = a.arena(one, effects=(bell, ear))()
    u, v = w.make(one), w.make(one)
    a.labelled(w, u=u, v=v)
    outcome = w.deal(a.Damage, 1, u)
    assert a.lines(outcome.entries) == [
        "Damage u 1",
        "Answer u Bell",
        "Rang u",
        "Answer u Ear",
        "Note ear u",
        "Answer v Ear",
        "Note ear v",
        "Answer v Bell",
        "Rang v",
        "Answer u Ear",
        "Note ear u",
        "Answer v Ear",
        "Note ear v",
    ]


def test_an_effect_that_was_removed_or_moved_out_of_play_answers_no_more() -> None:
    def hush(effect: Any, w: Any, event: Any) -> None:
        for other in w.in_play():
            if other is not effect.holder and other.team:
                w.take_effect(ear, other)

    def bounce(effect: Any, w: Any, event: Any) -> None:
        for other in w.in_play():
            if other is not effect.holder and other.team:
                w.move_entity(other, "Hand", other.team)

    ear = a.effect("Ear", afters=(a.after(a.Rang, "any", 3, a.noting("ear")),))
    hushing = a.effect("Hushing", afters=(a.after(a.Rang, "any", 1, hush),))
    bouncing = a.effect("Bouncing", afters=(a.after(a.Rang, "any", 2, bounce),))
    for act in (hushing, bouncing):
        first, second = a.body(3, act, name="First"), a.body(3, ear, name="Second")
        w = a.arena(first, second, effects=(hushing, bouncing, ear))()
        side = w.make(a.Side)
        u = w.make(first)
        w.make(second, team=side)
        assert a.notes(w.raise_event(a.Rang, u).entries) == []


def test_at_once_reads_amounts_first_and_answers_together() -> None:
    hurt = a.effect("Hurt", afters=(a.after(a.Damage, "holder", 1, a.noting("hurt")),))
    one = a.body(9, hurt)

    class Sweep(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Sweep"

        def perform(self, w: Any, order: Any) -> None:
            with w.at_once():
                for foe in reversed(w.in_play()):
                    w.deal_damage(a.Damage, foe.Health - 1, foe)
                    w.note("now")

    one.grants = (Sweep(),)
    w = a.arena(one, effects=(hurt,), abilities=(Sweep,))()
    u, v = w.make(one), w.make(one, Health=4)
    a.labelled(w, u=u, v=v)
    outcome = w.act(u, Sweep)
    assert a.lines(outcome.entries) == [
        "Note now",
        "Note now",
        "Damage u 8",
        "Damage v 3",
        "Answer u Hurt",
        "Note hurt u",
        "Answer v Hurt",
        "Note hurt v",
    ]


def test_in_a_set_all_before_rules_run_before_any_change() -> None:
    def guard(effect: Any, w: Any, event: Any) -> None:
        w.note(f"sees {effect.holder.Health}")

    seer = a.effect("Seer", befores=(a.Before(a.Damage, "any", guard),))
    one = a.body(9, seer)

    class Sweep(runtime.Ability[a.Entity]):
        __slots__ = ()
        name = "Sweep"

        def perform(self, w: Any, order: Any) -> None:
            with w.at_once():
                for foe in w.in_play():
                    w.deal_damage(a.Damage, 1, foe)

    one.grants = (Sweep(),)
    w = a.arena(one, effects=(seer,), abilities=(Sweep,))()
    u = w.make(one)
    w.make(one)
    assert a.notes(w.act(u, Sweep).entries) == ["sees 9"] * 4


def test_repeats_count_from_the_aura_step_and_as_an_entry_starts() -> None:
    double = a.effect("Double", counts=(a.Rang, "any", 2), granting=True)
    ear = a.effect("Ear", afters=(a.after(a.Rang, "any", 1, a.noting("ear")),))
    plain, doubler = a.body(3, ear, name="Plain"), a.body(3, double, name="Doubler")

    def bring(effect: Any, w: Any, event: Any) -> None:
        w.make_entity(doubler)

    bringing = a.effect("Bringing", afters=(a.after(a.Rang, "any", 2, bring),))
    bringer = a.body(3, bringing, name="Bringer")
    kinds = (double, ear, bringing)
    w = a.arena(plain, doubler, bringer, effects=kinds)()
    u = w.make(plain)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["ear"]
    w.make(doubler)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["ear", "ear"]
    # One that comes as an earlier entry resolves counts for those that start later.
    w = a.arena(plain, doubler, bringer, effects=kinds)()
    w.make(bringer)
    u = w.make(plain)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["ear", "ear"]
    w = a.arena(plain, doubler, bringer, effects=kinds)()
    u = w.make(plain)
    w.make(bringer)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["ear"]


def test_phases_have_no_subject_and_every_holder_hears_them() -> None:
    dawn = a.effect(
        "Dawn",
        afters=(
            a.after(
                a.PhaseStarted,
                "any",
                1,
                lambda e, w, event: w.note(f"starts {w.phase}"),
            ),
            a.after(
                a.PhaseEnded, "any", 2, lambda e, w, event: w.note(f"ends {w.phase}")
            ),
        ),
    )
    one = a.body(3, dawn)
    w = a.arena(one, effects=(dawn,))()
    w.make(one)
    assert w.phase == ""
    assert a.notes(w.advance().entries) == ["starts Dawn"]
    assert a.notes(w.advance().entries) == ["ends Dawn", "starts Dusk"]
    assert a.notes(w.advance("Dawn").entries) == ["ends Dusk", "starts Dawn"]
    assert w.phase == "Dawn"
