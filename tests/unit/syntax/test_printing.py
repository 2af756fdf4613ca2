"""The canonical layout: blank lines, comments, attributes, and what it leaves alone."""

from __future__ import annotations

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import ast, parse_ledger, parse_play
from ledgerc.syntax.printer import print_ledger, print_play


def printed(text: str) -> str:
    sink = Sink()
    file = parse_ledger(SourceFile("test.ledger", text), sink)
    assert not sink.found, sink.found
    return print_ledger(file)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n", ""),
        ("stat   A\n\n\n\nstat B", "stat A\n\nstat B\n"),
        ("pool A whole min 1 max 2\n", "pool A max 2 min 1 whole\n"),
        ("zone A hidden max 7 ordered\n", "zone A ordered max 7 hidden\n"),
        (
            "stat A\neffect B\n    tags C\n\n\n    innate\nstat D\n",
            "stat A\n\neffect B\n  tags C\n\n  innate\n\nstat D\n",
        ),
        ("archetype A\narchetype B\n", "archetype A\narchetype B\n"),
        ("effect A\n\n  tags B\n", "effect A\n  tags B\n"),
        ("#a\n#  b\n#\nstat A#c\n", "# a\n#  b\n#\nstat A  # c\n"),
        ("# a\n\n\n# b\n\nstat A\n", "# a\n\n# b\n\nstat A\n"),
        ("stat A\n# last\n", "stat A\n\n# last\n"),
        ("# only\n", "# only\n"),
        (
            "effect A\n  tags B\n  # end of A\n# of B\neffect B\n  innate\n",
            "effect A\n  tags B\n  # end of A\n\n# of B\neffect B\n  innate\n",
        ),
        (
            "archetype A\n  # nothing yet\nstat B\n",
            "archetype A\n  # nothing yet\n\nstat B\n",
        ),
        ("stat A\n  # a slip\nstat B\n", "stat A\n# a slip\nstat B\n"),
        ("effect A\n  lasts 1 turns\n", "effect A\n  lasts 1 turn\n"),
        ("use  a/b c.ledger  # d\n", "use a/b c.ledger  # d\n"),
    ],
)
def test_the_layout(text: str, expected: str) -> None:
    assert printed(text) == expected
    assert printed(expected) == expected


def test_comments_of_branches_stay_with_them() -> None:
    text = """\
routine A()
  # first
  if x  # if x
    settle
    # done
  # second
  else  # not x
    settle
"""
    assert printed(text) == text


def test_the_comment_block_directly_above_is_the_doc() -> None:
    text = "# of the file\n\n# far\n\n# near\n# nearer\nstat A  # behind\n# end\n"
    file = parse_ledger(SourceFile("a", text), Sink())
    (stat,) = file.declarations
    assert file.header_comments == ("of the file",)
    assert stat.detached_comments == (("far",),)
    assert stat.leading_comments == ("near", "nearer")
    assert stat.trailing_comment == "behind"
    assert file.final_comments == (("end",),)


def test_a_comment_right_above_the_first_declaration_is_no_header() -> None:
    file = parse_ledger(SourceFile("a", "# of A\nstat A\n"), Sink())
    assert file.header_comments == ()
    assert file.declarations[0].leading_comments == ("of A",)


def test_provenance_keeps_its_words_and_loses_its_comment() -> None:
    text = 'play "a"\n  expect a = 1 from  content:   4 less "b"\'s (1   # c\n'
    sink = Sink()
    file = parse_play(SourceFile("a", text), sink)
    assert not sink.found
    (play,) = file.declarations
    assert isinstance(play, ast.Play)
    (step,) = play.steps
    assert isinstance(step, ast.ExpectCompare)
    assert step.provenance is not None
    assert step.provenance.text == '4 less "b"\'s (1'
    expected = 'play "a"\n  expect a = 1 from content: 4 less "b"\'s (1  # c\n'
    assert print_play(file) == expected


def test_a_play_says_its_scene_first() -> None:
    text = 'play "a" with b in c\n  save\n'
    file = parse_play(SourceFile("a", text), Sink())
    assert print_play(file) == 'play "a" in c with b\n  save\n'
