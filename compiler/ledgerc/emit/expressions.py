"""An expression of the IR as a Python expression (docs/language.md, section 3)."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from ledgerc.emit import nodes, selections, space
from ledgerc.emit.nodes import Node
from ledgerc.emit.setting import Setting
from ledgerc.ir import expressions as ir
from ledgerc.ir.typed import is_whole, type_of
from ledgerc.ir.types import Type


def value(expression: ir.Expression, setting: Setting) -> Node:
    """``expression`` as a value of its own Python type: a truth is a ``bool``."""
    match expression:
        case ir.HasTag() | ir.HoldsEffect():
            return nodes.call("bool", truth(expression, setting))
        case ir.Logical(operator=operator, operands=operands):
            join = nodes.both if operator == "and" else nodes.either
            return join(*(value(each, setting) for each in operands))
        case ir.Conditional(condition=condition, then=then, otherwise=otherwise):
            return nodes.conditional(
                truth(condition, setting),
                value(then, setting),
                value(otherwise, setting),
            )
        case _:
            return truth(expression, setting)


def truth(expression: ir.Expression, setting: Setting) -> Node:
    """``expression`` where only its truth matters: after ``if``, ``and``, ``not``.

    What is no truth is the same as :func:`value`.
    """
    match expression:
        case (
            ir.Number()
            | ir.Truth()
            | ir.Text()
            | ir.Nothing()
            | ir.Variable()
            | ir.EffectParameter()
            | ir.AbilityParameter()
            | ir.SelfStacks()
            | ir.Single()
            | ir.Named()
        ):
            return _plain(expression, setting)
        case (
            ir.ReadStat()
            | ir.ReadPool()
            | ir.ReadLink()
            | ir.ReadKeeper()
            | ir.ReadLimit()
            | ir.ReadEvent()
            | ir.ReadEventProp()
            | ir.ReadEventLink()
            | ir.ReadHit()
        ):
            return _read(expression, setting)
        case ir.Negate() | ir.Arithmetic() | ir.CallFunction():
            return _number(expression, setting)
        case ir.Compare():
            return _compare(expression, setting)
        case ir.Not(operand=operand):
            return nodes.inverse(truth(operand, setting))
        case ir.Logical(operator=operator, operands=operands):
            join = nodes.both if operator == "and" else nodes.either
            return join(*(truth(each, setting) for each in operands))
        case ir.Conditional(condition=condition, then=then, otherwise=otherwise):
            return nodes.conditional(
                truth(condition, setting),
                truth(then, setting),
                truth(otherwise, setting),
            )
        case ir.CallFormula(formula=formula, arguments=arguments):
            return _formula(formula, arguments, setting)
        case ir.AskQuery() | ir.Roll() | ir.RunRoutine() | ir.CurrentPhase():
            return _of_world(expression, setting)
        case (
            ir.HasTag()
            | ir.HoldsEffect()
            | ir.Stacks()
            | ir.InState()
            | ir.InZone()
            | ir.CanDo()
        ):
            return _question(expression, setting)
        case (
            ir.Select()
            | ir.Count()
            | ir.FoldOver()
            | ir.FirstSelected()
            | ir.RandomSelected()
            | ir.AnySelected()
        ):
            return selections.compile_selection(expression, setting)
        case (
            ir.Point()
            | ir.Distance()
            | ir.Bearing()
            | ir.Facing()
            | ir.Toward()
            | ir.InFront()
        ):
            return space.measure(expression, setting)
        case _:
            assert_never(expression)


def number(exact: int | Fraction, setting: Setting) -> Node:
    """A literal: an ``int`` itself, any other exact number by its name at module level."""
    if isinstance(exact, int):
        return nodes.constant(exact)
    known = nodes.name(setting.names.number[abs(exact)])
    return nodes.negative(known) if exact < 0 else known


def whole_value(expression: ir.Expression, setting: Setting) -> Node:
    """``expression`` as an ``int``: what is not known to be whole is rounded down."""
    if is_whole(expression):
        return value(expression, setting)
    return nodes.call("runtime.floor", value(expression, setting))


_Plain = (
    ir.Number
    | ir.Truth
    | ir.Text
    | ir.Nothing
    | ir.Variable
    | ir.EffectParameter
    | ir.AbilityParameter
    | ir.SelfStacks
    | ir.Single
    | ir.Named
)


def _plain(expression: _Plain, setting: Setting) -> Node:
    names = setting.names
    match expression:
        case ir.Number(value=exact):
            return number(exact, setting)
        case ir.Truth(value=known) | ir.Text(value=known):
            return nodes.constant(known)
        case ir.Nothing():
            return nodes.name("nothing")
        case ir.Variable(role=ir.Role.HOLDER):
            return setting.holder
        case ir.Variable(role=ir.Role.TARGET):
            return nodes.name("target")
        case ir.Variable(role=ir.Role.TARGETS):
            return nodes.name("targets")
        case ir.Variable(name=name):
            return nodes.name(setting.variables[name])
        case ir.EffectParameter(name=name):
            assert setting.effect is not None
            member = names.effect_member[setting.effect, name]
            return nodes.attribute(setting.instance, member)
        case ir.AbilityParameter(name=name):
            assert setting.ability is not None
            member = names.ability_member[setting.ability, name]
            return nodes.attribute(setting.instance, member)
        case ir.SelfStacks():
            return nodes.attribute(setting.instance, "stacks")
        case ir.Single(archetype=archetype):
            single = nodes.attribute(setting.world, "single")
            return nodes.call(single, nodes.constant(archetype))
        case ir.Named(name=name, type=type_):
            return _named(name, type_, setting)
        case _:
            assert_never(expression)


def _named(name: str, type_: Type, setting: Setting) -> Node:
    """A declared thing as a value: its object at module level; a phase or a word is its text."""
    names = setting.names
    match type_:
        case Type.TAG:
            return nodes.name(names.tag[name])
        case Type.EFFECT:
            return nodes.name(names.effect[name])
        case Type.ABILITY:
            return nodes.name(names.ability[name])
        case Type.ARCHETYPE:
            return nodes.name(names.archetype[name])
        case _:
            return nodes.constant(name)


_Read = (
    ir.ReadStat
    | ir.ReadPool
    | ir.ReadLink
    | ir.ReadKeeper
    | ir.ReadLimit
    | ir.ReadEvent
    | ir.ReadEventProp
    | ir.ReadEventLink
    | ir.ReadHit
)


def _read(expression: _Read, setting: Setting) -> Node:
    names = setting.names
    match expression:
        case (
            ir.ReadStat(entity=entity, stat=member)
            | ir.ReadPool(entity=entity, pool=member)
            | ir.ReadLink(entity=entity, link=member)
        ):
            return nodes.attribute(value(entity, setting), names.attribute[member])
        case ir.ReadKeeper(entity=entity):
            return nodes.attribute(value(entity, setting), "keeper")
        case ir.ReadLimit(entity=entity):
            return nodes.call("runtime.limit_of", value(entity, setting))
        case ir.ReadEvent(field_=field):
            return nodes.attribute(setting.event, field.value)
        case ir.ReadEventProp(prop=carried) | ir.ReadEventLink(link=carried):
            return nodes.attribute(setting.event, names.carried[carried])
        case ir.ReadHit(hit=hit, field_=hit_field):
            return nodes.attribute(nodes.name(setting.variables[hit]), hit_field.value)
        case _:
            assert_never(expression)


def _number(
    expression: ir.Negate | ir.Arithmetic | ir.CallFunction, setting: Setting
) -> Node:
    match expression:
        case ir.Negate(operand=operand):
            return nodes.negative(value(operand, setting))
        case ir.Arithmetic(operator="/", left=left, right=right):
            return nodes.call(
                "runtime.divide", value(left, setting), value(right, setting)
            )
        case ir.Arithmetic(operator=operator, left=left, right=right):
            return nodes.binary(operator, value(left, setting), value(right, setting))
        case ir.CallFunction(function=function, arguments=arguments):
            return _function(function, arguments, setting)
        case _:
            assert_never(expression)


_ROUNDING = {
    ir.Function.FLOOR: "runtime.floor",
    ir.Function.CEIL: "runtime.ceil",
    ir.Function.ROUND: "runtime.nearest",
}


def _function(
    function: ir.Function, arguments: tuple[ir.Expression, ...], setting: Setting
) -> Node:
    given = [value(each, setting) for each in arguments]
    match function:
        case ir.Function.MIN | ir.Function.MAX:
            return given[0] if len(given) == 1 else nodes.call(function.value, *given)
        case ir.Function.ABS:
            known = is_whole(arguments[0])
            return nodes.call("abs" if known else "runtime.absolute", *given)
        case ir.Function.FLOOR | ir.Function.CEIL | ir.Function.ROUND:
            return (
                given[0]
                if is_whole(arguments[0])
                else nodes.call(_ROUNDING[function], *given)
            )
        case ir.Function.CLAMP:
            return nodes.call("runtime.clamp", *given)
        case _:
            assert_never(function)


_BY_IDENTITY = {"==": "is", "!=": "is not"}


def _compare(expression: ir.Compare, setting: Setting) -> Node:
    left, right = value(expression.left, setting), value(expression.right, setting)
    operator = expression.operator
    types = {type_of(expression.left), type_of(expression.right)}
    if types & {Type.ENTITY, Type.EFFECT, Type.ABILITY, Type.ARCHETYPE}:
        operator = _BY_IDENTITY[operator]
    return nodes.compare(operator, left, right)


def asker(setting: Setting) -> tuple[Node, ...]:
    """What a die is told of who rolls it: the routine or formula, which no cause names."""
    return (nodes.constant(setting.asker),) if setting.asker else ()


def _formula(
    formula: str, arguments: tuple[ir.Expression, ...], setting: Setting
) -> Node:
    given = [value(each, setting) for each in arguments]
    if formula in setting.context.formulas_of_world:
        given.insert(0, setting.world)
    return nodes.call(setting.names.formula[formula], *given)


def _of_world(
    expression: ir.AskQuery | ir.Roll | ir.RunRoutine | ir.CurrentPhase,
    setting: Setting,
) -> Node:
    match expression:
        case ir.AskQuery(query=query, arguments=arguments, whole=whole):
            asked = nodes.call(
                nodes.attribute(setting.world, "ask"),
                nodes.constant(query),
                *(value(each, setting) for each in arguments),
            )
            return nodes.call("runtime.whole", asked) if whole else asked
        case ir.Roll(sides=sides):
            roll = nodes.attribute(setting.world, "roll")
            return nodes.call(roll, value(sides, setting), *asker(setting))
        case ir.RunRoutine(routine=routine, arguments=arguments):
            given = [value(each, setting) for each in arguments]
            return nodes.call(setting.names.routine[routine], setting.world, *given)
        case ir.CurrentPhase():
            return nodes.attribute(setting.world, "phase")
        case _:
            assert_never(expression)


_Question = ir.HasTag | ir.HoldsEffect | ir.Stacks | ir.InState | ir.InZone | ir.CanDo


def _question(expression: _Question, setting: Setting) -> Node:
    names = setting.names
    entity = value(expression.entity, setting)
    match expression:
        case ir.HasTag(tag=tag):
            return has_tag(entity, tag, setting)
        case ir.HoldsEffect(effect=effect):
            return holds(entity, effect, setting)
        case ir.Stacks(effect=effect):
            counted = nodes.attribute(setting.world, "stacks")
            return nodes.call(counted, entity, nodes.name(names.effect[effect]))
        case ir.InState(state=state):
            return nodes.call(
                nodes.attribute(setting.world, f"is_{state.value}"), entity
            )
        case ir.InZone(zone=zone, keeper=keeper):
            given = [entity, nodes.constant(zone)]
            if keeper is not None:
                given.append(value(keeper, setting))
            return nodes.call(nodes.attribute(setting.world, "is_in"), *given)
        case ir.CanDo(ability=ability, by_tag=by_tag, target=target):
            table = names.tag if by_tag else names.ability
            given = [entity, nodes.name(table[ability])]
            if target is not None:
                given.append(value(target, setting))
            return nodes.call(nodes.attribute(setting.world, "is_able"), *given)
        case _:
            assert_never(expression)


def has_tag(entity: Node, tag: str, setting: Setting) -> Node:
    """Whether ``entity`` has ``tag``, as a mask."""
    mask = nodes.name(setting.names.tag[tag])
    return nodes.binary("&", nodes.attribute(entity, "tags"), mask)


def holds(entity: Node, effect: str, setting: Setting) -> Node:
    """Whether ``entity`` holds ``effect``, as a mask."""
    mask = nodes.name(setting.names.holds[effect])
    return nodes.binary("&", nodes.attribute(entity, "holds"), mask)
