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
    """One round: findings, then each file of plays, then what fails still, then that it waits."""
    from ledgerc.playing import report

    tell(told.checked.findings)
    for file in told.played.files:
        click.echo(f"{file.file}\n{report(file)}")
    for line in _standing(told):
        click.echo(line)
    click.echo(f"{'✓' if told.passed else '✗'} waiting for changes")


_MOST_NAMED = 10


def _standing(told: Round) -> Iterator[str]:
    """What this change did not affect, and is not right since an earlier one: counts and names."""
    from ledgerc.playing import counted

    lists = (
        (
            "play",
            "not affected by this change, still failing",
            [
                f"{each.file}:{each.line} {each.name}"
                for file in told.failing
                for each in file.failing
            ],
        ),
        (
            "error",
            "in plays that this change does not affect",
            [f"{each.span.place} {each.code} {each.message}" for each in told.broken],
        ),
    )
    for word, what, lines in lists:
        if lines:
            yield f"✗ {counted(len(lines), word)} {what}:"
            yield from (f"  {line}" for line in lines[:_MOST_NAMED])
            if len(lines) > _MOST_NAMED:
                yield f"  and {len(lines) - _MOST_NAMED} more"
