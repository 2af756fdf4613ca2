"""Entities that are made, copied, turned, moved, placed and ordered about by generated code."""

from __future__ import annotations

from typing import Any

from tests.unit.emit.emitted import compiled


def test_make_copy_turn_destroy_and_remove() -> None:
    rules = compiled("""
pool Deaths whole
effect Mourning
  after Died of any
    gain Deaths 1
ability Work
  make Grunt with team = holder.team, owner = holder, Health = 4 as made
  copy made as twin
  turn made into Brute
  deal 1 to twin
  destroy twin
  make Grunt as third
  remove third
archetype Brute from Fighter(7, 20)
archetype Maker from Fighter(1, 9)
  pools Deaths
  has Mourning
  grants Work
""")
    w = rules.World()
    side = w.make(rules.Side)
    maker = w.make(rules.Maker, team=side)
    assert w.act(maker, rules.Work).done
    made = [each for each in w.in_play() if each.owner is maker]
    assert [each.archetype for each in made] == [rules.Brute]
    assert (made[0].Health, made[0].team, maker.Deaths) == (20, side, 1)


def test_places_distances_and_facings() -> None:
    rules = compiled("""
space plane
pool Seen whole
ability Aim
  target a place where distance(holder, it) < 50
  place holder at target facing bearing(holder, at(9, 9))
  set Seen count(others within 3 of holder)
  if in_front(holder, at(9, 9), 10) and facing(holder) == 45
    gain Seen 100
archetype Scout from Fighter(1, 9)
  pools Seen
  grants Aim
""")
    w = rules.World()
    scout = w.make(rules.Scout, at=rules.runtime.Point(0, 0))
    for x in (3, 4, 9):
        w.make(rules.Grunt, at=rules.runtime.Point(x, 3))
    assert w.act(scout, rules.Aim).refused == "NoTarget"
    assert w.act(scout, rules.Aim, at=rules.runtime.Point(3, 3)).done
    assert (scout.x, scout.y, scout.Seen) == (3, 3, 102)


def test_perform_orders_the_first_legal_and_can_asks() -> None:
    rules = compiled("""
tags Attacking
pool Wish whole
ability Bite
  tags Attacking
  target one enemy having Body
  deal 3 to target from holder
ability Goad
  target one ally having Body
  if can(target, Attacking)
    gain Wish 1
  perform Attacking by target
  if can(target, Bite, holder)
    gain Wish 100
archetype Wolf from Fighter(1, 9)
  grants Bite
archetype Goader from Fighter(1, 9)
  pools Wish
  grants Goad
""")
    w = rules.World()
    a, b = w.make(rules.Side), w.make(rules.Side)
    goader, wolf = w.make(rules.Goader, team=a), w.make(rules.Wolf, team=a)
    assert w.act(goader, rules.Goad, wolf).done
    foe = w.make(rules.Grunt, team=b)
    assert w.act(goader, rules.Goad, wolf).done
    assert (foe.Health, goader.Wish) == (7, 1)


def test_singles_endings_and_winners() -> None:
    rules = compiled("""
pool Round whole
effect Counting
  after TurnStarted of any
    gain Match.Round 1
single archetype Match
  pools Round
  has Counting
ends when Match.Round >= 2 winner first(all having Body)
""")
    w = rules.World()
    u = w.make(rules.Grunt)
    w.raise_event(rules.TurnStarted, of=u)
    assert not w.over
    w.raise_event(rules.TurnStarted, of=u)
    assert w.over
    assert w.winner is u


def test_the_dying_are_marked_by_every_kind_of_dies() -> None:
    rules = compiled("""
event Spent Faded
pool Wounds max 3 whole
pool Ash whole
effect Fragile
  dies at full Wounds raising Spent
effect Fading
  dies when holder.Ash > 0 raising Faded
archetype Doll
  pools Wounds Ash
  has Fragile Fading
archetype Wisp
  with Wounds = 1
  pools Ash
  has Fading
""")
    w = rules.World()
    doll, wisp, ghost = w.make(rules.Doll), w.make(rules.Wisp), w.make(rules.Doll)
    names = [
        [entry.kind_name() for entry in outcome.entries]
        for outcome in (
            w.gain(doll, "Wounds", 3),
            w.gain(wisp, "Ash", 1),
            w.gain(ghost, "Wounds", 2),
        )
    ]
    assert names == [["gain Wounds", "Spent"], ["gain Ash", "Faded"], ["gain Wounds"]]
    assert (doll.gone, wisp.gone, ghost.gone) == (True, True, False)


def test_zones_where_a_rule_works_and_where_an_order_may_come_from() -> None:
    rules = compiled("""
zone Hand
zone Board
in play Board
pool Heard whole
effect Listening
  active in Hand
  after Struck of any
    gain Heard 1
ability Cast
  from Hand
  move holder to Board of holder.owner
archetype Card from Fighter(1, 9)
  pools Heard
  has Listening
  grants Cast
""")
    w = rules.World()
    player: Any = w.make(rules.Side)
    card = w.make(rules.Card, owner=player, zone="Hand", of=player)
    w.raise_event(rules.Struck, of=player)
    assert w.act(card, rules.Cast).done
    w.raise_event(rules.Struck, of=player)
    assert (card.Heard, card.zone, card.in_play) == (1, "Board", True)
    assert w.act(card, rules.Cast).refused == "Gone"
