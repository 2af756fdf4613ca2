"""What is destroyed dies the death that its own rules know."""

from __future__ import annotations

import pytest

from tests.unit.emit.emitted import compiled

RULES = """
event Wrecked Faded

pool Wear max 2 whole

effect Worn
  dies at full Wear raising Wrecked

effect Fading
  dies when holder.Wear > 9 raising Faded

archetype Engine
  pools Wear
  has Worn

archetype Phantom
  pools Wear
  has Fading Worn

archetype Guarded from Fighter(1, 5)
  pools Wear
  has Worn

archetype Stone
"""


@pytest.mark.parametrize(
    ("archetype", "event"),
    [
        ("Engine", "Wrecked"),
        ("Phantom", "Faded"),
        ("Guarded", "Died"),
        ("Stone", "Died"),
    ],
)
def test_the_death_of_what_is_destroyed(archetype: str, event: str) -> None:
    rules = compiled(RULES)
    w = rules.World()
    came = w.destroy(w.make(getattr(rules, archetype)))
    assert [entry.kind_name() for entry in came.entries] == ["Destroyed", event]


def test_a_death_that_holds_goes_before_those_that_do_not() -> None:
    rules = compiled(RULES)
    w = rules.World()
    guarded = w.make(rules.Guarded)
    w.name_entity(guarded, "it")
    came = w.set(guarded, "Wear", 2)
    assert [entry.text() for entry in came.entries] == ["set Wear it 2", "Wrecked it"]
