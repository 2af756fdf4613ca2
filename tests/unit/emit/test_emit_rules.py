"""Rules as generated code runs them: before rules, answers, redirects, durations."""

from __future__ import annotations

from typing import Any

from tests.unit.emit.emitted import compiled


def sides(rules: Any, **more: Any) -> tuple[Any, Any, Any]:
    """A world, and one side of it twice."""
    w = rules.World(seed=1, **more)
    return w, w.make(rules.Side), w.make(rules.Side)


def test_prevent_runs_the_rest_of_its_body_and_no_later_rule() -> None:
    rules = compiled("""
effect Charm
  before Damage of holder when event.amount > 0
    prevent
    remove self

effect Later
  before Damage of holder
    gain holder.owner.Health 1

archetype Charmed from Fighter(1, 5)
  has Charm Later
""")
    w, a, _ = sides(rules)
    owner = w.make(rules.Grunt, team=a, Health=3)
    u = w.make(rules.Charmed, team=a, owner=owner)
    assert w.deal(rules.Damage, 4, u).refused == "Prevented"
    assert (u.Health, owner.Health, u.holds & rules.holds_Charm) == (5, 3, 0)
    assert w.deal(rules.Damage, 4, u).done
    assert (u.Health, owner.Health) == (1, 4)


def test_neighbours_that_take_each_others_damage_redirect_once() -> None:
    rules = compiled("""
effect Brotherly
  before Damage of other ally
    redirect to holder

archetype Brother from Fighter(1, 5)
  has Brotherly
""")
    w, a, _ = sides(rules)
    first = w.make(rules.Brother, team=a)
    second = w.make(rules.Brother, team=a)
    w.deal(rules.Damage, 2, first)
    assert (first.Health, second.Health) == (5, 3)


def test_a_condition_is_read_when_the_turn_of_its_rule_comes() -> None:
    rules = compiled("""
stages First Second
effect Thick
  before Damage of holder at First
    set event.amount event.amount - 2
effect Careful
  before Damage of holder at Second when event.amount > 2
    prevent

archetype Wall from Fighter(0, 9)
  has Careful Thick
""")
    w, a, _ = sides(rules)
    wall = w.make(rules.Wall, team=a)
    assert w.deal(rules.Damage, 4, wall).done
    assert wall.Health == 7
    assert w.deal(rules.Damage, 5, wall).refused == "Prevented"


def test_or_stop_in_a_before_rule_leaves_only_that_rule() -> None:
    rules = compiled("""
effect Deaf
  before Struck of holder
    prevent
effect Nervous
  before Damage of holder
    raise Struck of holder or stop
    prevent
effect Thick
  before Damage of holder
    set event.amount event.amount - 1

archetype Coward from Fighter(0, 9)
  has Nervous Thick
archetype Stone from Fighter(0, 9)
  has Deaf Nervous Thick
""")
    w, a, _ = sides(rules)
    coward, stone = w.make(rules.Coward, team=a), w.make(rules.Stone, team=a)
    assert w.deal(rules.Damage, 3, coward).refused == "Prevented"
    assert w.deal(rules.Damage, 3, stone).done
    assert (coward.Health, stone.Health) == (9, 7)


def test_one_body_answers_several_events_and_each_way_of_a_change() -> None:
    rules = compiled("""
damage Health as Fire
pool Hurts min 0 whole
pool Moves min 0 whole

effect Counting
  after Damage, Fire of holder
    gain Hurts 1
  after change Health of holder
    gain Moves 1

archetype Tally from Fighter(0, 9)
  pools Hurts Moves
  has Counting
""")
    w, a, _ = sides(rules)
    u = w.make(rules.Tally, team=a)
    w.deal(rules.Damage, 1, u)
    w.deal(rules.Fire, 1, u)
    w.heal(rules.Healing, 1, u)
    w.set(u, "Health", 4)
    w.gain(u, "Health", 1)
    w.spend(u, "Health", 1)
    assert (u.Hurts, u.Moves, u.Health) == (2, 6, 4)


