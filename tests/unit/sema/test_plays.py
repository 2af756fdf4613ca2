"""Plays against catalogs: what is resolved."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ledger_runtime import entries
from ledgerc.ir import expressions as e
from ledgerc.ir import plays as p
from ledgerc.ir import statements as s
from ledgerc.ir.pprint import print_play
from ledgerc.ir.types import Type
from ledgerc.sema.plays.log_lines import ENTRY_KINDS
from tests.unit.sema.play_files import BOARD, CATALOG, analyse, steps_of


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
