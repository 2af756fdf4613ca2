"""Statements of flow: names, branches, loops, choices, routines."""

from __future__ import annotations

from ledgerc.diagnostics import Note
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir import statements as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.blocks import elaborate_block
from ledgerc.sema.builtins import TYPE_PHRASES
from ledgerc.sema.context import Body, RoutineCall, Signature, Typed, holder
from ledgerc.sema.elaborate import (
    arguments,
    elaborate,
    entity,
    number,
    require,
    selection,
    truth,
)
from ledgerc.sema.names import doable_named, no_arguments
from ledgerc.sema.numbers import number_text
from ledgerc.sema.symbols import Kind
from ledgerc.syntax import ast

_HELD = (
    Type.NUMBER,
    Type.TRUTH,
    Type.ENTITY,
    Type.PLACE,
    Type.SELECTION,
    Type.PHASE,
    Type.WORD,
)


def let(body: Body, node: ast.Let) -> ir.Statement | None:
    """``let x = E``."""
    value = elaborate(body, node.value)
    alias = value.binding if value.type is None else None
    words = value.binding.words if value.binding is not None else ()
    if value.type is not None and value.type not in _HELD:
        body.report.error(
            "LG0301",
            node.value.span,
            f"a let cannot hold {TYPE_PHRASES[value.type]}",
            allowed="a number, a truth, an entity, a place or a selection",
        )
        value = Typed(value.expression, None)
    binding = body.bind(
        node.name, value.type, whole=value.whole, words=words, alias=alias
    )
    if value.type is None:
        return None
    return ir.Let(binding.unique, value.type, value.whole, value.expression, node.span)


def do(body: Body, node: ast.Do) -> ir.Statement | None:
    """``do ROUTINE(args)``, and ``let x = do ROUTINE(args)``."""
    found = body.report.resolve(
        node.routine, (Kind.ROUTINE,), also=body.template_parameters
    )
    signature = (
        body.analysis.signatures.get((Kind.ROUTINE, found.name))
        if found is not None
        else None
    )
    if found is None or signature is None:
        for each in node.arguments:
            elaborate(body, each)
        if node.name is not None:
            body.bind(node.name, None)
        return None
    if not body.report.muted:
        body.analysis.calls.append(
            RoutineCall(found.name, body.routine, body.settle, node.span)
        )
    given = tuple(
        arguments(
            body,
            node.arguments,
            signature.parameters,
            node.span,
            found.name,
        )
    )
    if node.name is None:
        return ir.Do(found.name, given, node.span)
    return _result_of(body, node, node.name, signature, given)


def _result_of(
    body: Body,
    node: ast.Do,
    name: ast.Name,
    signature: Signature,
    given: tuple[ir_expressions.Expression, ...],
) -> ir.Statement | None:
    routine = node.routine.text
    if not signature.gives:
        body.report.error(
            "LG0415",
            node.span,
            f"the routine {routine} gives nothing: it does not end in a result",
            allowed=f"do {routine}(…), or a result as its last line",
        )
    type_ = signature.type
    binding = body.bind(name, type_, whole=signature.whole)
    if type_ is None:
        return None
    value = ir_expressions.RunRoutine(routine, given, type_, signature.whole, node.span)
    return ir.Let(binding.unique, type_, signature.whole, value, node.span)


def result(body: Body, node: ast.Result) -> ir.Statement | None:
    """``result E``. That it is the last line of a routine is checked there."""
    value = elaborate(body, node.value)
    if body.routine is None:
        body.report.error(
            "LG0415",
            node.span,
            f"there is no result in {body.place}",
            allowed="result as the last line of a routine",
        )
        return None
    signature = body.analysis.signatures[(Kind.ROUTINE, body.routine)]
    if body.report.muted:
        signature.type = value.type
        signature.whole = value.whole
    return ir.Result(value.expression, node.span)


