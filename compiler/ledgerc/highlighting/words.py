"""The words of both languages by what they do, taken from the grammar: none is listed twice."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from ledgerc.sema.builtins import FUNCTION_NAMES

_QUOTED = re.compile(r'"([a-z]+)"')

ROLES = ("event", "holder", "it", "none", "nothing", "phase", "self", "target")
"""Words that stand for an entity or an event."""

CONNECTIVES = ("and", "in", "not", "or")
"""Words that work on truths."""

NAMING = (
    "ability",
    "archetype",
    "const",
    "damage",
    "effect",
    "event",
    "events",
    "formula",
    "healing",
    "link",
    "pool",
    "prop",
    "query",
    "routine",
    "scene",
    "stat",
    "zone",
)
"""Words of a declaration that are followed by the name which it declares."""


@cache
def keywords() -> tuple[str, ...]:
    """Every word of the grammar that is neither a role nor a connective, sorted."""
    folder = files("ledgerc.syntax") / "grammar"
    found: set[str] = set()
    for grammar in ("ledger", "statements", "expression", "play"):
        text = (folder / f"{grammar}.lark").read_text(encoding="utf-8")
        found.update(_QUOTED.findall(text))
    return tuple(sorted(found.difference(ROLES, CONNECTIVES)))


@cache
def functions() -> tuple[str, ...]:
    """Functions that the language provides, sorted."""
    return tuple(sorted(FUNCTION_NAMES))
