"""A catalog for tests, put together from effects that tests write.

What the compiler writes as straight-line code is looked up here from the effects' ``befores`` and
``afters``, so that a test says only what it is about. Everything else is the runtime's.
"""

# ruff: noqa: N816 - pools and stats are named as catalogs name them

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import ledger_runtime as runtime
from ledger_runtime import Pool, Way
from tests.unit.runtime.changing import changing

tag_Body = 1 << 0
tag_Undead = 1 << 1
tag_Calm = 1 << 2

has_Health = 1 << 0
has_Fury = 1 << 1
has_Grace = 1 << 2


class Entity(runtime.Entity):
    __slots__ = ("Fury", "Grace", "Health", "Might", "Top", "owner", "seen_top", "team")
    number_slots: ClassVar[tuple[str, ...]] = (
        "Fury",
        "Grace",
        "Health",
        "Might",
        "Top",
        "seen_top",
    )
    link_slots: ClassVar[tuple[str, ...]] = ("team", "owner")

    Health: int
    Fury: int
    Grace: runtime.Number
    Might: int
    Top: int
    seen_top: int
    team: Entity
    owner: Entity

    def lent_to(self, stat: str) -> Any:
        """What auras add to a stat."""
        return sum(lent.amount for lent in self.lent if lent.stat == stat)

    @property
    def Attack(self) -> Any:  # noqa: N802
        """``stat Attack``: its base, and what effects and auras add."""
        return self.Might + self.lent_to("Attack") + self.added("Attack")

    @property
    def MaxHealth(self) -> Any:  # noqa: N802
        """``stat MaxHealth``."""
        return self.Top + self.lent_to("MaxHealth") + self.added("MaxHealth")

    def added(self, stat: str) -> Any:
        """What held effects add to a stat."""
        total = 0
        for effect in self.effects:
            if (
                isinstance(effect, ArenaEffect)
                and effect.adds
                and effect.adds[0] == stat
            ):
                total += effect.adds[1] * effect.stacks
        return total


class Event(runtime.Event[Entity]):
    __slots__ = ("aim", "force")
    carries = ("aim", "force")
    aim: Entity
    force: runtime.Number

    def carry_nothing(self) -> None:
        self.aim, self.force = nothing, 0


class Order(runtime.Order[Entity]):
    __slots__ = ("force",)
    force: runtime.Number

    def carry_nothing(self) -> None:
        self.force = 0


class Nothing(Entity):
    __slots__ = ()

    def __bool__(self) -> bool:
        return False


nothing = Nothing.null()

World = runtime.World[Entity, Event, Order]
Body = Callable[[Any, Any, Any], None]

Damage = runtime.EventKind("Damage", pool="Health", way=Way.LOWER)
Healing = runtime.EventKind("Healing", pool="Health", way=Way.RAISE)
Rang = runtime.EventKind("Rang")
TurnStarted = runtime.EventKind("TurnStarted")
Died = runtime.EventKind("Died")
PhaseStarted = runtime.EventKind("PhaseStarted")
PhaseEnded = runtime.EventKind("PhaseEnded")


def changes_of(
    pool: str,
) -> tuple[runtime.EventKind, runtime.EventKind, runtime.EventKind]:
    """The kinds of ``set``, ``gain`` and ``spend``."""
    return (
        runtime.EventKind(f"set {pool}", pool=pool, way=Way.SET),
        runtime.EventKind(f"gain {pool}", pool=pool, way=Way.GAIN),
        runtime.EventKind(f"spend {pool}", pool=pool, way=Way.SPEND),
    )


set_Health, gain_Health, spend_Health = changes_of("Health")
set_Fury, gain_Fury, spend_Fury = changes_of("Fury")
set_Grace, gain_Grace, spend_Grace = changes_of("Grace")


def allied(one: Entity, other: Entity) -> bool:
    """Whether two are allies; everyone is with oneself."""
    return one is other or (bool(one.team) and one.team is other.team)


RELATIONS: dict[str, Callable[[Entity, Entity], bool]] = {
    "holder": lambda holder, subject: holder is subject,
    "ally": allied,
    "other ally": lambda holder, subject: holder is not subject
    and allied(holder, subject),
    "enemy": lambda holder, subject: bool(holder.team)
    and bool(subject.team)
    and holder.team is not subject.team,
    "any": lambda holder, subject: True,
    "other": lambda holder, subject: holder is not subject,
}


class After(NamedTuple):
    """An after rule: which kind, of whom, and the rule."""

    kind: runtime.EventKind
    of: str
    rule: runtime.AfterRule


class Before(NamedTuple):
    """A before rule: which kind, of whom, what it does, when."""

    kind: runtime.EventKind
    of: str
    act: Body
    when: Callable[[Any, Any, Any], bool] | None = None


