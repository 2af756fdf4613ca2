"""How work grows with entities, what a stat costs to read, what a world costs to keep."""

from __future__ import annotations

import copy
import gc
import json
import sys
from collections.abc import Callable
from typing import Any

from tests.bench.rules.catalogs import own
from tests.bench.rules.measure import (
    Row,
    Sample,
    at_most,
    exponent,
    exponent_row,
    ratio,
    side_by_side,
)

READS = 10
MODIFIERS = (0, 1, 5, 20)
KEPT = 1000
TIMES = 8
"""How often a sample of a millisecond or two is done in a row."""
IDLE = 100_000


# -- an area --------------------------------------------------------------------------------------


def _burst(count: int) -> Sample:
    """One hit on so many at once, each with an answer."""
    rules = own("volley")
    w = rules.World(1)
    player = w.make(rules.Player)
    archer = w.make(rules.Archer, owner=player)
    for _ in range(count):
        w.give(rules.Drawing, w.make(rules.Target, owner=player))

    def sample() -> None:
        w.log.forget()
        w.do(rules.Burst, archer, 1)

    return sample


def area(few: int, many: int, rounds: int) -> float:
    """The exponent of an area hit's time."""
    times = side_by_side({"few": _burst(few), "many": _burst(many)}, rounds)
    return exponent(times, "few", "many", many / few)


# -- a stat ---------------------------------------------------------------------------------------


class Reckoned:
    """A stat by hand: base and modifiers."""

    __slots__ = ("base", "known", "modifiers")

    def __init__(self, count: int) -> None:
        self.base = 3
        self.modifiers = [1] * count
        self.known: int | None = None

    def recompute(self) -> int:
        value = self.base
        for each in self.modifiers:
            value += each
        return value

    def cached(self) -> int:
        value = self.known
        if value is None:
            value = self.known = self.recompute()
        return value


def stat(count: int, rounds: int) -> float:
    """Reads of a stat, ten a write, as a multiple of the best by hand."""
    rules = own("volley")
    w = rules.World(1)
    one = w.make(rules.Archer)
    for _ in range(count):
        w.do(rules.Grow, one)
    by_hand = Reckoned(count)
    assert one.Might == by_hand.recompute() == by_hand.cached()
    turns = range(400)

    def generated() -> None:
        """A write is what giving the effect again does to the stat."""
        w.journal.clear()
        for turn in turns:
            one.base_Might = turn
            w.reckon_stats(one)
            for _ in range(READS):
                one.Might  # noqa: B018

    def recompute() -> None:
        for turn in turns:
            by_hand.base = turn
            for _ in range(READS):
                by_hand.recompute()

    def cached() -> None:
        for turn in turns:
            by_hand.base = turn
            by_hand.known = None
            for _ in range(READS):
                by_hand.cached()

    samples: dict[str, Callable[[], object]] = {
        "generated": generated,
        "recompute": recompute,
        "cached": cached,
    }
    times = side_by_side(samples, rounds)
    return max(ratio(times, "generated", other) for other in ("recompute", "cached"))


# -- copy, save, load -----------------------------------------------------------------------------


def world_of(count: int) -> Any:
    """A world of so many targets, each with an effect."""
    rules = own("volley")
    w = rules.World(1)
    players = [w.make(rules.Player) for _ in range(2)]
    for number in range(count):
        w.make(rules.Target, owner=players[number % 2])
    return w


class Plain:
    """An entity by hand, with the slots of the generated one."""

    __slots__ = (
        *own("volley").Entity.__mro__[1].__slots__,
        *own("volley").Entity.__slots__,
    )


def plain_entities(count: int, w: Any) -> list[Any]:
    """As many plain objects with the values of the world's last entity."""
    sample = list(w.entities.values())[-1]
    slots = [slot for slot in Plain.__slots__ if hasattr(sample, slot)]
    made: list[Any] = []
    for number in range(count):
        plain: Any = Plain()
        for slot in slots:
            value = getattr(sample, slot)
            object.__setattr__(
                plain, slot, value if isinstance(value, (int, str, tuple)) else None
            )
        plain.id = number
        plain.owner = made[0] if made else None
        plain.effects = (object(),)
        made.append(plain)
    return made


def repeated(work: Callable[[], object]) -> Sample:
    """Work done so often that a sample of it is long enough to be measured."""

    def sample() -> None:
        for _ in range(TIMES):
            work()

    return sample


def keeping(rounds: int) -> dict[str, float]:
    """Copy beside deepcopy; save and load beside json of flat rows of the same fields."""
    w = world_of(KEPT)
    text = w.save()
    plain = plain_entities(KEPT, w)
    numbers = [
        slot
        for slot in Plain.__slots__
        if isinstance(getattr(plain[-1], slot, None), (int, str))
    ]

    def save_rows() -> str:
        return json.dumps([[getattr(each, slot) for slot in numbers] for each in plain])

    rows_text = save_rows()

    def load_rows() -> list[Any]:
        made = []
        for row in json.loads(rows_text):
            one = Plain()
            for slot, value in zip(numbers, row, strict=True):
                setattr(one, slot, value)
            made.append(one)
        return made

    world = type(w)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 100_000))
    try:
        times = side_by_side(
            {
                "copy": repeated(w.copy),
                "deepcopy": lambda: copy.deepcopy(plain),
                "save": repeated(w.save),
                "save rows": repeated(save_rows),
                "load": repeated(lambda: world.load(text)),
                "load rows": repeated(load_rows),
            },
            rounds,
        )
    finally:
        sys.setrecursionlimit(limit)
    return {
        "copy": ratio(times, "deepcopy", "copy") * TIMES,
        "save": ratio(times, "save", "save rows"),
        "load": ratio(times, "load", "load rows"),
    }


def memory(count: int = IDLE) -> float:
    """Bytes of idle entities, with their effects, as a multiple of plain objects'."""
    import tracemalloc

    def taken(make: Callable[[], object]) -> int:
        gc.collect()
        tracemalloc.start()
        kept = make()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert kept is not None
        return size

    def ours() -> Any:
        w = world_of(count)
        w.log.forget()
        return w

    few = world_of(1)
    return taken(ours) / taken(lambda: plain_entities(count, few))


# -- rows -----------------------------------------------------------------------------------------


def rows(rounds: int) -> list[Row]:
    """The rows of the table."""
    found = [
        exponent_row(
            "an area hit, all answer",
            "100 to 1,000 entities",
            1.1,
            area(100, 1000, rounds),
        ),
        exponent_row(
            "an area hit, all answer", "1,000 to 10,000", 1.1, area(1000, 10_000, 3)
        ),
    ]
    for count in MODIFIERS:
        found.append(
            at_most(
                f"a stat with {count} modifiers, {READS} reads a write",
                "the best of recompute and cache",
                1.3,
                stat(count, rounds),
            )
        )
    kept = keeping(rounds)
    found += [
        Row(
            "`copy` of 1,000 entities",
            "`deepcopy` of plain objects",
            "≥ 20 × faster",
            f"{kept['copy']:.1f} × faster",
            kept["copy"] >= 20,
        ),
        at_most("`save`", "json of flat rows", 1.5, kept["save"]),
        at_most("`load`", "json of flat rows", 1.5, kept["load"]),
        at_most(
            "memory of 100,000 idle entities", "plain slots objects", 1.5, memory()
        ),
    ]
    return found
