"""Selections as comprehensions that read like the rule (docs/language.md, section 3).

Filters of a selection join in one comprehension; a sort or ``first N`` ends it, and what follows
looks at its result. ``count``, ``any`` and ``first`` fold the last comprehension in place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from ledgerc.emit import expressions, nodes
from ledgerc.emit.nodes import Node
from ledgerc.emit.reach import is_drawn
from ledgerc.emit.setting import Setting
from ledgerc.ir import expressions as ir
from ledgerc.ir.typed import type_of
from ledgerc.ir.types import Type
from ledgerc.records import record

Selecting = (
    ir.Select
    | ir.Count
    | ir.FoldOver
    | ir.FirstSelected
    | ir.RandomSelected
    | ir.AnySelected
)
_Filter = ir.HavingTag | ir.Holding | ir.WithLink | ir.Within | ir.Where


def compile_selection(expression: Selecting, setting: Setting) -> Node:
    """A selection, or a fold over one, as a Python expression."""
    match expression:
        case ir.Select():
            return as_list(expression, setting)
        case ir.Count(selection=selection):
            return _count(selection, setting)
        case ir.FoldOver():
            return _fold(expression, setting)
        case ir.FirstSelected(
            selection=ir.Select(source=ir.CardsIn(zone=zone, keeper=keeper), clauses=())
        ):
            first_card = nodes.attribute(setting.world, "first_card")
            read = expressions.value(keeper, setting)
            return nodes.call(first_card, nodes.constant(zone), read)
        case ir.FirstSelected(selection=selection):
            with _looked_through(selection, (), setting) as look:
                first = nodes.attribute(setting.world, "first")
                return nodes.call(first, look.iterable())
        case ir.RandomSelected(selection=selection):
            drawn = nodes.attribute(setting.world, "random")
            return nodes.call(
                drawn, as_list(selection, setting), *expressions.asker(setting)
            )
        case ir.AnySelected(selection=selection):
            return _any(selection, setting)
        case _:
            assert_never(expression)


def as_list(selection: ir.Expression, setting: Setting) -> Node:
    """The selected as a list, in order."""
    with _looked_through(selection, (), setting) as look:
        return look.as_list()


@record()
class _Look:
    """A last comprehension over a source: who is seen, as what, under which conditions."""

    source: Node
    variable: str
    conditions: list[Node]
    drawn: list[ast.comprehension]
    """What a condition compares with and must be read once: a die, a query."""

    def loops(self) -> tuple[ast.comprehension, ...]:
        """The loops, what is read once before the candidates."""
        return (*self.drawn, nodes.loop(self.variable, self.source, self.conditions))

    def generator(self, element: Node) -> ast.GeneratorExp:
        """The elements of those seen, one by one."""
        return nodes.generated(element, *self.loops())

    def as_list(self) -> Node:
        """Those seen, at once."""
        if not self.conditions:
            return self.source
        return nodes.list_of(nodes.name(self.variable), *self.loops())

    def iterable(self) -> Node:
        """Those seen, as the argument of a call."""
        if not self.conditions:
            return self.source
        return self.generator(nodes.name(self.variable))


@contextmanager
def _looked_through(
    selection: ir.Expression, also: Sequence[str], setting: Setting
) -> Iterator[_Look]:
    """The last comprehension of ``selection``; inside, its candidate is known as ``also`` too."""
    if isinstance(selection, ir.Select):
        clauses, source = selection.clauses, selection.source
    else:
        clauses, source = (), ir.Members(selection, selection.span)
    start = 0
    so_far = _source(source, setting)
    only = _is_one(source)
    side = _side(source, clauses, setting)
    if side is not None:
        so_far = nodes.call(nodes.attribute(setting.world, "in_play"))
    for at, clause in enumerate(clauses):
        if isinstance(clause, ir.SortedBy | ir.FirstOf):
            with _filtered(so_far, only, clauses[start:at], (), setting, side) as look:
                so_far = _ended(clause, look, setting)
            start, only, side = at + 1, False, None
    with _filtered(so_far, only, clauses[start:], also, setting, side) as look:
        yield look


@record(frozen=True)
class _SideTest:
    """How to tell those of a side where their tags are looked at first: most have none of them."""

    function: str
    of: Node


def _side(
    source: ir.Source, clauses: Sequence[ir.Clause], setting: Setting
) -> _SideTest | None:
    """The side of a source whose first filter is a tag, if it is that of a local."""
    match source:
        case ir.InPlay(scope=ir.Scope.ENEMIES | ir.Scope.ALLIES as scope, of=of):
            assert of is not None
            whose = expressions.value(of, setting)
            first = clauses[0] if clauses else None
            if isinstance(whose, ast.Name) and isinstance(first, ir.HavingTag):
                enemies = scope is ir.Scope.ENEMIES
                return _SideTest("hostile" if enemies else "allied", whose)
        case _:
            pass
    return None


@contextmanager
def _filtered(
    source: Node,
    only: bool,
    clauses: Sequence[ir.Clause],
    also: Sequence[str],
    setting: Setting,
    side: _SideTest | None,
) -> Iterator[_Look]:
    """One comprehension over ``source`` with the filters ``clauses``; ``side`` after its tags."""
    wanted = [each.candidate for each in clauses if isinstance(each, ir.Where)]
    with setting.candidate(*dict.fromkeys([*wanted, *also])) as variable:
        look = _Look(source, variable, [nodes.name(variable)] if only else [], [])
        for clause in clauses:
            assert not isinstance(clause, ir.SortedBy | ir.FirstOf)
            if side is not None and not isinstance(clause, ir.HavingTag):
                look.conditions.append(_of_side(side, variable))
                side = None
            look.conditions.append(
                _condition(clause, nodes.name(variable), look, setting)
            )
        if side is not None:
            look.conditions.append(_of_side(side, variable))
        yield look


def _of_side(side: _SideTest, variable: str) -> Node:
    return nodes.call(side.function, side.of, nodes.name(variable))


def _once(
    expression: ir.Expression, wanted: str, look: _Look, setting: Setting
) -> Node:
    """What a clause compares with: a local, if it is drawn and so must be read but once."""
    read = expressions.value(expression, setting)
    if not is_drawn(expression):
        return read
    local = setting.locals.name(wanted, "drawn")
    look.drawn.append(nodes.loop(local, nodes.items(read)))
    return nodes.name(local)


def _is_one(source: ir.Source) -> bool:
    """Whether ``source`` is one entity, which may be nothing."""
    return isinstance(source, ir.Members) and type_of(source.value) is Type.ENTITY


_SCOPES = {
    ir.Scope.ALL: "in_play",
    ir.Scope.OTHERS: "others",
    ir.Scope.ALLIES: "allies",
    ir.Scope.OTHER_ALLIES: "other_allies",
    ir.Scope.ENEMIES: "enemies",
}


def _source(source: ir.Source, setting: Setting) -> Node:
    """Where a selection starts, as a list of its own or a tuple of one."""
    match source:
        case ir.InPlay(scope=ir.Scope.ALL):
            return nodes.call(nodes.attribute(setting.world, _SCOPES[ir.Scope.ALL]))
        case ir.InPlay(scope=scope, of=of):
            assert of is not None
            method = nodes.attribute(setting.world, _SCOPES[scope])
            return nodes.call(method, expressions.value(of, setting))
        case ir.CardsIn(zone=zone, keeper=keeper):
            method = nodes.attribute(setting.world, "cards")
            return nodes.call(
                method, nodes.constant(zone), expressions.value(keeper, setting)
            )
        case ir.Members(value=value):
            read = expressions.value(value, setting)
            return nodes.items(read) if type_of(value) is Type.ENTITY else read
        case _:
            assert_never(source)


def _condition(clause: _Filter, candidate: Node, look: _Look, setting: Setting) -> Node:
    match clause:
        case ir.HavingTag(tag=tag):
            return expressions.has_tag(candidate, tag, setting)
        case ir.Holding(effect=effect):
            return expressions.holds(candidate, effect, setting)
        case ir.WithLink(link=link, value=value):
            held = nodes.attribute(candidate, setting.names.attribute[link])
            return nodes.compare("is", held, _once(value, "linked", look, setting))
        case ir.Within(distance=distance, of=of):
            asked = nodes.attribute(setting.world, "is_within")
            reach = _once(distance, "reach", look, setting)
            return nodes.call(
                asked, reach, candidate, _once(of, "centre", look, setting)
            )
        case ir.Where(condition=condition):
            return expressions.truth(condition, setting)
        case _:
            assert_never(clause)


def _ended(clause: ir.SortedBy | ir.FirstOf, look: _Look, setting: Setting) -> Node:
    """``look`` sorted, or its first few."""
    match clause:
        case ir.SortedBy(candidate=candidate, key=key, down=down):
            with setting.candidate(candidate) as variable:
                by = nodes.function_of(expressions.value(key, setting), variable)
            keywords = {
                "key": by,
                **({"reverse": nodes.constant(True)} if down else {}),
            }
            return nodes.call("sorted", look.iterable(), keywords=keywords)
        case ir.FirstOf(count=count):
            many = expressions.whole_value(count, setting)
            if not isinstance(count, ir.Number):
                many = nodes.call("max", many, nodes.constant(0))
            return nodes.head(look.as_list(), many)
        case _:
            assert_never(clause)


def _count(selection: ir.Expression, setting: Setting) -> Node:
    with _looked_through(selection, (), setting) as look:
        if not look.conditions:
            return nodes.call("len", look.source)
        counted = look.generator(nodes.constant(1))
        return nodes.call("sum", counted)


def _any(selection: ir.Expression, setting: Setting) -> Node:
    with _looked_through(selection, (), setting) as look:
        if not look.conditions:
            return nodes.call("bool", look.source)
        met = nodes.both(*look.conditions)
        look.conditions = []
        return nodes.call("any", look.generator(met))


def _fold(expression: ir.FoldOver, setting: Setting) -> Node:
    with _looked_through(
        expression.selection, (expression.candidate,), setting
    ) as look:
        seen = look.generator(expressions.value(expression.value, setting))
    match expression.fold:
        case ir.Fold.SUM:
            return nodes.call("sum", seen)
        case ir.Fold.MOST | ir.Fold.LEAST:
            function = "max" if expression.fold is ir.Fold.MOST else "min"
            return nodes.call(function, seen, keywords={"default": nodes.constant(0)})
        case _:
            assert_never(expression.fold)
