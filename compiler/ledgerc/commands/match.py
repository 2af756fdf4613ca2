"""``ledgerc match``: two or more automatic players play a game to its end, once or many times."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ledgerc.commands.paths import SOURCE
from ledgerc.commands.progress import ProgressLine
from ledgerc.commands.terminal import CLEAN, FINDINGS, stop, tell

if TYPE_CHECKING:
    from ledgerc.matching.chunks import Parameters
    from ledgerc.matching.engines import Engine
    from ledgerc.matching.finding import Found
    from ledgerc.matching.rules import Rules

FILE = click.Path(dir_okay=False, path_type=Path)
ALL = "all"


@click.command(short_help="Let automatic players play matches.")
@click.argument("path", type=SOURCE)
@click.option(
    "--players",
    default="random",
    show_default=True,
    metavar="NAME,…",
    help="Who decides: random or greedy for all sides, or one a side.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**62 - 1),
    default=0,
    show_default=True,
    help="The seed of the match, or of all of them.",
)
@click.option("--setup", help="The set-up to play; with -n, `all` takes them in turn.")
@click.option("-n", "count", type=click.IntRange(1), help="Play so many matches.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes for many matches.",
)
@click.option(
    "--backend",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Where many matches are played.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The scheduler of a Dask cluster.")
@click.option(
    "--orders",
    "most_orders",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="A match that is not over after so many is endless.",
)
@click.option("--save", type=FILE, help="Also write the match to this file.")
@click.option("--replay", type=FILE, help="Replay the match of this file, and compare.")
@click.option("-q", "--quiet", is_flag=True, help="Print the last line only.")
@click.option(
    "--profile",
    is_flag=True,
    help="Also print which rules took most of the time, by their lines.",
)
def match(
    path: Path,
    players: str,
    seed: int,
    setup: str | None,
    count: int | None,
    jobs: int,
    backend: str,
    scheduler: str | None,
    most_orders: int,
    save: Path | None,
    replay: Path | None,
    quiet: bool,
    profile: bool,
) -> None:
    """Play a match of a catalog to its end, and print it order by order.

    A folder stands for the one catalog in it that can be played: it has an `ends when`, and a
    set-up, which is a routine without parameters whose name begins with Setup. With -n, plays
    many and prints who won how often. Ends with 1 if a match is odd: stuck, endless or failed.

    \b
      ledgerc match content/combat --players random,greedy --seed 7
      ledgerc match content/combat -n 1000 --jobs 2
      ledgerc match content/combat -n 20 --profile
      ledgerc match content/combat --seed 7 --save seven.json
      ledgerc match content/combat --replay seven.json
      ledgerc match content/combat -n 100000 --backend dask --scheduler tcp://host:8786
    """
    _check_usage(count, backend, scheduler, save, replay)
    if profile and (jobs > 1 or backend == "dask"):
        raise click.UsageError(
            "--profile times rules in this process: leave out --jobs and --backend"
        )
    from ledger_runtime.players import PLAYERS
    from ledgerc.matching.chunks import Parameters
    from ledgerc.matching.finding import find_match

    names = tuple(name.strip() for name in players.split(","))
    for name in names:
        if name not in PLAYERS:
            raise click.UsageError(
                f"there is no player {name!r}; there is: {', '.join(PLAYERS)}"
            )
    with ProgressLine(str(path)):
        found = find_match(path)
    tell(found.findings, to_stderr=True)
    if found.problem:
        raise click.UsageError(found.problem)
    if found.rules is None:
        stop(FINDINGS)
    with _profiled(found, profile) as within:
        if replay is not None:
            _replay(found.rules, replay, quiet, within)
        setups = _setups(setup, found.setups, found.shown, count)
        parameters = Parameters(setups, names, seed, most_orders)
        if count is None:
            _play_one(found.rules, parameters, save, quiet, within)
        repeat = f"ledgerc match {shlex.quote(str(path))} --players {','.join(names)}"
        if backend == "dask" and scheduler is not None:
            _on_dask(found.rules, parameters, count, scheduler, repeat, quiet)
        from ledgerc.matching.engines import local

        _play_many(found.rules, parameters, count, local(jobs), repeat, quiet, within)


@contextmanager
def _profiled(found: Found, wanted: bool) -> Iterator[AbstractContextManager[object]]:
    """What to play within; a profile that is wanted is printed last, whatever came of it."""
    if not wanted or found.workspace is None:
        yield nullcontext()
        return
    from ledgerc.profiling import Profile, profile_text

    profile = Profile(found.workspace)
    try:
        yield profile.of(found.root)
    finally:
        if profile.seconds:
            click.echo(f"\n{profile_text(profile)}")


def _check_usage(
    count: int | None,
    backend: str,
    scheduler: str | None,
    save: Path | None,
    replay: Path | None,
) -> None:
    if (backend == "dask") != (scheduler is not None):
        raise click.UsageError(
            "--backend dask and --scheduler ADDRESS go together: where is the cluster?"
        )
    if backend == "dask" and count is None:
        raise click.UsageError("--backend is for many matches: say how many with -n")
    if count is not None and (save or replay):
        raise click.UsageError("--save and --replay are for one match, without -n")
    if save and replay:
        raise click.UsageError("either --save or --replay")


def _setups(
    wanted: str | None, known: tuple[str, ...], shown: str, count: int | None
) -> tuple[str, ...]:
    listed = ", ".join(known)
    if wanted is None:
        if len(known) == 1:
            return known
        more = ", or `all` to take them in turn" if count else ""
        raise click.UsageError(
            f"`{shown}` has several set-ups, choose one with --setup: {listed}{more}"
        )
    if wanted == ALL and ALL not in known:
        if count is None:
            raise click.UsageError("--setup all is for many matches: -n says how many")
        return known
    if wanted not in known:
        raise click.UsageError(f"`{shown}` has no set-up `{wanted}`; it has: {listed}")
    return (wanted,)


def _play_one(
    rules: Rules,
    parameters: Parameters,
    save: Path | None,
    quiet: bool,
    within: AbstractContextManager[object],
) -> NoReturn:
    from ledger_runtime.match import Watcher, play_match
    from ledger_runtime.match_file import write_match
    from ledger_runtime.match_setup import MatchError
    from ledgerc.exchanging import replace_file
    from ledgerc.matching.telling import Teller

    setup = parameters.setups[0]
    if not quiet:
        click.echo(f"{rules.name}, {setup}, seed {parameters.seed}")
    module = rules.module()
    try:
        with within, _quietly(quiet, setup):
            played = play_match(
                module,
                setup,
                parameters.players,
                parameters.seed,
                most_orders=parameters.most_orders,
                watcher=Watcher() if quiet else Teller(click.echo, parameters.players),
            )
    except MatchError as fault:
        raise click.UsageError(str(fault)) from fault
    if save is not None:
        try:
            replace_file(save, write_match(played).encode())
        except OSError as fault:
            raise click.FileError(str(save), fault.strerror) from fault
    click.echo(played.last_line)
    stop(FINDINGS if played.end.is_odd else CLEAN)


def _replay(
    rules: Rules, file: Path, quiet: bool, within: AbstractContextManager[object]
) -> NoReturn:
    from ledger_runtime.match import Watcher
    from ledger_runtime.match_file import MatchFileError, read_match, replay_match
    from ledgerc.matching.telling import Teller

    try:
        played = read_match(file.read_bytes())
        if not quiet:
            click.echo(f"{rules.name}, {played.setup}, seed {played.seed}: replayed")
        watcher = Watcher() if quiet else Teller(click.echo, played.players)
        module = rules.module()
        with within, _quietly(quiet, played.setup):
            came = replay_match(module, played, watcher)
    except OSError as fault:
        raise click.FileError(str(file), fault.strerror) from fault
    except MatchFileError as fault:
        raise click.ClickException(f"{file}: {fault}") from fault
    if came.difference is not None:
        click.echo(f"the replay differs at {came.difference}")
        stop(FINDINGS)
    click.echo(f"{played.last_line}; replayed, and the same")
    stop(CLEAN)


def _on_dask(
    rules: Rules,
    parameters: Parameters,
    count: int,
    scheduler: str,
    repeat: str,
    quiet: bool,
) -> None:
    from ledgerc.matching.engines import EngineError, dask

    try:
        with dask(scheduler) as engine:
            _play_many(rules, parameters, count, engine, repeat, quiet, nullcontext())
    except EngineError as fault:
        raise click.ClickException(str(fault)) from fault


def _play_many(
    rules: Rules,
    parameters: Parameters,
    count: int,
    engine: Engine,
    repeat: str,
    quiet: bool,
    within: AbstractContextManager[object],
) -> None:
    from ledger_runtime.match_setup import MatchError
    from ledgerc.matching.engines import EngineError
    from ledgerc.matching.many import run_many
    from ledgerc.matching.telling import counted, tally_text

    if engine.note:
        click.echo(engine.note, err=True)
    bar = _progress(count, quiet)
    try:
        with bar as shown, within:
            advance = (lambda matches: None) if shown is None else shown.update
            tally = run_many(rules, parameters, count, engine, progress=advance)
    except MatchError as fault:
        raise click.UsageError(str(fault)) from fault
    except EngineError as fault:
        raise click.ClickException(str(fault)) from fault
    if quiet:
        odd = counted(tally.odd_count, "odd match", "odd matches")
        click.echo(f"{counted(tally.matches, 'match', 'matches')}, {odd}")
    else:
        click.echo(tally_text(tally, parameters, repeat))
    stop(FINDINGS if tally.odd_count else CLEAN)


def _quietly(quiet: bool, setup: str) -> AbstractContextManager[object]:
    """A line while a match is played of which nothing else is told."""
    return ProgressLine(setup) if quiet else nullcontext()


def _progress(
    count: int, quiet: bool
) -> AbstractContextManager[click._termui_impl.ProgressBar[int] | None]:
    """A bar on a terminal, nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    bar: AbstractContextManager[click._termui_impl.ProgressBar[int]]
    bar = click.progressbar(length=count, label="matches", file=sys.stderr)
    return bar
