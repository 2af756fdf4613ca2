"""Saves of other versions of a catalog: what is new, what was renamed, what is in the way.

Source: ``docs/saves.md``, "Saves of other versions of a catalog".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ledger_runtime as runtime
from ledgerc.diagnostics import Sink
from ledgerc.workspace import open_workspace

Compile = Callable[[str], ModuleType]

FIRST = """
rate 10
link owner
stat Might
stat MaxHealth
pool Health max MaxHealth whole follows
pool Fuel max 9
damage Health
tags Wet Unit
event Rang
event Died
zone Hand hidden
zone Board
in play Board
phases Dawn Dusk
query Cover(of) default 0

template effect Raised(more)
  adds Might more

effect Mortal
  dies at no Health raising Died

effect Burning(strength)
  separate
  lasts 30 seconds
  every 2 seconds
    spend Health strength

effect Leading
  aura on other allies
    adds Might 1
    has Warmed

effect Warmed
  tags Wet

ability Pick
  target one any
  choose taken one of Left, Right by holder
  if taken == Left
    deal 1 to target

allegiance owner

archetype Side

single archetype Match
  pools Fuel

archetype Hero
  tags Unit
  base Might 2
  base MaxHealth 10
  full Health
  has Mortal Raised(2)
  grants Pick
"""


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """``compiled(text)``: the module of a catalog."""
    count = 0

    def compile_(text: str) -> ModuleType:
        nonlocal count
        count += 1
        root = tmp_path / str(count)
        root.mkdir()
        (root / "pyproject.toml").write_text('[tool.ledgerc]\nsources = ["."]\n')
        (root / "game.ledger").write_text(text, encoding="utf-8")
        sink = Sink()
        workspace = open_workspace(sink, root)
        file = workspace.locate(root / "game.ledger")
        analysed = workspace.analyse(file)
        assert analysed.catalog is not None, [each.message for each in analysed.found]
        return workspace.module(file, analysed.catalog)

    return compile_


def played(rules: Any) -> Any:
    """A world of the first version with something of everything in it, waiting at a choice."""
    w = rules.World(7)
    side = w.make(rules.Side)
    u = w.make(rules.Hero, owner=side)
    v = w.make(rules.Hero, owner=side)
    w.make(rules.Hero, owner=side, zone="Hand", of=side)
    w.give(rules.Burning(1), u)
    w.give(rules.Leading, v)
    w.wait(1)
    w.deal(rules.Damage, 3, u)
    w.advance("Dusk")
    w.script_answer("Cover", (u,), 2)
    w.gain(w.single("Match"), "Fuel", 0.5)
    with pytest.raises(runtime.NeedsChoice):
        w.act(u, rules.Pick, v)
    return w


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with some of it exchanged."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def test_a_save_of_the_very_version_comes_back(compiled: Compile) -> None:
    rules = compiled(FIRST)
    w = played(rules)
    assert rules.World.load(w.save()).save() == w.save()


ADDED = changed(
    FIRST,
    ("pool Fuel max 9", "pool Armor max 5 whole\npool Fuel max 9\nstat Speed"),
    ("tags Wet Unit", "tags Dry Wet Unit"),
    ("zone Hand", "zone Deck ordered\nzone Hand"),
    ("phases Dawn Dusk", "phases Dawn Noon Dusk"),
    ("template effect", "effect Quick\n  adds Speed 1\n\ntemplate effect"),
    ("  every 2 seconds", "  every 1 second\n    gain Armor 1\n  every 2 seconds"),
    ("  aura on other", "  aura on holder\n    tags Dry\n  aura on other"),
    (
        "single archetype Match",
        "single archetype Sky\n  pools Fuel\n\nsingle archetype Match",
    ),
    ("  base Might 2", "  base Speed 3\n  base Might 2"),
    ("  full Health", "  full Health Armor"),
    ("has Mortal", "has Quick Mortal"),
)


def test_additions_load_and_come_to_who_is_there(compiled: Compile) -> None:
    w = played(compiled(FIRST))
    rules = compiled(ADDED)
    v = rules.World.load(w.save())
    u = v.entity(3)
    assert (u.Health, u.MaxHealth, u.Might) == (7, 10, 5)
    assert (u.Speed, u.Armor) == (4, 5)
    assert v.phase == "Dusk"
    assert v.answers == {("Cover", u): 2}
    assert v.single("Sky").archetype is rules.Sky
    assert len(v.log) == 0
    assert v.awaited().options == ("Left", "Right")
    v.decide("Left")
    assert v.entity(4).Health == 9
    v.wait(1)
    assert u.Health == 6
    assert rules.World.load(v.save()).save() == v.save()


RENAMED = changed(
    FIRST,
    ("Might", "Power"),
    ("MaxHealth", "MostLife"),
    ("Health", "Life"),
    ("Wet", "Soaked"),
    ("owner", "side"),
    ("Hand", "Grip"),
    ("Dusk", "Evening"),
    ("Cover(", "Shelter("),
    ("Raised", "Lifted"),
    ("Burning", "Blazing"),
    ("strength", "heat"),
    ("Leading", "Guiding"),
    ("Pick", "Choose"),
    ("Side", "Player"),
    ("Match", "Table"),
    ("Hero", "Champion"),
)
LINES = """
renamed Might to Power
renamed MaxHealth to MostLife
renamed Health to Vitality
renamed Vitality to Life
renamed Wet to Soaked
renamed owner to side
renamed Hand to Grip
renamed Dusk to Evening
renamed Cover to Shelter
renamed Raised to Lifted
renamed Burning to Blazing
renamed Blazing.strength to heat
renamed Leading to Guiding
renamed Pick to Choose
renamed Side to Player
renamed Match to Table
renamed Hero to Champion
"""


def test_everything_that_a_save_names_may_be_renamed(compiled: Compile) -> None:
    w = played(compiled(FIRST))
    rules = compiled(RENAMED + LINES)
    v = rules.World.load(w.save())
    u = v.entity(3)
    assert (u.Life, u.MostLife, u.Power) == (7, 10, 5)
    assert u.side is v.entity(2)
    assert u.all(rules.Blazing)[0].heat == 1
    assert (v.phase, v.answers) == ("Evening", {("Shelter", u): 2})
    assert v.entity(5).zone == "Grip"
    assert v.single("Table").Fuel == runtime.exact(0.5)
    v.decide("Left")
    assert v.entity(4).Life == 9
    assert rules.World.load(v.save()).save() == v.save()


def test_without_the_lines_everything_renamed_is_named_as_in_the_way(
    compiled: Compile,
) -> None:
    w = played(compiled(FIRST))
    rules = compiled(RENAMED)
    with pytest.raises(runtime.SaveError) as caught:
        rules.World.load(w.save())
    text = str(caught.value)
    assert "another version" in text
    assert "renamed OLD to NEW" in text
    for name in ("Side", "Match", "Hero"):
        assert f"archetype {name}" in text or f"archetype '{name}'" in text


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            [("pool Fuel max 9\n", ""), ("  pools Fuel\n", "")],
            "the pool Fuel is not declared any more: 1 entity has it",
        ),
        ([("rate 10", "rate 20")], "20 ticks now, had 10"),
        ([("pool Fuel max 9", "pool Fuel max 9 whole")], "whole"),
        (
            [
                ("effect Burning(strength)", "effect Burning(strength, spread)"),
            ],
            "a parameter spread that the save has no value for",
        ),
        (
            [
                ("Burning(strength)", "Burning(heat)"),
                ("spend Health strength", "spend Health heat"),
            ],
            "no parameter 'strength'",
        ),
        ([("phases Dawn Dusk", "phases Dawn Noon")], "the phase Dusk"),
        ([("query Cover(of) default 0\n", "")], "the query Cover"),
        (
            [("ability Pick", "ability Choose"), ("grants Pick", "grants Choose")],
            "the ability Pick",
        ),
        (
            [("effect Leading", "effect Guiding")],
            "the effect 'Leading' is not declared any more: 1 entity holds it",
        ),
        ([("zone Hand hidden\n", "")], "the zone Hand"),
        (
            [("Raised(more)", "Lifted(more)"), ("Raised(2)", "Lifted(2)")],
            "Raised_2",
        ),
        (
            [("single archetype Match\n  pools Fuel\n", "")],
            "Match",
        ),
    ],
)
def test_what_is_gone_and_needed_is_in_the_way(
    compiled: Compile, changes: list[tuple[str, str]], told: str
) -> None:
    w = played(compiled(FIRST))
    rules = compiled(changed(FIRST, *changes))
    with pytest.raises(runtime.SaveError) as caught:
        rules.World.load(w.save())
    assert told in str(caught.value)


def test_what_is_gone_and_not_needed_is_not_in_the_way(compiled: Compile) -> None:
    rules = compiled(FIRST)
    w = rules.World(1)
    u = w.make(rules.Hero)
    text = changed(
        FIRST,
        ("query Cover(of) default 0\n", ""),
        ("zone Hand hidden\n", ""),
        ("  every 2 seconds\n    spend Health strength\n", ""),
        ("event Rang\n", ""),
        ("phases Dawn Dusk\n", ""),
    )
    v = compiled(text).World.load(w.save())
    assert v.entity(u.id).Health == 10


def test_a_pool_that_follows_only_now_does_not_rise_at_once(compiled: Compile) -> None:
    text = changed(FIRST, (" whole follows", " whole"))
    rules = compiled(text)
    w = rules.World(1)
    u = w.make(rules.Hero)
    w.deal(rules.Damage, 4, u)
    newer = compiled(FIRST)
    v = newer.World.load(w.save())
    assert v.entity(u.id).Health == 6
    v.set(v.entity(u.id), "Health", 5)
    assert v.entity(u.id).Health == 5


def test_a_pool_is_fitted_to_bounds_that_are_narrower_now(compiled: Compile) -> None:
    rules = compiled(FIRST)
    w = rules.World(1)
    w.set(w.single("Match"), "Fuel", 9)
    v = compiled(changed(FIRST, ("pool Fuel max 9", "pool Fuel max 4"))).World.load(
        w.save()
    )
    assert v.single("Match").Fuel == 4


def test_a_base_that_cannot_be_reckoned_is_in_the_way(compiled: Compile) -> None:
    rules = compiled(FIRST)
    w = rules.World(1)
    w.make(rules.Hero)
    text = changed(
        FIRST,
        ("stat Might\n", "stat Might\nstat Speed\n"),
        (
            "  base Might 2",
            "  base Might 2\n  base Speed 1 / (holder.Health - holder.Health)",
        ),
    )
    newer = compiled(text)
    with pytest.raises(runtime.SaveError, match="cannot be brought to it"):
        newer.World.load(w.save())


def test_a_save_of_quite_other_rules_says_so(compiled: Compile) -> None:
    w = played(compiled(FIRST))
    other = compiled("pool Coins whole\n\narchetype Purse\n  pools Coins\n")
    with pytest.raises(runtime.SaveError, match="another version of these rules"):
        other.World.load(w.save())


def test_two_old_pools_cannot_become_one(compiled: Compile) -> None:
    text = "pool A\npool B\n\narchetype One\n  pools A B\n"
    rules = compiled(text)
    w = rules.World(1)
    w.set(w.make(rules.One), "A", 3)
    newer = compiled(
        "pool C\n\narchetype One\n  pools C\n\nrenamed A to C\nrenamed B to C\n"
    )
    with pytest.raises(runtime.SaveError, match="both pool C now"):
        newer.World.load(w.save())


def test_names_stand_in_the_save_and_no_place_of_a_catalog_does(
    compiled: Compile,
) -> None:
    """The same declarations in another order give the same numbers back."""
    rules = compiled(FIRST)
    w = played(rules)
    form = json.loads(w.save())
    text = changed(
        FIRST,
        ("stat Might\nstat MaxHealth", "stat MaxHealth\nstat Might"),
        ("tags Wet Unit", "tags Unit Wet"),
        ("pool Fuel max 9\n", ""),
        ("link owner", "pool Fuel max 9\nlink owner"),
    )
    v = compiled(text).World.load(w.save())
    assert form["columns"] != json.loads(v.save())["columns"]
    assert (v.entity(3).Health, v.entity(3).Might) == (7, 5)
    assert v.single("Match").Fuel == runtime.exact(0.5)


def test_what_beats_only_now_beats_a_period_from_now(compiled: Compile) -> None:
    beat = "  every 2 seconds\n    spend Health strength\n"
    rules = compiled(changed(FIRST, (beat, "")))
    w = rules.World(1)
    u = w.make(rules.Hero)
    w.give(rules.Burning(1), u)
    w.wait(3)
    v = compiled(FIRST).World.load(w.save())
    v.wait(1.9)
    assert v.entity(u.id).Health == 10
    v.wait(0.1)
    assert v.entity(u.id).Health == 9
    w = compiled(changed(FIRST, (beat, ""))).World.load(v.save())
    w.wait(5)
    assert w.entity(u.id).Health == 9


def test_a_link_that_is_new_is_empty(compiled: Compile) -> None:
    w = played(compiled(FIRST))
    text = changed(FIRST, ("link owner", "link aim owner mate"))
    v = compiled(text).World.load(w.save())
    u = v.entity(3)
    assert (u.owner, u.aim, u.mate) == (v.entity(2), v.nothing, v.nothing)


def test_the_only_one_of_what_is_single_only_now_is_the_single(
    compiled: Compile,
) -> None:
    rules = compiled(changed(FIRST, ("single archetype Match", "archetype Match")))
    w = rules.World(1)
    one = w.make(rules.Match)
    w.set(one, "Fuel", 3)
    v = compiled(FIRST).World.load(w.save())
    assert v.single("Match") is v.entity(one.id)
    assert len(v.entities) == len(w.entities)


def test_what_is_reckoned_for_what_is_new_leaves_the_dice_as_they_were(
    compiled: Compile,
) -> None:
    rolled = changed(FIRST, ("  base Might 2", "  base Might roll(6)"))
    rules = compiled(rolled)
    w = rules.World(None)
    w.script_rolls(4, 5)
    w.make(rules.Hero)
    later = compiled(
        changed(rolled, ("stat Might", "stat Might\nstat Speed")).replace(
            "  base Might", "  base Speed 3\n  base Might"
        )
    )
    v = later.World.load(w.save())
    assert (v.entity(2).Speed, v.entity(2).base_Might) == (3, 4)
    assert (v.dice, v.script["roll"]) == (None, [5])
    seeded = rules.World(7)
    seeded.make(rules.Hero)
    assert later.World.load(seeded.save()).dice == seeded.dice


def test_what_is_asked_for_one_undoes_nothing_that_came_to_others(
    compiled: Compile,
) -> None:
    rules = compiled(FIRST)
    w = rules.World(7)
    for _ in range(3):
        w.make(rules.Hero)
    later = compiled(
        changed(
            FIRST,
            ("stat Might", "stat Might\nstat Speed"),
            ("  base Might 2", "  base Speed if can(holder, Pick) then 1 else 2"),
            (
                "effect Mortal",
                "effect Able(yes)\n  adds Might if yes then 1 else 0\neffect Mortal",
            ),
            ("has Mortal", "has Able(can(holder, Pick)) Mortal"),
        )
    )
    v = later.World.load(w.save())
    heroes = [each for each in v.entities.values() if each.archetype is later.Hero]
    assert [each.Speed for each in heroes] == [1, 1, 1]
    assert [[effect.name for effect in each.effects] for each in heroes] == [
        ["Mortal", "Raised_2", "Able"]
    ] * 3
