"""What a play runs on: :class:`Play` carries out its steps and says where one went otherwise.

Standard library only. A failing step raises :class:`PlayFailed`, an ``AssertionError`` whose first
line is ``FILE:LINE: …``, so that any test runner shows it as a failing test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ledger_runtime.ability import Ability
from ledger_runtime.entity import Entity
from ledger_runtime.log import Entry
from ledger_runtime.numbers import Number
from ledger_runtime.outcome import Refusal
from ledger_runtime.space import Placeable
from ledger_runtime.testing_commands import Commands, order_text
from ledger_runtime.testing_frame import (
    EntityT,
    PlayFailed,
    WorldT,
    failed_again,
    is_same,
    run_explained,
    value_text,
)

__all__ = [
    "Play",
    "PlayFailed",
    "Question",
    "Row",
    "failed_again",
    "rows",
    "rows_of",
    "run_explained",
]

__tracebackhide__ = True  # a test runner's trace ends in the play's own line

PlayFailed.__module__ = __name__  # where it is public

Test = TypeVar("Test", bound=Callable[..., None])

LogLine = tuple[object, ...]
"""An expected entry: its kind, and its fields as far as written."""

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": is_same,
    "!=": lambda found, wanted: not is_same(found, wanted),
    "<": lambda found, wanted: bool(found < wanted),
    "<=": lambda found, wanted: bool(found <= wanted),
    ">": lambda found, wanted: bool(found > wanted),
    ">=": lambda found, wanted: bool(found >= wanted),
}


@dataclass(frozen=True, slots=True)
class Question:
    """An order that a play asks about: how it reads, and why it would be refused, if so."""

    text: str
    refusal: Refusal | None


class Play(Commands[WorldT]):
    """A world and the steps done in it so far.

    Used as a context: leaving it without an error ends the play (:meth:`end`); an error that a
    step runs into becomes the failure of that step.
    """

    def order(
        self,
        actor: EntityT,
        ability: type[Ability[Any]],
        /,
        *targets: EntityT,
        at: Placeable | None = None,
        **props: Number,
    ) -> Question:
        """The order that ``expect can`` and ``expect cannot`` ask about."""
        self._doing = f"can {order_text(actor, ability, targets, at, props)}"
        refusal = self._world.can(actor, ability, *targets, at=at, **props)
        return Question(order_text(actor, ability, targets, at, props), refusal)

    def expect_done(self) -> None:
        """``expect done``: the last command was."""
        last = self._last
        self._is_unexpected = False
        if last is not None and last.refusal is not None:
            raise self._failure("expect done", f"found: {_refused(last.refusal)}")

    def expect_refused(self, code: str | None = None, text: str | None = None) -> None:
        """``expect refused CODE "text"``: the last command was, and so."""
        last = self._last
        self._is_unexpected = False
        refusal = last.refusal if last is not None else None
        if not _fits(refusal, code, text):
            head = f"expect refused{_reason(code, text)}"
            raise self._failure(head, f"found: {_refused(refusal)}")

    def expect(
        self,
        found: object,
        operator: str,
        wanted: object,
        source: str,
        origin: str | None = None,
    ) -> None:
        """``expect A = B from WORD: …``; ``source`` is how the author wrote both sides."""
        self._accept()
        if not _COMPARISONS[operator](found, wanted):
            sign = "" if operator == "=" else f"{operator} "
            raise self._failure(
                f"expect {source}",
                f"expected: {sign}{value_text(wanted)}",
                f"found: {value_text(found)}",
                origin=origin,
                why=source,
            )

    def expect_truth(
        self, found: object, source: str, origin: str | None = None
    ) -> None:
        """``expect in_front(u, g, 180)``, ``expect g has Guard``."""
        self._accept()
        if not found:
            raise self._failure(
                f"expect {source}", "found: it is not so", origin=origin, why=source
            )

    def expect_gone(self, entity: Entity, source: str) -> None:
        """``expect g gone``: it has left, by death or removal."""
        self._accept()
        if not entity.gone:
            where = "in play" if entity.in_play else _lying(entity)
            raise self._failure(f"expect {source} gone", f"found: it is {where}")

    def expect_alive(self, entity: Entity, source: str) -> None:
        """``expect g alive``: it is in play and not dying."""
        self._accept()
        if not self._world.is_alive(entity):
            where = (
                "dying" if entity.in_play else "gone" if entity.gone else _lying(entity)
            )
            raise self._failure(f"expect {source} alive", f"found: it is {where}")

    def expect_can(self, question: Question) -> None:
        """``expect can u Attack at g``."""
        self._accept()
        if question.refusal is not None:
            found = f"found: {_refused(question.refusal)}"
            raise self._failure(f"expect can {question.text}", found)

    def expect_cannot(
        self, question: Question, code: str | None = None, text: str | None = None
    ) -> None:
        """``expect cannot u Attack at g CODE "text"``."""
        self._accept()
        if not _fits(question.refusal, code, text):
            head = f"expect cannot {question.text}{_reason(code, text)}"
            found = "it can" if question.refusal is None else _refused(question.refusal)
            raise self._failure(head, f"found: {found}")

    def expect_over(self) -> None:
        """``expect over``: the match is."""
        self._accept()
        if not self._world.over:
            raise self._failure("expect over", "found: the match goes on")

    def expect_not_over(self) -> None:
        """``expect not over``."""
        self._accept()
        if self._world.over:
            found = f"found: it is over, winner {value_text(self._world.winner)}"
            raise self._failure("expect not over", found)

    def expect_winner(self, winner: Entity) -> None:
        """``expect winner a``; ``nothing``: a draw."""
        self._accept()
        world = self._world
        if not world.over:
            found = "the match goes on"
        elif not is_same(world.winner, winner):
            found = f"winner {value_text(world.winner)}"
        else:
            return
        raise self._failure(f"expect winner {value_text(winner)}", f"found: {found}")

    def expect_log(self, *lines: LogLine) -> None:
        """``expect log``: these entries, field by field as far as written, and no other."""
        self._accept()
        entries = self._entries()
        for number in range(max(len(lines), len(entries))):
            wanted = (
                _line_text(lines[number]) if number < len(lines) else "no more entries"
            )
            found = (
                entries[number].text() if number < len(entries) else "no more entries"
            )
            agrees = (
                number < len(lines)
                and number < len(entries)
                and _agrees(entries[number], lines[number])
            )
            if not agrees:
                raise self._failure(
                    "expect log",
                    f"entry {number + 1} differs",
                    f"expected: {wanted}",
                    f"found: {found}",
                )

    def expect_log_has(self, *lines: LogLine) -> None:
        """``expect log has``: these entries in this order, with others between them."""
        self._accept()
        rest = iter(self._entries())
        for number, line in enumerate(lines):
            if not any(_agrees(entry, line) for entry in rest):
                after = f", after {_line_text(lines[number - 1])}" if number else ""
                raise self._failure(
                    "expect log has",
                    f"expected: {_line_text(line)}{after}",
                    "found: none",
                )

    def _entries(self) -> tuple[Entry, ...]:
        return () if self._last is None else self._last.entries


def _refused(refusal: Refusal | None) -> str:
    return "done" if refusal is None else f"refused {refusal.message}"


def _reason(code: str | None, text: str | None) -> str:
    return "" if code is None else f" {Refusal(code, text).message}"


def _fits(refusal: Refusal | None, code: str | None, text: str | None) -> bool:
    """Whether a refusal is the one that is expected, as far as it is written."""
    if refusal is None:
        return False
    return code in (None, refusal.code) and text in (None, refusal.text)


def _lying(entity: Entity) -> str:
    if not entity:
        return "nothing"
    return (
        f"in {entity.zone} of {value_text(entity.keeper)}" if entity.zone else "nowhere"
    )


def _agrees(entry: Entry, line: LogLine) -> bool:
    kind, *wanted = line
    fields = entry.fields()
    return (
        entry.kind_name() == kind
        and len(wanted) <= len(fields)
        and all(
            is_same(found, each) for found, each in zip(fields, wanted, strict=False)
        )
    )


def _line_text(line: LogLine) -> str:
    return " ".join(map(value_text, line))


# -- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One run of a play with rows: a readable name, and the values of its parameters."""

    name: str
    values: tuple[Any, ...]


def rows(
    names: str | tuple[str, ...], values: Sequence[Any], *, ids: Sequence[str]
) -> Callable[[Test], Test]:
    """Keep a play's rows on its function, for a runner that is not pytest.

    Takes what ``pytest.mark.parametrize`` takes; :func:`rows_of` reads it.
    """
    single = isinstance(names, str)
    kept = tuple(
        Row(name, (given,) if single else tuple(given))
        for name, given in zip(ids, values, strict=True)
    )

    def keep(test: Test) -> Test:
        test.__dict__["rows"] = kept
        return test

    return keep


def rows_of(test: Callable[..., None]) -> tuple[Row, ...]:
    """The rows that :func:`rows` kept on a play's function; none of a play without."""
    found: tuple[Row, ...] = test.__dict__.get("rows", ())
    return found
