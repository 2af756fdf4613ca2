"""The frame of a play: its steps, its last command, and the message of a step that fails.

Part of :mod:`ledger_runtime.testing`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from ledger_runtime.decisions import NeedsChoice
from ledger_runtime.entity import Entity
from ledger_runtime.errors import RulesError
from ledger_runtime.explaining.asking import explain_text
from ledger_runtime.explaining.watching import current_recorder, recording
from ledger_runtime.limits import Limits
from ledger_runtime.log import Entry, field_text, tree_text
from ledger_runtime.outcome import Outcome, Refusal
from ledger_runtime.world import World

__tracebackhide__ = True  # a test runner's trace ends in the play's own line

WorldT = TypeVar("WorldT", bound="World[Any, Any, Any]")
EntityT = TypeVar("EntityT", bound=Entity)
Value = TypeVar("Value")

MOST_LINES = 60
"""How much of a log a failure shows: its end is the nearest to what went wrong."""


MOST_REASONS = 20
"""How many lines a failure tells of how a value came to be."""


class PlayFailed(AssertionError):  # noqa: N818 - read as what it says
    """A step of a play went otherwise than it says; the first line is ``FILE:LINE: …``."""


def run_explained(run: Callable[[], None]) -> None:
    """Run a play; if a step fails, its failure says what rules saw (:func:`failed_again`).

    Raises :class:`PlayFailed`, and whatever else ``run`` raises.
    """
    try:
        run()
    except PlayFailed as failed:
        raise failed_again(failed, run) from None


def failed_again(first: PlayFailed, run: Callable[[], None]) -> PlayFailed:
    """The failure of a play that is run again, watched; ``first``, if it does not fail alike."""
    try:
        with recording():
            run()
    except PlayFailed as again:
        if str(again).partition("\n")[0] == str(first).partition("\n")[0]:
            return again
    except Exception:
        return first  # what a play ran into is told as it was met
    return first


@dataclass(frozen=True, slots=True)
class LastCommand:
    """The last command: its line, which step it is, how it reads, and what came of it."""

    line: int
    step: int
    text: str
    refusal: Refusal | None
    entries: tuple[Entry, ...]

    @property
    def ending(self) -> str:
        """How it ended, as the rest of a sentence about it."""
        return (
            "was done"
            if self.refusal is None
            else f"was refused: {self.refusal.message}"
        )


class Frame(Generic[WorldT]):
    """Where a play is, and what its last command came to."""

    def __init__(self, rules: type[WorldT], file: str) -> None:
        """Play in a new world of ``rules``; ``file`` is named in failures."""
        self._before: WorldT | None = rules.empty(Limits(), None, None)
        self._now: WorldT = self._before
        self._file = file
        self._line = 0
        self._step = 0
        self._doing = ""
        self._last: LastCommand | None = None
        self._is_unexpected = False
        self._script_lines = {"roll": 0, "choose": 0}
        self._names: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.end()
        elif isinstance(error, Exception) and not isinstance(error, PlayFailed):
            raise self._broken(error) from error

    @property
    def world(self) -> WorldT:
        """The world as it is now; another one after a ``save``."""
        return self._world

    @property
    def _world(self) -> WorldT:
        """The world, with its singles.

        They are made as the first step needs them, so that what a play scripts or seeds before
        that is there for them, and a fault of theirs is told as one of that step.
        """
        if self._before is not None:
            self._before = None
            doing, self._doing = self._doing, "making the single archetypes"
            self._now.make_singles()
            self._doing = doing
        return self._now

    @property
    def _scripted(self) -> WorldT:
        """The world as the next dice, choices and answers are told to it."""
        return self._now

    def at(self, line: int) -> None:
        """Begin the step that stands at ``line``."""
        if self._last is not None and self._last.step < self._step:
            self._accept()
        self._line = line
        self._step += 1
        self._doing = ""

    def end(self) -> None:
        """End the play: an unexpected refusal fails, and so does a script that is not used up."""
        self._accept()
        for kind, words in (("roll", "rolled"), ("choose", "chosen")):
            left = self._world.script[kind]
            if left:
                self._line = self._script_lines[kind]
                shown = list_text(left) if kind == "roll" else choices_text(left)
                raise self._failure(f"scripted and never {words}: {shown}")

    def named(self, name: str, entity: EntityT) -> EntityT:
        """Let failures call an entity by its name in the play, if it has no other; gives it."""
        if entity:
            self._names[name] = entity.id
            if not entity.label:
                self._world.name_entity(entity, name)
        return entity

    @property
    def names(self) -> dict[str, Entity]:
        """The entities by the names that the play has for them, as they are now."""
        entities = self._world.entities
        return {
            name: entities[id] for name, id in self._names.items() if id in entities
        }

    def ask(self, question: Callable[[], Value]) -> Value:
        """The answer to a question that rolls or asks the game, leaving no trace in the world."""
        answer: Value = self._world.ask_only(question)
        return answer

    # -- commands -------------------------------------------------------------------------------

    def _begin(self, text: str) -> None:
        """Begin a step that does something: the refusal of the command before was unexpected."""
        self._accept()
        self._doing = text

    def _took(self, came: Outcome[Any]) -> None:
        """Keep what the command that was begun came to."""
        self._keep(came.refusal, came.entries)

    def _keep(self, refusal: Refusal | None, entries: tuple[Entry, ...]) -> None:
        self._last = LastCommand(self._line, self._step, self._doing, refusal, entries)
        self._is_unexpected = refusal is not None
        self._doing = ""

    def _accept(self) -> None:
        """Go on: the last command must have been done, or its refusal expected."""
        last = self._last
        if self._is_unexpected and last is not None:
            self._line = last.line
            self._is_unexpected = False
            self._last = None  # it is told already
            entries = log_lines(last.entries)
            head = f"{last.text} {last.ending}"
            raise self._failure(
                head, "expected: done", *(f"  {line}" for line in entries)
            )

    # -- failures -------------------------------------------------------------------------------

    def _failure(
        self, head: str, *lines: str, origin: str | None = None, why: str = ""
    ) -> PlayFailed:
        """The failure of this step: what it says, its details, and the log that led there.

        Then, of each value that ``why`` names, how it came to be what it is.
        """
        told = [f"{self._file}:{self._line}: {head}"]
        told += [f"  {line}" for line in lines]
        if origin is not None:
            told.append(f"  from {origin}")
        last = self._last
        if last is not None:
            told.append(f"  {last.text} (line {last.line}) {last.ending}")
            told += [f"    {line}" for line in log_lines(last.entries)]
        recorder = current_recorder()
        for explanation in explain_text(self._world, self.names, why, recorder):
            told += [
                f"  {line}" for line in explanation.text().splitlines()[:MOST_REASONS]
            ]
        return PlayFailed("\n".join(told))

    def _broken(self, error: Exception) -> PlayFailed:
        """The failure of a step that ran into an error."""
        doing = f"{self._doing} " if self._doing else ""
        reason = str(error)
        if not isinstance(error, RulesError):
            reason = f"{type(error).__name__}: {reason}"
        details = list(getattr(error, "__notes__", ()))
        if isinstance(error, NeedsChoice):
            choice = error.choice
            details.append(
                f"{entity_text(choice.by)} may choose: {list_text(choice.options)}"
            )
        return self._failure(f"{doing}failed: {reason}", *details)


def log_lines(entries: tuple[Entry, ...]) -> list[str]:
    """Entries as lines, indented under their causes, rules with their place; of many the last."""
    lines = textwrap.dedent(tree_text(entries, with_places=True)).splitlines()
    if len(lines) > MOST_LINES:
        left_out = len(lines) - MOST_LINES
        lines = [f"… {left_out} entries before", *lines[-MOST_LINES:]]
    return lines


def value_text(value: object) -> str:
    """A value as a play writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return list_text(value)
    return field_text(value)


def entity_text(entity: Entity) -> str:
    """An entity by its name in the play."""
    return field_text(entity)


def list_text(values: Iterable[object]) -> str:
    """Values with commas between them; ``none`` of none."""
    return ", ".join(map(value_text, values)) or "none"


def choices_text(choices: Iterable[Iterable[object]]) -> str:
    """Scripted choices, each as ``choose`` writes it."""
    return "; ".join(map(list_text, choices))


def is_same(found: object, wanted: object) -> bool:
    """Whether two values are equal; an entity is the same in the copy that a ``save`` made."""
    if isinstance(found, Entity) and isinstance(wanted, Entity):
        return bool(found) == bool(wanted) and found.id == wanted.id
    if isinstance(found, (int, Fraction)) or isinstance(wanted, (int, Fraction)):
        return type(found) is not str and type(wanted) is not str and found == wanted
    return found == wanted
