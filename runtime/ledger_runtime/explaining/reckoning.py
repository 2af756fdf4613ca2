"""The modifiers of a stat in the order in which they count, told from the lines that ran."""

from __future__ import annotations

from types import CodeType

from ledger_runtime.aura import Adjust
from ledger_runtime.entity import Entity
from ledger_runtime.explaining.explanation import PASSED_OVER, Reason, Saw
from ledger_runtime.explaining.lending import Loans
from ledger_runtime.explaining.source import LENT, Line, lines_of
from ledger_runtime.explaining.watching import Ran
from ledger_runtime.trace import author_line

_BOUNDS = "bounds"
_STAGES = {
    "": 0,
    Adjust.OVERRIDES.value: 1,
    Adjust.SETS.value: 1,
    Adjust.ADDS.value: 2,
    Adjust.SCALES.value: 3,
    _BOUNDS: 4,
}
"""In which order what changes a stat counts: the base first (docs/language.md, section 2)."""


class Reckoning:
    """What a function that reckons a stat did, statement by statement."""

    def __init__(self, entity: Entity, slot: str, code: CodeType) -> None:
        self.reckoned: object = None
        self._loans = Loans(entity, slot)
        self._code = code
        self._known = lines_of(code.co_filename)
        self._told: list[tuple[str, Reason]] = []
        self._test: tuple[int, Line, Saw] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether the base was told."""
        return bool(self._told)

    def begin(self, base: Reason) -> None:
        """Tell the base."""
        self._told.append(("", base))
        self.reckoned = base.after

    def met(self, ran: Ran) -> None:
        """Tell what a statement did, if it did something to the value."""
        line = self._known.get(ran.number)
        if line is None:
            return
        saw = ran.saw
        if self._test is not None:
            number, _, seen = self._test
            if line.within == number:
                saw = tuple(dict.fromkeys((*seen, *saw)))
            else:
                self._pass_over()
        if line.is_test:
            self._test = (ran.number, line, saw)
        elif line.operator:
            self._test = None
            stage, reason = self._change(line, ran, saw)
            self._told.append((stage, reason))
            self.reckoned = ran.after

    def reasons(self) -> list[Reason]:
        """All that was told, with what auras would have lent where it would have counted."""
        self._pass_over()
        for loan in self._loans.withheld():
            text = f"{loan.by} {loan.operator}"
            reason = Reason(PASSED_OVER, text, loan.place, held=False, saw=loan.saw)
            stage = _STAGES[loan.operator]
            at = len(self._told)
            while at and _STAGES[self._told[at - 1][0]] > stage:
                at -= 1
            self._told.insert(at, (loan.operator, reason))
        return [reason for _, reason in self._told]

    def _change(self, line: Line, ran: Ran, saw: Saw) -> tuple[str, Reason]:
        """A modifier or a bound that counted."""
        place = author_line(self._code, ran.number)
        if not line.effect:
            return _BOUNDS, Reason(_BOUNDS, _BOUNDS, place, ran.before, ran.after)
        who = line.effect
        if who == LENT:
            loan = self._loans.take(line.operator)
            who = "an aura" if loan is None else loan.by
            place = None if loan is None else loan.place
            saw = saw if loan is None else loan.saw
        text = f"{who} {line.operator}"
        reason = Reason("modifier", text, place, ran.before, ran.after, saw=saw)
        return line.operator, reason

    def _pass_over(self) -> None:
        """Tell a modifier whose test was false."""
        if self._test is None:
            return
        number, line, saw = self._test
        self._test = None
        place = author_line(self._code, number)
        text = f"{line.effect} {line.operator}"
        if line.is_rank:
            replaced = f"{text}, but what was gained later replaces it"
            told = Reason("modifier", replaced, place, saw=saw)
        else:
            told = Reason(PASSED_OVER, text, place, held=False, saw=saw)
        self._told.append((line.operator, told))
