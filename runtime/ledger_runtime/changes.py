"""Events: asked for, met by before rules, applied, answered.

Source: docs/language.md, section 4, rules 4 to 7.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ledger_runtime.catalog import EVERYTHING, EventKind, Steps
from ledger_runtime.effect import Effect
from ledger_runtime.entries import Answer, Before, Note, Prevented, Redirected
from ledger_runtime.errors import NumberError
from ledger_runtime.event import Event
from ledger_runtime.log import Entry
from ledger_runtime.numbers import LARGEST, PLENTY, SMALLEST, Number
from ledger_runtime.queue import ENDS, Entered, Queue, in_order, in_order_together
from ledger_runtime.rules import RULES_BITS, AfterRule
from ledger_runtime.state import State
from ledger_runtime.typevars import E, O, V


class Changes(State[E, V, O]):
    """The statements that make events, and how an event is resolved."""

    __slots__ = ()

    # -- statements -----------------------------------------------------------------------------

    def deal_damage(
        self,
        kind: EventKind,
        amount: Number,
        to: E,
        by: E | None = None,
        priority: int | None = None,
    ) -> V:
        """``deal E KIND to x from y priority P``; gives the event, as it came out."""
        change = self.steps[kind].change
        event: V = change(
            self, kind, amount, to, self.nothing if by is None else by, priority
        )
        return event

    def deal_healing(
        self,
        kind: EventKind,
        amount: Number,
        to: E,
        by: E | None = None,
        priority: int | None = None,
    ) -> V:
        """``heal x E``, as :meth:`deal_damage`."""
        return self.deal_damage(kind, amount, to, by, priority)

    def change(self, kind: EventKind, entity: E, amount: Number) -> V:
        """``set``, ``gain`` or ``spend x.POOL E``: ``kind`` says which and what pool."""
        event: V = self.steps[kind].change(self, kind, amount, entity)
        return event

    def goes_on(self, event: V) -> bool:
        """Whether a change that was asked for is looked into now, where it seems that it is not.

        It is not for one without the pool, nor for one who is gone; not in an ``at once``, which
        keeps it for its end; not if it is nothing and no before rule makes more of it.
        """
        steps = self.steps[event.kind]
        subject = event.subject
        if event.amount < 0 and not steps.is_set:
            event.amount = 0
        if not subject.pools & steps.bit or subject.gone:
            return False
        if self.collecting is not None:
            self.collecting.append(event)
            return False
        awake = subject.active | event.by.active | self.watched
        return bool(steps.met_by & awake) or self.is_change(event)

    def is_change(self, event: V) -> bool:
        """Whether an event still has an amount; of a ``set`` any is one.

        Raises :class:`NumberError` for one that is larger than numbers may grow.
        """
        amount = event.amount
        if not SMALLEST <= amount <= LARGEST:
            raise too_large(event)
        return bool(amount) or event.kind.sets

    def raise_(self, kind: EventKind, of: E, by: E | None = None, **carried: Any) -> V:
        """``raise EVENT of x by y with …``: ``carried`` by the slots of the event.

        Raises :class:`PropError` for a prop out of its bounds.
        """
        if by is None:
            by = self.nothing
        event = self.new_event(kind, 0, of, by)
        if carried:
            for slot, value in carried.items():
                setattr(event, slot, value)
            if of:
                self.catalog.check_props(carried)
        if not of:
            return event
        if self.collecting is not None:
            self.collecting.append(event)
            return event
        if kind is self.turn_kind:
            self.count_turns_of(of)
        steps = self.steps.get(kind)
        if steps is not None:
            awake = of.active | by.active | self.watched
            if steps.concerns & awake:
                self.go_through(event, steps, awake)
                return event
        entries = self.log.entries
        entries.append(event)
        if len(entries) > self.budget:
            self.overflow()
        return event

    def note(self, text: str, *values: Any) -> None:
        """``note "…" [E, …]``."""
        self.record(Note(text, values))

    def new_event(
        self,
        kind: EventKind,
        amount: Number,
        subject: E,
        by: E,
        priority: int | None = None,
    ) -> V:
        """An event that has not happened.

        Written slot by slot: to call the class would take twice as long.
        """
        event = self.event_class()
        event.kind = kind
        event.subject = subject
        event.by = by
        event.amount = amount
        event.cause = self.cause
        event.absorbed = 0
        event.applied = 0
        event.prevented = False
        event.priority = priority
        event.death = 0
        if self.events_carry:
            event.carry_nothing()
        return event

    # -- inside before rules --------------------------------------------------------------------

    def acting(self, effect: Effect[Any], place: str, event: V) -> Entry | None:
        """A before rule of an effect is at work from here on, as the log shows.

        Gives what was at work, to be put back as ``w.cause`` when the rule is through.
        """
        entry = Before()
        entry.effect = effect
        entry.place = place
        entry.cause = event
        self.log.entries.append(entry)
        outer = self.cause
        self.cause = entry
        return outer

    def redirect(self, event: V, to: E) -> None:
        """``redirect to x``: aim the event at another.

        Not at ``nothing``, the same one, or one that it was redirected away from.
        """
        old = event.subject
        if to and to is not old and not to.gone and not event.was_aimed_at(to):
            event.redirect(to)
            self.record(Redirected(event, old, to))

    # -- resolution -----------------------------------------------------------------------------

    def happen(self, event: V) -> None:
        """Resolve one event wholly."""
        if event.kind is self.turn_kind:
            self.count_turns_of(event.subject)
        steps = self.steps.get(event.kind)
        if steps is None:
            self.record(event)
            return
        awake = event.subject.active | event.by.active | self.watched
        self.go_through(event, steps, awake)

    def count_turns_of(self, entity: E) -> None:
        """A turn of an entity starts: what ends by it ends one level deeper."""
        self.nest()
        self.count_turns(entity)
        self.depth -= 1

    def go_through(self, event: V, steps: Steps, awake: int) -> None:
        """Let an event that changes no pool go through the steps of its kind.

        ``awake`` is the mask of the effects whose rules may be about it.
        """
        if steps.met_by & awake:
            if not self.meets(event, steps):
                return
            awake = event.subject.active | event.by.active | self.watched
        entries = self.log.entries
        entries.append(event)
        if len(entries) > self.budget:
            self.overflow()
        if steps.heard_by & awake:
            self.answer(event, steps)

    def meets(self, event: V, steps: Steps) -> bool:
        """Let an event meet its before rules; whether it is still to happen."""
        depth = self.depth + 1
        self.depth = depth
        if depth > self.room:
            self.make_room()
        steps.before(self, event)
        self.depth = depth - 1
        if event.prevented:
            self.record(Prevented(event))
            return False
        bit = steps.bit
        if bit:
            subject = event.subject
            if not subject.pools & bit or subject.gone:
                return False
            amount = event.amount
            if amount <= 0 or amount > PLENTY:
                return self.is_change(event)
        return True

    def answer(self, event: V, steps: Steps) -> None:
        """Let those who listen answer an event that has happened."""
        depth = self.depth + 1
        self.depth = depth
        if depth > self.room:
            self.make_room()
        queue: Queue = []
        steps.answers(self, event, queue)
        if len(queue) == 1:
            self.answer_alone(queue[0])
        elif queue:
            self.resolve(in_order(queue))
        self.depth = depth - 1

    def happen_together(self, events: list[V]) -> None:
        """Resolve a set of events: all before rules, all changes, all answers."""
        self.nest()
        if len(events) > 1:
            events.sort(key=_subject_order)
        unprevented = self.meet_together(events)
        happened = []
        for event in unprevented:
            steps = self.steps.get(event.kind)
            if steps is None:
                self.record(event)
            elif self.apply(event, steps) and steps.heard_by:
                happened.append(event)
        queue: Queue = []
        for event in happened:
            steps = self.steps[event.kind]
            subject = event.subject
            if event.death:
                subject.active = subject.holds
                steps.answers(self, event, queue)
                subject.active = 0
            elif steps.heard_by & (subject.active | event.by.active | self.watched):
                steps.answers(self, event, queue)
        if queue:
            self.resolve(in_order_together(queue, happened))
        self.depth -= 1

    def meet_together(self, events: list[V]) -> list[V]:
        """Let a set of events meet its before rules; those that none of them prevented."""
        unprevented = []
        calm = True
        for event in events:
            if event.kind is self.turn_kind:
                self.count_turns(event.subject)
                calm = False
            steps = self.steps.get(event.kind)
            if steps is not None and steps.met_by:
                if event.death:
                    awake = EVERYTHING
                else:
                    awake = event.subject.active | event.by.active | self.watched
                if steps.met_by & awake:
                    calm = False
                    if self.meet(event, steps):
                        continue
            unprevented.append(event)
        if not calm:  # a rule may have aimed one elsewhere
            unprevented.sort(key=_subject_order)
        return unprevented

    def meet(self, event: V, steps: Steps) -> bool:
        """Run the before rules of an event of a set; whether one of them prevented it."""
        if event.death:
            dead = event.subject
            dead.active = dead.holds
            steps.before(self, event)
            dead.active = 0
        else:
            steps.before(self, event)
        if event.prevented:
            self.record(Prevented(event))
        return event.prevented

    def apply(self, event: V, steps: Steps) -> bool:
        """Make the change of an event and log it; whether it is to be answered."""
        event.cause = self.cause
        if steps.bit:
            subject = event.subject
            if not subject.pools & steps.bit or subject.gone:
                return False
            amount = event.amount
            if not self.is_change(event):
                return False
            steps.change(self, event.kind, amount, subject, event.by, None, event)
            return not steps.is_set or bool(event.applied)
        entries = self.log.entries
        entries.append(event)
        if len(entries) > self.budget:
            self.overflow()
        return True

    def answer_alone(self, entered: Entered) -> None:
        """Resolve the one entry of a queue: nothing has come between the event and it."""
        effect, rule, event = entered
        if not rule.is_steady or (self.granted_now and self.repeating):
            self.resolve([entered])
            return
        cause = self.cause
        guard = 0
        if not (rule.is_quiet(self.steps) if rule.quiet is None else rule.quiet):
            guard = effect.holder.id << RULES_BITS | rule.number
            if guard in self.resolving:
                return
            self.resolving.add(guard)
        answer = Answer()
        answer.effect = effect
        answer.place = rule.place
        answer.cause = event
        self.log.entries.append(answer)
        self.cause = answer
        rule.act(effect, self, event)
        self.cause = cause
        if guard:
            self.resolving.discard(guard)

    def resolve(self, queue: Queue) -> None:
        """Resolve the entries of a queue in their order; what lasts until its events ends last.

        An entry counts if its holder still answers; its ``when`` is read again. The nesting guard
        leaves out rules that are being resolved.
        """
        cause = self.cause
        entries = self.log.entries
        resolving = self.resolving
        for effect, rule, event in queue:
            if not effect.held:
                continue
            if rule is ENDS:
                self.cause = cause
                self.remove_effect(effect)
                continue
            holder = effect.holder
            if not holder.active & effect.bit and not answers_as_dead(
                holder, rule, event
            ):
                continue
            guard = holder.id << RULES_BITS | rule.number
            if guard in resolving:
                continue
            if rule.when is not None:
                self.cause = event
                if not rule.when(effect, self, event):
                    continue
            resolving.add(guard)
            times = 1
            if self.granted_now and self.repeating:
                self.cause = event
                times = self.repeats(effect, rule, event)
            while times > 0 and effect.held:
                times -= 1
                answer = Answer()
                answer.effect = effect
                answer.place = rule.place
                answer.cause = event
                entries.append(answer)
                if len(entries) > self.budget:
                    self.overflow()
                self.cause = answer
                rule.act(effect, self, event)
            resolving.discard(guard)
        self.cause = cause

    def watching(
        self, effect: type[Effect[E]], event: V | None = None, *, together: bool = False
    ) -> tuple[Any, ...]:
        """The active instances of an effect that may hear an event, in order of play.

        Of a death, the dead hear their own, and with ``together`` each other's.
        """
        if event is None or not event.death:
            return self.index.get(effect, ())
        active = self.index.get(effect, ())
        hearing = self.dead if together else (event.subject,)
        dead = [held for entity in hearing for held in entity.all(effect)]
        if not dead:
            return active
        return tuple(sorted((*active, *dead), key=_holder_order))

    # -- at once --------------------------------------------------------------------------------

    def at_once(self) -> AtOnce:
        """``with w.at_once():`` the events of the block happen together as it ends."""
        return AtOnce(self)

    # -- given by later layers ------------------------------------------------------------------

    def count_turns(self, entity: E) -> None:
        """A turn of an entity starts: end or shorten what lasts turns."""
        raise NotImplementedError

    def remove_effect(self, effect: Effect[E]) -> None:
        """End an effect."""
        raise NotImplementedError


class AtOnce:
    """The block of an ``at once``; one inside another joins it."""

    __slots__ = ("_events", "_world")

    def __init__(self, world: Changes[Any, Any, Any]) -> None:
        self._world = world
        self._events: list[Any] | None = None

    def __enter__(self) -> None:
        """Start to collect events."""
        if self._world.collecting is None:
            self._events = self._world.collecting = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the events happen; not if the block failed."""
        if self._events is not None:
            self._world.collecting = None
            if kind is None and self._events:
                self._world.happen_together(self._events)


def answers_as_dead(holder: Any, rule: AfterRule, event: Event[Any]) -> bool:
    """Whether a holder has died and answers yet: its own death, or ``together``."""
    if not event.death or holder.left != event.death:
        return False
    return event.subject is holder or rule.together


def too_large(event: Event[Any]) -> NumberError:
    """The error of a change that is larger than numbers may grow."""
    return NumberError(f"{event.kind.name} of more than 10 to the 30th")


def _subject_order(event: Event[Any]) -> int:
    order: int = event.subject.order
    return order


def _holder_order(effect: Effect[Any]) -> tuple[int, int]:
    return effect.holder.order, effect.gained
