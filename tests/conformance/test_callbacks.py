"""What a game hands over may fail: its error goes on, and the world is as before the command.

Every function that a game can hand to a world has its test here, and so has every hook that a class
derived from a generated one may override; one that is added must have its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime.match import Watcher, play_match
from ledger_runtime.players import RandomPlayer
from tests.conformance.test_faults import (
    FAULTS,
    GAMES,
    begun,
    kept,
    legal,
    rules_of,
)
from tests.conftest import REPOSITORY
from tests.unit.runtime.test_atomic import Everything, crowd

SETUPS = {"combat.match": "Setup", "cirque.cirque": "SetupUndeadTesters"}

Fault = Callable[[], BaseException]


class Failing:
    """A function that gives what another one gives, and fails at its n-th call."""

    def __init__(self, count: int, fault: Fault, given: Callable[..., Any]) -> None:
        self.left, self.fault, self.given = count, fault, given

    def __call__(self, *arguments: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            raise self.fault()
        return self.given(*arguments)


def fails_without_trace(w: Any, command: Callable[[], Any], failing: Failing) -> bool:
    """Whether a command came to the fault; then nothing is changed, and it can be given again."""
    before = kept(w)
    try:
        command()
    except BaseException as error:
        if type(error) not in (type(failing.fault()), runtime.QueryError):
            raise
        assert failing.left <= 0
        assert kept(w) == before
        assert w.pending is None
        return True
    return False


def least(world: Any, choice: Any) -> list[Any]:
    return list(choice.options)[: choice.at_least]


# -- functions ----------------------------------------------------------------------------------


def chooser() -> int:
    return asked("chooser", least)


def teller() -> int:
    return asked("teller", lambda *given: None)


def asked(callback: str, given: Callable[..., Any]) -> int:
    """Orders of matches that have anything asked: looked ahead at, then given."""
    found = 0
    for seed in range(20):
        w, _ = begun("cirque.cirque", seed)
        w.chooser = least
        before, fault = kept(w), FAULTS[seed % len(FAULTS)]
        for order in legal(w):
            failing = Failing(1, fault, given)
            setattr(w, callback, failing)
            with suppress(type(fault()), runtime.QueryError):
                w.foresee(order, lambda: None)
            if failing.left:
                continue
            assert kept(w) == before
            for count in (1, 2):
                failing = Failing(count, fault, given)
                setattr(w, callback, failing)
                if not fails_without_trace(w, partial(w.obey, order), failing):
                    break
                found += 1
            break
    return found


def read() -> int:
    """What is read of a world in which an order was looked ahead at."""
    found = 0
    for game in GAMES:
        w, order = begun(game, 1)
        for fault in FAULTS:
            failing = Failing(1, fault, lambda: None)
            found += fails_without_trace(w, partial(w.foresee, order, failing), failing)
        assert w.obey(order).done
    return found


def routine() -> int:
    """A function of the game's own that is run as a routine, and fails after it changed all."""
    found = 0
    w, made = crowd()
    everything = Everything()
    for fault in FAULTS:

        failing = Failing(0, fault, lambda: None)

        def act(world: Any) -> None:
            order = world.new_order(made[0], everything, (), None, {})
            everything.perform(world, order)
            raise failing.fault()  # noqa: B023 - called before the next round

        found += fails_without_trace(w, partial(w.do, act), failing)
    assert w.act(made[0], Everything).done
    return found


FUNCTIONS: dict[str, Callable[[], int]] = {
    test.__name__: test for test in (chooser, teller, read, routine)
}

INNER = {
    "command": "what commands are made of: the other tests are of it",
    "ask_only": "what questions are made of: the other tests are of it",
    "within": "a statement of generated code",
}


def taken() -> Iterator[tuple[str, str]]:
    """Each parameter of a world's methods that takes a function, with the method."""
    marks = ("Callable", "Chooser", "Teller")
    for name, method in inspect.getmembers(runtime.World, callable):
        if name.startswith("_") and name != "__init__":
            continue
        parameters = inspect.signature(inspect.unwrap(method)).parameters.values()
        for each in parameters:
            if any(mark in str(each.annotation) for mark in marks):
                yield name, each.name


