"""``ledgerc explain`` and ``world.explain``: whole explanations of a small game, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ledgerc import driver
from ledgerc.diagnostics import Sink
from ledgerc.workspace import open_workspace
from tests.unit.commands.support import Ledgerc

CATALOG = """\
link team
allegiance team
stages Soak
stat Toughness
stat Might min 0 max 9 whole
pool Health max Toughness whole
pool Plates whole
pool Breath max 2 whole
damage Health
tags Fighter
event Fallen

effect Mortal
  dies at no Health raising Fallen

effect Plated
  before Damage of holder at Soak when holder.Plates > 0
    spend Plates 1
    absorb 2
  before Damage of holder when event.amount > 5
    set event.amount 5

effect Angry
  adds Might 2
  scales Might 1.5 when holder.Health < 5

effect Bound
  forbids Strike for holder else "it is bound"

effect Barbed
  after Damage of holder when event.applied > 0
    deal roll(6) to event.by

ability Strike
  target enemy having Fighter
  requires holder.Health > 1 else "too weak"
  cost Breath 1
  deal holder.Might to target from holder

archetype Side

template archetype Body(toughness, might)
  tags Fighter
  base Toughness toughness
  base Might might
  full Health Breath
  with Plates = 1
  has Mortal
  grants Strike

archetype Knight from Body(8, 3)
  has Plated Barbed

archetype Brute from Body(6, 4)
"""
PLAY = """\
catalog game.ledger

scene duel
  make a Side
  make b Side
  make k Knight with team = a
  make o Brute with team = b

