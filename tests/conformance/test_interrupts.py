"""A command that is stopped anywhere leaves its world as before, or as after it.

Stopped at lines of the runtime and of generated code by what a signal or a lack of memory raises,
and by real signals at any time. What was stopped can be given again, and comes to the same.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

import ledger_runtime as runtime
from ledger_runtime import entity
from tests.conformance.test_faults import GAMES, begun, kept, legal
from tests.unit.runtime import arena as a
from tests.unit.runtime.test_atomic import FIRE, Everything, crowd

STOPS = 250
"""At so many lines at least, spread over the command; at all of its first and last ones."""
ENDS = 80

Command = Callable[[Any], object]

pytestmark = pytest.mark.skipif(
    not entity.__file__.endswith(".py"), reason="compiled code has no lines to stop at"
)


class Stop:
    """Raises at the n-th line that the runtime or a generated module runs."""

    def __init__(self, count: int, fault: type[BaseException]) -> None:
        self.left = count
        self.seen = 0
        self.fault = fault
        self.where = ""

    def trace(self, frame: FrameType, event: str, given: Any) -> Any:
        file = frame.f_code.co_filename.replace("\\", "/")
        if f"{runtime.__name__}/" not in file and not file.startswith("<ledgerc"):
            return None
        if event == "line":
            self.seen += 1
            self.left -= 1
            if self.left == 0:
                self.where = f"{file}:{frame.f_lineno}"
                raise self.fault
        return self.trace


def traced(stop: Stop, act: Callable[[], object]) -> bool:
    """Whether an act was stopped."""
    outer = sys.gettrace()
    sys.settrace(stop.trace)
    try:
        act()
    except stop.fault:
        return True
    except runtime.RulesError:
        return False
    finally:
        sys.settrace(outer)
    return False


def all_of(w: Any) -> tuple[Any, ...]:
    return (*kept(w), w.pending, w.given, w.journal)


def log_of(w: Any, command: Command) -> tuple[str, bytes]:
    """What a command comes to: its log or its error, and the world after it."""
    try:
        came = command(w)
    except runtime.RulesError as error:
        return str(error), w.save()
    return repr(getattr(came, "entries", came)), w.save()


def stopped_at_lines(w: Any, command: Command) -> None:
    """Stop a command at many of its lines, one after another."""
    before, mark = all_of(w), len(w.log.entries)
    count = Stop(0, KeyboardInterrupt)
    traced(count, partial(command, w.copy()))
    total = count.seen
    assert total > 5
    ahead = w.copy()
    came, waiting = log_of(ahead, command), ahead.pending
    ends = (*range(1, ENDS), *range(max(1, total - ENDS), total + 1))
    for line in sorted({*ends, *range(1, total, max(1, total // STOPS))}):
        stop = Stop(line, (KeyboardInterrupt, MemoryError)[line % 2])
        if not traced(stop, partial(command, w)):
            assert (
                line > total // 2
            )  # it came to its end: the copy had more to find out
            assert w.save() == came[1]
            return
        if (
            all_of(w) != before
        ):  # it was done; all that was left was to give its outcome
            assert (w.running, w.journal, w.given) == (False, [], ()), stop.where
            assert w.save() == came[1], stop.where
            assert (w.pending is None) is (waiting is None)
            assert len(w.log.entries) > mark or waiting
            return
    assert log_of(w, command) == came


def own(w: Any, one: Any) -> Any:
    return w.entity(one.id)


def of_the_arena(command: Callable[[Any, list[Any]], object]) -> Callable[[], None]:
    """A test of a command that is told who was made."""

    def test() -> None:
        w, made = crowd()
        stopped_at_lines(w, lambda w: command(w, [own(w, one) for one in made]))

    return test


def failing(effect: Any, w: Any, event: Any) -> None:
    w.deal_damage(a.Damage, 1, effect.holder)
    raise runtime.DiceError("no such die")


def fails() -> None:
    """Its own error, and an interrupt while that is taken back."""
    faulty = a.effect("Faulty", afters=(a.after(a.Rang, "holder", 1, failing),))
    one = a.body(9, faulty)
    w = a.arena(one, effects=(faulty,))(seed=1)
    u = w.make(one)
    with pytest.raises(runtime.DiceError):
        w.raise_event(a.Rang, u)
    stopped_at_lines(w, lambda w: w.raise_event(a.Rang, own(w, u)))


def choosing() -> tuple[Any, Any]:
    """A world with someone who chooses twice when told to."""

    def choose(effect: Any, w: Any, event: Any) -> None:
        for name in ("first", "second"):
            chosen = w.choose_word(name, ("Red", "Blue"), effect.holder)
            w.deal_damage(a.Damage, 1 if chosen == "Red" else 2, effect.holder)

    torn = a.effect("Torn", afters=(a.after(a.Rang, "holder", 1, choose),))
    one = a.body(9, torn)
    w = a.arena(one, effects=(torn,))(seed=1)
    return w, w.make(one)


def waits() -> None:
    w, u = choosing()
    stopped_at_lines(w, lambda w: w.raise_event(a.Rang, own(w, u)))


def decides() -> None:
    w, u = choosing()
    with pytest.raises(runtime.NeedsChoice):
        w.raise_event(a.Rang, u)
    stopped_at_lines(w, lambda w: w.decide("Red"))
    assert w.pending.answers == (("Red",),)
    stopped_at_lines(w, lambda w: w.decide("Blue"))


def awaits() -> None:
    w, u = choosing()
    with pytest.raises(runtime.NeedsChoice):
        w.raise_event(a.Rang, u)
    stopped_at_lines(w, lambda w: w.awaited().name)


def obeys(game: str) -> None:
    for seed in (0, 4):
        w, order = begun(game, seed)

        def obey(w: Any, order: Any = order) -> Any:
            return w.act(
                own(w, order.actor),
                type(order.ability),
                *(
                    own(w, each)
                    for each in order.targets
                    if order.ability.target.names_targets
                ),
                at=order.place,
                **{
                    name: getattr(order, w.catalog.props[name].slot)
                    for name in order.ability.takes
                },
            )

        stopped_at_lines(w, obey)
        stopped_at_lines(w, lambda w: [each.text() for each in legal(w)])


TESTS: dict[str, Callable[[], None]] = {
    "an order that is done": of_the_arena(lambda w, made: w.act(made[0], Everything)),
    "an order that is refused": of_the_arena(
        lambda w, made: w.act(made[2], Everything)
    ),
    "an order asked about": of_the_arena(lambda w, made: w.can(made[0], Everything)),
    "the orders of one": of_the_arena(
        lambda w, made: [each.text() for each in w.orders(made[0])]
    ),
    "time that goes by": of_the_arena(lambda w, made: w.wait(0.5)),
    "a phase that ends": of_the_arena(lambda w, made: w.advance()),
    "an effect that is given": of_the_arena(lambda w, made: w.give(FIRE, made[1])),
    "one who is made": of_the_arena(
        lambda w, made: w.make(made[0].archetype, zone="Board", of=made[-1])
    ),
    "one who is destroyed": of_the_arena(lambda w, made: w.destroy(made[0])),
    "a command that fails": fails,
    "a command that waits": waits,
    "an answer to a choice": decides,
    "a look at what is asked": awaits,
    "the card battle": partial(obeys, GAMES[0]),
    "the tabletop game": partial(obeys, GAMES[1]),
}


@pytest.mark.parametrize("name", TESTS)
def test_what_is_stopped_at_a_line_leaves_the_world_as_before_or_after(
    name: str,
) -> None:
    TESTS[name]()


@pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no timer that interrupts"
)
def test_real_interrupts_at_any_time_leave_the_world_as_before_or_after() -> None:
    """A timer interrupts each of many commands later and later, until they come to their end."""

    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    w, made = crowd()
    ahead = w.copy()
    ahead.act(own(ahead, made[0]), Everything)
    before, after = kept(w), ahead.save()
    outer = signal.signal(signal.SIGALRM, interrupt)
    stopped = done = 0
    try:
        for step in range(400):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-6 + step * 2e-5)
                w.act(made[0], Everything)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                stopped += 1
            if kept(w) != before:
                assert w.save() == after
                assert (w.running, w.journal) == (False, [])
                done += 1
                w, made = crowd()
                before = kept(w)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer)
    assert stopped > 20
    assert done > 0
