"""The small declarations: stats, pools, props, events, queries, zones, routines, formulas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as ir_expressions
from ledgerc.sema import bodies
from ledgerc.sema.constants import constant, whole_constant
from ledgerc.sema.context import Analysis, Body, Bounds
from ledgerc.sema.elaborate import elaborate, entity, number, truth
from ledgerc.sema.heads import doc_of
from ledgerc.sema.inference import routine_body
from ledgerc.sema.names import named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.statements import elaborate_body
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_FOLLOWS = {
    None: ir.Follow.NO,
    "follows": ir.Follow.RISES,
    "follows both": ir.Follow.BOTH,
}


def read_singles(analysis: Analysis, declarations: Sequence[ast.Declaration]) -> None:
    """Read the lines of which a catalog has one, so that bodies may rely on them."""
    symbols = analysis.symbols
    body = Body(analysis, "a declaration")
    for node in declarations:
        match node:
            case ast.Rate() if symbols.rate is None:
                symbols.rate = whole_constant(analysis, node.value, "the rate", least=1)
            case ast.Allegiance() if symbols.allegiance is None:
                named(body, Kind.LINK, node.link)
                symbols.allegiance = node.link.text
            case ast.TurnEvent() if symbols.turn_event is None:
                named(body, Kind.EVENT, node.event)
                symbols.turn_event = node.event.text
            case ast.Space() if symbols.space is None:
                symbols.space = node
                if node.radius is not None:
                    named(body, Kind.STAT, node.radius)
            case ast.InPlay():
                symbols.in_play += tuple(
                    name
                    for name in node.zones
                    if named(body, Kind.ZONE, name) is not None
                )
            case _:
                pass


def bounds_of_holder(
    analysis: Analysis, node: ast.Expression | None, what: str
) -> ir_expressions.Expression | None:
    """A bound of a stat, pool or zone: an expression of the entity, bare stats being its own."""
    if node is None:
        return None
    body = Body(analysis, what, holder=True, bare_stats=True)
    return number(body, node, what).expression


def _known(expression: ir_expressions.Expression | None) -> Bounds:
    value = expression.value if isinstance(expression, ir_expressions.Number) else None
    return (value, None)


def check_bounds(
    analysis: Analysis,
    span: Span,
    name: str,
    low: ir_expressions.Expression | None,
    high: ir_expressions.Expression | None,
) -> Bounds:
    """The literal bounds; LG0418 if the least is above the greatest."""
    least, most = _known(low)[0], _known(high)[0]
    if least is not None and most is not None and least > most:
        analysis.report.error(
            "LG0418",
            span,
            f"{name} is at least {number_text(least)} and at most {number_text(most)}: "
            "it cannot be both",
        )
    return least, most


def props(analysis: Analysis) -> tuple[ir.Prop, ...]:
    """All props; their bounds are constants."""
    made: list[ir.Prop] = []
    for symbol in analysis.symbols.tables[Kind.PROP].values():
        node = symbol.node
        assert isinstance(node, ast.Prop)
        low = _constant(analysis, node.minimum, f"the least {symbol.name}")
        high = _constant(analysis, node.maximum, f"the most {symbol.name}")
        analysis.prop_bounds[symbol.name] = check_bounds(
            analysis, node.span, symbol.name, low, high
        )
        made.append(ir.Prop(symbol.name, low, high, node.whole, node.span))
    return tuple(made)


def _constant(
    analysis: Analysis, node: ast.Expression | None, what: str
) -> ir_expressions.Expression | None:
    if node is None:
        return None
    value = constant(analysis, node, what)
    return ir_expressions.Number(value, node.span) if value is not None else None


def stats(analysis: Analysis) -> tuple[ir.Stat, ...]:
    """All stats."""
    made: list[ir.Stat] = []
    for symbol in analysis.symbols.tables[Kind.STAT].values():
        node = symbol.node
        assert isinstance(node, ast.Stat)
        name = symbol.name
        base = None
        if node.base is not None:
            body = Body(analysis, "a stat", holder=True)
            base = number(body, node.base, f"the base of {name}").expression
        low = bounds_of_holder(analysis, node.minimum, f"the least {name}")
        high = bounds_of_holder(analysis, node.maximum, f"the most {name}")
        check_bounds(analysis, node.span, name, low, high)
        integral = analysis.integral.get(name, False)
        made.append(
            ir.Stat(
                name, base, low, high, node.whole, integral, doc_of(node), node.span
            )
        )
    return tuple(made)


def pools(analysis: Analysis) -> tuple[ir.Pool, ...]:
    """All pools; the least is 0 where none is written."""
    made: list[ir.Pool] = []
    for symbol in analysis.symbols.tables[Kind.POOL].values():
        node = symbol.node
        assert isinstance(node, ast.Pool)
        name = symbol.name
        high = bounds_of_holder(analysis, node.maximum, f"the most {name}")
        low = bounds_of_holder(analysis, node.minimum, f"the least {name}")
        if low is None:
            low = ir_expressions.Number(0, node.span)
        analysis.pool_bounds[name] = check_bounds(analysis, node.span, name, low, high)
        if node.follows is not None and node.maximum is None:
            analysis.report.error(
                "LG0423",
                node.span,
                f"{name} has no maximum to follow",
                allowed=f"pool {name} max … {node.follows}",
            )
        made.append(
            ir.Pool(
                name,
                low,
                high,
                node.whole,
                _FOLLOWS[node.follows],
                doc_of(node),
                node.span,
            )
        )
    return tuple(made)


def check_kinds(analysis: Analysis) -> tuple[ir.ChangeKind, ...]:
    """All damages and healings whose pools exist."""
    body = Body(analysis, "a declaration")
    made: list[ir.ChangeKind] = []
    for symbol in analysis.symbols.tables[Kind.CHANGE].values():
        node = symbol.node
        assert isinstance(node, ast.Damage | ast.Healing)
        if named(body, Kind.POOL, node.pool) is not None:
            made.append(analysis.kinds[symbol.name])
    return tuple(made)


def priorities(analysis: Analysis) -> tuple[ir.Priority, ...]:
    """All named priorities."""
    made: list[ir.Priority] = []
    for symbol in analysis.symbols.tables[Kind.PRIORITY].values():
        node = symbol.node
        assert isinstance(node, ast.Priority)
        value = whole_constant(analysis, node.value, f"the priority {symbol.name}")
        made.append(ir.Priority(symbol.name, value or 0, node.span))
    return tuple(made)


def events(analysis: Analysis) -> tuple[ir.Event, ...]:
    """All declared events, with the props and links they carry."""
    body = Body(analysis, "an event")
    carried: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    made: list[ir.Event] = []
    for symbol in analysis.symbols.tables[Kind.EVENT].values():
        node = symbol.node
        assert isinstance(node, ast.Events)
        if id(node) not in carried:
            carried[id(node)] = _carried(body, node)
        names = carried[id(node)]
        made.append(ir.Event(symbol.name, names[0], names[1], symbol.span))
    return tuple(made)


def _carried(body: Body, node: ast.Events) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: dict[str, Kind] = {}
    first: dict[str, Span] = {}
    for name in node.carries:
        if name.text in first:
            body.report.error(
                "LG0417",
                name.span,
                f"{name} is written twice",
                notes=[Note("it is written here first", first[name.text])],
            )
        first.setdefault(name.text, name.span)
        symbol = body.report.resolve(name, (Kind.PROP, Kind.LINK))
        if symbol is not None:
            found[name.text] = symbol.kind
    carried_props = tuple(name for name, kind in found.items() if kind is Kind.PROP)
    carried_links = tuple(name for name, kind in found.items() if kind is Kind.LINK)
    return carried_props, carried_links


def queries(analysis: Analysis) -> tuple[ir.Query, ...]:
    """All queries."""
    made: list[ir.Query] = []
    for symbol in analysis.symbols.tables[Kind.QUERY].values():
        node = symbol.node
        assert isinstance(node, ast.Query)
        signature = analysis.signatures[(Kind.QUERY, symbol.name)]
        low = _constant(analysis, node.minimum, f"the least {symbol.name}")
        high = _constant(analysis, node.maximum, f"the most {symbol.name}")
        check_bounds(analysis, node.span, symbol.name, low, high)
        default = _constant(analysis, node.default, f"the default of {symbol.name}")
        if default is None:
            default = ir_expressions.Number(0, node.default.span)
        _check_default(analysis, node, default, low, high)
        made.append(
            ir.Query(
                symbol.name,
                bodies.parameters(signature),
                low,
                high,
                node.whole,
                default,
                node.span,
            )
        )
    return tuple(made)


def _check_default(
    analysis: Analysis,
    node: ast.Query,
    default: ir_expressions.Expression,
    low: ir_expressions.Expression | None,
    high: ir_expressions.Expression | None,
) -> None:
    value, least, most = _known(default)[0], _known(low)[0], _known(high)[0]
    if value is None:
        return
    if (least is not None and value < least) or (most is not None and value > most):
        analysis.report.error(
            "LG0309",
            node.default.span,
            f"the default of {node.name} is out of its own bounds",
        )
    elif node.whole and not isinstance(value, int):
        analysis.report.error(
            "LG0310",
            node.default.span,
            f"{node.name} is whole, and its default is not",
        )


def zones(analysis: Analysis) -> tuple[ir.Zone, ...]:
    """All zones."""
    in_play = {name.text for name in analysis.symbols.in_play}
    made: list[ir.Zone] = []
    for symbol in analysis.symbols.tables[Kind.ZONE].values():
        node = symbol.node
        assert isinstance(node, ast.Zone)
        most = bounds_of_holder(analysis, node.maximum, f"the most {symbol.name}")
        value = _known(most)[0]
        if node.maximum is not None and value is not None and value < 0:
            analysis.report.error(
                "LG0309",
                node.maximum.span,
                f"a zone holds 0 or more, not {number_text(value)}",
            )
        elif node.maximum is not None and isinstance(value, Fraction):
            analysis.report.error(
                "LG0310", node.maximum.span, "a zone holds a whole number of cards"
            )
        made.append(
            ir.Zone(
                symbol.name,
                node.ordered,
                most,
                node.hidden,
                symbol.name in in_play,
                node.span,
            )
        )
    return tuple(made)


def space(analysis: Analysis) -> ir.Space | None:
    """The catalog's space."""
    node = analysis.symbols.space
    if node is None:
        return None
    kind = ir.SpaceKind.PLANE
    if node.kind == "grid":
        kind = ir.SpaceKind.GRID_DIAGONAL if node.diagonals else ir.SpaceKind.GRID
    return ir.Space(kind, node.radius.text if node.radius else None, node.span)