def branches(body: Body, node: ast.If) -> ir.Statement | None:
    """``if / else if / else``."""
    tested: list[ir.Branch] = []
    otherwise: tuple[ir.Statement, ...] = ()
    for branch in node.branches:
        if branch.condition is None:
            otherwise = elaborate_block(body, branch.body)
            continue
        condition = truth(body, branch.condition, "what follows if")
        inner = elaborate_block(body, branch.body)
        tested.append(ir.Branch(condition.expression, inner, branch.span))
    return ir.If(tuple(tested), otherwise, node.span)


def for_each(body: Body, node: ast.ForEach) -> ir.Statement | None:
    """``for each m in SEL``."""
    chosen = selection(body, node.selection, "what follows in")
    with body.block():
        binding = body.bind(node.name, Type.ENTITY)
        inner = elaborate_block(body, node.body)
    return ir.ForEach(binding.unique, chosen.expression, inner, node.span)


def repeat(body: Body, node: ast.Repeat) -> ir.Statement | None:
    """``repeat N``."""
    count = number(body, node.count, "what follows repeat")
    value = fold.known(count)
    if value is not None and not isinstance(value, int):
        body.report.error(
            "LG0310", node.count.span, "repeat takes a whole number of times"
        )
    elif value is not None and value < 0:
        body.report.error(
            "LG0309", node.count.span, f"nothing happens {number_text(value)} times"
        )
    return ir.Repeat(count.expression, elaborate_block(body, node.body), node.span)


def repeat_until(body: Body, node: ast.RepeatUntil) -> ir.Statement | None:
    """``repeat until E``."""
    condition = truth(body, node.condition, "what follows until")
    return ir.RepeatUntil(
        condition.expression, elaborate_block(body, node.body), node.span
    )


def at_once(body: Body, node: ast.AtOnce) -> ir.Statement | None:
    """``at once``: no phase can end in it."""
    before = body.at_once
    body.at_once = True
    inner = elaborate_block(body, node.body)
    body.at_once = before
    return ir.AtOnce(inner, node.span)


def settle(body: Body, node: ast.Settle) -> ir.Statement | None:
    """``settle``: in an ability, or in a routine that only abilities call."""
    if body.at_once:
        body.report.error(
            "LG0414", node.span, "a phase cannot end inside at once", allowed="after it"
        )
    elif not body.settle:
        body.report.error(
            "LG0414",
            node.span,
            f"settle means nothing in {body.place}",
            allowed="settle in an ability, or in a routine that only abilities call",
        )
    elif body.routine is not None:
        body.analysis.settles.setdefault(body.routine, node.span)
    return ir.Settle(node.span)


def choose(body: Body, node: ast.Choose) -> ir.Statement | None:
    """``choose NAME one of|any of|up to N of A[, B …] by x [or none]``."""
    by = entity(body, node.by, "who chooses")
    words = _words(body, node)
    selections: list[ir_expressions.Expression] = []
    if not words:
        selections = [
            selection(body, option, "an option").expression for option in node.options
        ]
    one = node.quantity == "one of"
    most = _most(body, node, selections)
    if words and not one:
        body.report.error(
            "LG0428",
            node.span,
            "of words, one is chosen",
            allowed=f"choose {node.name} one of {', '.join(words)} by …",
        )
    type_ = Type.WORD if words else Type.ENTITY if one else Type.SELECTION
    binding = body.bind(node.name, type_, words=words)
    least = 1 if one and not node.or_none else 0
    return ir.Choose(
        binding.unique,
        node.name.text,
        type_,
        least,
        most,
        tuple(selections),
        words,
        by.expression,
        node.or_none,
        node.span,
    )


