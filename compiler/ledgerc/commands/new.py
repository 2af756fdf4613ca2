"""``ledgerc new``: a project to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Make a project to start from.")
@click.argument("name", type=click.Path(path_type=Path))
def new(name: Path) -> None:
    """Make a folder NAME with a small game: a catalog, plays that pass, settings and a CI workflow.

    Nothing that is there is overwritten.

    \b
      ledgerc new my-game
      cd my-game
      ledgerc play content
      ledgerc build
    """
    from ledgerc.starting import StartingError, start_project

    try:
        made = start_project(Path.cwd() / name)
    except StartingError as fault:
        raise click.UsageError(str(fault)) from fault
    click.echo(f"✓ {name}: {len(made.files)} files")
    for file in made.files:
        click.echo(f"  {file}")
    enter = "" if made.folder.samefile(Path.cwd()) else f"cd {name}, then "
    click.echo(f"\nNow: {enter}`ledgerc play content` and `ledgerc build`.")
