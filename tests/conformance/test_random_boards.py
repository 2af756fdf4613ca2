"""Random boards of the combat's cards, played by random legal orders, and what must always hold.

After every order: nobody who is in play is dying, every pool is within its bounds, every card lies
in one place, once. An order that is refused leaves the world as it was, and the same commands
on the same seed give the same world and log. ``LEDGER_BOARDS`` says how many boards of each catalog
are played (300), ``LEDGER_SEED`` which is the first.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ledger_runtime.numbers import Number
from ledgerc.diagnostics import Sink
from ledgerc.workspace import open_workspace

REPOSITORY = Path(__file__).parents[2]
COMBAT = REPOSITORY / "content" / "combat"
CATALOGS = (COMBAT / "combat.ledger", COMBAT / "beyond" / "beyond.ledger")
BOARDS = int(os.environ.get("LEDGER_BOARDS", "300"))
FIRST_SEED = int(os.environ.get("LEDGER_SEED", "1"))
ORDERS = 40
BLOCK = 25
"""Boards of one test."""

Command = tuple[str, tuple[Any, ...]]
"""A command as data, entities by id, so that it can be given to another world."""


@cache
def rules(path: Path) -> ModuleType:
    """The module of a catalog."""
    workspace = open_workspace(Sink(), REPOSITORY)
    file = workspace.locate(path)
    catalog = workspace.analyse(file).catalog
    assert catalog is not None
    return workspace.module(file, catalog)


def cards(module: ModuleType) -> list[type[Any]]:
    """What can lie in a deck: minions and spells."""
    tags = module.World.catalog.tags
    wanted = tags["Minion"] | tags["Spell"]
    return [each for each in module.World.catalog.archetypes if each.tags & wanted]


class Table:
    """A world, and the commands that it was given."""

    def __init__(self, module: ModuleType, seed: int) -> None:
        self.module = module
        self.world = module.World(seed=seed)
        self.given: list[Command] = []

    def give(self, command: Command) -> Any:
        """Give a command, and keep it."""
        self.given.append(command)
        return self._run(command)

    def _run(self, command: Command) -> Any:
        world, (name, arguments) = self.world, command
        if name == "make":
            archetype, owner, zone, numbers = arguments
            keeper = world.entity(owner)
            return world.make(
                archetype, owner=keeper, zone=zone, of=keeper, **dict(numbers)
            )
        if name == "hero":
            return world.make(arguments[0])
        if name == "turn":
            return world.raise_event(
                self.module.TurnStarted, world.entity(arguments[0])
            )
        actor, ability, targets = arguments
        return world.act(world.entity(actor), ability, *map(world.entity, targets))


def begin(table: Table, dice: random.Random) -> list[Any]:
    """Two heroes, and their cards at random: on boards, in hands and in decks."""
    known = table.world.catalog.archetype_named
    hero = known[dice.choice([name for name in ("Hero", "Commander") if name in known])]
    sides = [table.give(("hero", (hero,))) for _ in range(2)]
    all_cards = cards(table.module)
    minion = table.world.catalog.tags["Minion"]
    minions = [each for each in all_cards if each.tags & minion]
    for side in sides:
        for zone, most, among in (
            ("Board", 6, minions),
            ("Hand", 5, all_cards),
            ("Deck", 8, all_cards),
        ):
            for _ in range(dice.randint(0 if zone != "Board" else 1, most)):
                hurt = zone == "Board" and dice.random() < 0.3
                numbers = (("Health", 1),) if hurt else ()
                table.give(("make", (dice.choice(among), side.id, zone, numbers)))
    return sides


def actors(world: Any, sides: list[Any]) -> list[Any]:
    """All who can be told something: who is in play, and cards in hand."""
    held = [card for side in sides for card in world.cards("Hand", side)]
    return [*world.in_play(), *held]


def legal(world: Any, sides: list[Any], dice: random.Random) -> Command | None:
    """A legal order at random, or None if nobody can do anything."""
    choices = actors(world, sides)
    dice.shuffle(choices)
    for actor in choices:
        orders = world.orders(actor)
        if orders:
            order = dice.choice(orders)
            targets = order.targets if order.ability.target.names_targets else ()
            ids = tuple(target.id for target in targets)
            return ("act", (actor.id, type(order.ability), ids))
    return None


def any_order(world: Any, sides: list[Any], dice: random.Random) -> Command:
    """An order at random, legal or not."""
    everybody = [*world.entities.values()]
    actor = dice.choice(everybody)
    ability = dice.choice(world.catalog.abilities)
    targets = dice.sample(everybody, dice.randint(0, 2))
    return ("act", (actor.id, ability, tuple(target.id for target in targets)))


# -- what must always hold ------------------------------------------------------------------------


def faults(world: Any) -> Iterator[str]:
    """What is wrong with a world between two commands."""
    for entity in world.in_play():
        if world.is_dying(entity) or not entity.alive:
            yield f"{entity!r} is dying in play"
    for entity in world.entities.values():
        yield from _pool_faults(world, entity)
    yield from _zone_faults(world)
    played = [entity.order for entity in world.in_play()]
    if played != sorted(set(played)):
        yield "those in play are not in order of play"


def _pool_faults(world: Any, entity: Any) -> Iterator[str]:
    for name, pool in world.catalog.pools.items():
        if entity.gone or not entity.pools & pool.bit:
            continue
        value: Number = getattr(entity, pool.slot)
        least = pool.minimum(entity)
        most = None if pool.maximum is None else pool.maximum(entity)
        if value < least or (most is not None and value > most):
            yield f"{name} of {entity!r} is {value}, not within {least} and {most}"
        if pool.whole and not isinstance(value, int):
            yield f"{name} of {entity!r} is no whole number"


def _zone_faults(world: Any) -> Iterator[str]:
    places: Counter[int] = Counter()
    for keeper in world.entities.values():
        for zone, lying in (keeper.zones or {}).items():
            declared = world.catalog.zones[zone]
            most = declared.most_of(keeper)
            if most is not None and len(lying) > most:
                yield f"{zone} of {keeper!r} holds too many"
            for card in lying:
                places[card.id] += 1
                if (card.zone, card.keeper) != (zone, keeper):
                    yield f"{card!r} does not know that it lies in {zone}"
    for entity in world.entities.values():
        wanted = 1 if entity.zone and not entity.gone else 0
        if places[entity.id] != wanted:
            yield f"{entity!r} lies in {places[entity.id]} places, not {wanted}"
        in_play = not entity.gone and (
            not entity.zone or world.catalog.zones[entity.zone].in_play
        )
        if entity.in_play != in_play or (entity in world.in_play()) != in_play:
            yield f"{entity!r} is in play and out of it"


# -- playing --------------------------------------------------------------------------------------


@dataclass
class Played:
    """A board after its orders."""

    table: Table
    orders: int
    refused: int


def play(module: ModuleType, seed: int) -> Played:
    """Play one board, looking after every order."""
    dice = random.Random(seed)
    table = Table(module, seed)
    world = table.world
    sides = begin(table, dice)
    done = refused = 0
    assert list(faults(world)) == [], f"seed {seed}, the board"
    while done < ORDERS and not world.over:
        if dice.random() < 0.25:
            refused += try_any(table, any_order(world, sides, dice), seed)
        elif dice.random() < 0.1:
            table.give(("turn", (dice.choice(sides).id,)))
            done += 1
        else:
            order = legal(world, sides, dice)
            if order is None:
                break
            came = table.give(order)
            assert came.done, f"seed {seed}: {order} was listed and {came.message}"
            done += 1
        found = list(faults(world))
        assert found == [], f"seed {seed}, after {table.given[-1]}"
    return Played(table, done, refused)


def try_any(table: Table, order: Command, seed: int) -> int:
    """Give an order that may be refused: 1 if it was, and then nothing has changed."""
    world = table.world
    before, entries = world.save(), len(world.log)
    actor, ability, targets = order[1]
    asked = world.can(world.entity(actor), ability, *map(world.entity, targets))
    assert (world.save(), len(world.log)) == (before, entries), f"seed {seed}: {order}"
    came = table.give(order)
    assert came.refusal == asked, f"seed {seed}: {order}"
    if came.done:
        return 0
    assert (world.save(), len(world.log)) == (before, entries), f"seed {seed}: {order}"
    table.given.pop()
    return 1


def again(played: Played, seed: int) -> Table:
    """Another world that is given the same commands."""
    table = Table(played.table.module, seed)
    for command in played.table.given:
        table.give(command)
    return table


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("block", range((BOARDS + BLOCK - 1) // BLOCK))
def test_random_boards(path: Path, block: int) -> None:
    module = rules(path)
    first = FIRST_SEED + block * BLOCK
    seeds = range(first, min(first + BLOCK, FIRST_SEED + BOARDS))
    orders = refused = 0
    for seed in seeds:
        played = play(module, seed)
        orders += played.orders
        refused += played.refused
        world = played.table.world
        other = again(played, seed).world
        assert other.save() == world.save(), f"seed {seed}"
        assert other.log.text() == world.log.text(), f"seed {seed}"
        loaded = type(world).load(world.save())
        assert loaded.save() == world.save() == world.copy().save(), f"seed {seed}"
    assert orders > 5 * len(seeds)
    assert refused > len(seeds)


def test_a_world_that_is_loaded_halfway_goes_on_the_same() -> None:
    module = rules(CATALOGS[1])
    for seed in range(FIRST_SEED, FIRST_SEED + 10):
        played = play(module, seed)
        half = Table(module, seed)
        for number, command in enumerate(played.table.given):
            if number % 5 == 0:
                half.world = type(half.world).load(half.world.save())
            elif number % 7 == 0:
                half.world = half.world.copy()
            half.give(command)
        assert half.world.save() == played.table.world.save(), f"seed {seed}"


BREAKS: dict[str, Callable[[Any], object]] = {
    "is dying in play": lambda w: setattr(w.in_play()[1], "doomed", True),
    "not within": lambda w: setattr(w.in_play()[1], "Health", 99),
    "places, not": lambda w: w.in_play()[1].zones["Deck"].clear(),
    "is in play and out of it": lambda w: setattr(w.in_play()[1], "in_play", False),
}


@pytest.mark.parametrize("fault", BREAKS)
def test_what_is_wrong_is_found(fault: str) -> None:
    table = Table(rules(CATALOGS[0]), 3)
    dice = random.Random(3)
    begin(table, dice)
    assert list(faults(table.world)) == []
    BREAKS[fault](table.world)
    assert any(fault in found for found in faults(table.world))
