"""Where chunks are played: in this process, in processes of this machine, or on a Dask cluster.

All of them are the same call of joblib (without it, and for one job, a plain loop); only where its
tasks go differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ledgerc.matching.chunks import Chunk, Tally, run_chunk
from ledgerc.matching.rules import RulesMismatchError

JOBLIB = "ledgerc[match]"
DASK = "ledgerc[dask]"

_WAIT_SECONDS = 10


class EngineError(Exception):
    """A backend that is not installed, cannot be reached, or has other rules."""


@dataclass(frozen=True, slots=True)
class Engine:
    """How to play chunks; ``note`` is what the user should know of it."""

    run: Callable[[Iterable[Chunk], bytes], Iterator[Tally]]
    note: str = ""


def serial() -> Engine:
    """One chunk after the other, in this process."""

    def run(chunks: Iterable[Chunk], archive: bytes) -> Iterator[Tally]:
        return (run_chunk(chunk, archive) for chunk in chunks)

    return Engine(run)


def local(jobs: int) -> Engine:
    """Processes of this machine; without joblib, or for one job, this process alone."""
    if jobs == 1:
        return serial()
    try:
        joblib = import_module("joblib")
    except ImportError:
        note = f"joblib is not installed, so all is played in one process: pip install '{JOBLIB}'"
        return Engine(serial().run, note)
    return Engine(_in_parallel(joblib, jobs, lambda archive: nullcontext()))


@contextmanager
def dask(scheduler: str) -> Iterator[Engine]:
    """A Dask cluster, by the address of its scheduler. Raises :class:`EngineError`.

    The archive of the rules is sent to each worker once.
    """
    try:
        joblib = import_module("joblib")
        distributed = import_module("distributed")
    except ImportError as error:
        raise EngineError(
            f"the Dask backend is not installed ({error.name}): pip install '{DASK}'"
        ) from None
    try:
        client = distributed.Client(
            scheduler, timeout=_WAIT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError) as error:
        raise EngineError(
            f"there is no Dask scheduler at {scheduler}: {error}"
        ) from None

    def context(archive: bytes) -> AbstractContextManager[Any]:
        config: AbstractContextManager[Any] = joblib.parallel_config(
            backend="dask",
            client=client,
            scatter=[archive],
            wait_for_workers_timeout=_WAIT_SECONDS,
        )
        return config

    with client:
        yield Engine(_in_parallel(joblib, -1, context))


def _in_parallel(
    joblib: Any,
    jobs: int,
    context: Callable[[bytes], AbstractContextManager[Any]],
) -> Callable[[Iterable[Chunk], bytes], Iterator[Tally]]:
    def run(chunks: Iterable[Chunk], archive: bytes) -> Iterator[Tally]:
        try:
            with context(archive):
                parallel = joblib.Parallel(
                    n_jobs=jobs,
                    batch_size=1,
                    pre_dispatch="3*n_jobs",
                    return_as="generator_unordered",
                )
                task = joblib.delayed(run_chunk)
                yield from parallel(task(chunk, archive) for chunk in chunks)
        except (RulesMismatchError, TimeoutError, ModuleNotFoundError) as error:
            raise EngineError(str(error)) from None

    return run
