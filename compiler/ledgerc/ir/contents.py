"""What kinds of nodes a declaration holds: so that who looks for one need not go through all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from ledgerc.ir.walk import walk
from ledgerc.node import Node

FRACTION = "Fraction"
"""The word for a number that is no integer."""

WORDS = frozenset({"Every", "If", "Let", "Raise", "Seconds", FRACTION})
"""The kinds of nodes that are looked for, by their names."""

Contents: TypeAlias = Mapping[tuple[str, str], frozenset[str]]
"""Which of the words are true of declarations, by kind and name, as far as that is known."""


def contents_of(node: Node) -> frozenset[str]:
    """Which of the words are true of a declaration."""
    return frozenset(_words(node)) & WORDS


def _words(node: Node) -> Iterator[str]:
    for each in walk(node):
        yield type(each).__name__
        if type(getattr(each, "value", None)) is Fraction:
            yield FRACTION
