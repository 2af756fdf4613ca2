"""Abilities, selections and statements as generated code runs them."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.unit.emit.emitted import HEAD, catalog_of, compiled, text_of


def test_targets_requirements_costs_and_props() -> None:
    rules = compiled("""
prop Force min 1 max 3 whole
pool Stamina max 4 whole

ability Shove
  takes Force
  target one enemy having Body where it.Health > 2
  requires holder.Health >= event.Force else "too weak"
  cost Stamina event.Force
  cost holder.owner.Stamina 1
  deal event.Force to target from holder

archetype Shover from Fighter(1, 6)
  full Stamina
  grants Shove
""")
    w = rules.World()
    a, b = w.make(rules.Side), w.make(rules.Side)
    master = w.make(rules.Shover, team=a)
    u = w.make(rules.Shover, team=a, owner=master)
    foe = w.make(rules.Grunt, team=b)
    weak = w.make(rules.Grunt, team=b, Health=2)
    assert w.act(u, rules.Shove, foe).refused == "MissingProp"
    assert w.act(u, rules.Shove, foe, Force=4).refused == "OutOfBounds"
    assert w.act(u, rules.Shove, weak, Force=1).refused == "NoTarget"
    assert w.act(u, rules.Shove, foe, Force=3).done
    assert (foe.Health, u.Stamina, master.Stamina) == (7, 1, 3)
    assert w.act(u, rules.Shove, foe, Force=2).refused == "CannotAfford"
    w.set(u, "Health", 1)
    assert w.act(u, rules.Shove, foe, Force=2).message == 'Requirement "too weak"'


def test_selections_filter_sort_and_fold_as_written() -> None:
    rules = compiled("""
pool Found whole
pool Sum whole
pool Best whole
pool Worst whole
pool Other whole

ability Look
  set Found count(enemies having Body where it.Health > 3)
  set Sum sum(enemies, it.Health)
  set Best most(enemies having Guard, it.Health)
  set Worst least(enemies, it.Health)
  let weakest = first(enemies sorted by it.Health)
  deal 1 to weakest
  for each foe in enemies as e where e.Health > count(enemies) sorted by it.Health down first 1
    deal 5 to foe
  if any(all with owner = holder) and not any(holder having Guard)
    gain Other 1
  for each one in holder having Body
    gain one.Other 10

archetype Seer from Fighter(1, 6)
  pools Found Sum Best Worst Other
  grants Look
archetype Guardian from Fighter(0, 9)
  tags Guard
""")
    w = rules.World()
    a, b = w.make(rules.Side), w.make(rules.Side)
    seer = w.make(rules.Seer, team=a)
    foes = [
        w.make(rules.Grunt, team=b, Health=3),
        w.make(rules.Guardian, team=b, Health=8),
        w.make(rules.Grunt, team=b, owner=seer, Health=5),
    ]
    assert w.act(seer, rules.Look).done
    assert (seer.Found, seer.Sum, seer.Best, seer.Worst, seer.Other) == (
        2,
        16,
        8,
        3,
        11,
    )
    assert [foe.Health for foe in foes] == [2, 3, 5]


def test_folds_over_nobody_are_0_and_nothing() -> None:
    rules = compiled("""
pool Sum whole
ability Look
  set Sum most(enemies, it.Health) + least(enemies, it.Health) + sum(enemies, 1)
  gain Sum count(nothing) + 1
  deal 3 to first(enemies)
archetype Seer from Fighter(1, 6)
  pools Sum
  grants Look
""")
    w = rules.World()
    seer = w.make(rules.Seer)
    assert w.act(seer, rules.Look).done
    assert seer.Sum == 1


def test_loops_branches_and_named_hits() -> None:
    rules = compiled("""
pool Round whole
pool Log whole

ability Drill
  target one any
  repeat 2
    gain Round 1
  repeat until holder.Round >= 5
    gain Round 1
  deal 3 to target from holder as blow
  if blow.prevented
    gain Log 1
  else if blow.applied > 2
    gain Log 10
  else
    gain Log blow.amount * 100
  raise Struck of target by holder or stop
  gain Log 1000

effect Shut
  before Struck of holder
    prevent

archetype Driller from Fighter(1, 6)
  pools Round Log
  grants Drill
""")
    w = rules.World()
    u, v = w.make(rules.Driller), w.make(rules.Grunt)
    w.act(u, rules.Drill, v)
    assert (u.Round, u.Log) == (5, 1010)
    w.set(v, "Health", 1)
    w.set(u, "Log", 0)
    w.give(rules.Shut(), to=v)
    w.act(u, rules.Drill, v)
    assert u.Log == 300


def test_effects_with_parameters_stacks_and_durations() -> None:
    rules = compiled("""
effect Burning(heat)
  stacks max 3
  lasts 2 turns
  after TurnStarted of holder
    deal heat * self.stacks to holder
ability Ignite
  target one any
  give Burning(2) to target
ability Douse
  target one any
  take all from target
archetype Burner from Fighter(1, 6)
  grants Ignite Douse
""")
    w = rules.World()
    u, v = w.make(rules.Burner), w.make(rules.Grunt)
    w.act(u, rules.Ignite, v)
    w.act(u, rules.Ignite, v)
    w.raise_event(rules.TurnStarted, of=v)
    assert v.Health == 6
    w.raise_event(rules.TurnStarted, of=v)
    w.raise_event(rules.TurnStarted, of=v)
    assert (v.Health, v.holds & rules.holds_Burning) == (2, 0)


def test_formulas_and_routines_take_the_world_only_if_they_need_it() -> None:
    rules = compiled("""
