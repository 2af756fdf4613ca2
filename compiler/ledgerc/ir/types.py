"""The types of the language (docs/language.md, section 3)."""

from __future__ import annotations

from enum import Enum


class Type(Enum):
    """What an expression gives. The value is the author's word for it."""

    NUMBER = "number"
    TRUTH = "truth"
    ENTITY = "entity"
    PLACE = "place"
    SELECTION = "selection"
    TAG = "tag"
    EFFECT = "effect"
    ABILITY = "ability"
    ARCHETYPE = "archetype"
    PHASE = "phase"
    TEXT = "text"
    WORD = "word"
    """One of the bare words of a ``choose`` list."""
