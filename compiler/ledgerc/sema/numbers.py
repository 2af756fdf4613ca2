"""Numbers as messages write them."""

from __future__ import annotations

from fractions import Fraction


def number_text(value: int | Fraction) -> str:
    """A number as people write it: ``3``, ``2.5``, ``1/3``."""
    if isinstance(value, int):
        return str(value)
    from ledger_runtime.numbers import number_text as text_of  # rarely needed, and slow

    return text_of(value)
