"""The text of the language page, ``docs/language.md``: a wheel has it in this package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

_IN_CHECKOUT = Path(__file__).parents[3] / "docs" / "language.md"


def language_text() -> str:
    """The language page, as Markdown."""
    packed = files("ledgerc.reference") / "language.md"
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    return _IN_CHECKOUT.read_text(encoding="utf-8")


def section_anchor(heading: str) -> str:
    """The anchor of a heading, as sites that show Markdown make it."""
    kept = "".join(sign for sign in heading.lower() if sign.isalnum() or sign in " -_")
    return kept.replace(" ", "-")
