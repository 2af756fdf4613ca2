"""The ``-k`` expression of ``ledgerc play``: words with ``and``, ``or``, ``not`` and brackets.

The meaning is pytest's: a word holds where it is part of one of the names of a play, in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

Test: TypeAlias = Callable[[tuple[str, ...]], bool]

_TOKEN = re.compile(
    r"\s*(?:([()])|((?:\w|[-:+.\[\]\\/=,])+)|(\"[^\"]*\"|'[^']*')|(\S))"
)
_OPERATORS = ("and", "or", "not", "(", ")", "")
_DEEPEST = 50


class KeywordError(ValueError):
    """A ``-k`` expression that cannot be read; the text says where and why."""


class KeywordFilter:
    """Tells which plays a ``-k`` expression picks; an empty expression picks all."""

    def __init__(self, expression: str) -> None:
        """Read ``expression``; raises KeywordError."""
        self.expression = expression
        self._tokens = list(_tokens(expression))
        self._position = 0
        self._depth = 0
        self._test: Test = _always
        if expression.strip():
            self._test = self._alternatives()
            if self._next:
                raise self._error("and, or, or the end")

    def picks(self, names: Iterable[str]) -> bool:
        """Whether a play with these names (title, row, function, file) is meant."""
        return self._test(tuple(name.casefold() for name in names))

    @property
    def _next(self) -> str:
        return self._tokens[self._position][0]

    def _error(self, allowed: str) -> KeywordError:
        token, column = self._tokens[self._position]
        found = repr(token) if token else "its end"
        return KeywordError(
            f"-k {self.expression!r}: expected {allowed} at column {column}, found {found}"
        )

    def _take(self, token: str) -> bool:
        if self._next == token:
            self._position += 1
            return True
        return False

    def _alternatives(self) -> Test:
        tests = [self._conjunction()]
        while self._take("or"):
            tests.append(self._conjunction())
        return lambda names: any(test(names) for test in tests)

    def _conjunction(self) -> Test:
        tests = [self._negation()]
        while self._take("and"):
            tests.append(self._negation())
        return lambda names: all(test(names) for test in tests)

    def _negation(self) -> Test:
        inverted = False
        while self._take("not"):
            inverted = not inverted
        test = self._word()
        return (lambda names: not test(names)) if inverted else test

    def _word(self) -> Test:
        if self._next == "(":
            self._depth += 1
            if self._depth > _DEEPEST:
                raise self._error(f"no more than {_DEEPEST} brackets in each other")
            self._position += 1
            test = self._alternatives()
            if not self._take(")"):
                raise self._error("a closing bracket")
            self._depth -= 1
            return test
        if self._next in _OPERATORS:
            raise self._error("a word")
        word = self._next.strip("\"'").casefold()
        self._position += 1
        return lambda names: any(word in name for name in names)


def _always(names: tuple[str, ...]) -> bool:
    return True


def _tokens(expression: str) -> Iterable[tuple[str, int]]:
    """Each token and its column (from 1); the last is empty, at the end."""
    position = 0
    end = len(expression.rstrip())
    while position < end:
        match = _TOKEN.match(expression, position)
        if match is None:  # only blanks are left
            break
        start = match.start(match.lastindex or 0)
        if match.group(4):
            raise KeywordError(
                f"-k {expression!r}: {match.group(4)!r} at column {start + 1} is no part of a word"
            )
        yield expression[start : match.end()], start + 1
        position = match.end()
    yield "", end + 1
