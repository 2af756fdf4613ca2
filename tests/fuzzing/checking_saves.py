"""What must hold of a save: it is refused with a short message, or is a sound world."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import ledger_runtime as runtime
from tests.conformance.old_saves import CORPUS, compiled
from tests.fuzzing.cases import Case
from tests.fuzzing.contract import Report

LONGEST_MESSAGE = 400


def check_save(case: Case, report: Report) -> None:
    """Load the save of a case in a world of its catalog, and note in ``report`` what is wrong."""
    kind: Any = compiled(CORPUS / case.catalog).World
    try:
        world = kind.load(case.save)
    except runtime.SaveError as refused:
        told = str(refused)
        report.features.append(f"save {_without_data(told)}")
        if len(told) > LONGEST_MESSAGE or not told.isprintable():
            report.fault("a message of a save", repr(told))
        return
    report.accepted = True
    saved = world.save()
    if kind.load(saved).save() != saved:
        report.fault("a save of a loaded save differs", saved.decode())
    if world.copy().save() != saved:
        report.fault("a copy of a loaded save differs", saved.decode())
    _play_on(kind, saved, report)


def _play_on(kind: Any, saved: bytes, report: Report) -> None:
    """Whatever is done with the world ends as it should; what fails leaves it as it was."""
    acts: tuple[Callable[[Any], object], ...] = (
        kind.awaited,
        _decide,
        kind.advance,
        lambda world: world.wait(1),
        _obey,
    )
    world = kind.load(saved)
    for act in acts:
        before = world.save()
        try:
            act(world)
        except (
            runtime.NeedsChoice
        ):  # the world keeps the command, and its answers so far
            report.features.append("save act waits")
        except runtime.RulesError as error:
            report.features.append(f"save act {error.code}")
            if world.save() != before:
                report.fault("an error left something", before.decode())
    with suppress(runtime.RulesError):
        kind.load(world.save())
        return
    report.fault("what was played on does not load", world.save().decode())


def _decide(world: Any) -> None:
    choice = world.awaited() if world.pending is not None else None
    if choice is not None:
        world.decide(*choice.options[: choice.at_least])


def _obey(world: Any) -> None:
    actors = [one for one in world.entities.values() if not one.gone]
    orders = world.orders_of(*actors[:20])
    if orders:
        world.obey(random.Random(len(orders)).choice(orders))


def _without_data(told: str) -> str:
    return "".join(each for each in told.partition(":")[0] if not each.isdigit())[:60]
