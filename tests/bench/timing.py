"""CPU time of commands, children included; what is compared takes turns, and medians are told."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

_SCRIPT = Path(sys.executable).with_name("ledgerc")
LEDGERC = [str(_SCRIPT)] if _SCRIPT.exists() else [sys.executable, "-m", "ledgerc"]

Action = Callable[[], object]


def seconds_of(action: Action) -> float:
    """The CPU time that an action took, in this process and in those it waited for."""
    started = _used()
    action()
    return _used() - started


def taking_turns(actions: Mapping[str, Action], rounds: int) -> dict[str, float]:
    """The median time of each action; every round runs all, each round begun by another."""
    names = list(actions)
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        start = turn % len(names)
        for name in (*names[start:], *names[:start]):
            times[name].append(seconds_of(actions[name]))
    return {name: median(each) for name, each in times.items()}


def in_steps(steps: Mapping[str, Action], rounds: int) -> dict[str, float]:
    """The median time of each step of something that is done again every round, in its order."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            times[name].append(seconds_of(step))
    return {name: median(each) for name, each in times.items()}


def python(code: str) -> Action:
    """A run of the interpreter."""
    return _run([sys.executable, "-c", code], Path.cwd())


def ledgerc(folder: Path, *arguments: str) -> Action:
    """A run of the command in a folder."""
    return _run([*LEDGERC, *arguments], folder)


def _run(command: list[str], folder: Path) -> Action:
    """A run with the compiled modules that an installed compiler has, after the first."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE"
    }
    return lambda: subprocess.run(
        command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL
    )


def _used() -> float:
    used = 0.0
    for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(whose)
        used += usage.ru_utime + usage.ru_stime
    return used
