"""Each budget of a world that runs out changes nothing, wherever it runs out.

A budget that is added to ``Limits`` must have its test here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.conformance.test_faults import GAMES, begun, entries_of, kept, legal
from tests.unit.runtime.test_atomic import Everything, crowd

WORLDS = range(10)
"""So many of each game."""


def stopped_at_each(budget: str, sizes: range) -> None:
    """Orders under each size of a budget: done, or as if they had never been given."""
    stopped = 0
    for game in GAMES:
        for seed in WORLDS:
            w, order = begun(game, seed)
            enough, before = w.limits, kept(w)
            for size in sizes:
                w.limits = replace(enough, **{budget: size})
                w.reset()
                try:
                    w.foresee(order, lambda: None)
                except runtime.RunawayError:
                    with pytest.raises(runtime.RunawayError):
                        w.obey(order)
                    stopped += 1
                assert w.save() == before[0], (budget, size, game, seed)
            w.limits = enough
            w.reset()
            assert kept(w) == before
            assert w.obey(order).done
    assert stopped > 3, budget


def entries() -> None:
    stopped_at_each("entries", range(1, 12))


def depth() -> None:
    stopped_at_each("depth", range(1, 5))


def steps() -> None:
    """A round of deaths counts as 100 turns of a loop, a `repeat` as what it repeats."""
    w, made = crowd()
    before = kept(w)
    stopped = 0
    for size in range(1, 1_000, 50):
        w.limits = runtime.Limits(steps=size)
        w.reset()
        ahead = w.copy()
        try:
            assert ahead.act(ahead.entity(made[0].id), Everything).done
        except runtime.RunawayError:
            with pytest.raises(runtime.RunawayError, match=f"than {size} times"):
                w.act(made[0], Everything)
            stopped += 1
        assert w.save() == before[0]
    w.limits = runtime.Limits()
    w.reset()
    assert kept(w) == before
    assert w.act(made[0], Everything).done
    assert stopped > 1


def orders() -> None:
    """A list of orders ends where the budget does; asking changes nothing."""
    for game in GAMES:
        w, _ = begun(game, 3)
        before, whole = kept(w), [each.text() for each in legal(w)]
        for one in w.entities.values():
            own = [each.text() for each in w.orders(one)] if not one.gone else []
            for size in (1, 2, 3):
                w.limits = runtime.Limits(orders=size)
                if not one.gone:
                    assert [each.text() for each in w.orders(one)] == own[:size]
                assert len(legal(w)) <= size * len(w.entities)
            w.limits = runtime.Limits()
        assert [each.text() for each in legal(w)] == whole
        assert len(whole) > 3
        assert kept(w) == before


def save_bytes() -> None:
    """A save over the budget is not read, one that is just within it is."""
    for game in GAMES:
        w, _ = begun(game, 1)
        before = kept(w)
        enough = runtime.Limits(save_bytes=len(before[0]))
        assert type(w).load(before[0], limits=enough).save() == before[0]
        for size in (1, len(before[0]) // 2, len(before[0]) - 1):
            with pytest.raises(runtime.SaveError):
                type(w).load(before[0], limits=runtime.Limits(save_bytes=size))
        assert kept(w) == before


TESTED: dict[str, Callable[[], None]] = {
    test.__name__: test for test in (entries, depth, steps, orders, save_bytes)
}


@pytest.mark.parametrize("budget", [each.name for each in fields(runtime.Limits)])
def test_a_budget_that_runs_out_leaves_no_trace(budget: str) -> None:
    TESTED[budget]()


def test_an_order_that_just_fits_its_budget_is_done() -> None:
    for game in GAMES:
        for seed in WORLDS:
            w, order = begun(game, seed)
            total = entries_of(w, order) + 1  # the order itself
            w.limits = runtime.Limits(entries=total)
            w.reset()
            assert w.obey(order).done
            w, order = begun(game, seed)
            w.limits = runtime.Limits(entries=max(1, total - 1))
            w.reset()
            if total > 1:
                before: Any = kept(w)
                with pytest.raises(runtime.RunawayError):
                    w.obey(order)
                assert kept(w) == before
