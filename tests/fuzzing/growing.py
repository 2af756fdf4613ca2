"""Lines grown from the grammar: every form that the parser knows, with names that a file has."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from ledgerc.syntax.frontend import Language, frontend

DEEPEST = 14
_OF_BODIES = {
    "effect": ("effect_item",),
    "ability": ("ability_line",),
    "archetype": ("archetype_item",),
    "single": ("archetype_item",),
    "aura": ("aura_item",),
    "play": ("step",),
    "scene": ("step",),
    "log": ("log_line",),
}
_STATEMENT = ("statement",)


def start_of(opener: str, language: Language) -> str:
    """The kind of line that stands in the body of a line, given by its words; "": of the file."""
    words = opener.split()
    if not words:
        return "declaration" if language == "ledger" else "play_declaration"
    if words[0] == "template" and len(words) > 1:
        words = words[1:]
    if words[:2] == ["expect", "log"]:
        words = ["log"]
    found = _OF_BODIES.get(words[0])
    if found is None:
        return "step" if language == "play" else "statement"
    return found[0]


def grow(
    chance: random.Random, language: Language, start: str, names: Sequence[str]
) -> str:
    """A line, or an ``expression``, that the grammar of the language has."""
    return " ".join(_grown(chance, language, start, names or ("A",), 0)).strip()


def _grown(
    chance: random.Random,
    language: Language,
    symbol: str,
    names: Sequence[str],
    depth: int,
) -> list[str]:
    rules, texts = _grammar(language)
    if symbol in texts:
        return [texts[symbol]]
    if symbol not in rules:
        return [_terminal(chance, symbol, names)]
    ways = rules[symbol]
    if depth > DEEPEST:
        ways = [min(ways, key=len)]
    way = chance.choice(ways)
    return [
        part
        for each in way
        for part in _grown(chance, language, each, names, depth + 1)
    ]


def _terminal(chance: random.Random, symbol: str, names: Sequence[str]) -> str:
    if symbol == "NAME":
        return chance.choice(names)
    if symbol == "NUMBER":
        return chance.choice(("0", "1", "2", "3", "10", "0.5", "50%"))
    if symbol == "STRING":
        return chance.choice(('"so"', '"a text"', '""'))
    if symbol == "PATH":
        return "game.ledger"
    return ": as it is"


@cache
def _grammar(
    language: Language,
) -> tuple[dict[str, list[list[str]]], dict[str, str]]:
    """The ways in which each rule can be written, and the text of each word of the grammar."""
    made = frontend(language)
    lark: Any = made._lark
    rules: dict[str, list[list[str]]] = {}
    for rule in lark.rules:
        way = [each.name for each in rule.expansion]
        rules.setdefault(str(rule.origin.name), []).append(way)
    return rules, made.terminals
