"""Symbol tables: what a catalog declares, one namespace a kind (docs/language.md, section 1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ledgerc.records import field, record
from ledgerc.source import Span
from ledgerc.syntax import ast


class Kind(Enum):
    """A kind of declared thing; the value is the author's word for it."""

    CONSTANT = "const"
    LINK = "link"
    PROP = "prop"
    STAT = "stat"
    POOL = "pool"
    CHANGE = "damage or healing"
    STAGE = "stage"
    PRIORITY = "priority"
    TAG = "tag"
    EVENT = "event"
    QUERY = "query"
    ZONE = "zone"
    PHASE = "phase"
    EFFECT = "effect"
    ABILITY = "ability"
    ARCHETYPE = "archetype"
    ROUTINE = "routine"
    FORMULA = "formula"

    @property
    def phrase(self) -> str:
        """The kind with its article: ``an effect``."""
        return with_article(self.value)


def with_article(word: str) -> str:
    """``a stat``, ``an effect``."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def one_of(words: Iterable[str]) -> str:
    """``a stat``, ``a stat or a pool``, ``a stat, a pool or a link``."""
    parts = list(dict.fromkeys(words))
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


SAME_PLACE: tuple[tuple[Kind, ...], ...] = (
    (Kind.TAG, Kind.EFFECT),
    (Kind.TAG, Kind.ABILITY),
    (Kind.STAT, Kind.POOL, Kind.LINK),
    (Kind.PROP, Kind.LINK),
    (Kind.EVENT, Kind.CHANGE),
    (Kind.FORMULA, Kind.QUERY),
)
"""Kinds whose names stand in the same place, so that no two may share one."""


@record()
class Symbol:
    """A declared thing. ``node`` is its declaration; ``uses`` counts the places that name it."""

    name: str
    kind: Kind
    span: Span
    node: ast.Declaration
    uses: int = 0
    instance: bool = False
    """Whether it is an instance of a template, whose name the author has not written."""

    @property
    def is_template(self) -> bool:
        """Whether it is a template, which stands where its kind does, with arguments."""
        return isinstance(self.node, ast.Template)


@record()
class Symbols:
    """All declared names of a catalog, and the lines of which there may be one."""

    tables: dict[Kind, dict[str, Symbol]] = field(
        default_factory=lambda: {kind: {} for kind in Kind}
    )
    rate: int | None = None
    allegiance: str | None = None
    turn_event: str | None = None
    space: ast.Space | None = None
    in_play: tuple[ast.Name, ...] = ()

    def get(self, kind: Kind, name: str) -> Symbol | None:
        """The thing of that kind and name, or None."""
        return self.tables[kind].get(name)

    def find(self, kinds: Iterable[Kind], name: str) -> Symbol | None:
        """The first thing of one of ``kinds`` with that name, or None."""
        for kind in kinds:
            found = self.tables[kind].get(name)
            if found is not None:
                return found
        return None

    def names(self, kinds: Iterable[Kind]) -> list[str]:
        """All names of the kinds, in the order of their declarations."""
        return [
            symbol.name
            for kind in kinds
            for symbol in self.tables[kind].values()
            if not symbol.instance
        ]

    def kinds_of(self, name: str) -> list[Kind]:
        """The kinds that have something of that name."""
        return [kind for kind in Kind if name in self.tables[kind]]
