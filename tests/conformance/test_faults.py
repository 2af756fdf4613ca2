"""A command that fails, wherever it fails, leaves the world as it was.

A fault is put in at every entry of the log of 100 random commands of both games (errors of the
rules, an interrupt of the user, no memory, a budget that runs out). ``test_budgets.py`` has every
budget, ``test_callbacks.py`` every callback of a game, ``test_interrupts.py`` every line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.conformance.old_saves import CORPUS, catalog_of, compiled
from tests.unit.runtime.test_atomic import state

GAMES = ("combat.match", "cirque.cirque")
SEQUENCES = range(50)
"""So many of each game."""

FAULTS: tuple[Callable[[], BaseException], ...] = (
    lambda: KeyboardInterrupt(),
    lambda: MemoryError(),
    lambda: runtime.RulesError("a fault that was put in"),
    lambda: runtime.RunawayError("a budget that was used up"),
    lambda: ZeroDivisionError("a fault of the generated code"),
)


@cache
def rules_of(game: str) -> ModuleType:
    save = next(each for each in CORPUS.rglob(f"{game}~begun.json"))
    return compiled(catalog_of(save))


def begun(game: str, seed: int) -> tuple[Any, Any]:
    """A world some random orders into a match, and the next order."""
    setups = {"combat.match": ("Setup",), "cirque.cirque": ("SetupUndeadTesters",)}
    rules, chance = rules_of(game), random.Random(seed)

    def choose(world: Any, choice: Any) -> Sequence[Any]:
        return chance.sample(list(choice.options), choice.at_least)

    w = rules.World(seed, chooser=choose)
    w.do(w.catalog.routines[setups[game][0]])
    for _ in range(chance.randint(0, 12)):
        if not w.over:
            w.obey(chance.choice(legal(w)))
    while w.over:
        w = rules.World(seed, chooser=choose)
        w.do(w.catalog.routines[setups[game][0]])
    w.log.forget()
    w.chooser = lambda world, choice: list(choice.options)[: choice.at_least]
    return w, chance.choice(legal(w))


def legal(w: Any) -> Any:
    return w.orders_of(*(one for one in w.entities.values() if not one.gone))


def entries_of(w: Any, order: Any) -> int:
    """How many entries an order comes to."""
    ahead = w.copy()
    ahead.foresee(order, lambda: None)
    return int(ahead.foresee(order, lambda: len(ahead.log)))


def kept(w: Any) -> tuple[Any, ...]:
    """All that a command may change: what is saved, and what is not."""
    save, *others, (cause, depth, collecting, resolving, candidates, *rest) = state(w)
    within = (cause, depth, collecting, sorted(resolving), dict(candidates), *rest)
    return (save, *others, within)


@contextmanager
def failing(w: Any, entries: int, fault: Callable[[], BaseException]) -> Iterator[None]:
    """Let a world fail once its command has logged more than so many entries."""
    kind = type(w)
    unpatched = w.reset

    class Failing(kind):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def reset(self) -> None:
            unpatched()
            w.budget = entries

        def overflow(self) -> Any:
            raise fault()

    w.__class__ = Failing
    w.budget = entries
    try:
        yield
    finally:
        w.__class__ = kind
        w.reset()


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_at_any_entry_of_the_log_leaves_no_trace(game: str) -> None:
    injected = 0
    for seed in SEQUENCES:
        w, order = begun(game, seed)
        total = entries_of(w, order)
        before = kept(w)
        for stop in range(total):
            fault = FAULTS[(seed + stop) % len(FAULTS)]
            with failing(w, stop, fault), pytest.raises(type(fault())):
                w.obey(order)
            assert w.save() == before[0], (seed, stop)
            injected += 1
        assert kept(w) == before, seed
        assert w.obey(order).done
    assert injected >= 2 * len(SEQUENCES)
