"""A chunk of matches, and what comes of it: counters, and the few seeds worth looking at.

A chunk says all that its matches depend on, so that they are the same wherever it is played:
``(digest of the rules, module, parameters, first index, count)``. What comes of chunks adds up in
any order and for any size of chunks.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ledger_runtime.match import MOST_ORDERS, End, Match, play_match
from ledger_runtime.players import stream_seed
from ledgerc.matching.rules import RulesMismatchError, load_rules, runtime_digest

MOST_ODD = 20
"""Odd matches that are kept; those with the lowest index."""

_DIGEST_BITS = 128


@dataclass(frozen=True, slots=True)
class Parameters:
    """What all matches of a run have in common; ``setups`` are taken in turn."""

    setups: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    most_orders: int = MOST_ORDERS

    def setup(self, index: int) -> str:
        """The set-up of a match."""
        return self.setups[index % len(self.setups)]

    def match_seed(self, index: int) -> int:
        """The seed of a match: a stable hash of the run's seed and the index, in 48 bits."""
        return stream_seed("match", self.seed, index) >> 16


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some matches of a run."""

    digest: str
    module: str
    parameters: Parameters
    first: int
    count: int
    runtime: str


@dataclass(frozen=True, slots=True)
class Odd:
    """A match that the rules did not end."""

    index: int
    seed: int
    setup: str
    end: str
    words: str


@dataclass(slots=True)
class Tally:
    """What came of some matches.

    ``wins`` counts by set-up and side; ``firsts`` those that the side won which gave the first
    order; ``lengths`` how many matches had how many orders. ``digest`` is the sum of the digests
    of all matches, each with its index.
    """

    matches: int = 0
    wins: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    firsts: int = 0
    decided: int = 0
    draws: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    odd: list[Odd] = field(default_factory=list)
    odd_ends: Counter[str] = field(default_factory=Counter)
    digest: int = 0

    def count(self, index: int, match: Match) -> None:
        """Add a match."""
        self.matches += 1
        self.played[match.setup] += 1
        self.lengths[match.length] += 1
        if match.end is End.WON and match.winner is not None:
            name = match.sides[match.winner]
            self.wins[match.setup, match.winner, name] += 1
            self.decided += 1
            self.firsts += match.winner == match.first
        elif not match.end.is_odd:
            self.draws[match.setup] += 1
        else:
            self.odd_ends[match.end.value] += 1
            odd = Odd(index, match.seed, match.setup, match.end.value, match.last_line)
            self.odd = _lowest([*self.odd, odd])
        self.digest = _sum(self.digest, match_digest(index, match))

    def add(self, other: Tally) -> None:
        """Add what came of other matches."""
        self.matches += other.matches
        self.wins += other.wins
        self.firsts += other.firsts
        self.decided += other.decided
        self.draws += other.draws
        self.played += other.played
        self.lengths += other.lengths
        self.odd = _lowest([*self.odd, *other.odd])
        self.odd_ends += other.odd_ends
        self.digest = _sum(self.digest, other.digest)

    @property
    def digest_text(self) -> str:
        """The digest as text."""
        return f"{self.digest:032x}"

    @property
    def odd_count(self) -> int:
        """How many matches were odd."""
        return sum(self.odd_ends.values())


def match_digest(index: int, match: Match) -> int:
    """What a match came to, with all of its log, in one number."""
    words = (
        index,
        match.setup,
        match.seed,
        match.end.value,
        match.winner,
        match.length,
        match.log,
        match.save,
        match.error,
    )
    digest = hashlib.blake2b(repr(words).encode(), digest_size=_DIGEST_BITS // 8)
    return int.from_bytes(digest.digest(), "big")


def run_chunk(chunk: Chunk, archive: bytes) -> Tally:
    """Play the matches of a chunk; ``archive`` holds its rules.

    Raises :class:`RulesMismatchError` if this process has another runtime, or the archive other
    rules.
    """
    if runtime_digest() != chunk.runtime:
        raise RulesMismatchError(
            "a worker has another version of ledger_runtime: install the same on all, "
            "and restart the workers"
        )
    module = load_rules(chunk.module, chunk.digest, archive)
    parameters = chunk.parameters
    tally = Tally()
    for index in range(chunk.first, chunk.first + chunk.count):
        match = play_match(
            module,
            parameters.setup(index),
            parameters.players,
            parameters.match_seed(index),
            most_orders=parameters.most_orders,
        )
        tally.count(index, match)
    return tally


def _lowest(odd: Iterable[Odd]) -> list[Odd]:
    return sorted(odd, key=lambda each: each.index)[:MOST_ODD]


def _sum(one: int, other: int) -> int:
    return (one + other) % (1 << _DIGEST_BITS)
