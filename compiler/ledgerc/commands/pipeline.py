"""``ledgerc pipeline``: every rule that a change of a pool meets."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import FINDINGS, stop, tell


@click.command(short_help="Show what a change of a pool meets.")
@click.argument("file", type=SOURCE)
@click.argument("pool", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "mermaid", "svg"]),
    default="text",
    show_default=True,
    help="text for people, json for programs, mermaid for Markdown, svg to look at.",
)
def pipeline(file: Path, pool: str | None, form: str) -> None:
    """Show every rule that a change of POOL passes, in the order in which they run.

    Of each: what it may do to the change, whether it may stop it, and who holds it. The last lines
    name archetypes that lack a rule which most of their like hold. Without POOL: every pool of
    the catalog.

    \b
      ledgerc pipeline content/cookbook/mechanics/ward.ledger Health
      ledgerc pipeline content/cookbook/mechanics/ward.ledger
      ledgerc pipeline ward.ledger Health --format svg > health.svg
    """
    from ledgerc import driver

    with ProgressLine(str(file)):
        result = driver.pipeline(file, pool, driver.PipelineForm(form))
    tell(result.findings, to_stderr=True)
    if result.text is None:
        stop(FINDINGS)
    click.echo(result.text, nl=False)
