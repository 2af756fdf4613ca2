"""The combat module's cards once more, written straight from the rulebook's words.

It shares nothing with the compiler, the runtime or the content, and is as plain as can be: no
undo, no log, no speed. :mod:`tests.conformance.test_against_model` plays the same boards on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

NUMBERS = {
    "AcolyteOfPain": (1, 4),
    "Armorsmith": (1, 4),
    "BaronRivendare": (1, 7),
    "BolfRamshield": (3, 9),
    "BrannBronzebeard": (2, 4),
    "DamagedGolem": (2, 1),
    "DrakkariEnchanter": (1, 5),
    "FrothingBerserker": (2, 4),
    "HarvestGolem": (2, 3),
    "LootHoarder": (2, 1),
    "NoviceEngineer": (1, 1),
    "TestBell": (0, 3),
    "TestConjurer": (2, 2),
    "TestFiller": (1, 1),
    "TestMartyr": (1, 1),
    "UnstableGhoul": (1, 3),
}
"""Attack and Health of each minion."""

TWICE = {
    "deathrattle": "BaronRivendare",
    "turn end": "DrakkariEnchanter",
    "battlecry": "BrannBronzebeard",
}
"""Who lets its side's answers happen twice."""

DEFENDER = 1
LAST = -100


@dataclass(eq=False)
class Card:
    """A minion or spell, wherever it lies; the attack it has gained is in ``bonus``."""

    kind: str
    side: Side
    order: int = 0
    bonus: int = 0
    health: int = 0

    @property
    def attack(self) -> int:
        return NUMBERS[self.kind][0] + self.bonus


@dataclass(eq=False)
class Side:
    """A hero with all that is its own."""

    order: int
    kind: str = "Hero"
    health: int = 30
    armor: int = 0
    fallen: bool = False
    deck: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    board: list[Card] = field(default_factory=list)


Character = Card | Side


@dataclass
class Hit:
    """One hit of a set."""

    on: Character
    amount: int
    priority: int = 0


@dataclass
class Entry:
    """One entry of a queue."""

    priority: int
    number: int
    holder: Card
    act: Callable[[], None]
    kind: str = ""


