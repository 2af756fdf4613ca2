"""Automatic players: the protocol of one, and two that know no game.

``docs/match.md`` tells how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, islice
from typing import Any, Protocol

from ledger_runtime import dice
from ledger_runtime.catalog import Way
from ledger_runtime.decisions import Choice, keys_of
from ledger_runtime.event import Order
from ledger_runtime.numbers import Number
from ledger_runtime.sides import Sides

MOST_ANSWERS = 64
"""Answers of one choice that a player looks at."""


class Player(Protocol):
    """Who decides for a side.

    Neither method may give the world a command. Between commands a player may look ahead on
    ``world.copy()``; it finds an entity in the copy by its id. A player that says
    ``chooses_at_once = True`` looks only at the choice: it is asked while the command runs, which
    need not be taken back for it.
    """

    def order(self, world: Any, orders: Sequence[Order[Any]]) -> Order[Any]:
        """One of the legal orders of the player's side, of which there is at least one."""
        ...

    def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        """The chosen ones of ``choice.options``, as many as it asks for."""
        ...


class Stream:
    """A player's own dice: what it draws changes nothing in the world's."""

    def __init__(self, seed: int) -> None:
        self._state = dice.seed_state(seed)

    def below(self, count: int) -> int:
        """A number from 0 to below ``count``, each as likely."""
        self._state, value = dice.roll(self._state, count)
        return value - 1


class RandomPlayer:
    """Gives any legal order, and any answer to a choice, each as likely."""

    chooses_at_once = True

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def order(self, world: Any, orders: Sequence[Order[Any]]) -> Order[Any]:
        """Any of them."""
        return orders[self._stream.below(len(orders))]

    def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        """Any number of options that the choice allows, then any of that many."""
        spread = choice.at_most - choice.at_least + 1
        count = choice.at_least + self._stream.below(spread)
        left = list(choice.options)
        return [left.pop(self._stream.below(len(left))) for _ in range(count)]


class GreedyPlayer:
    """Looks one order ahead, and gives the one after which its side stands best.

    In order of weight: its side has won, or has not lost; then the pools that can be harmed of its
    own entities in play, less those of all other sides (a pool that a damage raises counts
    against its owner); then how many of its own are in play. Equals are drawn from. It sees hidden
    cards, but no dice: it looks ahead with dice of its own.
    """

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def order(self, world: Any, orders: Sequence[Order[Any]]) -> Order[Any]:
        """The best of them, as far as it sees."""
        if len(orders) == 1:
            return orders[0]
        sides = Sides.of(world)
        mine = sides.decider(orders[0].actor)
        ahead = self._ahead(world)

        def score(order: Order[Any]) -> tuple[Number, ...]:
            came: tuple[Number, ...] = ahead.foresee(
                order, lambda: standing(ahead, sides, mine)
            )
            return came

        return orders[self._best([score(order) for order in orders])]

    def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        """The best answer, as far as it sees; while a command runs, the first."""
        answers = list(islice(possible_answers(choice), MOST_ANSWERS))
        if world.running or not world.pending or len(answers) == 1:
            return answers[0]
        sides = Sides.of(world)
        mine = sides.decider(choice.by)
        seed = self._stream.below(1 << 32)

        def score(answer: Sequence[Any]) -> tuple[Number, ...]:
            twin = world.copy()
            twin.chooser = _Answering(keys_of(answer), seed)
            twin.give_again(twin.pending.answers)
            return standing(twin, sides, mine)

        return answers[self._best([score(answer) for answer in answers])]

    def _ahead(self, world: Any) -> Any:
        """A copy to look ahead in, with other dice; choices in it are made without thought."""
        ahead = world.copy()
        ahead.chooser = first_answer
        ahead.seed(self._stream.below(1 << 32))
        return ahead

    def _best(self, scores: Sequence[tuple[Number, ...]]) -> int:
        highest = max(scores)
        best = [index for index, score in enumerate(scores) if score == highest]
        return best[self._stream.below(len(best))]


class _Answering:
    """Answers the choice that a command waits at, then any others without thought.

    What was rolled before the choice is known, and the answers to earlier choices are answers to
    it; so the other dice are taken up here.
    """

    def __init__(self, keys: tuple[int | str, ...], seed: int) -> None:
        self._keys: tuple[int | str, ...] | None = keys
        self._seed = seed

    def __call__(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        if self._keys is None:
            return first_answer(world, choice)
        answer, self._keys = choice.named(self._keys), None
        world.begin_dice(self._seed)
        return answer


def standing(world: Any, sides: Sides, mine: int) -> tuple[Number, ...]:
    """How well a side stands: the greater, the better (see :class:`GreedyPlayer`)."""
    result = 0
    if world.over and world.winner:
        result = 1 if sides.decider(world.winner) == mine else -1
    pools = harmed_pools(world)
    health: Number = 0
    present = 0
    for entity in world.in_play():
        side = sides.side_of(entity)
        if side is None:
            continue
        own = 1 if side == mine else -1
        present += own
        for slot, bit, good in pools:
            if entity.pools & bit:
                health += own * good * getattr(entity, slot)
    return (result, health, present)


def harmed_pools(world: Any) -> list[tuple[str, int, int]]:
    """Slot and bit of each pool that damage changes; 1 if damage lowers it, -1 if it raises it."""
    catalog = world.catalog
    lowered = {kind.pool for kind in catalog.kinds if kind.way is Way.LOWER}
    raised = {kind.pool for kind in catalog.kinds if kind.way is Way.RAISE}
    return [
        (pool.slot, pool.bit, 1 if name in lowered else -1)
        for name, pool in catalog.pools.items()
        if name in lowered or name in raised
    ]


def possible_answers(choice: Choice[Any]) -> Iterator[tuple[Any, ...]]:
    """Every answer to a choice, those with fewer options first."""
    for size in range(choice.at_least, choice.at_most + 1):
        yield from combinations(choice.options, size)


def first_answer(world: Any, choice: Choice[Any]) -> Sequence[Any]:
    """As many options as must be, and one if that is none, from the first on."""
    return choice.options[: max(choice.at_least, min(1, choice.at_most))]


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""The players that come with the runtime, by name; each is made from a seed of its own."""


def stream_seed(*parts: object) -> int:
    """A seed for one of several streams: a stable hash of what tells them apart."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def make_player(name: str, seed: int, side: int) -> Player:
    """A player by name, for a side of the match with a seed. Raises ``KeyError``."""
    return PLAYERS[name](stream_seed("player", seed, side))
