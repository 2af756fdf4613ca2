"""``ledgerc uses``: every place that a name is used."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import FINDINGS, stop, tell


@click.command(short_help="Show every place that uses a name.")
@click.argument("name")
@click.argument("paths", nargs=-1, type=SOURCE)
def uses(name: str, paths: tuple[Path, ...]) -> None:
    """Show everything that reads, changes, gives or answers NAME, with its line.

    NAME is anything that a catalog declares: a pool, stat, tag, effect, ability, archetype, event,
    damage, link, zone, const, template and so on; the scene of a play; what a choice is called or
    offers. Looks in PATHS (a folder stands for all in it), or in
    the sources that pyproject.toml names.

    \b
      ledgerc uses Health
      ledgerc uses Shielded content/cookbook/mechanics
    """
    from ledgerc import driver

    try:
        with ProgressLine() as progress:
            result = driver.uses(name, paths, progress=progress)
    except driver.NotConfiguredError as fault:
        raise click.UsageError(str(fault)) from fault
    tell(result.findings, to_stderr=True)
    if result.text is None:
        stop(FINDINGS)
    click.echo(result.text, nl=False)