def test_relations_of_subject_and_cause_select_who_answers() -> None:
    rules = compiled("""
pool Seen min 0 whole
pool Paid min 0 whole

effect Watching
  after Damage of other ally having Body by enemy having Guard
    gain Seen 1
  after Damage of holder.owner
    gain Paid 1

archetype Watcher from Fighter(0, 9)
  pools Seen Paid
  has Watching
archetype Guardsman from Fighter(1, 9)
  tags Guard
""")
    w, a, b = sides(rules)
    friend = w.make(rules.Grunt, team=a)
    watcher = w.make(rules.Watcher, team=a, owner=friend)
    guard = w.make(rules.Guardsman, team=b)
    grunt = w.make(rules.Grunt, team=b)
    w.deal(rules.Damage, 1, friend, by=guard)
    w.deal(rules.Damage, 1, friend, by=grunt)
    w.deal(rules.Damage, 1, friend)
    w.deal(rules.Damage, 1, watcher, by=guard)
    assert (watcher.Seen, watcher.Paid) == (1, 3)


def test_nothing_is_never_a_path_that_a_rule_is_about() -> None:
    rules = compiled("""
pool Blamed min 0 whole
effect Blaming
  after Damage of any by holder.owner
    gain Blamed 1
archetype Judge from Fighter(0, 9)
  pools Blamed
  has Blaming
""")
    w, a, _ = sides(rules)
    judge = w.make(rules.Judge, team=a)
    w.deal(rules.Damage, 1, judge)
    assert judge.Blamed == 0


def test_absorb_spares_the_pool_and_keeps_the_amount() -> None:
    rules = compiled("""
pool Armor min 0 whole
pool Felt min 0 whole
effect Plated
  before Damage of holder
    let soaked = min(event.amount, holder.Armor)
    spend Armor soaked
    absorb soaked
  after Damage of holder
    gain Felt event.amount
archetype Knight from Fighter(0, 9)
  with Armor = 3
  pools Felt
  has Plated
""")
    w, a, _ = sides(rules)
    knight = w.make(rules.Knight, team=a)
    w.deal(rules.Damage, 2, knight)
    w.deal(rules.Damage, 2, knight)
    assert (knight.Health, knight.Armor, knight.Felt) == (8, 0, 4)


def test_every_turn_and_every_second_beat_one_period_after_the_gain() -> None:
    rules = compiled("""
pool Turns min 0 whole
pool Beats min 0 whole
effect Clocked
  every turn
    gain Turns 1
  every 0.5 seconds
    gain Beats 1
archetype Clock from Fighter(0, 9)
  pools Turns Beats
  has Clocked
""")
    w, a, _ = sides(rules)
    clock = w.make(rules.Clock, team=a)
    w.raise_event(rules.TurnStarted, of=clock)
    w.wait(seconds=1)
    assert (clock.Turns, clock.Beats) == (1, 2)


def test_lasts_until_ends_once_the_event_has_been_answered() -> None:
    rules = compiled("""
pool Noted min 0 whole
effect Braced
  lasts until Damage of holder
  before Damage of holder
    set event.amount 1
  after Damage of holder
    gain Noted 1
archetype Bracer from Fighter(0, 9)
  pools Noted
  has Braced
""")
    w, a, _ = sides(rules)
    bracer = w.make(rules.Bracer, team=a)
    w.deal(rules.Damage, 5, bracer)
    w.deal(rules.Damage, 5, bracer)
    assert (bracer.Health, bracer.Noted) == (3, 1)


