"""``ledgerc mutate``: which rules could be otherwise without any play noticing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import CLEAN, FINDINGS, stop, tell

if TYPE_CHECKING:
    from ledgerc.mutation import mutating


@click.command(short_help="Change rules, and see whether a play notices.")
@click.argument("path", type=SOURCE)
@click.argument("plays", nargs=-1, type=SOURCE)
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    help="End with 1 if fewer per cent of the mutants are killed.",
)
@click.option(
    "-n",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes that share the work.",
)
@click.option("--own", is_flag=True, help="Leave out the files that FILE uses.")
@click.option(
    "--only",
    metavar="KIND,…",
    help="Only mutants of these kinds: drop, swap, order, negate, widen, narrow, amount, sign,"
    " side, bound.",
)
@click.option(
    "--sample", type=click.IntRange(1), help="Try so many mutants, picked at random."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Which ones --sample picks.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=10.0,
    show_default=True,
    help="A mutant that takes more processor time in one catalog is killed.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print what came of it.",
)
def mutate(
    path: Path,
    plays: tuple[Path, ...],
    least: float | None,
    jobs: int,
    own: bool,
    only: str | None,
    sample: int | None,
    seed: int,
    seconds: float,
    form: str,
) -> None:
    """Change one rule at a time, play the plays that come by it, and print what none noticed.

    PATH is a catalog, with all that it uses, or a folder of catalogs. PLAYS are the plays that
    are to notice; without them, each file's own plays, or of a file that has none, the nearest
    that use it. A change that no play notices "survives": it needs a play, or, if it makes no
    difference, a line with the reason in NAME.equivalents beside NAME.ledger.

    Ends with 1 if the score is under --min, a play fails unchanged, or a listed mutant is stale.

    \b
      ledgerc mutate content/cookbook/mechanics/ward.ledger
      ledgerc mutate content/cookbook --min 90 -n 4
      ledgerc mutate rules.ledger tests/rules.play --only negate,widen,narrow
      ledgerc mutate content/combat --sample 200 --seed 7 --format json
    """
    from ledgerc.mutation import mutating, report
    from ledgerc.mutation.model import Operator

    known = {each.value: each for each in Operator}
    names = [name.strip() for name in only.split(",")] if only else list(known)
    for name in names:
        if name not in known:
            raise click.UsageError(
                f"there is no kind {name!r} of mutant; there is: {', '.join(known)}"
            )
    options = mutating.Manner(
        own=own,
        operators=tuple(known[name] for name in names),
        sample=sample,
        seed=seed,
        jobs=jobs,
        seconds=seconds,
    )
    with _progress(path) as progress:
        result = mutating.mutate(path, plays, options, progress=progress)
    tell(result.findings, to_stderr=True)
    if result.problem:
        raise click.UsageError(result.problem)
    if result.report is None:
        stop(FINDINGS)
    if form == "json":
        click.echo(report.as_json(result.report))
    else:
        click.echo(report.text(result.report, least))
    stop(CLEAN if result.report.passes(least) else FINDINGS)


@contextmanager
def _progress(path: Path) -> Iterator[mutating.Progress]:
    """On a terminal a line, and from the first mutant on a bar; nothing elsewhere."""
    bar: click._termui_impl.ProgressBar[int] | None = None

    def show(done: int, count: int) -> None:
        nonlocal bar
        line.clear()  # before processes are forked: it has a thread
        if bar is None:
            made: click._termui_impl.ProgressBar[int] = click.progressbar(
                length=count, label="mutants", file=sys.stderr
            )
            bar = made
            bar.render_progress()
        else:
            bar.update(1)

    with ProgressLine(str(path)) as line:
        yield show if line.is_seen else lambda done, count: None
    if bar is not None:
        bar.render_finish()
