"""One line on a terminal that says what long work is at."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from types import TracebackType
from typing import Self

import click

QUIET_SECONDS = 1.0
"""How long work takes before it says on a terminal what it is at."""
TICK_SECONDS = 0.25
"""How often the line is drawn anew, so that its seconds go on."""

_CELLS = 20
_WIPE = "\r\x1b[K"


class ProgressLine:
    """Says what is worked on, how much of it is done and for how long; silent off a terminal.

    It begins with ``with`` or the first call, and goes with the end of ``with`` or ``clear``.
    """

    def __init__(self, name: str = "") -> None:
        """``name``: what is worked on as long as nothing else is said."""
        self._text = _printable(name)
        self._lock = RLock()
        self._ended = Event()
        self._ticking: Thread | None = None
        self._started = 0.0
        self._shown = False

    def __enter__(self) -> Self:
        self._begin()
        if self._ticking is not None and self._text:
            self._draw()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def __call__(self, done: int, count: int, name: str) -> None:
        """Say what is worked on, and how much is done of how much."""
        self._begin()
        if self._ticking is not None:
            bar = f"[{'#' * (_CELLS * done // count):.<{_CELLS}}] " if count > 1 else ""
            with self._lock:
                self._text = f"{bar}{done}/{count} {_printable(name)}"
            self._draw()

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see the line; none that has not begun."""
        return self._ticking is not None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the line away while something is printed."""
        with self._lock:
            self._wipe()
            yield

    def clear(self) -> None:
        """Take the line away; work is done."""
        if self._ticking is not None:
            self._ended.set()
            self._ticking.join()
            self._ticking = None
            self._wipe()

    def _begin(self) -> None:
        if self._ticking is None and on_terminal():
            self._started = time.monotonic()
            self._ended = Event()
            self._ticking = Thread(target=self._tick, daemon=True)
            self._ticking.start()

    def _tick(self) -> None:
        with suppress(OSError, ValueError):  # the terminal is gone
            while not self._ended.wait(TICK_SECONDS):
                self._draw()

    def _draw(self) -> None:
        seconds = time.monotonic() - self._started
        if seconds > QUIET_SECONDS:
            with self._lock:
                self._shown = True
                line = f"{self._text} ({max(seconds, 0):.0f} s)"[: _width() - 1]
                click.echo(f"{_WIPE}{line}", nl=False, err=True, color=True)

    def _wipe(self) -> None:
        if self._shown:
            self._shown = False
            click.echo(_WIPE, nl=False, err=True, color=True)


def on_terminal() -> bool:
    """Whether somebody can see the line, on a terminal that can wipe it."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
