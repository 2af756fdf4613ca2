"""Several bits as one expression."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 100
"""Names in one chain of ``|``: Python reads a chain by recursion, and gives up on a long one."""


def union(masks: Iterable[str]) -> str:
    """``tag_Body | tag_Unit``; ``0`` of none; very many in groups of a hundred, in parentheses."""
    parts = list(dict.fromkeys(masks))
    while len(parts) > _MOST:
        groups = [parts[at : at + _MOST] for at in range(0, len(parts), _MOST)]
        parts = [f"({' | '.join(group)})" for group in groups]
    return " | ".join(parts) or "0"
