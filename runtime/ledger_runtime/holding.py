"""Who holds which effects: giving, taking, durations, masks and the index of watching effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ledger_runtime.changes import Changes
from ledger_runtime.counted import counted
from ledger_runtime.effect import Effect, Stacking
from ledger_runtime.entries import Gained, Lost, OfEffect, Renewed
from ledger_runtime.errors import NumberError
from ledger_runtime.journal import MISSING
from ledger_runtime.limits import MOST_COUNT
from ledger_runtime.numbers import Number, ceil
from ledger_runtime.typevars import E, O, V


class Holding(Changes[E, V, O]):
    """Statements about effects. An effect that an aura lends is left to the aura."""

    __slots__ = ()

    # -- statements -----------------------------------------------------------------------------

    def give_effect(
        self,
        effect: Effect[E],
        to: E,
        *,
        turns: Number | None = None,
        ticks: int | None = None,
    ) -> None:
        """``give EFFECT to x for DURATION``: the effect is a new instance.

        Where the entity holds it already, a ``separate`` one joins it; of the others the one that
        is held takes over the arguments and the duration, and, if it ``stacks``, is one more.
        """
        if not to or to.gone:
            return
        held = None
        if effect.stacking is not Stacking.SEPARATE:
            held = next((one for one in to.all(type(effect)) if not one.lender), None)
        if held is None:
            self.attach(effect, to)
            self.start_clock(effect, turns, ticks)
            self.gained(effect)
            return
        for slot in effect.parameters:
            self.put(held, slot, getattr(effect, slot))
        if effect.stacking is Stacking.STACKS:
            most = held.most_stacks(self)
            if most is None or held.stacks < most:
                self.put(held, "stacks", held.stacks + 1)
        if effect.modifying:
            self.reckon_stats(to)
        self.start_clock(held, turns, ticks)
        self.record(Renewed(held))
        self.follow(to)

    def take_effect(self, effect: type[Effect[E]], from_: E) -> None:
        """``take EFFECT from x``: all its instances; nothing, if it is not held."""
        for held in from_.all(effect):
            if not held.lender:
                self.lose(held)

    def take_effects(self, from_: E, tag: int = 0) -> None:
        """``take all from x having TAG`` (a mask; 0: any). Innate effects stay."""
        for held in from_.effects:
            if not held.innate and not held.lender and (not tag or held.tags & tag):
                self.lose(held)

    def remove_effect(self, effect: Effect[E]) -> None:
        """``remove self``: an instance ends, once."""
        if effect.held:
            self.lose(effect)

    def stacks(self, entity: E, effect: type[Effect[E]]) -> int:
        """``stacks(x, EFFECT)``: 0 where it is not held; the sum over instances side by side."""
        count = 0
        for held in entity.all(effect):
            count += held.stacks
        return count

    def ticks(self, seconds: Number) -> int:
        """Seconds as ticks of the catalog's rate, rounded up."""
        return ceil(seconds * (self.catalog.rate or 1))

    # -- attaching and detaching ----------------------------------------------------------------

    def attach(self, effect: Effect[E], to: E) -> None:
        """Let an entity hold an effect; nothing is logged, no body runs."""
        works = self.works_for(effect, to)
        tags, bit, gain = to.tags | effect.tags, effect.bit, self.next_gain
        effect.holder = to
        self.journal += (
            (effect, "held", effect.held),
            (effect, "gained", effect.gained),
            (self, "next_gain", gain),
            (to, "effects", to.effects),
        )
        effect.held = True
        effect.gained = counted(gain)
        self.next_gain = gain + 1
        to.effects = (*to.effects, effect)
        if tags != to.tags:
            self.journal.append((to, "tags", to.tags))
            to.tags = tags
        if not to.holds & bit:
            self.journal.append((to, "holds", to.holds))
            to.holds |= bit
        if works and not to.active & bit:
            self.journal.append((to, "active", to.active))
            to.active |= bit
        if effect.modifying:
            self.reckon_stats(to)
        if effect.deadly:
            self.may_die(to)
        if works and type(effect) in self.catalog.indexed:
            self.enter_index((effect,))

    def detach(self, effect: Effect[E]) -> None:
        """Let its holder hold an effect no more."""
        holder = effect.holder
        self.leave_index((effect,))
        self.put(effect, "held", False)
        kept = tuple(held for held in holder.effects if held is not effect)
        self.put(holder, "effects", kept)
        self.reckon(holder)
        if effect.modifying:
            self.reckon_stats(holder)

    def gained(self, effect: Effect[E]) -> None:
        """Log that an effect was gained, and run its body."""
        entry = Gained(effect)
        self.record(entry)
        self.follow(effect.holder)
        self.run_gained(effect, entry)

    def run_gained(self, effect: Effect[E], entry: OfEffect | Any) -> None:
        """Run ``on gained``, if there is one."""
        if type(effect).on_gained is not Effect.on_gained:
            self.within(entry, effect.on_gained)

    def lose(self, effect: Effect[E]) -> None:
        """End an effect that is held: log it, and run ``on lost``."""
        if not effect.held:
            return
        self.detach(effect)
        entry = Lost(effect)
        self.record(entry)
        if not effect.holder.gone:  # what has left keeps its numbers
            self.follow(effect.holder)
        if type(effect).on_lost is not Effect.on_lost:
            self.within(entry, effect.on_lost)

    def works(self, effect: Effect[E]) -> bool:
        """Whether an effect's rules work where its holder lies."""
        return self.works_for(effect, effect.holder)

    def works_for(self, effect: Effect[E], holder: E) -> bool:
        """Whether an effect's rules work where one lies who holds it, or is about to."""
        if effect.active_in:
            return holder.zone in effect.active_in and not holder.gone
        return holder.in_play

    def reckon(self, entity: E) -> None:
        """Take the masks of an entity anew from what it holds."""
        tags = entity.archetype.tags | entity.lent_tags
        holds = active = 0
        in_play = entity.in_play
        for effect in entity.effects:
            tags |= effect.tags
            bit = effect.bit
            holds |= bit
            if effect.active_in:
                if self.works(effect):
                    active |= bit
            elif in_play:
                active |= bit
        if tags != entity.tags:
            self.journal.append((entity, "tags", entity.tags))
            entity.tags = tags
        if holds != entity.holds:
            self.journal.append((entity, "holds", entity.holds))
            entity.holds = holds
        if active != entity.active:
            self.journal.append((entity, "active", entity.active))
            entity.active = active

    # -- the index ------------------------------------------------------------------------------

    def enter_index(self, effects: Iterable[Effect[E]]) -> None:
        """Keep effects with rules about others at hand; they are active now."""
        for effect in effects:
            kind = type(effect)
            if kind in self.catalog.indexed:
                known = self.index.get(kind, ())
                row = (*known, effect)
                if known and _order(known[-1]) > _order(effect):
                    row = tuple(sorted(row, key=_order))
                self.write_index(kind, row)

    def leave_index(self, effects: Iterable[Effect[E]]) -> None:
        """Forget effects that are active no more."""
        for effect in effects:
            if not effect.bit & self.watched:
                continue
            kind = type(effect)
            known = self.index.get(kind)
            if known and effect in known:
                self.write_index(kind, tuple(one for one in known if one is not effect))

    def write_index(
        self, kind: type[Effect[Any]], effects: tuple[Effect[Any], ...]
    ) -> None:
        """Write one row of the index."""
        index = self.index
        watched = self.watched
        self.journal += (
            (index, kind, index.get(kind, MISSING)),
            (self, "watched", watched),
        )
        index[kind] = effects
        self.watched = watched | kind.bit if effects else watched & ~kind.bit
        if kind.granting:
            self.grants_changed = True

    # -- durations ------------------------------------------------------------------------------

    def start_clock(
        self, effect: Effect[E], turns: Number | None, ticks: int | None
    ) -> None:
        """Let a duration begin anew: the one that was said, else the effect's own."""
        if turns is None and ticks is None:
            own = effect.lasts(self)
            if own is not None:
                turns, ticks = own.turns, own.ticks
            elif effect.turns is None and effect.until is None:
                self.start_beats(effect)
                return
        left = None if turns is None else max(ceil(turns), 0)
        until = None if ticks is None else self.tick + max(ticks, 1)
        if max(left or 0, until or 0) >= MOST_COUNT:
            raise NumberError(f"{effect.name} would last longer than a world does")
        self.put(effect, "turns", left)
        self.put(effect, "until", until)
        if until is not None:
            self.add_due(self.expiring, until, effect)
        self.start_beats(effect)

    def start_beats(self, effect: Effect[E]) -> None:
        """Let what an effect does every so often be due one period from now, once."""
        if effect.every and effect.beats is None:
            self.put(effect, "beats", [0] * len(effect.every))
            for number in range(len(effect.every)):
                self.schedule(effect, number)

    def schedule(self, effect: Effect[E], number: int) -> None:
        """Let a body of ``every`` be due one period from now."""
        ticks = effect.every[number].ticks
        period = ticks if isinstance(ticks, int) else ticks(effect, self)
        tick = self.tick + max(period, 1)
        beats = list(effect.beats or ())
        beats[number] = tick
        self.put(effect, "beats", beats)
        self.add_due(self.due, tick, (effect, number))

    def add_due(self, table: dict[int, list[Any]], tick: int, what: object) -> None:
        """Note what is due in a tick."""
        row = table.get(tick)
        if row is None:
            self.journal.append((table, tick, MISSING))
            row = table[tick] = []
        self.journal.append((row, (len(row), what), MISSING))
        row.append(what)

    def count_turns(self, entity: E) -> None:
        """A turn of an entity starts, and no rule has answered yet: count what lasts turns."""
        for effect in entity.effects:
            turns = effect.turns
            if turns is not None and effect.held:
                if turns:
                    self.put(effect, "turns", turns - 1)
                else:
                    self.lose(effect)


def _order(effect: Effect[Any]) -> tuple[int, int]:
    return effect.holder.order, effect.gained
