"""The verifier's part for expressions: references, types and variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ledgerc.ir import catalog as declared
from ledgerc.ir import expressions as ir
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type
from ledgerc.ir.verify_scope import Scope, Tables
from ledgerc.source import Span

_ARITY = {
    ir.Function.MIN: (2, None),
    ir.Function.MAX: (2, None),
    ir.Function.CLAMP: (3, 3),
    ir.Function.FLOOR: (1, 1),
    ir.Function.CEIL: (1, 1),
    ir.Function.ROUND: (1, 1),
    ir.Function.ABS: (1, 1),
}
_ORDERINGS = ("<", "<=", ">", ">=")
_EQUALITIES = ("==", "!=")


def verify_expression(expression: ir.Expression, scope: Scope, *expected: Type) -> None:
    """Check ``expression`` and all below it; ``expected``: the types it may have (none: any)."""
    if expected and type_of(expression) not in expected:
        wanted = " or ".join(each.value for each in expected)
        found = type_of(expression).value
        scope.tables.problem(expression.span, f"a {found} stands for a {wanted}")
    _inner(expression, scope)


def verify_number(expression: ir.Expression | None, scope: Scope) -> None:
    """Check a number that may be left out."""
    if expression is not None:
        verify_expression(expression, scope, Type.NUMBER)


def verify_entity(expression: ir.Expression | None, scope: Scope) -> None:
    """Check an entity that may be left out."""
    if expression is not None:
        verify_expression(expression, scope, Type.ENTITY)


def verify_place(expression: ir.Expression | None, scope: Scope) -> None:
    """Check a place, or an entity that stands for its own; it may be left out."""
    if expression is not None:
        verify_expression(expression, scope, Type.PLACE, Type.ENTITY)


def verify_arguments(
    arguments: Sequence[ir.Expression],
    parameters: Sequence[declared.Parameter],
    scope: Scope,
    span: Span,
) -> None:
    """Check that ``arguments`` fit ``parameters`` in number and type."""
    if len(arguments) != len(parameters):
        message = f"{len(arguments)} arguments for {len(parameters)} parameters"
        scope.tables.problem(span, message)
    for argument, parameter in zip(arguments, parameters, strict=False):
        verify_expression(argument, scope, parameter.type)
        if parameter.whole and not is_whole(argument):
            message = f"{parameter.name!r} is whole, its argument may have a fraction"
            scope.tables.problem(argument.span, message)


def verify_effect_reference(
    effect: str,
    arguments: Sequence[ir.Expression],
    scope: Scope,
    span: Span,
) -> None:
    """Check an effect with its arguments."""
    tables = scope.tables
    if tables.known(span, "effect", effect, tables.catalog.effect):
        parameters = tables.catalog.effect[effect].parameters
        verify_arguments(arguments, parameters, scope, span)


def verify_ability_reference(
    ability: str, by_tag: bool, span: Span, tables: Tables
) -> None:
    """Check an ability, or a tag of abilities."""
    if by_tag:
        tables.known(span, "tag", ability, tables.catalog.tags)
    else:
        tables.known(span, "ability", ability, tables.catalog.ability)


def _inner(expression: ir.Expression, scope: Scope) -> None:
    tables = scope.tables
    catalog = tables.catalog
    span = expression.span
    match expression:
        case ir.Number() | ir.Truth() | ir.Text() | ir.Nothing():
            pass
        case ir.Variable():
            scope.variable(expression)
        case ir.EffectParameter(name=name):
            held = scope.effect.parameters if scope.effect else ()
            _same_parameter(name, held, expression, tables)
        case ir.AbilityParameter(name=name):
            held = scope.ability.parameters if scope.ability else ()
            _same_parameter(name, held, expression, tables)
        case ir.SelfStacks():
            if scope.effect is None:
                tables.problem(span, "self is used outside an effect")
        case ir.Single(archetype=name):
            singles = {each.name for each in catalog.archetypes if each.single}
            tables.known(span, "single archetype", name, singles)
        case ir.Named():
            _named(expression, tables)
        case ir.ReadStat(entity=entity, stat=name):
            verify_entity(entity, scope)
            tables.known(span, "stat", name, tables.stats)
        case ir.ReadPool(entity=entity, pool=name):
            verify_entity(entity, scope)
            tables.known(span, "pool", name, catalog.pool)
        case ir.ReadLink(entity=entity, link=name):
            verify_entity(entity, scope)
            tables.known(span, "link", name, tables.links)
        case (
            ir.ReadKeeper(entity=entity)
            | ir.ReadLimit(entity=entity)
            | ir.Facing(entity=entity)
        ):
            verify_entity(entity, scope)
        case ir.ReadEvent():
            if not scope.event or scope.ability is not None:
                tables.problem(span, "event is read outside a rule")
        case ir.ReadEventProp(prop=name):
            if not scope.event:
                tables.problem(span, "event is read where there is none")
            tables.known(span, "prop", name, tables.props)
        case ir.ReadEventLink(link=name):
            if not scope.event:
                tables.problem(span, "event is read where there is none")
            tables.known(span, "link", name, tables.links)
        case ir.ReadHit(hit=name):
            tables.known(span, "hit", name, scope.hits)
        case (
            ir.Negate()
            | ir.Arithmetic()
            | ir.Compare()
            | ir.Not()
            | ir.Logical()
            | ir.Conditional()
            | ir.CallFunction()
        ):
            _operation(expression, scope)
        case ir.CallFormula(formula=name, arguments=arguments):
            if tables.known(span, "formula", name, tables.formulas):
                formula = tables.formulas[name]
                verify_arguments(arguments, formula.parameters, scope, span)
                if (formula.type, formula.whole) != (expression.type, expression.whole):
                    tables.problem(span, f"formula {name!r} has another type")
        case ir.AskQuery(query=name, arguments=arguments):
            if tables.known(span, "query", name, tables.queries):
                parameters = tables.queries[name].parameters
                verify_arguments(arguments, parameters, scope, span)
        case ir.RunRoutine():
            tables.problem(span, "a routine is run where no let takes its result")
        case ir.Roll(sides=sides):
            verify_number(sides, scope)
        case (
            ir.HasTag()
            | ir.HoldsEffect()
            | ir.Stacks()
            | ir.InState()
            | ir.InZone()
            | ir.CanDo()
        ):
            _question(expression, scope)
        case ir.Select(source=source, clauses=clauses):
            _source(source, scope)
            for clause in clauses:
                _clause(clause, scope)
        case (
            ir.Count(selection=selection)
            | ir.FirstSelected(selection=selection)
            | ir.RandomSelected(selection=selection)
            | ir.AnySelected(selection=selection)
        ):
            verify_expression(selection, scope, Type.SELECTION)
        case ir.FoldOver(selection=selection, candidate=candidate, value=value):
            verify_expression(selection, scope, Type.SELECTION)
            with scope.candidate(span, candidate):
                verify_number(value, scope)
        case ir.Point(x=x, y=y):
            verify_number(x, scope)
            verify_number(y, scope)
        case ir.Distance(first=first, second=second) | ir.Bearing(
            first=first, second=second
        ):
            verify_place(first, scope)
            verify_place(second, scope)
        case ir.Toward(start=start, goal=goal, distance=distance):
            verify_place(start, scope)
            verify_place(goal, scope)
            verify_number(distance, scope)
        case ir.InFront(entity=entity, other=other, degrees=degrees):
            verify_entity(entity, scope)
            verify_place(other, scope)
            verify_number(degrees, scope)
        case ir.CurrentPhase():
            pass
        case _:
            assert_never(expression)


def _same_parameter(
    name: str,
    parameters: Sequence[declared.Parameter],
    found: ir.EffectParameter | ir.AbilityParameter,
    tables: Tables,
) -> None:
    by_name = {each.name: each for each in parameters}
    parameter = by_name.get(name)
    if parameter is None:
        tables.problem(found.span, f"{name!r} is no parameter here")
    elif (parameter.type, parameter.whole) != (found.type, found.whole):
        tables.problem(found.span, f"{name!r} has another type than its parameter")


def _named(named: ir.Named, tables: Tables) -> None:
    catalog = tables.catalog
    match named.type:
        case Type.TAG:
            tables.known(named.span, "tag", named.name, catalog.tags)
        case Type.EFFECT:
            tables.known(named.span, "effect", named.name, catalog.effect)
        case Type.ABILITY:
            tables.known(named.span, "ability", named.name, catalog.ability)
        case Type.ARCHETYPE:
            tables.known(named.span, "archetype", named.name, catalog.archetype)
        case Type.PHASE:
            tables.known(named.span, "phase", named.name, catalog.phases)
        case Type.WORD:
            pass
        case _:
            tables.problem(named.span, f"{named.name!r} names no {named.type.value}")


_Operation = (
    ir.Negate
    | ir.Arithmetic
    | ir.Compare
    | ir.Not
    | ir.Logical
    | ir.Conditional
    | ir.CallFunction
)


def _operation(expression: _Operation, scope: Scope) -> None:
    problem = scope.tables.problem
    span = expression.span
    match expression:
        case ir.Negate(operand=operand):
            verify_number(operand, scope)
        case ir.Arithmetic(operator=operator, left=left, right=right):
            if operator not in ("+", "-", "*", "/"):
                problem(span, f"no operator is written {operator!r}")
            verify_number(left, scope)
            verify_number(right, scope)
            if expression.whole and not (is_whole(left) and is_whole(right)):
                problem(span, "a whole number comes of parts with fractions")
        case ir.Compare(operator=operator, left=left, right=right):
            if operator in _ORDERINGS:
                verify_number(left, scope)
                verify_number(right, scope)
            elif operator in _EQUALITIES:
                verify_expression(left, scope)
                verify_expression(right, scope, type_of(left))
            else:
                problem(span, f"no comparison is written {operator!r}")
        case ir.Not(operand=operand):
            verify_expression(operand, scope, Type.TRUTH)
        case ir.Logical(operator=operator, operands=operands):
            if operator not in ("and", "or") or len(operands) < 2:
                problem(span, f"{operator!r} of {len(operands)} operands")
            for operand in operands:
                verify_expression(operand, scope, Type.TRUTH)
        case ir.Conditional(condition=condition, then=then, otherwise=otherwise):
            verify_expression(condition, scope, Type.TRUTH)
            types = [expression.type]
            if expression.type is Type.PLACE:
                types.append(Type.ENTITY)  # it stands where it is
            verify_expression(then, scope, *types)
            verify_expression(otherwise, scope, *types)
            if expression.whole and not (is_whole(then) and is_whole(otherwise)):
                problem(span, "a whole number comes of parts with fractions")
        case ir.CallFunction(function=function, arguments=arguments):
            least, most = _ARITY[function]
            if len(arguments) < least or (most is not None and len(arguments) > most):
                problem(span, f"{len(arguments)} arguments for {function.value}")
            for argument in arguments:
                verify_number(argument, scope)
        case _:
            assert_never(expression)


_Question = ir.HasTag | ir.HoldsEffect | ir.Stacks | ir.InState | ir.InZone | ir.CanDo


def _question(expression: _Question, scope: Scope) -> None:
    tables = scope.tables
    span = expression.span
    verify_entity(expression.entity, scope)
    match expression:
        case ir.HasTag(tag=name):
            tables.known(span, "tag", name, tables.catalog.tags)
        case ir.HoldsEffect(effect=name) | ir.Stacks(effect=name):
            tables.known(span, "effect", name, tables.catalog.effect)
        case ir.InZone(zone=name, keeper=keeper):
            tables.known(span, "zone", name, tables.zones)
            verify_entity(keeper, scope)
        case ir.CanDo(ability=name, by_tag=by_tag, target=target):
            verify_ability_reference(name, by_tag, span, tables)
            verify_place(target, scope)
        case ir.InState():
            pass
        case _:
            assert_never(expression)


def _source(source: ir.Source, scope: Scope) -> None:
    match source:
        case ir.InPlay(scope=kind, of=of):
            verify_entity(of, scope)
            if of is None and kind is not ir.Scope.ALL:
                scope.tables.problem(source.span, f"{kind.value} of nobody")
        case ir.CardsIn(zone=zone, keeper=keeper):
            scope.tables.known(source.span, "zone", zone, scope.tables.zones)
            verify_entity(keeper, scope)
        case ir.Members(value=value):
            verify_expression(value, scope, Type.SELECTION, Type.ENTITY)
        case _:
            assert_never(source)


def _clause(clause: ir.Clause, scope: Scope) -> None:
    tables = scope.tables
    match clause:
        case ir.HavingTag(tag=tag):
            tables.known(clause.span, "tag", tag, tables.catalog.tags)
        case ir.Holding(effect=effect):
            tables.known(clause.span, "effect", effect, tables.catalog.effect)
        case ir.WithLink(link=link, value=value):
            tables.known(clause.span, "link", link, tables.links)
            verify_entity(value, scope)
        case ir.Within(distance=distance, of=of):
            verify_number(distance, scope)
            verify_place(of, scope)
        case ir.Where(candidate=candidate, condition=condition):
            with scope.candidate(clause.span, candidate):
                verify_expression(condition, scope, Type.TRUTH)
        case ir.SortedBy(candidate=candidate, key=key):
            with scope.candidate(clause.span, candidate):
                verify_number(key, scope)
        case ir.FirstOf(count=count):
            verify_number(count, scope)
        case _:
            assert_never(clause)
