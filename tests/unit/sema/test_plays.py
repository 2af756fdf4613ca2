"""Plays against catalogs: what is resolved, and each fault that is told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ledger_runtime import entries
from ledgerc.diagnostics import Diagnostic
from ledgerc.ir import expressions as e
from ledgerc.ir import plays as p
from ledgerc.ir import statements as s
from ledgerc.ir.pprint import print_play
from ledgerc.ir.types import Type
from ledgerc.ir.verify_plays import verify_play
from ledgerc.sema.plays.log_lines import ENTRY_KINDS
from ledgerc.workspace import Workspace

CATALOG = """\
rate 10
const Reach 2
link team owner
allegiance team
prop Path min 0

stat Power
pool Health max 10 whole
pool Swings max 1 whole
damage Health
healing Health
tags Guard Big
event TurnStarted Died
event Hit with Path
turn TurnStarted
query Cover(a, b) default 0

effect Mortal
  dies at no Health raising Died

effect Guarding
  tags Guard

effect Bound
  forbids Big for holder else "bound"

ability Strike
  tags Big
  takes Path
  target one enemy
  requires has(target, Guard) or count(enemies having Guard) == 0 else "a guard is in the way"
  cost Swings 1
  deal holder.Power to target from holder

ability Rest
  heal 1 to holder

ability Bet
  choose side one of Heads, Tails by holder
  if side == Heads
    heal 1 to holder

archetype Side

archetype Unit
  base Power 2
  full Health
  full Swings
  has Mortal
  grants Strike Rest Bet
"""

BOARD = """\
  make a Side
  make b Side
  make u Unit with team = a
  make g Unit with team = b, Health = 7
