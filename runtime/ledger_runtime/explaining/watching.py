"""Watching generated functions run, line by line: for explanations, never while a game runs.

A compiled function cannot be watched: then nothing is seen but what it gives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, TypeVar

from ledger_runtime.event import Event
from ledger_runtime.explaining.explanation import Saw
from ledger_runtime.explaining.source import values_read

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ran:
    """A line that ran: what it read, and the watched number before and after it."""

    number: int
    saw: Saw
    before: object
    after: object


@dataclass(slots=True)
class Call:
    """A call of a generated function; ``event`` is the one that it was given, if any."""

    code: CodeType
    event: Event[Any] | None
    lines: list[Ran] = field(default_factory=list)


def watch(
    function: Callable[..., T], *arguments: object, local: str = ""
) -> tuple[T, tuple[Ran, ...]]:
    """Call a function and watch it; ``local`` is the variable whose value is looked at."""
    code = getattr(function, "__code__", None)
    if code is None:
        return function(*arguments), ()
    watcher = _Watcher(lambda each: each is code, lambda frame: frame.f_locals.get(local))
    with watcher.watching():
        value = function(*arguments)
    return value, tuple(watcher.calls[0].lines) if watcher.calls else ()


class Recorder:
    """Watches what events meet while a game or a play runs: use it around a few commands.

    ``calls_of`` gives the calls for an event in order. Slow: each line of the rules is looked at.
    """

    def __init__(self, filename: str) -> None:
        """Watch the generated module of this file."""
        self._watcher = _Watcher(
            lambda code: code.co_filename == filename
            and code.co_name.startswith(("before_", "answers_", "when_")),
            _amount_left,
        )

    def watching(self) -> Any:
        """A context in which what runs is recorded."""
        return self._watcher.watching()

    def calls_of(self, event: Event[Any], name: str) -> list[Call]:
        """The calls about an event of functions whose name starts with ``name``."""
        return [
            call
            for call in self._watcher.calls
            if call.event is event and call.code.co_name.startswith(name)
        ]


def _amount_left(frame: FrameType) -> object:
    """How much of the event of a before rule is still to happen."""
    event = frame.f_locals.get("event")
    if not isinstance(event, Event) or event.kind.way is None:
        return None
    return event.amount - event.absorbed


class _Watcher:
    def __init__(
        self,
        wants: Callable[[CodeType], bool],
        look: Callable[[FrameType], object],
    ) -> None:
        self.calls: list[Call] = []
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

    def _enter(self, frame: FrameType, event: str, _: Any) -> Any:
        if not self._wants(frame.f_code):
            return None
        given = frame.f_locals.get("event")
        call = Call(frame.f_code, given if isinstance(given, Event) else None)
        self.calls.append(call)
        waiting: list[tuple[int, Saw, object]] = []

        def step(frame: FrameType, event: str, _: Any) -> Any:
            if event in ("line", "return"):
                now = self._look(frame)
                if waiting:
                    number, saw, before = waiting.pop()
                    call.lines.append(Ran(number, saw, before, now))
                if event == "line":
                    saw = self._read(frame)
                    waiting.append((frame.f_lineno, saw, now))
            return step

        return step

    def _read(self, frame: FrameType) -> Saw:
        """What a line reads; reading a stat runs generated code, which is not watched."""
        tracing = sys.gettrace()
        sys.settrace(None)
        try:
            return values_read(frame)
        finally:
            sys.settrace(tracing)
