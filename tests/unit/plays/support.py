"""A small game of its own, and plays of it compiled in memory."""

from __future__ import annotations

from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.diagnostics.render import render
from ledgerc.playing import PlayRun, run_play
from ledgerc.workspace import open_workspace

RULES = """\
rate 10
link team
allegiance team
prop Path min 0

stat Might
pool Health max 10 whole
pool Ease max 1
damage Health
healing Health
tags Guard
event TurnStarted Died
turn TurnStarted

query Luck(x) min 0 default 0

effect Mortal
  dies at no Health raising Died

effect Charmed
  tags Guard
  before Damage of holder when event.amount > 0
    prevent
    remove self

effect Spiky
  after Damage of holder
    deal 1 to event.by from holder

effect Strained
  after TurnStarted of holder
    set Ease 1 / (holder.Health - 10)

ability Strike
  target one enemy
  requires target.Health > 1 else "it is down already"
  cost Ease 0.5
  deal holder.Might to target from holder

ability Gamble
  let pips = roll(6)
  choose friend one of (all having Guard) by holder or none
  choose mood one of Glum, Merry by holder
  if mood == Merry
    gain Ease pips / 10
  heal Luck(holder) to friend

ability Walk
  takes Path

archetype Side

archetype Imp
  base Might 2
  full Health
  full Ease
  has Mortal
  grants Strike Walk Gamble

ends when count(all having Guard) == 2
"""

SCENE = """\
scene duel
  make a Side
  make b Side
  make u Imp with team = a
  make g Imp with team = b
"""


def write_play(folder: Path, plays: str, rules: str = RULES) -> Path:
    """A play file over the small game, with its scene; ``plays`` begins at line 8."""
    (folder / "game.ledger").write_text(rules, encoding="utf-8")
    path = folder / "game.play"
    text = f"catalog game.ledger\n\n{SCENE}\n{plays}"
    path.write_text(text, encoding="utf-8")
    return path


def runs(path: Path) -> tuple[PlayRun, ...]:
    """The plays of a file, compiled; fails where it has errors."""
    sink = Sink()
    workspace = open_workspace(sink, path.parent)
    file = workspace.locate(path)
    found, diagnostics = workspace.runs(file)
    told = workspace.findings(((file.root, each) for each in diagnostics), sink)
    assert found is not None, render(told.diagnostics, told.sources)
    return found


def failure(folder: Path, steps: str, rules: str = RULES) -> str | None:
    """The message of one play with these steps, from line 9 on; None if it passes."""
    body = "".join(f"  {line}\n" for line in steps.splitlines())
    path = write_play(folder, f'play "it" in duel\n{body}', rules)
    (run,) = runs(path)
    return run_play(run).failure
