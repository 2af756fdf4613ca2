"""Elaboration of calls: built-in functions, formulas and queries."""

from __future__ import annotations

from collections.abc import Callable

from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.builtins import (
    FUNCTION_NAMES,
    NUMBER_FUNCTIONS,
    OPERANDS,
    STATE_FUNCTIONS,
)
from ledgerc.sema.context import Body, Typed, fault, unknown
from ledgerc.sema.elaborate import (
    arguments,
    count_of,
    elaborate,
    entity,
    number,
    require,
    selection,
)
from ledgerc.sema.names import doable_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.selections import each_of
from ledgerc.sema.symbols import Kind, Symbol
from ledgerc.syntax import ast

_FOLDS = {fold_.value: fold_ for fold_ in ir.Fold}


def call(body: Body, node: ast.Call, _wanted: Type | None) -> Typed:
    """``name(arguments)``."""
    name = node.function.text
    if name in NUMBER_FUNCTIONS:
        return _number_function(body, node)
    handler = _HANDLERS.get(name)
    if handler is not None:
        return handler(body, node) if _counted(body, node) else _failed(node)
    return _declared(body, node)


def _number_function(body: Body, node: ast.Call) -> Typed:
    name = node.function.text
    function, fewest, most = NUMBER_FUNCTIONS[name]
    given = len(node.arguments)
    if given < fewest or (most is not None and given > most):
        takes = f"{fewest} or more" if most is None else str(fewest)
        body.report.error(
            "LG0303",
            node.span,
            f"{name} takes {takes} {'argument' if takes == '1' else 'arguments'}, "
            f"and {given} {'is' if given == 1 else 'are'} given",
        )
    numbers = [number(body, each, f"what {name} takes") for each in node.arguments]
    if given < fewest or any(each.type is None for each in numbers):
        return unknown(node.span, Type.NUMBER)
    return fold.call(function, numbers, node.span)


def _counted(body: Body, node: ast.Call) -> bool:
    """Whether a built-in function has as many arguments as it takes; LG0303 if not."""
    name = node.function.text
    takes = len(OPERANDS[name])
    most = takes + 1 if name == "can" else takes
    given = len(node.arguments)
    if takes <= given <= most:
        return True
    shape = ", ".join(operand.value for operand in OPERANDS[name])
    body.report.error(
        "LG0303",
        node.span,
        f"{name} takes {count_of(takes, 'argument')}, "
        f"and {given} {'is' if given == 1 else 'are'} given",
        allowed=f"{name}({shape})",
    )
    return False


def _failed(node: ast.Call) -> Typed:
    """A call with the wrong number of arguments: its type is that of its function."""
    if node.function.text in ("has", "can", "any", "in_front", *STATE_FUNCTIONS):
        return unknown(node.span, Type.TRUTH)
    if node.function.text in ("first", "random"):
        return unknown(node.span, Type.ENTITY)
    if node.function.text in ("at", "toward"):
        return unknown(node.span, Type.PLACE)
    return unknown(node.span, Type.NUMBER)


# -- tags, effects, abilities --------------------------------------------------------------


def _name_in(body: Body, node: ast.Expression, wanted: str) -> ast.Name | None:
    """The bare name that stands as an argument, or None after a report."""
    if isinstance(node, ast.Reference):
        return node.name
    body.report.error("LG0301", node.span, f"the name of {wanted} belongs here")
    return None


def _held_thing(
    body: Body, node: ast.Expression, kinds: tuple[Kind, ...], wanted: str
) -> Symbol | None:
    name = _name_in(body, node, wanted)
    if name is None:
        return None
    binding = body.scope.find(name.text)
    if binding is not None and body.symbols.find(kinds, name.text) is None:
        body.report.error(
            "LG0301",
            node.span,
            f"{name} is a value; the name of {wanted} belongs here",
            allowed="a declared name: only a parameter of a template can stand for one",
        )
        return None
    found = body.report.resolve(name, kinds, also=body.template_parameters)
    if found is not None and found.is_template:
        body.report.error(
            "LG0419",
            node.span,
            f"{name} is a template: it needs its arguments here",
        )
        return None
    return found


def _has(body: Body, node: ast.Call) -> Typed:
    owner = entity(body, node.arguments[0], "the first argument of has")
    found = _held_thing(
        body, node.arguments[1], (Kind.TAG, Kind.EFFECT), "a tag or an effect"
    )
    if found is None:
        return unknown(node.span, Type.TRUTH)
    made: ir.Expression
    if found.kind is Kind.TAG:
        made = ir.HasTag(owner.expression, found.name, node.span)
    else:
        made = ir.HoldsEffect(owner.expression, found.name, node.span)
    return Typed(made, Type.TRUTH)


def _stacks(body: Body, node: ast.Call) -> Typed:
    owner = entity(body, node.arguments[0], "the first argument of stacks")
    found = _held_thing(body, node.arguments[1], (Kind.EFFECT,), "an effect")
    if found is None:
        return unknown(node.span, Type.NUMBER)
    made = ir.Stacks(owner.expression, found.name, node.span)
    return Typed(made, Type.NUMBER, True)


def _can(body: Body, node: ast.Call) -> Typed:
    owner = entity(body, node.arguments[0], "the first argument of can")
    name = _name_in(body, node.arguments[1], "an ability or a tag")
    found = doable_named(body, name) if name is not None else None
    at: ir.Expression | None = None
    if len(node.arguments) > 2:
        at = require(
            body, node.arguments[2], Type.PLACE, "the third argument of can"
        ).expression
    if found is None:
        return unknown(node.span, Type.TRUTH)
    ability, by_tag = found
    return Typed(ir.CanDo(owner.expression, ability, by_tag, at, node.span), Type.TRUTH)