@pytest.mark.skipif(runtime.NATIVE, reason="compiled code tells no annotations")
def test_every_function_that_a_world_takes_is_known() -> None:
    found = {each for method, each in taken() if method not in INNER}
    assert found == set(FUNCTIONS)
    assert set(INNER) <= {method for method, _ in taken()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_fails_leaves_no_trace(name: str) -> None:
    assert FUNCTIONS[name]() > 3


# -- hooks --------------------------------------------------------------------------------------


HOOKS = ("deaths", "forbidden", "repeats", "reckon_stats", "follow", "ending")
"""What a generated world says of its catalog, and a class derived from one may say anew."""


def test_every_hook_is_known() -> None:
    source = (REPOSITORY / "runtime/ledger_runtime/state.py").read_text("utf-8")
    hooks = source.partition("# -- hooks")[2].partition("# -- writes")[0]
    named = [line for line in hooks.splitlines() if line.startswith("    def ")]
    assert [line.split("(")[0].split()[-1] for line in named] == list(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_fails_leaves_no_trace(hook: str) -> None:
    found = 0
    for count in (1, 2, 3, 5, 8):
        for fault in FAULTS:
            w, made = crowd()
            kind = type(w)
            failing = Failing(count, fault, getattr(w, hook))

            def failed(self: Any, *given: Any, failing: Failing = failing) -> Any:
                return failing(*given)

            before = kept(w)
            w.__class__ = type("Derived", (kind,), {"__slots__": (), hook: failed})
            w.repeating = True
            try:
                w.act(made[0], Everything)
            except BaseException as error:
                w.__class__ = kind
                if type(error) is not type(fault()):
                    raise
                assert kept(w) == before
                assert w.act(made[0], Everything).done
                found += 1
    assert found >= len(FAULTS)


# -- players and watchers -----------------------------------------------------------------------


class FailingPlayer(RandomPlayer):
    """Fails at its n-th order or choice; knows its world."""

    def __init__(self, method: str, count: int, fault: Fault) -> None:
        super().__init__(3)
        self.method, self.left, self.fault = method, count, fault
        self.world: Any = None
        self.saved = b""

    def order(self, world: Any, orders: Any) -> Any:
        self._fail("order", world)
        return super().order(world, orders)

    def choose(self, world: Any, choice: Any) -> Any:
        self._fail("choose", world)
        return super().choose(world, choice)

    def _fail(self, method: str, world: Any) -> None:
        if method == self.method:
            self.left -= 1
            if self.left == 0:
                self.world = world
                self.saved = b"" if world.running else world.save()
                raise self.fault()


@pytest.mark.parametrize(
    ("game", "method"),
    [(GAMES[0], "order"), (GAMES[1], "order"), (GAMES[1], "choose")],
)
def test_a_player_that_fails_leaves_its_world_as_it_was(game: str, method: str) -> None:
    for count, fault in enumerate(FAULTS, 1):
        player = FailingPlayer(method, count, fault)
        try:
            played = play_match(rules_of(game), SETUPS[game], [player], 5)
        except BaseException as error:
            if type(error) is not type(fault()):
                raise
        else:
            assert isinstance(fault(), runtime.RulesError)
            assert played.error
        w = player.world
        assert not w.running
        if player.saved:
            assert w.save() == player.saved
        assert type(w).load(w.save()).save() == w.save()


@pytest.mark.parametrize("method", ["begins", "steps"])
def test_a_watcher_that_fails_leaves_its_world_as_it_was(method: str) -> None:
    worlds = []

    def fail(self: Any, world: Any, *given: Any) -> None:
        worlds.append((world, world.save()))
        raise KeyboardInterrupt

    watcher = type("Failing", (Watcher,), {method: fail})()
    for game in GAMES:
        with pytest.raises(KeyboardInterrupt):
            play_match(rules_of(game), SETUPS[game], ["random"], 5, watcher=watcher)
    for w, saved in worlds:
        assert w.save() == saved
        assert legal(w)
