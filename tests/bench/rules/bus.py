"""The rules of ``volley.ledger`` on an event bus: callbacks by event and holder.

What is usual where rules are plugged in: an event object goes round, each rule is a function that
was registered, answers go through a heap. Log and undo are those of the expert.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from tests.bench.rules.expert import DEEPEST, Change, Rule, Unit, Work, World

Callback = Callable[["BusWorld", Change], None]


class BusWorld(World):
    """Handlers are kept by (event, holder), sorted by stage and order."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers: dict[tuple[str, int], list[tuple[int, int, Callback]]] = {}
        self.queue: list[tuple[int, int, Callback, Change]] = []
        self.draining = False
        self.registered = 0

    def register(self, event: str, unit: Unit, stage: int, callback: Callback) -> None:
        self.registered += 1
        row = self.handlers.setdefault((event, unit.order), [])
        row.append((stage, self.registered, callback))
        row.sort(key=lambda entry: entry[:2])

    def emit(self, event: str, change: Change) -> None:
        for _, _, callback in self.handlers.get((event, change.unit.order), ()):
            if change.prevented:
                break
            callback(self, change)

    def write(self, unit: Unit, slot: str, value: object) -> None:
        self.journal.append((unit, slot, getattr(unit, slot)))
        setattr(unit, slot, value)

    def change(self, kind: str, unit: Unit, slot: str, difference: int) -> None:
        change = Change(kind, unit, None, abs(difference), self.cause)
        self.emit(f"before {kind}", change)
        if not change.prevented:
            self.write(unit, slot, getattr(unit, slot) + difference)
            change.applied = abs(difference)
            self.log.append(change)
            self.answer(kind, change)

    def deal(self, unit: Unit, amount: int, by: Unit | None) -> None:
        hit = Change("damage", unit, by, amount, self.cause)
        self.depth += 1
        if self.depth > DEEPEST:
            raise RecursionError("rules without an end")
        self.emit("before damage", hit)
        if hit.prevented:
            self.log.append(Work(hit, "prevented", self.cause))
        elif unit.in_play and hit.amount:
            new = max(unit.health - hit.amount + hit.absorbed, 0)
            hit.applied = unit.health - new
            self.write(unit, "health", new)
            if not new:
                self.candidates[unit.order] = unit
            self.log.append(hit)
            self.answer("damage", hit)
        self.depth -= 1

    def answer(self, kind: str, change: Change) -> None:
        """Queue the answers to a change; the outermost drains the queue."""
        for stage, number, callback in self.handlers.get((kind, change.unit.order), ()):
            heappush(self.queue, (stage, number, callback, change))
        if not self.draining:
            self.draining = True
            while self.queue:
                _, _, callback, answered = heappop(self.queue)
                callback(self, answered)
            self.draining = False


def at_work(world: BusWorld, rule: Rule, place: str, change: Change) -> Any:
    work = Work(rule, place, change)
    world.log.append(work)
    outer, world.cause = world.cause, work
    return outer


def ward(rule: Rule) -> Callback:
    def handle(world: BusWorld, hit: Change) -> None:
        if hit.amount > rule.number:
            world.cause = at_work(world, rule, "ward", hit)
            hit.prevented = True

    return handle


def armor(rule: Rule) -> Callback:
    def handle(world: BusWorld, hit: Change) -> None:
        unit = rule.holder
        if hit.amount > 0 and unit.armor > 0:
            outer = at_work(world, rule, "armor", hit)
            worn = min(hit.amount, unit.armor, rule.number)
            world.change("spend armor", unit, "armor", -worn)
            hit.absorbed = worn
            world.cause = outer

    return handle


def draw(rule: Rule) -> Callback:
    def handle(world: BusWorld, hit: Change) -> None:
        outer = at_work(world, rule, "draw", hit)
        owner = rule.holder.owner
        assert owner is not None
        world.change("gain cards", owner, "cards", 1)
        world.cause = outer

    return handle


def thorns(rule: Rule) -> Callback:
    def handle(world: BusWorld, hit: Change) -> None:
        if hit.amount > 1 and hit.by is not None:
            outer = at_work(world, rule, "thorns", hit)
            world.deal(hit.by, 1, rule.holder)
            world.cause = outer

    return handle
