"""``ledgerc code``: the page of a diagnostic."""

from __future__ import annotations

import click


def _complete(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    from ledgerc.diagnostics import pages

    return [code for code in pages.codes() if code.startswith(incomplete.upper())]


@click.command(short_help="Explain a finding.")
@click.argument("code", required=False, shell_complete=_complete)
def code(code: str | None) -> None:
    """Explain the finding CODE: what is wrong, an example, and how to mend it.

    Without a CODE, lists all of them.

    \b
      ledgerc code LG0203
    """
    from ledgerc.diagnostics import nearest, pages

    if code is None:
        for each in pages.codes():
            click.echo(f"{each}  {pages.load(each).title}")
        return
    known = pages.codes()
    wanted = code.strip().upper()
    wanted = f"LG{wanted}" if wanted.isdecimal() else wanted
    if wanted in known:
        click.echo(pages.load(wanted).text, nl=False)
        return
    near = nearest(wanted, known)
    hint = f"; did you mean {near}?" if near else ""
    raise click.UsageError(
        f"there is no code `{code}`{hint} (`ledgerc code` lists them)"
    )
