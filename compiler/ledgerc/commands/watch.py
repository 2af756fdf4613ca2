"""``ledgerc watch``: checks and plays again what a change affects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import FINDINGS, named_or_sources, stop, tell

if TYPE_CHECKING:
    from ledgerc.watching import Round


@click.command(short_help="Check and play again at each change.")
@click.argument("paths", nargs=-1, type=SOURCE)
def watch(paths: tuple[Path, ...]) -> None:
    """Check and play PATHS, and again at each change what it affects, until interrupted.

    A change of a catalog affects all that use it and all plays of those. Without PATHS: the
    sources that pyproject.toml names.

    \b
      ledgerc watch
      ledgerc watch content/cards
    """
    try:
        import watchfiles
    except ImportError as fault:
        raise click.ClickException(
            "watching needs watchfiles: pip install 'ledgerc[watch]'"
        ) from fault
    from ledgerc import driver, watching

    watched = named_or_sources(paths, "to watch")
    if not watched:
        tell(driver.check(()).findings)
        stop(FINDINGS)

    def changes() -> Iterator[set[Path]]:
        for found in watchfiles.watch(*watched, raise_interrupt=False):
            yield {Path(path) for _, path in found}

    with ProgressLine() as progress:

        def told(found: Round) -> None:
            progress.clear()
            _tell(found)

        watching.watch(watched, changes(), told, progress=progress)


def _tell(told: Round) -> None:
    """One round: findings, then each file of plays, then that it waits."""
    from ledgerc.playing import report

    tell(told.checked.findings)
    for file in told.played.files:
        click.echo(f"{file.file}\n{report(file)}")
    clean = not told.checked.findings.diagnostics and told.played.passed
    click.echo(f"{'✓' if clean else '✗'} waiting for changes")