pool Score whole
formula Twice(n) = n * 2
formula Foes(of) = count(enemies of of)
formula Both(x) = Twice(Foes(x))
routine Bless(x, n)
  gain x.Score n
  result x.Score + 1
ability Sing
  let now = do Bless(holder, Both(holder))
  do Bless(holder, now * 10)
archetype Singer from Fighter(1, 6)
  pools Score
  grants Sing
""")
    w = rules.World()
    a, b = w.make(rules.Side), w.make(rules.Side)
    u = w.make(rules.Singer, team=a)
    w.make(rules.Grunt, team=b)
    w.act(u, rules.Sing)
    assert u.Score == 32
    assert rules.Twice(4) == 8
    assert rules.Both(w, u) == 2


def test_at_once_reads_all_amounts_first() -> None:
    rules = compiled("""
ability Trade
  target one any
  at once
    deal holder.Health to target from holder
    deal target.Health to holder from target
archetype Trader from Fighter(1, 8)
  grants Trade
""")
    w = rules.World()
    u, v = w.make(rules.Trader), w.make(rules.Trader, Health=7)
    w.act(u, rules.Trade, v)
    assert (u.Health, v.Health) == (1, 0)


def test_dice_choices_queries_zones_and_phases() -> None:
    rules = compiled("""
zone Hand max 2
zone Deck ordered
phases Dawn Dusk
query Light(x) min 0 max 5 whole default 3
pool Score whole
routine Draw(p)
  move first(cards in Deck of p) to Hand of p or note "full"
effect Waking
  after PhaseStarted
    gain Score 100
ability Gamble
  during Dusk
  gain Score roll(6) + Light(holder)
  choose mood one of Calm, Fury by holder
  if mood == Fury
    gain Score 1000
  do Draw(holder)
  do Draw(holder)
  do Draw(holder)
ability Play
  target one card in Hand of holder
  move target to Deck of holder top
  if phase == Dusk and target in Deck of holder
    gain Score 10000
archetype Gambler from Fighter(1, 8)
  pools Score
  grants Gamble Play
  has Waking
""")
    w = rules.World(
        seed=3,
        chooser=lambda _, choice: [choice.options[1]],
        teller=lambda *_: 4,
    )
    u = w.make(rules.Gambler)
    cards = [w.make(rules.Grunt, zone="Deck", of=u) for _ in range(3)]
    assert w.act(u, rules.Gamble).refused == "WrongPhase"
    w.advance("Dusk")
    assert w.act(u, rules.Gamble).done
    assert 1105 <= u.Score <= 1110
    assert [card.zone for card in cards] == ["Hand", "Hand", "Deck"]
    assert w.act(u, rules.Play, cards[2]).refused == "NoTarget"
    assert w.act(u, rules.Play, cards[1]).done
    assert [card.id for card in w.cards("Deck", u)] == [cards[1].id, cards[2].id]
    assert u.Score > 10000


def test_a_die_in_a_clause_is_rolled_once() -> None:
    rules = compiled("""
space plane
pool Score whole
ability Feel
  set Score count(others within roll(6) of holder)
archetype Feeler from Fighter(1, 8)
  pools Score
  grants Feel
""")
    w = rules.World(seed=1)
    u = w.make(rules.Feeler, at=rules.runtime.Point(0, 0))
    for x in range(4):
        w.make(rules.Grunt, at=rules.runtime.Point(x, 0))
    outcome = w.act(u, rules.Feel)
    assert sum(entry.kind_name() == "Rolled" for entry in outcome.entries) == 1


def test_an_error_names_the_ledger_line(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    catalog = catalog_of(HEAD + """
pool Score whole
ability Fail
  gain Score 1
  if holder.Score > 9
    gain Score 1
  else if 1 / (holder.Score - 1) > 0
    gain Score 1
archetype Failer from Fighter(1, 8)
  pools Score
  grants Fail
""")
    path.write_text(text_of(catalog, formatted=True), encoding="utf-8")
    spec = spec_from_file_location("failing", path)
    assert spec is not None
    assert spec.loader is not None
    rules: Any = module_from_spec(spec)
    spec.loader.exec_module(rules)
    w = rules.World()
    u = w.make(rules.Failer)
    with pytest.raises(rules.runtime.DivisionError) as caught:
        w.act(u, rules.Fail)
    line = HEAD.count("\n") + 7
    assert f"rules.ledger:{line}" in " ".join(caught.value.__notes__)
    assert u.Score == 0


def test_grants_with_arguments_are_instances_of_their_own() -> None:
    rules = compiled("""
ability Mend(strength)
  target one any
  requires strength > 1 else "hopeless"
  heal strength to target
archetype Healer from Fighter(1, 8)
  grants Mend(4)
archetype Quack from Fighter(1, 8)
  grants Mend(1)
""")
    w = rules.World()
    healer: Any = w.make(rules.Healer)
    quack: Any = w.make(rules.Quack)
    hurt: Any = w.make(rules.Grunt, Health=1)
    assert w.act(quack, rules.Mend, hurt).message == 'Requirement "hopeless"'
    w.act(healer, rules.Mend, hurt)
    assert hurt.Health == 5
