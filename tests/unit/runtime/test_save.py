"""Saved worlds: round trips, and what is no save (``runtime/README.md``)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ledger_runtime as runtime
from tests.unit.runtime import arena as a
from tests.unit.runtime.test_atomic import BANNER, EAR, FIRE, crowd


def test_a_save_comes_back_the_same_with_everything_in_it() -> None:
    w, made = crowd()
    u, side = made[0], made[-1]
    w.name_entity(u, "u")
    w.set(u, "Grace", Fraction(1, 4))
    w.place(u, runtime.Point(Fraction(1, 2), -3), 45)
    w.point(u, "owner", side)
    w.script_rolls(3, 4)
    w.script_choice(u, "Left")
    w.script_answer("Cover", (u, side), 2)
    w.advance("Dusk")
    w.destroy(made[2])
    saved = w.save()
    loaded = type(w).load(saved)
    assert loaded.save() == saved
    twin = loaded.entity(u.id)
    assert (twin.Grace, twin.x, twin.facing, twin.label) == (
        Fraction(1, 4),
        Fraction(1, 2),
        45,
        "u",
    )
    assert (twin.owner, loaded.phase) == (loaded.entity(side.id), "Dusk")
    assert loaded.entity(made[2].id).gone
    assert len(twin.all(EAR)) == 2
    assert twin.lent[0].amount == 1
    assert len(loaded.log) == 0
    assert loaded.answers == {("Cover", twin, loaded.entity(side.id)): 2}
    rows = {kind: len(row) for kind, row in w.index.items() if row}
    assert {kind: len(row) for kind, row in loaded.index.items()} == rows


def test_singles_exist_from_the_start_and_are_found_again() -> None:
    match = a.body(3, name="Match", single=True)
    kind = a.arena(match)
    w = kind()
    assert w.single("Match").archetype is match
    assert kind.load(w.save()).single("Match").id == w.single("Match").id
    assert w.copy().single("Match").world is not w


def test_a_copy_is_independent_and_shares_nothing_that_changes() -> None:
    w, made = crowd()
    before = w.save()
    twin = w.copy()
    assert twin.save() == before
    for one in list(twin.in_play()):
        twin.destroy(one)
    twin.wait(1)
    assert w.save() == before
    w.deal(a.Damage, 1, made[0])
    assert twin.entity(made[0].id).gone
    for one in twin.entities.values():
        assert one.world is twin
        assert all(held.holder is one for held in one.effects)
        assert one.keeper.world in (twin, None)


def test_the_same_world_gives_the_same_bytes() -> None:
    assert crowd()[0].save() == crowd()[0].save()


def form_of() -> tuple[type[Any], dict[str, Any]]:
    w, _ = crowd()
    w.script_answer("Cover", (w.entity(1), w.entity(2)), 2)
    w.script_choice(w.entity(1))
    return type(w), json.loads(w.save())


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a saved form: set what a path leads to."""

    def change(form: Any) -> None:
        for key in path[:-1]:
            form = form[key]
        form[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a saved form: leave out what a path leads to."""

    def change(form: Any) -> None:
        for key in path[:-1]:
            form = form[key]
        del form[path[-1]]

    return change


def more(row: int) -> tuple[Any, ...]:
    """The path of the object at the end of a row of entities."""
    return "entities", row, -1


def column(form: dict[str, Any], name: str) -> int:
    """The place of a column of entities."""
    return int(form["columns"].index(name))


def cell(row: int, name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of a saved form: set a value of a row of entities."""

    def change(form: dict[str, Any]) -> None:
        form["entities"][row][column(form, name)] = value

    return change


def table(form: dict[str, Any], effect: str) -> dict[str, Any]:
    """The table of an effect."""
    return next(each for each in form["effects"] if each["name"] == effect)


def held(effect: str, row: int, *path: Any, value: Any) -> Callable[[Any], None]:
    """A change of a saved form: set what a path in a row of an effect's table leads to."""

    def change(form: dict[str, Any]) -> None:
        put("rows", row, *path, value=value)(table(form, effect))

    return change


def lent_row(form: dict[str, Any]) -> int:
    """The first row of the table of Ear that an aura lends."""
    rows = table(form, "Ear")["rows"]
    return next(
        at for at, row in enumerate(rows) if len(row) == 3 and row[2].get("lender")
    )


def lender(value: Any) -> Callable[[Any], None]:
    """A change of a saved form: set who lends the first lent effect."""

    def change(form: dict[str, Any]) -> None:
        table(form, "Ear")["rows"][lent_row(form)][2]["lender"] = value

    return change


def longer(form: dict[str, Any]) -> None:
    """A change of a saved form: a row of two values too many."""
    form["entities"][0] += [1, 2]


HOSTILE: dict[str, tuple[Callable[[Any], None], str]] = {
    "another version": (put("version", value=3), "version 3"),
    "a version that is no number": (put("version", value=2.0), "2.0"),
    "another format": (put("format", value="chess"), "no saved world"),
    "another rate": (put("rate", value=7), "rate"),
    "another column": (put("columns", 4, value="pool Mana"), "columns"),
    "a column twice": (put("columns", 5, value="pool Fury"), "are both|twice"),
    "columns of numbers": (put("columns", 0, value=1), "a text"),
    "columns in another order": (put("columns", 0, value="order"), "begins with"),
    "a row too short": (put("entities", 0, value=[1, 2]), "expected 12 items"),
    "a row too long": (longer, "expected 12 items"),
    "a missing counter": (drop("counters", "tick"), r"counters\.tick: missing"),
    "a truth for a count": (put("counters", "tick", value=True), r"counters\.tick"),
    "a negative count": (put("counters", "next_id", value=-1), "below"),
    "a count too many": (put("counters", "luck", value=1), "unknown field"),
    "an id twice": (cell(1, "id", 1), "no other has"),
    "an id of 0": (cell(0, "id", 0), "from 1 up"),
    "an id of the future": (cell(0, "id", 999), "from 1 up"),
    "an id that is a truth": (cell(0, "id", True), "from 1 up"),
    "an unknown archetype": (cell(0, "archetype", "Dragon"), "Dragon"),
    "an archetype that is none": (cell(0, "archetype", []), "a text"),
    "an archetype nobody declares": (
        put("archetypes", "Dragon", value={"pools": [], "effects": []}),
        "Dragon",
    ),
    "an archetype that gives an unknown pool": (
        put("archetypes", "Rich", "pools", value=["Mana"]),
        "Mana",
    ),
    "an order of play that is a text": (cell(0, "order", "1"), "below"),
    "an arrival in the future": (cell(0, "entered", 10**6), "below"),
    "a text for a number": (cell(0, "pool Fury", "9"), "expected a number"),
    "a broken fraction": (cell(0, "pool Fury", "1/0"), "expected a number"),
    "a fraction that is not in lowest terms": (
        cell(0, "pool Grace", "2/4"),
        "expected a number",
    ),
    "a fraction in a whole pool": (cell(0, "pool Fury", "1/2"), "whole"),
    "a truth for a number": (cell(0, "pool Fury", True), "expected a number"),
    "nothing for a number": (cell(0, "pool Fury", None), "expected a number"),
    "a huge number": (cell(0, "slot Might", 10**400), "too large"),
    "a huge fraction": (cell(0, "pool Grace", f"1/{10**400}"), "expected a number"),
    "a link to nobody": (cell(1, "link team", 99), "no entity 99"),
    "a link of -1": (cell(1, "link team", -1), "no entity -1"),
    "a link to a text": (cell(1, "link team", "1"), "no entity"),
    "a link to a truth": (cell(1, "link team", True), "no entity"),
    "an unknown effect": (put("effects", 0, "name", value="Wish"), "Wish"),
    "an effect twice": (held("Fire", 0, 1, value=1), "another effect|no other has"),
    "an effect of the future": (held("Fire", 0, 1, value=10**6), "below"),
    "an effect that nobody holds": (held("Fire", 0, 0, value=0), "holds it"),
    "an effect that a stranger holds": (held("Fire", 0, 0, value=99), "no entity 99"),
    "a parameter too many": (
        lambda form: table(form, "Fire")["columns"].append("heat"),
        "heat",
    ),
    "columns of an effect in another order": (
        lambda form: table(form, "Fire")["columns"].reverse(),
        "holder and gained",
    ),
    "an unknown field": (put(*more(1), "power", value=1), "unknown field"),
    "an unknown field of an effect": (held("Fire", 0, -1, "power", value=1), "unknown"),
    "an unknown field of all": (put("power", value=1), "unknown field"),
    "an unknown tag": (put(*more(1), "lent_tags", value=["Wet"]), "Wet"),
    "an unknown pool": (put(*more(1), "pools", value=["Mana"]), "Mana"),
    "a wrong aura": (put(*more(1), "lent", 0, 1, value="cubes"), "aura"),
    "a lender that is none": (lender([1, "aura"]), "aura|gained"),
    "a lender with an unknown aura": (lender([3, "x"]), "no aura"),
    "a lender of three": (lender([3, "x", 1]), "2 items"),
    "beats in the past": (held("Fire", 0, -1, "beats", "<lambda>", value=0), "by now"),
    "a beat that no rule has": (held("Fire", 0, -1, "beats", "x", value=9), "unknown"),
    "an end in the past": (held("Fire", 0, -1, "until", value=1), "by now"),
    "a zone that is none": (put(*more(0), "zones", "Attic", value=[4]), "Attic"),
    "a card in two places": (put(*more(0), "zones", "Hand", value=[4]), "two places"),
    "a card that is no card": (put(*more(0), "zones", "Hand", value=[0]), "no entity"),
    "a card that is gone": (
        lambda form: form["entities"][4].append({"gone": True}),
        "gone",
    ),
    "a place of one that is not gone": (
        put(*more(1), "zone", value=["Hand", 1]),
        "not gone",
    ),
    "an order of play twice": (cell(2, "order", 2), "order of play"),
    "a label that is a number": (put(*more(1), "label", value=3), "a text"),
    "a place of one number": (put(*more(1), "at", value=[1]), "2 items"),
    "an unknown phase": (put("phase", value="Noon"), "Noon"),
    "dice out of range": (put("dice", value=1 << 64), "dice"),
    "dice as text": (put("dice", value="7"), "dice"),
    "a winner that is nobody": (put("winner", value=99), "winner"),
    "a winner that is a list": (put("winner", value=[]), "winner"),
    "an unknown query": (put("answers", 0, 0, value="Sight"), "Sight"),
    "a bad answer": (put("answers", 0, 2, value=[]), "number"),
    "an answer twice": (
        lambda form: form["answers"].append(form["answers"][0]),
        "already",
    ),
    "a value that is none": (
        put("script", "choose", 0, 0, value=["code", "x"]),
        "no value",
    ),
    "lists in lists": (
        put("script", "choose", 0, 0, value=["list", [["list", [["list", []]]]]]),
        "no value",
    ),
    "a single too many": (put("singles", "Match", value=1), "Match"),
    "a single that is none": (put("singles", "Rich", value=2), "single"),
    "entities that are no list": (put("entities", value={}), "expected a list"),
    "an entity that is no list": (put("entities", 0, value={}), "a list"),
    "effects that are no tables": (put("effects", 0, value=[]), "an object"),
    "effects without rows": (drop("effects", 0, "rows"), "missing"),
    "a pending command that is none": (
        put("pending", value={"command": "save"}),
        "no pending",
    ),
    "a pending command that is no command": (
        put(
            "pending",
            value={"command": "save", "arguments": [], "named": {}, "answers": []},
        ),
        "no command",
    ),
    "a pending command with too many arguments": (
        put(
            "pending",
            value={"command": "act", "arguments": [], "named": {}, "answers": []},
        ),
        "not given like this",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_tampered_save_is_refused_with_the_place_of_the_fault(name: str) -> None:
    kind, form = form_of()
    change, expected = HOSTILE[name]
    change(form)
    with pytest.raises(runtime.SaveError, match=expected):
        kind.load(json.dumps(form))


@pytest.mark.parametrize(
    ("saved", "expected"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe{", "no JSON"),
        (b"[1, 2]", "no saved world"),
        (b'{"format": "ledger-world", "version": NaN}', "NaN"),
        (b'{"format": "ledger-world", "version": 1.5}', "1.5"),
        (b'{"format": "ledger-world", "format": "x"}', "twice"),
        (b"[" * 200_000, "nested"),
        (b'{"format":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
        (b"1" * 100_000, "no JSON|no saved"),
    ],
)
def test_what_is_no_save_is_refused(saved: bytes, expected: str) -> None:
    with pytest.raises(runtime.SaveError, match=expected):
        form_of()[0].load(saved)


def test_a_save_cut_off_anywhere_is_refused() -> None:
    w, _ = crowd()
    saved = w.save()
    for length in range(0, len(saved), 97):
        with pytest.raises(runtime.SaveError):
            type(w).load(saved[:length])


def _paths(form: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = form.items() if isinstance(form, dict) else enumerate(form)
    found = []
    for key, value in items:
        found.append((*path, key))
        if isinstance(value, (dict, list)):
            found += _paths(value, (*path, key))
    return found


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 30),
    st.integers(),
    st.text(max_size=4),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-2, 9), max_size=3),
)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**6), JUNK, st.booleans())
def test_a_save_with_anything_anywhere_is_refused_or_a_sound_world(
    seed: int, junk: Any, same: bool
) -> None:
    kind, form = form_of()
    if not same:
        form["digest"] = "of another version"
    path = random.Random(seed).choice(_paths(form))
    put(*path, value=junk)(form)
    try:
        w = kind.load(json.dumps(form))
    except runtime.SaveError:
        return
    again = w.save()
    assert kind.load(again).save() == again
    try:
        w.wait(1)
    except runtime.RulesError:
        assert w.save() == again


