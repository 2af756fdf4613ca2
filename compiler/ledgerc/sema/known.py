"""Declarations whose meaning is known from an earlier analysis, so that they are not read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ledgerc.ir import catalog as ir
from ledgerc.node import replace
from ledgerc.records import record
from ledgerc.sema.symbols import Kind

Declared: TypeAlias = ir.Effect | ir.Ability | ir.Archetype


@record(frozen=True)
class KnownUnit:
    """What an effect, ability or archetype came to that stands in the syntax by its name alone.

    ``first`` is the number of the first of its rules, ``rules`` how many it has; ``fractions`` are
    the stats that it makes no integers; ``templates`` are those that it is made from.
    """

    declared: Declared
    first: int = 0
    rules: int = 0
    fractions: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    contents: frozenset[str] = frozenset()
    """As in :mod:`ledgerc.ir.contents`."""

    def numbered(self, first: int) -> Declared:
        """The declaration with its rules numbered from ``first``."""
        declared, change = self.declared, first - self.first
        if not change or not isinstance(declared, ir.Effect) or not self.rules:
            return declared
        return replace(
            declared,
            rules=tuple(
                replace(each, number=each.number + change) for each in declared.rules
            ),
            every=tuple(
                replace(each, number=each.number + change) for each in declared.every
            ),
        )


Known: TypeAlias = Mapping[tuple[Kind, str], KnownUnit]


class NotKnownError(Exception):
    """Something asks for more of a known declaration than is known of it."""
