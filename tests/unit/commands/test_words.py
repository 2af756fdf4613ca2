"""``ledgerc words``: each use of a word, all words, and what is none."""

from __future__ import annotations

import pytest

from ledgerc.reference.vocabulary import words
from tests.unit.commands.support import Ledgerc


def test_each_use_of_a_word_stands_under_its_group(ledgerc: Ledgerc) -> None:
    done = ledgerc("words", "absorb")
    assert done.code == 0
    assert done.out.splitlines()[:2] == [
        "In a rule before an event",
        "  absorb EXPR",
    ]
    assert "Statements" not in done.out
    assert ledgerc("words", "turn").out.count("\n  ") > 3


def test_all_are_listed(ledgerc: Ledgerc) -> None:
    told = ledgerc("words").out
    for word in words():
        assert f"  {word.form}\n      {word.means}\n" in told


@pytest.mark.parametrize("word", ["absorp", "", "EXPR", "x"])
def test_what_is_none_is_a_usage_error(ledgerc: Ledgerc, word: str) -> None:
    done = ledgerc("words", word)
    assert done.code == 2
    assert f"there is no word `{word}`" in done.err
    assert ("did you mean absorb?" in done.err) == (word == "absorp")
