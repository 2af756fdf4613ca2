"""Sides: targets, subjects and selections of the others."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import InPlay, Scope
from ledgerc.mutation.model import Change, Operator
from ledgerc.mutation.operators.places import Placed
from ledgerc.node import replace

_TARGETS = {
    ir.Choosable.ALLY: ir.Choosable.ENEMY,
    ir.Choosable.OTHER_ALLY: ir.Choosable.ENEMY,
    ir.Choosable.ENEMY: ir.Choosable.ALLY,
    ir.Choosable.ANY: ir.Choosable.ENEMY,
}
_SUBJECTS = {
    ir.Relation.HOLDER: ir.Relation.OTHER,
    ir.Relation.OTHER: ir.Relation.HOLDER,
    ir.Relation.ALLY: ir.Relation.ENEMY,
    ir.Relation.OTHER_ALLY: ir.Relation.ENEMY,
    ir.Relation.ENEMY: ir.Relation.ALLY,
}
_SCOPES = {
    Scope.ALLIES: Scope.ENEMIES,
    Scope.OTHER_ALLIES: Scope.ENEMIES,
    Scope.ENEMIES: Scope.ALLIES,
}


def turned(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """Who is meant, changed for the other side (where the catalog has sides)."""
    match place.node:
        case ir.Target(what=what) as node if what in _TARGETS:
            if catalog.allegiance is not None:
                new = replace(node, what=_TARGETS[what])
                yield _change("target", node, new, _TARGETS[what].value, place)
        case ir.Subject(relation=relation) as node if relation in _SUBJECTS:
            if place.above and _hears_phases(place.above[-1]):
                return
            other = _SUBJECTS[relation]
            yield _change(
                "subject", node, replace(node, relation=other), other.value, place
            )
        case InPlay(scope=scope) as node if scope in _SCOPES:
            if catalog.allegiance is not None:
                other_scope = _SCOPES[scope]
                new_scope = replace(node, scope=other_scope)
                yield _change("selection", node, new_scope, other_scope.value, place)
        case _:
            return


def _hears_phases(node: object) -> bool:
    """Whether a rule answers what has no subject, so that its own is never looked at."""
    return isinstance(node, ir.Rule | ir.LastsUntil) and all(
        isinstance(each, ir.OfPhase) for each in node.events
    )


def _change(
    subject: str,
    old: ir.Target | ir.Subject | InPlay,
    new: object,
    word: str,
    place: Placed,
) -> Change:
    says = f"can be of `{word}`"
    return Change(Operator.SIDE, subject, old.span, says, ((old, new),), place.touch)
