"""The ``ledgerc`` command: its group, and what happens when a command fails."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from ledgerc import __version__
from ledgerc.collector import without_collector
from ledgerc.commands.terminal import BUG, CLEAN, FINDINGS

PROGRAM = "ledgerc"
DEBUG = "LEDGERC_DEBUG"
_INTERRUPTED = 130
_WIDEST = 80
_OUTPUT_FAULTS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)
"""What writing to a terminal, a pipe (whose reader went away, as ``head`` does) or a disk gives."""


COMMANDS = {
    "build": "Compile to Python modules and pytest files.",
    "check": "Report all that is wrong.",
    "code": "Explain a finding.",
    "completion": "Print completion for a shell.",
    "docs": "Make a site of the content.",
    "dump": "Print what the compiler makes of a file.",
    "explain": "Say why a value or an outcome is what it is.",
    "fmt": "Lay out files in the one way.",
    "match": "Let automatic players play matches.",
    "mutate": "Change rules, and see whether a play notices.",
    "new": "Make a project to start from.",
    "pipeline": "Show what a change of a pool meets.",
    "play": "Run plays.",
    "uses": "Show every place that uses a name.",
    "watch": "Check and play again at each change.",
    "words": "Say what a word of the language means.",
}
"""Each command, in a module of its name, and what help says of it."""


class _Commands(click.Group):
    """The commands, each imported when it is asked for: help needs none of them."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names, sorted."""
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name."""
        if name not in COMMANDS:
            return None
        found = getattr(import_module(f"ledgerc.commands.{name}"), name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(
        self, context: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Their names and what each does."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(
    name=PROGRAM,
    cls=_Commands,
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


def commands() -> dict[str, click.Command]:
    """All commands by name."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in COMMANDS}
    return {name: each for name, each in found.items() if each is not None}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; what we did not foresee is told as our bug."""
    _open_streams()
    _write_utf8()
    words = sys.argv[1:] if arguments is None else arguments
    sys.exit(_run_briefly(words) if words[:1] == ["build"] else run(arguments))


def _run_briefly(arguments: Sequence[str]) -> int:
    """As :func:`run`, and never look for garbage: all that a build makes is there to its end."""
    with without_collector():
        code = run(arguments)
        gc.freeze()  # nor as the process ends
    return code


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit code."""
    try:
        result = cli.main(
            arguments,
            prog_name=PROGRAM,
            standalone_mode=False,
            terminal_width=_width(),
        )
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


def _width() -> int:
    """How wide help is: as click reckons it, without the modules that it imports for that."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        wanted = int(columns)
    else:
        try:
            wanted = os.get_terminal_size(1).columns or _WIDEST
        except OSError:
            wanted = _WIDEST
    return max(min(wanted, _WIDEST) - 2, 50)


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
