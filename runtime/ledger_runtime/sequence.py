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

    def command(self, act: Callable[[], Refusal | None], untold: int = 0) -> Outcome[E]:
        """Carry out a command as one sequence; its first ``untold`` entries are not its outcome.

        Refused (``act`` gives a refusal other than ``Prevented``), everything is as before; failed,
        too, and the error goes on with a note of the author's line.
        """
        self.check_idle()
        mark = len(self.log.entries)
        try:
            try:
                self.open()
                refusal = act()
                if refusal is None or refusal.code == outcome.PREVENTED:
                    self.end_sequence()
                    entries = tuple(self.log.entries[mark + untold :])
                    came = Outcome(refusal, entries, self.nothing)
                    self.reset()
                    # One line without a call: not even a signal comes between its parts.
                    self.journal, self.pending, self.running = [], None, False
                else:
                    came = Outcome(refusal, (), self.nothing)
                    self.take_back(mark)
            except BaseException as error:
                cause = self.cause
                self.take_back(mark)
                trace.explain(error)
                if isinstance(error, RecursionError):
                    raise runaway.too_deep(cause, self.limits.depth) from None
                raise
        except BaseException:
            if self.running:  # a signal came before it was taken back
                self.take_back(mark)
            raise
        return came

    def ask_only(self, question: Callable[[], Any]) -> Any:
        """Answer a question as a command would, and leave no trace."""
        self.check_idle()
        mark = len(self.log.entries)
        try:
            try:
                self.open()
                answer = question()
            except BaseException as error:
                trace.explain(error)
                raise
            finally:
                self.take_back(mark)
        finally:
            if self.running:  # a signal came before it was taken back
                self.take_back(mark)
        return answer

    def check_idle(self) -> None:
        """Raise :class:`NestedCommand` while another command is being carried out."""
        if self.running:
            raise NestedCommand("a command was given while another is carried out")

    def open(self) -> None:
        """Open a sequence. What comes after it is taken back by :meth:`take_back`."""
        self.running = True
        self.made = ()
        self.number("sequence")

    def next_sequence(self) -> None:
        """End the sequence that runs, and open another in the same command."""
        self.end_sequence()
        self.reset()

    def end_sequence(self) -> None:
        """The end of the last phase; then whether the match is over."""
        self.cause = None
        self.end_phase()
        if len(self.log.entries) > self.budget:
            self.overflow()
        if not self.over:
            winner = self.ending()
            if winner is not None:
                self.put(self, "over", True)
                self.put(self, "winner", winner)

    def take_back(self, mark: int) -> None:
        """Undo all that was written since a sequence was opened; stopped in it, it begins again."""
        try:
            self._undo(mark)
        except BaseException:
            self._undo(mark)
            raise

    def _undo(self, mark: int) -> None:
        if self.journal:
            self.grants_changed = True
            undo(self.journal)
        del self.log.entries[mark:]
        if self.changed_play:
            self.playing = dict(sorted(self.playing.items()))
        self.playing_now = None
        self.changed_play = False
        self.reset()
        self.running = False

    def prevented(self, event: Event[Any]) -> Refusal | None:
        """The refusal of a command whose event was prevented."""
        return Refusal(outcome.PREVENTED) if event.prevented else None
