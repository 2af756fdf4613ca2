"""``ledgerc docs``: a site of the content."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import CLEAN, FINDINGS, stop, tell


@click.command(short_help="Make a site of the content.")
@click.argument("paths", nargs=-1, type=SOURCE)
@click.option(
    "--out",
    type=SOURCE,
    required=True,
    help="The folder to write to; an earlier site in it is replaced.",
)
def docs(paths: tuple[Path, ...], out: Path) -> None:
    """Make a static site of catalogs and their plays, which opens from disk.

    A page a catalog: what it is for, its words of the language, the content with line numbers
    beside the plays and what came of them, what a change to each pool meets, each rule with the
    plays that exercise it and its generated Python, a card an archetype. An index by group, game
    and word; each word of the language with the catalogs that use it; the language page.

    Without PATHS: the sources that pyproject.toml names. Ends with 1 if a play fails.

    \b
      ledgerc docs --out site
      ledgerc docs content/cookbook --out /tmp/cookbook
    """
    from ledgerc import driver

    try:
        # Asked for here, so that their absence is told at once.
        import markdown_it  # noqa: F401
        import pygments  # noqa: F401
    except ImportError as fault:
        raise click.ClickException(
            "the site needs Pygments and markdown-it-py: pip install 'ledgerc[docs]'"
        ) from fault
    try:
        with ProgressLine() as progress:
            result = driver.docs(paths, out, progress=progress)
    except driver.NotConfiguredError as fault:
        raise click.UsageError(str(fault)) from fault
    tell(result.findings, to_stderr=True)
    if result.findings.has_errors:
        stop(FINDINGS)
    pages = "1 page" if result.pages == 1 else f"{result.pages} pages"
    click.echo(f"✓ {pages}: open {out / 'index.html'}")
    for title in result.failing:
        click.echo(f"✗ plays of {title} fail", err=True)
    stop(FINDINGS if result.failing else CLEAN)
