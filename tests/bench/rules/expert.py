"""The rules of ``volley.ledger`` as somebody who knows Python well writes them by hand.

Twice: with all that the generated rules offer (a log with causes, an undo of each command, death at
the end of a command, a limit of depth), and bare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

WARDED, ARMORED, DRAWING, THORNY = 1, 2, 4, 8
MODIFYING = WARDED | ARMORED
ANSWERING = DRAWING | THORNY
BODY = 1
MOST_HEALTH = 1_000_000
DEEPEST = 1000


class Unit:
    __slots__ = (
        "active",
        "armor",
        "armored",
        "cards",
        "drawing",
        "health",
        "in_play",
        "most_health",
        "order",
        "owner",
        "tags",
        "thorny",
        "warded",
    )

    def __init__(self, order: int, owner: Unit | None) -> None:
        self.order = order
        self.owner = owner
        self.most_health = self.health = MOST_HEALTH
        self.armor = self.cards = self.active = self.tags = 0
        self.warded: Rule | None = None
        self.armored: Rule | None = None
        self.drawing: Rule | None = None
        self.thorny: Rule | None = None
        self.in_play = True


class Rule:
    """An effect that a unit holds, with its one number."""

    __slots__ = ("holder", "number")

    def __init__(self, holder: Unit, number: int = 0) -> None:
        self.holder = holder
        self.number = number


class Change:
    """An entry of the log: a pool of a unit was changed."""

    __slots__ = (
        "absorbed",
        "amount",
        "applied",
        "by",
        "cause",
        "kind",
        "prevented",
        "unit",
    )

    def __init__(
        self, kind: str, unit: Unit, by: Unit | None, amount: int, cause: object
    ) -> None:
        self.kind = kind
        self.unit = unit
        self.by = by
        self.amount = amount
        self.cause = cause
        self.absorbed = 0
        self.applied = 0
        self.prevented = False


class Work:
    """An entry of the log: a rule is at work on a change."""

    __slots__ = ("cause", "place", "rule")

    def __init__(self, rule: Any, place: str, cause: object) -> None:
        self.rule = rule
        self.place = place
        self.cause = cause


class World:
    """The whole rules: everything can be undone until a command is done."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.log: list[Any] = []
        self.journal: list[tuple[Any, str, Any]] = []
        self.candidates: dict[int, Unit] = {}
        self.cause: object = None
        self.depth = 0

    def command(self, act: Callable[[], None]) -> None:
        mark = len(self.log)
        try:
            act()
            for unit in sorted(self.candidates.values(), key=lambda unit: unit.order):
                if unit.health <= 0:
                    self.journal.append((unit, "in_play", True))
                    unit.in_play = False
                    self.log.append(Change("died", unit, None, 0, None))
        except BaseException:
            while self.journal:
                target, slot, old = self.journal.pop()
                setattr(target, slot, old)
            del self.log[mark:]
            raise
        finally:
            self.candidates = {}
            self.cause = None
            self.depth = 0
        self.journal.clear()

    def volley(self, by: Unit, amount: int) -> None:
        """The rule says whom it hits: all in play that have a tag."""
        deal = self.deal
        for target in [each for each in self.units if each.tags & BODY]:
            deal(target, amount, by)

    def deal(self, unit: Unit, amount: int, by: Unit | None) -> None:
        """Damage, and what it meets: the ward first, then armor, then the answers."""
        log = self.log
        cause = self.cause
        hit = Change("damage", unit, by, amount, cause)
        self.depth += 1
        if self.depth > DEEPEST:
            raise RecursionError("rules without an end")
        active = unit.active
        if active & MODIFYING:
            if active & WARDED:
                ward = unit.warded
                assert ward is not None
                if amount > ward.number:
                    log.append(Work(ward, "ward", hit))
                    hit.prevented = True
                    log.append(Work(hit, "prevented", cause))
                    self.depth -= 1
                    return
            if active & ARMORED and amount > 0 and unit.armor > 0:
                armor = unit.armored
                assert armor is not None
                work = Work(armor, "armor", hit)
                log.append(work)
                worn = amount
                if worn > unit.armor:
                    worn = unit.armor
                if worn > armor.number:
                    worn = armor.number
                self.journal.append((unit, "armor", unit.armor))
                unit.armor -= worn
                change = Change("spend armor", unit, None, worn, work)
                change.applied = worn
                log.append(change)
                hit.absorbed = worn
        if unit.in_play and amount:
            old = unit.health
            new = old - amount + hit.absorbed
            if new < 0:
                new = 0
            self.journal.append((unit, "health", old))
            unit.health = new
            hit.applied = old - new
            if not new:
                self.candidates[unit.order] = unit
            log.append(hit)
            if active & ANSWERING:
                if active & DRAWING:
                    work = Work(unit.drawing, "draw", hit)
                    log.append(work)
                    owner = unit.owner
                    assert owner is not None
                    self.journal.append((owner, "cards", owner.cards))
                    owner.cards += 1
                    change = Change("gain cards", owner, None, 1, work)
                    change.applied = 1
                    log.append(change)
                if active & THORNY and amount > 1 and by is not None:
                    work = Work(unit.thorny, "thorns", hit)
                    log.append(work)
                    self.cause = work
                    self.deal(by, 1, unit)
                    self.cause = cause
        self.depth -= 1


def bare_deal(unit: Unit, amount: int, by: Unit | None) -> None:
    """The rules and nothing else: no log, no undo, no death."""
    active = unit.active
    absorbed = 0
    if active & MODIFYING:
        if active & WARDED and amount > unit.warded.number:  # type: ignore[union-attr]
            return
        if active & ARMORED and unit.armor > 0:
            absorbed = amount
            if absorbed > unit.armor:
                absorbed = unit.armor
            if absorbed > unit.armored.number:  # type: ignore[union-attr]
                absorbed = unit.armored.number  # type: ignore[union-attr]
            unit.armor -= absorbed
    unit.health -= amount - absorbed
    if active & ANSWERING:
        if active & DRAWING:
            unit.owner.cards += 1  # type: ignore[union-attr]
        if active & THORNY and amount > 1:
            bare_deal(by, 1, unit)  # type: ignore[arg-type]


def bare_volley(units: Sequence[Unit], by: Unit, amount: int) -> None:
    for target in [each for each in units if each.tags & BODY]:
        bare_deal(target, amount, by)
