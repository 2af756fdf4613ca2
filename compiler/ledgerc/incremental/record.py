"""What is kept of the analysis of a catalog: data that is checked as it is read, never run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions
from ledgerc.ir.expressions import operators, reading, selections, space
from ledgerc.source import Span


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A block of a file: which of the catalog's files, its first line there, its text."""

    file: int
    line: int
    text: str


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A declaration that need not be read again while its block and the outline are the same.

    ``kind`` is the author's word for what is declared; ``name_span`` where its name stands; the
    rest is as in :class:`ledgerc.sema.known.KnownUnit`. ``digest`` tells it from any other
    wherever it stands, ``printed`` what it means.
    """

    place: Place
    kind: str
    name_span: Span
    declared: ir.Effect | ir.Ability | ir.Archetype
    first: int
    rules: int
    fractions: tuple[str, ...]
    templates: tuple[str, ...]
    contents: frozenset[str]
    digest: str
    printed: str

    @property
    def key(self) -> tuple[str, str]:
        """Its kind and name."""
        return self.kind, self.declared.name


class Record(msgspec.Struct, frozen=True, array_like=True):
    """A catalog without errors.

    ``maker`` is the compiler, with its settings; ``files`` are the catalog's, the root first;
    ``outline`` are all blocks that are no ``kept`` declaration; ``integral`` tells of each stat
    whether it is always an integer; ``plain``: no author names a line of a file as generated text
    does, so that what names one is the compiler's.
    """

    maker: str
    files: tuple[str, ...]
    outline: tuple[Place, ...]
    integral: dict[str, bool]
    kept: tuple[Kept, ...]
    plain: bool

    @property
    def digests(self) -> dict[tuple[str, str], str]:
        """What tells each kept declaration from any other, by kind and name."""
        return {each.key: each.digest for each in self.kept}

    @property
    def printed(self) -> dict[tuple[str, str], str]:
        """The kept declarations as they are printed, by kind and name."""
        return {each.key: each.printed for each in self.kept}


def encoded(record: Record) -> bytes:
    """A record as bytes."""
    return msgspec.msgpack.encode(record, enc_hook=_exact_data)


def decoded(data: bytes, maker: str) -> Record | None:
    """The record that ``data`` holds, if it holds one that ``maker`` made."""
    for module in (operators, reading, selections, space):
        # what their annotations name, and they import for type checkers alone
        vars(module).setdefault("Expression", expressions.Expression)
    try:
        found = msgspec.msgpack.decode(data, type=Record, dec_hook=_exact)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return found if found.maker == maker else None


def _exact_data(value: Any) -> Any:
    if isinstance(value, Fraction):
        return (value.numerator, value.denominator)
    raise NotImplementedError(type(value))


def _exact(kind: type, data: Any) -> Any:
    """A number without loss: an integer, or a numerator and a denominator."""
    match data:
        case int():
            return data
        case [int() as numerator, int() as denominator] if denominator:
            return Fraction(numerator, denominator)
    raise ValueError(kind)
