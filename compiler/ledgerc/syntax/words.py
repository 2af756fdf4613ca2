"""The reserved words of both languages (``docs/language.md``, Reserved words)."""

from __future__ import annotations

_RESERVED = """
all allies ally any can cannot cards change do done else enemies enemy event gain holder if it log
none not nothing other others over phase refused self set spend target to turn until winner
"""

RESERVED = frozenset(_RESERVED.split())
"""Words that are never a name; all other keywords are words only in their place."""
