"""What is tried: the mutants of some files, each in every catalog that has the line, with plays."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from ledgerc.ir import catalog as ir
from ledgerc.ir.plays import PlayFile
from ledgerc.mutation.model import Key, Mutant
from ledgerc.mutation.suite import Seen


@dataclass(frozen=True, slots=True)
class Case:
    """A catalog with plays of it, and what each run of them sees."""

    catalog: ir.Catalog
    plays: tuple[PlayFile, ...]
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A mutant in one case: the runs that may notice it, those that see least first."""

    case: int
    mutant: Mutant
    runs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant with every case in which it may be noticed."""

    key: Key
    occurrences: tuple[Occurrence, ...]

    @property
    def runs(self) -> int:
        """How many runs may notice it."""
        return sum(len(each.runs) for each in self.occurrences)


@dataclass(frozen=True, slots=True)
class Campaign:
    """All that is needed to try mutants, in one object that can be sent to another process."""

    cases: tuple[Case, ...]
    trials: tuple[Trial, ...]


def sampled(campaign: Campaign, count: int, seed: int) -> Campaign:
    """The campaign with ``count`` of its trials, picked by ``seed``, in their order."""
    if count >= len(campaign.trials):
        return campaign
    picked = random.Random(seed).sample(range(len(campaign.trials)), count)
    return Campaign(
        campaign.cases, tuple(campaign.trials[index] for index in sorted(picked))
    )


def noticing(seen: Iterable[tuple[int, Seen]], mutant: Mutant) -> tuple[int, ...]:
    """The runs that may notice a mutant; those that see least, and so are about it, come first."""
    found = [
        (len(each.places), number)
        for number, each in seen
        if any(map(each.notices, mutant.touches))
    ]
    return tuple(number for _, number in sorted(found))
