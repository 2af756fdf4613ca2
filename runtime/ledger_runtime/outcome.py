"""What a command came to: done, or refused and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from ledger_runtime.log import Entry, tree_text
from ledger_runtime.typevars import E

GONE = "Gone"
NOT_GRANTED = "NotGranted"
WRONG_PHASE = "WrongPhase"
MISSING_PROP = "MissingProp"
UNKNOWN_PROP = "UnknownProp"
OUT_OF_BOUNDS = "OutOfBounds"
NO_TARGET = "NoTarget"
FORBIDDEN = "Forbidden"
REQUIREMENT = "Requirement"
CANNOT_AFFORD = "CannotAfford"
PREVENTED = "Prevented"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is refused: a code of docs/language.md section 4, and the rule's own words."""

    code: str
    text: str | None = None

    @property
    def message(self) -> str:
        """One line for people: ``Requirement "a guard is in the way"``."""
        return self.code if self.text is None else f'{self.code} "{self.text}"'


class Outcome(Generic[E]):
    """What a command came to.

    ``entries`` is what it added to the log, without the order itself; ``entity`` is what it made;
    ``result`` is what a routine gave.
    """

    __slots__ = ("entity", "entries", "refusal", "result")

    def __init__(
        self,
        refusal: Refusal | None,
        entries: tuple[Entry, ...],
        entity: E,
        result: object = None,
    ) -> None:
        self.refusal = refusal
        self.entries = entries
        self.entity = entity
        self.result = result

    @property
    def done(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None

    @property
    def refused(self) -> str | None:
        """The code of the refusal, or None."""
        return None if self.refusal is None else self.refusal.code

    @property
    def message(self) -> str:
        """One line for people; empty if it was done."""
        return "" if self.refusal is None else self.refusal.message

    def text(self) -> str:
        """What happened, as lines, indented under their causes."""
        return tree_text(self.entries)

    def __repr__(self) -> str:
        came = "done" if self.done else f"refused: {self.message}"
        return f"<outcome {came}, {len(self.entries)} entries>"
