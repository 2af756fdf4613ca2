"""Words: reserved ones are never names, all others are words only in their place."""

from __future__ import annotations

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger, parse_play
from ledgerc.syntax.frontend import Language, frontend
from ledgerc.syntax.words import RESERVED

LEDGER_PLACES = """\
stat K min K whole
pool K max K min K whole follows
link K
event K with K, K
zone K max K
stages K
priority K K
const K K
formula K(K) = K.K + K(K) * K
prop K min K

effect K(K)
  before K of K.K at K when K
    set K K
    set K.K -K
    deal K K to K from K
    let K = K first K
  adds K K when K
  dies at no K raising K

ability K
  target one enemy having K where K
  requires has(K, K) else "x"
  cost K K
  raise K of K by K with K = K
  give K(K: K) to K for K turns
  for each K in K having K sorted by K
    move K to K of K
    make K with K = K at K facing K in K of K as K
    choose K one of K by K
  if K == K
    do K(K)

archetype K from K(K)
  base K K
  with K = K
  has K
"""
PLAY_PLACES = """\
scene K
  make K K with K = K

play "a" in K with K
  row K
  act K K at K with K = K
  deal K to K
  expect K.K = K
  expect K has K
  let K = K
"""


def words(language: Language) -> list[str]:
    return sorted(frontend(language).keywords - RESERVED)


def findings(language: Language, text: str) -> list[str]:
    sink = Sink()
    parse = parse_ledger if language == "ledger" else parse_play
    parse(SourceFile("test", text), sink)
    return [found.message for found in sink.found]


@pytest.mark.parametrize("word", words("ledger"))
def test_a_word_of_a_catalog_may_be_a_name(word: str) -> None:
    assert findings("ledger", LEDGER_PLACES.replace("K", word)) == []


@pytest.mark.parametrize("word", words("play"))
def test_a_word_of_a_play_may_be_a_name(word: str) -> None:
    assert findings("play", PLAY_PLACES.replace("K", word)) == []


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_may_not(word: str) -> None:
    sink = Sink()
    parse_ledger(SourceFile("test", f"stat {word}\n"), sink)
    (found,) = sink.found
    assert found.code == "LG0104"
    assert (found.span.column, found.span.end_column) == (6, 6 + len(word))


def test_keywords_and_numbers_need_a_word_boundary() -> None:
    assert findings("ledger", "stat minimum min0\n") != []
    assert findings("ledger", "rate 10x\n") != []
    assert findings("ledger", "effect A\n  diesat no Health raising Died\n") != []


def test_every_rule_of_the_grammar_has_its_builder() -> None:
    for language in ("ledger", "play"):
        parser = frontend(language)
        for rule in parser.rules:
            assert hasattr(parser.builder, rule), f"{language}: {rule}"
