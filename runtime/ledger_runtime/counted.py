"""One object for each small count: ids, orders of play and the like are kept by every entity.

A world of many idle entities keeps several rising numbers for each, mostly the same ones; Python
would make an object of each of them anew.
"""

from __future__ import annotations

_MOST = 1 << 20
"""Counts beyond this are not kept."""

_known: list[int] = []


def counted(number: int) -> int:
    """The same number; the same object each time, where that is cheap."""
    if 0 <= number < _MOST:
        if number >= len(_known):
            _count_to(number)
        known = _known[number]
        if known == number:  # another thread may have added at the same time
            return known
    return number


def _count_to(number: int) -> None:
    while number >= len(_known):
        _known.append(len(_known))
