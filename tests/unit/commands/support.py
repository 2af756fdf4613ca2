"""A small project, and the command run in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

RULES = """\
# What every duel has.
rate 10
link team
allegiance team

stat Girth
pool Health max Girth whole
damage Health
event Fallen

effect Mortal
  dies at no Health raising Fallen
"""

DUEL = """\
# A duel of two fencers.

use rules.ledger

effect Padded
  before Damage of holder when event.amount > 1
    set event.amount event.amount - 1

archetype Fencer
  base Girth 5
  full Health
  has Mortal
  has Padded
"""

DUEL_PLAY = """\
catalog duel.ledger

play "padding takes one off a hit"
  make a Fencer
  deal 3 to a
  expect a.Health = 3 from content: 5 less 3, one of them padded

play "a small hit is felt"
  make a Fencer
  deal 1 to a
  expect a.Health = 4
"""

SETTINGS = '[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'

PROJECT = {
    "pyproject.toml": SETTINGS,
    "content/rules.ledger": RULES,
    "content/duel.ledger": DUEL,
    "content/duel.play": DUEL_PLAY,
}

OUTPUTS = [
    "generated/__init__.py",
    "generated/duel.py",
    "generated/plays/__init__.py",
    "generated/plays/test_duel.py",
]


@dataclass(frozen=True)
class Result:
    """What a run of the command gave."""

    code: int
    out: str
    err: str


Ledgerc = Callable[..., Result]
"""``ledgerc("check", "content")``: runs the command in the working folder."""


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but for caches."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not {".ledgerc-cache", "__pycache__"} & set(path.relative_to(folder).parts)
    }


def generated(folder: Path) -> list[str]:
    """The names of the files in the output folder."""
    return [name for name in tree(folder) if name.startswith("generated/")]
