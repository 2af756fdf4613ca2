"""``ledgerc explain``: why a value or an outcome is what it is."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import FINDINGS, stop, tell


@click.command(short_help="Say why a value or an outcome is what it is.")
@click.argument("place", metavar="FILE.play:LINE")
@click.argument("expression", metavar="[EXPR]", required=False, default="")
@click.option(
    "--all", "everything", is_flag=True, help="Name each rule that was passed over."
)
@click.option(
    "--row", type=click.IntRange(min=1), help="Of a play with rows: which, from 1."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="text for people, json for programs.",
)
def explain(
    place: str, expression: str, everything: bool, row: int | None, form: str
) -> None:
    """Tell why a value or an outcome is what it is, at a line of a play.

    The play is run up to that step. Of a value: what it was at first and where that is said, then
    each rule and modifier that touched it, in order, with the values it saw and its line. Of an
    order: each check, up to the first that fails. Of another command: all that it led to.
    With EXPR, such as `g.Health` or `g.team.Gold`, what that names is explained.

    \b
      ledgerc explain content/duel.play:13
      ledgerc explain content/duel.play:13 "g.Might" --all
      ledgerc explain content/duel.play:27 --format json
    """
    from ledgerc import driver

    file, _, number = place.rpartition(":")
    if not file or not (number.isascii() and number.isdigit() and len(number) < 9):
        raise click.UsageError(
            f"`{place}` is no place: write FILE.play:LINE, such as content/duel.play:13"
        )
    with ProgressLine(file):
        result = driver.explain(
            Path(file),
            int(number),
            expression,
            row=row,
            everything=everything,
            as_json=form == "json",
        )
    tell(result.findings, to_stderr=True)
    if result.text is None:
        stop(FINDINGS)
    click.echo(result.text, nl=False)
