"""The rules of ward, guard and turn, written by hand as the compiler would: one small catalog."""

# ruff: noqa: N802, N815, N816 - named as generated code is

from __future__ import annotations

from typing import ClassVar

import ledger_runtime as runtime
from tests.unit.runtime.changing import changing

# Tags an entity can have.
tag_Body = 1 << 0
tag_Unit = 1 << 1
tag_Hero = 1 << 2
tag_Guard = 1 << 3
tag_Shield = 1 << 4

# Effects an entity can hold.
holds_Mortal = 1 << 0
holds_Shielded = 1 << 1
holds_Ready = 1 << 2
holds_Guarding = 1 << 3
holds_TakesTurns = 1 << 4

# Pools an entity can have.
has_Health = 1 << 0
has_Attacks = 1 << 1
has_Moves = 1 << 2
has_Actions = 1 << 3


class Entity(runtime.Entity):
    """Anything in a world of these rules."""

    __slots__ = (
        "Actions",
        "Attack",
        "Attacks",
        "Health",
        "MaxHealth",
        "Mobility",
        "Moves",
        "owner",
        "team",
    )
    number_slots: ClassVar[tuple[str, ...]] = (
        "Actions",
        "Attack",
        "Attacks",
        "Health",
        "MaxHealth",
        "Mobility",
        "Moves",
    )
    link_slots: ClassVar[tuple[str, ...]] = ("team", "owner")

    Attack: int
    MaxHealth: int
    Mobility: int
    Health: int
    Attacks: int
    Moves: int
    Actions: int
    team: Entity
    owner: Entity


class Event(runtime.Event[Entity]):
    """What happens to an entity."""

    __slots__ = ()


class Order(runtime.Order[Entity]):
    """What an entity is told to do."""

    __slots__ = ("Path",)
    Path: runtime.Number

    def carry_nothing(self) -> None:
        self.Path = 0