def routine(analysis: Analysis, node: ast.Routine) -> ir.Routine:
    """A routine; its ``result`` is the last line (LG0415)."""
    signature = analysis.signatures[(Kind.ROUTINE, node.name.text)]
    bound = bodies.bindings(signature, "", inferred=False)
    statements = elaborate_body(routine_body(analysis, node, bound), node.body)
    _check_results(analysis, node.body, outermost=True)
    return ir.Routine(
        node.name.text,
        bodies.parameters(signature),
        signature.type if signature.gives else None,
        signature.whole if signature.gives else False,
        statements,
        doc_of(node),
        node.span,
    )


def _check_results(
    analysis: Analysis, statements: Sequence[ast.Statement], *, outermost: bool
) -> None:
    for index, statement in enumerate(statements):
        match statement:
            case ast.Result() if not outermost or index < len(statements) - 1:
                analysis.report.error(
                    "LG0415",
                    statement.span,
                    "a result is the last line of its routine",
                    allowed="let x = … in the branches, then result x at the end",
                )
            case ast.If():
                for branch in statement.branches:
                    _check_results(analysis, branch.body, outermost=False)
            case ast.ForEach() | ast.Repeat() | ast.RepeatUntil() | ast.AtOnce():
                _check_results(analysis, statement.body, outermost=False)
            case _:
                pass


def formula(analysis: Analysis, node: ast.Formula) -> ir.Formula | None:
    """A formula."""
    signature = analysis.signatures[(Kind.FORMULA, node.name.text)]
    bound = bodies.bindings(signature, "", inferred=False)
    body = Body(analysis, "a formula", bodies.scope_with(bound))
    value = elaborate(body, node.value)
    if value.type is None:
        return None
    return ir.Formula(
        node.name.text,
        bodies.parameters(signature),
        value.type,
        value.whole,
        value.expression,
        doc_of(node),
        node.span,
    )


def ending(analysis: Analysis, node: ast.EndsWhen) -> ir.Ending:
    """``ends when E [winner E]``."""
    body = Body(analysis, "an ends when line")
    condition = truth(body, node.condition, "what follows ends when")
    winner = None
    if node.winner is not None:
        winner = entity(body, node.winner, "the winner").expression
    return ir.Ending(condition.expression, winner, node.span)


def once(analysis: Analysis, kind: Kind) -> tuple[str, ...]:
    """The names of a kind that is only names, in the order of their declarations."""
    return tuple(analysis.symbols.tables[kind])
