"""How values stand in a saved world: plain JSON, ids for entities and names for declared things.

A number is an integer or a text ``"1/3"``; what is no number is a list that begins with what it
is: ``["entity", 7]``, ``["truth", true]``, ``["point", 1, "1/2"]``, ``["effect", "Burning"]``,
and of a selection ``["list", [["entity", 7]]]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger_runtime.ability import Ability
from ledger_runtime.archetype import Archetype
from ledger_runtime.catalog import Catalog, EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import SaveError
from ledger_runtime.numbers import Number
from ledger_runtime.space import Point

MOST_DIGITS = 200
"""Digits that a number of a save may have."""

_FRACTION = re.compile(r"(-?[0-9]+)/([0-9]+)", re.ASCII)


def encode_number(value: Number) -> int | str:
    """A number as JSON."""
    if isinstance(value, int):
        return int(value)
    return f"{value.numerator}/{value.denominator}"


def encode(value: object) -> Any:
    """A value of a parameter, a script or an answer as JSON. Raises :class:`SaveError`."""
    if isinstance(value, bool):
        return ["truth", value]
    if isinstance(value, (int, Fraction)):
        return encode_number(value)
    if isinstance(value, str):
        return ["text", value]
    if isinstance(value, Entity):
        return ["entity", value.id]
    if isinstance(value, Point):
        return ["point", encode_number(value.x), encode_number(value.y)]
    if isinstance(value, (list, tuple)):
        return ["list", [encode(each) for each in value]]
    if isinstance(value, EventKind):
        return ["event", value.name]
    if isinstance(value, type):
        for base, what in _DECLARED:
            if issubclass(value, base):
                declared: type[Any] = value
                return [what, declared.name]
    raise SaveError(f"a {type(value).__name__} cannot be saved")


_DECLARED: tuple[tuple[type[Any], str], ...] = (
    (Effect, "effect"),
    (Ability, "ability"),
    (Archetype, "archetype"),
)


def decode_number(value: object, where: str) -> Number:
    """A number from JSON. Raises :class:`SaveError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value.bit_length() > MOST_DIGITS * 4:
            raise SaveError(f"{where}: the number is too large")
        return value
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS:
        match = _FRACTION.fullmatch(value)
        if match is not None and int(match[2]):
            number = Fraction(int(match[1]), int(match[2]))
            if number.denominator != 1:
                return number
    raise SaveError(f"{where}: expected a number, found {shown(value)}")


def decode(
    value: object, where: str, entities: Mapping[int, Any], catalog: Catalog
) -> Any:
    """A value from JSON; references are looked up. Raises :class:`SaveError`."""
    if not isinstance(value, list):
        return decode_number(value, where)
    match value:
        case ["truth", bool() as truth]:
            return truth
        case ["text", str() as text]:
            return text
        case ["entity", int() as id] if not isinstance(id, bool) and id in entities:
            return entities[id]
        case ["point", x, y]:
            return Point(decode_number(x, where), decode_number(y, where))
        case ["list", list() as values]:
            return tuple(decode(each, where, entities, catalog) for each in values)
        case ["effect", str() as name] if name in catalog.effect_named:
            return catalog.effect_named[name]
        case ["ability", str() as name] if name in catalog.ability_named:
            return catalog.ability_named[name]
        case ["archetype", str() as name] if name in catalog.archetype_named:
            return catalog.archetype_named[name]
        case ["event", str() as name] if name in catalog.kind_named:
            return catalog.kind_named[name]
    raise SaveError(f"{where}: no value: {shown(value)}")


def shown(value: object) -> str:
    """A bad value in a message, cut short."""
    text = repr(value) if not isinstance(value, (list, dict)) else type(value).__name__
    return text if len(text) <= 40 else f"{text[:37]}…"
