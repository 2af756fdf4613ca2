"""A catalog, and plays of it compiled in a folder."""

from __future__ import annotations

from pathlib import Path

from ledgerc.diagnostics import Diagnostic
from ledgerc.ir import plays as p
from ledgerc.ir.verify_plays import verify_play
from ledgerc.workspace import Workspace

CATALOG = """\
rate 10
const Reach 2
link team owner
allegiance team
prop Path min 0

stat Power
pool Health max 10 whole
pool Swings max 1 whole
damage Health
healing Health
tags Guard Big
event TurnStarted Died
event Hit with Path
turn TurnStarted
query Cover(a, b) default 0

effect Mortal
  dies at no Health raising Died

effect Guarding
  tags Guard

effect Bound
  forbids Big for holder else "bound"

ability Strike
  tags Big
  takes Path
  target one enemy
  requires has(target, Guard) or count(enemies having Guard) == 0 else "a guard is in the way"
  cost Swings 1
  deal holder.Power to target from holder

ability Rest
  heal 1 to holder

ability Bet
  choose side one of Heads, Tails by holder
  if side == Heads
    heal 1 to holder

archetype Side

archetype Unit
  base Power 2
  full Health
  full Swings
  has Mortal
  grants Strike Rest Bet
"""

BOARD = """\
  make a Side
  make b Side
  make u Unit with team = a
  make g Unit with team = b, Health = 7
"""


def analyse(
    folder: Path, play: str, catalog: str = CATALOG
) -> tuple[p.PlayFile | None, tuple[Diagnostic, ...]]:
    (folder / "x.ledger").write_text(catalog, encoding="utf-8")
    (folder / "x.play").write_text(play, encoding="utf-8")
    workspace = Workspace(folder, None)
    found = workspace.analyse_play(workspace.locate(folder / "x.play"))
    if found.play is not None:
        assert found.catalog is not None
        verify_play(found.play, found.catalog)
    return found.play, found.found


def steps_of(folder: Path, steps: str, catalog: str = CATALOG) -> tuple[p.Step, ...]:
    """The steps of one play on the board, those of the board left out."""
    text = f'catalog x.ledger\n\nplay "one"\n{BOARD}{steps}'
    file, found = analyse(folder, text, catalog)
    assert found == ()
    assert file is not None
    return file.plays[0].steps[4:]


def fault_of(folder: Path, steps: str, catalog: str = CATALOG) -> Diagnostic:
    """The one fault of steps on the board; lines count from the first of them."""
    text = f'catalog x.ledger\n\nplay "one"\n{BOARD}{steps}'
    return only_fault(folder, text, catalog)


def only_fault(folder: Path, text: str, catalog: str = CATALOG) -> Diagnostic:
    file, found = analyse(folder, text, catalog)
    assert file is None
    assert len(found) == 1, [(each.code, each.message) for each in found]
    return found[0]
