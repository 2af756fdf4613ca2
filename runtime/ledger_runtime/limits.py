"""Budgets of a sequence (docs/language.md, section 4, rule 9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one sequence may do before it counts as a runaway.

    ``entries`` of the log, ``depth`` of nested causes, ``steps`` of loops that may record nothing,
    ``orders`` that a list of legal orders may hold.
    """

    entries: int = 10_000
    depth: int = 200
    steps: int = 1_000_000
    orders: int = 10_000

    def __post_init__(self) -> None:
        for name in ("entries", "depth", "steps", "orders"):
            if getattr(self, name) < 1:
                raise ValueError(f"the limit of {name} must be at least 1")
        if self.depth > DEEPEST:
            raise ValueError(f"the limit of depth may be at most {DEEPEST}")


DEEPEST = 2_000
"""Nesting costs Python frames; this many levels fit any thread."""

FRAMES_A_LEVEL = 16
"""Python frames that one level of nesting may take, generously."""
