"""Dice, choices and queries (docs/language.md, sections 2, 3 and 5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime import dice
from tests.unit.runtime import arena as a


def asking(act: Any, **given: Any) -> tuple[Any, Any]:
    """A world in which ringing someone runs a body, and that someone."""
    rung = a.effect("Rung", afters=(a.after(a.Rang, "holder", 1, act),))
    one = a.body(3, rung)
    w = a.arena(one, effects=(rung,))(**given)
    return w, w.make(one)


def rolling(sides: Any) -> Any:
    return lambda effect, w, event: w.note(str(w.roll(sides)))


def test_the_dice_are_the_published_generator() -> None:
    """PCG-XSH-RR 64/32 from its state: the numbers of the reference implementation's demo."""
    inc = (54 << 1) | 1
    state = (0 * 6364136223846793005 + inc + 42) & (1 << 64) - 1
    state = (state * 6364136223846793005 + inc) & (1 << 64) - 1
    found = []
    for _ in range(6):
        found.append(dice.step(state)[1])
        state = (state * 6364136223846793005 + inc) & (1 << 64) - 1
    assert found == [
        0xA15C02B7,
        0x7B47F409,
        0xBA1D3330,
        0x83D2F293,
        0xBFA4784B,
        0xCBED606E,
    ]


def test_a_seed_gives_the_same_dice_for_ever() -> None:
    state = dice.seed_state(7)
    rolled = []
    for sides in (6, 6, 6, 10, 20, 100, 2**40):
        state, value = dice.roll(state, sides)
        rolled.append(value)
    assert rolled == PINNED
    assert len({dice.seed_state(seed) for seed in (0, 1, -1, 2**64, 2**200)}) == 5


PINNED = [3, 6, 2, 4, 12, 25, 13645686598]


def test_dice_are_fair() -> None:
    state, counts = dice.seed_state(1), [0] * 6
    for _ in range(6000):
        state, value = dice.roll(state, 6)
        counts[value - 1] += 1
    assert all(900 < count < 1100 for count in counts)


def test_rolls_are_scripted_first_then_seeded_and_logged() -> None:
    w, u = asking(rolling(6), seed=1)
    w.script_rolls(5, 2)
    assert a.lines(w.raise_event(a.Rang, u).entries)[2:] == ["Rolled 5 6", "Note 5"]
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["2"]
    assert a.notes(w.raise_event(a.Rang, u).entries)[0] in "123456"


def test_a_die_without_a_seed_or_beyond_its_sides_fails_and_is_not_used_up() -> None:
    w, u = asking(rolling(6))
    with pytest.raises(runtime.DiceError, match="seed"):
        w.raise_event(a.Rang, u)
    w.script_rolls(7)
    before = w.save()
    with pytest.raises(runtime.DiceError, match="cannot show 7"):
        w.raise_event(a.Rang, u)
    assert w.save() == before
    for sides in (0, -1, Fraction(1, 2), 10**19):
        w, u = asking(rolling(sides), seed=1)
        with pytest.raises(runtime.DiceError):
            w.raise_event(a.Rang, u)


def test_random_is_one_die_over_a_selection() -> None:
    def pick(effect: Any, w: Any, event: Any) -> None:
        w.note(f"{w.random(w.in_play()).id} {bool(w.random(()))}")

    w, u = asking(pick)
    w.make(a.Side)
    w.script_rolls(2)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["2 False"]


def choosing(**more: Any) -> Any:
    def choose(effect: Any, w: Any, event: Any) -> None:
        chosen = w.choose("who", w.in_play(), effect.holder, **more)
        w.note(",".join(str(one.id) for one in chosen))

    return choose


def test_a_choice_comes_from_the_script_or_the_chooser_and_is_logged() -> None:
    w, u = asking(choosing(), chooser=lambda w, choice: (choice.options[-1],))
    v = w.make(a.Side)
    w.script_choice(u)
    a.labelled(w, u=u, v=v)
    assert a.lines(w.raise_event(a.Rang, u).entries)[2:] == ["Chose u who u", "Note 1"]
    assert a.lines(w.raise_event(a.Rang, u).entries)[2:] == ["Chose u who v", "Note 2"]


def test_a_choice_is_not_asked_without_an_alternative() -> None:
    w, u = asking(choosing())
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["1"]
    w, u = asking(choosing(at_most=0))
    assert a.notes(w.raise_event(a.Rang, u).entries) == [""]
    w, u = asking(choosing(at_least=0))
    with pytest.raises(runtime.NeedsChoice):
        w.raise_event(a.Rang, u)


def test_a_game_may_stop_at_a_choice_and_go_on_with_the_answer() -> None:
    w, u = asking(choosing(at_least=0, at_most=2))
    w.make(a.Side)
    before = w.save()
    with pytest.raises(runtime.NeedsChoice) as needed:
        w.raise_event(a.Rang, u)
    choice = needed.value.choice
    assert (choice.name, choice.by, choice.at_least, choice.at_most) == ("who", u, 0, 2)
    w.withdraw()
    assert w.save() == before
    w = type(w).load(before)
    u = w.entity(u.id)
    w.script_choice(w.entity(2), u)
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["1,2"]


def test_an_answer_that_is_no_alternative_fails() -> None:
    w, u = asking(choosing())
    v = w.make(a.Side)
    w.script_choice(u, v)
    with pytest.raises(runtime.ChoiceError):
        w.raise_event(a.Rang, u)
    for bad in (None, "u", (None,), (), (u, u)):
        w.chooser = lambda w, choice, bad=bad: bad
        w.script["choose"] = []
        with pytest.raises(runtime.ChoiceError):
            w.raise_event(a.Rang, u)


def test_words_are_chosen_too() -> None:
    def choose(effect: Any, w: Any, event: Any) -> None:
        w.note(
            w.choose_word("side", ("Left", "Right"), effect.holder, or_none=True)
            or "none"
        )

    w, u = asking(choose)
    w.script_choice("Right")
    w.script_choice()
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["Right"]
    assert a.notes(w.raise_event(a.Rang, u).entries) == ["none"]


def covering(effect: Any, w: Any, event: Any) -> None:
    w.note(str(w.ask("Cover", effect.holder, event.by)))


def test_a_query_is_answered_by_script_game_or_default_within_its_bounds() -> None:
    told: list[Any] = []

    def teller(w: Any, query: str, arguments: tuple[Any, ...]) -> Any:
        told.append((query, *arguments))
        return answer[0]

    answer: list[Any] = [None]
    w, u = asking(covering, teller=teller)
    v = w.make(a.Side)
    a.labelled(w, u=u, v=v)
    assert a.notes(w.raise_event(a.Rang, u, by=v).entries) == ["1"]
    answer[0] = 2.5
    assert a.lines(w.raise_event(a.Rang, u, by=v).entries)[2:] == [
        "Cover u v 2",
        "Note 2",
    ]
    answer[0] = 99
    assert a.notes(w.raise_event(a.Rang, u, by=v).entries) == ["4"]
    assert told == [("Cover", u, v)] * 3
    answer[0] = "much"
    with pytest.raises(runtime.QueryError):
        w.raise_event(a.Rang, u, by=v)
    w.script_answer("Cover", (u, v), 3)
    assert a.notes(w.raise_event(a.Rang, u, by=v).entries) == ["3"]
    with pytest.raises(runtime.UnknownName):
        w.script_answer("Sight", (u,), 1)
