"""One line on a terminal that says what long work is at."""

from __future__ import annotations

import sys
import time

import click

QUIET_SECONDS = 1.0
"""How long work takes before it says on a terminal what it is at."""


class ProgressLine:
    """Says what is worked on, and goes when it is done; silent off a terminal."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._shown = False

    def __call__(self, done: int, count: int, name: str) -> None:
        """Say what is worked on."""
        if on_terminal() and time.monotonic() - self._started > QUIET_SECONDS:
            self._shown = True
            line = f"\r\x1b[K{done}/{count} {name}"[:100]
            click.echo(line, nl=False, err=True, color=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True, color=True)


def on_terminal() -> bool:
    """Whether somebody can see the line."""
    return sys.stderr.isatty()
