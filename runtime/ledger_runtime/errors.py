"""What can go wrong while rules run. Each kind has a code; a command that fails leaves no trace.

A refusal is no error: it is part of a game (:mod:`ledger_runtime.outcome`).
"""

from __future__ import annotations

from typing import ClassVar


class RulesError(Exception):
    """A command failed: the world, its log and its dice are as before.

    ``place`` is the ``file:line`` of the rule that was at work, once known
    (:mod:`ledger_runtime.trace`).
    """

    code: ClassVar[str] = "LR0100"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: str | None = None


class RunawayError(RulesError):
    """A sequence passed its budget; ``rules`` are those that go round, each with its line."""

    code = "LR0101"

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.rules = rules


class DivisionError(RulesError):
    """A rule divided by zero."""

    code = "LR0102"

    def __init__(self, dividend: str) -> None:
        super().__init__(f"{dividend} is divided by 0")


class NumberError(RulesError):
    """A number is too large, or is none."""

    code = "LR0103"


class UnknownName(RulesError):  # noqa: N818 - read as what it is: an unknown name
    """A command names what the catalog does not declare."""

    code = "LR0104"


class NoPool(RulesError):  # noqa: N818
    """A command changes a pool that the entity does not have."""

    code = "LR0105"


class NestedCommand(RulesError):  # noqa: N818
    """A command was given while another was being carried out."""

    code = "LR0106"


class WrongWorld(RulesError):  # noqa: N818
    """A command names an entity of another world."""

    code = "LR0107"


class DiceError(RulesError):
    """A die that cannot be rolled: no seed and no script, or no whole number of sides."""

    code = "LR0108"


class ChoiceError(RulesError):
    """A choice that is not among the alternatives."""

    code = "LR0109"


class QueryError(RulesError):
    """The game's answer to a query is no number."""

    code = "LR0110"


class SpaceError(RulesError):
    """Something without a place was asked for one."""

    code = "LR0111"


class ZoneError(RulesError):
    """A zone that does not fit what is asked of it."""

    code = "LR0112"


class ArgumentError(RulesError):
    """A command is given what does not belong there."""

    code = "LR0114"


class PropError(RulesError):
    """A rule raises an event with a prop out of its bounds."""

    code = "LR0115"


class SaveError(RulesError):
    """A saved world that cannot be loaded; nothing of it was."""

    code = "LR0201"