class Nothing(Entity):
    """The null entity."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


nothing = Nothing.null()

Damage = runtime.EventKind("Damage", pool="Health", way=runtime.Way.LOWER)
set_Health = runtime.EventKind("set Health", pool="Health", way=runtime.Way.SET)
gain_Health = runtime.EventKind("gain Health", pool="Health", way=runtime.Way.GAIN)
spend_Health = runtime.EventKind("spend Health", pool="Health", way=runtime.Way.SPEND)
set_Attacks = runtime.EventKind("set Attacks", pool="Attacks", way=runtime.Way.SET)
gain_Attacks = runtime.EventKind("gain Attacks", pool="Attacks", way=runtime.Way.GAIN)
spend_Attacks = runtime.EventKind(
    "spend Attacks", pool="Attacks", way=runtime.Way.SPEND
)
set_Moves = runtime.EventKind("set Moves", pool="Moves", way=runtime.Way.SET)
gain_Moves = runtime.EventKind("gain Moves", pool="Moves", way=runtime.Way.GAIN)
spend_Moves = runtime.EventKind("spend Moves", pool="Moves", way=runtime.Way.SPEND)
set_Actions = runtime.EventKind("set Actions", pool="Actions", way=runtime.Way.SET)
gain_Actions = runtime.EventKind("gain Actions", pool="Actions", way=runtime.Way.GAIN)
spend_Actions = runtime.EventKind(
    "spend Actions", pool="Actions", way=runtime.Way.SPEND
)
TurnStarted = runtime.EventKind("TurnStarted")
Attacking = runtime.EventKind("Attacking")
Died = runtime.EventKind("Died")


def hostile(one: Entity, other: Entity) -> bool:
    """Whether two are enemies: both have a team, and not the same."""
    return (
        one.team is not other.team
        and one.team is not nothing
        and other.team is not nothing
    )


# -- Effects


class Mortal(runtime.Effect[Entity]):
    """effect Mortal"""

    __slots__ = ()
    name = "Mortal"
    bit = holds_Mortal
    deadly = True


class Shielded(runtime.Effect[Entity]):
    """effect Shielded"""

    __slots__ = ()
    name = "Shielded"
    bit = holds_Shielded
    tags = tag_Shield


class Ready(runtime.Effect[Entity]):
    """effect Ready"""

    __slots__ = ()
    name = "Ready"
    bit = holds_Ready

    def after_TurnStarted(self, w: World, event: Event) -> None:
        # cookbook/mechanics/guard.ledger:26
        w.change(set_Attacks, self.holder, 1)

    answer_TurnStarted = runtime.AfterRule(
        1, "cookbook/mechanics/guard.ledger:25", after_TurnStarted
    )


class Guarding(runtime.Effect[Entity]):
    """effect Guarding"""

    __slots__ = ()
    name = "Guarding"
    bit = holds_Guarding
    tags = tag_Guard


class TakesTurns(runtime.Effect[Entity]):
    """effect TakesTurns"""

    __slots__ = ()
    name = "TakesTurns"
    bit = holds_TakesTurns

    def after_TurnStarted(self, w: World, event: Event) -> None:
        # cookbook/mechanics/turn.ledger:20
        w.change(set_Moves, self.holder, 1)
        # cookbook/mechanics/turn.ledger:21
        w.change(set_Actions, self.holder, 1)

    answer_TurnStarted = runtime.AfterRule(
        2, "cookbook/mechanics/turn.ledger:19", after_TurnStarted
    )


# -- Health: a change to it meets 1 rule


def before_Health(w: World, event: Event) -> None:
    """What a change of Health meets before it happens, in order."""
    # cookbook/mechanics/ward.ledger:22
    if event.kind is Damage and event.subject.active & holds_Shielded:
        for shielded in event.subject.all(Shielded):
            if event.amount > 0:
                outer = w.acting(shielded, "cookbook/mechanics/ward.ledger:22", event)
                # cookbook/mechanics/ward.ledger:23
                event.prevented = True
                # cookbook/mechanics/ward.ledger:24
                w.remove_effect(shielded)
                w.cause = outer
                if event.prevented:
                    return


def changed(old: int, least: int, most: int, event: Event) -> int:
    """The new value of a whole pool."""
    way = event.kind.way
    if way is runtime.Way.SET:
        new = runtime.whole(event.amount)
    elif way is runtime.Way.LOWER or way is runtime.Way.SPEND:
        new = old - runtime.whole(event.amount - event.absorbed)
    else:
        new = old + runtime.whole(event.amount - event.absorbed)
    if new > most:
        new = most
    if new < least:
        new = least
    event.applied = new - old if new > old else old - new
    return new


@changing
def change_Health(w: World, event: Event) -> None:
    """Change Health of the event's subject within 0 and MaxHealth."""
    subject = event.subject
    old = subject.Health
    new = changed(old, 0, subject.MaxHealth, event)
    w.journal.append((subject, "Health", old))
    subject.Health = new
    if new <= 0:
        w.may_die(subject)


@changing
def change_Attacks(w: World, event: Event) -> None:
    """Change Attacks of the event's subject within 0 and 1."""
    subject = event.subject
    old = subject.Attacks
    new = changed(old, 0, 1, event)
    w.journal.append((subject, "Attacks", old))
    subject.Attacks = new


@changing
def change_Moves(w: World, event: Event) -> None:
    """Change Moves of the event's subject within 0 and 1."""
    subject = event.subject
    old = subject.Moves
    new = changed(old, 0, 1, event)
    w.journal.append((subject, "Moves", old))
    subject.Moves = new


@changing
def change_Actions(w: World, event: Event) -> None:
    """Change Actions of the event's subject within 0 and 1."""
    subject = event.subject
    old = subject.Actions
    new = changed(old, 0, 1, event)
    w.journal.append((subject, "Actions", old))
    subject.Actions = new


# -- TurnStarted


def answers_TurnStarted(w: World, event: Event, queue: runtime.Queue) -> None:
    """Who answers TurnStarted."""
    subject = event.subject
    # cookbook/mechanics/guard.ledger:25
    if subject.active & holds_Ready:
        for ready in subject.all(Ready):
            queue.append((ready, Ready.answer_TurnStarted, event))
    # cookbook/mechanics/turn.ledger:19
    if subject.active & holds_TakesTurns:
        for takes_turns in subject.all(TakesTurns):
            queue.append((takes_turns, TakesTurns.answer_TurnStarted, event))


# -- Abilities


