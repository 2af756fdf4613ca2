"""Plays against catalogs: each fault that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.ir import expressions as e
from ledgerc.ir import plays as p
from ledgerc.ir import statements as s
from tests.unit.sema.play_files import (
    BOARD,
    CATALOG,
    analyse,
    fault_of,
    only_fault,
    steps_of,
)

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


def test_a_play_names_an_instance_as_its_catalog_does(tmp_path: Path) -> None:
    catalog = (
        CATALOG + "const Few 2\ntemplate effect Wields(power)\n  adds Power power\n"
        "template effect Knows(what)\n  on lost\n    take what from holder\n"
        "archetype Smith\n  has Wields(1 / 4) Knows(Wields(Few + 1))\n"
    )
    steps = (
        "  give Wields(1 / 4) to u\n  give Wields(0.25) to u\n  give Wields(Few + 1) to u\n"
        "  give Knows(Wields(3)) to u\n  expect u has Knows(Wields(Few + 1))\n"
    )
    given = [
        step.statement.effect
        for step in steps_of(tmp_path, steps, catalog)
        if isinstance(step, p.Command) and isinstance(step.statement, s.Give)
    ]
    assert len(given) == 4
    assert given[0] == given[1] != given[2]


def test_a_play_makes_no_instances(tmp_path: Path) -> None:
    found = fault_of(tmp_path, "  give Wields(4) to u\n", CATALOG + TEMPLATES)
    assert (found.code, found.span.line) == ("LG0518", 8)
    assert found.allowed == "Wields(3)"
