"""The places of an explanation as a command shows files: from where its reader stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ledger_runtime.explaining import Explanation, Reason

_PLACE = re.compile(r"(?P<file>.+\.(?:ledger|play)):(?P<line>\d+)")
_PLACE_IN_TEXT = re.compile(r"(?<=\()[^\s()]+\.ledger:\d+(?=\)$)")


def with_shown_places(told: Explanation, shown: Callable[[str], str]) -> Explanation:
    """The explanation with each file, a name from its source root, as ``shown`` calls it."""
    return replace(told, reasons=tuple(_reason(each, shown) for each in told.reasons))


def _reason(reason: Reason, shown: Callable[[str], str]) -> Reason:
    def place(text: str) -> str:
        match = _PLACE.fullmatch(text)
        return text if match is None else f"{shown(match['file'])}:{match['line']}"

    text = reason.text
    if reason.kind in ("base", "start"):  # these end with where it is declared
        text = _PLACE_IN_TEXT.sub(lambda match: place(match[0]), text)
    return replace(
        reason,
        text=text,
        place=None if reason.place is None else place(reason.place),
        reasons=tuple(_reason(each, shown) for each in reason.reasons),
    )
