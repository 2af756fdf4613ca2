"""The journal: every write with what was there before, so that a command can be undone exactly.

An entry is ``(object, slot, old)`` for a slot, ``(dict, key, old)`` for a mapping (``MISSING``:
the key was not there), ``(list, index, old)`` for an item that was taken out and ``(list, (index,
item), MISSING)`` for one that was put in. An entry is made before its write, and undoing a write
that never came about changes nothing: a command may be stopped between the two.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Journal: TypeAlias = list[tuple[Any, Any, Any]]

MISSING: Any = object()


def undo(journal: Journal) -> None:
    """Take back all writes, the last first, and leave the journal empty."""
    while journal:
        target, slot, old = journal[-1]
        kind = target.__class__
        if kind is dict:
            if old is MISSING:
                target.pop(slot, None)
            else:
                target[slot] = old
        elif kind is list:
            if old is MISSING:
                index, item = slot
                if index < len(target) and target[index] is item:
                    del target[index]
            elif not (slot < len(target) and target[slot] is old):
                target.insert(slot, old)
        else:
            setattr(target, slot, old)
        journal.pop()
