"""``deal`` on a mix of targets: generated rules beside an expert's, a bus and a tree walk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench.rules import bus
from tests.bench.rules.bus import BusWorld
from tests.bench.rules.catalogs import own
from tests.bench.rules.expert import (
    ARMORED,
    BODY,
    DRAWING,
    THORNY,
    WARDED,
    Rule,
    Unit,
    World,
    bare_volley,
)
from tests.bench.rules.measure import Row, at_most, ratio, side_by_side
from tests.bench.rules.walk import Walker

MIXES = ("none", "ward", "armor", "draw", "three", "thorns", "mix")
TARGETS = 120
VOLLEYS = 20
AMOUNT = 2
NEVER = 1000
"""A ward that this limit keeps from ever stopping a hit."""

State = tuple[Any, ...]


def kinds(mix: str) -> list[str]:
    """What each target is."""
    if mix != "mix":
        return [mix] * TARGETS
    single = MIXES[:-1]
    return [single[number % len(single)] for number in range(TARGETS)]


class Generated:
    """The module that the compiler makes."""

    def __init__(self, mix: str) -> None:
        rules = own("volley")
        self.rules = rules
        self.world = w = rules.World(1)
        self.players = [w.make(rules.Player) for _ in range(2)]
        self.archer = w.make(rules.Archer, owner=self.players[0])
        self.targets = [
            w.make(rules.Target, owner=self.players[1]) for _ in range(TARGETS)
        ]
        for target, kind in zip(self.targets, kinds(mix), strict=True):
            if kind == "ward":
                w.do(rules.GiveWard, target, 1)
            if kind == "three":
                w.do(rules.GiveWard, target, NEVER)
            if kind in ("armor", "three"):
                w.do(rules.Arm, target)
                w.do(rules.GiveArmor, target, AMOUNT if kind == "armor" else 1)
            if kind in ("draw", "three"):
                w.give(rules.Drawing, target)
            if kind == "thorns":
                w.give(rules.Thorny, target)

    def run(self) -> None:
        for _ in range(VOLLEYS):
            self.world.log.forget()
            self.world.do(self.rules.Volley, self.archer, AMOUNT)

    def state(self) -> State:
        units = (*self.players, self.archer, *self.targets)
        return (
            len(self.world.log.entries),
            self.archer.Health,
            *((unit.Health, unit.Armor) for unit in self.targets),
            *(unit.Cards for unit in units[:2]),
        )


class ByHand:
    """The same board for the rules written by hand."""

    def __init__(self, mix: str, world: World) -> None:
        self.world = world
        self.players = [Unit(order, None) for order in range(2)]
        self.archer = Unit(2, self.players[0])
        self.targets = [Unit(3 + number, self.players[1]) for number in range(TARGETS)]
        world.units = [*self.players, self.archer, *self.targets]
        for unit, kind in zip(self.targets, kinds(mix), strict=True):
            unit.tags = BODY
            if kind in ("ward", "three"):
                unit.warded = Rule(unit, 1 if kind == "ward" else NEVER)
                self.hold(unit, WARDED, "before damage", 0, bus.ward(unit.warded))
            if kind in ("armor", "three"):
                unit.armor = 1_000_000_000
                unit.armored = Rule(unit, AMOUNT if kind == "armor" else 1)
                self.hold(unit, ARMORED, "before damage", 1, bus.armor(unit.armored))
            if kind in ("draw", "three"):
                unit.drawing = Rule(unit)
                self.hold(unit, DRAWING, "damage", 0, bus.draw(unit.drawing))
            if kind == "thorns":
                unit.thorny = Rule(unit)
                self.hold(unit, THORNY, "damage", 0, bus.thorns(unit.thorny))

    def hold(
        self, unit: Unit, bit: int, event: str, stage: int, callback: bus.Callback
    ) -> None:
        unit.active |= bit
        if isinstance(self.world, BusWorld):
            self.world.register(event, unit, stage, callback)

    def run(self) -> None:
        world = self.world
        for _ in range(VOLLEYS):
            world.log.clear()
            world.command(lambda: world.volley(self.archer, AMOUNT))

    def state(self) -> State:
        return (
            len(self.world.log) + 0,
            self.archer.health,
            *((unit.health, unit.armor) for unit in self.targets),
            *(unit.cards for unit in self.players),
        )


class Bare(ByHand):
    """The expert's rules without log and undo."""

    def run(self) -> None:
        for _ in range(VOLLEYS):
            bare_volley(self.world.units, self.archer, AMOUNT)


def contenders(mix: str) -> dict[str, Any]:
    """All that play a mix, each on a board of its own."""
    return {
        "generated": Generated(mix),
        "expert": ByHand(mix, World()),
        "bare": Bare(mix, World()),
        "bus": ByHand(mix, BusWorld()),
        "walk": ByHand(mix, Walker()),
    }


def check_equal(mix: str) -> None:
    """All come to the same pools, and to a log of the same length (the bare one has none)."""
    states = {}
    for name, contender in contenders(mix).items():
        contender.run()
        states[name] = contender.state()
    expected = states["expert"]
    for name, state in states.items():
        assert state[1:] == expected[1:], f"{mix}: {name} comes to another end"
        if name != "bare":
            assert (
                state[0] == expected[0]
            ), f"{mix}: {name} logs {state[0]} not {expected[0]}"


def ratios(mix: str, rounds: int) -> dict[str, float]:
    """How many times as long the generated rules take as each of the others."""
    samples: dict[str, Callable[[], object]] = {
        name: each.run for name, each in contenders(mix).items()
    }
    times = side_by_side(samples, rounds)
    return {
        name: ratio(times, "generated", name) for name in samples if name != "generated"
    }


def rows(rounds: int) -> list[Row]:
    """The rows of the table."""
    found = []
    for mix in MIXES:
        check_equal(mix)
        measured = ratios(mix, rounds)
        found.append(
            at_most(f"`deal`, {mix}", "expert, log and undo", 1.5, measured["expert"])
        )
        if mix == "mix":
            found.append(
                at_most(f"`deal`, {mix}", "keyed event bus", 1 / 3, measured["bus"])
            )
            found.append(
                at_most(f"`deal`, {mix}", "tree walk", 1 / 10, measured["walk"])
            )
            found.append(
                Row(
                    f"`deal`, {mix}",
                    "expert, bare",
                    "",
                    f"{measured['bare']:.2f} ×",
                    None,
                )
            )
    return found