"""


def analyse(
    folder: Path, play: str, catalog: str = CATALOG
) -> tuple[p.PlayFile | None, tuple[Diagnostic, ...]]:
    (folder / "x.ledger").write_text(catalog, encoding="utf-8")
    (folder / "x.play").write_text(play, encoding="utf-8")
    workspace = Workspace(folder, None)
    found = workspace.analyse_play(workspace.locate(folder / "x.play"))
    if found.play is not None:
        assert found.catalog is not None
        verify_play(found.play, found.catalog)
    return found.play, found.found


def steps_of(folder: Path, steps: str, catalog: str = CATALOG) -> tuple[p.Step, ...]:
    """The steps of one play on the board, those of the board left out."""
    text = f'catalog x.ledger\n\nplay "one"\n{BOARD}{steps}'
    file, found = analyse(folder, text, catalog)
    assert found == ()
    assert file is not None
    return file.plays[0].steps[4:]


def fault_of(folder: Path, steps: str, catalog: str = CATALOG) -> Diagnostic:
    """The one fault of steps on the board; lines count from the first of them."""
    text = f'catalog x.ledger\n\nplay "one"\n{BOARD}{steps}'
    return only_fault(folder, text, catalog)


def only_fault(folder: Path, text: str, catalog: str = CATALOG) -> Diagnostic:
    file, found = analyse(folder, text, catalog)
    assert file is None
    assert len(found) == 1, [(each.code, each.message) for each in found]
    return found[0]


# -- what is resolved -------------------------------------------------------------------------


def test_an_order(tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, "  act u Strike at g with Path = 2\n")
    assert isinstance(step, p.Act)
    assert step.ability == "Strike"
    assert [type(each) for each in step.targets] == [e.Variable]
    assert [each.name for each in step.props] == ["Path"]


def test_names_that_a_play_makes_are_its_own(tmp_path: Path) -> None:
    steps = steps_of(
        tmp_path,
        "  let w = first(enemies of u)\n  copy w as v\n  expect v.Health = w.Health\n",
    )
    let, copy, compare = steps
    assert isinstance(let, p.LetName)
    assert (let.name, let.type) == ("w", Type.ENTITY)
    assert isinstance(copy, p.Command)
    assert isinstance(copy.statement, s.Copy)
    assert isinstance(compare, p.ExpectCompare)
    assert isinstance(compare.left, e.ReadPool)
    assert isinstance(compare.left.entity, e.Variable)
    assert compare.left.entity.role is e.Role.PLAY


def test_a_comparison_keeps_what_the_author_wrote(tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, "  expect g.Health = 7 from content: as made  # so\n")
    assert isinstance(step, p.ExpectCompare)
    assert step.source == "g.Health = 7"
    assert step.origin == p.Origin("content", "as made")
    assert step.operator == "="


def test_numbers_are_exact(tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, "  expect 0.1 + 0.2 = 0.3\n")
    assert isinstance(step, p.ExpectCompare)
    assert isinstance(step.left, e.Number)
    assert step.left.value == Fraction(3, 10)
    assert step.right == step.left


def test_a_const_is_its_number(tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, "  expect u.Power = Reach\n")
    assert isinstance(step, p.ExpectCompare)
    assert step.right == e.Number(2, step.span)


def test_has_and_lacks_take_tags_and_effects(tmp_path: Path) -> None:
    tag, effect = steps_of(
        tmp_path, "  expect g has Guard\n  expect g lacks Guarding\n"
    )
    assert isinstance(tag, p.ExpectTruth)
    assert isinstance(tag.condition, e.HasTag)
    assert isinstance(effect, p.ExpectTruth)
    assert isinstance(effect.condition, e.Not)
    assert isinstance(effect.condition.operand, e.HoldsEffect)


def test_an_entity_is_gone_or_alive(tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, "  expect g gone\n")
    assert isinstance(step, p.ExpectStanding)
    assert (step.standing, step.source) == (p.Standing.GONE, "g")


def test_what_can_be_ordered(tmp_path: Path) -> None:
    can, cannot = steps_of(
        tmp_path,
        "  expect can u Strike at g with Path = 1\n"
        '  expect cannot u Strike at g with Path = 1 Requirement "a guard is in the way"\n',
    )
    assert isinstance(can, p.ExpectCan)
    assert can.can
    assert isinstance(cannot, p.ExpectCan)
    assert not cannot.can
    assert (cannot.code, cannot.text) == ("Requirement", "a guard is in the way")


def test_scripts(tmp_path: Path) -> None:
    steps = steps_of(
        tmp_path,
        "  roll 7, 10\n  choose u, g\n  choose none\n  choose Heads\n"
        "  answer Cover(u, g) = 1\n  seed 42\n  wait 0.5 seconds\n  save\n",
    )
    rolls, two, none, word, answer, seed, wait, save = steps
    assert isinstance(rolls, p.ScriptRolls)
    assert len(rolls.values) == 2
    assert isinstance(two, p.ScriptChoice)
    assert len(two.chosen) == 2
    assert isinstance(none, p.ScriptChoice)
    assert none.chosen == ()
    assert isinstance(word, p.ScriptChoice)
    assert word.chosen == (e.Named("Heads", Type.WORD, word.span),)
    assert isinstance(answer, p.ScriptAnswer)
    assert answer.query == "Cover"
    assert isinstance(seed, p.Seed)
    assert seed.value == 42
    assert isinstance(wait, p.Wait)
    assert isinstance(save, p.Save)


def test_an_expected_log(tmp_path: Path) -> None:
    *_, step = steps_of(
        tmp_path,
        "  deal 4 to g\n  expect log has\n    Damage g 4\n    Answer g Mortal\n",
    )
    assert isinstance(step, p.ExpectLog)
    assert step.part
    assert [(line.kind, line.source) for line in step.lines] == [
        ("Damage", "Damage g 4"),
        ("Answer", "Answer g Mortal"),
    ]
    assert step.lines[1].fields[1] == e.Named("Mortal", Type.EFFECT, step.span)


def test_entries_of_every_kind(tmp_path: Path) -> None:
    *_, step = steps_of(
        tmp_path,
        "  spend u.Swings 1\n  expect log\n    spend Swings u 1\n    Prevented Damage u\n"
        "    Cover u g 1\n    Pointed u team a\n    Made u Unit\n"
        '    Note "so"\n    Died nothing\n',
    )
    assert isinstance(step, p.ExpectLog)
    assert [line.kind for line in step.lines] == [
        "spend Swings",
        "Prevented",
        "Cover",
        "Pointed",
        "Made",
        "Note",
        "Died",
    ]
    assert step.lines[1].fields[0] == e.Named("Damage", Type.WORD, step.span)


def test_the_kinds_of_entries_are_those_of_the_runtime() -> None:
    classes = [
        kind.__name__
        for kind in vars(entries).values()
        if isinstance(kind, type) and kind.__module__ == entries.__name__
    ]
    bases = ("AtWork", "OfEntity", "OfEffect", "Answered")
    assert set(ENTRY_KINDS) == {"Act", *classes} - {*bases}


def test_scenes_rows_and_counts(tmp_path: Path) -> None:
    file, found = analyse(
        tmp_path,
        "# All of it.\n\ncatalog x.ledger\n\n# The start.\nscene duel\n"
        f"{BOARD}\n# Blows.\n"
        'play "blows" in duel with hit, left\n  row 1, 6\n  row 2.5, 5\n'
        "  deal hit to g\n  expect g.Health = left\n",
    )
    assert found == ()
    assert file is not None
    assert (file.name, file.catalog) == ("x.play", "x.ledger")
    assert (file.scenes[0].doc, file.plays[0].doc) == ("The start.", "Blows.")
    play = file.plays[0]
    assert (play.scene, play.parameters) == ("duel", ("hit", "left"))
    assert (len(play.rows), p.steps_of(file, play)) == (2, 6)
    deal = play.steps[0]
    assert isinstance(deal, p.Command)
    assert isinstance(deal.statement, s.Deal)
    hit = deal.statement.amount
    assert isinstance(hit, e.Variable)
    assert (hit.role, hit.whole) == (e.Role.PARAMETER, False)
    compare = play.steps[1]
    assert isinstance(compare, p.ExpectCompare)
    assert isinstance(compare.right, e.Variable)
    assert compare.right.whole


def test_what_an_order_may_be_refused_for_is_for_the_play_to_show(
    tmp_path: Path,
) -> None:
    steps = steps_of(
        tmp_path,
        "  act u Strike at u with Path = -1\n  expect refused OutOfBounds\n"
        "  act u Strike\n  expect refused MissingProp\n"
        "  raise Hit of u with Path = -1\n  expect refused OutOfBounds\n",
    )
    assert len(steps) == 6


def test_a_match_that_is_over(tmp_path: Path) -> None:
    ending = "\nends when count(all having Guard) == 0 winner nothing\n"
    over, not_over, winner, draw = steps_of(
        tmp_path,
        "  expect over\n  expect not over\n  expect winner u\n  expect winner nothing\n",
        CATALOG + ending,
    )
    assert isinstance(over, p.ExpectOver)
    assert (over.over, over.winner) == (True, None)
    assert isinstance(not_over, p.ExpectOver)
    assert not not_over.over
    assert isinstance(winner, p.ExpectOver)
    assert isinstance(winner.winner, e.Variable)
    assert isinstance(draw, p.ExpectOver)
    assert isinstance(draw.winner, e.Nothing)


def test_the_whole_prints_the_same_every_time(tmp_path: Path) -> None:
    text = f'catalog x.ledger\n\nplay "one"\n{BOARD}  deal 1 to g\n  expect done\n'
    first, _ = analyse(tmp_path, text)
    second, _ = analyse(tmp_path, text)
    assert first is not None
    assert second is not None
    assert print_play(first) == print_play(second)
    assert "  expect done\n" in print_play(first)


# -- faults -----------------------------------------------------------------------------------


FAULTS = {
    "a misspelt entity": ("  deal 1 to gg\n", "LG0203", 8, "g"),
    "a misspelt archetype": ("  make v Unti\n", "LG0203", 8, "Unit"),
    "a misspelt ability": ("  act u Strke at g\n", "LG0203", 8, "Strike"),
    "a misspelt prop": ("  act u Strike at g with Paht = 1\n", "LG0203", 8, "Path"),
    "a misspelt link": ("  make v Unit with taem = a\n", "LG0203", 8, "team"),
    "a misspelt pool": ("  expect g.Helth = 7\n", "LG0203", 8, "Health"),
    "a misspelt tag": ("  expect g has Gaurd\n", "LG0203", 8, "Guard"),
    "a misspelt effect": ("  give Guardng to g\n", "LG0203", 8, "Guarding"),
    "a misspelt event": ("  raise TurnStated of u\n", "LG0203", 8, "TurnStarted"),
    "a misspelt query": ("  answer Cver(u, g) = 1\n", "LG0203", 8, "Cover"),
    "a misspelt word": ("  act u Rest\n  expect dne\n", "LG0203", 9, "done"),
    "a name made twice": ("  make u Unit\n", "LG0205", 8, None),
    "a name let twice": ("  let g = 1\n", "LG0205", 8, None),
    "two types": ("  expect g.Health = u\n", "LG0302", 8, None),
    "an entity that is ordered": ("  expect g < 3\n", "LG0301", 8, None),
    "a number that is expected true": ("  expect g.Health\n", "LG0301", 8, None),
    "holder in a play": ("  deal 1 to holder\n", "LG0207", 8, None),
    "a pool of nobody": ("  set Health 3\n", "LG0306", 8, None),
    "an order at a number": ("  act u Strike at (5)\n", "LG0301", 8, None),
    "an unknown reason": (
        "  act u Rest\n  expect refused CannotAford\n",
        "LG0508",
        9,
        "CannotAfford",
    ),
    "an unknown requirement": (
        '  act u Strike at g\n  expect refused Requirement "a guard is in the wey"\n',
        "LG0509",
        9,
        "a guard is in the way",
    ),
    "a requirement of another ability": (
        '  act u Rest\n  expect refused Requirement "a guard is in the way"\n',
        "LG0509",
        9,
        None,
    ),
    "a text without its reason": (
        '  act u Rest\n  expect refused CannotAfford "no"\n',
        "LG0509",
        9,
        None,
    ),
    "a refusal after an expectation": (
        "  act u Rest\n  expect done\n  expect refused\n",
        "LG0510",
        10,
        None,
    ),
    "a word that no choice offers": ("  choose Haeds\n", "LG0511", 8, "Heads"),
    "an unknown entry": (
        "  deal 1 to g\n  expect log\n    Damge g 1\n",
        "LG0512",
        10,
        "Damage",
    ),
    "an end that is not declared": ("  expect over\n", "LG0513", 8, None),
    "a hit with a name": ("  deal 1 to g as hit\n", "LG0514", 8, None),
    "or stop": ("  raise Died of g or stop\n", "LG0514", 8, None),
    "half a pip": ("  roll 2.5\n", "LG0515", 8, None),
    "half a seed": ("  seed 2.5\n", "LG0515", 8, None),
    "two places": ("  act u Strike at 1 2, 3 4\n", "LG0516", 8, None),
    "a wait of turns": ("  wait 2 turns\n", "LG0517", 8, None),
    "a wait of no whole ticks": ("  wait 0.25 seconds\n", "LG0407", 8, None),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_told_on_its_line(case: str, tmp_path: Path) -> None:
    steps, code, line, suggestion = FAULTS[case]
    found = fault_of(tmp_path, steps)
    assert (found.code, found.span.line) == (code, line), found.message
    assert found.suggestion == suggestion
    assert found.span.file == "x.play"


WHOLE = {
    "no catalog": (f'play "one"\n{BOARD}', "LG0505", 1),
    "two catalogs": (
        f'catalog x.ledger\ncatalog x.ledger\n\nplay "one"\n{BOARD}',
        "LG0505",
        2,
    ),
    "no play": (f"catalog x.ledger\n\nscene s\n{BOARD}", "LG0506", 1),
    "rows alone": ('catalog x.ledger\n\nplay "one" with n\n  row 1\n', "LG0501", 3),
    "two titles": (
        f'catalog x.ledger\n\nplay "one"\n{BOARD}\nplay "one"\n{BOARD}',
        "LG0502",
        9,
    ),
    "an empty title": (f'catalog x.ledger\n\nplay " "\n{BOARD}', "LG0502", 3),
    "a misspelt scene": (
        f'catalog x.ledger\n\nscene duel\n{BOARD}\nplay "one" in deul\n  deal 1 to g\n',
        "LG0503",
        9,
    ),
    "a scene that is not there": (
        'catalog x.ledger\n\nplay "one" in duel\n  deal 1 to g\n',
        "LG0503",
        3,
    ),
    "two scenes": (
        f'catalog x.ledger\n\nscene s\n{BOARD}\nscene s\n{BOARD}\nplay "one" in s\n  save\n',
        "LG0504",
        9,
    ),
    "names without rows": (
        'catalog x.ledger\n\nplay "one" with n\n  expect n = 1\n',
        "LG0507",
        3,
    ),
    "rows without names": (
        'catalog x.ledger\n\nplay "one"\n  row 1\n  save\n',
        "LG0507",
        4,
    ),
    "a short row": (
        'catalog x.ledger\n\nplay "one" with n, m\n  row 1, 2\n  row 1\n  expect n < m\n',
        "LG0507",
        5,
    ),
    "a row of names": (
        'catalog x.ledger\n\nplay "one" with n\n  row phase_of\n  expect n = 1\n',
        "LG0203",
        4,
    ),
    "expect done of nothing": (
        'catalog x.ledger\n\nplay "one"\n  expect done\n',
        "LG0510",
        4,
    ),
}


@pytest.mark.parametrize("case", WHOLE)
def test_a_fault_of_the_file_is_told(case: str, tmp_path: Path) -> None:
    text, code, line = WHOLE[case]
    found = only_fault(tmp_path, text)
    assert (found.code, found.span.line) == (code, line), found.message


def test_all_faults_are_told(tmp_path: Path) -> None:
    text = (
        f'catalog x.ledger\n\nplay "one"\n{BOARD}'
        "  deal 1 to gg\n  expect g has Gaurd\n  act u Rest\n  expect refused Never\n"
    )
    file, found = analyse(tmp_path, text)
    assert file is None
    assert [(each.code, each.span.line) for each in found] == [
        ("LG0203", 8),
        ("LG0203", 9),
        ("LG0508", 11),
    ]


def test_a_misspelling_is_never_blamed_on_the_catalog(tmp_path: Path) -> None:
    """Nothing in the catalog names Unit, and the play misspells it twice."""
    text = 'catalog x.ledger\n\nplay "one"\n  make u Unti\n  make v Unti\n'
    _, found = analyse(tmp_path, text)
    assert [(each.code, each.span.file, each.span.line) for each in found] == [
        ("LG0203", "x.play", 4),
        ("LG0203", "x.play", 5),
    ]


def test_a_line_that_does_not_parse_makes_no_second_fault(tmp_path: Path) -> None:
    text = 'catalog x.ledger\n\nplay "one"\n  make u Unit wth team = nothing\n  deal 1 to u\n'
    _, found = analyse(tmp_path, text)
    assert [each.span.line for each in found] == [4]


TEMPLATES = """

template effect Wields(power)
  adds Power power

effect Armed
  adds Power 1

archetype Knight
  full Health
  has Wields(3)
"""


def test_an_instance_of_a_template_is_named_as_it_is_applied(tmp_path: Path) -> None:
    give, held, has = steps_of(
        tmp_path,
        "  give Wields(3) to u\n  expect u has Wields(power: 3)\n"
        "  expect has(u, Wields(3))\n",
        CATALOG + TEMPLATES,
    )
    assert isinstance(give, p.Command)
    assert isinstance(give.statement, s.Give)
    assert isinstance(held, p.ExpectTruth)
    assert isinstance(held.condition, e.HoldsEffect)
    assert isinstance(has, p.ExpectTruth)
    assert has.condition == held.condition
    assert give.statement.effect == held.condition.effect


def test_a_play_makes_no_instances(tmp_path: Path) -> None:
    found = fault_of(tmp_path, "  give Wields(4) to u\n", CATALOG + TEMPLATES)
    assert (found.code, found.span.line) == ("LG0518", 8)
    assert found.allowed == "Wields(3)"
