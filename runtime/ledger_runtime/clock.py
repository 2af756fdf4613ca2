"""Time and phases: ``wait``, what is due, what expires, ``advance``."""

from __future__ import annotations

from typing import Any

from ledger_runtime.arguments import Arguments
from ledger_runtime.catalog import EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.entries import Every
from ledger_runtime.errors import UnknownName
from ledger_runtime.journal import MISSING
from ledger_runtime.state import Due
from ledger_runtime.typevars import E, O, V


class Clock(Arguments[E, V, O]):
    """Ticks and the game's cycle."""

    __slots__ = ()

    def pass_ticks(self, count: int) -> None:
        """Let ticks go by, a sequence each; those in which nothing is due are not looked at."""
        end = self.tick + count
        before_first = self.sequence - self.tick - 1
        while self.tick < end:
            ticks = [tick for tick in (*self.due, *self.expiring) if tick <= end]
            self.put(self, "tick", min(ticks, default=end))
            self.put(self, "sequence", before_first + self.tick)
            self.run_due()
            self.run_out()
            if self.tick < end:
                self.next_sequence()

    def run_due(self) -> None:
        """The bodies that are due now, in order of play, then catalog order."""
        row = self.take_row(self.due)
        row.sort(key=_due_order)
        for effect, number in row:
            if not effect.held or effect.holder.gone or not effect.beats:
                continue
            if effect.beats[number] != self.tick:
                continue
            rule = effect.every[number]
            self.schedule(effect, number)
            if self.works(effect):
                entry = Every()
                entry.effect = effect
                entry.place = rule.place
                self.record(entry)
                self.within(entry, _bound(effect, rule.act))

    def run_out(self) -> None:
        """The effects that expire now, in order of play."""
        row = self.take_row(self.expiring)
        row.sort(key=lambda effect: (effect.holder.order, effect.gained))
        for effect in row:
            if effect.held and effect.until == self.tick and not effect.holder.gone:
                self.lose(effect)

    def take_row(self, table: dict[int, list[Any]]) -> list[Any]:
        """What a table holds for this tick, taken out of it."""
        row = table.get(self.tick, MISSING)
        if row is MISSING:
            return []
        self.journal.append((table, self.tick, row))
        del table[self.tick]
        return list(row)

    def advance_phase(self, to: str | None = None) -> None:
        """``advance [to PHASE]``: the next of the cycle, or a named one.

        Raises :class:`UnknownName` for a phase that the catalog does not declare.
        """
        catalog = self.catalog
        phases = catalog.phases
        if to is None:
            if not phases:
                raise UnknownName("this catalog has no phases")
            here = phases.index(self.phase) if self.phase else -1
            to = phases[(here + 1) % len(phases)]
        elif to not in phases:
            raise UnknownName(f"there is no phase {to!r}")
        collecting, self.collecting = self.collecting, None
        if self.phase and catalog.phase_ended is not None:
            self.happen(self._phase_event(catalog.phase_ended))
        self.put(self, "phase", to)
        self.follow(self.nothing)
        if catalog.phase_started is not None:
            self.happen(self._phase_event(catalog.phase_started))
        self.collecting = collecting

    def _phase_event(self, kind: EventKind) -> V:
        """The start or the end of the current phase, as an event of nobody."""
        event = self.new_event(kind, 0, self.nothing, self.nothing)
        event.phase = self.phase
        return event


def _due_order(due: Due) -> tuple[int, int, int]:
    effect, number = due
    order: int = effect.holder.order
    return order, effect.every[number].number, effect.gained


def _bound(effect: Effect[Any], act: Any) -> Any:
    return lambda world: act(effect, world)
