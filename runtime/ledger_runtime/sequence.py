"""Sequences: what a command opens, how it ends, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger_runtime import outcome, runaway, trace
from ledger_runtime.errors import NestedCommand
from ledger_runtime.event import Event
from ledger_runtime.journal import undo
from ledger_runtime.orders import Orders
from ledger_runtime.outcome import Outcome, Refusal
from ledger_runtime.typevars import E, O, V


class Sequences(Orders[E, V, O]):
    """Opening, ending and undoing a sequence (docs/language.md, section 4, rules 1 and 3)."""

    __slots__ = ()

    def command(self, act: Callable[[], Refusal | None]) -> Outcome[E]:
        """Carry out a command as one sequence.

        Refused (``act`` gives a refusal other than ``Prevented``), everything is as before; failed,
        too, and the error goes on with a note of the author's line.
        """
        mark = self.open()
        try:
            refusal = act()
            if refusal is None or refusal.code == outcome.PREVENTED:
                self.end_sequence()
        except BaseException as error:
            cause = self.cause
            self.take_back(mark)
            trace.explain(error)
            if isinstance(error, RecursionError):
                raise runaway.too_deep(cause, self.limits.depth) from None
            raise
        if refusal is not None and refusal.code != outcome.PREVENTED:
            self.take_back(mark)
            return Outcome(refusal, (), self.nothing)
        self.journal.clear()
        self.running = False
        self.pending = None
        self.reset()
        return Outcome(refusal, tuple(self.log.entries[mark:]), self.nothing)

    def ask_only(self, question: Callable[[], Any]) -> Any:
        """Answer a question as a command would, and leave no trace."""
        mark = self.open()
        try:
            return question()
        except BaseException as error:
            trace.explain(error)
            raise
        finally:
            self.take_back(mark)

    def open(self) -> int:
        """Open a sequence; gives the length of the log, for :meth:`take_back`.

        Raises :class:`NestedCommand` while another command is being carried out.
        """
        if self.running:
            raise NestedCommand("a command was given while another is carried out")
        self.running = True
        self.made = ()
        self.number("sequence")
        return len(self.log.entries)

    def next_sequence(self) -> None:
        """End the sequence that runs, and open another in the same command."""
        self.end_sequence()
        self.reset()

    def end_sequence(self) -> None:
        """The end of the last phase; then whether the match is over."""
        self.cause = None
        self.end_phase()
        if not self.over:
            winner = self.ending()
            if winner is not None:
                self.put(self, "over", True)
                self.put(self, "winner", winner)

    def take_back(self, mark: int) -> None:
        """Undo all that was written since a sequence was opened."""
        undo(self.journal)
        del self.log.entries[mark:]
        if self.changed_play:
            self.playing = dict(sorted(self.playing.items()))
        self.playing_now = None
        self.changed_play = False
        self.running = False
        self.reset()

    def prevented(self, event: Event[Any]) -> Refusal | None:
        """The refusal of a command whose event was prevented."""
        return Refusal(outcome.PREVENTED) if event.prevented else None
