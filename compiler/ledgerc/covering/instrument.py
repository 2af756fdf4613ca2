"""Counters in a catalog: a copy of the IR in which conditions and lines pass through a formula.

A formula is what a condition can pass through without the emitter knowing anything of counters:
``when event.amount > 0`` becomes ``when covered truth(7, event.amount > 0)``. The formula gives its
second argument; the module's function of it is exchanged for one that counts. Names with a blank
are no author's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from ledgerc.covering.points import Kind, Point
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.conditions import condition_of
from ledgerc.ir.expressions import (
    CallFormula,
    Expression,
    Number,
    Role,
    Truth,
    Variable,
)
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from ledgerc.node import field_names, replace
from ledgerc.source import Span

_STATEMENTS = get_args(statements.Statement)


@dataclass(frozen=True, slots=True)
class Instrumented:
    """A catalog with counters; the number of a point is its place in ``points``.

    ``requirements`` and ``forbids`` lead from the number of a condition (of a ``forbids`` without
    one: of its line) to that of its refusal;
    ``refusals`` from an ability and a code, ``deaths`` from an effect's ``dies`` of a pool.
    ``formulas`` are those that count.
    """

    catalog: ir.Catalog
    points: tuple[Point, ...]
    requirements: dict[int, int]
    forbids: dict[int, int]
    refusals: dict[tuple[str, str], int]
    deaths: tuple[tuple[str, ir.Dies, int, int], ...]
    formulas: tuple[str, ...]


def instrument(catalog: ir.Catalog) -> Instrumented:
    """``catalog`` with counters in it."""
    return _Instrumenting(catalog).result()


class _Instrumenting:
    """Rebuilds a catalog from below, and numbers the points on the way."""

    def __init__(self, catalog: ir.Catalog) -> None:
        self._catalog = catalog
        self._numbers: dict[Point, int] = {}
        self._requirements: dict[int, int] = {}
        self._forbids: dict[int, int] = {}
        self._refusals: dict[tuple[str, str], int] = {}
        self._deaths: list[tuple[str, ir.Dies, int, int]] = []
        self._types: dict[tuple[Type, bool], None] = {}
        self._lets = 0

    def result(self) -> Instrumented:
        for effect in self._catalog.effects:
            for dies in effect.dies:
                if dies.at is not ir.DiesAt.CONDITION:
                    self._deaths.append(
                        (
                            effect.name,
                            dies,
                            self._number(Kind.RULE, dies.span, "`dies`"),
                            self._line(dies.span),
                        )
                    )
        for ability in self._catalog.abilities:
            self._ability(ability)
        catalog = self._rebuilt(self._catalog)
        formulas = (
            *catalog.formulas,
            *(_formula(*each, catalog) for each in self._types),
        )
        return Instrumented(
            replace(catalog, formulas=formulas),
            tuple(self._numbers),
            self._requirements,
            self._forbids,
            self._refusals,
            tuple(self._deaths),
            tuple(_name(*each) for each in self._types),
        )

    # -- points -------------------------------------------------------------------------------

    def _number(self, kind: Kind, span: Span, subject: str) -> int:
        return self._numbers.setdefault(
            Point.at(kind, span, subject), len(self._numbers)
        )

    def _line(self, span: Span) -> int:
        start = span._replace(column=0)
        return self._number(Kind.LINE, start, "line")

    def _ability(self, ability: ir.Ability) -> None:
        """The refusals that the runtime gives of itself."""
        if ability.target is not None:
            self._refuses(ability, "NoTarget", ability.target.span, "target")
        if ability.costs:
            self._refuses(ability, "CannotAfford", ability.costs[0].span, "`cost`")
        if ability.during:
            self._refuses(ability, "WrongPhase", ability.span, "`during`")

    def _refuses(
        self, ability: ir.Ability, code: str, span: Span, subject: str
    ) -> None:
        number = self._number(Kind.REFUSAL, span, f"{subject} ({code})")
        self._refusals[ability.name, code] = number

    # -- nodes --------------------------------------------------------------------------------

    def _rebuilt(self, node: Any) -> Any:
        """A node with counters below it and in it."""
        if type(node) is tuple:
            items = tuple(self._rebuilt(item) for item in node)
            if node and isinstance(node[0], _STATEMENTS):
                return self._body(node, items)
            return items
        names = field_names(type(node)) if not isinstance(node, Span) else ()
        changed = {}
        for name in names:
            if name != "span":
                before = getattr(node, name)
                after = self._rebuilt(before)
                if after is not before:
                    changed[name] = after
        return self._counted(node, replace(node, **changed) if changed else node)

    def _body(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
        """A body with a counter above each statement."""
        counted: list[statements.Statement] = []
        for old, new in zip(before, after, strict=True):
            counted += (self._let(self._line(old.span), old.span), new)
        return tuple(counted)

    def _let(self, number: int, span: Span) -> statements.Let:
        self._lets += 1
        value = self._truth(number, Truth(True, span), span)
        return statements.Let(f"_covered_{self._lets}", Type.TRUTH, False, value, span)

    def _counted(self, old: Any, new: Any) -> Any:
        """A node whose parts have counters, with its own."""
        held = condition_of(old)
        if held is not None:
            number = self._number(
                Kind.CONDITION, held.span, f"{held.word} of the {held.subject}"
            )
            if isinstance(old, ir.Requirement):
                self._requirements[number] = self._refusal(old, "requires")
            if isinstance(old, ir.Forbids):
                self._forbids[number] = self._refusal(old, "forbids")
            condition = getattr(new, held.member)
            if not isinstance(old, _WITH_LINES):
                condition = self._truth(self._line(held.span), condition, held.span)
            condition = self._truth(number, condition, held.span)
            new = replace(new, **{held.member: condition})
        match old:
            case ir.Rule() | ir.Every() | ir.OnGainedOrLost():
                first = self._let(self._rule(old), old.span)
                head = self._let(self._line(old.span), old.span)
                return replace(new, body=(first, head, *new.body))
            case ir.Forbids(when=None):
                self._forbids[self._line(old.span)] = self._refusal(old, "forbids")
                return replace(new, when=self._lined(Truth(True, old.span), old.span))
            case ir.Modifier() | ir.Cost():
                return replace(new, amount=self._lined(new.amount, old.span))
            case ir.BaseStat():
                return replace(new, value=self._lined(new.value, old.span))
            case ir.Repeats():
                return replace(new, count=self._lined(new.count, old.span))
            case ir.Formula():
                line = self._line(old.span)
                value = self._passed(line, new.value, old.type, old.span)
                return replace(new, value=value)
            case _:
                return new

    def _rule(self, rule: ir.Rule | ir.Every | ir.OnGainedOrLost) -> int:
        match rule:
            case ir.Rule():
                subject = "rule"
            case ir.Every():
                subject = "`every`"
            case _:
                subject = "`on gained`" if rule.gained else "`on lost`"
        return self._number(Kind.RULE, rule.span, subject)

    def _refusal(self, node: ir.Requirement | ir.Forbids, word: str) -> int:
        subject = f'`{word}` ("{node.reason}")'
        return self._number(Kind.REFUSAL, node.span, subject)

    def _lined(self, value: Expression, span: Span) -> Expression:
        """A value that counts its line as it is read."""
        return self._passed(self._line(span), value, type_of(value), span)

    def _truth(self, number: int, condition: Expression, span: Span) -> Expression:
        return self._passed(number, condition, Type.TRUTH, span)

    def _passed(
        self, number: int, value: Expression, type_: Type, span: Span
    ) -> Expression:
        """A value that passes through the formula that counts."""
        whole = type_ is Type.NUMBER and is_whole(value)
        self._types[type_, whole] = None
        given = (Number(number, span), value)
        return CallFormula(_name(type_, whole), given, type_, whole, span)


_WITH_LINES = (ir.Rule, ir.Modifier, statements.RepeatUntil)
"""What has a condition, and counts its line by itself."""


def _name(type_: Type, whole: bool) -> str:
    """The name of the formula for one type."""
    return f"covered {'whole ' if whole else ''}{type_.value}"


def _formula(type_: Type, whole: bool, catalog: ir.Catalog) -> ir.Formula:
    """The formula that gives its second argument, of one type."""
    span = Span(catalog.name, 1, 1, 1, 1)
    value = Variable("value", type_, Role.PARAMETER, whole, span=span)
    parameters = (
        ir.Parameter("number", Type.NUMBER, True, span),
        ir.Parameter("value", type_, whole, span),
    )
    return ir.Formula(_name(type_, whole), parameters, type_, whole, value, "", span)
