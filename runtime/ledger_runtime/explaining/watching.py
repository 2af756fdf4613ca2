"""Watching generated functions run, line by line: for explanations, never while a game runs.

A compiled function cannot be watched: then nothing is seen but what it gives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, TypeVar

from ledger_runtime.event import Event
from ledger_runtime.explaining.answering import answers_to
from ledger_runtime.explaining.source import Read, statements_of, values_read
from ledger_runtime.log import Entry

T = TypeVar("T")

MOST_CALLS = 100_000
"""How many calls a recorder keeps: of a longer play it tells the beginning."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A statement that ran, by its first line.

    What it read, and the watched number and the log's length around it.
    """

    number: int
    reads: tuple[Read, ...]
    before: object
    after: object
    since: int
    until: int

    @property
    def saw(self) -> tuple[tuple[str, object], ...]:
        """What it read, as text and value."""
        return tuple((each.text, each.value) for each in self.reads)


@dataclass(slots=True)
class Call:
    """A call of a generated function: the event it was given, and what was at work then."""

    code: CodeType
    event: Event[Any] | None
    cause: Entry | None
    lines: list[Ran] = field(default_factory=list)


def watch(
    function: Callable[..., T], *arguments: object, local: str = ""
) -> tuple[T, tuple[Ran, ...]]:
    """Call a function and watch it; ``local`` is the variable whose value is looked at."""
    code = getattr(function, "__code__", None)
    if code is None:
        return function(*arguments), ()
    recorder = Recorder(
        lambda frame: frame.f_code is code, lambda frame: frame.f_locals.get(local)
    )
    with recorder.watching():
        value = function(*arguments)
    return value, tuple(recorder.calls[0].lines) if recorder.calls else ()


def is_generated(frame: FrameType) -> bool:
    """Whether a frame runs a function of a generated catalog."""
    return "nothing" in frame.f_globals and "World" in frame.f_globals


def amount_left(frame: FrameType) -> object:
    """How much of the event of a before rule is still to happen."""
    event = frame.f_locals.get("event")
    if not isinstance(event, Event) or event.kind.way is None:
        return None
    return event.amount - event.absorbed


class Recorder:
    """Watches what runs: every line of the functions that ``wants`` picks."""

    def __init__(
        self,
        wants: Callable[[FrameType], bool] = is_generated,
        look: Callable[[FrameType], object] = amount_left,
    ) -> None:
        self.calls: list[Call] = []
        self._open: list[tuple[FrameType, list[Read]]] = []
        self._wants = wants
        self._look = look

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch; whatever traces already (a debugger, coverage) is put back after."""
        outer = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(outer)

    def met(self, event: Event[Any]) -> list[Call]:
        """The calls of functions of before rules that an event went through, in order."""
        return [
            call
            for call in self.calls
            if call.event is event and call.code.co_name.startswith("before_")
        ]

    def maker(self, event: Event[Any], index: int) -> tuple[CodeType, Ran] | None:
        """The line that made the event which stands at ``index`` in the log."""
        for call in reversed(self.calls):
            if call.cause is event.cause and call.event is not event:
                for ran in call.lines:
                    if ran.since <= index < ran.until:
                        return call.code, ran
        return None

    def _enter(self, frame: FrameType, event: str, _: Any) -> Any:
        if self._open and frame.f_back is self._open[-1][0]:
            answered = answers_to(frame, self._open[-1][1])
            if answered is not None:
                return answered
        if len(self.calls) >= MOST_CALLS or not self._wants(frame):
            return None
        local = frame.f_locals
        given = local.get("event")
        if given is None and "event" in local:
            return None  # it changes a pool: what asks for that is what made the event
        world = local.get("w")
        call = Call(
            frame.f_code,
            given if isinstance(given, Event) else None,
            getattr(world, "cause", None),
        )
        self.calls.append(call)
        answers: list[Read] = []
        self._open.append((frame, answers))
        waiting: list[tuple[int, tuple[Read, ...], object, int]] = []

        def step(frame: FrameType, event: str, _: Any) -> Any:
            if event in ("line", "return"):
                number = _statement(frame)
                if event == "line" and waiting and waiting[0][0] == number:
                    return step  # another line of the same statement
                now = self._look(frame)
                logged = _logged(world)
                if waiting:
                    begun, reads, before, since = waiting.pop()
                    reads += tuple(answers)
                    answers.clear()
                    call.lines.append(Ran(begun, reads, before, now, since, logged))
                if event == "line":
                    waiting.append((number, _read(frame, number), now, logged))
                elif self._open and self._open[-1][0] is frame:
                    self._open.pop()
            return step

        return step


def _logged(world: Any) -> int:
    log = getattr(world, "log", None)
    return 0 if log is None else len(log)


def _statement(frame: FrameType) -> int:
    """The line on which the statement begins that runs: it may stand on several."""
    number = frame.f_lineno
    return statements_of(frame.f_code.co_filename).get(number, number)


def _read(frame: FrameType, number: int) -> tuple[Read, ...]:
    """What a line reads; reading a stat runs generated code, which is not watched."""
    tracing = sys.gettrace()
    sys.settrace(None)
    try:
        return values_read(frame, number)
    finally:
        sys.settrace(tracing)


# -- recording what a play does -------------------------------------------------------------------

_RECORDER: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


def current_recorder() -> Recorder | None:
    """The recorder of :func:`recording`, if one is at work."""
    return _RECORDER.get()


@contextmanager
def recording() -> Iterator[Recorder]:
    """Record what generated code does in this context: slow, since each line is looked at."""
    recorder = Recorder()
    token = _RECORDER.set(recorder)
    try:
        with recorder.watching():
            yield recorder
    finally:
        _RECORDER.reset(token)
