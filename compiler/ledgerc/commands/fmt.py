"""``ledgerc fmt``: the one layout of both languages."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import CLEAN, FINDINGS, need_paths, stop, tell

_STDIN = Path("-")


@click.command(short_help="Lay out files in the one way.")
@click.argument("paths", nargs=-1, type=SOURCE)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; name the files that are not in the layout, and end with 1 if any is.",
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--stdin-name",
    default="stdin.ledger",
    show_default=True,
    help="What `-` is called in messages; its ending (.ledger or .play) says the language.",
)
def fmt(paths: tuple[Path, ...], check: bool, diff: bool, stdin_name: str) -> None:
    """Lay out .ledger and .play files in the one canonical way; comments are kept.

    A folder stands for all sources in it, `-` for the standard input. A file that cannot be read
    to its end is reported and left as it is.

    \b
      ledgerc fmt content
      ledgerc fmt --check --diff content
      ledgerc fmt - --stdin-name guard.play < draft
    """
    need_paths(paths)
    from ledgerc import driver
    from ledgerc.diagnostics.render_text import counted

    if _STDIN in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` stands alone")
        _standard_input(check, diff, stdin_name)
    with ProgressLine() as progress:
        result = driver.fmt(paths, write=not (check or diff), progress=progress)
    tell(result.findings, to_stderr=True)
    for file in result.changed:
        if diff:
            click.echo(file.diff, nl=False)
        else:
            click.echo(f"{'would lay out' if check else 'laid out'} {file.name}")
    kept = result.files - len(result.changed)
    done = "to lay out" if check or diff else "laid out"
    click.echo(
        f"{counted(len(result.changed), 'file')} {done}, {kept} left as they are",
        err=diff,
    )
    unlike = check and bool(result.changed)
    stop(FINDINGS if unlike or result.findings.has_errors else CLEAN)


def _standard_input(check: bool, diff: bool, name: str) -> None:
    from ledgerc import driver
    from ledgerc.budgets import budgets

    if Path(name).suffix not in driver.SUFFIXES:
        endings = " or ".join(driver.SUFFIXES)
        raise click.UsageError(f"--stdin-name {name} does not end in {endings}")
    content = sys.stdin.buffer.read(budgets().file_bytes + 1)
    result = driver.fmt_text(content, name)
    tell(result.findings, to_stderr=True)
    if result.laid_out is None:
        stop(FINDINGS)
    if diff:
        click.echo(result.laid_out.diff, nl=False)
    elif not check:
        click.echo(result.laid_out.text, nl=False)
    stop(FINDINGS if check and result.laid_out.changed else CLEAN)
