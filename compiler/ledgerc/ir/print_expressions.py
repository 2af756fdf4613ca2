"""Expressions of the IR as text, in the language's own words.

What the author left out is written out (the holder of a bare pool, the ``of`` of a selection), and
what only the compiler knows is marked: ``$name`` is a variable bound in the body.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from ledgerc.ir import expressions as ir

# How tightly an expression binds; one that binds less than its place asks for is put in
# parentheses.
_LOOSE = 0
_OR = 1
_AND = 2
_NOT = 3
_COMPARE = 4
_SUM = 5
_PRODUCT = 6
_SIGN = 7
_ATOM = 8


def print_expression(expression: ir.Expression) -> str:
    """``expression`` on one line."""
    return _text(expression, _LOOSE)


def print_arguments(arguments: Iterable[ir.Expression]) -> str:
    """``(a, b)``, or nothing where there are none."""
    inner = ", ".join(print_expression(each) for each in arguments)
    return f"({inner})" if inner else ""


def print_number(value: int | Fraction) -> str:
    """A number exactly: ``3``, ``0.5``, or ``1/3`` where no decimal is exact."""
    exact = Fraction(value)
    rest = exact.denominator
    places = 0
    for prime in (2, 5):
        times = 0
        while rest % prime == 0:
            rest //= prime
            times += 1
        places = max(places, times)
    if rest != 1:
        return f"{exact.numerator}/{exact.denominator}"
    if places == 0:
        return str(exact.numerator)
    digits = str(abs(exact.numerator) * 10**places // exact.denominator)
    digits = digits.rjust(places + 1, "0")
    sign = "-" if exact < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def print_text(text: str) -> str:
    """A text in quotes, as the language writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text(expression: ir.Expression, least: int) -> str:
    text, binding = _print(expression)
    return f"({text})" if binding < least else text


def _call(name: str, *arguments: ir.Expression | str) -> tuple[str, int]:
    inner = ", ".join(
        each if isinstance(each, str) else print_expression(each) for each in arguments
    )
    return f"{name}({inner})", _ATOM


def _path(entity: ir.Expression, name: str) -> tuple[str, int]:
    return f"{_text(entity, _ATOM)}.{name}", _ATOM


def _print(expression: ir.Expression) -> tuple[str, int]:
    """The text of ``expression`` and how tightly it binds."""
    match expression:
        case ir.Number(value=value):
            text = print_number(value)
            if "/" in text:
                return text, _PRODUCT
            return text, _SIGN if value < 0 else _ATOM
        case ir.Truth(value=truth):
            return ("true" if truth else "false"), _ATOM
        case ir.Text(value=text):
            return print_text(text), _ATOM
        case ir.Nothing():
            return "nothing", _ATOM
        case ir.Variable(name=name, role=role):
            plain = role in (ir.Role.HOLDER, ir.Role.TARGET, ir.Role.TARGETS)
            return (name if plain else f"${name}"), _ATOM
        case ir.EffectParameter(name=name):
            return f"self.{name}", _ATOM
        case ir.AbilityParameter(name=name):
            return f"ability.{name}", _ATOM
        case ir.SelfStacks():
            return "self.stacks", _ATOM
        case ir.Single(archetype=name) | ir.Named(name=name):
            return name, _ATOM
        case ir.ReadStat(entity=entity, stat=name) | ir.ReadPool(
            entity=entity, pool=name
        ):
            return _path(entity, name)
        case ir.ReadLink(entity=entity, link=name):
            return _path(entity, name)
        case ir.ReadKeeper(entity=entity):
            return _path(entity, "keeper")
        case ir.ReadLimit(entity=entity):
            return _path(entity, "limit")
        case ir.ReadEvent(field_=field):
            return f"event.{field.value}", _ATOM
        case ir.ReadEventProp(prop=name) | ir.ReadEventLink(link=name):
            return f"event.{name}", _ATOM
        case ir.ReadHit(hit=hit, field_=hit_field):
            return f"${hit}.{hit_field.value}", _ATOM
        case (
            ir.Negate()
            | ir.Arithmetic()
            | ir.Compare()
            | ir.Not()
            | ir.Logical()
            | ir.Conditional()
        ):
            return _operation(expression)
        case ir.CallFunction(function=function, arguments=arguments):
            return _call(function.value, *arguments)
        case ir.CallFormula(formula=name, arguments=arguments):
            return _call(name, *arguments)
        case ir.AskQuery(query=name, arguments=arguments):
            return _call(f"ask {name}", *arguments)
        case ir.Roll(sides=sides):
            return _call("roll", sides)
        case ir.RunRoutine(routine=name, arguments=arguments):
            return f"do {name}{print_arguments(arguments)}", _LOOSE
        case (
            ir.HasTag()
            | ir.HoldsEffect()
            | ir.Stacks()
            | ir.InState()
            | ir.InZone()
            | ir.CanDo()
        ):
            return _question(expression)
        case ir.Select():
            return _selection(expression), _LOOSE
        case ir.Count(selection=selection):
            return _call("count", selection)
        case ir.FoldOver(
            fold=fold, selection=selection, candidate=candidate, value=number
        ):
            inner = f"{print_expression(selection)} as ${candidate}"
            return _call(fold.value, inner, number)
        case ir.FirstSelected(selection=selection):
            return _call("first", selection)
        case ir.RandomSelected(selection=selection):
            return _call("random", selection)
        case ir.AnySelected(selection=selection):
            return _call("any", selection)
        case ir.Point(x=x, y=y):
            return _call("at", x, y)
        case ir.Distance(first=first, second=second):
            return _call("distance", first, second)
        case ir.Bearing(first=first, second=second):
            return _call("bearing", first, second)
        case ir.Facing(entity=entity):
            return _call("facing", entity)
        case ir.Toward(start=start, goal=goal, distance=distance):
            return _call("toward", start, goal, distance)
        case ir.InFront(entity=entity, other=other, degrees=degrees):
            return _call("in_front", entity, other, degrees)
        case ir.CurrentPhase():
            return "phase", _ATOM
        case _:
            assert_never(expression)