def test_nothing_is_saved_or_copied_in_the_midst_of_a_command() -> None:
    for what in ("save", "copy"):

        def act(effect: Any, w: Any, event: Any, what: str = what) -> None:
            getattr(w, what)()

        rung = a.effect("Rung", afters=(a.after(a.Rang, "holder", 1, act),))
        one = a.body(3, rung)
        w = a.arena(one, effects=(rung,))()
        with pytest.raises(runtime.NestedCommand):
            w.raise_event(a.Rang, w.make(one))


def test_parameters_of_every_type_are_saved() -> None:
    kinds: dict[str, Any] = {"__slots__": ("value",), "parameters": ("value",)}

    def init(self: Any, value: Any = 0) -> None:
        runtime.Effect.__init__(self)
        self.value = value

    marked = a.effect(
        "Marked", __init__=init, stacking=runtime.Stacking.SEPARATE, **kinds
    )
    one = a.body(3)
    kind = a.arena(one, effects=(marked, FIRE))
    w = kind()
    u = w.make(one)
    values = (
        3,
        Fraction(1, 3),
        True,
        "word",
        u,
        a.nothing,
        (u, u),
        runtime.Point(1, 2),
        FIRE,
        one,
        a.Rang,
    )
    for value in values:
        w.give(marked(value), u)
    loaded = kind.load(w.save())
    twin = loaded.entity(u.id)
    found = [held.value for held in twin.all(marked)]
    plain = [3, Fraction(1, 3), True, "word", twin, a.nothing, (twin, twin)]
    assert found == [*plain, *values[7:]]
    copied = w.copy().entity(u.id)
    copies = [held.value for held in copied.all(marked)]
    assert copies[5:] == [a.nothing, (copied, copied), *values[7:]]
    with pytest.raises(runtime.ArgumentError, match="object"):
        w.give(marked(object()), u)


def test_a_chain_of_many_references_is_no_deep_nesting() -> None:
    one = a.body(3)
    w = a.arena(one)()
    last = w.make(one)
    for _ in range(3000):
        last = w.make(one, owner=last)
    saved = w.save()
    assert type(w).load(saved).save() == saved
    assert w.copy().save() == saved
    assert BANNER.auras
