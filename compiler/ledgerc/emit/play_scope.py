"""What is in scope in one play or scene, and how its Python names the catalog's things.

Expressions and calls are built with the catalog's own identifiers (``Recruit``, ``tag_Guard``),
just as inside its module; :meth:`PlayScope.text` prints them as a play sees them
(``guard.Recruit``). No local of a play has a name of the catalog's, so this is never ambiguous.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from fractions import Fraction

from ledgerc.emit import nodes
from ledgerc.emit.expressions import value
from ledgerc.emit.names import Names
from ledgerc.emit.nodes import Node
from ledgerc.emit.play_names import PlayNames
from ledgerc.emit.reach import is_drawn
from ledgerc.emit.setting import Context, Setting, annotation
from ledgerc.ir.expressions import CallFormula, Expression, Number
from ledgerc.ir.plays import PlayFile
from ledgerc.ir.types import Type
from ledgerc.ir.walk import nodes_of
from ledgerc.records import field, record

_ATTRIBUTE_TABLES = frozenset({"attribute", "base", "carried"})
"""Tables of names that are always read of something, never by themselves."""

_MODULE_OWN = (
    "Entity",
    "Event",
    "Order",
    "World",
    "allied",
    "hostile",
    "nothing",
)
"""What every catalog's module has, whatever is declared."""


@record(frozen=True)
class Qualifier:
    """Puts the catalog module's name before each of its identifiers."""

    alias: str
    identifiers: frozenset[str]

    def text(self, node: ast.AST) -> str:
        """The Python text of ``node`` as a play sees it."""
        return nodes.text_of(_Qualified(self).visit(copy.deepcopy(node)))

    def annotation(self, type_: Type, whole: bool) -> str:
        """The Python type of a value, as a play names it."""
        return self.text(ast.parse(annotation(type_, whole), mode="eval"))


class _Qualified(ast.NodeTransformer):
    def __init__(self, qualifier: Qualifier) -> None:
        self._qualifier = qualifier

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._qualifier.identifiers:
            return nodes.attribute(nodes.name(self._qualifier.alias), node.id)
        if node.id.isidentifier():
            return node
        written = self.visit(ast.parse(node.id, mode="eval").body)  # Fraction("0.5")
        assert isinstance(written, ast.expr)
        return written


def qualifier(names: Names, play_names: PlayNames) -> Qualifier:
    """The qualifier of a play file whose catalog has ``names``."""
    found = set(_MODULE_OWN)
    for each in fields(names):
        table = getattr(names, each.name)
        if isinstance(table, dict) and each.name not in _ATTRIBUTE_TABLES:
            found.update(value for key, value in table.items() if isinstance(key, str))
    return Qualifier(play_names.alias, frozenset(found))


def play_numbers(file: PlayFile, names: Names) -> Names:
    """``names`` with each exact number of ``file`` that is no integer written out in place."""
    found = {
        abs(each.value)
        for each in nodes_of(file, Number)
        if isinstance(each.value, Fraction)
    }
    return replace(names, number={each: _fraction(each) for each in sorted(found)})


def _fraction(value: Fraction) -> str:
    from ledger_runtime.numbers import number_text  # rarely needed, and slow

    text = number_text(value)
    if "/" in text:
        return f"Fraction({value.numerator}, {value.denominator})"
    return f"Fraction({text!r})"


@record()
class PlayScope:
    """The scope of one function of a play file."""

    setting: Setting
    qualifier: Qualifier
    made: dict[str, tuple[Type, bool]] = field(default_factory=dict)
    """Python locals of the names made or let so far, in order; whether a number is whole."""
    locals: dict[str, str] = field(default_factory=dict)
    """The author's names → Python locals, in order."""

    def declare(self, name: str, type_: Type, whole: bool = False) -> str:
        """The Python local of a name that a step makes."""
        local = self.setting.declare_fresh(name)
        self.locals[name] = local
        self.made[local] = (type_, whole)
        return local

    def declare_parameter(self, name: str) -> str:
        """The Python parameter of a name that the play's rows give."""
        return self.setting.declare_fresh(name)

    def call(
        self, method: str, *arguments: Node, keywords: Mapping[str, Node] | None = None
    ) -> ast.Call:
        """``play.method(…)``."""
        return nodes.call(f"play.{method}", *arguments, keywords=keywords)

    def read(
        self,
        expression: Expression,
        write: Callable[[Expression, Setting], Node] = value,
    ) -> Node:
        """``expression`` read outside of any command; one that rolls or asks leaves no trace."""
        found = write(expression, self.setting)
        if not _is_drawn(expression, self.setting.context):
            return found
        nobody = ast.arguments(
            posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        return self.call("ask", ast.Lambda(args=nobody, body=found))

    def text(self, node: ast.AST) -> str:
        """The Python text of a statement or expression, as a play sees it."""
        return self.qualifier.text(node)


def _is_drawn(expression: object, context: Context) -> bool:
    """Whether reading ``expression``, or a formula in it, rolls a die or asks the game."""
    if is_drawn(expression):
        return True
    called = {each.formula for each in nodes_of(expression, CallFormula)}
    return any(
        formula.name in called and _is_drawn(formula.value, context)
        for formula in context.catalog.formulas
    )


def new_scope(
    context: Context, play_names: PlayNames, qualified: Qualifier
) -> PlayScope:
    """The scope of a play or scene in which nothing has been made yet."""
    setting = Setting(
        context=context,
        locals=context.names.locals(play_names.taken),
        world=nodes.attribute(nodes.name("play"), "world"),
    )
    return PlayScope(setting, qualified)
