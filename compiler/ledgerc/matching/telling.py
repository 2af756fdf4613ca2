"""Matches as text: one as it is played, order by order, and what came of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ledger_runtime.entity import entity_name
from ledger_runtime.entries import AtWork, Copied, Made, Moved, Pointed, Rolled
from ledger_runtime.event import Order
from ledger_runtime.log import Entry
from ledger_runtime.match import Watcher
from ledger_runtime.sides import Sides
from ledgerc.matching.chunks import MOST_ODD, Parameters, Tally

_LAYING_OUT = (Made, Copied, Moved, Pointed)
"""What a set-up does to each of many things, and nobody reads."""


class Teller(Watcher):
    """Writes a match so that a person can follow it: each order, and under it what came of it."""

    def __init__(self, write: Callable[[str], None], players: Sequence[str]) -> None:
        self._write = write
        self._players = players
        self._sides: Sides | None = None
        self._number = 0
        self._side: int | None = None

    def begins(self, world: Any, sides: Sides, entries: Sequence[Entry]) -> None:
        """Who plays, and what happened in the set-up beside laying things out."""
        self._sides = sides
        for side in range(sides.count):
            player = self._players[side % len(self._players)]
            self._write(f"side {side + 1}: {sides.name(side)} ({player})")
        made = sum(1 for each in entries if isinstance(each, (Made, Copied)))
        self._write(f"set-up: {counted(made, 'entity', 'entities')} made")
        self._tell([each for each in entries if not isinstance(each, _LAYING_OUT)], 1)

    def steps(self, world: Any, order: Order[Any], entries: Sequence[Entry]) -> None:
        """An order, and what came of it."""
        self._number += 1
        side = self._sides.decider(order.actor) if self._sides else 0
        if side != self._side and self._sides is not None:
            self._side = side
            self._write(f"{self._sides.name(side)}")
        self._write(f"{self._number:>4}  {order_text(order)}")
        self._tell(entries, 3)

    def _tell(self, entries: Sequence[Entry], depth: int) -> None:
        for line in tree_lines(entries):
            self._write("  " * depth + line)


def order_text(order: Order[Any]) -> str:
    """An order for people: ``Fencer#2: Thrust at Fencer#3``."""
    text = f"{entity_name(order.actor)}: {order.ability.name}"
    named = order.targets if order.ability.target.names_targets else ()
    at = [entity_name(target) for target in named]
    if order.place is not None:
        at.append(str(order.place))
    if at:
        text += f" at {', '.join(at)}"
    props = [
        f"{name} = {getattr(order, order.actor.world.catalog.props[name].slot)}"
        for name in order.ability.takes
    ]
    return f"{text} with {', '.join(props)}" if props else text


def tree_lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Entries as lines, each indented under what caused it, as far as that is among them.

    A rule that answered and did nothing is left out.
    """
    causes = {id(entry.cause) for entry in entries}
    depths: dict[int, int] = {}
    for entry in entries:
        if isinstance(entry, AtWork) and id(entry) not in causes:
            continue
        depth = depths.get(id(entry.cause), -1) + 1
        depths[id(entry)] = depth
        yield "  " * depth + entry_text(entry)


def entry_text(entry: Entry) -> str:
    """An entry for people; a roll says what it is for, and a rule where it stands."""
    match entry:
        case Rolled():
            return f"rolls {entry.value} of {entry.sides} for {_reason(entry)}"
        case AtWork():
            return f"{entry.text()} ({entry.place})"
        case _:
            return entry.text()


def _reason(entry: Rolled) -> str:
    if entry.asker:
        return entry.asker
    for cause in entry.causes():
        if isinstance(cause, AtWork):
            return cause.effect.name
        if isinstance(cause, Order):
            return str(cause.ability.name)
    return "the set-up"


def counted(number: int, one: str, many: str = "") -> str:
    """``1 match``, ``2 matches``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


# -- many -------------------------------------------------------------------------------------


def tally_text(tally: Tally, parameters: Parameters, repeat: str) -> str:
    """What came of many matches; ``repeat`` is the command that plays one again, but its seed."""
    lines = [counted(tally.matches, "match", "matches")]
    for setup in parameters.setups:
        played = tally.played[setup]
        lines.append(f"  {setup}: {counted(played, 'match', 'matches')}")
        wins = [(key, number) for key, number in tally.wins.items() if key[0] == setup]
        for (_, side, name), number in sorted(wins):
            player = parameters.players[side % len(parameters.players)]
            share = percent(number, played)
            lines.append(
                f"    side {side + 1}, {name} ({player}): {number} won, {share}"
            )
        if tally.draws[setup]:
            lines.append(f"    draws: {tally.draws[setup]}")
    lines.append(
        f"  who gave the first order won {tally.firsts} of {tally.decided} "
        f"decided, {percent(tally.firsts, tally.decided)}"
    )
    shortest, middle, longest = spread(tally)
    lines.append(
        f"  length in orders: {shortest} at least, {middle} in the middle, {longest} at most"
    )
    if not tally.odd_count:
        lines.append("  no odd match")
    else:
        ends = ", ".join(
            f"{number} {end}" for end, number in sorted(tally.odd_ends.items())
        )
        lines.append(f"  odd matches: {ends}")
        for odd in tally.odd:
            lines.append(f"    {repeat} --setup {odd.setup} --seed {odd.seed}")
            lines.append(f"      {odd.words}")
        if tally.odd_count > MOST_ODD:
            lines.append(f"    and {tally.odd_count - MOST_ODD} more")
    lines.append(f"  digest of all: {tally.digest_text}")
    return "\n".join(lines)


def percent(part: int, whole: int) -> str:
    """A share with one decimal, exact arithmetic, half up."""
    if not whole:
        return "0.0 %"
    tenths = (2 * part * 1000 + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10} %"


def spread(tally: Tally) -> tuple[int, int, int]:
    """The shortest, the median and the longest length; of an even number, the lower median."""
    lengths = sorted(tally.lengths.items())
    if not lengths:
        return 0, 0, 0
    left = (tally.matches - 1) // 2
    for length, number in lengths:
        if left < number:
            return lengths[0][0], length, lengths[-1][0]
        left -= number
    return lengths[0][0], lengths[-1][0], lengths[-1][0]
