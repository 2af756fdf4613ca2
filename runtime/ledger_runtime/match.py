"""One match of a world, from its set-up to its end, decided by players.

:func:`play_match` plays one; :mod:`ledger_runtime.match_file` keeps and replays it. What a match
is, which side decides what, and what may go wrong: ``docs/match.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import Any

from ledger_runtime.catalog import Catalog
from ledger_runtime.decisions import Choice, NeedsChoice, keys_of
from ledger_runtime.entries import Turned
from ledger_runtime.errors import RulesError
from ledger_runtime.event import Order
from ledger_runtime.log import Entry, tree_text
from ledger_runtime.match_setup import MatchError, begin_world, set_up, setup_named
from ledger_runtime.numbers import Number
from ledger_runtime.outcome import Outcome
from ledger_runtime.pending import Answer
from ledger_runtime.players import Player, make_player
from ledger_runtime.sides import Sides
from ledger_runtime.space import Point

MOST_ORDERS = 10_000


class End(Enum):
    """How a match ended."""

    WON = "won"
    DRAWN = "drawn"
    STUCK = "stuck"
    """Nobody had a legal order."""
    ENDLESS = "endless"
    """It was not over after as many orders as it may have."""
    FAILED = "failed"
    """A command raised an error, or a player gave what is none of its orders."""

    @property
    def is_odd(self) -> bool:
        """Whether the rules did not end it."""
        return self not in (End.WON, End.DRAWN)


@dataclass(frozen=True, slots=True)
class Told:
    """An order by ids and names."""

    actor: int
    ability: str
    targets: tuple[int, ...] = ()
    place: tuple[Number, Number] | None = None
    props: tuple[tuple[str, Number], ...] = ()

    @classmethod
    def of(cls, order: Order[Any], catalog: Catalog) -> Told:
        """An order of a world as it could be given again."""
        ability, place = order.ability, order.place
        named = order.targets if ability.target.names_targets else ()
        return cls(
            order.actor.id,
            ability.name,
            tuple(target.id for target in named),
            None if place is None else (place.x, place.y),
            tuple(
                (name, getattr(order, catalog.props[name].slot))
                for name in ability.takes
            ),
        )

    def give(self, world: Any) -> Outcome[Any]:
        """Give the order in a world. Raises as :meth:`World.act` does."""
        return world.act(  # type: ignore[no-any-return]
            world.entity(self.actor),
            world.catalog.ability_named[self.ability],
            *(world.entity(target) for target in self.targets),
            at=None if self.place is None else Point(*self.place),
            **dict(self.props),
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One order of a match: which side gave it, what its choices came to, and its log's digest."""

    side: int
    told: Told
    answers: tuple[Answer, ...]
    log: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played.

    ``winner`` and ``first`` (who gave the first order) are sides by index, None for nobody;
    ``log`` and ``save`` are digests of the whole log and of the world at the end.
    """

    catalog: str
    digest: str
    setup: str
    seed: int
    players: tuple[str, ...]
    sides: tuple[str, ...]
    setup_answers: tuple[Answer, ...]
    setup_log: str
    steps: tuple[Step, ...]
    end: End
    winner: int | None
    first: int | None
    log: str
    save: str
    error: str = ""

    @property
    def length(self) -> int:
        """How many orders were given."""
        return len(self.steps)

    @property
    def last_line(self) -> str:
        """How it ended, and after how many orders."""
        orders = "1 order" if self.length == 1 else f"{self.length} orders"
        match self.end:
            case End.WON:
                winner = "nobody" if self.winner is None else self.sides[self.winner]
                player = "" if self.winner is None else self.players[self.winner]
                how = f"{winner} wins ({player})" if player else f"{winner} wins"
            case End.DRAWN:
                how = "a draw"
            case End.STUCK:
                how = "stuck: nobody has a legal order"
            case End.ENDLESS:
                how = "endless: the budget of orders is used up"
            case End.FAILED:
                how = f"failed: {self.error}"
        return f"{how}, after {orders}"


class Watcher:
    """Sees a match as it is played; every method may be overridden."""

    def begins(self, world: Any, sides: Sides, entries: Sequence[Entry]) -> None:
        """The set-up is done; ``entries`` is its log."""

    def steps(self, world: Any, order: Order[Any], entries: Sequence[Entry]) -> None:
        """An order has been carried out; ``entries`` is its log, without the order itself."""


def play_match(
    rules: Any,
    setup: str | None,
    players: Sequence[Player | str],
    seed: int,
    *,
    most_orders: int = MOST_ORDERS,
    watcher: Watcher | None = None,
) -> Match:
    """Play a match of a generated module, or of its ``World``, to its end.

    ``setup`` may be None where there is one; a player is a :class:`Player` or the name of one; a
    single one decides for all sides. Raises :class:`MatchError`; what goes wrong in the match
    itself is its end.
    """
    world_class = getattr(rules, "World", rules)
    return _Game(world_class, setup, players, seed, most_orders, watcher).play()


@dataclass(slots=True)
class Digests:
    """Digests of what a match logs: of each command, and of all of it."""

    _whole: Any = field(default_factory=lambda: blake2b(digest_size=16))

    def add(self, text: str) -> str:
        """The digest of one command's log."""
        data = text.encode()
        self._whole.update(data)
        return blake2b(data, digest_size=4).hexdigest()

    def whole(self) -> str:
        """The digest of all that was added."""
        return str(self._whole.hexdigest())