class Model:
    """Two sides, and what they do."""

    def __init__(self) -> None:
        self.counter = 0
        self.sides = [Side(self.count()), Side(self.count())]
        self.resolving: set[int] = set()
        self.told: list[str] = []
        """Who was hurt, who answered and who died, in order."""

    def count(self) -> int:
        self.counter += 1
        return self.counter

    # -- who is there -----------------------------------------------------------------------------

    def minions(self) -> list[Card]:
        """All in play, in order of play."""
        both = [card for side in self.sides for card in side.board]
        return sorted(both, key=lambda card: card.order)

    def enemy(self, side: Side) -> Side:
        return self.sides[1 - self.sides.index(side)]

    def over(self) -> bool:
        return any(side.fallen for side in self.sides)

    # -- making -----------------------------------------------------------------------------------

    def arrive(self, card: Card) -> None:
        """A minion comes to its side's board, if there is room."""
        if len(card.side.board) < 7:
            card.order = self.count()
            card.health = NUMBERS[card.kind][1]
            card.side.board.append(card)

    def draw(self, side: Side) -> None:
        if side.deck:
            card = side.deck.pop(0)
            if len(side.hand) < 10:
                side.hand.append(card)

    # -- orders -----------------------------------------------------------------------------------

    def fight(self, attacker: Card, defender: Character) -> None:
        """Both blows are read, both fall, and the defender's answers go first."""
        back = defender.attack if isinstance(defender, Card) else 0
        hits = [Hit(defender, attacker.attack, DEFENDER)]
        if back > 0:
            hits.append(Hit(attacker, back))
        self.damage(hits)
        self.end_phase()

    def play(self, card: Card) -> None:
        card.side.hand.remove(card)
        self.arrive(card)
        self.end_phase()
        if card.kind == "NoviceEngineer":
            self.resolve([Entry(0, 0, card, lambda: self.draw(card.side), "battlecry")])
        self.end_phase()

    def sweep(self, card: Card) -> None:
        card.side.hand.remove(card)
        self.damage([Hit(minion, 1) for minion in self.minions()])
        self.end_phase()

    def end_turn(self, side: Side) -> None:
        queue = []
        for card in self.minions():
            if card.side is side and card.kind == "TestBell":
                act = self.tolling(card)
            elif card.side is side and card.kind == "TestConjurer":
                act = self.conjuring(card)
            else:
                continue
            queue.append(Entry(0, 0, card, act, "turn end"))
        self.resolve(queue)
        self.end_phase()

    def tolling(self, card: Card) -> Callable[[], None]:
        return lambda: self.damage([Hit(self.enemy(card.side), 1)])

    def conjuring(self, card: Card) -> Callable[[], None]:
        return lambda: self.arrive(Card("DrakkariEnchanter", card.side))

    # -- damage -----------------------------------------------------------------------------------

    def damage(self, hits: list[Hit]) -> None:
        """A set of hits: all meet what stands in their way, all fall, then all are answered."""
        hits.sort(key=lambda hit: hit.on.order)
        absorbed = [self.meet(hit) for hit in hits]
        met = sorted(
            zip(hits, absorbed, strict=True), key=lambda each: each[0].on.order
        )
        for hit, spared in met:
            hit.on.health -= hit.amount - spared
            self.told.append(f"{hit.on.kind} hurt {hit.amount}")
        queue: list[Entry] = []
        for number, (hit, _) in enumerate(met):
            if isinstance(hit.on, Card):
                queue += self.answers(hit.on, hit.priority, number)
        self.resolve(queue)

    def meet(self, hit: Hit) -> int:
        """The bodyguard, then the armor; how much is absorbed."""
        if isinstance(hit.on, Side):
            guards = [c for c in hit.on.board if c.kind == "BolfRamshield"]
            if guards:
                hit.on = min(guards, key=lambda card: card.order)
        if isinstance(hit.on, Card):
            return 0
        worn = min(hit.on.armor, hit.amount)
        hit.on.armor -= worn
        return worn

    def answers(self, hurt: Card, priority: int, number: int) -> Iterator[Entry]:
        """Who answers that a minion was hurt."""
        for card in self.minions():
            side = card.side
            match card.kind:
                case "AcolyteOfPain" if card is hurt:
                    yield Entry(priority, number, card, partial(self.draw, side))
                case "Armorsmith" if side is hurt.side:
                    yield Entry(priority, number, card, partial(arm, side))
                case "FrothingBerserker":
                    yield Entry(priority, number, card, partial(anger, card))
                case "TestMartyr":
                    yield Entry(LAST, number, card, partial(self.draw, side))
                case _:
                    pass

    # -- the queue --------------------------------------------------------------------------------

    def resolve(self, queue: list[Entry]) -> None:
        """Fill, sort once by priority, lock, resolve; who is being resolved does not answer."""
        queue = [each for each in queue if id(each.holder) not in self.resolving]
        for entry in sorted(queue, key=lambda each: (-each.priority, each.number)):
            self.resolving.add(id(entry.holder))
            for _ in range(self.times(entry)):
                self.told.append(f"{entry.holder.kind} answers")
                entry.act()
            self.resolving.discard(id(entry.holder))

    def times(self, entry: Entry) -> int:
        """How often an entry acts, counted as it starts."""
        doubler = TWICE.get(entry.kind)
        board = entry.holder.side.board
        return 2 if any(card.kind == doubler for card in board) else 1

    # -- deaths -----------------------------------------------------------------------------------

    def end_phase(self) -> None:
        """All who are dying leave together; then each says its last word; and again."""
        while True:
            dead = [card for card in self.minions() if card.health <= 0]
            fallen = [s for s in self.sides if s.health <= 0 and not s.fallen]
            if not dead and not fallen:
                return
            for side in fallen:
                side.fallen = True
            for card in dead:
                card.side.board.remove(card)
                self.told.append(f"{card.kind} dies")
            queue = []
            for number, card in enumerate(dead):
                act = self.last_word(card)
                if act is not None:
                    queue.append(Entry(0, number, card, act, "deathrattle"))
            self.resolve(queue)

    def last_word(self, card: Card) -> Callable[[], None] | None:
        match card.kind:
            case "LootHoarder":
                return lambda: self.draw(card.side)
            case "HarvestGolem":
                return lambda: self.arrive(Card("DamagedGolem", card.side))
            case "UnstableGhoul":
                return lambda: self.damage(
                    [Hit(minion, 1) for minion in self.minions()]
                )
            case _:
                return None


def arm(side: Side) -> None:
    side.armor += 1


def anger(card: Card) -> None:
    card.bonus += 1