class AttackAbility(runtime.Ability[Entity]):
    """ability Attack"""

    __slots__ = ()
    name = "Attack"
    target = runtime.Target.ONE

    def is_target(self, w: World, order: Order, target: Entity) -> bool:
        # cookbook/mechanics/guard.ledger:29
        return hostile(order.actor, target) and bool(target.tags & tag_Body)

    def unmet(self, w: World, order: Order) -> str | None:
        holder, target = order.actor, order.target
        # cookbook/mechanics/guard.ledger:30
        if not (
            target.tags & tag_Guard
            or not any(
                hostile(holder, one) and one.tags & tag_Guard for one in w.in_play()
            )
        ):
            return "a guard is in the way"
        return None

    def costs(self, w: World, order: Order) -> tuple[runtime.Cost[Entity], ...]:
        # cookbook/mechanics/guard.ledger:31
        return (runtime.Cost(order.actor, spend_Attacks, 1),)

    def perform(self, w: World, order: Order) -> None:
        holder, target = order.actor, order.target
        # cookbook/mechanics/guard.ledger:32
        w.raise_(Attacking, target, by=holder)
        # cookbook/mechanics/guard.ledger:33
        if holder.Health > 0:
            # cookbook/mechanics/guard.ledger:34
            mine = holder.Attack
            # cookbook/mechanics/guard.ledger:35
            theirs = target.Attack
            # cookbook/mechanics/guard.ledger:36
            w.deal_damage(Damage, mine, target, by=holder)
            # cookbook/mechanics/guard.ledger:37
            w.deal_damage(Damage, theirs, holder, by=target)


class Move(runtime.Ability[Entity]):
    """ability Move"""

    __slots__ = ()
    name = "Move"
    takes = ("Path",)

    def unmet(self, w: World, order: Order) -> str | None:
        # cookbook/mechanics/turn.ledger:25
        if not order.Path <= order.actor.Mobility:
            return "further than the unit's move"
        return None

    def costs(self, w: World, order: Order) -> tuple[runtime.Cost[Entity], ...]:
        # cookbook/mechanics/turn.ledger:26
        return (runtime.Cost(order.actor, spend_Moves, 1),)


# -- Archetypes


class Side(runtime.Archetype[Entity]):
    """archetype Side"""

    name = "Side"


class Squire(runtime.Archetype[Entity]):
    """archetype Squire from Body(2, 1), of ward"""

    name = "Squire"
    tags = tag_Body | tag_Unit
    pools = has_Health

    @staticmethod
    def effects(w: World, self: Entity) -> tuple[runtime.Effect[Entity], ...]:
        return (Mortal(), Shielded())

    @staticmethod
    def set_bases(w: World, self: Entity) -> None:
        self.MaxHealth = 1
        self.Attack = 2

    @staticmethod
    def set_pools(w: World, self: Entity) -> None:
        self.Health = self.MaxHealth


class Recruit(runtime.Archetype[Entity]):
    """archetype Recruit from Body(1, 2), of guard"""

    name = "Recruit"
    tags = tag_Body | tag_Unit
    pools = has_Health | has_Attacks
    grants = (AttackAbility(),)

    @staticmethod
    def effects(w: World, self: Entity) -> tuple[runtime.Effect[Entity], ...]:
        return (Mortal(), Ready())

    @staticmethod
    def set_bases(w: World, self: Entity) -> None:
        self.MaxHealth = 2
        self.Attack = 1

    @staticmethod
    def set_pools(w: World, self: Entity) -> None:
        self.Health = self.MaxHealth


class Shieldbearer(runtime.Archetype[Entity]):
    """archetype Shieldbearer from Body(1, 4), of guard"""

    name = "Shieldbearer"
    tags = tag_Body | tag_Unit
    pools = has_Health | has_Attacks
    grants = (AttackAbility(),)

    @staticmethod
    def effects(w: World, self: Entity) -> tuple[runtime.Effect[Entity], ...]:
        return (Mortal(), Ready(), Guarding())

    @staticmethod
    def set_bases(w: World, self: Entity) -> None:
        self.MaxHealth = 4
        self.Attack = 1

    @staticmethod
    def set_pools(w: World, self: Entity) -> None:
        self.Health = self.MaxHealth


class Hero(runtime.Archetype[Entity]):
    """archetype Hero, of guard"""

    name = "Hero"
    tags = tag_Body | tag_Hero
    pools = has_Health

    @staticmethod
    def set_bases(w: World, self: Entity) -> None:
        self.MaxHealth = 30
        self.Attack = 0

    @staticmethod
    def set_pools(w: World, self: Entity) -> None:
        self.Health = self.MaxHealth


