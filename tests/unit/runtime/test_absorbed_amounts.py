"""What is absorbed never passes the amount, however the amount changes after it."""

from __future__ import annotations

from typing import Any

import pytest

import ledger_runtime as runtime

Damage = runtime.EventKind("Damage", pool="Health", way=runtime.Way.LOWER)


def event(amount: int) -> runtime.Event[Any]:
    event: runtime.Event[Any] = runtime.Event()
    event.kind, event.amount, event.absorbed = Damage, amount, 0
    return event


@pytest.mark.parametrize(
    ("absorbed", "then", "left"),
    [(2, 4, 2), (2, 2, 2), (3, 1, 1), (3, 0, 0), (3, -2, 0), (9, 9, 5)],
)
def test_absorbed_falls_with_the_amount(absorbed: int, then: int, left: int) -> None:
    hit = event(5)
    hit.absorb(absorbed)
    hit.set_amount(then)
    assert (hit.amount, hit.absorbed) == (max(then, 0), left)
