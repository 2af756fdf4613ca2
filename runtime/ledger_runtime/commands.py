"""The commands: what a game or a play tells a world.

Each is one sequence: done, or refused, or it fails with an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger_runtime import outcome
from ledger_runtime.archetype import Archetype
from ledger_runtime.arguments import is_count, told
from ledger_runtime.catalog import EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.errors import ArgumentError, NumberError
from ledger_runtime.limits import MOST_COUNT
from ledger_runtime.numbers import exact
from ledger_runtime.ordering import Ordering
from ledger_runtime.outcome import Outcome, Refusal
from ledger_runtime.pending import resumable
from ledger_runtime.preparing import GivenNumber
from ledger_runtime.space import Placeable
from ledger_runtime.typevars import E, O, V
from ledger_runtime.zones import End


class Commands(Ordering[E, V, O]):
    """What a game says. Statements of rules have names of their own (``deal_damage``, …)."""

    __slots__ = ()

    # -- events ---------------------------------------------------------------------------------

    @resumable
    def raise_event(
        self, /, kind: EventKind, of: E, by: E | None = None, **carried: Any
    ) -> Outcome[E]:
        """Raise a declared event; ``carried`` are its props and links by declared name."""

        def act() -> Refusal | None:
            self.own_event(kind, pool=False)
            self.own(of)
            self.own_or_none(by)
            fields = self.carried_fields(carried)
            if of.gone or not of:
                return Refusal(outcome.GONE)
            if fields is None:
                return Refusal(outcome.OUT_OF_BOUNDS)
            return self.prevented(self.raise_(kind, of, by, **fields))

        return self.command(act)

    @resumable
    def deal(
        self,
        kind: EventKind,
        amount: GivenNumber,
        to: E,
        by: E | None = None,
        priority: int | None = None,
    ) -> Outcome[E]:
        """Deal damage, or heal: ``kind`` says which.

        Raises :class:`NoPool` if the entity does not have the pool.
        """

        def act() -> Refusal | None:
            self.own_event(kind, pool=True)
            self.own(to)
            self.own_or_none(by)
            if priority is not None and not is_count(priority):
                raise ArgumentError(f"a priority is an integer, not {told(priority)}")
            number = exact(amount)
            if to.gone or not to:
                return Refusal(outcome.GONE)
            self.pool_named(kind.pool, to)
            return self.prevented(self.deal_damage(kind, number, to, by, priority))

        return self.command(act)

    def heal(
        self,
        kind: EventKind,
        amount: GivenNumber,
        to: E,
        by: E | None = None,
        priority: int | None = None,
    ) -> Outcome[E]:
        """As :meth:`deal`."""
        return self.deal(kind, amount, to, by, priority)

    @resumable
    def set(self, entity: E, pool: str, value: GivenNumber) -> Outcome[E]:
        """Set a pool, by declared name. Raises :class:`NoPool`, :class:`UnknownName`."""
        return self._change("set", entity, pool, value)

    @resumable
    def gain(self, entity: E, pool: str, amount: GivenNumber) -> Outcome[E]:
        """Let a pool gain. Raises :class:`NoPool`, :class:`UnknownName`."""
        return self._change("gain", entity, pool, amount)

    @resumable
    def spend(self, entity: E, pool: str, amount: GivenNumber) -> Outcome[E]:
        """Let a pool spend. Raises :class:`NoPool`, :class:`UnknownName`."""
        return self._change("spend", entity, pool, amount)

    def _change(
        self, way: str, entity: E, pool: str, amount: GivenNumber
    ) -> Outcome[E]:
        def act() -> Refusal | None:
            self.own(entity)
            number = exact(amount)
            if entity.gone or not entity:
                return Refusal(outcome.GONE)
            kind = getattr(self.pool_named(pool, entity), way)
            return self.prevented(self.change(kind, entity, number))

        return self.command(act)

    # -- effects --------------------------------------------------------------------------------

    @resumable
    def give(
        self,
        effect: Effect[E] | type[Effect[E]],
        to: E,
        *,
        turns: GivenNumber | None = None,
        seconds: GivenNumber | None = None,
    ) -> Outcome[E]:
        """Give an effect: a new instance, or the class of one without parameters."""

        def act() -> Refusal | None:
            self.own(to)
            new = self.new_effect(effect)
            if to.gone or not to:
                return Refusal(outcome.GONE)
            self.give_effect(
                new,
                to,
                turns=None if turns is None else exact(turns),
                ticks=None if seconds is None else self.ticks(exact(seconds)),
            )
            return None

        return self.command(act)

    @resumable
    def take(self, effect: type[Effect[E]], from_: E) -> Outcome[E]:
        """Take an effect; nothing happens if it is not held."""

        def act() -> None:
            self.own_effect(effect)
            self.take_effect(effect, from_)

        return self._plain(act, from_)

    @resumable
    def take_all(self, from_: E, tag: str | None = None) -> Outcome[E]:
        """Take all effects but the innate; with a tag, those that have it."""

        def act() -> None:
            mask = 0
            if tag is not None:
                self.own_name(tag, self.catalog.tags, "tag")
                mask = self.catalog.tags[tag]
            self.take_effects(from_, mask)

        return self._plain(act, from_)

    # -- entities -------------------------------------------------------------------------------

    @resumable
    def make(
        self,
        /,
        archetype: type[Archetype[Any]],
        *,
        at: Placeable | None = None,
        facing: GivenNumber = 0,
        zone: str = "",
        of: E | None = None,
        end: End | None = None,
        index: int = 1,
        **fields: Any,
    ) -> E:
        """Make an entity, and give it (``nothing``, if the zone is full).

        ``fields`` are links and pools by declared name; ``zone`` is one of ``of``'s, where it
        comes to lie at the bottom unless ``end`` says otherwise.
        """
        made = [self.nothing]

        def act() -> Refusal | None:
            self.own_archetype(archetype)
            goes_to = End.BOTTOM if end is None else end
            self._own_where(zone, of, goes_to, index)
            made[0] = self.make_entity(
                archetype,
                at=None if at is None else self.own_place(at),
                facing=exact(facing),
                zone=zone,
                keeper=of,
                end=goes_to,
                index=index,
                **self.field_slots(fields),
            )
            return None

        self.command(act)
        return made[0]

    @resumable
    def copy_of(
        self,
        original: E,
        *,
        zone: str = "",
        of: E | None = None,
        end: End | None = None,
        index: int = 1,
    ) -> E:
        """Make a copy of an entity, and give it (``nothing``, if the zone is full)."""
        made = [self.nothing]

        def act() -> Refusal | None:
            self.own(original)
            goes_to = End.BOTTOM if end is None else end
            self._own_where(zone, of, goes_to, index)
            made[0] = self.copy_entity(
                original, zone=zone, keeper=of, end=goes_to, index=index
            )
            return None

        self.command(act)
        return made[0]

    @resumable
    def turn(self, entity: E, archetype: type[Archetype[Any]]) -> Outcome[E]:
        """Turn an entity into one of another archetype."""

        def act() -> None:
            self.own_archetype(archetype)
            self.turn_entity(entity, archetype)

        return self._plain(act, entity)

    @resumable
    def destroy(self, entity: E) -> Outcome[E]:
        """Destroy an entity: it dies."""
        return self._plain(lambda: self.destroy_entity(entity), entity)

    @resumable
    def remove(self, entity: E) -> Outcome[E]:
        """Remove an entity for good; it does not die."""
        return self._plain(lambda: self.remove_entity(entity), entity)

    @resumable
    def move(
        self,
        entity: E,
        zone: str,
        of: E,
        end: End | None = None,
        index: int = 1,
    ) -> Outcome[E]:
        """Move an entity to a zone of ``of``; nothing happens if there is no room."""

        def act() -> Refusal | None:
            goes_to = End.BOTTOM if end is None else end
            self.own(entity, of)
            self.own_zone(zone, goes_to, index)
            if entity.gone or not entity or not of:
                return Refusal(outcome.GONE)
            self.move_entity(entity, zone, of, goes_to, index)
            return None

        return self.command(act)

    @resumable
    def shuffle(self, zone: str, of: E) -> Outcome[E]:
        """Shuffle a zone."""

        def act() -> None:
            self.own_name(zone, self.catalog.zones, "zone")
            self.shuffle_zone(zone, of)

        return self._plain(act, of)

    @resumable
    def place(
        self, entity: E, at: Placeable, facing: GivenNumber | None = None
    ) -> Outcome[E]:
        """Let an entity stand somewhere."""

        def act() -> None:
            angle = None if facing is None else exact(facing)
            self.place_entity(entity, self.point_of(self.own_place(at)), angle)

        return self._plain(act, entity)

    @resumable
    def point(self, entity: E, link: str, to: E) -> Outcome[E]:
        """Point a link, by declared name. Raises :class:`UnknownName`."""

        def act() -> None:
            self.own(to)
            self.point_link(entity, self.link_slot(link), to)

        return self._plain(act, entity)

    # -- time, phases, routines -----------------------------------------------------------------

    @resumable
    def wait(self, seconds: GivenNumber) -> Outcome[E]:
        """Let time go by, a sequence a tick.

        Raises :class:`NumberError` for what is no whole number of ticks.
        """

        def act() -> Refusal | None:
            ticks = exact(seconds) * (self.catalog.rate or 1)
            if ticks != int(ticks) or ticks < 0:
                raise NumberError(f"{seconds} seconds is no whole number of ticks")
            if self.tick + ticks >= MOST_COUNT:
                raise NumberError(
                    f"{told(seconds)} seconds is longer than a world lasts"
                )
            self.pass_ticks(int(ticks))
            return None

        return self.command(act)

    @resumable
    def advance(self, to: str | None = None) -> Outcome[E]:
        """Go on to the next phase of the game's cycle, or to a named one."""

        def act() -> Refusal | None:
            if to is not None:
                self.own_name(to, self.catalog.phases, "phase")
            self.advance_phase(to)
            return None

        return self.command(act)

    @resumable
    def do(self, routine: Callable[..., Any], *arguments: Any) -> Outcome[E]:
        """Run a generated routine; ``outcome.result`` is what it gives."""
        result: list[Any] = [None]

        def act() -> Refusal | None:
            given = self.routine_arguments(routine, arguments)
            result[0] = routine(self, *given)
            return None

        came = self.command(act)
        return Outcome(came.refusal, came.entries, came.entity, result[0])

    def _own_where(self, zone: str, of: E | None, end: End, index: int) -> None:
        """No zone, or one of somebody's."""
        self.own_or_none(of)
        if zone != "":
            self.own_zone(zone, end, index)
        if (zone != "") is not (of is not None):
            raise ArgumentError("a zone and whose it is (of=) are given together")

    def _plain(self, act: Callable[[], None], of: E) -> Outcome[E]:
        """A command that is refused only if its entity is gone, or nothing."""

        def run() -> Refusal | None:
            self.own(of)
            if of.gone or not of:
                return Refusal(outcome.GONE)
            act()
            return None

        return self.command(run)
