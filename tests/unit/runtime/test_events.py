"""Events: before rules, the change, what is answered (docs/language.md, section 4, rules 4-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


def say(words: str) -> Any:
    return a.noting(words)


Hurt = a.effect("Hurt", afters=(a.after(a.Damage, "holder", 1, say("hurt")),))


def halve(effect: Any, w: Any, event: Any) -> None:
    event.set_amount(event.amount / Fraction(2))


def test_the_amount_stays_exact_and_the_pool_takes_whole_parts() -> None:
    halving = a.effect("Halving", befores=(a.Before(a.Damage, "holder", halve),))
    one = a.body(10, halving, Hurt)
    w = a.arena(one, effects=(halving, Hurt))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 5, u)
    event = next(entry for entry in outcome.entries if isinstance(entry, a.Event))
    assert (event.amount, event.applied, u.Health) == (Fraction(5, 2), 2, 8)
    assert a.notes(outcome.entries) == ["hurt"]


def test_an_amount_of_zero_passes_before_rules_and_nothing_else() -> None:
    seen = a.effect("Seen", befores=(a.Before(a.Damage, "holder", say("seen")),))
    one = a.body(10, seen, Hurt)
    w = a.arena(one, effects=(seen, Hurt))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 0, u)
    assert outcome.done
    assert a.notes(outcome.entries) == ["seen"]
    assert not any(isinstance(entry, a.Event) for entry in outcome.entries)


def test_a_negative_amount_is_zero() -> None:
    one = a.body(10, Hurt)
    w = a.arena(one, effects=(Hurt,))()
    u = w.make(one)
    assert w.deal(a.Damage, -3, u).entries == ()
    assert u.Health == 10


def test_what_is_absorbed_wholly_is_answered() -> None:
    def soak(effect: Any, w: Any, event: Any) -> None:
        event.absorb(99)

    plate = a.effect("Plate", befores=(a.Before(a.Damage, "holder", soak),))
    one = a.body(10, plate, Hurt)
    w = a.arena(one, effects=(plate, Hurt))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 4, u)
    event = next(entry for entry in outcome.entries if isinstance(entry, a.Event))
    assert (event.amount, event.absorbed, event.applied) == (4, 4, 0)
    assert u.Health == 10
    assert a.notes(outcome.entries) == ["hurt"]


def test_the_change_is_clamped_and_applied_tells_what_was_lost() -> None:
    one = a.body(3, Hurt)
    w = a.arena(one, effects=(Hurt,))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 9, u)
    event = next(entry for entry in outcome.entries if isinstance(entry, a.Event))
    assert (event.amount, event.applied) == (9, 3)
    w = a.arena(one, effects=(Hurt,))()
    u = w.make(one)
    w.heal(a.Healing, 5, u)
    assert u.Health == 3


def test_a_pool_that_is_not_whole_keeps_six_decimals_half_to_even() -> None:
    one = a.body(3)
    w = a.arena(one)()
    u = w.make(one)
    w.set(u, "Grace", Fraction(1, 3))
    assert u.Grace == Fraction(333333, 1000000)
    w.set(u, "Grace", Fraction(25, 10**7))
    assert u.Grace == Fraction(2, 10**6)
    w.set(u, "Grace", 0.1)
    w.gain(u, "Grace", 0.2)
    assert u.Grace == Fraction(3, 10)


def test_prevented_by_a_command_keeps_what_the_rule_changed() -> None:
    def stop(effect: Any, w: Any, event: Any) -> None:
        w.change(a.gain_Fury, effect.holder, 1)
        event.prevent()

    calm = a.effect("Calm", befores=(a.Before(a.Damage, "holder", stop),))
    one = a.body(3, calm, Hurt)
    w = a.arena(one, effects=(calm, Hurt))()
    u = w.make(one)
    outcome = w.deal(a.Damage, 2, u)
    assert (outcome.refused, u.Health, u.Fury) == ("Prevented", 3, 1)
    assert a.notes(outcome.entries) == []
    assert outcome.entries[-1].text() == "Prevented Damage Body#1 2"


def test_no_later_rule_runs_once_one_prevented() -> None:
    def stop(effect: Any, w: Any, event: Any) -> None:
        event.prevent()

    first = a.effect("First", befores=(a.Before(a.Rang, "holder", stop),))
    second = a.effect("Second", befores=(a.Before(a.Rang, "holder", say("second")),))
    one = a.body(3, first, second)
    w = a.arena(one, effects=(first, second))()
    outcome = w.raise_event(a.Rang, w.make(one))
    assert outcome.refused == "Prevented"
    assert a.notes(outcome.entries) == []


def test_when_of_a_before_rule_sees_what_earlier_rules_changed() -> None:
    def seven(effect: Any, w: Any, event: Any) -> None:
        event.set_amount(7)

    first = a.effect("First", befores=(a.Before(a.Damage, "holder", seven),))
    second = a.effect(
        "Second",
        befores=(
            a.Before(
                a.Damage, "holder", say("second"), lambda e, w, event: event.amount == 7
            ),
        ),
    )
    one = a.body(10, second, first)
    w = a.arena(one, effects=(first, second))()
    outcome = w.deal(a.Damage, 2, w.make(one))
    assert a.notes(outcome.entries) == ["second"]


def test_a_redirected_event_happens_to_the_other_once() -> None:
    def to_holder(effect: Any, w: Any, event: Any) -> None:
        w.redirect(event, effect.holder)

    bodyguard = a.effect(
        "Bodyguard", befores=(a.Before(a.Damage, "other ally", to_holder),)
    )
    one = a.body(10, bodyguard, Hurt)
    w = a.arena(one, effects=(bodyguard, Hurt))()
    side = w.make(a.Side)
    u, v = w.make(one, team=side), w.make(one, team=side)
    a.labelled(w, u=u, v=v)
    outcome = w.deal(a.Damage, 3, u)
    assert (u.Health, v.Health) == (10, 7)
    assert a.lines(outcome.entries) == [
        "Before v Bodyguard",
        "Redirected Damage u v",
        "Damage v 3",
        "Answer v Hurt",
        "Note hurt v",
    ]


def test_a_set_that_changes_nothing_is_not_answered() -> None:
    told = a.effect("Told", afters=(a.after(a.set_Fury, "holder", 1, say("told")),))
    one = a.body(3, told)
    w = a.arena(one, effects=(told,))()
    u = w.make(one)
    assert a.notes(w.set(u, "Fury", 4).entries) == ["told"]
    assert w.set(u, "Fury", 4).entries == ()
    assert a.notes(w.set(u, "Fury", 0).entries) == ["told"]


def test_a_command_on_a_pool_that_is_lacking_fails_and_a_statement_does_nothing() -> (
    None
):
    def hit_side(effect: Any, w: Any, event: Any) -> None:
        w.deal_damage(a.Damage, 1, effect.holder.team)
        w.change(a.set_Health, effect.holder.team, 1)
        w.deal_damage(a.Damage, 1, a.nothing)
        w.raise_(a.Rang, a.nothing)

    ring = a.effect("Ring", afters=(a.after(a.Rang, "holder", 1, hit_side),))
    one = a.body(3, ring)
    w = a.arena(one, effects=(ring,))()
    side = w.make(a.Side)
    u = w.make(one, team=side)
    with pytest.raises(runtime.NoPool, match="Health"):
        w.deal(a.Damage, 1, side)
    with pytest.raises(runtime.UnknownName, match="Wealth"):
        w.set(side, "Wealth", 1)
    outcome = w.raise_event(a.Rang, u)
    assert a.lines(outcome.entries) == ["Rang Body#2", "Answer Body#2 Ring"]


def test_an_event_carries_props_and_links_and_reads_nothing_without() -> None:
    def read(effect: Any, w: Any, event: Any) -> None:
        w.note(f"{event.force} {bool(event.aim)}")

    ring = a.effect("Ring", afters=(a.after(a.Rang, "holder", 1, read),))
    one = a.body(3, ring)
    w = a.arena(one, effects=(ring,))()
    u = w.make(one)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["0 False"]
    assert a.notes(w.raise_event(a.Rang, u, force=2, aim=u).entries) == ["2 True"]
    with pytest.raises(runtime.UnknownName, match="wish"):
        w.raise_event(a.Rang, u, wish=1)


def test_an_amount_beyond_all_bounds_fails() -> None:
    one = a.body(3)
    w = a.arena(one)()
    u = w.make(one)
    with pytest.raises(runtime.NumberError):
        w.gain(u, "Grace", 10**31)
    for bad in (float("nan"), float("inf"), True, "3", None):
        with pytest.raises(runtime.NumberError):
            w.gain(u, "Grace", bad)


def test_entries_know_their_cause() -> None:
    one = a.body(10, Hurt)
    w = a.arena(one, effects=(Hurt,))()
    u = w.make(one)
    event, answer, note = w.deal(a.Damage, 1, u).entries
    assert (event.cause, answer.cause, note.cause) == (None, event, answer)
    assert list(note.causes()) == [answer, event]
    assert w.log.tree().splitlines()[-3:] == [
        "Damage Body#1 1",
        "  Answer Body#1 Hurt",
        "    Note hurt",
    ]
