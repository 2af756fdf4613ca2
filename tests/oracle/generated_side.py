"""The generated side of the comparison: a play's generated test, run and recorded.

The generated module and the generated test are what ``ledgerc play`` runs; only the ``Play``
that the test stands on is exchanged for one that records each step and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import ModuleType, TracebackType
from typing import Any, Self

from ledger_runtime.entity import Entity
from ledger_runtime.entries import AtWork
from ledger_runtime.event import Event
from ledger_runtime.limits import Limits
from ledger_runtime.log import Entry
from ledger_runtime.testing import LogLine, Play, PlayFailed, Question, rows_of
from ledger_runtime.testing_frame import value_text
from tests.oracle.deciding import (
    LostInTheSaveError,
    Waited,
    WaitingWorld,
    first_options,
)
from tests.oracle.recording import EntryRow, StepRow


@dataclass
class Handover:
    """A world that goes from a play of one version of a catalog to one of another."""

    line: int
    """The line of the ``save`` at which it does, in both plays."""
    saved: bytes | None = None
    ids: tuple[int, ...] = ()
    """The entities that the play has names for, in the order of the names."""


class HandedOver(Exception):  # noqa: N818 - no error: the play goes on elsewhere
    """The first of two plays ends here."""


class RecordingPlay(Play[Any]):
    """A play that records what each step came to, and fails for nothing."""

    def __init__(self, world: Any, file: str, into: list[StepRow]) -> None:
        super().__init__(world, file)
        self._into = into
        self._seen = 0
        self._told: list[str] = []
        self._outcome = ""

    def _set_up(self) -> None:
        """Nothing to set up."""

    def at(self, line: int) -> None:
        self._flush()
        super().at(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and not isinstance(error, HandedOver):
            self._outcome = f"failed: {type(error).__name__}"
        self._flush()

    handover: Handover | None = None

    def save(self, *entities: Any) -> tuple[Any, ...]:
        self._flush_entries()
        over = self.handover
        if over is None or self._line != over.line:
            again = super().save(*entities)
        elif over.saved is None:
            over.saved = self._world.save()
            over.ids = tuple(entity.id if entity else 0 for entity in entities)
            raise HandedOver
        else:
            self._now = type(self._world).load(over.saved)
            again = tuple(self._known(id) for id in over.ids)
        self._set_up()
        self._seen = 0
        return again

    def again(self, value: Any) -> Any:
        """As a play has it; but who is not in a world that was handed over is nothing."""
        if isinstance(value, Entity):
            return self._known(value.id if value else 0)
        return super().again(value)

    def _known(self, id: int) -> Any:
        return self._now.entities.get(id, self._now.nothing)

    def _flush_entries(self) -> None:
        self._seen = len(self._world.log.entries)

    def _flush(self) -> None:
        """Record the step that ends here."""
        if not self._step:
            return
        world = self._now
        numbers = {id(each): number for number, each in enumerate(world.log.entries)}
        rows = tuple(
            entry_row(each, numbers, world) for each in world.log.entries[self._seen :]
        )
        self._seen = len(world.log.entries)
        self._into.append(
            StepRow(self._line, self._outcome, tuple(self._told), rows, world.save())
        )
        self._told = []
        self._outcome = ""

    def _keep(self, refusal: Any, entries: Any) -> None:
        super()._keep(refusal, entries)
        self._outcome = "done" if refusal is None else f"refused {refusal.message}"

    def _accept(self) -> None:
        self._is_unexpected = False

    # -- expectations -------------------------------------------------------------------------

    def _holds(self, expectation: Callable[[], None]) -> None:
        """Record whether an expectation about the last command holds."""
        try:
            expectation()
        except PlayFailed:
            self._told.append("fails")
        else:
            self._told.append("holds")

    def expect_done(self) -> None:
        self._holds(super().expect_done)

    def expect_refused(self, code: str | None = None, text: str | None = None) -> None:
        self._holds(partial(super().expect_refused, code, text))

    def expect(
        self,
        found: object,
        operator: str,
        wanted: object,
        source: str,
        origin: str | None = None,
    ) -> None:
        self._told += (value_text(found), value_text(wanted))

    def expect_truth(
        self, found: object, source: str, origin: str | None = None
    ) -> None:
        self._told.append(value_text(bool(found)))

    def expect_gone(self, entity: Entity, source: str) -> None:
        self._told.append(value_text(bool(entity.gone)))

    def expect_alive(self, entity: Entity, source: str) -> None:
        self._told.append(value_text(bool(self._world.is_alive(entity))))

    def expect_can(self, question: Question) -> None:
        refusal = question.refusal
        self._told.append("can" if refusal is None else refusal.message)

    def expect_cannot(
        self, question: Question, code: str | None = None, text: str | None = None
    ) -> None:
        self.expect_can(question)

    def expect_over(self) -> None:
        self._told.append(value_text(bool(self._world.over)))

    expect_not_over = expect_over

    def expect_winner(self, winner: Entity) -> None:
        self._told.append(value_text(self._world.winner))

    def expect_log(self, *lines: LogLine) -> None:
        self._holds(partial(super().expect_log, *lines))

    def expect_log_has(self, *lines: LogLine) -> None:
        self._holds(partial(super().expect_log_has, *lines))


class DrawnPlay(RecordingPlay):
    """A play that was drawn: it goes on after a step that failed, and chooses by itself."""

    most_entries = 0
    waited: Waited | None = None
    """Where commands stop at their choices, are saved and loaded, and go on: how often so far."""

    def __enter__(self) -> Self:
        self._set_up()
        return self

    def _set_up(self) -> None:
        world = self._now
        world.limits = Limits(entries=self.most_entries)
        world.chooser = first_options
        world.reset()


def going_on(name: str) -> Callable[..., Any]:
    """A command of a play that records that it failed, instead of ending the play."""

    def command(self: DrawnPlay, *arguments: Any, **named: Any) -> Any:
        world = self.world  # its singles are made: a fault of theirs ends the play
        try:
            if self.waited is not None:
                world.chooser = None
                self._now = WaitingWorld(world, self.waited)
            return getattr(RecordingPlay, name)(self, *arguments, **named)
        except LostInTheSaveError:
            raise
        except Exception as error:  # each is an outcome to compare
            self._outcome = f"failed: {type(error).__name__}"
            return world.nothing
        finally:
            self._now = world

    return command


COMMANDS = """
    act make copy raise_event deal heal set gain spend give take take_all turn destroy remove move
    shuffle place point wait advance do
