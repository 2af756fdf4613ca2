"""Short ways to build Python ``ast`` nodes, and to print them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

Node = ast.expr


def name(identifier: str) -> ast.Name:
    """A name, as it is read."""
    return ast.Name(id=identifier, ctx=ast.Load())


def constant(value: str | int | bool | None) -> ast.Constant:
    """A literal; a text is printed by ``repr``, the filter of :mod:`ledgerc.emit.escape`."""
    return ast.Constant(value=value)


def attribute(of: Node, *path: str) -> Node:
    """``of.a.b``."""
    for each in path:
        of = ast.Attribute(value=of, attr=each, ctx=ast.Load())
    return of


def call(
    function: Node | str, *arguments: Node, keywords: Mapping[str, Node] | None = None
) -> ast.Call:
    """``function(a, b, key=c)``; a text is a dotted name."""
    if isinstance(function, str):
        first, *path = function.split(".")
        function = attribute(name(first), *path)
    named = [
        ast.keyword(arg=key, value=value) for key, value in (keywords or {}).items()
    ]
    return ast.Call(func=function, args=list(arguments), keywords=named)


_OPERATORS: Mapping[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
}

_COMPARISONS: Mapping[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "is": ast.Is(),
    "is not": ast.IsNot(),
    "in": ast.In(),
}


def binary(operator: str, left: Node, right: Node) -> ast.BinOp:
    """``left operator right`` of ``+ - * & |``."""
    return ast.BinOp(left=left, op=_OPERATORS[operator], right=right)


def compare(operator: str, left: Node, right: Node) -> ast.Compare:
    """A comparison, ``is``, ``is not`` or ``in``."""
    return ast.Compare(left=left, ops=[_COMPARISONS[operator]], comparators=[right])


def negative(operand: Node) -> ast.UnaryOp:
    """``-operand``."""
    return ast.UnaryOp(op=ast.USub(), operand=operand)


_INVERTED: Mapping[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Lt: ast.GtE(),
    ast.LtE: ast.Gt(),
    ast.Gt: ast.LtE(),
    ast.GtE: ast.Lt(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}


def inverse(operand: Node) -> Node:
    """``not operand``; of a comparison the opposite one, of a ``not`` what stands under it."""
    match operand:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
        case ast.Compare(left=left, ops=[only], comparators=compared) if (
            type(only) in _INVERTED
        ):
            return ast.Compare(
                left=left, ops=[_INVERTED[type(only)]], comparators=compared
            )
        case _:
            return ast.UnaryOp(op=ast.Not(), operand=operand)


def both(*operands: Node) -> Node:
    """``a and b and c``, flattened; the operand alone if there is but one."""
    return _logical(ast.And(), operands)


def either(*operands: Node) -> Node:
    """``a or b or c``, flattened; the operand alone if there is but one."""
    return _logical(ast.Or(), operands)


def _logical(operator: ast.boolop, operands: Sequence[Node]) -> Node:
    flat: list[Node] = []
    for each in operands:
        if isinstance(each, ast.BoolOp) and type(each.op) is type(operator):
            flat.extend(each.values)
        else:
            flat.append(each)
    return flat[0] if len(flat) == 1 else ast.BoolOp(op=operator, values=flat)


def conditional(test: Node, then: Node, otherwise: Node) -> ast.IfExp:
    """``then if test else otherwise``."""
    return ast.IfExp(test=test, body=then, orelse=otherwise)


def items(*elements: Node) -> ast.Tuple:
    """A tuple."""
    return ast.Tuple(elts=list(elements), ctx=ast.Load())


def mapping(pairs: Iterable[tuple[Node | None, Node]]) -> ast.Dict:
    """``{a: b, **c}``: a key of None spreads its value."""
    found = list(pairs)
    return ast.Dict(
        keys=[key for key, _ in found], values=[value for _, value in found]
    )


def joined(sequences: Sequence[Node]) -> ast.List:
    """``[*a, *b]``."""
    return ast.List(
        elts=[ast.Starred(value=each, ctx=ast.Load()) for each in sequences],
        ctx=ast.Load(),
    )


def head(sequence: Node, stop: Node) -> ast.Subscript:
    """``sequence[:stop]``."""
    return ast.Subscript(value=sequence, slice=ast.Slice(upper=stop), ctx=ast.Load())


def function_of(body: Node, *variables: str) -> ast.Lambda:
    """``lambda a, b: body``."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(arg=each) for each in variables],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    return ast.Lambda(args=arguments, body=body)


def list_of(element: Node, *loops: ast.comprehension) -> ast.ListComp:
    """``[element for variable in source if conditions]``."""
    return ast.ListComp(elt=element, generators=list(loops))


def generated(element: Node, *loops: ast.comprehension) -> ast.GeneratorExp:
    """``(element for variable in source if conditions)``."""
    return ast.GeneratorExp(elt=element, generators=list(loops))


def loop(
    variable: str, source: Node, conditions: Sequence[Node] = ()
) -> ast.comprehension:
    """``for variable in source if conditions``, in a comprehension."""
    tests = [both(*conditions)] if conditions else []
    target = ast.Name(id=variable, ctx=ast.Store())
    return ast.comprehension(target=target, iter=source, ifs=tests, is_async=0)


def count_names(identifier: str, trees: Iterable[ast.AST]) -> int:
    """How often ``trees`` read the name ``identifier``."""
    return sum(
        isinstance(each, ast.Name) and each.id == identifier
        for tree in trees
        for each in ast.walk(tree)
    )


def text_of(node: ast.AST) -> str:
    """The Python text of ``node``, an expression or a statement."""
    if any(isinstance(each, _PARENTHESIZED) for each in ast.walk(node)):
        node = _Readable().visit(_copied(node))
    return ast.unparse(node)


def _copied(node: ast.AST) -> ast.AST:
    """``node`` and all below it anew; some five times faster than ``deepcopy``."""
    made = type(node)()
    for field, value in vars(node).items():
        if isinstance(value, ast.AST):
            value = _copied(value)
        elif isinstance(value, list):
            value = [
                _copied(each) if isinstance(each, ast.AST) else each for each in value
            ]
        setattr(made, field, value)
    return made


_PARENTHESIZED = (ast.BoolOp, ast.GeneratorExp)
"""What ``ast.unparse`` writes parentheses in or around."""


class _Readable(ast.NodeTransformer):
    """Takes off parentheses that ``ast.unparse`` writes and nobody needs.

    What is printed already goes back into the tree as a name, which is printed as it is.
    """

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """A generator that is a call's only argument."""
        self.generic_visit(node)
        match node:
            case ast.Call(args=[ast.GeneratorExp() as only], keywords=[]):
                node.args = [name(ast.unparse(only)[1:-1])]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """Comparisons and ``not`` from the third operand on; ``and`` in ``or`` keeps its own."""
        self.generic_visit(node)
        word = " and " if isinstance(node.op, ast.And) else " or "
        loose = (ast.BoolOp, ast.IfExp, ast.Lambda)
        parts = (
            f"({ast.unparse(each)})" if isinstance(each, loose) else ast.unparse(each)
            for each in node.values
        )
        node.values = [name(word.join(parts))]
        return node
