"""An event from the asking to the change (docs/language.md, section 4, rules 4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.ir import catalog as ir
from ledgerc.ir.statements import Redirect
from ledgerc.ir.walk import nodes_of
from tests.oracle.expressions import Expressing
from tests.oracle.numbers import Failure, Number, six_decimals, size, toward_zero
from tests.oracle.state import Entity, Entry, Event, Instance, Scope

LARGEST = 10**30


class Pipeline(Expressing):
    """Before rules and changes. Who answers is in :mod:`tests.oracle.queue`."""

    # -- asking for events --------------------------------------------------------------------

    def new_change(
        self,
        kind: str,
        pool: str,
        way: str,
        subject: Entity | None,
        by: Entity | None,
        amount: Number,
    ) -> Event:
        """A change of a pool that is asked for: "a negative amount counts as 0" (section 7)."""
        if way != "set" and amount < 0:
            amount = 0
        return Event(
            kind,
            (),
            self.cause,
            subject=subject,
            by=by,
            pool=pool,
            way=way,
            amount=amount,
        )

    def ask_for(self, event: Event) -> None:
        """Let an event happen: at once, or with the others of an ``at once``."""
        if self.gathering is not None:
            self.gathering.append(event)
        else:
            self.happen([event])

    def happen(self, events: list[Event]) -> None:
        """Resolve a set of events together (rule 6); a single one is a set of one."""
        self.nest()
        events = in_order_of_play(events)
        for event in events:
            if event.kind == self.catalog.turn_event and event.subject is not None:
                self.count_turns(event.subject)
        passed = [event for event in events if self.passes(event)]
        applied = [event for event in in_order_of_play(passed) if self.apply(event)]
        self.answer(applied)
        self.depth -= 1

    # -- which rules --------------------------------------------------------------------------

    def is_named(self, names: Sequence[ir.EventName], event: Event) -> bool:
        """Whether one of these names is the event's."""
        for name in names:
            match name:
                case ir.OfKind(kind=kind):
                    named = event.kind == kind and bool(event.way)
                case ir.OfEvent(event=declared):
                    named = event.kind == declared and not event.way
                case ir.OfPool(pool=pool, way=way):
                    named = event.pool == pool
                    named = named and (way is None or event.way == way.value)
                case ir.OfPhase(started=started):
                    kind = "PhaseStarted" if started else "PhaseEnded"
                    named = event.kind == kind and not event.way
            if named:
                return True
        return False

    def fits(self, subject: ir.Subject, holder: Entity, entity: Entity | None) -> bool:
        """Whether an entity stands to a rule's holder as the rule says (section 2, SUBJECT)."""
        if entity is None:
            return False
        match subject.relation:
            case ir.Relation.HOLDER:
                stands = entity is holder
            case ir.Relation.PATH:
                assert subject.path is not None
                stands = entity is self.entity(subject.path, Scope(holder=holder))
            case ir.Relation.ALLY:
                stands = self.are_allies(holder, entity)
            case ir.Relation.OTHER_ALLY:
                stands = entity is not holder and self.are_allies(holder, entity)
            case ir.Relation.ENEMY:
                stands = self.are_enemies(holder, entity)
            case ir.Relation.OTHER:
                stands = entity is not holder
            case ir.Relation.ANY:
                stands = True
        return stands and self.has_tags(entity, subject.having)

    def concerns(self, rule: ir.Rule, holder: Entity, event: Event) -> bool:
        """Whether a rule of a holder is about an event: its kind, whose, by whom."""
        if not self.is_named(rule.events, event):
            return False
        if not is_of_cycle(rule.events) and not self.fits(
            rule.subject, holder, event.subject
        ):
            return False
        return rule.by is None or self.fits(rule.by, holder, event.by)

    def hearers(self, event: Event) -> list[Instance]:
        """Whose rules may be about an event: all that work, and those of one that dies by it."""
        found = self.working()
        if event.death_step and event.subject is not None:
            found += event.subject.effects
        return sorted(found, key=lambda each: (each.holder.order, each.gained))

    # -- before rules -------------------------------------------------------------------------

    def passes(self, event: Event) -> bool:
        """Rule 4: "first those at no stage, then stage after stage"; whether it goes on."""
        if event.way and not self.can_change(event):
            return False
        for stage in (None, *self.catalog.stages):
            for rule in self.before_rules(stage):
                for instance in self.hearers(event):
                    if event.prevented:
                        break
                    if rule in self.catalog.effect[instance.effect].rules:
                        self.meet(event, rule, instance)
        if event.prevented:
            self.record("Prevented", event)
        return not event.prevented

    def before_rules(self, stage: str | None) -> list[ir.Rule]:
        """The before rules at a stage, in the order of the catalog."""
        rules = [
            rule
            for effect in self.catalog.effects
            for rule in effect.rules
            if rule.moment is ir.Moment.BEFORE and rule.stage == stage
        ]
        return sorted(rules, key=lambda rule: rule.number)

    def meet(self, event: Event, rule: ir.Rule, instance: Instance) -> None:
        """The turn of a before rule of one holder: "`when` is read as the rule's turn comes"."""
        holder = instance.holder
        if not self.may_meet(instance, event) or not self.concerns(rule, holder, event):
            return
        redirects = any(nodes_of(rule.body, Redirect))
        about_others = rule.subject.relation is not ir.Relation.HOLDER
        if redirects and about_others and holder in event.aimed:
            return  # it was rid of the event, and does not take it back (section 7)
        scope = Scope(holder=holder, event=event, instance=instance)
        if not self.holds(rule.when, scope):
            return
        outer = self.cause
        entry = Entry("Before", (holder, instance.effect), event, place_of(rule))
        self.keep(entry)
        self.cause = entry
        self.run(rule.body, scope)
        self.cause = outer

    def may_meet(self, instance: Instance, event: Event) -> bool:
        """Whether a rule works as its turn comes; those of one that died do for its death."""
        if event.death_step and instance.holder is event.subject:
            return instance.held
        return self.works(instance)

    def redirect(self, event: Event, to: Entity | None) -> None:
        """``redirect to x``: "does not come back to one that it was redirected away from"."""
        old = event.subject
        if old is None or to is None or to is old or to.gone or to in event.aimed:
            return
        event.aimed.append(old)
        event.subject = to
        self.record("Redirected", event.kind, old, to)

    def set_amount(self, event: Event, amount: Number) -> None:
        """``set event.amount E``: "an amount never falls below 0".

        "What was absorbed of an amount that a later rule lowers is never more than that amount."
        """
        event.amount = amount if event.way == "set" else max(amount, 0)
        event.absorbed = min(event.absorbed, max(event.amount, 0))

    def absorb(self, event: Event, amount: Number) -> None:
        """``absorb E``: "the pool will lose that much less, while event.amount stays"."""
        event.absorbed = min(event.absorbed + max(amount, 0), event.amount)

    # -- the change ---------------------------------------------------------------------------

    def can_change(self, event: Event) -> bool:
        """Whether there is a pool to change: not of what is gone or does not have it."""
        subject = event.subject
        return subject is not None and not subject.gone and event.pool in subject.pools

    def apply(self, event: Event) -> bool:
        """Make the change, log the event; whether it is to be answered (rule 5)."""
        if event.way:
            if size(event.amount) > LARGEST:
                raise Failure("NumberError")
            if not self.can_change(event):
                return False
            if event.amount == 0 and event.way != "set":
                return False
            self.change(event)
            if event.way == "set" and event.applied == 0:
                return False
        event.cause = self.cause
        self.keep(event)
        self.fit_pools()
        return True

    def change(self, event: Event) -> None:
        """ "It is bounded by the pool, `event.applied` is what the pool lost or gained"."""
        subject = event.subject
        assert subject is not None
        pool = self.catalog.pool[event.pool]
        old = subject.pools[event.pool]
        amount = event.amount - event.absorbed
        if pool.whole:
            amount = toward_zero(amount)
        if event.way == "set":
            new = amount
        elif event.way in ("spend", "lower"):
            new = old - amount
        else:
            new = old + amount
        new = self.bounded(subject, pool, new)
        subject.pools[event.pool] = new
        event.applied = size(new - old)

    def bounded(self, entity: Entity, pool: ir.Pool, value: Number) -> Number:
        """A number as a pool keeps it: rounded, at most its maximum, at least its minimum."""
        value = toward_zero(value) if pool.whole else six_decimals(value)
        most = self.most(entity, pool)
        if most is not None:
            value = min(value, most)
        return max(value, self.least(entity, pool))

    # -- asked of later modules ---------------------------------------------------------------

    def answer(self, events: list[Event]) -> None:
        """Let the after rules answer a set of events."""
        raise NotImplementedError

    def count_turns(self, entity: Entity) -> None:
        """A turn of an entity starts: what lasts turns ends or has one less."""
        raise NotImplementedError


def is_of_cycle(names: Sequence[ir.EventName]) -> bool:
    """Whether a rule answers the cycle of phases, whose events have no subject."""
    return any(isinstance(name, ir.OfPhase) for name in names)


def in_order_of_play(events: list[Event]) -> list[Event]:
    """Events in order of play of their subjects; those of one stay as they are."""
    return sorted(
        events, key=lambda each: 0 if each.subject is None else each.subject.order
    )


def place_of(node: ir.Rule | ir.Every) -> str:
    """Where a rule stands, as the log tells it."""
    return f"{node.span.file}:{node.span.line}"