def _state(body: Body, node: ast.Call) -> Typed:
    name = node.function.text
    owner = entity(body, node.arguments[0], f"what {name} takes")
    return Typed(
        ir.InState(owner.expression, STATE_FUNCTIONS[name], node.span), Type.TRUTH
    )


# -- selections ----------------------------------------------------------------------------


def _of_selection(body: Body, node: ast.Call) -> Typed:
    name = node.function.text
    chosen = selection(body, node.arguments[0], f"what {name} takes").expression
    match name:
        case "count":
            return Typed(ir.Count(chosen, node.span), Type.NUMBER, True)
        case "any":
            return Typed(ir.AnySelected(chosen, node.span), Type.TRUTH)
        case "first":
            return Typed(ir.FirstSelected(chosen, node.span), Type.ENTITY)
        case _:
            return Typed(ir.RandomSelected(chosen, node.span), Type.ENTITY)


def _fold_over(body: Body, node: ast.Call) -> Typed:
    name = node.function.text
    chosen = selection(body, node.arguments[0], f"the first argument of {name}")
    binding, value = each_of(body, node.arguments[1])
    return Typed(
        ir.FoldOver(
            _FOLDS[name],
            chosen.expression,
            binding.unique,
            value.expression,
            value.whole,
            node.span,
        ),
        Type.NUMBER,
        value.whole,
    )


# -- space and dice ------------------------------------------------------------------------


def _at(body: Body, node: ast.Call) -> Typed:
    x = number(body, node.arguments[0], "x of at")
    y = number(body, node.arguments[1], "y of at")
    return Typed(ir.Point(x.expression, y.expression, node.span), Type.PLACE)


def _between(body: Body, node: ast.Call) -> Typed:
    name = node.function.text
    ends = [
        require(body, each, Type.PLACE, f"what {name} takes").expression
        for each in node.arguments[:2]
    ]
    if name == "distance":
        return Typed(ir.Distance(ends[0], ends[1], node.span), Type.NUMBER)
    if name == "bearing":
        return Typed(ir.Bearing(ends[0], ends[1], node.span), Type.NUMBER)
    far = number(body, node.arguments[2], "the third argument of toward")
    return Typed(ir.Toward(ends[0], ends[1], far.expression, node.span), Type.PLACE)


def _facing(body: Body, node: ast.Call) -> Typed:
    owner = entity(body, node.arguments[0], "what facing takes")
    return Typed(ir.Facing(owner.expression, node.span), Type.NUMBER)


def _in_front(body: Body, node: ast.Call) -> Typed:
    owner = entity(body, node.arguments[0], "the first argument of in_front")
    other = require(
        body, node.arguments[1], Type.PLACE, "the second argument of in_front"
    )
    degrees = number(body, node.arguments[2], "the third argument of in_front")
    return Typed(
        ir.InFront(owner.expression, other.expression, degrees.expression, node.span),
        Type.TRUTH,
    )


def _roll(body: Body, node: ast.Call) -> Typed:
    sides = number(body, node.arguments[0], "the sides of a die")
    value = fold.known(sides)
    if value is not None and not isinstance(value, int):
        body.report.error(
            "LG0310",
            node.arguments[0].span,
            "a die has a whole number of sides",
            allowed="roll(6)",
        )
    elif value is not None and value < 1:
        body.report.error(
            "LG0309",
            node.arguments[0].span,
            f"a die has 1 side or more, not {number_text(value)}",
            allowed="roll(6)",
        )
    return Typed(ir.Roll(sides.expression, node.span), Type.NUMBER, True)


_HANDLERS: dict[str, Callable[[Body, ast.Call], Typed]] = {
    "has": _has,
    "stacks": _stacks,
    "can": _can,
    "alive": _state,
    "dying": _state,
    "present": _state,
    "count": _of_selection,
    "any": _of_selection,
    "first": _of_selection,
    "random": _of_selection,
    "sum": _fold_over,
    "most": _fold_over,
    "least": _fold_over,
    "at": _at,
    "distance": _between,
    "bearing": _between,
    "toward": _between,
    "facing": _facing,
    "in_front": _in_front,
    "roll": _roll,
}


# -- formulas and queries ------------------------------------------------------------------


def _declared(body: Body, node: ast.Call) -> Typed:
    """A formula or a query."""
    name = node.function
    found = body.symbols.find((Kind.FORMULA, Kind.QUERY), name.text)
    if found is None and name.text in body.symbols.tables[Kind.ROUTINE]:
        body.report.error(
            "LG0204",
            name.span,
            f"{name} is a routine: it is run by a statement",
            allowed=f"let x = do {name}(…)",
        )
    else:
        found = body.report.resolve(
            name,
            (Kind.FORMULA, Kind.QUERY),
            also=FUNCTION_NAMES,
            message=f"no function, formula or query is named {name}",
        )
    signature = (
        body.analysis.signatures.get((found.kind, found.name))
        if found is not None
        else None
    )
    if found is None or signature is None:
        for each in node.arguments:
            elaborate(body, each)
        return fault(node.span)
    given = arguments(
        body,
        node.arguments,
        signature.parameters,
        node.span,
        found.name,
    )
    if found.kind is Kind.QUERY:
        made = ir.AskQuery(found.name, tuple(given), signature.whole, node.span)
        return Typed(made, Type.NUMBER, signature.whole)
    if signature.type is None:
        return fault(node.span)
    return Typed(
        ir.CallFormula(
            found.name, tuple(given), signature.type, signature.whole, node.span
        ),
        signature.type,
        signature.whole,
    )