play "blows" in duel
  roll 2
  act o Strike at k
  expect k.Health = 6
  expect o.Health = 4
  give Angry to o
  expect o.Might = 9
  take Angry from o
  give Angry to k
  expect k.Might = 5
  give Bound to o
  act o Strike at k
  expect refused Forbidden "it is bound"
  take Bound from o
  roll 1
  act o Strike at k
  expect k.Health = 2
  act o Strike at k
  expect refused CannotAfford
  expect o has Angry
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.ledger").write_text(CATALOG, encoding="utf-8")
    (tmp_path / "game.play").write_text(PLAY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line_of(text: str, after: str = "") -> int:
    start = PLAY.index(after) if after else 0
    return PLAY[: PLAY.index(text, start)].count("\n") + 1


def catalog_line(text: str) -> str:
    return f"game.ledger:{CATALOG[: CATALOG.index(text)].count(chr(10)) + 1}"


def told(
    game: Path, line: int, text: str = "", *, everything: bool = False
) -> list[str]:
    result = driver.explain(game / "game.play", line, text, everything=everything)
    assert not result.findings.diagnostics
    assert result.text is not None
    return result.text.splitlines()


def test_a_pool_tells_what_touched_it_and_what_each_rule_left(game: Path) -> None:
    start = catalog_line("full Health")
    assert told(game, line_of("expect k.Health = 6")) == [
        "k.Health is 6",
        "  start of Knight from Body(8, 3) "
        f"({catalog_line('archetype Knight')}): 8 ({start})",
        "  Damage k 4 by o, 2 of it absorbed: 8 → 6, where holder.Might = 4 "
        f"({catalog_line('deal holder.Might')})",
        "    o.Might: 4",
        "      base of Brute from Body(6, 4) "
        f"({catalog_line('archetype Brute')}): 4 ({catalog_line('base Might might')})",
        "    Plated: Damage of holder at Soak when holder.Plates > 0: 4 → 2, "
        f"where holder.Plates = 1 ({catalog_line('before Damage of holder at Soak')})",
        "    1 rule was passed over: its condition was false",
    ]


def test_all_tells_the_rules_that_were_passed_over(game: Path) -> None:
    lines = told(game, line_of("expect k.Health = 6"), everything=True)
    place = catalog_line("before Damage of holder when")
    assert (
        "    ✗ Plated: Damage of holder when event.amount > 5, "
        f"where event.amount = 4 ({place})" in lines
    )


def test_dice_and_the_rule_that_rolled_them(game: Path) -> None:
    lines = told(game, line_of("expect o.Health = 4"))
    assert lines[2].startswith("  Damage o 2, from k's Barbed: 6 → 4")
    assert lines[2].endswith(f"({catalog_line('deal roll(6)')})")
    assert lines[3].strip().startswith("Rolled 2 6")


def test_a_stat_tells_each_modifier_in_order_and_its_bounds(game: Path) -> None:
    place = catalog_line("scales Might")
    assert told(game, line_of("expect o.Might = 9"))[2:] == [
        f"  Angry adds: 4 → 6 ({catalog_line('adds Might')})",
        f"  Angry scales: 6 → 9, where holder.Health = 4 ({place})",
    ]


def test_a_modifier_whose_condition_is_false(game: Path) -> None:
    line = line_of("expect k.Might = 5")
    place = catalog_line("scales Might")
    assert told(game, line)[-1] == "  1 rule was passed over: its condition was false"
    assert told(game, line, everything=True)[-1] == (
        f"  ✗ Angry scales, where holder.Health = 6 ({place})"
    )


def test_a_refusal_tells_each_check_up_to_the_first_that_fails(game: Path) -> None:
    assert told(game, line_of("expect refused Forbidden")) == [
        'o Strike at k is refused: Forbidden "it is bound"',
        "  ✓ o is in play",
        "  ✓ o can Strike",
        "  ✓ k may be a target, where has(target, Fighter) = true "
        f"({catalog_line('target enemy')})",
        f'  ✗ forbids "it is bound" ({catalog_line("forbids Strike")})',
    ]
    assert told(game, line_of("expect refused CannotAfford"))[4:] == [
        "  ✓ nothing forbids it",
        f"  ✓ requires, where holder.Health = 3 ({catalog_line('requires')})",
        f"  ✗ it costs 1 Breath, where o.Breath = 0 ({catalog_line('cost Breath')})",
    ]


def test_a_command_tells_what_it_led_to(game: Path) -> None:
    lines = told(game, line_of("act o Strike"))
    assert lines[0] == "act o Strike at k is done"
    assert "      Damage o 2" in lines


def test_an_effect_tells_when_it_came_and_went(game: Path) -> None:
    assert told(game, line_of("expect o has Angry")) == [
        "o has Angry is false",
        "  Gained o Angry",
        "  Lost o Angry",
    ]


def test_an_expression_names_what_is_asked(game: Path) -> None:
    lines = told(game, line_of("expect k.Health = 6"), "o.Breath + k.Toughness")
    assert lines[0] == "o.Breath is 1"
    assert "k.Toughness is 8" in lines


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, "", "no step stands at line 1"),
        (11, "z.Health", "nothing in `z.Health` is"),
        (10, "", "neither compares a value nor does anything"),
        (10_000, "", "no step stands at line 10000"),
    ],
)
def test_what_cannot_be_explained(
    game: Path, line: int, text: str, message: str
) -> None:
    result = driver.explain(game / "game.play", line, text)
    assert result.text is None
    (found,) = result.findings.diagnostics
    assert found.code == "LG0613"
    assert message in found.message
    assert found.allowed


def test_a_failing_step_is_explained_where_it_stands(
    game: Path, ledgerc: Ledgerc
) -> None:
    catalog = game / "game.ledger"
    catalog.write_text(CATALOG.replace("absorb 2", "absorb 1"), encoding="utf-8")
    played = ledgerc("play", "game.play")
    assert played.code == 1
    assert "k.Health is 5" in played.out
    place = catalog_line("before Damage of holder at Soak")
    assert f"4 → 3, where holder.Plates = 1 ({place})" in played.out


def test_places_are_from_where_the_reader_stands(game: Path) -> None:
    """As ``play`` and ``check`` name files; also inside texts and below them."""
    line = line_of("expect k.Health = 6")
    here = driver.explain(game / "game.play", line, working=game)
    above = driver.explain(game / "game.play", line, working=game.parent)
    assert here.text is not None
    assert here.text.count("game.ledger:") >= 6
    assert above.text == here.text.replace("game.ledger:", f"{game.name}/game.ledger:")


