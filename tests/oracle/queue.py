"""The queue of after rules (docs/language.md, section 4, rule 7)."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Statement
from tests.oracle.pipeline import Pipeline, is_of_cycle, place_of
from tests.oracle.state import Entity, Entry, Event, Instance, Scope


@dataclass(frozen=True)
class Waiting:
    """One entry of a queue: a rule of one instance that answers an event."""

    instance: Instance
    rule: ir.Rule | ir.Every
    event: Event
    priority: int

    @property
    def when(self) -> Expression | None:
        """The rule's condition; an ``every turn`` has none."""
        return None if isinstance(self.rule, ir.Every) else self.rule.when

    @property
    def body(self) -> tuple[Statement, ...]:
        """What the rule does."""
        return self.rule.body


class Answering(Pipeline):
    """Who answers, in which order, and how often."""

    def answer(self, events: list[Event]) -> None:
        """Fill one queue for all events of a set, sort it once, and resolve its entries."""
        queue = [waiting for event in events for waiting in self.listeners(event)]
        queue.sort(key=lambda waiting: -waiting.priority)
        ending = [each for event in events for each in self.lasting_until(event)]
        ending.sort(key=lambda each: (each.holder.order, each.gained))
        for waiting in queue:
            self.resolve(waiting)
        for instance in ending:
            self.lose(instance)

    def listeners(self, event: Event) -> list[Waiting]:
        """ "Those who listen in order of play, and the rules of one in catalog order"."""
        found: list[Waiting] = []
        for instance in self.hearers(event):
            effect = self.catalog.effect[instance.effect]
            for rule in effect.rules:
                if rule.moment is ir.Moment.AFTER and self.hears(rule, instance, event):
                    found.append(Waiting(instance, rule, event, self.rank(rule, event)))
            for every in effect.every:
                if every.seconds is None and self.hears_turn(every, instance, event):
                    rank = 0 if event.priority is None else event.priority
                    found.append(Waiting(instance, every, event, rank))
        found.sort(
            key=lambda waiting: (
                waiting.instance.holder.order,
                waiting.rule.number,
                waiting.instance.gained,
            )
        )
        return found

    def rank(self, rule: ir.Rule, event: Event) -> int:
        """ "The rule's own, else the event's (a hit's), else 0"."""
        if rule.priority is not None:
            return self.priority_of(rule.priority)
        return 0 if event.priority is None else event.priority

    def priority_of(self, name: str) -> int:
        """A named priority."""
        return next(each.value for each in self.catalog.priorities if each.name == name)

    def hearers(self, event: Event) -> list[Instance]:
        """All whose rules work; of a death, the dead too: :meth:`hears` tells which they hear."""
        found = self.working()
        if event.death_step:
            found += [each for dead in self.dead for each in dead.effects]
        return sorted(found, key=lambda each: (each.holder.order, each.gained))

    def concerns(self, rule: ir.Rule, holder: Entity, event: Event) -> bool:
        """As for all events; and the dead hear of deaths their own, or all who say `together`."""
        if holder.gone and event.subject is not holder and not rule.together:
            return False
        return super().concerns(rule, holder, event)

    def hears(self, rule: ir.Rule, instance: Instance, event: Event) -> bool:
        """Whether a rule becomes an entry: "and is not itself being resolved"."""
        if self.is_resolving(instance, rule):
            return False
        if not self.concerns(rule, instance.holder, event):
            return False
        return self.holds(rule.when, self.scope_of(instance, event))

    def hears_turn(self, every: ir.Every, instance: Instance, event: Event) -> bool:
        """Whether an ``every turn`` is due: it answers the start of a turn of its holder."""
        return (
            event.kind == self.catalog.turn_event
            and not event.way
            and event.subject is instance.holder
            and not self.is_resolving(instance, every)
        )

    def is_resolving(self, instance: Instance, rule: ir.Rule | ir.Every) -> bool:
        """ "The same rule of the same holder does not answer" while it is being resolved."""
        return any(
            other.holder is instance.holder and number == rule.number
            for other, number in self.resolving
        )

    def scope_of(self, instance: Instance, event: Event) -> Scope:
        """What names mean in a rule of an effect."""
        return Scope(holder=instance.holder, event=event, instance=instance)

    # -- resolving ----------------------------------------------------------------------------

    def resolve(self, waiting: Waiting) -> None:
        """One entry, wholly: it "reads its `when` again as it starts, and how often it repeats"."""
        instance, event = waiting.instance, waiting.event
        if not instance.held or not self.still_answers(waiting):
            return
        outer = self.cause
        self.cause = event
        if self.holds(waiting.when, self.scope_of(instance, event)):
            self.resolving.append((instance, waiting.rule.number))
            times = self.times(waiting)
            while times > 0 and instance.held:
                times -= 1
                entry = Entry(
                    "Answer",
                    (instance.holder, instance.effect),
                    event,
                    place_of(waiting.rule),
                )
                self.keep(entry)
                self.cause = entry
                self.run(waiting.body, self.scope_of(instance, event))
            self.resolving.pop()
        self.cause = outer

    def still_answers(self, waiting: Waiting) -> bool:
        """One "that has left where it answers, does not"; the dead answer as they may hear."""
        holder, event = waiting.instance.holder, waiting.event
        if self.works(waiting.instance):
            return True
        if not event.death_step or holder.left != event.death_step:
            return False
        together = isinstance(waiting.rule, ir.Rule) and waiting.rule.together
        return event.subject is holder or together

    def times(self, waiting: Waiting) -> int:
        """How often an entry acts: what `repeats` says of its holder's rules (section 2)."""
        holder, event = waiting.instance.holder, waiting.event
        found: list[tuple[ir.Combine, int]] = []
        for instance in self.granted:
            for repeats in self.catalog.effect[instance.effect].repeats:
                if not self.is_named((repeats.event,), event):
                    continue
                if repeats.own and event.subject is not holder:
                    continue
                if not self.fits(repeats.subject, instance.holder, holder):
                    continue
                scope = Scope(holder=instance.holder, instance=instance)
                count = self.number(repeats.count, scope)
                found.append((repeats.combine, int(count // 1)))
        return combined(found)

    def lasting_until(self, event: Event) -> list[Instance]:
        """The effects that end once this event has been answered."""
        found = []
        for instance in self.hearers(event):
            lasts = self.catalog.effect[instance.effect].lasts
            if not isinstance(lasts, ir.LastsUntil):
                continue
            holder = instance.holder
            if holder.gone and event.subject is not holder:
                continue
            if not self.is_named(lasts.events, event):
                continue
            if is_of_cycle(lasts.events) or self.fits(
                lasts.subject, holder, event.subject
            ):
                found.append(instance)
        return found


def combined(found: list[tuple[ir.Combine, int]]) -> int:
    """How often a rule acts: "where several count, the highest does unless they say otherwise".

    Those that add count together as one; those that multiply, multiply the highest.
    """
    highest = max((n for how, n in found if how is ir.Combine.HIGHEST), default=1)
    added = sum(n for how, n in found if how is ir.Combine.ADDS)
    times = max(highest, added, 1)
    for how, count in found:
        if how is ir.Combine.MULTIPLIES:
            times *= count
    return times
