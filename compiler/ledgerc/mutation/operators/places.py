"""Walking a declaration with the line that a play must come by to reach a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.walk import children
from ledgerc.mutation.model import ANY_PLAY, Touch

_MARKED = (
    *get_args(statements.Statement),
    statements.Branch,
    ir.Modifier,
    ir.Requirement,
    ir.Cost,
    ir.BaseStat,
    ir.Formula,
)
"""What has a line of its own in generated code that runs when, and only when, it is reached."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A node, what it stands in (outermost first), and when a play may notice a change of it."""

    node: object
    above: tuple[object, ...]
    touch: Touch


def placed(catalog: ir.Catalog) -> Iterator[Placed]:
    """All nodes of a catalog, each before what is below it, in catalog order."""
    for declaration in children(catalog):
        effect = declaration.name if isinstance(declaration, ir.Effect) else None
        yield from _below(
            declaration, (), ANY_PLAY if effect is None else Touch(effect)
        )


def _below(node: Any, above: tuple[object, ...], touch: Touch) -> Iterator[Placed]:
    if isinstance(node, _MARKED):
        touch = Touch(touch.effect, node.span.place)
    yield Placed(node, above, touch)
    inside = (*above, node)
    for child in children(node):
        yield from _below(child, inside, touch)
