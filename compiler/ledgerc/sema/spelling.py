"""Which of two spellings reads more like words: for a name declared one way and used another.

The evidence is how often each three letters in a row stand in common
English words (``common_words.txt``). It only decides at which of two places a mistake is shown.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ENDINGS = ("", "s", "es", "d", "ed", "ing", "er", "ers", "ly")
_LETTERS = 27
_SMOOTHING = 3.0


def pieces(name: str) -> list[str]:
    """The words that a name in camel case is made of, in small letters."""
    return [piece.casefold() for piece in _PIECE.findall(name)] or [name.casefold()]


class Letters:
    """How often letters follow one another: in common words, and in an author's own."""

    def __init__(self, own_words: Iterable[str]) -> None:
        """``own_words``: words in small letters, from the author's texts."""
        words = (*_common_words(), *own_words)
        self._words = frozenset(words)
        self._threes: Counter[str] = Counter()
        self._twos: Counter[str] = Counter()
        self._ones: Counter[str] = Counter()
        for word in words:
            framed = f"^{word}$"
            for index in range(len(framed) - 1):
                self._twos[framed[index : index + 2]] += 1
                self._ones[framed[index]] += 1
            for index in range(len(framed) - 2):
                self._threes[framed[index : index + 3]] += 1

    def likelihood(self, name: str) -> tuple[bool, float]:
        """How much ``name`` reads like words.

        Whether it is made of words that are known comes first; then the mean logarithm of its
        letters' probabilities.
        """
        scores: list[float] = []
        for word in pieces(name):
            framed = f"^{word}$"
            for index in range(len(word)):
                scores.append(self._score(framed[index : index + 3]))
        return self._is_known(name), sum(scores) / len(scores)

    def _is_known(self, name: str) -> bool:
        """Whether all words of a name are known, as they are or without a usual ending."""
        return all(
            any(
                word == known + ending
                for ending in _ENDINGS
                for known in (word[: len(word) - len(ending)],)
                if known in self._words or f"{known}e" in self._words
            )
            for word in pieces(name)
        )

    def _score(self, three: str) -> float:
        """The logarithm of the probability of the last letter after the two before it."""
        after_one = (self._twos[three[1:]] + 0.5) / (
            self._ones[three[1]] + _LETTERS / 2
        )
        found = self._threes[three] + _SMOOTHING * after_one
        return math.log(found / (self._twos[three[:2]] + _SMOOTHING))


@cache
def _common_words() -> tuple[str, ...]:
    text = files(__package__).joinpath("common_words.txt").read_text(encoding="utf-8")
    return tuple(text.split())
