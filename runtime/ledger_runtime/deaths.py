"""The end of the outermost phase: aura steps, death creation, death phase.

Source: docs/language.md, section 4, rule 8.
"""

from __future__ import annotations

from ledger_runtime.auras import Auras
from ledger_runtime.catalog import EventKind
from ledger_runtime.entries import Gone
from ledger_runtime.typevars import E, O, V

_STEPS_A_ROUND = 100
"""Auras that undo each other for ever are stopped by the budget of loops."""


class Deaths(Auras[E, V, O]):
    """Ending a phase."""

    __slots__ = ()

    def settle(self) -> None:
        """``settle``: end this phase and open the next.

        Only the outermost phase ends so: while an event is resolved, nobody dies.
        """
        if self.depth == self.performing and self.collecting is None:
            self.end_phase()

    def end_phase(self) -> None:
        """Steps (a) to (d), until nothing more dies."""
        if not (
            self.candidates
            or self.watched & self.catalog.phase_mask
            or self.lent_stats
            or self.lent_others
            or self.grants_changed
        ):
            return
        while True:
            self.stat_auras()
            dead = self.create_deaths()
            self.other_auras()
            if dead:
                self.raise_deaths(dead)
            elif not self.candidates:
                return
            self.spend_steps(_STEPS_A_ROUND)

    def create_deaths(self) -> list[tuple[E, tuple[EventKind, ...]]]:
        """Step (b): mark those who die, in order of play, and let them leave play together."""
        if self.watched & self.catalog.scanned_mask:
            for kind in self.catalog.scanned_effects:
                for effect in self.index.get(kind, ()):
                    self.may_die(effect.holder)
        if not self.candidates:
            return []
        dead = []
        for entity in sorted(self.candidates.values(), key=_order):
            if entity.gone:
                continue
            kinds = self.deaths(entity) if entity.in_play else ()
            if kinds or entity.doomed:
                dead.append((entity, kinds))
        self.candidates = {}
        if dead:
            step = self.number("death_step") + 1
            for entity, _ in dead:
                self.put(entity, "left", step)
                self.depart(entity)
            self.follow(self.nothing)
        return dead

    def raise_deaths(self, dead: list[tuple[E, tuple[EventKind, ...]]]) -> None:
        """Step (d), the death phase: raise the death events as one set."""
        self.dead = tuple(entity for entity, _ in dead)
        events = []
        for entity, kinds in dead:
            kinds = kinds or self.destroyed_kinds(entity)
            if not kinds:
                self.record(Gone(entity))
            for kind in kinds:
                event = self.new_event(kind, 0, entity, self.nothing)
                event.death = entity.left
                events.append(event)
        if events:
            self.happen_together(events)
        self.dead = ()

    def destroyed_kinds(self, entity: E) -> tuple[EventKind, ...]:
        """The death event of one that was destroyed, while no ``dies`` of it holds.

        That is the first which its own ``dies`` raise, but ``Died`` before any other; ``Died``, if
        it is declared, of one without a ``dies``.
        """
        died = self.catalog.died
        own = [kind for effect in entity.effects for kind in effect.deaths]
        if died is not None and (not own or died in own):
            return (died,)
        return tuple(own[:1])


def _order(entity: E) -> int:
    return entity.order
