"""Runaways and errors out of rules (docs/language.md, section 4, rule 9)."""

from __future__ import annotations

import linecache
import sys
import threading
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime.trace import author_line
from tests.unit.runtime import arena as a


def looping() -> tuple[Any, Any]:
    """Two rules that cause each other for ever, on ever new holders."""
    shout = runtime.EventKind("Shout")

    def echo(effect: Any, w: Any, event: Any) -> None:
        w.raise_(a.Rang, w.make_entity(effect.holder.archetype))

    def clang(effect: Any, w: Any, event: Any) -> None:
        w.deal_damage(a.Damage, 1, w.make_entity(effect.holder.archetype))

    echoing = a.effect("Echo", afters=(a.after(a.Damage, "holder", 1, echo),))
    clanging = a.effect("Clang", afters=(a.after(a.Rang, "holder", 2, clang),))
    one = a.body(9, echoing, clanging)
    assert shout.name
    return a.arena(one, effects=(echoing, clanging)), one


def test_rules_that_cause_each_other_for_ever_are_named() -> None:
    kind, one = looping()
    w = kind()
    u = w.make(one)
    before = w.save()
    with pytest.raises(runtime.RunawayError, match="more than 200 deep") as caught:
        w.deal(a.Damage, 1, u)
    assert "Echo (arena.ledger:1) -> Clang (arena.ledger:2)" in str(caught.value)
    assert len(caught.value.rules) == 3
    assert w.save() == before
    assert w.heal(a.Healing, 1, u).done


def test_too_many_entries_name_the_rules_at_work() -> None:
    def spam(effect: Any, w: Any, event: Any) -> None:
        for _ in w.times(100_000):
            w.note("again")

    spamming = a.effect("Spam", afters=(a.after(a.Rang, "holder", 1, spam),))
    one = a.body(9, spamming)
    w = a.arena(one, effects=(spamming,))()
    u = w.make(one)
    before = w.save()
    with pytest.raises(runtime.RunawayError, match="more than 10000 entries") as caught:
        w.raise_event(a.Rang, u)
    assert caught.value.rules == ("Spam (arena.ledger:1)",)
    assert w.save() == before
    short = a.arena(one, effects=(spamming,))(limits=runtime.Limits(entries=5))
    with pytest.raises(runtime.RunawayError, match="more than 5 entries"):
        short.raise_event(a.Rang, short.make(one))


def test_loops_that_record_nothing_are_stopped_too() -> None:
    def spin(effect: Any, w: Any, event: Any) -> None:
        while True:
            w.spend_steps()

    def count(effect: Any, w: Any, event: Any) -> None:
        for _ in w.times(10**30):
            raise AssertionError("never reached")

    for act in (spin, count):
        spinning = a.effect("Spin", afters=(a.after(a.Rang, "holder", 1, act),))
        one = a.body(9, spinning)
        w = a.arena(one, effects=(spinning,))(limits=runtime.Limits(steps=1000))
        with pytest.raises(runtime.RunawayError, match="turned more than 1000 times"):
            w.raise_event(a.Rang, w.make(one))


def test_nesting_up_to_the_limit_is_no_runaway_whatever_python_allows() -> None:
    kind, one = looping()
    for depth in (200, 2000):
        w = kind(limits=runtime.Limits(depth=depth, entries=10**6))
        u = w.make(one)
        with pytest.raises(runtime.RunawayError, match=f"more than {depth} deep"):
            w.deal(a.Damage, 1, u)
    with pytest.raises(ValueError, match="depth"):
        runtime.Limits(depth=10**6)
    with pytest.raises(ValueError, match="entries"):
        runtime.Limits(entries=0)


def test_a_recursion_of_python_is_a_runaway_too() -> None:
    def plunge(effect: Any, w: Any, event: Any) -> None:
        plunge(effect, w, event)

    plunging = a.effect("Plunge", afters=(a.after(a.Rang, "holder", 1, plunge),))
    one = a.body(9, plunging)
    w = a.arena(one, effects=(plunging,))()
    u = w.make(one)
    before = w.save()
    with pytest.raises(runtime.RunawayError):
        w.raise_event(a.Rang, u)
    assert w.save() == before
    assert sys.getrecursionlimit() < 10**6


def test_auras_that_undo_each_other_are_stopped() -> None:
    def select(effect: Any, w: Any) -> list[Any]:
        holder = effect.holder
        return [] if holder.tags & a.tag_Calm else [holder]

    flicker = a.effect(
        "Flicker", auras=(runtime.Aura("arena.ledger:1", select, tags=a.tag_Calm),)
    )
    one = a.body(3, flicker)
    w = a.arena(one, effects=(flicker,))()
    u = w.make(one)
    first = bool(u.tags & a.tag_Calm)
    w.wait(0.1)
    assert bool(u.tags & a.tag_Calm) is not first


def test_two_worlds_in_two_threads_do_not_touch_each_other() -> None:
    kind, one = looping()
    results: list[tuple[int, str]] = []

    def play(seed: int) -> None:
        w = kind(seed=seed)
        u = w.make(one)
        for _ in range(20):
            with pytest.raises(runtime.RunawayError):
                w.deal(a.Damage, 1, u)
            w.gain(u, "Fury", 1)
        results.append((u.Fury, w.log.text()))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert len(set(results)) == 1


def test_an_error_tells_the_authors_line() -> None:
    source = (
        "def act(effect, w, event):\n"
        "    # duel.ledger:7\n"
        "    x = 1\n"
        "    # duel.ledger:8\n"
        "    return divide(x, 0)\n"
        "\n"
        "def plain(effect, w, event):\n"
        "    raise KeyError('oops')\n"
    )
    name = "<generated duel>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space: dict[str, Any] = {"divide": runtime.divide}
    exec(compile(source, name, "exec"), space)
    dividing = a.effect(
        "Dividing", afters=(a.after(a.Rang, "holder", 1, space["act"]),)
    )
    one = a.body(9, dividing)
    w = a.arena(one, effects=(dividing,))()
    with pytest.raises(runtime.DivisionError) as caught:
        w.raise_event(a.Rang, w.make(one))
    assert caught.value.place == "duel.ledger:8"
    assert caught.value.__notes__ == ["in the rule at duel.ledger:8"]
    assert caught.value.code == "LR0102"
    broken = a.effect("Broken", afters=(a.after(a.Rang, "holder", 1, space["plain"]),))
    one = a.body(9, broken)
    w = a.arena(one, effects=(broken,))()
    with pytest.raises(KeyError) as other:
        w.raise_event(a.Rang, w.make(one))
    assert not getattr(other.value, "__notes__", [])


def test_where_python_knows_no_line_the_author_has_none() -> None:
    """A signal may come there; what it raises must go on as it is."""
    assert author_line(looping.__code__, None) is None
