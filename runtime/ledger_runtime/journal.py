"""The journal: every write with what was there before, so that a command can be undone exactly.

An entry is ``(object, slot, old)`` for a slot, ``(dict, key, old)`` for a mapping (``MISSING``:
the key was not there), ``(list, None, None)`` for an append, ``(list, index, old)`` for an item
that was taken out and ``(list, index, MISSING)`` for one that was put in.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Journal: TypeAlias = list[tuple[Any, Any, Any]]

MISSING: Any = object()


def undo(journal: Journal) -> None:
    """Take back all writes, the last first, and leave the journal empty."""
    while journal:
        target, slot, old = journal.pop()
        kind = target.__class__
        if kind is dict:
            if old is MISSING:
                del target[slot]
            else:
                target[slot] = old
        elif kind is list:
            if slot is None:
                target.pop()
            elif old is MISSING:
                del target[slot]
            else:
                target.insert(slot, old)
        else:
            setattr(target, slot, old)
