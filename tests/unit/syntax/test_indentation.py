"""Indentation: bodies, and what is said where a line fits none."""

from __future__ import annotations

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import ast, parse_ledger, parse_play


def findings(text: str) -> list[tuple[str, int]]:
    sink = Sink()
    parse_ledger(SourceFile("test.ledger", text), sink)
    return [(found.code, found.span.line) for found in sink.sorted()]


def declarations(text: str) -> tuple[ast.Declaration, ...]:
    return parse_ledger(SourceFile("test.ledger", text), Sink()).declarations


@pytest.mark.parametrize("step", [1, 2, 3, 4, 8])
def test_any_consistent_number_of_spaces_will_do(step: int) -> None:
    text = (
        "effect A\n  after B of holder\n    if x\n      settle\n    settle\n  tags C\n"
    )
    assert findings(text.replace("  ", " " * step)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the first line of a file
        ("  stat A\n", [("LG0106", 1)]),
        # a line deeper than one that has no body
        ("effect A\n  tags B\n    tags C\n  tags D\n", [("LG0106", 3)]),
        # the first line of a body deeper than the rest
        ("effect A\n    tags B\n  tags C\n  tags D\n", [("LG0106", 2)]),
        # a line between two levels
        ("effect A\n  on gained\n    settle\n   settle\n    settle\n", [("LG0106", 4)]),
        # a body of another step than the file's
        (
            "effect A\n  tags B\neffect C\n  tags B\neffect D\n   tags B\n",
            [("LG0106", 6)],
        ),
        # a body line at column 1
        ("effect A\n  tags B\nlasts 3 turns\n  innate\n", [("LG0106", 3)]),
        # a declaration with spaces before it
        ("effect A\n  tags B\n  stat C\n", [("LG0106", 3)]),
        ("stat A\n  stat B\n", [("LG0106", 2)]),
        # a rule's line beside its rule
        ("effect A\n  on gained\n  prevent\n", [("LG0106", 3)]),
        # no body at all
        ("effect A\n  on gained\n  tags B\n", [("LG0107", 3)]),
        ("effect A\n  on gained\n", [("LG0107", 2)]),
        ("routine A()\nstat B\n", [("LG0107", 1)]),
        # tabs
        ("effect A\n\ttags B\n", [("LG0105", 2)]),
        ("effect A\n  on gained\n\tsettle\n    settle\n", [("LG0105", 3)]),
        ("effect A\n  tags\tB\n", [("LG0105", 2)]),
        ("stat A\t# a tab before a comment does no harm\n", []),
    ],
)
def test_a_line_that_fits_nothing_is_told_once(
    text: str, expected: list[tuple[str, int]]
) -> None:
    assert findings(text) == expected


def test_what_slid_is_put_where_it_belongs() -> None:
    (effect,) = declarations("effect A\n  tags B\nlasts 3 turns\n")
    assert isinstance(effect, ast.Effect)
    assert [type(item) for item in effect.items] == [ast.HasTags, ast.Lasts]


def test_a_declaration_with_spaces_before_it_is_still_declared() -> None:
    names = [type(one) for one in declarations("effect A\n  tags B\n  stat C\n")]
    assert names == [ast.Effect, ast.Stat]


def test_else_joins_its_if() -> None:
    text = "routine A()\n  if x\n    settle\n  else if y\n    prevent\n  else\n    settle\n"
    (routine,) = declarations(text)
    assert isinstance(routine, ast.Routine)
    (statement,) = routine.body
    assert isinstance(statement, ast.If)
    assert [branch.condition is None for branch in statement.branches] == [
        False,
        False,
        True,
    ]


def test_the_steps_of_a_play_and_its_log() -> None:
    text = 'play "a"\n  save\n  expect log\n    Damage u 1\n    gain Fury u\n  save\n'
    sink = Sink()
    file = parse_play(SourceFile("a.play", text), sink)
    assert not sink.found
    (play,) = file.declarations
    assert isinstance(play, ast.Play)
    assert [type(step) for step in play.steps] == [ast.Save, ast.ExpectLog, ast.Save]
    log = play.steps[1]
    assert isinstance(log, ast.ExpectLog)
    assert len(log.entries) == 2
