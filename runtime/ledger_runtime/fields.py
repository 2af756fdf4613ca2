"""An object of a save, read field by field; every error says where."""

from __future__ import annotations

from typing import Any, NoReturn

from ledger_runtime.codec import shown
from ledger_runtime.errors import SaveError
from ledger_runtime.limits import MOST_COUNT

_MISSING: Any = object()


class Fields:
    """An object of the save; reading a field takes it out. Paths are only put together on error."""

    __slots__ = ("_path", "_values")

    def __init__(self, values: dict[str, Any], path: str) -> None:
        self._values = values
        self._path = path

    def where(self, key: str) -> str:
        """The path of a field."""
        return f"{self._path}.{key}"

    def has(self, key: str) -> bool:
        """Whether a field is there, and not read yet."""
        return key in self._values

    def take(self, key: str, kind: type[Any], default: Any = None) -> Any:
        """A field of a type; one that has a default may be missing."""
        value = self._values.pop(key, _MISSING)
        if value is _MISSING:
            if default is None:
                raise SaveError(f"{self.where(key)}: missing")
            return default
        if isinstance(value, kind):
            return value
        return expect(value, kind, self.where(key))

    def names(self) -> tuple[str, ...]:
        """The fields that are there, and not read yet."""
        return tuple(self._values)

    def text(self, key: str, default: str | None = None) -> str:
        """A field that is a text."""
        text: str = self.take(key, str, default)
        return text

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that is a list of texts."""
        texts = self.take(key, list)
        for index, each in enumerate(texts):
            expect(each, str, f"{self.where(key)}[{index}]")
        return tuple(texts)

    def count(
        self, key: str, default: int | None = None, below: int = MOST_COUNT
    ) -> int:
        """A field that is an integer from 0 up."""
        value = self._values.pop(key, _MISSING)
        if value is _MISSING:
            if default is None:
                raise SaveError(f"{self.where(key)}: missing")
            return default
        if value.__class__ is int and 0 <= value < below:
            count: int = value
            return count
        return a_count(value, self.where(key), below)

    def items(self, key: str, length: int | None = None) -> list[Any]:
        """The items of a list; no list is an empty one."""
        items = self._values.pop(key, _MISSING)
        if items is _MISSING:
            items = []
        elif items.__class__ is not list:
            expect(items, list, self.where(key))
        if length is not None and len(items) != length:
            where = self.where(key)
            raise SaveError(f"{where}: expected {length} items, found {len(items)}")
        found: list[Any] = items
        return found

    def placed(self, key: str, length: int | None = None) -> list[tuple[Any, str]]:
        """The items of a list with their paths."""
        where = self.where(key)
        items = self.items(key, length)
        return [(item, f"{where}[{index}]") for index, item in enumerate(items)]

    def fail(self, key: str, expected: str, found: object) -> NoReturn:
        """Raise the error of a field."""
        raise SaveError(f"{self.where(key)}: expected {expected}, found {shown(found)}")

    def done(self) -> None:
        """All fields must have been read."""
        for key in self._values:
            raise SaveError(f"{self._path}: unknown field {shown(key)}")


_NAMES = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}


def expect(value: Any, kind: type[Any], where: str) -> Any:
    """A value of a type. Raises :class:`SaveError`."""
    if not isinstance(value, kind):
        raise SaveError(f"{where}: expected {_NAMES[kind]}, found {shown(value)}")
    return value


def a_count(value: object, where: str, below: int = MOST_COUNT) -> int:
    """An integer from 0 up. Raises :class:`SaveError`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise SaveError(
            f"{where}: expected a count below {below}, found {shown(value)}"
        )
    return value