class ArenaEffect(runtime.Effect[Entity]):
    """An effect of a test; ``afters`` and ``befores`` are in catalog order."""

    __slots__ = ()
    watched = True
    bit = 0
    afters: ClassVar[tuple[After, ...]] = ()
    befores: ClassVar[tuple[Before, ...]] = ()
    ends_with: ClassVar[tuple[runtime.EventKind, str] | None] = None
    adds: ClassVar[tuple[str, int] | None] = None
    counts: ClassVar[tuple[runtime.EventKind, str, int] | None] = None
    bars: ClassVar[tuple[str, str] | None] = None


class Mortal(ArenaEffect):
    __slots__ = ()
    name = "Mortal"
    deadly = True


def _pool(
    slot: str, bit: int, kinds: tuple[Any, Any, Any], most: Any, *, whole: bool
) -> Pool:
    set_, gain, spend = kinds
    return Pool(slot, bit, set_, gain, spend, lambda entity: 0, most, whole)


POOLS = {
    "Health": _pool(
        "Health",
        has_Health,
        (set_Health, gain_Health, spend_Health),
        lambda entity: entity.MaxHealth,
        whole=True,
    ),
    "Fury": _pool(
        "Fury",
        has_Fury,
        (set_Fury, gain_Fury, spend_Fury),
        lambda entity: 10,
        whole=True,
    ),
    "Grace": _pool(
        "Grace", has_Grace, (set_Grace, gain_Grace, spend_Grace), None, whole=False
    ),
}

KINDS = (
    Damage,
    Healing,
    *(set_Health, gain_Health, spend_Health),
    *(set_Fury, gain_Fury, spend_Fury),
    *(set_Grace, gain_Grace, spend_Grace),
    *(Rang, TurnStarted, Died, PhaseStarted, PhaseEnded),
)


@changing
def change(w: World, event: Event) -> None:
    """Change the pool of an event's kind."""
    subject = event.subject
    pool = POOLS[event.kind.pool]
    old = getattr(subject, pool.slot)
    rounded = runtime.whole if pool.whole else runtime.round_six
    amount = rounded(event.amount - event.absorbed)
    way = event.kind.way
    if way is Way.SET:
        new = amount
    elif way is Way.LOWER or way is Way.SPEND:
        new = old - amount
    else:
        new = old + amount
    if pool.maximum is not None:
        new = min(new, pool.maximum(subject))
    new = max(new, 0)
    w.put(subject, pool.slot, new)
    event.applied = abs(new - old)
    if pool.slot == "Health" and new <= 0:
        w.may_die(subject)


def body(health: int, *effects: Any, might: int = 0, **more: Any) -> type[Any]:
    """An archetype with health that may die, and effects made anew for each."""

    class Made(runtime.Archetype[Entity]):
        name = more.get("name", "Body")
        tags = more.get("tags", tag_Body)
        pools = has_Health | has_Fury | has_Grace
        grants = more.get("grants", ())
        single = more.get("single", False)

        @staticmethod
        def effects(w: Any, self: Any) -> tuple[Any, ...]:
            return (Mortal(), *(effect() for effect in effects))

        @staticmethod
        def set_bases(w: Any, self: Any) -> None:
            self.Top, self.Might = health, might

        @staticmethod
        def set_pools(w: Any, self: Any) -> None:
            self.Health = self.seen_top = self.MaxHealth

    return Made


class Side(runtime.Archetype[Entity]):
    name = "Side"
    pools = has_Fury


ZONES = {
    "Deck": runtime.Zone("Deck", ordered=True),
    "Hand": runtime.Zone("Hand", most=lambda keeper: 3, hidden=True),
    "Board": runtime.Zone("Board", in_play=True, most=lambda keeper: 4),
    "Grave": runtime.Zone("Grave", ordered=True),
}


