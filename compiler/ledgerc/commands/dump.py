"""``ledgerc dump``: what the compiler made of a file, at each stage."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import FINDINGS, stop, tell


@click.command(short_help="Print what the compiler makes of a file.")
@click.argument("stage", type=click.Choice(["ast", "ir", "py"]))
@click.argument("file", type=SOURCE)
def dump(stage: str, file: Path) -> None:
    """Print what the compiler makes of FILE: its syntax tree, its IR, or its Python.

    \b
      ledgerc dump ast guard.ledger    as it was read
      ledgerc dump ir guard.ledger     names resolved, templates expanded
      ledgerc dump py guard.play       the generated module
    """
    from ledgerc import driver

    with ProgressLine(str(file)):
        result = driver.dump(file, driver.Stage(stage))
    tell(result.findings, to_stderr=True)
    if result.text is not None:
        click.echo(result.text, nl=False)
    if result.text is None or result.findings.has_errors:
        stop(FINDINGS)
