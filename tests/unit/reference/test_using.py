"""Which words a source uses is read from its parse trees."""

from __future__ import annotations

import re
from pathlib import Path

from ledgerc.reference.using import Use, fits, uses_of, words_used
from ledgerc.reference.vocabulary import words
from ledgerc.source import SourceFile

CATALOG = """\
# prevent, settle: a comment uses no word
pool Health max 10 whole
pool Limit
damage Health
event Shaken
tags Beast turns

effect Warded
  tags turns
  before Damage of holder by enemy having Beast when event.amount > 0
    prevent
    remove self
  on lost
    remove holder

ability Shake
  target one other ally
  deal min(count(all having Beast), 2) to target as hit
  raise Shaken of target or stop
  gain holder.Limit hit.applied

archetype Unit
  full Health
  text "settle"
"""
PLAY = """\
catalog x.ledger

play "settle"
  make u Unit
  act u Shake
  expect refused NoTarget
  expect u.Health = 10 from game: Forbidden
"""

RARE = """\
effect Odd
  before set Health of holder
    set event.amount 1
  after Damage of other
    gain event.subject.Health 1
    point event.by.owner at holder
    heal 1 to holder priority 2

ability Count
  target holder
  let found = cards in Deck sorted by it.Health
  let other_found = others as each_one sorted by each_one.Health
  for each one in all
    spend it.Health 1
"""
RARE_PLAY = """\
play "turned" with number in start
  row 1
  expect log
    Raised nothing number
"""


def used(name: str, text: str) -> set[str]:
    return {word.name for word in words_used(uses_of(SourceFile(name, text)))}


def test_words_are_told_apart_by_what_they_do() -> None:
    found = used("x.ledger", CATALOG)
    assert {
        "tags",
        "tags …",
        "before",
        "… by SUBJECT",
        "… when",
        "of enemy",
        "SUBJECT having",
        "prevent",
        "remove self",
        "remove",
        "on lost",
        "target … other ally",
        "deal … as NAME",
        "raise … or stop",
        "event.amount",
        "NAME.applied",
        "min(…)",
        "count(…)",
        "all",
        "having",
    } <= found
    assert not found & {
        "settle",
        "min E",
        "N turns",
        "on gained",
        "target … ally",
        "of ally",
        "NAME.amount",
        "x.limit",
        "first(…)",
    }


def test_the_same_word_removes_itself_or_another() -> None:
    start = "effect Brief\n  on gained\n    "
    assert "remove" not in used("x.ledger", start + "remove self\n")
    assert "remove self" not in used("x.ledger", start + "remove holder\n")


def test_plays_use_words_of_their_own() -> None:
    found = used("x.play", PLAY)
    assert {"act", "make", "expect refused", "NoTarget", "from WORD:"} <= found
    assert not found & {"settle", "Forbidden", "holder", "expect done"}


def test_each_pattern_is_of_something(repository: Path) -> None:
    """The snippets of the language page and the content have a use of each."""
    sources = [SourceFile("x.ledger", RARE), SourceFile("x.play", RARE_PLAY)]
    sources += [
        SourceFile(path.name, path.read_text(encoding="utf-8"))
        for path in sorted((repository / "content").rglob("*"))
        if path.suffix in (".ledger", ".play")
    ]
    page = (repository / "docs/language.md").read_text(encoding="utf-8")
    for kind, text in re.findall(r"```(ledger|play)\n(.*?)```", page, re.DOTALL):
        sources.append(SourceFile(f"x.{kind}", text))
    uses = frozenset[Use]().union(*map(uses_of, sources))
    idle = [
        (word.name, pattern)
        for word in words()
        for pattern in (*word.patterns, *word.exceptions)
        if not any(fits(pattern, use) for use in uses)
    ]
    assert not idle, "\n".join(map(str, idle))
