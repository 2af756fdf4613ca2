"""``ledgerc play``: compiles plays in memory and runs them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import (
    CLEAN,
    FINDINGS,
    FORMATS,
    named_or_sources,
    stop,
    tell,
)

if TYPE_CHECKING:
    from ledgerc.covering.covered import CoveredFile
    from ledgerc.driver import PlayResult
    from ledgerc.playing import FileResult


@click.command(short_help="Run plays.")
@click.argument("paths", nargs=-1, type=SOURCE)
@click.option(
    "-k",
    "keep",
    default="",
    metavar="WORDS",
    help='Play those alone whose title has WORDS; "and", "or", "not" and brackets combine.',
)
@click.option("-x", "stop_at_failure", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--format",
    "form",
    type=FORMATS,
    default="text",
    show_default=True,
    help="text for people, json for programs, github for annotations of a pull request, "
    "junit for test reports.",
)
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the results to this file, as JUnit XML.",
)
@click.option(
    "--profile",
    is_flag=True,
    help="Also print which rules took most of the time, by their lines.",
)
@click.option(
    "--cover", is_flag=True, help="Also print what the plays do of the rules."
)
@click.option(
    "--fail-under",
    "least",
    type=click.FloatRange(0, 100),
    help="End with 1 if fewer per cent of that is covered (as --cover).",
)
@click.option(
    "--cover-data",
    "data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the lines that ran to this file, for coverage.py (as --cover).",
)
def play(
    paths: tuple[Path, ...],
    keep: str,
    stop_at_failure: bool,
    form: str,
    junit: Path | None,
    profile: bool,
    cover: bool,
    least: float | None,
    data: Path | None,
) -> None:
    """Run the plays of .play files against the catalogs that they name.

    A folder stands for all plays in it; without PATHS: the sources that pyproject.toml names. Of
    a play that fails: its line, what was expected, what was found, and the log that led there.
    Ends with 0 if all pass, else with 1.

    --cover counts each rule that acts, each condition that holds and fails, and each refusal that
    is given, and prints a table of them and what no play did.

    \b
      ledgerc play content
      ledgerc play guard.play -k "ward and not second"
      ledgerc play content -x --junit plays.xml
      ledgerc play content/combat --profile
      ledgerc play content --cover --fail-under 80
      ledgerc play content --cover-data .coverage
    """
    from ledgerc import driver
    from ledgerc.junit import junit_xml
    from ledgerc.keyword_filter import KeywordError, KeywordFilter
    from ledgerc.playing import report

    try:
        words = KeywordFilter(keep)
    except KeywordError as fault:
        raise click.UsageError(str(fault)) from fault
    paths = named_or_sources(paths, "to play")
    covers = cover or least is not None or data is not None
    with ProgressLine() as progress:

        def finished(file: FileResult) -> None:
            if form == "text":
                with progress.aside():
                    click.echo(f"{file.file}\n{report(file)}")

        result = driver.play(
            paths,
            keep=words,
            stop_at_failure=stop_at_failure,
            profiled=profile,
            cover=covers,
            finished=finished,
            progress=progress,
        )
    _tell(result, form)
    if result.profile is not None:
        from ledgerc.profiling import profile_text

        click.echo(f"\n{profile_text(result.profile)}")
    if junit is not None:
        from ledgerc.exchanging import replace_file

        try:
            replace_file(junit, junit_xml(result.files))
        except OSError as fault:
            raise click.FileError(str(junit), fault.strerror) from fault
    enough = not covers or _covered(result.covered, least, data)
    stop(CLEAN if result.passed and enough else FINDINGS)


def _tell(result: PlayResult, form: str) -> None:
    """What a form has beside or in place of the lines of each file."""
    from ledgerc import play_results

    match form:
        case "json":
            click.echo(play_results.as_json(result), nl=False)
        case "github":
            tell(result.findings, form)
            click.echo(play_results.as_github(result), nl=False)
        case "junit":
            from ledgerc.junit import junit_xml

            tell(result.findings, to_stderr=True)
            click.echo(junit_xml(result.files).decode(), nl=False)
        case _:
            tell(result.findings, to_stderr=True)
            if not result.files and not result.findings.diagnostics:
                click.echo("there are no plays here")


def _covered(
    files: Sequence[CoveredFile], least: float | None, data: Path | None
) -> bool:
    """Print and write what was covered; whether it is enough."""
    from ledgerc.covering.table import per_cent, table, total

    click.echo("\n" + table(files))
    if data is not None:
        from ledgerc.covering.data import MissingCoverageError, write_data

        try:
            write_data(data, files)
        except MissingCoverageError as fault:
            raise click.ClickException(str(fault)) from fault
        except OSError as fault:
            raise click.FileError(str(data), fault.strerror) from fault
    if least is not None and per_cent(total(files)) < least:
        click.echo(f"less than {least:g} % is covered")
        return False
    return True