def arena(
    *archetypes: type[Any],
    effects: tuple[type[ArenaEffect], ...] = (),
    abilities: tuple[type[Any], ...] = (),
    **more: Any,
) -> type[Any]:
    """A world class whose catalog is these archetypes and effects."""
    known: tuple[Any, ...] = (Mortal, *effects)
    for number, effect in enumerate(known):
        effect.bit = 1 << number

    def before(w: Any, event: Any) -> None:
        for effect in known:
            for rule in effect.befores:
                if rule.kind is not event.kind:
                    continue
                subject = event.subject
                for held in [
                    held
                    for held in w.watching(effect, event)
                    if RELATIONS[rule.of](held.holder, subject)
                ]:
                    if rule.when is not None and not rule.when(held, w, event):
                        continue
                    outer = w.acting(held, f"{effect.name}.ledger:1", event)
                    rule.act(held, w, event)
                    w.cause = outer
                    if event.prevented:
                        return

    def answers(w: Any, event: Any, queue: runtime.Queue) -> None:
        for effect in known:
            for kind, of, rule in effect.afters:
                if kind is not event.kind:
                    continue
                for held in w.watching(effect, event, together=rule.together):
                    own = RELATIONS[of](held.holder, event.subject)
                    if (own or kind in (PhaseStarted, PhaseEnded)) and (
                        rule.when is None or rule.when(held, w, event)
                    ):
                        queue.append((held, rule, event))
            if effect.ends_with is not None and effect.ends_with[0] is event.kind:
                for held in w.watching(effect, event):
                    if RELATIONS[effect.ends_with[1]](held.holder, event.subject):
                        queue.append((held, runtime.ENDS, event))

    class ArenaWorld(runtime.World[Entity, Event, Order]):
        catalog = runtime.Catalog(
            name="arena.ledger",
            digest="arena",
            rate=10,
            entity=Entity,
            event=Event,
            order=Order,
            nothing=nothing,
            links={"team": "team", "owner": "owner"},
            tags={"Body": tag_Body, "Undead": tag_Undead, "Calm": tag_Calm},
            props={"force": runtime.Prop("force", minimum=0, maximum=9, whole=True)},
            pools=POOLS,
            archetypes=(Side, *archetypes),
            effects=known,
            abilities=abilities,
            kinds=KINDS,
            turn=TurnStarted,
            died=Died,
            phases=("Dawn", "Dusk"),
            phase_started=PhaseStarted,
            phase_ended=PhaseEnded,
            zones=ZONES,
            queries={
                "Cover": runtime.Query(
                    "Cover", lambda one, other: 1, minimum=0, maximum=4, whole=True
                )
            },
            pipelines={
                kind: runtime.Pipeline(before, change if kind.pool else None, answers)
                for kind in KINDS
            },
            **more,
        )

        def deaths(self, entity: Entity) -> tuple[runtime.EventKind, ...]:
            if entity.active & Mortal.bit and entity.Health <= 0:
                return (Died,)
            return ()

        def follow(self, entity: Entity) -> None:
            if not entity.pools & has_Health:
                return
            top = entity.MaxHealth
            health = entity.Health
            if top > entity.seen_top:
                health += top - entity.seen_top
            health = max(min(health, top), 0)
            if top != entity.seen_top:
                self.put(entity, "seen_top", top)
            if health != entity.Health:
                self.put(entity, "Health", health)
            if health <= 0:
                self.may_die(entity)

        def repeats(self, effect: Any, rule: Any, event: Event) -> int:
            most = 1
            for kind in known:
                if kind.counts is None or kind.counts[0] is not event.kind:
                    continue
                for held in self.granted(kind):
                    if RELATIONS[kind.counts[1]](held.holder, effect.holder):
                        most = max(most, kind.counts[2])
            return most

        def forbidden(self, order: Order) -> str | None:
            for kind in known:
                if kind.bars is not None and kind.bars[0] == order.ability.name:
                    for held in self.granted(kind):
                        if held.holder is order.actor:
                            return str(kind.bars[1])
            return None

        def ending(self) -> Entity | None:
            sides = [
                one for one in self.in_play() if one.archetype is Side and one.Fury >= 9
            ]
            return sides[0] if len(sides) == 1 else nothing if sides else None

    return ArenaWorld


def after(
    kind: runtime.EventKind,
    of: str,
    number: int,
    act: Body,
    *,
    when: Callable[[Any, Any, Any], bool] | None = None,
    priority: int | None = None,
    together: bool = False,
) -> After:
    """An after rule, short."""
    rule = runtime.AfterRule(
        number, f"arena.ledger:{number}", act, when, priority, together
    )
    return After(kind, of, rule)


def effect(name: str, **members: Any) -> type[Any]:
    """An effect class, short."""
    slots = members.pop("__slots__", ())
    return type(name, (ArenaEffect,), {"name": name, "__slots__": slots, **members})


def noting(words: str) -> Body:
    """A body that only notes something."""
    return lambda effect, w, event: w.note(f"{words} {effect.holder.label}".strip())


def notes(entries: Any) -> list[str]:
    """The notes among log entries."""
    return [entry.words for entry in entries if type(entry).__name__ == "Note"]


def lines(entries: Any) -> list[str]:
    """Log entries as lines."""
    return [entry.text() for entry in entries]


def labelled(w: Any, **entities: Any) -> None:
    """Name entities for the log."""
    for label, entity in entities.items():
        w.name_entity(entity, label)
