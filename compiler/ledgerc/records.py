"""Classes of named fields that are cheap to declare: as ``dataclass``, but structs of msgspec.

A command imports a hundred of them, and ``dataclasses`` takes half a millisecond for each, since it
compiles their methods anew in every process: a quarter of all that importing the compiler takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

import msgspec
import msgspec.structs
from msgspec import field

__all__ = ["field", "field_names", "record", "replace"]

_Record = TypeVar("_Record")
_Class = TypeVar("_Class", bound=type[Any])


@dataclass_transform(field_specifiers=(field,))
def record(
    *, frozen: bool = False, eq: bool = True, order: bool = False
) -> Callable[[_Class], _Class]:
    """Make a class a struct of its annotated names, as ``dataclass(slots=True)`` would.

    A mutable one is equal to another that says the same, and cannot be hashed.
    """

    def made(plain: _Class) -> _Class:
        namespace = dict(vars(plain))
        for name in ("__dict__", "__weakref__"):
            namespace.pop(name, None)
        bases = tuple(each for each in plain.__bases__ if each is not object)
        struct: Any = type(msgspec.Struct)
        found: _Class = struct(
            plain.__name__,
            (*bases, *(() if _is_struct(bases) else (msgspec.Struct,))),
            namespace,
            frozen=frozen,
            eq=eq,
            order=order,
        )
        return found

    return made


def replace(of: _Record, **changes: Any) -> _Record:
    """The same record with other values of some fields."""
    made: _Record = msgspec.structs.replace(of, **changes)  # type: ignore[type-var]
    return made


def field_names(kind: type[object]) -> tuple[str, ...]:
    """The names of the fields of a kind of record, in order."""
    assert issubclass(kind, msgspec.Struct)
    return kind.__struct_fields__


def _is_struct(bases: tuple[type, ...]) -> bool:
    return any(issubclass(each, msgspec.Struct) for each in bases)
