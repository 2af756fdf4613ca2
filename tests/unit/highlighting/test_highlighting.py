"""Colours: nothing of the content is an error, and both forms know every word of the grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Error, Keyword, Name, String, _TokenType, is_token_subtype

from ledgerc.highlighting import textmate
from ledgerc.highlighting.pygments_lexers import LedgerLexer, PlayLexer
from ledgerc.highlighting.words import keywords

ROOT = Path(__file__).parents[3]
SOURCES = sorted(
    path
    for suffix in ("ledger", "play")
    for path in (ROOT / "content").rglob(f"*.{suffix}")
)


def lexer(path: Path) -> LedgerLexer:
    kind = PlayLexer if path.suffix == ".play" else LedgerLexer
    return kind(stripnl=False, ensurenl=False)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_content_has_no_error_and_loses_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(lexer(path).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert not [value for kind, value in tokens if is_token_subtype(kind, Error)]


@given(st.text())
def test_any_text_is_kept(text: str) -> None:
    text = text.replace("\r", "")
    for kind in (LedgerLexer, PlayLexer):
        tokens = kind(stripnl=False, ensurenl=False).get_tokens(text)
        assert "".join(value for _, value in tokens) == text.removeprefix("\ufeff")


def kinds(text: str, play: bool = False) -> dict[str, _TokenType]:
    kind = PlayLexer if play else LedgerLexer
    return {value: token for token, value in kind().get_tokens(text)}


def test_declared_names_keywords_and_members() -> None:
    found = kinds(
        "effect Shielded\n  before Damage of holder when event.amount > 0\n    prevent\n"
    )
    assert is_token_subtype(found["effect"], Keyword.Declaration)
    assert is_token_subtype(found["Shielded"], Name.Class)
    assert is_token_subtype(found["before"], Keyword)
    assert is_token_subtype(found["holder"], Name.Builtin.Pseudo)
    assert is_token_subtype(found["amount"], Name.Attribute)
    assert is_token_subtype(found["prevent"], Keyword)


def test_plays_have_provenance_and_a_catalog() -> None:
    found = kinds(
        'catalog ward.ledger\nplay "a \\"hit\\""\n  expect s.Health = 1 from game: the card\n',
        play=True,
    )
    assert is_token_subtype(found["ward.ledger"], String.Other)
    assert is_token_subtype(found["game"], Name.Label)
    assert is_token_subtype(found['\\"'], String.Escape)


def test_keywords_are_those_of_the_grammar() -> None:
    assert {"before", "absorb", "expect", "seconds", "together"} <= set(keywords())


@pytest.mark.parametrize("name", sorted(textmate.FILES))
def test_the_grammar_for_editors_is_current(name: str) -> None:
    """``python -m ledgerc.highlighting.textmate docs/editors`` writes it anew."""
    committed = (ROOT / "docs" / "editors" / name).read_text(encoding="utf-8")
    assert committed == textmate.grammar(textmate.FILES[name])
