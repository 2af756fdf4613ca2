"""``ledgerc build``: catalogs to modules, plays to tests."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import CLEAN, FINDINGS, stop, tell

if TYPE_CHECKING:
    from ledgerc.driver import BuildResult, NativeResult

_WAITING = "waiting for another build of the same folder to finish"


@click.command(short_help="Compile to Python modules and pytest files.")
@click.argument("paths", nargs=-1, type=SOURCE)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; show what a build would change and end with 1 if that is anything.",
)
@click.option(
    "--out",
    type=SOURCE,
    help="The folder to write to, instead of the project's `output`.",
)
@click.option(
    "--native",
    is_flag=True,
    help="Compile the modules and the runtime to extension modules as well (needs a C compiler "
    "and the extra `ledgerc[native]`).",
)
def build(paths: tuple[Path, ...], check: bool, out: Path | None, native: bool) -> None:
    """Compile catalogs to Python modules and plays to pytest files.

    Without PATHS compiles all that the nearest pyproject.toml names:

    \b
      [tool.ledgerc]
      sources = ["content"]
      output = "generated"

    Every catalog that no other uses (or that a play names) becomes one module with the same path
    below the output folder, every play file plays/.../test_NAME.py. If anything has an error,
    nothing is written. Outputs whose source is gone are removed; files that no build wrote are
    never touched.

    With --native mypyc then compiles these very modules and the runtime, beside the output folder:
    the same imports, much faster, with generated-native first on the path.

    \b
      ledgerc build
      ledgerc build --check
      ledgerc build --native && PYTHONPATH=generated-native python -P -m game
      ledgerc build content/cards --out game/rules
    """
    from ledgerc import driver

    started = time.monotonic()
    compiled: NativeResult | None = None
    try:
        with ProgressLine() as progress:

            def waiting() -> None:
                with progress.aside():
                    click.echo(_WAITING, err=True)

            if native:
                compiled = driver.build_native(
                    paths, output=out, check=check, progress=progress, waiting=waiting
                )
                result = compiled.plain
            else:
                result = driver.build(
                    paths, output=out, check=check, progress=progress, waiting=waiting
                )
    except driver.NotConfiguredError as fault:
        raise click.UsageError(str(fault)) from fault
    tell(result.findings, to_stderr=True)
    if result.findings.has_errors:
        if not check:
            where = f" to {result.output}" if result.output else ""
            click.echo(f"nothing was written{where}", err=True)
        stop(FINDINGS)
    click.echo(result.diff, nl=False)
    if compiled is None:
        click.echo(_summary(result, check, time.monotonic() - started))
        _tell_interpreted(result.interpreted)
        stop(FINDINGS if check and not result.current else CLEAN)
    tell(compiled.findings, to_stderr=True)
    if compiled.findings.has_errors:
        stop(FINDINGS)
    click.echo(_native_summary(compiled, check, time.monotonic() - started))
    stop(FINDINGS if check and not compiled.current else CLEAN)


def _summary(result: BuildResult, check: bool, seconds: float) -> str:
    written, removed = ("to write", "to remove") if check else ("written", "removed")
    counts = [
        f"{len(result.written)} {written}",
        f"{len(result.unchanged)} unchanged",
        f"{len(result.removed)} {removed}",
    ]
    mark = "✗" if check and not result.current else "✓"
    return f"{mark} {result.output}: {', '.join(counts)} ({seconds:.2f} s)"


def _native_summary(result: NativeResult, check: bool, seconds: float) -> str:
    compiled, removed = (
        ("to compile", "to remove") if check else ("compiled", "removed")
    )
    counts = [
        f"{len(result.compiled)} {compiled}",
        f"{len(result.unchanged)} unchanged",
        f"{len(result.removed)} {removed}",
    ]
    mark = "✗" if check and not result.current else "✓"
    return f"{mark} {result.folder}: {', '.join(counts)} ({seconds:.2f} s)"


def _tell_interpreted(modules: tuple[str, ...]) -> None:
    """Say which modules of a native build have changed, and are no longer compiled."""
    if modules:
        what = "1 module has" if len(modules) == 1 else f"{len(modules)} modules have"
        click.echo(
            f"{what} changed, and the native build runs as plain Python: "
            "compile again with `ledgerc build --native`",
            err=True,
        )
