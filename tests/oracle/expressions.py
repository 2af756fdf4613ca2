"""Expressions, read one after the other (docs/language.md, section 3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import assert_never

from ledgerc.ir import expressions as ir
from ledgerc.ir.expressions import Expression
from tests.oracle.numbers import Number, between, divided, plain, to_nearest
from tests.oracle.selections import Selecting
from tests.oracle.state import Event, Name, Order, Point, Scope, Value


class Expressing(Selecting):
    """The value of any expression."""

    def evaluate(self, expression: Expression, scope: Scope) -> Value:
        """The value; "anything read of nothing is 0, false or nothing" (section 3)."""
        match expression:
            case ir.Number(value=value):
                return value
            case ir.Truth(value=truth):
                return truth
            case ir.Text(value=text):
                return text
            case ir.Nothing():
                return None
            case ir.Variable():
                return self._variable(expression, scope)
            case ir.EffectParameter(name=name):
                assert scope.instance is not None
                return scope.instance.arguments[name]
            case ir.AbilityParameter(name=name):
                assert scope.order is not None
                return scope.order.arguments[name]
            case ir.SelfStacks():
                return 0 if scope.instance is None else scope.instance.stacks
            case ir.Single(archetype=archetype):
                return self.state.singles.get(archetype)  # nothing before it is made
            case ir.Named(name=name, type=type_):
                return Name(type_.value, name)
            case ir.CurrentPhase():
                return Name("phase", self.state.phase)
            case (
                ir.ReadStat()
                | ir.ReadPool()
                | ir.ReadLink()
                | ir.ReadKeeper()
                | ir.ReadLimit()
                | ir.HasTag()
                | ir.HoldsEffect()
                | ir.Stacks()
                | ir.InState()
                | ir.InZone()
                | ir.CanDo()
            ):
                return self._of_entity(expression, scope)
            case (
                ir.ReadEvent() | ir.ReadEventProp() | ir.ReadEventLink() | ir.ReadHit()
            ):
                return self._of_event(expression, scope)
            case (
                ir.Negate()
                | ir.Arithmetic()
                | ir.Compare()
                | ir.Not()
                | ir.Logical()
                | ir.Conditional()
                | ir.CallFunction()
            ):
                return self._operation(expression, scope)
            case ir.CallFormula(formula=name, arguments=arguments):
                formula = next(
                    each for each in self.catalog.formulas if each.name == name
                )
                given = [self.evaluate(each, scope) for each in arguments]
                names = {
                    parameter.name: value
                    for parameter, value in zip(formula.parameters, given, strict=True)
                }
                return self.evaluate(formula.value, Scope(names=names, asker=name))
            case ir.AskQuery(query=query, arguments=arguments):
                told = tuple(self.evaluate(each, scope) for each in arguments)
                return self.ask(query, told)
            case ir.Roll(sides=sides):
                return self.roll(self.number(sides, scope), scope.asker)
            case ir.RunRoutine(routine=routine, arguments=arguments):
                given = [self.evaluate(each, scope) for each in arguments]
                return self.call(routine, given, scope)
            case (
                ir.Select()
                | ir.Count()
                | ir.FoldOver()
                | ir.FirstSelected()
                | ir.RandomSelected()
                | ir.AnySelected()
            ):
                return self.of_selection(expression, scope)
            case (
                ir.Point()
                | ir.Distance()
                | ir.Bearing()
                | ir.Facing()
                | ir.Toward()
                | ir.InFront()
            ):
                return self._of_space(expression, scope)
            case _:
                assert_never(expression)

    def _variable(self, variable: ir.Variable, scope: Scope) -> Value:
        if variable.role is ir.Role.HOLDER:
            return scope.holder
        if variable.role is ir.Role.TARGET or variable.role is ir.Role.TARGETS:
            return scope.names[variable.role.value]
        return scope.names[variable.name]

    # -- entities -----------------------------------------------------------------------------

    def _of_entity(
        self,
        expression: (
            ir.ReadStat
            | ir.ReadPool
            | ir.ReadLink
            | ir.ReadKeeper
            | ir.ReadLimit
            | ir.HasTag
            | ir.HoldsEffect
            | ir.Stacks
            | ir.InState
            | ir.InZone
            | ir.CanDo
        ),
        scope: Scope,
    ) -> Value:
        entity = self.entity(expression.entity, scope)
        match expression:
            case ir.ReadStat(stat=stat):
                return self.stat(entity, stat)
            case ir.ReadPool(pool=pool):
                return self.pool(entity, pool)
            case ir.ReadLink(link=link):
                return None if entity is None else entity.links.get(link)
            case ir.ReadKeeper():
                return None if entity is None else entity.keeper
            case ir.ReadLimit():
                if entity is None:
                    return 0
                return self.catalog.archetype[entity.archetype].limit or 0
            case ir.HasTag(tag=tag):
                return entity is not None and tag in self.tags(entity)
            case ir.HoldsEffect(effect=effect):
                return bool(self.instances(entity, effect))
            case ir.Stacks(effect=effect):
                return sum(each.stacks for each in self.instances(entity, effect))
            case ir.InState(state=ir.State.ALIVE):
                return self.is_alive(entity)
            case ir.InState(state=ir.State.DYING):
                return self.is_dying(entity)
            case ir.InState():
                return self.is_present(entity)
            case ir.InZone(zone=zone, keeper=keeper):
                if keeper is None:
                    return entity is not None and entity.zone == zone
                whose = self.entity(keeper, scope)
                return (
                    entity is not None
                    and entity.zone == zone
                    and entity.keeper is whose
                )
            case ir.CanDo(ability=ability, by_tag=by_tag, target=target):
                at = None if target is None else self.evaluate(target, scope)
                if target is not None and at is None:
                    return False
                return self.is_able(entity, ability, by_tag, at)
            case _:
                assert_never(expression)

    # -- events -------------------------------------------------------------------------------

    def _of_event(
        self,
        expression: ir.ReadEvent | ir.ReadEventProp | ir.ReadEventLink | ir.ReadHit,
        scope: Scope,
    ) -> Value:
        """In a rule what it answers, in an ability the order (section 3, "The event")."""
        if isinstance(expression, ir.ReadHit):
            hit = scope.names[expression.hit]
            assert isinstance(hit, Event)
            return self._of_hit(expression.field_, hit)
        event = scope.event
        if event is None:
            return None if isinstance(expression, ir.ReadEventLink) else 0
        match expression:
            case ir.ReadEventProp(prop=prop):
                return event.props.get(prop, 0)
            case ir.ReadEventLink(link=link):
                return event.links.get(link) if isinstance(event, Event) else None
            case ir.ReadEvent(field_=field):
                if isinstance(event, Order):
                    one = event.targets[0] if len(event.targets) == 1 else None
                    return event.actor if field is ir.EventField.BY else one
                match field:
                    case ir.EventField.AMOUNT:
                        return event.amount
                    case ir.EventField.APPLIED:
                        return event.applied
                    case ir.EventField.ABSORBED:
                        return event.absorbed
                    case ir.EventField.SUBJECT:
                        return event.subject
                    case ir.EventField.BY:
                        return event.by
                    case _:
                        assert_never(field)
            case _:
                assert_never(expression)

    def _of_hit(self, field: ir.HitField, hit: Event) -> Value:
        match field:
            case ir.HitField.APPLIED:
                return hit.applied
            case ir.HitField.PREVENTED:
                return hit.prevented
            case ir.HitField.AMOUNT:
                return hit.amount
            case ir.HitField.ABSORBED:
                return hit.absorbed
            case _:
                assert_never(field)

    # -- operators ----------------------------------------------------------------------------

    def _operation(
        self,
        expression: (
            ir.Negate
            | ir.Arithmetic
            | ir.Compare
            | ir.Not
            | ir.Logical
            | ir.Conditional
            | ir.CallFunction
        ),
        scope: Scope,
    ) -> Value:
        match expression:
            case ir.Negate(operand=operand):
                return plain(-self.number(operand, scope))
            case ir.Arithmetic():
                left = self.number(expression.left, scope)
                right = self.number(expression.right, scope)
                if expression.operator == "+":
                    return plain(left + right)
                if expression.operator == "-":
                    return plain(left - right)
                if expression.operator == "*":
                    return plain(left * right)
                return divided(left, right)
            case ir.Compare():
                return self._compare(expression, scope)
            case ir.Not(operand=operand):
                return not self.truth(operand, scope)
            case ir.Logical(operator="and", operands=operands):
                return all(self.truth(each, scope) for each in operands)
            case ir.Logical(operands=operands):
                return any(self.truth(each, scope) for each in operands)
            case ir.Conditional():
                taken = self.truth(expression.condition, scope)
                return self.evaluate(
                    expression.then if taken else expression.otherwise, scope
                )
            case ir.CallFunction(function=function, arguments=arguments):
                numbers = [self.number(each, scope) for each in arguments]
                return plain(FUNCTIONS[function](*numbers))
            case _:
                assert_never(expression)

    def _compare(self, expression: ir.Compare, scope: Scope) -> bool:
        left = self.evaluate(expression.left, scope)
        right = self.evaluate(expression.right, scope)
        if expression.operator == "==":
            return left == right
        if expression.operator == "!=":
            return left != right
        assert isinstance(left, Number)
        assert isinstance(right, Number)
        if expression.operator == "<":
            return left < right
        if expression.operator == "<=":
            return left <= right
        if expression.operator == ">":
            return left > right
        return left >= right

    # -- space --------------------------------------------------------------------------------

    def _of_space(
        self,
        expression: (
            ir.Point | ir.Distance | ir.Bearing | ir.Facing | ir.Toward | ir.InFront
        ),
        scope: Scope,
    ) -> Value:
        match expression:
            case ir.Point():
                return Point(
                    self.number(expression.x, scope), self.number(expression.y, scope)
                )
            case ir.Distance():
                first = self.evaluate(expression.first, scope)
                second = self.evaluate(expression.second, scope)
                return self.distance(first, second)
            case ir.Bearing():
                first = self.evaluate(expression.first, scope)
                second = self.evaluate(expression.second, scope)
                return self.bearing(first, second)
            case ir.Facing():
                entity = self.entity(expression.entity, scope)
                return 0 if entity is None else entity.facing
            case ir.Toward():
                start = self.evaluate(expression.start, scope)
                goal = self.evaluate(expression.goal, scope)
                return self.toward(start, goal, self.number(expression.distance, scope))
            case ir.InFront():
                one = self.evaluate(expression.entity, scope)
                other = self.evaluate(expression.other, scope)
                return self.in_front(one, other, self.number(expression.degrees, scope))
            case _:
                assert_never(expression)


FUNCTIONS: dict[ir.Function, Callable[..., Number]] = {
    ir.Function.MIN: min,
    ir.Function.MAX: max,
    ir.Function.CLAMP: between,
    ir.Function.FLOOR: math.floor,
    ir.Function.CEIL: math.ceil,
    ir.Function.ROUND: to_nearest,
    ir.Function.ABS: abs,
}
