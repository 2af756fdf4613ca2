"""Choices that wait: the command stops, goes through a save, and goes on with the answer.

So a drawn play comes to the same as with a chooser, which is what the oracle does
(docs/saves.md, "A command that waits").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ledger_runtime.decisions import Choice, NeedsChoice
from ledger_runtime.pending import RESUMABLE


class LostInTheSaveError(AssertionError):
    """A world that was saved while it waited went on otherwise than the one that was not."""


def first_options(world: Any, choice: Choice[Any]) -> tuple[Any, ...]:
    """The choice of a drawn play: as few of the first options as may be, but one."""
    return choice.options[: max(choice.at_least, 1)]


@dataclass
class Waited:
    """How many choices were waited for."""

    decisions: int = 0


class WaitingWorld:
    """A world whose commands, where they stop at a choice, are saved, loaded and decided."""

    def __init__(self, world: Any, waited: Waited) -> None:
        self.world = world
        self.waited = waited

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.world, name)
        if name not in RESUMABLE:
            return found

        def command(*arguments: Any, **named: Any) -> Any:
            try:
                return found(*arguments, **named)
            except NeedsChoice:
                return self.decided()

        return command

    def decided(self) -> Any:
        """What the command that waits comes to; each choice is answered in two worlds."""
        world = self.world
        twin = type(world).load(world.save())
        twin.limits = world.limits
        twin.reset()
        try:
            while True:
                self.waited.decisions += 1
                choice, again = world.awaited(), twin.awaited()
                if told(choice) != told(again):
                    raise LostInTheSaveError(f"{told(choice)}, {told(again)}")
                came = attempt(world, first_options(world, choice))
                other = attempt(twin, first_options(twin, again))
                if world.save() != twin.save():
                    raise LostInTheSaveError("the worlds differ")
                if isinstance(came, NeedsChoice):
                    continue
                if isinstance(came, Exception):
                    if type(came) is not type(other):
                        raise LostInTheSaveError(f"{came!r}, {other!r}")
                    raise came
                return came
        finally:
            world.withdraw()


def attempt(world: Any, answer: tuple[Any, ...]) -> Any:
    """What a decision comes to, or how it fails."""
    try:
        return world.decide(*answer)
    except Exception as error:  # each is an outcome to compare
        return error


def told(choice: Choice[Any]) -> tuple[Any, ...]:
    """A choice as what is the same in a copy of its world."""
    options = tuple(
        each if isinstance(each, str) else each.id for each in choice.options
    )
    return choice.name, choice.by.id, options, choice.at_least, choice.at_most