def log_text(order: Order[Any] | None, entries: Sequence[Entry]) -> str:
    """The log of a command as text; what differs in any way has another text."""
    head = "" if order is None else f"{order.text()}\n"
    return head + tree_text(tuple(entries))


def save_digest(world: Any) -> str:
    """The digest of a world's saved form."""
    return blake2b(world.save(), digest_size=16).hexdigest()


class _Game:
    """A match while it is played."""

    def __init__(
        self,
        world_class: Any,
        setup: str | None,
        players: Sequence[Player | str],
        seed: int,
        most_orders: int,
        watcher: Watcher | None,
    ) -> None:
        self.setup = setup_named(world_class, setup)
        self.given = list(players)
        self.seed = seed
        self.most_orders = most_orders
        self.watcher = watcher or Watcher()
        self.world_class = world_class
        self.players: list[Player] = []
        self.names: list[str] = []
        self.digests = Digests()
        self.steps: list[Step] = []
        self.present: list[Any] = []
        self.seen = 0
        self.answers: list[Answer] = []
        self.setup_answers: list[Answer] = []
        self.setup_log = ""
        self.end = End.DRAWN
        self.error = ""

    def play(self) -> Match:
        """All of it."""
        self.world = begin_world(self.world_class, self.seed)
        self.sides = Sides.of(self.world)
        try:
            self._set_up()
            self.end = self._play_on()
        except RulesError as error:
            self.end = End.FAILED
            places = (f", {note}" for note in getattr(error, "__notes__", ()))
            self.error = f"{type(error).__name__}: {error}{''.join(places)}"
        return self._match()

    def _set_up(self) -> None:
        world = self.world
        world.chooser = self._choose_in_setup
        try:
            outcome = set_up(world, self.setup)
        finally:
            world.chooser = None
        self.sides = Sides.of(world)
        self._seat(self.sides.count)
        if len(self.given) not in (1, self.sides.count):
            raise MatchError(
                f"there are {self.sides.count} sides ({', '.join(self.sides.names)}): "
                f"name one player, or one a side, not {len(self.given)}"
            )
        self.setup_log = self.digests.add(log_text(None, outcome.entries))
        world.log.forget()
        self.watcher.begins(world, self.sides, outcome.entries)

    def _seat(self, count: int) -> None:
        """Have a player for each of so many sides."""
        for side in range(len(self.players), count):
            given = self.given[side % len(self.given)]
            if isinstance(given, str):
                self.players.append(make_player(given, self.seed, side))
                self.names.append(given)
            else:
                self.players.append(given)
                self.names.append(type(given).__name__)

    def _choose_at_once(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        """The answer to a choice of the command that runs."""
        player = self.players[self.sides.decider(choice.by)]
        chosen = player.choose(world, choice)
        self.answers.append(keys_of(chosen))
        return chosen

    def _choose_in_setup(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        """While a set-up runs, the sides are those that there are so far."""
        side = Sides.of(world).decider(choice.by)
        self._seat(side + 1)
        chosen = self.players[side].choose(world, choice)
        self.setup_answers.append(keys_of(chosen))
        return chosen

    def _play_on(self) -> End:
        world = self.world
        if all(getattr(each, "chooses_at_once", False) for each in self.players):
            world.chooser = self._choose_at_once
        while not world.over:
            if len(self.steps) >= self.most_orders:
                return End.ENDLESS
            side, orders = self._legal_orders()
            if not orders:
                return End.STUCK
            self._give(side, self.players[side].order(world, orders))
        return End.WON if world.winner else End.DRAWN

    def _legal_orders(self) -> tuple[int, tuple[Order[Any], ...]]:
        """The first side that has legal orders, and these, in order of play."""
        actors: list[list[Any]] = [[] for _ in range(self.sides.count)]
        decider = self.sides.decider
        for entity in self.world.ready_among(self._those_present()):
            actors[decider(entity)].append(entity)
        for side, own in enumerate(actors):
            own.sort(key=_order_of_play)
            orders = self.world.orders_of(*own) if own else ()
            if orders:
                return side, orders
        return 0, ()

    def _those_present(self) -> list[Any]:
        """All that are granted anything, but those who had gone before this was last asked."""
        world = self.world
        present = [entity for entity in self.present if not entity.gone]
        entity_of = world.entities.__getitem__
        made = map(entity_of, range(self.seen + 1, world.next_id))
        present += [entity for entity in made if entity.archetype.grants]
        self.seen = world.next_id - 1
        self.present = present
        return present

    def _give(self, side: int, order: Order[Any]) -> None:
        """Give an order, and answer its choices."""
        world = self.world
        told = Told.of(order, world.catalog)
        answers: list[Answer] = []
        self.answers = answers
        outcome: Outcome[Any] | None = None
        choice: Choice[Any] | None = None
        while outcome is None:
            try:
                if choice is None:
                    outcome = world.obey(order)
                else:
                    player = self.players[self.sides.decider(choice.by)]
                    chosen = player.choose(world, choice)
                    answers.append(keys_of(chosen))
                    outcome = world.decide(*chosen)
            except NeedsChoice as needed:
                choice = needed.choice
        if not outcome.done:
            raise RulesError(
                f"the player of {self.sides.name(side)} gave an order that is refused: "
                f"{order.text()}: {outcome.message}"
            )
        if Turned in map(type, outcome.entries):  # what somebody is granted has changed
            self.present, self.seen = [], 0
        digest = self.digests.add(log_text(order, outcome.entries))
        self.steps.append(Step(side, told, tuple(answers), digest))
        world.log.forget()
        self.watcher.steps(world, order, outcome.entries)

    def _match(self) -> Match:
        world, sides = self.world, self.sides
        winner = sides.side_of(world.winner) if world.over else None
        names = tuple(sides.name(index) for index in range(sides.count))
        return Match(
            catalog=world.catalog.name,
            digest=world.catalog.digest,
            setup=self.setup,
            seed=self.seed,
            players=tuple(self.names),
            sides=names,
            setup_answers=tuple(self.setup_answers),
            setup_log=self.setup_log,
            steps=tuple(self.steps),
            end=self.end,
            winner=winner,
            first=self.steps[0].side if self.steps else None,
            log=self.digests.whole(),
            save=save_digest(world),
            error=self.error,
        )


def _order_of_play(entity: Any) -> tuple[int, int]:
    return entity.order, entity.id
