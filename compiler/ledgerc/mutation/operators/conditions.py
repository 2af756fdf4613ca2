"""Conditions: turned round, left out, one wider or one narrower."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledgerc.ir import catalog as ir
from ledgerc.ir.conditions import condition_of
from ledgerc.ir.expressions import (
    Compare,
    Expression,
    HavingTag,
    Holding,
    Logical,
    Not,
    Where,
    Within,
    WithLink,
)
from ledgerc.ir.typed import type_of
from ledgerc.ir.types import Type
from ledgerc.mutation.model import Change, Edit, Operator
from ledgerc.mutation.operators.amounts import plus
from ledgerc.mutation.operators.places import Placed
from ledgerc.node import replace


def negated(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """A whole condition turned round."""
    held = condition_of(place.node)
    if held is not None:
        says = f"can have its {held.word} turned round"
        node: Any = place.node
        new = replace(node, **{held.member: _inverse(held.condition)})
        edits: tuple[Edit, ...] = ((node, new),)
        yield Change(Operator.NEGATE, held.subject, held.span, says, edits, place.touch)


def _inverse(condition: Expression) -> Expression:
    if isinstance(condition, Not):
        return condition.operand
    return Not(condition, condition.span)


# -- wider and narrower -----------------------------------------------------------------------

_WIDER = {"<": "<=", ">": ">="}
_NARROWER = {"<=": "<", ">=": ">"}
_ONE_MORE = {"<": -1, "<=": 1, ">": 1, ">=": -1}
"""What is added to the right side so that one number fewer, or one more, fits."""


def shifted(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """Comparisons of numbers that hold of one number more or fewer; ``=`` of the next number."""
    compare = place.node
    if not isinstance(compare, Compare) or type_of(compare.left) is not Type.NUMBER:
        return
    sign = compare.operator
    if sign in ("==", "!="):
        new = replace(compare, right=plus(compare.right, 1))
        yield _compared(Operator.WIDEN, compare, new, "can be of one more", place)
        return
    step = _ONE_MORE[sign]
    next_right = plus(compare.right, step)
    if sign in _WIDER:
        other = _WIDER[sign]
        wider = replace(compare, operator=other)
        narrower = replace(compare, right=next_right)
        says = f"can be `{other}`"
        yield _compared(Operator.WIDEN, compare, wider, says, place)
        yield _compared(
            Operator.NARROW, compare, narrower, "can be narrower by one", place
        )
    else:
        other = _NARROWER[sign]
        narrower = replace(compare, operator=other)
        wider = replace(compare, right=next_right)
        says = f"can be `{other}`"
        yield _compared(Operator.NARROW, compare, narrower, says, place)
        yield _compared(Operator.WIDEN, compare, wider, "can be wider by one", place)


def _compared(
    operator: Operator, old: Compare, new: Compare, says: str, place: Placed
) -> Change:
    edits: tuple[Edit, ...] = ((old, new),)
    return Change(operator, f"`{_shown(old)}`", old.span, says, edits, place.touch)


def _shown(compare: Compare) -> str:
    return "=" if compare.operator == "==" else compare.operator


def loosened(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """A condition, or one part of it, left out."""
    node: Any = place.node
    match node:
        case ir.Rule() | ir.Modifier() | ir.Forbids() if node.when is not None:
            held = condition_of(node)
            assert held is not None
            yield _lost(held.subject, node, replace(node, when=None), "when", place)
        case ir.Target() if node.condition is not None:
            yield _lost("target", node, replace(node, condition=None), "where", place)
        case ir.Ability(during=during) if during:
            new = replace(node, during=())
            yield _lost("ability", node, new, "during", place)
        case Where() | HavingTag() | Holding() | WithLink() | Within():
            word = _CLAUSES[type(node)]
            edits: tuple[Edit, ...] = ((node, None),)
            says = f"can lose its `{word}`"
            yield Change(
                Operator.WIDEN, "selection", node.span, says, edits, place.touch
            )
        case Logical():
            yield from _without_one(node, place)
        case _:
            pass
    if isinstance(node, ir.Rule) and node.by is not None:
        yield _lost("rule", node, replace(node, by=None), "by", place)
    if isinstance(node, ir.Subject | ir.Target):
        for tag in node.having:
            rest = tuple(each for each in node.having if each != tag)
            subject = "target" if isinstance(node, ir.Target) else "subject"
            word = f"having {tag}"
            yield _lost(subject, node, replace(node, having=rest), word, place)


_CLAUSES = {
    Where: "where",
    HavingTag: "having",
    Holding: "holding",
    WithLink: "with",
    Within: "within",
}


def _lost(subject: str, old: Any, new: object, word: str, place: Placed) -> Change:
    says = f"can lose its `{word}`"
    return Change(Operator.WIDEN, subject, old.span, says, ((old, new),), place.touch)


def _without_one(logical: Logical, place: Placed) -> Iterator[Change]:
    """An ``and`` or ``or`` that lacks one of its operands."""
    operator = Operator.WIDEN if logical.operator == "and" else Operator.NARROW
    for index in range(len(logical.operands)):
        rest = logical.operands[:index] + logical.operands[index + 1 :]
        new = rest[0] if len(rest) == 1 else replace(logical, operands=rest)
        says = f"can lose its {_ORDINALS[min(index, len(_ORDINALS) - 1)]} part"
        yield Change(
            operator,
            f"`{logical.operator}`",
            logical.span,
            says,
            ((logical, new),),
            place.touch,
        )


_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "last",
)
