"""Faults: each is told once, on its line, at its place, with a suggestion where one is near."""

from __future__ import annotations

import pytest

from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import ast, parse_ledger, parse_play


def ledger(text: str) -> tuple[ast.LedgerFile, tuple[Diagnostic, ...]]:
    sink = Sink()
    file = parse_ledger(SourceFile("test.ledger", text), sink)
    return file, sink.sorted()


def play(text: str) -> tuple[ast.PlayFile, tuple[Diagnostic, ...]]:
    sink = Sink()
    file = parse_play(SourceFile("test.play", text), sink)
    return file, sink.sorted()


ABILITY = "ability A\n  "
EFFECT = "effect A\n  "

# text, code, line, column, suggestion, a part of the message or of what is allowed
LEDGER_FAULTS = [
    ("efect A", "LG0101", 1, 1, "effect", "no declaration begins"),
    ("Stat A", "LG0101", 1, 1, "stat", "no declaration"),
    ("foo", "LG0101", 1, 1, None, "`archetype`"),
    ("stat 3", "LG0102", 1, 6, None, "a name"),
    ("stat", "LG0103", 1, 5, None, "ends too early"),
    ("stat A =", "LG0103", 1, 9, None, "an expression"),
    ("pool Health mx 3", "LG0102", 1, 13, "max", "`whole`"),
    ("pool Health max", "LG0103", 1, 16, None, "an expression"),
    ("tags A, B", "LG0102", 1, 7, None, "spaces"),
    ("event A with P Q", "LG0103", 1, 16, None, "`,` is missing"),
    ("zone Hand hidden hidden", "LG0116", 1, 18, None, "twice"),
    ("query A(x) min 0", "LG0103", 1, 1, None, "default"),
    ("space grid 9", "LG0102", 1, 12, None, "space grid 8"),
    ("archetype Hero fom Body(1)", "LG0102", 1, 16, "from", "`fom`"),
    ("archetype Hero Body(1)", "LG0103", 1, 16, None, "`from` is missing"),
    ("template Body(a)", "LG0103", 1, 10, None, "`ability` or `archetype` or `effect`"),
    ("formula F = 3", "LG0102", 1, 11, None, "`(`"),
    ('use "a.ledger"', "LG0109", 1, 5, "a.ledger", "without quotes"),
    ("use", "LG0103", 1, 4, None, "path"),
    ("stat _x", "LG0111", 1, 6, None, "letter"),
    ("stat Größe", "LG0111", 1, 6, None, "letter"),
    ("rate 10;", "LG0111", 1, 8, None, "one line"),
    ("rate 10x", "LG0113", 1, 6, None, "space between"),
    ("rate .5", "LG0113", 1, 6, "0.5", "no number"),
    ("rate 1_000", "LG0113", 1, 6, "1000", "no number"),
    ("rate " + "9" * 41, "LG0113", 1, 6, None, "too long"),
    (EFFECT + "dies at no Health rising Died", "LG0102", 2, 21, "raising", "raising"),
    (EFFECT + "before Damage holder\n    prevent", "LG0103", 2, 17, None, "`of`"),
    (EFFECT + "lasts 3", "LG0103", 2, 10, None, "`turns`"),
    (EFFECT + 'requires x else "y"', "LG0108", 2, 3, None, "in an ability"),
    (EFFECT + "deal 1 to holder", "LG0108", 2, 3, None, "the body of a rule"),
    (ABILITY + "requires x > 3", "LG0103", 2, 17, None, "told"),
    (ABILITY + "target up to holder.Mana any", "LG0102", 2, 16, None, "in parentheses"),
    (ABILITY + 'requires x > 3 "no"', "LG0103", 2, 18, None, 'else "…"'),
    (ABILITY + 'requires x els "no"', "LG0102", 2, 14, "else", "els"),
    (ABILITY + 'requires a = b else "no"', "LG0115", 2, 14, "==", "=="),
    (ABILITY + 'requires a && b else "no"', "LG0115", 2, 14, "and", "`and`"),
    (ABILITY + 'requires a => b else "no"', "LG0115", 2, 14, ">=", ">="),
    (ABILITY + 'requires a < b < c else "no"', "LG0115", 2, 18, None, "do not chain"),
    (ABILITY + "requires a else 'no'", "LG0109", 2, 19, None, "double quotes"),
    (ABILITY + "deal 4 g", "LG0103", 2, 10, None, "`to` is missing before `g`"),
    (ABILITY + "deal 4 too g", "LG0102", 2, 10, "to", "too"),
    (ABILITY + "deal 4 to", "LG0103", 2, 12, None, "an entity"),
    (ABILITY + "deal 4 to to g", "LG0102", 2, 13, None, "twice"),
    (ABILITY + "deal 4 to enemies having B", "LG0102", 2, 21, None, "parentheses"),
    (ABILITY + "set Health a > b", "LG0102", 2, 16, None, "is a sum"),
    (ABILITY + "let x 3", "LG0103", 2, 9, None, "`=` is missing"),
    (ABILITY + "let done = 1", "LG0104", 2, 7, None, "reserved"),
    (ABILITY + "deal 3 target", "LG0103", 2, 10, None, "`to` is missing"),
    (ABILITY + "elif x > 3", "LG0101", 2, 3, "else if", "begins with `elif`"),
    (
        ABILITY + "for each in all\n    prevent",
        "LG0103",
        2,
        12,
        None,
        "for each one in",
    ),
    (ABILITY + "let x = (1 + 2", "LG0114", 2, 11, None, "not closed"),
    (ABILITY + "let x = 1 + 2)", "LG0114", 2, 16, None, "closes nothing"),
    (ABILITY + "set event.amuont 3", "LG0108", 2, 13, "amount", "amount"),
    (ABILITY + "cost Heat", "LG0103", 2, 12, None, "an expression"),
    (ABILITY + "for m in enemies\n    settle", "LG0103", 2, 7, None, "`each`"),
    (ABILITY + "target enemies", "LG0102", 2, 10, "enemy", "enemies"),
    (ABILITY + 'note "a\\n"', "LG0110", 2, 10, "\\\\n", "backslash"),
    (ABILITY + 'note "abc', "LG0109", 2, 8, None, "not closed"),
    (ABILITY + "let x = a @ b", "LG0111", 2, 13, None, "@"),
    (ABILITY + "else\n    settle", "LG0108", 2, 3, None, "no `if`"),
    (ABILITY + "settle\n  cost Heat 1", "LG0108", 3, 3, None, "before the statements"),
    (ABILITY + "cost A 1\n  target holder", "LG0108", 3, 3, None, "before `cost`"),
    (ABILITY + "if x\n    settle\n  elze\n    settle", "LG0101", 4, 3, "else", "elze"),
]
PLAY_FAULTS = [
    ("play a\n  save", "LG0102", 1, 6, None, "quotes"),
    ("scene\n  save", "LG0103", 1, 6, None, "a name"),
    ('play "a"\n  make a', "LG0103", 2, 9, None, "a name"),
    ('play "a"\n  act u Attack g', "LG0103", 2, 16, None, "`at`"),
    ('play "a"\n  expect g.Health 3', "LG0103", 2, 19, None, "`=`"),
    ('play "a"\n  expect g gon', "LG0102", 2, 12, "gone", "gon"),
    ('play "a"\n  expect a = 1 from content', "LG0103", 2, 28, None, "`:`"),
    ('play "a"\n  expct done', "LG0101", 2, 3, "expect", "no step"),
    ('play "a"\n  stat B', "LG0101", 2, 3, None, "no step"),
    ('play "a"\n  wait 3', "LG0103", 2, 9, None, "`seconds`"),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "suggestion", "part"), LEDGER_FAULTS
)
def test_a_fault_of_a_catalog(
    text: str, code: str, line: int, column: int, suggestion: str | None, part: str
) -> None:
    _, found = ledger(text + "\n")
    check(found, code, line, column, suggestion, part)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "suggestion", "part"), PLAY_FAULTS
)
def test_a_fault_of_a_play(
    text: str, code: str, line: int, column: int, suggestion: str | None, part: str
) -> None:
    _, found = play(text + "\n")
    check(found, code, line, column, suggestion, part)