_Operation = (
    ir.Negate | ir.Arithmetic | ir.Compare | ir.Not | ir.Logical | ir.Conditional
)
_Question = ir.HasTag | ir.HoldsEffect | ir.Stacks | ir.InState | ir.InZone | ir.CanDo


def _operation(expression: _Operation) -> tuple[str, int]:
    match expression:
        case ir.Negate(operand=operand):
            return f"-{_text(operand, _ATOM)}", _SIGN
        case ir.Arithmetic(operator=operator, left=left, right=right):
            binding = _SUM if operator in "+-" else _PRODUCT
            text = f"{_text(left, binding)} {operator} {_text(right, binding + 1)}"
            return text, binding
        case ir.Compare(operator=operator, left=left, right=right):
            return f"{_text(left, _SUM)} {operator} {_text(right, _SUM)}", _COMPARE
        case ir.Not(operand=operand):
            return f"not {_text(operand, _NOT)}", _NOT
        case ir.Logical(operator=operator, operands=operands):
            binding = _AND if operator == "and" else _OR
            return (
                f" {operator} ".join(_text(each, binding + 1) for each in operands),
                binding,
            )
        case ir.Conditional(condition=condition, then=then, otherwise=otherwise):
            parts = (_text(condition, _OR), _text(then, _OR), _text(otherwise, _LOOSE))
            return "if {} then {} else {}".format(*parts), _LOOSE
        case _:
            assert_never(expression)


def _question(expression: _Question) -> tuple[str, int]:
    match expression:
        case ir.HasTag(entity=entity, tag=name):
            return _call("has", entity, f"tag {name}")
        case ir.HoldsEffect(entity=entity, effect=name):
            return _call("has", entity, f"effect {name}")
        case ir.Stacks(entity=entity, effect=name):
            return _call("stacks", entity, name)
        case ir.InState(entity=entity, state=state):
            return _call(state.value, entity)
        case ir.InZone(entity=entity, zone=zone, keeper=keeper):
            of = f" of {_text(keeper, _ATOM)}" if keeper else ""
            return f"{_text(entity, _SUM)} in {zone}{of}", _COMPARE
        case ir.CanDo(entity=entity, ability=name, by_tag=by_tag, target=target):
            what = f"tag {name}" if by_tag else f"ability {name}"
            if target is None:
                return _call("can", entity, what)
            return _call("can", entity, what, target)
        case _:
            assert_never(expression)


def _selection(selection: ir.Select) -> str:
    return " ".join((_source(selection.source), *map(_clause, selection.clauses)))


def _source(source: ir.Source) -> str:
    match source:
        case ir.InPlay(scope=scope, of=of):
            return scope.value + (f" of {_text(of, _ATOM)}" if of else "")
        case ir.CardsIn(zone=zone, keeper=keeper):
            return f"cards in {zone} of {_text(keeper, _ATOM)}"
        case ir.Members(value=value):
            return _text(value, _ATOM)
        case _:
            assert_never(source)


def _clause(clause: ir.Clause) -> str:
    match clause:
        case ir.HavingTag(tag=tag):
            return f"having {tag}"
        case ir.Holding(effect=effect):
            return f"holding {effect}"
        case ir.WithLink(link=link, value=value):
            return f"with {link} = {_text(value, _SUM)}"
        case ir.Within(distance=distance, of=of):
            return f"within {_text(distance, _SUM)} of {_text(of, _ATOM)}"
        case ir.Where(candidate=candidate, condition=condition):
            return f"as ${candidate} where {_text(condition, _SUM)}"
        case ir.SortedBy(candidate=candidate, key=key, down=down):
            end = " down" if down else ""
            return f"as ${candidate} sorted by {_text(key, _SUM)}{end}"
        case ir.FirstOf(count=count):
            return f"first {_text(count, _SUM)}"
        case _:
            assert_never(clause)
