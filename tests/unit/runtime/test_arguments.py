"""Wrong arguments of commands: an error of the runtime that says what belongs there."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime import Point
from tests.unit.emit.emitted import compiled

RULES = """
prop Path min 0 max 9
space plane
phases Dawn Dusk
zone Deck ordered
event Hit with Path, owner
query Cover(one, two) default 0

effect Burn(size)
  every 1 second
    deal size to holder

effect Grudge(foe)
  after Hit of holder
    deal 1 to foe

effect Plain
  tags Body

ability Move
  takes Path
  target a place

ability Volley
  target up to 2 any
  deal 1 to first(targets)

routine Go(one, size)
  deal size to one

single archetype Match

archetype Unit from Fighter(1, 10)
  grants Move Volley
"""

g = compiled(RULES)
other = compiled(RULES)
foreign = other.World(seed=1).make(other.Unit)


class Setting:
    """A world with two units, and what tests call them."""

    def __init__(self) -> None:
        self.w = g.World(seed=7)
        self.u = self.w.make(g.Unit, at=Point(0, 0))
        self.v = self.w.make(g.Unit, at=Point(1, 1))


Call = Callable[[Setting, Any], Any]

ENTITIES: dict[str, Call] = {
    "act": lambda s, x: s.w.act(x, g.Volley, s.v),
    "act at": lambda s, x: s.w.act(s.u, g.Volley, s.v, x),
    "can": lambda s, x: s.w.can(x, g.Volley, s.v),
    "orders": lambda s, x: s.w.orders(x),
    "raise": lambda s, x: s.w.raise_event(g.Hit, x),
    "raise with": lambda s, x: s.w.raise_event(g.Hit, s.u, owner=x),
    "deal": lambda s, x: s.w.deal(g.Damage, 1, x),
    "set": lambda s, x: s.w.set(x, "Health", 1),
    "give": lambda s, x: s.w.give(g.Plain, x),
    "give with": lambda s, x: s.w.give(g.Grudge(x), s.u),
    "take": lambda s, x: s.w.take(g.Plain, x),
    "take all": lambda s, x: s.w.take_all(x),
    "make with": lambda s, x: s.w.make(g.Unit, team=x),
    "make in": lambda s, x: s.w.make(g.Unit, zone="Deck", of=x),
    "copy": lambda s, x: s.w.copy_of(x),
    "turn": lambda s, x: s.w.turn(x, g.Unit),
    "destroy": lambda s, x: s.w.destroy(x),
    "remove": lambda s, x: s.w.remove(x),
    "move": lambda s, x: s.w.move(x, "Deck", s.v),
    "move to": lambda s, x: s.w.move(s.u, "Deck", x),
    "shuffle": lambda s, x: s.w.shuffle("Deck", x),
    "place": lambda s, x: s.w.place(x, Point(1, 1)),
    "point": lambda s, x: s.w.point(s.u, "team", x),
    "do": lambda s, x: s.w.do(g.Go, x, 1),
    "name": lambda s, x: s.w.name_entity(x, "k"),
}
"""Commands that take an entity there, as what is no entity is tried."""

NUMBERS: dict[str, Call] = {
    "deal": lambda s, x: s.w.deal(g.Damage, x, s.u),
    "set": lambda s, x: s.w.set(s.u, "Health", x),
    "raise with": lambda s, x: s.w.raise_event(g.Hit, s.u, Path=x),
    "act with": lambda s, x: s.w.act(s.u, g.Move, at=Point(1, 1), Path=x),
    "act at": lambda s, x: s.w.act(s.u, g.Move, at=Point(x, 1), Path=1),
    "orders with": lambda s, x: s.w.orders(s.u, Path=x),
    "give with": lambda s, x: s.w.give(g.Burn(x), s.u),
    "make with": lambda s, x: s.w.make(g.Unit, Health=x),
    "make facing": lambda s, x: s.w.make(g.Unit, facing=x),
    "wait": lambda s, x: s.w.wait(x),
    "do": lambda s, x: s.w.do(g.Go, s.u, x),
    "roll": lambda s, x: s.w.script_rolls(x),
    "answer": lambda s, x: s.w.script_answer("Cover", (s.u, s.v), x),
}

DECLARED: dict[str, Call] = {
    "act": lambda s, x: s.w.act(s.u, x, s.v),
    "raise": lambda s, x: s.w.raise_event(x, s.u),
    "deal": lambda s, x: s.w.deal(x, 1, s.u),
    "give": lambda s, x: s.w.give(x, s.u),
    "take": lambda s, x: s.w.take(x, s.u),
    "make": lambda s, x: s.w.make(x),
    "turn": lambda s, x: s.w.turn(s.u, x),
    "do": lambda s, x: s.w.do(x, s.u, 1),
    "obey": lambda s, x: s.w.obey(x),
    "set": lambda s, x: s.w.set(s.u, x, 1),
    "take all": lambda s, x: s.w.take_all(s.u, x),
    "move": lambda s, x: s.w.move(s.u, x, s.v),
    "point": lambda s, x: s.w.point(s.u, x, s.v),
    "advance": lambda s, x: s.w.advance(x),
    "answer": lambda s, x: s.w.script_answer(x, (s.u, s.v), 1),
    "make at": lambda s, x: s.w.make(g.Unit, at=x),
    "place": lambda s, x: s.w.place(s.u, x),
    "index": lambda s, x: s.w.move(s.u, "Deck", s.v, runtime.End.INDEX, x),
    "end": lambda s, x: s.w.move(s.u, "Deck", s.v, x),
    "label": lambda s, x: s.w.name_entity(s.u, x),
    "load": lambda s, x: s.w.load(x),
    "seed": lambda s, x: s.w.seed(x),
    "limits": lambda s, x: g.World(limits=x),
    "chooser": lambda s, x: g.World(chooser=x),
    "choice": lambda s, x: s.w.script_choice(x),
}


class Nonsense:
    """What belongs nowhere."""


NOT_ENTITIES = [5, 1.5, "u", [], (1, 2), Nonsense(), g.Unit, Point(1, 1), foreign]
NOT_NUMBERS = ["1", b"1", [1], Nonsense(), True, float("nan"), Decimal("Infinity")]
NOT_DECLARED = [1.5, [], {}, (1, 2), Nonsense, Nonsense(), other.Unit, other.Damage]


@pytest.mark.parametrize(
    ("call", "wrong"),
    [(call, wrong) for call in ENTITIES.values() for wrong in NOT_ENTITIES]
    + [(call, wrong) for call in NUMBERS.values() for wrong in NOT_NUMBERS]
    + [(call, wrong) for call in DECLARED.values() for wrong in NOT_DECLARED],
    ids=[f"{name}-{index}" for name in ENTITIES for index in range(len(NOT_ENTITIES))]
    + [f"{name}-{index}" for name in NUMBERS for index in range(len(NOT_NUMBERS))]
    + [f"{name}-{index}" for name in DECLARED for index in range(len(NOT_DECLARED))],
)
def test_a_wrong_argument_is_an_error_of_ours_and_changes_nothing(
    call: Call, wrong: object
) -> None:
    setting = Setting()
    before, length = setting.w.save(), len(setting.w.log)
    if isinstance(wrong, type) and call is DECLARED["chooser"]:
        pytest.skip("a class can be called")
    with pytest.raises(runtime.RulesError, match=r"\w"):
        call(setting, wrong)
    assert setting.w.save() == before
    assert len(setting.w.log) == length
    assert not setting.w.running


@pytest.mark.parametrize("call", ENTITIES.values(), ids=ENTITIES)
def test_nothing_is_taken_wherever_an_entity_is(call: Call) -> None:
    setting = Setting()
    call(setting, g.nothing)
    setting.w.load(setting.w.save())
    assert g.nothing.label == "nothing"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda s: s.w.make(g.Unit, team=5), "an entity belongs here, not 5"),
        (lambda s: s.w.make(g.Match), "Match is single"),
        (lambda s: s.w.make(g.Unit, MaxHealth=5), "neither a link nor a pool"),
        (lambda s: s.w.make(g.Unit, zone="Deck"), "given together"),
        (lambda s: s.w.give(g.Burn, s.u), "Burn takes size"),
        (lambda s: s.w.deal(g.Hit, 1, s.u), "a damage or healing belongs here"),
        (lambda s: s.w.raise_event(g.Damage, s.u), "a change of a pool"),
        (lambda s: s.w.do(g.Go, s.u), "Go takes 2"),
        (lambda s: s.w.wait(10**40), "longer than a world lasts"),
        (lambda s: s.w.give(g.Plain, s.u, turns=10**40), "longer than a world"),
        (lambda s: s.w.load(None), "bytes or a text, not a NoneType"),
    ],
)
def test_the_error_says_what_is_wrong(
    call: Callable[[Setting], Any], says: str
) -> None:
    with pytest.raises(runtime.RulesError, match=says):
        call(Setting())


def test_an_instance_of_an_effect_is_given_once() -> None:
    setting = Setting()
    burn = g.Burn(1)
    setting.w.give(burn, setting.u)
    with pytest.raises(runtime.ArgumentError, match="has been given"):
        setting.w.give(burn, setting.v)


def test_decimals_are_taken_as_they_are_written() -> None:
    setting = Setting()
    w, u = setting.w, setting.u
    w.give(g.Burn(0.1), u)
    assert u.all(g.Burn)[0].size == Fraction(1, 10)
    point: Any = Point
    w.place(u, point(0.1, Decimal("0.2")))
    assert (u.x, u.y) == (Fraction(1, 10), Fraction(1, 5))
    assert w.raise_event(g.Hit, u, Path=0.5).entries[0].Path == Fraction(1, 2)


def test_a_prop_out_of_its_bounds_is_refused() -> None:
    setting = Setting()
    came = setting.w.raise_event(g.Hit, setting.u, Path=10)
    assert came.refused == "OutOfBounds"
    assert not came.entries