def test_json_holds_the_same(game: Path, ledgerc: Ledgerc) -> None:
    line = line_of("expect k.Health = 6")
    result = ledgerc("explain", f"game.play:{line}", "--format", "json")
    (explanation,) = json.loads(result.out)["explanations"]
    assert (explanation["subject"], explanation["value"]) == ("k.Health", "6")
    kinds = [each["kind"] for each in explanation["reasons"]]
    assert kinds == ["start", "event"]
    rules = explanation["reasons"][1]["reasons"]
    assert [each["kind"] for each in rules] == ["base", "passed over", "rule"]


@pytest.mark.parametrize("place", ["game.play", "game.play:", "game.play:x", ":3", "3"])
def test_no_place(game: Path, ledgerc: Ledgerc, place: str) -> None:
    result = ledgerc("explain", place)
    assert result.code == 2
    assert "FILE.play:LINE" in result.err


# -- from Python ----------------------------------------------------------------------------------


@pytest.fixture
def rules(game: Path) -> Any:
    workspace = open_workspace(Sink(), game)
    file = workspace.locate(game / "game.ledger")
    catalog = workspace.analyse(file).catalog
    assert catalog is not None
    return workspace.module(file, catalog)


def test_a_live_world_explains_itself(rules: Any) -> None:
    world = rules.World(seed=1)
    one, other = world.make(rules.Side), world.make(rules.Side)
    knight = world.make(rules.Knight, team=one)
    brute = world.make(rules.Brute, team=other)
    before = world.save()
    assert "legal" in world.explain_order(brute, rules.Strike, knight).text()
    refused = world.explain_order(brute, rules.Strike, brute)
    assert refused.value == "refused: NoTarget"
    assert world.save() == before, "asking changes nothing"
    world.act(brute, rules.Strike, knight)
    lines = world.explain(knight, "Health").text().splitlines()
    assert lines[0] == "Knight#3.Health is 6"
    assert "2 of it absorbed: 8 → 6" in lines[2]
    assert "Plated" in lines[3]
    assert world.explain(brute, "Might").value == 4


def test_a_loaded_world_tells_from_where_its_log_begins(rules: Any) -> None:
    world = rules.World(seed=1)
    knight = world.make(rules.Knight)
    world.spend(knight, "Breath", 1)
    again = rules.World.load(world.save())
    own = again.entities[knight.id]
    assert again.explain(own, "Breath").text() == (
        "Knight#1.Breath is 1\n  as the log begins: 1\n"
    )


@pytest.mark.parametrize("name", ["Wealth", "", 7])
def test_names_that_are_none(rules: Any, name: Any) -> None:
    import ledger_runtime as runtime

    world = rules.World(seed=1)
    knight = world.make(rules.Knight)
    with pytest.raises(runtime.RulesError):
        world.explain(knight, name)


LIT = """\
stat Might
stat Aim
link team
allegiance team
pool Glow whole

effect Bright
  aura on other allies
    adds Might holder.Aim when holder.Aim > 1
    adds Might 5 when holder.Glow > 3
    scales Might 2

effect Dim
  aura on other allies
    adds Aim 1
    sets Might 4

archetype Side

archetype Lamp
  base Aim 3
  pools Glow
  has Bright

archetype Dusk
  has Dim

archetype Moth
  base Might 1
"""
LIT_PLAY = """\
catalog lit.ledger

play "lit"
  make s Side
  make m Moth with team = s
  make l Lamp with team = s
  expect m.Might = 8
  expect m.Might = 8

play "dusk"
  make s Side
  make m Moth with team = s
  make d Dusk with team = s
  expect m.Might = 4
  expect m.Aim = 1
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            7,
            [
                "Bright of l adds: 1 → 4, where holder.Aim = 3 (lit.ledger:9)",
                "Bright of l scales: 4 → 8 (lit.ledger:11)",
                "1 rule was passed over: its condition was false",
            ],
        ),
        (14, ["Dim of d sets: 1 → 4 (lit.ledger:16)"]),
        (15, ["Dim of d adds: 0 → 1 (lit.ledger:15)"]),
    ],
)
def test_what_an_aura_lends_has_its_lender_and_its_line(
    tmp_path: Path, line: int, told: list[str]
) -> None:
    (tmp_path / "lit.ledger").write_text(LIT, encoding="utf-8")
    (tmp_path / "lit.play").write_text(LIT_PLAY, encoding="utf-8")
    text = driver.explain(tmp_path / "lit.play", line, working=tmp_path).text
    assert text is not None
    assert [each.strip() for each in text.splitlines()[2:]] == told


SHADE = """\
stat Might
stat Luck
stat Aim
link team
allegiance team
tags Wet Cold

