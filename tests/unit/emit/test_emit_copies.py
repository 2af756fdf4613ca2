"""A copy of what auras strengthen is as strong, until auras are counted anew."""

from __future__ import annotations

from tests.unit.emit.emitted import compiled

RULES = """
zone Hand

pool Vigor max MaxHealth whole follows

effect Lord
  aura on other allies having Body
    adds Attack 1
    adds MaxHealth 4

ability Mirror
  target one ally having Body
  copy target as twin
  note "made"
  gain Power twin.Attack

pool Power

archetype Captain from Fighter(1, 2)
  has Lord
  grants Mirror
  pools Power

archetype Vigorous from Fighter(1, 3)
  full Vigor
"""


def test_a_wounded_one_is_copied_with_its_wound() -> None:
    rules = compiled(RULES)
    w = rules.World()
    side, other = w.make(rules.Side), w.make(rules.Side)
    captain = w.make(rules.Captain, team=side)
    u = w.make(rules.Vigorous, team=side)
    w.spend(u, "Vigor", 5)
    assert (u.MaxHealth, u.Vigor, u.Health) == (7, 2, 3)
    w.act(captain, rules.Mirror, u)
    assert captain.Power == 2
    (twin,) = (one for one in w.in_play() if one not in (side, other, captain, u))
    assert (twin.MaxHealth, twin.Vigor, twin.Attack) == (7, 2, 2)
    held = w.copy_of(u, zone="Hand", of=side)
    assert (held.MaxHealth, held.Vigor, held.Attack) == (3, 2, 1)
    again = rules.World.load(w.save())
    assert again.save() == w.save()
