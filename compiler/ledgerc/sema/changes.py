"""Statements that change the world through events: pools, damage, effects, raised events."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.diagnostics import Note, nearest
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir import statements as ir
from ledgerc.ir.types import Type
from ledgerc.sema import fold
from ledgerc.sema.builtins import DEFAULT_DAMAGE, DEFAULT_HEALING, PHASE_EVENTS
from ledgerc.sema.context import Body, Typed
from ledgerc.sema.durations import duration
from ledgerc.sema.elaborate import (
    argument,
    elaborate,
    entity,
    number,
    require,
    subject_or_holder,
)
from ledgerc.sema.names import argument_nodes, effect_named, tag_named, thing_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.report import WILD
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast

_WAYS = {"set": ir.Way.SET, "gain": ir.Way.GAIN, "spend": ir.Way.SPEND}


def change_pool(body: Body, node: ast.ChangePool) -> ir.Statement | None:
    """``set/gain/spend [x.]POOL E``."""
    subject = subject_or_holder(
        body,
        node.subject,
        node.pool.span,
        f"whose {node.pool}: {node.operation} x.{node.pool}",
    )
    found = body.report.resolve(node.pool, (Kind.POOL,), also=body.template_parameters)
    amount = number(body, node.value, "the amount")
    if found is None:
        return None
    check_not_negative(body, amount, node.value.span, node.operation)
    return ir.ChangePool(
        _WAYS[node.operation], subject, found.name, amount.expression, node.span
    )


def check_not_negative(body: Body, amount: Typed, span: Span, word: str) -> None:
    """Report an amount that is known to be less than 0 (LG0309), except of a ``set``."""
    value = fold.known(amount)
    if value is not None and value < 0 and word != "set" and not body.play:
        body.report.error(
            "LG0309",
            span,
            f"{word} takes an amount of 0 or more, not {number_text(value)}",
        )


def deal(body: Body, node: ast.Deal | ast.Heal) -> ir.Statement | None:
    """``deal`` and ``heal``."""
    heal = isinstance(node, ast.Heal)
    word = "heal" if heal else "deal"
    amount = number(body, node.amount, "the amount")
    check_not_negative(body, amount, node.amount.span, word)
    to = entity(body, node.to, "what follows to")
    by = None
    if node.source is not None:
        by = entity(body, node.source, "what follows from").expression
    priority = priority_named(body, node.priority)
    kind = _kind(body, node, heal)
    hit: str | None = None
    if node.name is not None:
        whole = kind is not None and _pool_is_whole(body, kind)
        hit = body.bind(node.name, None, hit=True, whole=whole).unique
    if kind is None:
        return None
    return ir.Deal(kind, amount.expression, to.expression, by, priority, hit, node.span)


def _pool_is_whole(body: Body, kind: str) -> bool:
    pool = body.analysis.kinds[kind].pool
    return pool in body.symbols.tables[Kind.POOL] and body.analysis.pool(pool).whole


def _kind(body: Body, node: ast.Deal | ast.Heal, heal: bool) -> str | None:
    """The damage or healing that is meant (docs/language.md, section 7)."""
    declared = body.analysis.kinds_that(heal)
    word = "healing" if heal else "damage"
    if node.kind is not None:
        return _named_kind(body, node.kind, heal)
    default = DEFAULT_HEALING if heal else DEFAULT_DAMAGE
    if default in declared:
        return default
    if len(declared) == 1:
        return declared[0]
    if declared:
        body.report.error(
            "LG0406",
            node.span,
            f"there are several kinds of {word}: say which",
            allowed=", ".join(declared),
        )
    elif not body.report.lost(word):
        body.report.error(
            "LG0405",
            node.span,
            f"no {word} is declared",
            allowed=f"a line such as: {word} POOL",
        )
    return None


def _used(body: Body, kind: str) -> str:
    body.symbols.tables[Kind.CHANGE][kind].uses += 1
    return kind


def _named_kind(body: Body, name: ast.Name, heal: bool) -> str | None:
    word = "healing" if heal else "damage"
    kinds = body.analysis.kinds
    declared = body.analysis.kinds_that(heal)
    found = kinds.get(name.text)
    if found is not None and found.healing is heal:
        return _used(body, name.text)
    if found is not None:
        body.report.error(
            "LG0204",
            name.span,
            f"{name} is a {'damage' if heal else 'healing'}; a {word} belongs here",
            allowed=", ".join(declared) or None,
            suggestion=nearest(name.text, declared),
        )
        return None
    body.report.unresolved(
        name,
        (Kind.CHANGE,),
        also=body.template_parameters,
        message=f"no {word} is named {name}",
    )
    return None


def priority_named(body: Body, node: ast.Expression | None) -> str | None:
    """A declared priority."""
    if node is None:
        return None
    if not isinstance(node, ast.Reference):
        body.report.error(
            "LG0301",
            node.span,
            "the name of a priority belongs here",
            allowed=", ".join(body.symbols.tables[Kind.PRIORITY])
            or "a name declared by a line such as: priority First 1",
        )
        return None
    found = body.report.resolve(
        node.name, (Kind.PRIORITY,), also=body.template_parameters
    )
    return found.name if found is not None else None


# -- events --------------------------------------------------------------------------------


def raise_event(body: Body, node: ast.Raise) -> ir.Statement | None:
    """``raise EVENT of x [by y] [with …] [or stop]``."""
    event = _raised(body, node.event)
    of = entity(body, node.of, "what follows of")
    by = entity(body, node.by, "what follows by").expression if node.by else None
    carries = event.carries if event is not None else ()
    props, links = carried(
        body,
        node.carries,
        tuple(name.text for name in carries),
        node.event.text,
        known=event is not None,
    )
    if event is None:
        return None
    return ir.Raise(
        node.event.text, of.expression, by, props, links, node.or_stop, node.span
    )


def _raised(body: Body, name: ast.Name) -> ast.Events | None:
    if name.text in PHASE_EVENTS and body.symbols.tables[Kind.PHASE]:
        body.report.error(
            "LG0204",
            name.span,
            f"{name} comes of the phases: it cannot be raised",
            allowed="advance, or advance to a phase",
        )
        return None
    if name.text in body.analysis.kinds and not body.symbols.get(Kind.EVENT, name.text):
        healing = body.analysis.kinds[name.text].healing
        body.report.error(
            "LG0204",
            name.span,
            f"{name} is a {'healing' if healing else 'damage'}: it cannot be raised",
            allowed=f"{'heal' if healing else 'deal'} N {name} to x",
        )
        return None
    found = body.report.resolve(name, (Kind.EVENT,), also=body.template_parameters)
    if found is None:
        return None
    assert isinstance(found.node, ast.Events)
    return found.node


def carried(
    body: Body,
    nodes: Sequence[ast.Assignment],
    allowed: tuple[str, ...],
    carrier: str,
    *,
    known: bool = True,
) -> tuple[tuple[ir.Carried, ...], tuple[ir.Carried, ...]]:
    """The props and links after ``with``: each once, each among ``allowed``, in its bounds."""
    props: list[ir.Carried] = []
    links: list[ir.Carried] = []
    seen: dict[str, Span] = {}
    for node in nodes:
        name = node.name.text
        declared = body.symbols.find((Kind.PROP, Kind.LINK), name)
        is_link = declared is not None and declared.kind is Kind.LINK
        value = (
            require(
                body,
                node.value,
                Type.ENTITY if is_link else Type.NUMBER,
                name,
            )
            if declared is not None
            else elaborate(body, node.value)
        )
        if name in seen:
            body.report.error(
                "LG0417",
                node.name.span,
                f"{name} is written twice",
                notes=[Note("it is written here first", seen[name])],
            )
            continue
        seen[name] = node.name.span
        if known and name not in allowed:
            _not_carried(body, node.name, allowed, carrier)
            continue
        if declared is None:
            continue
        declared.uses += 1
        made = ir.Carried(name, value.expression, node.span)
        if is_link:
            links.append(made)
        else:
            check_prop_bounds(body, name, value, node.value.span)
            props.append(made)
    return tuple(props), tuple(links)


def _not_carried(
    body: Body, name: ast.Name, allowed: tuple[str, ...], carrier: str
) -> None:
    if name.text.startswith(WILD):
        return
    declared = body.symbols.find((Kind.PROP, Kind.LINK), name.text)
    if declared is None and nearest(name.text, allowed) is None:
        body.report.unresolved(
            name, (Kind.PROP, Kind.LINK), message=f"no prop or link is named {name}"
        )
        return
    body.report.error(
        "LG0208",
        name.span,
        f"{carrier} carries no {name}",
        allowed=", ".join(allowed) or "nothing after with",
        suggestion=nearest(name.text, allowed),
    )


def check_prop_bounds(body: Body, prop: str, value: Typed, span: Span) -> None:
    """Report a literal prop out of its bounds (LG0309), or not whole where it must be (LG0310).

    A play may try what is out of bounds: it is refused.
    """
    given = fold.known(value)
    if given is None or body.play:
        return
    node = body.analysis.prop(prop)
    low, high = body.analysis.prop_bounds.get(prop, (None, None))
    if low is not None and given < low:
        body.report.error(
            "LG0309",
            span,
            f"{prop} is at least {number_text(low)}, and this is {number_text(given)}",
        )
    elif high is not None and given > high:
        body.report.error(
            "LG0309",
            span,
            f"{prop} is at most {number_text(high)}, and this is {number_text(given)}",
        )
    elif node.whole and not isinstance(given, int):
        body.report.error("LG0310", span, f"{prop} is whole, and this is not")


# -- effects -------------------------------------------------------------------------------


def effect_arguments(
    body: Body, applied: ast.Applied, kind: Kind = Kind.EFFECT
) -> tuple[str, tuple[ir_expressions.Expression, ...]] | None:
    """An effect (or ability) and its arguments, each of its parameter's type."""
    found = thing_named(body, kind, applied)
    if (
        found is None
    ):  # what the arguments of what is not known may be, is not known either
        return None
    signature = body.analysis.signatures[(kind, found.name)]
    names = tuple(each.name.text for each in signature.parameters)
    nodes = argument_nodes(body, applied, names)
    if nodes is None:
        for each in applied.arguments:
            elaborate(body, each.value)
        return None
    given = [
        argument(body, node, parameter, found.name).expression
        for node, parameter in zip(nodes, signature.parameters, strict=True)
    ]
    return found.name, tuple(given)


