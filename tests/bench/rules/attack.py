"""An attack of ``content/combat``: the cost of one, beside one on a bus, and how it grows.

Acolyte of Pain attacks Acolyte of Pain: the order is checked, both are hit at once, both answer in
their order and draw a card.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.bench.rules.catalogs import content
from tests.bench.rules.counting import instructions
from tests.bench.rules.measure import (
    Row,
    at_most,
    exponent,
    exponent_row,
    ratio,
    side_by_side,
)

BOARDS = 40
FEWER_BOARDS = 12
"""Where each is large, and takes longer to copy than to play."""

ATTACKS = 3
"""So many each board bears before somebody dies."""

CARDS = 25
FEW_CARDS, MANY_CARDS = 6, 600
FEW_IDLE, MANY_IDLE = 2, 200


# -- the compiled catalog -------------------------------------------------------------------------


class Compiled:
    """Boards of the compiled catalog, each a copy of one."""

    def __init__(self, cards: int = CARDS, idle: int = 0, boards: int = BOARDS) -> None:
        self.boards = boards
        rules = content("combat/combat.ledger")
        self.rules = rules
        w = self.first = rules.World(1)
        p, q = w.make(rules.Hero), w.make(rules.Hero)
        for hero in (p, q):
            for _ in range(cards):
                w.make(rules.TestFiller, owner=hero, zone="Deck", of=hero)
        self.heroes = (p.id, q.id)
        self.attacker = w.make(rules.AcolyteOfPain, owner=p, zone="Board", of=p).id
        self.defender = w.make(rules.AcolyteOfPain, owner=q, zone="Board", of=q).id
        for number in range(idle):
            w.make(rules.TestFiller, owner=(p, q)[number % 2])
        self.worlds: list[Any] = []

    def __call__(self) -> float:
        self.worlds = [self.first.copy() for _ in range(self.boards)]
        pairs = [
            (w, w.entity(self.attacker), w.entity(self.defender)) for w in self.worlds
        ]
        attack = self.rules.Attack
        started = time.thread_time()
        for w, attacker, defender in pairs:
            for _ in range(ATTACKS):
                w.act(attacker, attack, defender)
        return time.thread_time() - started

    def state(self) -> list[Any]:
        """What has come of it."""
        w = self.worlds[0]
        return [
            *(w.entity(each).Health for each in (self.attacker, self.defender)),
            *(len(w.cards("Deck", w.entity(each))) for each in self.heroes),
            *(len(w.cards("Hand", w.entity(each))) for each in self.heroes),
        ]


# -- the same on a bus ----------------------------------------------------------------------------


class Hero:
    __slots__ = ("board", "deck", "hand")

    def __init__(self, cards: int) -> None:
        self.deck = deque(f"card{number}" for number in range(cards))
        self.hand: list[str] = []
        self.board: list[Minion] = []


class Minion:
    __slots__ = ("attack", "elusive", "health", "id", "in_play", "owner", "taunt")

    def __init__(self, id: int, owner: Hero) -> None:
        self.id = id
        self.owner = owner
        self.attack = 1
        self.health = 4
        self.taunt = self.elusive = False
        self.in_play = True
        owner.board.append(self)


class Happening:
    """An event, and its entry in the log."""

    __slots__ = ("amount", "by", "cause", "kind", "of", "prevented", "priority")

    def __init__(
        self,
        kind: str,
        of: object,
        by: object,
        amount: int,
        priority: int,
        cause: Happening | None,
    ) -> None:
        self.kind = kind
        self.of = of
        self.by = by
        self.amount = amount
        self.priority = priority
        self.cause = cause
        self.prevented = False


Handler = Callable[["Table", Minion, Happening], None]


class Table:
    """A board with a bus: handlers by event and holder."""

    def __init__(self, cards: int) -> None:
        self.heroes = (Hero(cards), Hero(cards))
        self.log: list[Happening] = []
        self.handlers: dict[tuple[str, int], list[tuple[int, Minion, Handler]]] = {}
        self.attacker = self.acolyte(1, self.heroes[0])
        self.defender = self.acolyte(2, self.heroes[1])

    def acolyte(self, id: int, owner: Hero) -> Minion:
        minion = Minion(id, owner)
        self.handlers.setdefault(("after damage", id), []).append((id, minion, pain))
        return minion

    def emit(self, name: str, minion: Minion, event: Happening) -> None:
        for _, holder, handler in self.handlers.get((name, minion.id), ()):
            handler(self, holder, event)

    def raised(
        self, kind: str, of: object, by: object, cause: Happening | None
    ) -> Happening:
        event = Happening(kind, of, by, 0, 0, cause)
        self.log.append(event)
        return event

    def refusal(self, attacker: Minion, target: Minion) -> str | None:
        if not attacker.in_play or not target.in_play:
            return "gone"
        if attacker.owner is target.owner:
            return "no target"
        if attacker.attack <= 0:
            return "no attack"
        if target.elusive:
            return "cannot be attacked"
        if not target.taunt and any(
            each.taunt and not each.elusive for each in target.owner.board
        ):
            return "a minion with taunt is in the way"
        return None

    def attack(self, attacker: Minion, target: Minion) -> str | None:
        refusal = self.refusal(attacker, target)
        if refusal is not None:
            return refusal
        order = self.raised("attack", attacker, target, None)
        attacking = self.raised("attacking", target, attacker, order)
        self.emit("before attacking", target, attacking)
        if attacking.prevented:
            return None
        self.emit("after attacking", target, attacking)
        hits = [Happening("damage", target, attacker, attacker.attack, 1, order)]
        if target.attack > 0:
            hits.append(Happening("damage", attacker, target, target.attack, 0, order))
        hits.sort(key=lambda hit: hit.of.id)  # type: ignore[attr-defined]
        for hit in hits:
            self.emit("before damage", hit.of, hit)  # type: ignore[arg-type]
        queue = []
        for place, hit in enumerate(hits):
            minion: Any = hit.of
            if hit.prevented or not hit.amount:
                continue
            minion.health -= hit.amount
            self.log.append(hit)
            for number, holder, handler in self.handlers.get(
                ("after damage", minion.id), ()
            ):
                queue.append((-hit.priority, place, number, holder, handler, hit))
        queue.sort(key=lambda entry: entry[:3])
        for _, _, _, holder, handler, hit in queue:
            handler(self, holder, hit)
        for minion in (attacker, target):
            if minion.health <= 0 and minion.in_play:
                minion.in_play = False
                minion.owner.board.remove(minion)
                self.emit("died", minion, self.raised("died", minion, None, None))
        return None


def pain(table: Table, holder: Minion, hit: Happening) -> None:
    """Each time it takes damage, its owner draws a card."""
    answer = table.raised("answer", holder, hit, hit)
    owner = holder.owner
    if not owner.deck:
        table.raised("drew nothing", owner, None, answer)
        return
    card = owner.deck.popleft()
    if len(owner.hand) < 10:
        owner.hand.append(card)
        table.raised("moved", card, owner, answer)
        table.raised("drew", owner, card, answer)


class OnBus:
    """Boards with a bus."""

    def __init__(self) -> None:
        self.tables: list[Table] = []

    def __call__(self) -> float:
        self.tables = [Table(CARDS) for _ in range(BOARDS)]
        started = time.thread_time()
        for table in self.tables:
            for _ in range(ATTACKS):
                table.attack(table.attacker, table.defender)
        return time.thread_time() - started

    def state(self) -> list[Any]:
        """What has come of it."""
        table = self.tables[0]
        return [
            table.attacker.health,
            table.defender.health,
            *(len(each.deck) for each in table.heroes),
            *(len(each.hand) for each in table.heroes),
        ]


# -- rows -----------------------------------------------------------------------------------------


def beside_bus(rounds: int) -> float:
    """How many times as long an attack takes as one on the bus."""
    compiled, bus = Compiled(), OnBus()
    times = side_by_side({"compiled": compiled, "bus": bus}, rounds)
    assert compiled.state() == bus.state(), (compiled.state(), bus.state())
    return ratio(times, "compiled", "bus")


def instructions_of_one() -> tuple[int, int]:
    """The instructions of an attack: of the compiled catalog, and on the bus."""
    compiled, table = Compiled(boards=1), Table(CARDS)
    world = compiled.first.copy()
    attacker, defender = map(world.entity, (compiled.attacker, compiled.defender))
    attack = compiled.rules.Attack

    def ours() -> None:
        world.act(attacker, attack, defender)

    def on_bus() -> None:
        table.attack(table.attacker, table.defender)

    ours()
    on_bus()
    return instructions(ours), instructions(on_bus)


def growth(rounds: int) -> dict[str, float]:
    """The exponents: with cards in decks, with idle entities in play."""
    times = side_by_side(
        {
            "few cards": Compiled(FEW_CARDS, boards=FEWER_BOARDS),
            "many cards": Compiled(MANY_CARDS, boards=FEWER_BOARDS),
            "few idle": Compiled(idle=FEW_IDLE, boards=FEWER_BOARDS),
            "many idle": Compiled(idle=MANY_IDLE, boards=FEWER_BOARDS),
        },
        rounds,
    )
    return {
        "cards": exponent(times, "few cards", "many cards", MANY_CARDS / FEW_CARDS),
        "idle": exponent(times, "few idle", "many idle", MANY_IDLE / FEW_IDLE),
    }


def rows(rounds: int) -> list[Row]:
    """The rows of the table."""
    grows = growth(rounds)
    ours, on_bus = instructions_of_one()
    return [
        at_most(
            "an attack in combat", "keyed bus, no undo", 5 / 12, beside_bus(rounds)
        ),
        Row(
            "instructions of an attack",
            "keyed bus, no undo",
            "",
            f"{ours:,} and {on_bus:,}: {ours / on_bus:.2f} ×",
            None,
        ),
        exponent_row("an attack", "6 to 600 cards a deck", 0.05, grows["cards"]),
        exponent_row("an attack", "2 to 200 idle in play", 0.1, grows["idle"]),
    ]
