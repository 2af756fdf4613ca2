"""The operators: each a function from a place in the IR to the changes that it proposes there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ledgerc.ir import catalog as ir
from ledgerc.mutation.model import Change
from ledgerc.mutation.operators.amounts import signed, stepped
from ledgerc.mutation.operators.bounds import unbounded
from ledgerc.mutation.operators.conditions import loosened, negated, shifted
from ledgerc.mutation.operators.places import Placed, placed
from ledgerc.mutation.operators.rules import dropped, reordered, swapped
from ledgerc.mutation.operators.sides import turned

_Proposing = Callable[[Placed, ir.Catalog], Iterator[Change]]

OPERATORS: tuple[_Proposing, ...] = (
    dropped,
    swapped,
    reordered,
    negated,
    loosened,
    shifted,
    stepped,
    signed,
    turned,
    unbounded,
)


def changes_of(catalog: ir.Catalog) -> Iterator[Change]:
    """Every change that an operator proposes, in catalog order."""
    for place in placed(catalog):
        for propose in OPERATORS:
            yield from propose(place, catalog)
