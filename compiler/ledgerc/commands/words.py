"""``ledgerc words``: what the words of the language mean."""

from __future__ import annotations

import click


def _complete(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    return [word for word in _known() if word.startswith(incomplete)]


@click.command(short_help="Say what a word of the language means.")
@click.argument("word", required=False, shell_complete=_complete)
def words(word: str | None) -> None:
    """Say what WORD means: each use that it has in the language, with its form.

    Without a WORD, lists all of them. The site of `ledgerc docs` has the same, with the recipes
    that use each word.

    \b
      ledgerc words prevent
      ledgerc words
    """
    from ledgerc.diagnostics import nearest
    from ledgerc.reference.vocabulary import groups

    if word is not None and word not in _known():
        near = nearest(word, _known())
        hint = f"; did you mean {near}?" if near else ""
        raise click.UsageError(
            f"there is no word `{word}`{hint} (`ledgerc words` lists them)"
        )
    for group in groups():
        found = [each for each in group.words if word is None or word in each.parts]
        if found:
            click.echo(click.style(group.title, bold=True))
        for each in found:
            click.echo(f"  {each.form}\n      {each.means}")


def _known() -> list[str]:
    """Every word that stands in a form, sorted."""
    from ledgerc.reference.vocabulary import words as known

    return sorted({part for word in known() for part in word.parts})
