"""Tables of a save: rows are checked in bulk, column by column; then a fault is looked for.

A row has a value a column and, where something is not as usual, an object at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ledger_runtime.codec import decode_number, shown
from ledger_runtime.errors import SaveError
from ledger_runtime.fields import Fields, expect
from ledger_runtime.limits import MOST_COUNT

PLAIN = 1 << 62
"""Integers below this need no further look."""

_INT = {int}
_STR = {str}
_LIST = {list}


class Table:
    """Rows of so many named columns. Raises :class:`SaveError` for rows of another form.

    ``more`` has the objects at the ends of rows, by row.
    """

    def __init__(self, names: Sequence[str], rows: list[Any], path: str) -> None:
        self.names = tuple(names)
        self.path = path
        self.more: dict[int, Fields] = {}
        width = len(self.names)
        if not set(map(type, rows)) <= _LIST:
            self._find(rows, lambda row: row.__class__ is list, "a list")
        lengths = set(map(len, rows))
        if lengths and lengths != {width}:
            if not lengths <= {width, width + 1}:
                self._find(
                    rows,
                    lambda row: width <= len(row) <= width + 1,
                    f"{width} items ({', '.join(self.names)})",
                )
            for index, row in enumerate(rows):
                if len(row) > width:
                    where = f"{path}[{index}].more"
                    self.more[index] = Fields(expect(row.pop(), dict, where), where)
        self.length = len(rows)
        self._columns = dict(
            zip(self.names, zip(*rows, strict=True), strict=True)
            if rows
            else ((name, ()) for name in self.names)
        )

    def where(self, index: int, name: str) -> str:
        """The path of a value."""
        return f"{self.path}[{index}].{name}"

    def values(self, name: str) -> tuple[Any, ...]:
        """A column as it is."""
        return self._columns[name]

    def counts(
        self, name: str, least: int = 0, below: int = MOST_COUNT
    ) -> tuple[int, ...]:
        """A column of integers from ``least`` up to below ``below``."""
        column = self._columns[name]
        if not set(map(type, column)) <= _INT or (
            column and (min(column) < least or max(column) >= below)
        ):
            self.fail(
                name,
                lambda value: value.__class__ is int and least <= value < below,
                f"a count from {least} up, below {below}",
            )
        return column

    def texts(self, name: str) -> tuple[str, ...]:
        """A column of texts."""
        column = self._columns[name]
        if not set(map(type, column)) <= _STR:
            self.fail(name, lambda value: value.__class__ is str, "a text")
        return column

    def numbers(self, name: str, *, whole: bool) -> Sequence[Any]:
        """A column of numbers; broken ones only where the column is not ``whole``."""
        column = self._columns[name]
        if set(map(type, column)) <= _INT and (
            not column or (min(column) > -PLAIN and max(column) < PLAIN)
        ):
            return column
        found = []
        for index, value in enumerate(column):
            number = decode_number(value, self.where(index, name))
            if whole and not isinstance(number, int):
                where = self.where(index, name)
                raise SaveError(f"{where}: it is whole, and found {shown(value)}")
            found.append(number)
        return found

    def among(self, name: str, known: Any, what: str) -> tuple[Any, ...]:
        """A column of integers that are keys of ``known``."""
        column = self._columns[name]
        if not set(map(type, column)) <= _INT or not known.keys() >= set(column):
            for index, value in enumerate(column):
                if value.__class__ is not int or value not in known:
                    raise SaveError(
                        f"{self.where(index, name)}: there is no {what} {shown(value)}"
                    )
        return column

    def unique(self, name: str) -> None:
        """Each value of a column stands there once."""
        column = self._columns[name]
        if len(set(column)) != len(column):
            seen: set[Any] = set()
            for index, value in enumerate(column):
                if value in seen:
                    raise SaveError(
                        f"{self.where(index, name)}: expected what no other has, "
                        f"found {shown(value)}"
                    )
                seen.add(value)

    def fail(self, name: str, fits: Any, expected: str) -> NoReturn:
        """Raise the error of the first value of a column that does not fit."""
        for index, value in enumerate(self._columns[name]):
            if not fits(value):
                raise SaveError(
                    f"{self.where(index, name)}: expected {expected}, found {shown(value)}"
                )
        raise AssertionError("a value that does not fit is found")

    def _find(self, rows: list[Any], fits: Any, expected: str) -> NoReturn:
        for index, row in enumerate(rows):
            if not fits(row):
                found = f"{len(row)}" if row.__class__ is list else shown(row)
                raise SaveError(
                    f"{self.path}[{index}]: expected {expected}, found {found}"
                )
        raise AssertionError("a row that does not fit is found")
