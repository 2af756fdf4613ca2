"""The present version beside the first one: whole matches, in two processes that take turns."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import IO
from zipfile import ZipFile

from tests.bench.rules.catalogs import REPOSITORY, text_under

HERE = Path(__file__).parent
FIRST = HERE / "first_version.zip"
"""Runtime, content and generated modules of the first version; see the README here."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match: the CPU time that it took, its orders, the digest of its log."""

    seconds: float
    orders: int
    log: str


class Process:
    """A process that plays matches of one version."""

    def __init__(self, path: Path, module: str, setup: str) -> None:
        program = [sys.executable, "-s", str(HERE / "play_matches.py")]
        self._process = subprocess.Popen(
            [*program, str(path), module, setup],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONHASHSEED": "0"},
        )

    def play(self, seed: int) -> Played:
        """One match."""
        self._pipe(self._process.stdin).write(f"{seed}\n")
        self._pipe(self._process.stdin).flush()
        seconds, orders, log = self._pipe(self._process.stdout).readline().split()
        return Played(float(seconds), int(orders), log)

    def close(self) -> None:
        """End it."""
        self._pipe(self._process.stdin).close()
        self._pipe(self._process.stdout).close()
        self._process.wait()

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


@contextmanager
def both(path: str, module: str, setup: str) -> Iterator[tuple[Process, Process]]:
    """A process of the first version and one of the present, for a catalog of that content."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        with ZipFile(FIRST) as archive:
            archive.extractall(
                folder,
                [each for each in archive.namelist() if each.startswith("content/")],
            )
        (folder / "pyproject.toml").write_text(
            '[tool.ledgerc]\nsources = ["content"]\n'
        )
        text = text_under(folder, path)
        (folder / f"{module}.py").write_text(text, encoding="utf-8")
        shutil.copytree(
            REPOSITORY / "runtime" / "ledger_runtime",
            folder / "ledger_runtime",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        first = Process(FIRST, module, setup)
        present = Process(folder, module, setup)
        try:
            yield first, present
        finally:
            first.close()
            present.close()


@dataclass(frozen=True, slots=True)
class Beside:
    """How two versions compare; ``same``: in every match both logged the same."""

    times_faster: float
    matches_a_second: float
    same: bool


def beside_first(path: str, module: str, setup: str, count: int) -> Beside:
    """Play so many matches with both. They are the same; an order is the measure all the same."""
    faster, seconds = [], []
    same = True
    with both(path, module, setup) as (first, present):
        for each in (first, present):
            each.play(0)
        for seed in range(1, count + 1):
            order = (first, present) if seed % 2 else (present, first)
            played = {each: each.play(seed) for each in order}
            old, new = played[first], played[present]
            faster.append(old.seconds / old.orders / (new.seconds / new.orders))
            seconds.append(new.seconds)
            same = same and old.log == new.log
    return Beside(median(faster), 1 / median(seconds), same)
