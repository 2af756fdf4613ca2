"""How values stand in a saved world: plain JSON, ids for entities and names for declared things.

A number is an integer or a text ``"1/3"``; what is no number is a list that begins with what it
is: ``["entity", 7]``, ``["truth", true]``, ``["point", 1, "1/2"]``, ``["effect", "Burning"]``,
and of a selection ``["list", [["entity", 7]]]`` (``docs/saves.md``).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ledger_runtime.ability import Ability
from ledger_runtime.archetype import Archetype
from ledger_runtime.catalog import Catalog, EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import SaveError
from ledger_runtime.limits import MOST_DIGITS
from ledger_runtime.numbers import Number
from ledger_runtime.space import Point

if TYPE_CHECKING:
    from ledger_runtime.naming import Naming

_MOST_BITS = MOST_DIGITS * 10 // 3

_FRACTION = re.compile(r"(-?[0-9]+)/([0-9]+)", re.ASCII)


def encode_number(value: Number) -> int | str:
    """A number as JSON."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        raise SaveError(f"a number of more than {MOST_DIGITS} digits cannot be saved")
    if value.denominator == 1:
        return value.numerator
    return f"{value.numerator}/{value.denominator}"


def encode(value: object) -> Any:
    """A value of a script, an answer or an argument as JSON. Raises :class:`SaveError`."""
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


def encode_as(kind: str, value: Any, catalog: Catalog) -> Any:
    """A value of a parameter of a known kind: tags and phases are named, too."""
    if kind == "tag":
        return ["tags", mask_names(value, catalog.tags)]
    if kind == "phase":
        return ["phase", value]
    return encode(value)


def mask_names(mask: int, bits: Any) -> list[str]:
    """The names whose bits are in a mask."""
    return [name for name, bit in bits.items() if mask & bit]


_DECLARED: tuple[tuple[type[Any], str], ...] = (
    (Effect, "effect"),
    (Ability, "ability"),
    (Archetype, "archetype"),
)


def decode_number(value: object, where: str) -> Number:
    """A number from JSON. Raises :class:`SaveError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value.bit_length() > _MOST_BITS:
            raise SaveError(f"{where}: the number is too large")
        return value
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS + 2:
        match = _FRACTION.fullmatch(value)
        if match is not None and int(match[2]):
            number = Fraction(int(match[1]), int(match[2]))
            if number.denominator != 1 and f"{number}" == value:
                return number
    raise SaveError(f"{where}: expected a number, found {shown(value)}")


def decode(value: object, where: str, naming: Naming) -> Any:
    """A value from JSON; references and names are looked up. Raises :class:`SaveError`."""
    if not isinstance(value, list):
        return decode_number(value, where)
    match value:
        case ["truth", bool() as truth]:
            return truth
        case ["text", str() as text]:
            return text
        case ["entity", int() as id] if not isinstance(id, bool):
            if id in naming.entities:
                return naming.entities[id]
            raise SaveError(f"{where}: there is no entity {id}")
        case ["point", x, y]:
            return Point(decode_number(x, where), decode_number(y, where))
        case ["list", list() as values]:
            if not any(
                isinstance(each, list) and each[:1] == ["list"] for each in values
            ):
                return tuple(decode(each, where, naming) for each in values)
        case ["tags", list() as names]:
            return naming.mask("tag", names, where)
        case ["phase", str() as name]:
            return naming.phase(name, where)
        case [("effect" | "ability" | "archetype" | "event") as kind, str() as name]:
            return naming.declared(kind, name, where)
    raise SaveError(f"{where}: no value: {shown(value)}")


def decode_as(kind: str, value: object, where: str, naming: Naming) -> Any:
    """A value of a parameter of a known kind; "" is any. Raises :class:`SaveError`."""
    if value.__class__ is int and kind in ("whole", "number"):
        return decode_number(value, where)
    found = decode(value, where, naming)
    fits = _FITS.get(kind)
    is_named = isinstance(value, list) and value[:1] in (["tags"], ["phase"])
    if (
        is_named != (kind in ("tag", "phase"))
        if fits is None and kind
        else fits is not None and (is_named or not fits(found))
    ):
        raise SaveError(f"{where}: expected a {kind} here, found {shown(value)}")
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _is_class_of(base: type[Any]) -> Any:
    return lambda value: isinstance(value, type) and issubclass(value, base)


_FITS: dict[str, Any] = {
    "number": _is_number,
    "whole": lambda value: value.__class__ is int,
    "truth": lambda value: isinstance(value, bool),
    "entity": lambda value: isinstance(value, Entity),
    "place": lambda value: isinstance(value, (Entity, Point)),
    "selection": lambda value: isinstance(value, tuple)
    and not isinstance(value, Point)
    and all(isinstance(each, Entity) for each in value),
    "text": lambda value: isinstance(value, str),
    "word": lambda value: isinstance(value, str),
    "effect": _is_class_of(Effect),
    "ability": _is_class_of(Ability),
    "archetype": _is_class_of(Archetype),
}
"""What a value of a kind of parameter is; tags and phases say themselves what they are."""


def shown(value: object) -> str:
    """A bad value in a message, cut short."""
    if isinstance(value, (list, dict)):
        return type(value).__name__
    if isinstance(value, int) and value.bit_length() > 128:
        return "a number of many digits"
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
