"""``ledgerc completion``: the script that completes commands and files in a shell."""

from __future__ import annotations

import click

_SHELLS = ("bash", "zsh", "fish")


@click.command(short_help="Print completion for a shell.")
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script that teaches SHELL to complete ledgerc.

    \b
      ledgerc completion bash > ~/.local/share/bash-completion/completions/ledgerc
      ledgerc completion zsh  > ~/.zfunc/_ledgerc
      ledgerc completion fish > ~/.config/fish/completions/ledgerc.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None, shell
    made = kind(context.find_root().command, {}, "ledgerc", "_LEDGERC_COMPLETE")
    # Not made.source(): for bash it runs bash to ask its version.
    click.echo(made.source_template % made.source_vars())
