"""What the commands share: exit codes, where text goes, whether it may be coloured."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

if TYPE_CHECKING:
    from pathlib import Path

    from ledgerc.driver import Findings

CLEAN = 0
FINDINGS = 1
USAGE = 2
BUG = 70

FORMATS = click.Choice(["text", "json", "github", "junit"])


def colour(stream: TextIO) -> bool:
    """Whether ``stream`` is a terminal that wants colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def tell(findings: Findings, form: str = "text", *, to_stderr: bool = False) -> None:
    """Write what was found, to stdout or beside it."""
    from ledgerc.diagnostics.render import Format, render

    stream = sys.stderr if to_stderr else sys.stdout
    text = render(
        findings.diagnostics,
        findings.sources,
        Format(form),
        colour=colour(stream),
    )
    click.echo(text, nl=False, err=to_stderr, color=True)


def stop(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise click.exceptions.Exit(code)


def named_or_sources(paths: tuple[Path, ...], purpose: str) -> tuple[Path, ...]:
    """``paths``, by default the sources of the project; none if its settings are wrong.

    Refuses a command that has neither.
    """
    from ledgerc import driver

    try:
        return tuple(driver.sources(paths, purpose))
    except driver.NotConfiguredError as fault:
        raise click.UsageError(str(fault)) from fault


def need_paths(paths: Sequence[Path]) -> None:
    """Refuse a command that names no file."""
    if not paths:
        raise click.UsageError("name at least one file or folder, such as `content`")
