"""A small game with something of each kind to cover."""

from __future__ import annotations

RULES = """\
link team
allegiance team
pool Health max 10 whole
pool Swings max 2 whole
stat Might
damage Health
event Died Rested

effect Mortal
  dies at no Health raising Died

effect Warded
  before Damage of holder when event.amount > 2
    set event.amount 2

effect Idle
  after Rested of holder
    set Swings 2

effect Bound
  forbids Swing for holder else "bound"

effect Strong
  adds Might 1 when holder.Health > 5

ability Swing
  target one enemy
  requires holder.Health > 1 else "too weak"
  cost Swings 1
  if target.Health > 5
    deal 3 to target from holder
  else
    deal 1 to target from holder

archetype Side

archetype Body
  base Might 2
  full Health
  full Swings
  has Mortal
  grants Swing
"""

PLAY = """\
catalog rules.ledger

scene duel
  make a Side
  make b Side
  make u Body with team = a
  make v Body with team = b

play "a swing" in duel
  give Warded to v
  act u Swing at v
  expect v.Health = 8
  act u Swing at u
  expect refused NoTarget
  give Bound to u
  act u Swing at v
  expect refused Forbidden "bound"
"""

SECOND = """\
catalog rules.ledger

play "the end"
  make u Body
  give Strong to u
  expect u.Might = 3
  deal 10 to u
  expect u gone
"""