effect Bright
  aura on other allies
    adds Might holder.Aim when holder.Aim > 9
    scales Might 2 when has(it, Wet)
    adds Aim 1 when it.Might > 50
  aura on other allies
    sets Might 7 when holder.Aim > 8

effect Keen
  adds Might 3 when has(holder, Wet)
  adds Might 1 when not has(holder, Wet)
  adds Aim 2 when holder.Luck > 1 and holder.Luck > 2 and holder.Luck > 3 and holder.Luck > 4

effect Slow
  sets Might 2 when holder.Aim == 0
  sets Might 6 when holder.Aim == 5

effect Blank
  overrides Might 1 when not has(holder, Wet)

archetype Side

archetype Lamp
  base Aim 3
  has Bright

archetype Moth
  base Might 1
  has Keen

archetype Slug
  has Slow Keen
"""
SHADE_PLAY = """\
catalog shade.ledger

play "shade"
  make s Side
  make m Moth with team = s
  make l Lamp with team = s
  expect m.Might = 2
  expect m.Aim = 0
  make g Slug with team = s
  expect g.Might = 3
  give Blank to g
  expect g.Might = 1
"""


@pytest.mark.parametrize(
    ("line", "everything", "told"),
    [
        (
            7,
            True,
            [
                "✗ Bright of l sets, where holder.Aim = 3 (shade.ledger:14)",
                "✗ Keen adds, where has(holder, Wet) = false (shade.ledger:17)",
                "Keen adds: 1 → 2, where has(holder, Wet) = false (shade.ledger:18)",
                "✗ Bright of l adds, where holder.Aim = 3 (shade.ledger:10)",
                "✗ Bright of l scales, where has(it, Wet) = false (shade.ledger:11)",
            ],
        ),
        (
            7,
            False,
            [
                "Keen adds: 1 → 2, where has(holder, Wet) = false (shade.ledger:18)",
                "4 rules were passed over: their conditions were false",
            ],
        ),
        (
            8,
            True,
            [
                "✗ Keen adds, where holder.Luck = 0 (shade.ledger:19)",
                "✗ Bright of l adds, where it.Might = 2 (shade.ledger:12)",
            ],
        ),
        (
            10,
            True,
            [
                "Slow sets: 0 → 2, where holder.Aim = 0 (shade.ledger:22)",
                "✗ Slow sets, where holder.Aim = 0 (shade.ledger:23)",
                "✗ Bright of l sets, where holder.Aim = 3 (shade.ledger:14)",
                "✗ Keen adds, where has(holder, Wet) = false (shade.ledger:17)",
                "Keen adds: 2 → 3, where has(holder, Wet) = false (shade.ledger:18)",
                "✗ Bright of l adds, where holder.Aim = 3 (shade.ledger:10)",
                "✗ Bright of l scales, where has(it, Wet) = false (shade.ledger:11)",
            ],
        ),
        (
            12,
            False,
            [
                "Blank sets: 0 → 1, where has(holder, Wet) = false (shade.ledger:26)",
                "Slow sets, but what was gained later replaces it, "
                "where holder.Aim = 0 (shade.ledger:22)",
                "Keen adds, but what was gained later replaces it, "
                "where has(holder, Wet) = false (shade.ledger:18)",
                "5 rules were passed over: their conditions were false",
            ],
        ),
    ],
)
def test_every_modifier_is_told_or_passed_over(
    tmp_path: Path, line: int, everything: bool, told: list[str]
) -> None:
    """Own ones and those of auras; conditions of tags alone, and on several lines of Python."""
    (tmp_path / "shade.ledger").write_text(SHADE, encoding="utf-8")
    (tmp_path / "shade.play").write_text(SHADE_PLAY, encoding="utf-8")
    play = tmp_path / "shade.play"
    result = driver.explain(play, line, everything=everything, working=tmp_path)
    assert not result.findings.diagnostics
    assert result.text is not None
    assert [each.strip() for each in result.text.splitlines()[2:]] == told


GUARDED = """\
link team
allegiance team
tags Body Taunt Elusive
pool Health whole
formula Able(who) = not has(who, Elusive)