def test_priority_and_repeats_order_and_multiply_answers() -> None:
    rules = compiled("""
priority Early 1
pool Score min 0 whole
effect Doubling
  repeats Struck for ally 2
effect Adding
  after Struck of holder
    gain Score 1
effect Tripling
  after Struck of holder priority Early
    set Score holder.Score * 3 + 1
archetype Scorer from Fighter(0, 9)
  pools Score
  has Adding Tripling
archetype Drummer from Fighter(0, 9)
  has Doubling
""")
    w, a, b = sides(rules)
    scorer = w.make(rules.Scorer, team=a)
    w.raise_event(rules.Struck, of=scorer)
    assert scorer.Score == 2
    w.make(rules.Drummer, team=a)
    w.set(scorer, "Score", 0)
    w.raise_event(rules.Struck, of=scorer)
    assert scorer.Score == 6  # 0*3+1, 1*3+1, then twice 1 more
    foe = w.make(rules.Scorer, team=b)
    w.raise_event(rules.Struck, of=foe)
    assert foe.Score == 2


def test_forbids_by_tag_and_by_name_only_for_its_subject() -> None:
    rules = compiled("""
tags Loud
effect Hushed
  forbids Loud for holder else "hush"
effect Scary
  forbids Whisper for enemy when holder.Health > 5 else "too afraid"
ability Shout
  tags Loud
  note "!"
ability Whisper
  note "…"
archetype Talker from Fighter(0, 9)
  grants Shout Whisper
archetype Ghost from Fighter(0, 9)
  has Scary
""")
    w, a, b = sides(rules)
    u = w.make(rules.Talker, team=a)
    assert w.can(u, rules.Shout) is None
    w.give(rules.Hushed(), to=u)
    refused = w.act(u, rules.Shout)
    assert refused.message == 'Forbidden "hush"'
    assert w.act(u, rules.Whisper).done
    ghost = w.make(rules.Ghost, team=b)
    assert w.act(u, rules.Whisper).message == 'Forbidden "too afraid"'
    w.set(ghost, "Health", 5)
    assert w.act(u, rules.Whisper).done


def test_a_rule_by_its_holder_is_found_through_who_causes_the_event() -> None:
    text = """
pool Thirst min 0 whole
effect Thirsty
  before Damage of enemy by holder having Guard when event.amount < 9
    set event.amount event.amount + 1
  after Damage of enemy having Body by holder
    gain Thirst event.applied
archetype Bat from Fighter(1, 9)
  tags Guard
  pools Thirst
  has Thirsty
"""
    rules = compiled(text)
    assert not rules.Thirsty.watched
    w, a, b = sides(rules)
    bat, other, foe = (
        w.make(rules.Bat, team=a),
        w.make(rules.Bat, team=a),
        w.make(rules.Grunt, team=b),
    )
    w.deal(rules.Damage, 2, foe, by=bat)
    w.deal(rules.Damage, 2, foe)
    w.deal(rules.Damage, 2, other, by=bat)
    assert (bat.Thirst, other.Thirst, foe.Health, other.Health) == (3, 0, 5, 7)


def test_a_redirect_is_asked_of_each_holder_in_its_turn_and_does_not_come_back() -> (
    None
):
    rules = compiled("""
effect Guarding
  before Damage of holder.owner
    redirect to holder

effect Passing
  before Damage of holder
    redirect to holder.owner

archetype Guard from Fighter(1, 5)
  has Guarding

archetype Coward from Fighter(1, 5)
  has Passing
""")
    w, a, _ = sides(rules)
    first = w.make(rules.Guard, team=a)
    second = w.make(rules.Guard, team=a, owner=first)
    third = w.make(rules.Guard, team=a, owner=second)
    w.deal(rules.Damage, 1, first)
    assert (first.Health, second.Health, third.Health) == (5, 5, 4)
    w.point(first, "owner", third)
    w.deal(rules.Damage, 1, first)
    assert (first.Health, second.Health, third.Health) == (5, 5, 3)
    w.deal(rules.Damage, 1, third)
    assert (first.Health, second.Health, third.Health) == (5, 4, 3)
    one = w.make(rules.Coward, team=a)
    other = w.make(rules.Coward, team=a, owner=one)
    w.point(one, "owner", other)
    for struck in (one, other):
        w.deal(rules.Damage, 1, struck)
    assert (one.Health, other.Health) == (4, 4)