"""

for _name in COMMANDS.split():
    setattr(DrawnPlay, _name, going_on(_name))


def entry_row(entry: Entry, numbers: dict[int, int], world: Any) -> EntryRow:
    """An entry of the runtime's log as a row."""
    cause = entry.cause
    led = ""
    if cause is not None:
        number = numbers.get(id(cause))
        led = cause.text() if number is None else f"#{number}"
    details: list[tuple[str, str]] = []
    if isinstance(entry, AtWork):
        details.append(("rule", entry.place))
    if isinstance(entry, Event):
        details += _event_details(entry, world)
    return EntryRow(entry.text(), led, tuple(details))


def _event_details(event: Event[Any], world: Any) -> list[tuple[str, str]]:
    told = [
        ("applied", value_text(event.applied)),
        ("absorbed", value_text(event.absorbed)),
        ("prevented", value_text(event.prevented)),
    ]
    catalog = world.catalog
    slots = [(name, prop.slot) for name, prop in catalog.props.items()]
    slots += list(catalog.links.items())
    for name, slot in sorted(slots):
        value = getattr(event, slot, None)
        if value:
            told.append((name, value_text(value)))
    return told


def record_generated(
    play_module: ModuleType,
    function: str,
    most_entries: int | None = None,
    handover: Handover | None = None,
    *,
    waited: Waited | None = None,
) -> tuple[tuple[StepRow, ...], ...]:
    """Run one generated test, each of its rows if it has any; a recording a run.

    With ``most_entries``, the budget of a sequence, it is a play that was drawn. With ``handover``
    its world goes to, or comes from, a play of another version of the catalog. With ``waited`` its
    commands stop at their choices, and go on after a save.
    """
    made: list[list[StepRow]] = []

    def recording(world: Any, file: str) -> RecordingPlay:
        into: list[StepRow] = []
        made.append(into)
        if most_entries is None:
            return RecordingPlay(world, file, into)
        play = DrawnPlay(world, file, into)
        play.most_entries = most_entries
        play.handover = handover
        play.waited = waited
        return play

    play_module.__dict__["Play"] = recording
    test = getattr(play_module, function)
    for values in [row.values for row in rows_of(test)] or [()]:
        with suppress(Exception):  # a step that fails is recorded, and ends the play
            test(*values)
    return tuple(tuple(each) for each in made)
