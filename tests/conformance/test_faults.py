"""A command that fails, wherever it fails, leaves the world as it was.

A fault is put in at every entry of the log of 100 random commands of both games (errors of the
rules, an interrupt of the user, no memory, a budget that runs out), in every callback that a game
hands over, and at lines of the runtime itself.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import FrameType, ModuleType
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime.state import State
from tests.conformance.old_saves import CORPUS, catalog_of, compiled
from tests.unit.runtime.test_atomic import Everything, crowd, state

GAMES = ("combat.match", "cirque.cirque")
SEQUENCES = range(50)
"""So many of each game."""
MOST_STOPS = 60
"""Of a command with more entries than this only so many are tried, spread over all of it."""

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
        step = max(1, total // MOST_STOPS)
        for stop in range(0, total, step):
            fault = FAULTS[(seed + stop) % len(FAULTS)]
            with failing(w, stop, fault), pytest.raises(type(fault())):
                w.obey(order)
            assert w.save() == before[0], (seed, stop)
            injected += 1
        assert kept(w) == before, seed
        assert w.obey(order).done
    assert injected > 100


def test_a_fault_in_a_callback_leaves_no_trace() -> None:
    """Choosers and tellers are the game's: what they raise goes on, and all is as before."""
    found = 0
    for seed in range(12):
        w, _ = begun("cirque.cirque", seed)
        for order in legal(w)[:40]:
            fault = FAULTS[seed % 3]
            asked: list[Any] = []

            def fail(*given: Any, fault: Any = fault, asked: Any = asked) -> Any:
                asked.append(given)
                raise fault()

            before = w.save()
            w.chooser = w.teller = fail
            try:
                w.foresee(order, lambda: None)
            except BaseException:
                if not asked:
                    raise
            assert w.save() == before
            if asked:
                found += 1
                with pytest.raises((type(fault()), runtime.QueryError)):
                    w.obey(order)
                assert w.save() == before
            w.chooser = w.teller = None
    assert found > 5


@pytest.mark.parametrize("limits", [runtime.Limits(entries=1), runtime.Limits(depth=1)])
def test_a_budget_that_runs_out_leaves_no_trace(limits: runtime.Limits) -> None:
    ran_out = 0
    for game in GAMES:
        for seed in range(15):
            w, order = begun(game, seed)
            w.limits = limits
            w.reset()
            before = kept(w)
            try:
                w.obey(order)
            except runtime.RunawayError:
                ran_out += 1
                assert kept(w) == before
    assert ran_out > 5


# -- stopped at a line of the runtime -----------------------------------------------------------


class Stop:
    """Raises an interrupt at the n-th line that the runtime runs, as a signal might."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.seen = 0

    def trace(self, frame: FrameType, event: str, given: Any) -> Any:
        if f"{runtime.__name__}/" not in frame.f_code.co_filename.replace("\\", "/"):
            return None
        if event == "line":
            self.seen += 1
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self.trace


def traced(count: int, act: Callable[[], object]) -> tuple[bool, int]:
    """Whether an act was stopped at its n-th line; and how many lines it ran."""
    stop = Stop(count)
    outer = sys.gettrace()
    sys.settrace(stop.trace)
    try:
        act()
    except KeyboardInterrupt:
        return True, stop.seen
    finally:
        sys.settrace(outer)
    return False, stop.seen


def test_an_interrupt_at_any_line_leaves_the_world_as_before_or_after() -> None:
    w, made = crowd()
    before = state(w)
    ahead = w.copy()
    stopped, total = traced(0, lambda: ahead.act(ahead.entity(made[0].id), Everything))
    assert not stopped
    assert total > 1000
    ends = 0
    for line in (*range(1, 60), *range(60, total, 23), *range(total - 60, total + 1)):
        stopped, _ = traced(line, lambda: w.act(made[0], Everything))
        assert stopped, line
        if w.save() != before[0]:
            ends += 1
            assert not w.running
            assert line > total - 60
            break
        assert state(w) == before, line
    assert ends <= 1
    assert isinstance(w, State)
