"""What nodes of syntax trees and of the IR are made of: frozen records, cheap to declare and make.

They are structs of msgspec: a build that imports three hundred kinds of node would otherwise spend
more time on declaring them than on compiling a catalog, and making one is five times faster than
making a frozen dataclass.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    Exact: TypeAlias = int | Fraction
else:
    Exact = Rational  # what a decoder can be told to make of data; see `incremental`

__all__ = ["Exact", "Node", "field_names", "is_node", "replace"]

_UNCOMPARED = frozenset({"span", "parentheses", "blank_before"})
"""Fields that say where something stands or how it is written, not what it is."""


class Node(
    msgspec.Struct, frozen=True, eq=False, array_like=True, tag=True, tag_field="node"
):
    """A record of named fields; equal to another of its kind that says the same, wherever."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in _compared(type(self))
        )

    def __ne__(self, other: object) -> bool:  # a struct has one of its own
        return not self == other

    def __hash__(self) -> int:
        kind = type(self)
        return hash((kind, *(getattr(self, name) for name in _compared(kind))))


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a kind of node, those that it inherits first; none if it is none.

    A struct itself puts last what is given by keyword alone, which is what all lines share.
    """
    known = _FIELD_NAMES.get(kind)
    if known is None:
        own = kind.__struct_fields__ if is_node(kind) else ()
        known = _FIELD_NAMES[kind] = tuple(
            name
            for base in reversed(kind.__mro__)
            for name in vars(base).get("__annotations__", ())
            if name in own
        )
    return known


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


def is_node(kind: type[Any]) -> bool:
    """Whether things of this type are nodes."""
    return issubclass(kind, msgspec.Struct)


def _compared(kind: type[Any]) -> tuple[str, ...]:
    known = _COMPARED.get(kind)
    if known is None:
        known = _COMPARED[kind] = tuple(
            each for each in field_names(kind) if each not in _UNCOMPARED
        )
    return known


_COMPARED: dict[type[Any], tuple[str, ...]] = {}
