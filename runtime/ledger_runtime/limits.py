"""Budgets of a sequence (docs/language.md, section 4, rule 9)."""

from __future__ import annotations

import sys
from dataclasses import dataclass

DEEPEST = 2_000
"""Nesting costs Python frames; this many levels fit any thread."""

MOST_COUNT = 10**15
"""What the counters of a world (ticks, turns, ids, stacks) stay below, so that it can be saved."""

MOST_DIGITS = 200
"""Digits that a number of a save may have."""

MOST_SAVED = 16 * 1024 * 1024
"""Bytes that a save may have, unless a world's limits say otherwise."""

_SHALLOW = 24
"""Levels for which Python's own limit has room at all times."""

_FRAMES_A_LEVEL = 16
"""Python frames that one level of nesting may take, generously."""

_FRAMES_BESIDE = 1_000
"""Python frames left for the game's own."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one sequence may do before it counts as a runaway.

    ``entries`` of the log, ``depth`` of nested causes, ``steps`` of loops that may record nothing,
    ``orders`` that a list of legal orders may hold. ``save_bytes`` is what a save that is loaded
    may have. Raises ``ValueError`` for one below 1, and for a depth that Python could not bear.
    """

    entries: int = 10_000
    depth: int = 200
    steps: int = 1_000_000
    orders: int = 10_000
    save_bytes: int = MOST_SAVED

    def __post_init__(self) -> None:
        for name in ("entries", "depth", "steps", "orders", "save_bytes"):
            if getattr(self, name) < 1:
                raise ValueError(f"the limit of {name} must be at least 1")
        if self.depth > DEEPEST:
            raise ValueError(f"the limit of depth may be at most {DEEPEST}")

    @property
    def shallow(self) -> int:
        """The levels that need no room to be made."""
        return min(_SHALLOW, self.depth)

    def make_room(self) -> int:
        """Let Python nest as deep as the limit needs; gives the limit of depth.

        Python's own limit is only ever raised, and only by worlds that nest deeply: lowered again,
        it could cut off another thread.
        """
        frames = self.depth * _FRAMES_A_LEVEL + _FRAMES_BESIDE
        if sys.getrecursionlimit() < frames:
            sys.setrecursionlimit(frames)
        return self.depth
