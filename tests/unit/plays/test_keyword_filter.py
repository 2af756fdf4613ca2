"""The words of ``-k``: pytest's meaning, and clear messages."""

from __future__ import annotations

import pytest

from ledgerc.keyword_filter import KeywordError, KeywordFilter

NAMES = (
    "A guard stands [hits=2,left=0.5]",
    "test_a_guard_stands",
    "content/guard.play",
)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "guard",
        "GUARD",
        "stands and not shield",
        "ward or hits=2",
        "not (shield or nobody)",
        "not not guard",
        "(guard and stands) or nobody",
        "nobody or nobody or guard.play",
        '"a guard stands"',
        "'guard stands' and not nobody",
        "hits=2,left=0.5",
        "guard.play",
        "content/guard",
    ],
)
def test_picked(words: str) -> None:
    assert KeywordFilter(words).picks(NAMES)


@pytest.mark.parametrize(
    "words",
    ["nobody", "not guard", "guard and nobody", "not (guard)", "'guard  stands'"],
)
def test_left_out(words: str) -> None:
    assert not KeywordFilter(words).picks(NAMES)


def test_and_binds_closer_than_or() -> None:
    assert KeywordFilter("guard or nobody and nobody").picks(NAMES)
    assert not KeywordFilter("(guard or nobody) and nobody").picks(NAMES)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("and", "-k 'and': expected a word at column 1, found 'and'"),
        ("guard and", "-k 'guard and': expected a word at column 10, found its end"),
        (
            "guard ward",
            "-k 'guard ward': expected and, or, or the end at column 7, found 'ward'",
        ),
        (
            "(guard",
            "-k '(guard': expected a closing bracket at column 7, found its end",
        ),
        ("guard)", "-k 'guard)': expected and, or, or the end at column 6, found ')'"),
        ("a & b", "-k 'a & b': '&' at column 3 is no part of a word"),
    ],
)
def test_what_cannot_be_read(words: str, message: str) -> None:
    with pytest.raises(KeywordError) as error:
        KeywordFilter(words)
    assert str(error.value) == message


def test_brackets_without_end_are_told_too() -> None:
    with pytest.raises(KeywordError, match="no more than 50 brackets"):
        KeywordFilter("(" * 5000 + "guard")
