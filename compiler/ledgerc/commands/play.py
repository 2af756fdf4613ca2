"""``ledgerc play``: compiles plays in memory and runs them."""

from __future__ import annotations

from pathlib import Path

import click

from ledgerc.commands.terminal import CLEAN, FINDINGS, SOURCE, need_paths, stop, tell


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
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the results to this file, as JUnit XML.",
)
@click.option(
    "--profile",
    is_flag=True,
    help="Also print which rules took most of the time, by their lines.",
)
def play(
    paths: tuple[Path, ...],
    keep: str,
    stop_at_failure: bool,
    junit: Path | None,
    profile: bool,
) -> None:
    """Run the plays of .play files against the catalogs that they name.

    A folder stands for all plays in it. Of a play that fails: its line, what was expected, what
    was found, and the log that led there. Ends with 0 if all pass, else with 1.

    \b
      ledgerc play content
      ledgerc play guard.play -k "ward and not second"
      ledgerc play content -x --junit plays.xml
      ledgerc play content/combat --profile
    """
    need_paths(paths)
    from ledgerc import driver
    from ledgerc.junit import junit_xml
    from ledgerc.keyword_filter import KeywordError, KeywordFilter
    from ledgerc.playing import report

    try:
        words = KeywordFilter(keep)
    except KeywordError as fault:
        raise click.UsageError(str(fault)) from fault
    result = driver.play(
        paths,
        keep=words,
        stop_at_failure=stop_at_failure,
        profiled=profile,
        finished=lambda file: click.echo(f"{file.file}\n{report(file)}"),
    )
    tell(result.findings, to_stderr=True)
    if not result.files and not result.findings.diagnostics:
        click.echo("there are no plays here")
    if result.profile is not None:
        from ledgerc.profiling import profile_text

        click.echo(f"\n{profile_text(result.profile)}")
    if junit is not None:
        try:
            junit.write_bytes(junit_xml(result.files))
        except OSError as fault:
            raise click.FileError(str(junit), fault.strerror) from fault
    stop(CLEAN if result.passed else FINDINGS)