def _most(
    body: Body, node: ast.Choose, selections: list[ir_expressions.Expression]
) -> ir_expressions.Expression:
    """How many may be chosen: 1, the number written, or (``any of``) as many as there are."""
    if node.quantity == "one of":
        return ir_expressions.Number(1, node.span)
    if node.count is None:
        total: ir_expressions.Expression = ir_expressions.Number(0, node.span)
        for index, each in enumerate(selections):
            count = ir_expressions.Count(each, node.span)
            total = (
                ir_expressions.Arithmetic("+", total, count, True, node.span)
                if index
                else count
            )
        return total
    count_typed = number(body, node.count, "how many are chosen")
    value = fold.known(count_typed)
    if value is not None and (not isinstance(value, int) or value < 1):
        body.report.error(
            "LG0310" if value >= 1 else "LG0309",
            node.count.span,
            f"up to takes a whole number of 1 or more, not {number_text(value)}",
        )
    return count_typed.expression


def _words(body: Body, node: ast.Choose) -> tuple[str, ...]:
    """The options as bare words: names with a capital that mean nothing in scope."""
    words: dict[str, ast.Name] = {}
    others: list[ast.Expression] = []
    for option in node.options:
        if not isinstance(option, ast.Reference) or not _is_word(body, option.name):
            others.append(option)
            continue
        name = option.name
        if name.text in words:
            body.report.error(
                "LG0417",
                name.span,
                f"the word {name} is written twice",
                notes=[Note("it is written here first", words[name.text].span)],
            )
        words[name.text] = name
    if words and others:
        if len(words) >= len(others):
            body.report.error(
                "LG0428",
                others[0].span,
                "words and entities cannot be chosen from together",
                allowed="words alone, each with a capital, or selections alone",
            )
            return tuple(words)
        return ()
    return tuple(words)


def _is_word(body: Body, name: ast.Name) -> bool:
    return (
        name.text[:1].isupper()
        and body.scope.find(name.text) is None
        and name.text not in body.symbols.tables[Kind.CONSTANT]
        and name.text not in body.analysis.singles
    )


def perform(body: Body, node: ast.Perform) -> ir.Statement | None:
    """``perform ABILITY|TAG [at x] [by y]``."""
    doable = doable_named(body, node.ability.name)
    no_arguments(body, node.ability)
    at: ir_expressions.Expression | None = None
    if node.at is not None:
        at = require(body, node.at, Type.PLACE, "what follows at").expression
    by: ir_expressions.Expression
    if node.by is not None:
        by = entity(body, node.by, "who performs it").expression
    elif body.holder:
        by = holder(node.span)
    else:
        body.report.error(
            "LG0306",
            node.span,
            f"there is no holder in {body.place}: say who performs it",
            allowed=f"perform {node.ability.name} by x",
        )
        return None
    if doable is None:
        return None
    return ir.Perform(doable[0], doable[1], at, by, node.span)


def advance(body: Body, node: ast.Advance) -> ir.Statement | None:
    """``advance [to PHASE]``."""
    if not body.symbols.tables[Kind.PHASE] and not body.report.lost("phases"):
        body.report.error(
            "LG0402",
            node.span,
            "the catalog has no phases",
            allowed="a line such as: phases Morning Evening",
        )
        return None
    if node.phase is None:
        return ir.Advance(None, node.span)
    found = body.report.resolve(
        node.phase, (Kind.PHASE,), also=body.template_parameters
    )
    return ir.Advance(node.phase.text, node.span) if found is not None else None


def note(body: Body, node: ast.Note) -> ir.Statement | None:
    """``note "…" [E, …]``."""
    return ir.NoteText(
        node.text.value, tuple(_noted(body, each) for each in node.values), node.span
    )


def _noted(body: Body, node: ast.Expression) -> ir_expressions.Expression:
    """A value that a note tells: LG0301 for what is neither a number nor an entity."""
    told = elaborate(body, node)
    if told.type not in (None, Type.NUMBER, Type.ENTITY):
        assert told.type is not None
        body.report.error(
            "LG0301",
            node.span,
            f"a note tells numbers and entities, and this is {TYPE_PHRASES[told.type]}",
        )
    return told.expression
