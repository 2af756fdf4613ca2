"""Selections: who is meant, clause by clause (docs/language.md, section 3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from ledgerc.ir import expressions as ir
from tests.oracle.numbers import plain
from tests.oracle.space import Measuring
from tests.oracle.state import Entity, Scope, Value


class Selecting(Measuring):
    """Who is selected, and what is asked of all of them."""

    def of_selection(
        self,
        expression: (
            ir.Select
            | ir.Count
            | ir.FoldOver
            | ir.FirstSelected
            | ir.RandomSelected
            | ir.AnySelected
        ),
        scope: Scope,
    ) -> Value:
        """A selection, or what is asked of one."""
        if isinstance(expression, ir.Select):
            return tuple(self.select(expression, scope))
        selected = self.each_of(expression.selection, scope)
        match expression:
            case ir.Count():
                return len(list(selected))
            case ir.AnySelected():
                return next(selected, None) is not None
            case ir.FirstSelected():
                return next(selected, None)
            case ir.RandomSelected():
                return self.random(list(selected), scope.asker)
            case ir.FoldOver(fold=fold, candidate=candidate, value=value):
                numbers = [
                    self.number(value, scope.inner(**{candidate: each}))
                    for each in selected
                ]
                if not numbers:
                    return 0
                if fold is ir.Fold.SUM:
                    return plain(sum(numbers))
                return max(numbers) if fold is ir.Fold.MOST else min(numbers)
            case _:
                assert_never(expression)

    def each_of(self, selection: ir.Expression, scope: Scope) -> Iterator[Entity]:
        """Those selected, one by one: who is not looked at is not asked about."""
        if isinstance(selection, ir.Select):
            return self.select(selection, scope)
        return iter(self.selection(selection, scope))

    def select(self, selection: ir.Select, scope: Scope) -> Iterator[Entity]:
        """Those selected: "clauses apply from left to right", to each candidate in its turn."""
        found = iter(self._from(selection.source, scope))
        for clause in selection.clauses:
            found = self._narrowed(found, clause, scope)
        return found

    def _from(self, source: ir.Source, scope: Scope) -> list[Entity]:
        match source:
            case ir.InPlay(scope=which, of=of):
                if which is ir.Scope.ALL:
                    return self.in_play()
                one = self.entity(of, scope)
                return [
                    each for each in self.in_play() if self._stands(which, one, each)
                ]
            case ir.CardsIn(zone=zone, keeper=keeper):
                return self.cards(zone, self.entity(keeper, scope))
            case ir.Members(value=value):
                return list(self.selection(value, scope))
            case _:
                assert_never(source)

    def _stands(self, which: ir.Scope, one: Entity | None, each: Entity) -> bool:
        """Whether one of those in play stands so to ``one``; none does to nothing."""
        if one is None:
            return which is ir.Scope.OTHERS
        match which:
            case ir.Scope.OTHERS:
                return each is not one
            case ir.Scope.ALLIES:
                return self.are_allies(one, each)
            case ir.Scope.OTHER_ALLIES:
                return each is not one and self.are_allies(one, each)
            case ir.Scope.ENEMIES:
                return self.are_enemies(one, each)
            case _:
                return True

    def cards(self, zone: str, keeper: Entity | None) -> list[Entity]:
        """What lies in a zone: "an ordered zone from its top", others in order of play."""
        lying = [] if keeper is None else keeper.zones.get(zone, [])
        declared = next(each for each in self.catalog.zones if each.name == zone)
        if declared.ordered:
            return list(lying)
        return sorted(lying, key=lambda each: each.order)

    def _narrowed(
        self, found: Iterator[Entity], clause: ir.Clause, scope: Scope
    ) -> Iterator[Entity]:
        match clause:
            case ir.HavingTag(tag=tag):
                return (each for each in found if tag in self.tags(each))
            case ir.Holding(effect=effect):
                return (each for each in found if self.instances(each, effect))
            case ir.WithLink(link=link, value=value):
                one = self.entity(value, scope)
                return (each for each in found if each.links.get(link) is one)
            case ir.Within(distance=distance, of=of):
                reach = self.number(distance, scope)
                place = self.evaluate(of, scope)
                return (each for each in found if self.is_within(reach, each, place))
            case ir.Where(candidate=candidate, condition=condition):
                return (
                    each
                    for each in found
                    if self.truth(condition, scope.inner(**{candidate: each}))
                )
            case ir.SortedBy(candidate=candidate, key=key, down=down):
                keyed = [
                    (self.number(key, scope.inner(**{candidate: each})), each)
                    for each in found
                ]
                keyed.sort(key=lambda pair: -pair[0] if down else pair[0])
                return iter([each for _, each in keyed])
            case ir.FirstOf(count=count):
                most = math.floor(self.number(count, scope))
                return islice(found, max(most, 0))
            case _:
                assert_never(clause)
