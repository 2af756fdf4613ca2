"""What the emitter is told of a catalog that has been compiled before."""

from __future__ import annotations

from collections.abc import Callable

from ledgerc.emit.pieces import Known
from ledgerc.incremental.lines import lines_of_outline, relining
from ledgerc.incremental.record import Record

Now = Callable[[str], str | None]
"""A text of before as it is now, or None if it is to be made anew."""


def _never(text: str) -> str | None:
    return None


def known_of(before: Record | None, now: Record | None) -> tuple[Known, Now | None]:
    """What is known of a catalog, and what becomes of the texts of the build before."""
    if now is None:
        return Known(), None
    if not now.plain:
        return Known(now.digests), None
    lines = lines_of_outline(now.files, now.outline)

    def line_of(file: str, line: int) -> int:
        found = lines.find(file, line)
        return line if found is None else found

    changed = None if before is None else relining(before, now)
    if changed is None:
        return Known(now.digests, line_of=line_of), _never
    fresh = frozenset(each.key for each in now.kept) - changed.same
    text = None if changed.lines is None else changed.text
    return Known(now.digests, fresh, line_of), text
