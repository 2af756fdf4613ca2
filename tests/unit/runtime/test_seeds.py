"""The three recipes of the seeds, played on the hand-made catalog."""

from __future__ import annotations

from tests.unit.runtime.handmade import (
    AttackAbility,
    Damage,
    Hero,
    Move,
    Recruit,
    Shieldbearer,
    Shielded,
    Side,
    Soldier,
    Squire,
    TurnStarted,
    World,
    tag_Shield,
)


def test_a_ward_stops_the_first_hit_and_goes() -> None:
    w = World()
    s, t = w.make(Squire), w.make(Squire)
    assert w.deal(Damage, 0, t).done
    assert t.tags & tag_Shield
    outcome = w.deal(Damage, 5, s)
    assert outcome.refused == "Prevented"
    assert s.Health == 1
    assert not s.all(Shielded)
    assert not s.tags & tag_Shield
    assert w.deal(Damage, 1, s).done
    assert s.gone
    assert not s.alive
    assert t.alive


def test_a_guard_must_be_attacked_first() -> None:
    w = World()
    a, b = w.make(Side), w.make(Side)
    e = w.make(Hero, team=b)
    u = w.make(Recruit, team=a)
    g = w.make(Shieldbearer, team=b)
    r = w.make(Recruit, team=b)
    assert w.act(u, AttackAbility, g).refused == "CannotAfford"
    assert w.raise_event(TurnStarted, u).done
    for behind in (e, r):
        outcome = w.act(u, AttackAbility, behind)
        assert outcome.refused == "Requirement"
        assert outcome.message == 'Requirement "a guard is in the way"'
    assert [order.target for order in w.orders(u)] == [g]
    assert w.can(u, AttackAbility, g) is None
    assert w.act(u, AttackAbility, g).done
    assert (g.Health, u.Health) == (3, 1)
    assert w.act(u, AttackAbility, g).refused == "CannotAfford"


def test_with_the_guard_gone_the_hero_may_be_attacked() -> None:
    w = World()
    a, b = w.make(Side), w.make(Side)
    e = w.make(Hero, team=b)
    u = w.make(Recruit, team=a)
    g = w.make(Shieldbearer, team=b)
    w.deal(Damage, 4, g)
    assert g.gone
    w.raise_event(TurnStarted, u)
    assert w.act(u, AttackAbility, e).done
    assert (e.Health, u.Health) == (29, 2)


def test_a_move_is_given_back_by_the_turn() -> None:
    w = World()
    s = w.make(Soldier, team=w.make(Side))
    assert (
        w.act(s, Move, Path=6).message == 'Requirement "further than the unit\'s move"'
    )
    assert w.act(s, Move, Path=5).done
    assert s.Moves == 0
    assert w.act(s, Move, Path=1).refused == "CannotAfford"
    w.raise_event(TurnStarted, s)
    assert (s.Moves, s.Actions) == (1, 1)
    assert w.act(s, Move, Path=1).done


def test_what_is_wrong_with_a_prop_is_said() -> None:
    w = World()
    s = w.make(Soldier)
    assert w.act(s, Move).refused == "MissingProp"
    assert w.act(s, Move, Path=-1).refused == "OutOfBounds"
    assert w.act(s, Move, Path=1, Steps=1).refused == "UnknownProp"
    assert w.orders(s) == ()
    assert len(w.orders(s, Path=2)) == 1


def test_the_log_tells_what_happened() -> None:
    w = World()
    a, b = w.make(Side), w.make(Side)
    u = w.make(Recruit, team=a)
    g = w.make(Shieldbearer, team=b)
    w.name_entity(u, "u")
    w.name_entity(g, "g")
    w.raise_event(TurnStarted, u)
    outcome = w.act(u, AttackAbility, g)
    assert outcome.text() == (
        "  spend Attacks u 1\n"
        "  Attacking g by u\n"
        "  Damage g 1 by u\n"
        "  Damage u 1 by g\n"
    )
    assert w.log.text().splitlines()[-5:-4] == ["Act u Attack g"]
