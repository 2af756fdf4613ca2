"""Amounts: one more, one less, the other sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.expressions import (
    Arithmetic,
    Expression,
    FirstOf,
    Negate,
    Number,
    Within,
)
from ledgerc.ir.statements import Carried
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from ledgerc.mutation.model import Change, Edit, Operator
from ledgerc.mutation.operators.places import Placed
from ledgerc.node import replace
from ledgerc.source import Span


def plus(amount: Expression, step: int) -> Expression:
    """``amount`` and ``step`` more."""
    if isinstance(amount, Number):
        return replace(amount, value=amount.value + step)
    one = Number(abs(step), amount.span)
    sign = "+" if step > 0 else "-"
    return Arithmetic(sign, amount, one, is_whole(amount), amount.span)


def stepped(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """Each amount of a node, one more and one less."""
    for amount in _amounts(place.node, catalog):
        for step, word in ((1, "more"), (-1, "less")):
            if not _is_negative(amount.value, step):
                says = f"can be one {word}"
                if amount.which:
                    says = f"can have one {word} {amount.which}"
                new = plus(amount.value, step)
                yield _change(Operator.AMOUNT, amount, says, new, place)


def signed(place: Placed, catalog: ir.Catalog) -> Iterator[Change]:
    """Each amount of a change or a modifier with the other sign."""
    if not isinstance(place.node, _CHANGING):
        return
    for amount in _amounts(place.node, catalog):
        if not isinstance(amount.value, Number) or amount.value.value != 0:
            says = "can have the other sign"
            yield _change(Operator.SIGN, amount, says, _opposite(amount.value), place)


def _change(
    operator: Operator, amount: _Amount, says: str, new: Expression, place: Placed
) -> Change:
    edits: tuple[Edit, ...] = ((place.node, amount.put(new)),)
    return Change(operator, amount.subject, amount.span, says, edits, place.touch)


def _opposite(amount: Expression) -> Expression:
    match amount:
        case Number():
            return replace(amount, value=-amount.value)
        case Negate():
            return amount.operand
        case _:
            return Negate(amount, is_whole(amount), amount.span)


_CHANGING = (
    statements.ChangePool,
    statements.Deal,
    statements.SetAmount,
    statements.Absorb,
    ir.Modifier,
)


def _is_negative(amount: Expression, step: int) -> bool:
    """Whether a literal 0 would become less: what changes takes that for 0 again."""
    return isinstance(amount, Number) and amount.value == 0 and step < 0


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount in a node: whose, what it is an amount of, its place, the node with another.

    ``which`` is empty for what is simply the number."""

    subject: str
    which: str
    value: Expression
    span: Span
    put: Callable[[Expression], object]


def _amounts(node: Any, catalog: ir.Catalog) -> Iterator[_Amount]:
    """The amounts of a node."""

    def amount(subject: str, which: str, field: str) -> _Amount:
        return _Amount(
            subject,
            which,
            getattr(node, field),
            node.span,
            lambda new: replace(node, **{field: new}),
        )

    match node:
        case statements.ChangePool():
            yield amount(f"`{node.way.value}`", "", "amount")
        case statements.Deal():
            word = "`heal`" if catalog.kind[node.kind].healing else "`deal`"
            yield amount(word, "", "amount")
        case statements.SetAmount():
            yield amount("`set event.amount`", "", "amount")
        case statements.Absorb():
            yield amount("`absorb`", "", "amount")
        case ir.Modifier():
            yield amount(f"`{node.kind.value}`", "", "amount")
        case ir.Cost():
            yield amount("`cost`", "", "amount")
        case statements.Turns():
            yield amount("duration", "turn", "count")
        case statements.Seconds():
            yield amount("duration", "second", "count")
        case ir.Every() if node.seconds is not None:
            yield amount("`every`", "second", "seconds")
        case statements.Repeat():
            yield amount("`repeat`", "time", "count")
        case ir.Repeats():
            yield amount("`repeats`", "time", "count")
        case FirstOf():
            yield amount("`first`", "of them", "count")
        case Within():
            yield amount("`within`", "", "distance")
        case ir.Target():
            if node.count is not None:
                yield amount("target", "chosen", "count")
            if node.within is not None:
                yield amount("target", "", "within")
        case ir.BaseStat():
            yield amount("`base`", f"{node.stat}", "value")
        case ir.StartPool() if node.value is not None:
            yield amount("`with`", f"{node.pool}", "value")
        case Carried() if type_of(node.value) is Type.NUMBER:
            yield amount("`with`", node.name, "value")
        case statements.Give() | ir.HeldEffect():
            yield from _arguments(node, catalog)
        case ir.Formula() if node.type is Type.NUMBER:
            yield amount("formula", "", "value")
        case ir.Stat() if node.base is not None:
            yield amount("stat", "", "base")
        case statements.Result() if type_of(node.value) is Type.NUMBER:
            yield amount("`result`", "", "value")
        case _:
            return


def _arguments(
    node: statements.Give | ir.HeldEffect, catalog: ir.Catalog
) -> Iterator[_Amount]:
    """The numbers that an effect is given."""
    word = "`give`" if isinstance(node, statements.Give) else "`has`"
    given = node.arguments

    def put(index: int) -> Callable[[Expression], object]:
        return lambda new: replace(
            node, arguments=(*given[:index], new, *given[index + 1 :])
        )

    for index, parameter in enumerate(catalog.effect[node.effect].parameters):
        if type_of(given[index]) is Type.NUMBER:
            yield _Amount(word, parameter.name, given[index], node.span, put(index))