def check(
    found: tuple[Diagnostic, ...],
    code: str,
    line: int,
    column: int,
    suggestion: str | None,
    part: str,
) -> None:
    assert len(found) == 1, found
    (one,) = found
    assert (one.code, one.span.line, one.span.column) == (code, line, column), one
    assert one.suggestion == suggestion
    assert part in f"{one.message} {one.allowed}", one


def test_five_faults_are_five_findings() -> None:
    text = """\
rat 10
stat Attack mni 0
pool Health max 3

effect Mortal
  dies at no Health rasing Died
  before Damage of holder
    prevnt

ability Attack
  requires holder.Health > 0
  cost Attacks 1
"""
    _, found = ledger(text)
    assert [one.span.line for one in found] == [1, 2, 6, 8, 11]
    assert [one.suggestion for one in found] == [
        "rate",
        "min",
        "raising",
        "prevent",
        None,
    ]


def test_a_mended_line_goes_on_as_it_was_meant() -> None:
    file, found = ledger("effect Mortal\n  dies at no Health rasing Died\n")
    assert len(found) == 1
    (effect,) = file.declarations
    assert isinstance(effect, ast.Effect)
    (dies,) = effect.items
    assert isinstance(dies, ast.DiesAt)
    assert dies.event.text == "Died"


def test_a_declaration_that_cannot_be_mended_keeps_its_name() -> None:
    file, found = ledger("stat Attack 3 4 5\nstat Speed\n")
    assert len(found) == 1
    names = [one.name.text for one in file.declarations if isinstance(one, ast.Stat)]
    assert names == ["Attack", "Speed"]


def test_the_body_of_a_broken_header_is_still_read() -> None:
    _, found = ledger("effect A\n  before 3 of holder\n    prevnt\n")
    assert [one.span.line for one in found] == [2, 3]


def test_many_broken_lines_are_all_told() -> None:
    _, found = ledger("stat 3\n" * 300)
    assert len(found) == 300


def test_a_bare_every_lacks_what_it_may_have() -> None:
    """Only a turn can follow at once; before `seconds` stands a number."""
    sink = Sink()
    parse_ledger(SourceFile("a.ledger", "effect A\n  every\n    settle\n"), sink)
    assert [each.code for each in sink.found] == ["LG0103"]
