"""Zones and being in play (docs/language.md, sections 2 and 3)."""

from __future__ import annotations

from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.runtime import arena as a


def table(seed: int | None = None) -> tuple[Any, Any, Any]:
    card = a.body(3, name="Card")
    w = a.arena(card)(seed=seed)
    return w, w.make(a.Side), card


def test_an_ordered_zone_goes_from_its_top_and_a_place_may_be_named() -> None:
    w, side, card = table()
    one, two, three, four = (w.make(card, zone="Deck", of=side) for _ in range(4))
    assert w.cards("Deck", side) == (one, two, three, four)
    w.move(four, "Deck", side, runtime.End.TOP)
    assert w.cards("Deck", side) == (four, one, two, three)
    w.move(four, "Deck", side, runtime.End.INDEX, 3)
    assert w.cards("Deck", side) == (one, two, four, three)
    w.move(one, "Deck", side)
    assert w.cards("Deck", side) == (two, four, three, one)
    top = w.make(card, zone="Deck", of=side, end=runtime.End.TOP)
    assert w.cards("Deck", side)[0] is top


def test_an_unordered_zone_goes_by_order_of_play() -> None:
    w, side, card = table()
    one, two = (w.make(card, zone="Deck", of=side) for _ in range(2))
    w.move(two, "Hand", side)
    w.move(one, "Hand", side, runtime.End.TOP)
    assert w.cards("Hand", side) == (two, one)


def test_only_what_lies_in_no_zone_or_one_in_play_is_in_play() -> None:
    w, side, card = table()
    u = w.make(card, zone="Hand", of=side)
    assert (u.in_play, w.in_play(), u.keeper) == (False, (side,), side)
    v = w.make(card)
    w.move(u, "Board", side)
    assert w.in_play() == (side, v, u)
    w.move(v, "Board", side)
    assert w.in_play() == (side, v, u)
    w.move(v, "Grave", side)
    w.move(v, "Board", side)
    assert w.in_play() == (side, u, v)
    assert w.is_in(u, "Board", side)
    assert w.is_in(u, "Board")
    assert not w.is_in(u, "Hand")
    assert not w.is_in(u, "Board", v)


def test_a_full_zone_takes_no_more() -> None:
    w, side, card = table()
    hand = [w.make(card, zone="Hand", of=side) for _ in range(3)]
    before = w.save()
    assert not w.make(card, zone="Hand", of=side)
    assert not w.copy_of(hand[0], zone="Hand", of=side)
    u = w.make(card)
    moved = w.move(u, "Hand", side)
    assert (moved.done, moved.entries) == (True, ())
    assert u.in_play
    assert w.move(hand[0], "Hand", side).done
    w.remove(hand[1])
    assert w.move(u, "Hand", side).done
    assert w.cards("Hand", side) == (hand[2], hand[0], u)
    assert before != w.save()


def test_a_zone_that_is_not_declared_is_an_error() -> None:
    w, side, card = table()
    with pytest.raises(runtime.UnknownName, match="Attic"):
        w.make(card, zone="Attic", of=side)
    with pytest.raises(runtime.UnknownName, match="Attic"):
        w.move(w.make(card), "Attic", side)


def test_the_zones_of_the_departed_stay_readable() -> None:
    w, side, card = table()
    u = w.make(card, zone="Board", of=side)
    inner = w.make(card, zone="Hand", of=u)
    w.destroy(u)
    assert (u.zone, u.keeper, w.cards("Board", side)) == ("Board", side, ())
    assert w.cards("Hand", u) == (inner,)


def test_a_shuffle_is_the_same_for_a_seed_and_moves_no_card_elsewhere() -> None:
    orders = []
    for _ in range(2):
        w, side, card = table(seed=5)
        cards = [w.make(card, zone="Deck", of=side) for _ in range(20)]
        w.shuffle("Deck", side)
        orders.append([one.id for one in w.cards("Deck", side)])
        assert sorted(orders[-1]) == [one.id for one in cards]
    assert orders[0] == orders[1] != sorted(orders[0])
    w, side, card = table()
    for _ in range(2):
        w.make(card, zone="Deck", of=side)
    with pytest.raises(runtime.DiceError):
        w.shuffle("Deck", side)