class Soldier(runtime.Archetype[Entity]):
    """archetype Soldier, of turn"""

    name = "Soldier"
    pools = has_Moves | has_Actions
    grants = (Move(),)

    @staticmethod
    def effects(w: World, self: Entity) -> tuple[runtime.Effect[Entity], ...]:
        return (TakesTurns(),)

    @staticmethod
    def set_bases(w: World, self: Entity) -> None:
        self.Mobility = 5

    @staticmethod
    def set_pools(w: World, self: Entity) -> None:
        self.Moves = 1
        self.Actions = 1


def _zero(entity: Entity) -> int:
    return 0


def _one(entity: Entity) -> int:
    return 1


def _max_health(entity: Entity) -> int:
    return entity.MaxHealth


class World(runtime.World[Entity, Event, Order]):
    """A world in which these rules hold."""

    catalog = runtime.Catalog(
        name="tests/handmade.ledger",
        digest="handmade",
        rate=10,
        entity=Entity,
        event=Event,
        order=Order,
        nothing=nothing,
        links={"team": "team", "owner": "owner"},
        tags={
            "Body": tag_Body,
            "Unit": tag_Unit,
            "Hero": tag_Hero,
            "Guard": tag_Guard,
            "Shield": tag_Shield,
        },
        props={"Path": runtime.Prop("Path", minimum=0)},
        pools={
            "Health": runtime.Pool(
                "Health",
                has_Health,
                set_Health,
                gain_Health,
                spend_Health,
                _zero,
                _max_health,
                whole=True,
            ),
            "Attacks": runtime.Pool(
                "Attacks",
                has_Attacks,
                set_Attacks,
                gain_Attacks,
                spend_Attacks,
                _zero,
                _one,
                whole=True,
            ),
            "Moves": runtime.Pool(
                "Moves",
                has_Moves,
                set_Moves,
                gain_Moves,
                spend_Moves,
                _zero,
                _one,
                whole=True,
            ),
            "Actions": runtime.Pool(
                "Actions",
                has_Actions,
                set_Actions,
                gain_Actions,
                spend_Actions,
                _zero,
                _one,
                whole=True,
            ),
        },
        archetypes=(Side, Squire, Recruit, Shieldbearer, Hero, Soldier),
        effects=(Mortal, Shielded, Ready, Guarding, TakesTurns),
        abilities=(AttackAbility, Move),
        kinds=(
            Damage,
            set_Health,
            gain_Health,
            spend_Health,
            set_Attacks,
            gain_Attacks,
            spend_Attacks,
            set_Moves,
            gain_Moves,
            spend_Moves,
            set_Actions,
            gain_Actions,
            spend_Actions,
            TurnStarted,
            Attacking,
            Died,
        ),
        turn=TurnStarted,
        died=Died,
        pipelines={
            Damage: runtime.Pipeline(before_Health, change_Health),
            set_Health: runtime.Pipeline(before_Health, change_Health),
            gain_Health: runtime.Pipeline(before_Health, change_Health),
            spend_Health: runtime.Pipeline(before_Health, change_Health),
            set_Attacks: runtime.Pipeline(change=change_Attacks),
            gain_Attacks: runtime.Pipeline(change=change_Attacks),
            spend_Attacks: runtime.Pipeline(change=change_Attacks),
            set_Moves: runtime.Pipeline(change=change_Moves),
            gain_Moves: runtime.Pipeline(change=change_Moves),
            spend_Moves: runtime.Pipeline(change=change_Moves),
            set_Actions: runtime.Pipeline(change=change_Actions),
            gain_Actions: runtime.Pipeline(change=change_Actions),
            spend_Actions: runtime.Pipeline(change=change_Actions),
            TurnStarted: runtime.Pipeline(answers=answers_TurnStarted),
        },
    )

    def deaths(self, entity: Entity) -> tuple[runtime.EventKind, ...]:
        """The death events of each ``dies`` that holds for an entity now."""
        # cookbook/mechanics/ward.ledger:18
        if entity.active & holds_Mortal and entity.Health <= 0:
            return (Died,)
        return ()
