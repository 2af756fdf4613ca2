"""The near name behind "did you mean X?"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import SequenceMatcher

LONGEST = 100
"""Letters of a word that something is looked for beside; nobody mistypes a longer one."""
MOST_EFFORT = 3_000_000
"""Pairs of letters that are compared for one file before no more names are proposed."""


@dataclass(slots=True)
class _Effort:
    left: int


_EFFORT: ContextVar[_Effort | None] = ContextVar("effort", default=None)


@contextmanager
def bounded_effort() -> Iterator[None]:
    """Propose names in here for so many faults only as can be looked at in some seconds.

    A file with as many unknown names as known ones would take time that grows with its square.
    Each analysis has an effort of its own, so what it proposes does not depend on others.
    """
    token = _EFFORT.set(_Effort(MOST_EFFORT))
    try:
        yield
    finally:
        _EFFORT.reset(token)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that ``word`` was most likely meant to be, or ``None``.

    One that differs in case alone wins; else the smallest edit distance (an exchange of two
    neighbours counts as one edit), at most a third of the word's length (a word of one letter is
    near nothing, and one of more than a hundred too); ties go to the greater likeness, then to the
    first in alphabetical order.
    """
    effort = _EFFORT.get()
    if len(word) > LONGEST or (effort is not None and effort.left <= 0):
        return None
    options = sorted(dict.fromkeys(candidates))
    folded = word.casefold()
    if effort is not None:
        effort.left -= 4 * len(options)
    for option in options:
        if option.casefold() == folded and option != word:
            return option
    limit = (len(word) + 1) // 3
    best: tuple[int, float, str] | None = None
    for option in options:
        if option == word or abs(len(option) - len(word)) > limit:
            continue
        if effort is not None:
            effort.left -= 20 + len(word) * len(option)
        distance = _edit_distance(folded, option.casefold(), limit)
        if distance > limit:
            continue
        likeness = -SequenceMatcher(
            None, folded, option.casefold(), autojunk=False
        ).ratio()
        if best is None or (distance, likeness, option) < best:
            best = (distance, likeness, option)
    return best[2] if best else None


def _edit_distance(first: str, second: str, limit: int) -> int:
    """Edits (insert, delete, replace, exchange of neighbours) between two words, up to a limit."""
    before: list[int] = []
    previous = list(range(len(second) + 1))
    for row, left in enumerate(first, 1):
        current = [row]
        for column, right in enumerate(second, 1):
            cost = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (left != right),
            )
            if (
                row > 1
                and column > 1
                and left == second[column - 2]
                and first[row - 2] == right
            ):
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, previous = previous, current
    return previous[-1]
