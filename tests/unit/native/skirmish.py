"""A game played in a process of its own: ``python -P skirmish.py``; prints what came of it as JSON.

The path says whether the rules that play are compiled.
"""

from __future__ import annotations

import importlib
import json
import threading
from collections.abc import Callable
from typing import Any

import ledger_runtime as runtime

rules: Any = importlib.import_module("generated.skirmish")


def caught(act: Callable[[], object]) -> str:
    """An error by name, text and notes."""
    try:
        act()
    except Exception as error:
        notes = getattr(error, "__notes__", ())
        return f"{type(error).__name__}: {error} {list(notes)}"
    return ""


def board() -> tuple[Any, list[Any]]:
    """Two sides of two."""
    w = rules.World(7)
    sides = [w.make(rules.Side) for _ in range(2)]
    units = [
        w.make(kind, team=side)
        for side in sides
        for kind in (rules.Wolf, rules.Porcupine)
    ]
    return w, units


def played() -> dict[str, object]:
    """A game: its log, its saves, a copy, an undone failure, orders."""
    w, units = board()
    ours, theirs = units[:2], units[2:]
    for turn in range(6):
        for actor in (*ours, *theirs):
            enemies = theirs if actor in ours else ours
            w.act(actor, rules.Claw, enemies[turn % 2])
    w.give(rules.Burning(2), theirs[0])
    w.wait(1)
    saved = w.save()
    twin = rules.World.load(saved)
    twin.act(
        ours[0].id and twin.entity(ours[0].id), rules.Claw, twin.entity(theirs[1].id)
    )
    copied = w.copy()
    copied.wait(2)
    return {
        "log": w.log.text(),
        "tree": w.log.tree(),
        "save": saved.decode(),
        "twin": twin.save().decode(),
        "copied": copied.save().decode(),
        "orders": [order.text() for order in w.orders(ours[0])],
        "refused": w.act(ours[0], rules.Claw, ours[1]).message,
    }


def failed() -> dict[str, object]:
    """What goes wrong, and that it leaves nothing behind."""
    w, units = board()
    before = w.save()
    errors = {
        "division": caught(lambda: w.act(units[0], rules.Divide)),
        "argument": caught(lambda: w.deal(rules.Damage, "much", units[0])),
        "entity": caught(lambda: w.deal(rules.Damage, 1, 3)),
        "save": caught(lambda: rules.World.load(b"{}")),
    }
    return {**errors, "same": w.save() == before}


def endless(depth: int) -> str:
    """The error of rules that cause each other for ever."""
    w = rules.World(1, limits=runtime.Limits(depth=depth, entries=100_000))
    spawn = w.make(rules.Spawn)
    return caught(lambda: w.raise_event(rules.Pushed, spawn))


def in_a_thread(act: Callable[[], str]) -> str:
    """What a function gives that another thread calls."""
    came: list[str] = []
    thread = threading.Thread(target=lambda: came.append(act()))
    thread.start()
    thread.join()
    return came[0]


class Louder(rules.World):  # type: ignore[misc]
    """A world of a game's own, in plain Python."""

    __slots__ = ()

    def note(self, text: str) -> None:
        """Louder."""
        super().note(text.upper())


def derived() -> str:
    """A subclass in Python of what is compiled."""
    w = Louder(1)
    w.note("hello")
    return str(w.log.text())


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "native": [runtime.NATIVE, not str(rules.__file__).endswith(".py")],
                "played": played(),
                "failed": failed(),
                "endless": [endless(200), endless(2_000)],
                "in a thread": in_a_thread(lambda: endless(2_000)),
                "derived": derived(),
            }
        )
    )