def give(body: Body, node: ast.Give) -> ir.Statement | None:
    """``give EFFECT[(args)] to x [for DURATION]``."""
    given = effect_arguments(body, node.effect)
    to = entity(body, node.to, "what follows to")
    lasting = duration(body, node.duration) if node.duration is not None else None
    if given is None:
        return None
    return ir.Give(given[0], given[1], to.expression, lasting, node.span)


def take(body: Body, node: ast.Take) -> ir.Statement | None:
    """``take EFFECT from x``."""
    effect = effect_named(body, node.effect)
    source = entity(body, node.source, "what follows from")
    if effect is None:
        return None
    return ir.Take(effect, source.expression, node.span)


def take_all(body: Body, node: ast.TakeAll) -> ir.Statement | None:
    """``take all from x [having TAG]``."""
    source = entity(body, node.source, "what follows from")
    tags = [tag_named(body, name) for name in node.having]
    if len(node.having) > 1:
        body.report.error(
            "LG0417",
            node.having[1].span,
            "take all goes by one tag",
            notes=[Note("the first is here", node.having[0].span)],
        )
    tag = tags[0] if tags else None
    if node.having and tag is None:
        return None
    return ir.TakeAll(source.expression, tag, node.span)


def remove_self(body: Body, node: ast.RemoveSelf) -> ir.Statement | None:
    """``remove self``, in an effect."""
    if body.effect is None:
        body.report.error(
            "LG0413",
            node.span,
            f"remove self means nothing in {body.place}",
            allowed="remove self in an effect; take EFFECT from x, remove x",
        )
    return ir.RemoveSelf(node.span)
