"""The reference has a line for each word of the grammar, wherever the grammar takes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark

from ledgerc.reference.vocabulary import Word, groups, words
from ledgerc.sema.builtins import (
    EVENT_FIELDS,
    FUNCTION_NAMES,
    HIT_FIELDS,
    KEEPER,
    LIMIT,
)
from ledgerc.sema.plays.refusals import CODES
from ledgerc.syntax.frontend import Language, grammar_parser

ROOT = Path(__file__).parents[3]
LANGUAGES: tuple[Language, ...] = ("ledger", "play")


@cache
def parser(language: Language) -> Lark:
    return grammar_parser(language)


def taken(language: Language) -> dict[str, set[str]]:
    """The words that each rule of the grammar takes."""
    rules = parser(language).rules
    texts = {
        terminal.name: terminal.pattern.value
        for terminal in parser(language).terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }

    def words_of(symbols: object, seen: frozenset[str]) -> Iterator[str]:
        for symbol in symbols:  # type: ignore[attr-defined]
            if symbol.name in texts:
                yield texts[symbol.name]
            elif symbol.name.startswith("__") and symbol.name not in seen:
                for rule in rules:  # what lark makes of `( … )*`
                    if rule.origin.name == symbol.name:
                        yield from words_of(rule.expansion, seen | {symbol.name})

    found: dict[str, set[str]] = {}
    for rule in rules:
        if not rule.origin.name.startswith("__"):
            name = str(rule.alias or rule.origin.name)
            found.setdefault(name, set()).update(
                words_of(rule.expansion, frozenset[str]())
            )
    return found


def parents(language: Language, name: str) -> set[str]:
    """The rules that have this one as a part."""
    return {
        str(rule.alias or rule.origin.name)
        for rule in parser(language).rules
        for symbol in rule.expansion
        if symbol.name == name
    }


def shown(word: Word) -> set[str]:
    return {*(each.rule for each in word.patterns), *word.shown_rules}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_of_the_grammar_has_a_line(language: Language) -> None:
    """A word that a rule takes stands in the form of a word that is about the rule."""
    missing = [
        (rule, text)
        for rule, texts in taken(language).items()
        for text in sorted(texts)
        if not any(
            text in word.parts
            and shown(word) & {rule, *parents(language, rule)} - {"call"}
            for word in words()
        )
        and not (rule == "function" and text in FUNCTION_NAMES)
    ]
    assert not missing, "write a line in compiler/ledgerc/reference/words"


def test_patterns_are_about_rules_that_there_are() -> None:
    known = {rule for language in LANGUAGES for rule in taken(language)}
    for word in words():
        assert set(word.shown_rules) <= known, word.name
        for pattern in (*word.patterns, *word.exceptions):
            assert pattern.rule in known, (word.name, pattern)


def exact(rule: str) -> set[str]:
    return {
        pattern.exact
        for word in words()
        for pattern in word.patterns
        if pattern.rule == rule
    }


def test_what_the_language_provides_has_a_line() -> None:
    assert exact("function") == set(FUNCTION_NAMES)
    assert exact("refusal") == set(CODES)
    members = exact("member")
    assert {f"event.{field}" for field in EVENT_FIELDS} <= members
    assert {f".{field}" for field in (*HIT_FIELDS, KEEPER, LIMIT)} <= members


def test_lines_are_short_and_names_are_told_apart() -> None:
    for word in words():
        assert len(word.means) <= 110, word.name
        assert word.means.endswith("."), word.name
        assert word.means[0].isupper(), word.name
    assert max(Counter(word.name for word in words()).values()) == 1
    assert max(Counter(group.title for group in groups()).values()) == 1


def test_sections_are_headings_of_the_language_page() -> None:
    page = (ROOT / "docs/language.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^#{2,3} (.*)$", page, re.MULTILINE))
    assert {word.section for word in words()} <= headings
