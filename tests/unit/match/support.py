"""Small games that matches are played of, compiled in memory."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from ledgerc.diagnostics import Sink
from ledgerc.workspace import open_workspace

NIM = """\
# Two hands take one to three from a heap in turn; who takes the last wins.
link side last
allegiance side

pool Heap whole
prop Many min 1 max 3 whole

effect OnTurn

ability Take
  takes Many
  requires has(holder, OnTurn) else "it is not its turn"
  requires event.Many <= Table.Heap else "there are not as many"
  spend Table.Heap event.Many
  point Table.last at holder
  take OnTurn from holder
  if Table.Heap > 0
    give OnTurn to first(enemies)

single archetype Table
  pools Heap

archetype Hand
  grants Take

routine Seat(heap)
  set Table.Heap heap
  make Hand as one
  make Hand as other_one
  point one.side at one
  point other_one.side at other_one
  give OnTurn to one

routine Setup()
  do Seat(7)

routine SetupLarge()
  do Seat(21)

ends when Table.last != nothing and Table.Heap == 0 winner Table.last
"""

CHOICES = """\
# An ability that makes cards, lets its holder keep some, and hurts whom the other side names.
link side
allegiance side

pool Health max 20 whole
damage Health
zone Desk
in play Desk

tags Card
event Kept with chosen
link chosen

ability Offer
  make Card with side = holder.side in Desk of holder as first_card
  make Card with side = holder.side in Desk of holder as second_card
  make Card with side = holder.side in Desk of holder as third_card
  let luck = roll(6)
  choose kept one of cards in Desk of holder by holder
  raise Kept of holder with chosen = kept
  choose way one of Mercy, Wrath by first(enemies)
  choose struck up to 2 of all where it.Health > 0 by first(enemies) or none
  for each one_struck in struck
    deal luck to one_struck from holder
  if way == Wrath
    deal 10 to holder
  for each card in cards in Desk of holder where it != kept
    remove card

archetype Card
  tags Card

archetype Player
  full Health
  grants Offer

routine Setup()
  make Player as one
  make Player as other_one
  point one.side at one
  point other_one.side at other_one

ends when count(all where it.Health > 0) == 1 winner first(all where it.Health > 0)
"""


@lru_cache
def compiled(text: str) -> ModuleType:
    """The generated module of a catalog."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.ledger"
        path.write_text(text, encoding="utf-8")
        return compiled_file(path)


@lru_cache
def compiled_file(path: Path) -> ModuleType:
    """The generated module of the catalog at a path."""
    workspace = open_workspace(Sink(), path.parent)
    located = workspace.locate(path, path.parent)
    analysed = workspace.analyse(located)
    assert analysed.catalog is not None, analysed.found
    return workspace.module(located, analysed.catalog)
