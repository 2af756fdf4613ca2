"""Which line of an author each line of a generated module comes from, by its markers."""

from __future__ import annotations

from ledger_runtime.trace import MARKER


def places_of(text: str) -> list[str | None]:
    """The ``FILE:LINE`` of each line of a module (index: its number, from 1); None without one.

    A marker is for the lines below it at its depth or deeper, up to the next one.
    """
    places: list[str | None] = [None]
    place: str | None = None
    depth = 0
    for line in text.splitlines():
        stripped = line.lstrip()
        match = MARKER.match(line)
        if match is not None:
            place, depth = match.group(1), len(line) - len(stripped)
        elif stripped and len(line) - len(stripped) < depth:
            place = None
        places.append(place)
    return places