ability Strike
  target enemy having Body
  requires Able(holder) else "not able"
  requires not has(target, Elusive) else "elusive"
  requires has(target, Taunt) or not any(enemies having Taunt where Able(it)) else "guarded"
  requires not any(others of holder having Elusive) and not any(allies having Taunt) else "no"

archetype Side

archetype Plain
  tags Body
  grants Strike

archetype Wall
  tags Body Taunt

archetype Wisp
  tags Body Elusive
  grants Strike
"""
GUARDED_PLAY = """\
catalog guarded.ledger

play "guarded"
  make s Side
  make t Side
  make p Plain with team = s
  make q Plain with team = t
  act p Strike at q
  expect done
  make v Wall with team = t
  act p Strike at q
  expect refused
  act p Strike at v
  expect done
  make x Wisp with team = t
  act p Strike at x
  expect refused
  act x Strike at p
  expect refused
  act p Strike at v
  expect refused
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            9,
            [
                "✓ requires, where Able(p) = true (guarded.ledger:9)",
                "✓ requires, where has(target, Elusive) = false (guarded.ledger:10)",
                "✓ requires, where has(target, Taunt) = false, "
                "any(…: none of 4) = false (guarded.ledger:11)",
                "✓ requires, where any(…: none of 3) = false, "
                "any(…: none of 4) = false (guarded.ledger:12)",
            ],
        ),
        (
            12,
            [
                '✗ requires "guarded", where has(target, Taunt) = false, '
                "any(…: v) = true (guarded.ledger:11)"
            ],
        ),
        (
            17,
            [
                '✗ requires "elusive", where has(target, Elusive) = true (guarded.ledger:10)'
            ],
        ),
        (19, ['✗ requires "not able", where Able(x) = false (guarded.ledger:9)']),
        (
            21,
            ['✗ requires "no", where any(…: x) = true (guarded.ledger:12)'],
        ),
    ],
)
def test_a_requirement_tells_what_it_saw_that_is_no_number(
    tmp_path: Path, line: int, told: list[str]
) -> None:
    """Tags, what ``any`` found as it ran, and what formulas gave."""
    (tmp_path / "guarded.ledger").write_text(GUARDED, encoding="utf-8")
    (tmp_path / "guarded.play").write_text(GUARDED_PLAY, encoding="utf-8")
    result = driver.explain(tmp_path / "guarded.play", line, working=tmp_path)
    assert not result.findings.diagnostics
    assert result.text is not None
    lines = [each.strip() for each in result.text.splitlines()]
    assert [each for each in lines if each[2:].startswith("requires")][
        -len(told) :
    ] == told


def test_the_kinds_of_reasons_are_those_of_the_documents(repository: Path) -> None:
    """Of every step of three recipes, all keys and kinds stand in the table."""
    text = (repository / "docs/explain.md").read_text(encoding="utf-8")
    keys: set[str] = set()
    kinds: set[str] = set()

    def collect(reasons: list[dict[str, Any]]) -> None:
        for each in reasons:
            keys.update(each)
            kinds.add(each["kind"])
            collect(each.get("reasons", []))

    for recipe in ("cards/lord", "dice/advantage", "cards/counterspell"):
        play = repository / f"content/cookbook/{recipe}.play"
        lines = play.read_text(encoding="utf-8").splitlines()
        for number, line in list(enumerate(lines, 1))[:40]:
            if line.startswith(("  expect ", "  act ")):
                told = driver.explain(play, number, as_json=True, working=repository)
                for each in json.loads(told.text)["explanations"] if told.text else ():
                    collect(each["reasons"])
    assert {"base", "start", "event", "check", "die", "choice", "modifier"} <= kinds
    missing = [each for each in sorted(keys | kinds) if f"`{each}`" not in text]
    assert not missing
