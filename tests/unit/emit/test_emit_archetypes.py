"""What an archetype starts with, as its class says it."""

from __future__ import annotations

import linecache
from types import ModuleType
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.emit.emitted import HEAD, catalog_of, compiled, text_of

ARGUMENTS = """
space plane
phases Dawn Dusk
query Shade(x) default 2
formula Doubled(x) = x.Attack * 2

effect Strong(size)
  adds Attack size

effect Sworn(lord)
  adds Attack lord.Attack

effect Counting(those)
  adds Attack count(those)

effect Watchful(awake)
  adds Attack 1 when awake

effect Standing(spot)
  on gained
    place holder at spot

single archetype Lord
  base Attack 7
"""


@pytest.mark.parametrize(
    ("has", "attack"),
    [
        ("Strong(holder.team.Attack)", 2 + 4),
        ("Strong(Doubled(holder))", 2 + 4),
        ("Strong(Shade(holder))", 2 + 2),
        ("Strong(roll(1)) Strong(2)", 2 + 1 + 2),
        ("Strong(count(all))", 2 + 3),
        ("Sworn(Lord)", 2 + 7),
        ("Sworn(holder.team)", 2 + 4),
        ("Counting(allies)", 2 + 1),
        ("Watchful(holder.Attack > 1)", 2 + 1),
        ("Watchful(phase == Dawn)", 2),
        ("Standing(at(3, 4))", 2),
    ],
)
def test_arguments_of_effects_are_reckoned_as_one_is_made(
    has: str, attack: int
) -> None:
    rules = compiled(
        ARGUMENTS.replace("effect Strong(size)\n", "effect Strong(size)\n  separate\n")
        + f"archetype Leader\n  base Attack 4\n\narchetype Doer from Fighter(2, 9)\n  has {has}\n"
    )
    w = rules.World(seed=1)
    leader = w.make(rules.Leader)
    u = w.make(rules.Doer, team=leader)
    assert u.Attack == attack
    w.turn(u, rules.Grunt)
    w.turn(u, rules.Doer)
    twin = rules.World.load(w.save()).entity(u.id)
    assert twin.Attack == attack


def test_a_base_may_ask_where_one_stands() -> None:
    rules = compiled("""
space plane
archetype Far
  base Attack floor(distance(holder, at(0, 0)))
""")
    assert rules.World().make(rules.Far, at=runtime.Point(3, 4)).Attack == 5


def on_disk(text: str, name: str) -> Any:
    """A module of the text of a catalog, whose lines can be read back."""
    emitted = text_of(catalog_of(HEAD + text, f"{name}.ledger"))
    linecache.cache[f"{name}.py"] = (len(emitted), None, emitted.splitlines(True), name)
    module = ModuleType(name)
    exec(compile(emitted, f"{name}.py", "exec"), module.__dict__)
    return module


LINES = """
stat Ratio = 1 / holder.Health
formula Part(x) = 1 / x.Health
effect Shared
  adds MaxHealth 1 / holder.Health
effect Given(size)
  adds Attack size
effect Piled
  stacks max 1 / holder.Attack
archetype Giver
  has Given(1 / holder.Attack)
"""


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda rules, w, u: u.Ratio, 2),
        (lambda rules, w, u: rules.Part(u), 3),
        (lambda rules, w, u: u.MaxHealth, 5),
        (lambda rules, w, u: (w.give(rules.Piled, u), w.give(rules.Piled, u)), 9),
        (lambda rules, w, u: w.make(rules.Giver), 11),
        (lambda rules, w, u: w.distance(u, u), 0),
    ],
)
def test_an_error_names_its_line_also_outside_of_commands(ask: Any, line: int) -> None:
    rules = on_disk(LINES, "lines")
    w = rules.World()
    u = w.make(rules.Side)
    w.give(rules.Shared, u)
    with pytest.raises(runtime.RulesError) as failed:
        ask(rules, w, u)
    place = f"lines.ledger:{HEAD.count(chr(10)) + line}" if line else None
    assert failed.value.place == place
    assert getattr(failed.value, "__notes__", []) == (
        [f"in the rule at {place}"] if place else []
    )
