"""The ``ledgerc`` command: its group, and what happens when a command fails."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import click

from ledgerc import __version__
from ledgerc.commands.build import build
from ledgerc.commands.check import check
from ledgerc.commands.code import code
from ledgerc.commands.completion import completion
from ledgerc.commands.docs import docs
from ledgerc.commands.dump import dump
from ledgerc.commands.explain import explain
from ledgerc.commands.fmt import fmt
from ledgerc.commands.match import match
from ledgerc.commands.mutate import mutate
from ledgerc.commands.new import new
from ledgerc.commands.pipeline import pipeline
from ledgerc.commands.play import play
from ledgerc.commands.terminal import BUG, CLEAN, FINDINGS
from ledgerc.commands.uses import uses

PROGRAM = "ledgerc"
DEBUG = "LEDGERC_DEBUG"
_INTERRUPTED = 130
_OUTPUT_FAULTS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)
"""What writing to a terminal, a pipe (whose reader went away, as ``head`` does) or a disk gives."""


@click.group(
    name=PROGRAM,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 clean, 1 findings, 2 wrong usage, 70 a bug of ledgerc.",
)
@click.version_option(__version__, "--version", "-V", prog_name=PROGRAM)
def cli() -> None:
    """Compile the rules of a game to plain Python, and play their tests.

    Rules are written in .ledger catalogs, their tests in .play scripts. A day with them:

    \b
      ledgerc new my-game        a small game to start from
      ledgerc check content      what is wrong, with a caret under it
      ledgerc play content       play every .play file
      ledgerc mutate content     which rules could differ without any play noticing
      ledgerc explain duel.play:13
                                 why a value is what it is
      ledgerc build              write the Python modules and their tests
      ledgerc match content/combat
                                 let automatic players play it to the end
      ledgerc code LG0203        what a finding means and how to mend it
    """


for _command in (
    build,
    check,
    code,
    completion,
    docs,
    dump,
    explain,
    fmt,
    match,
    mutate,
    new,
    pipeline,
    play,
    uses,
):
    cli.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; what we did not foresee is told as our bug."""
    _open_streams()
    _write_utf8()
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit code."""
    try:
        result = cli.main(arguments, prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else CLEAN
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return _INTERRUPTED
    except OSError as fault:
        if fault.errno not in _OUTPUT_FAULTS:
            _report_bug(fault)
            return BUG
        # Nothing more can be written: also not what Python would flush as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):
            click.echo(f"the output cannot be written: {fault.strerror}", err=True)
        return FINDINGS
    except Exception as fault:
        _report_bug(fault)
        return BUG


def _report_bug(fault: Exception) -> None:
    import platform  # here: a bug is rare, and it is slow to import
    import traceback

    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}, in {frame.name}"
    system = (
        f"ledgerc {__version__}, Python {platform.python_version()}, {sys.platform}"
    )
    lines = [
        "This is a bug of ledgerc, not of your files.",
        f"  {type(fault).__name__}: {fault} ({where})",
        "Please report it with the command, the files it read, and this line:",
        f"  {system}",
    ]
    if not os.environ.get(DEBUG):
        lines.append(f"{DEBUG}=1 ledgerc ... prints the traceback to send along.")
    click.echo("\n".join(lines), err=True)


def _open_streams() -> None:
    """Read and write nothing in place of what the caller has closed (``>&-``)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _write_utf8() -> None:
    """Write UTF-8 whatever the locale; what it cannot hold is shown by its number."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
