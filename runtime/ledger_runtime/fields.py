"""An object of a save, read field by field; every error says where."""

from __future__ import annotations

from typing import Any, NoReturn

from ledger_runtime.codec import shown
from ledger_runtime.errors import SaveError

MOST_COUNT = 10**15


class Fields:
    """An object of the save, read field by field."""

    def __init__(self, values: dict[str, Any], where: str) -> None:
        self._values = values
        self._where = where
        self._taken: set[str] = set()

    def where(self, key: str) -> str:
        """The path of a field."""
        return f"{self._where}.{key}"

    def has(self, key: str) -> bool:
        """Whether a field is there."""
        return key in self._values

    def take(self, key: str, kind: type[Any], default: Any = None) -> Any:
        """A field of a type; one that has a default may be missing."""
        self._taken.add(key)
        if key not in self._values:
            if default is None:
                raise SaveError(f"{self.where(key)}: missing")
            return default
        return expect(self._values[key], kind, self.where(key))

    def count(
        self, key: str, default: int | None = None, below: int = MOST_COUNT
    ) -> int:
        """A field that is an integer from 0 up."""
        self._taken.add(key)
        if key not in self._values:
            if default is None:
                raise SaveError(f"{self.where(key)}: missing")
            return default
        return a_count(self._values[key], self.where(key), below)

    def items(self, key: str, length: int | None) -> list[tuple[Any, str]]:
        """The items of a list with their paths; no list is an empty one."""
        where = self.where(key)
        items = self.take(key, list, [])
        if length is not None and len(items) != length:
            raise SaveError(f"{where}: expected {length} items, found {len(items)}")
        return [(item, f"{where}[{index}]") for index, item in enumerate(items)]

    def fail(self, key: str, expected: str, found: object) -> NoReturn:
        """Raise the error of a field."""
        raise SaveError(f"{self.where(key)}: expected {expected}, found {shown(found)}")

    def done(self) -> None:
        """All fields must have been read."""
        for key in self._values:
            if key not in self._taken and key not in ("format", "version"):
                raise SaveError(f"{self._where}: unknown field {shown(key)}")


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
