"""``ledgerc check``: everything that is wrong with some sources."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import (
    CLEAN,
    FINDINGS,
    FORMATS,
    named_or_sources,
    stop,
    tell,
)


@click.command(short_help="Report all that is wrong.")
@click.argument("paths", nargs=-1, type=SOURCE)
@click.option(
    "--format",
    "form",
    type=FORMATS,
    default="text",
    show_default=True,
    help="text for people, json for programs, github for annotations of a pull request, "
    "junit for test reports.",
)
def check(paths: tuple[Path, ...], form: str) -> None:
    """Report all that is wrong with .ledger and .play files, at once.

    A folder stands for all sources in it; without PATHS: the sources that pyproject.toml names.
    A play is checked with the catalog that it names. Ends with 0 if nothing was found, else with 1.

    \b
      ledgerc check content
      ledgerc check cards/guard.ledger cards/guard.play
      ledgerc check content --format github
    """
    from ledgerc import driver
    from ledgerc.diagnostics.render_text import counted

    paths = named_or_sources(paths, "to check")
    with ProgressLine() as progress:
        result = driver.check(paths, progress=progress)
    tell(result.findings, form)
    if form == "text" and not result.findings.diagnostics:
        click.echo(f"✓ {counted(result.files, 'file')}, nothing found")
    stop(FINDINGS if result.findings.diagnostics else CLEAN)
