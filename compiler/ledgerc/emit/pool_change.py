"""``change_X``: all that happens as a pool changes (docs/language.md, section 4, rules 5 and 6)."""

from __future__ import annotations

from ledgerc.emit import escape
from ledgerc.emit.pipelines import Pipeline
from ledgerc.emit.pools import bounds_of, setting_of
from ledgerc.emit.reach import found
from ledgerc.emit.setting import Context
from ledgerc.emit.statements import indented
from ledgerc.emit.stats import reckon_again
from ledgerc.emit.views import FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir import statements
from ledgerc.ir.expressions import Expression
from ledgerc.ir.print_expressions import print_expression

_PARAMETERS = (
    "w: World, kind: runtime.EventKind, amount: runtime.Number, subject: Entity, "
    "by: Entity = nothing, priority: int | None = None, event: Event | None = None"
)

_LOCALS = (
    *("amount", "awake", "by", "entries", "event", "kind", "least", "most", "new"),
    *("old", "priority", "steps"),
)


def change_function(
    pool: ir.Pool, pipeline: Pipeline, context: Context
) -> FunctionView:
    """The function that makes an event of ``pool``, lets it meet its rules, writes and logs it.

    What no rule is about is done on the spot. One of a set has been made and has met its rules, and
    comes as an ``event``; it is answered with the others.
    """
    names = context.names
    slot = names.attribute[pool.name]
    setting = setting_of(context, "subject", _LOCALS)
    bounds = bounds_of(pool, setting)
    met, answered = bool(pipeline.stages), pipeline.is_answered
    absorbed = _is_absorbed(pool, context.catalog)
    lines = ["steps = w.steps[kind]"] if met or answered else []
    lines += ["if event is None:", *indented(_asked(pool, context))]
    awake = "awake = subject.active | by.active | w.watched"
    if met:
        met_by = "# Met by the before rules of those who may have one."
        lines += indented([met_by, awake, *_met(absorbed, answered)])
    elif answered:
        lines += indented([awake])
    of_a_set = ["amount -= event.absorbed"] if absorbed else []
    of_a_set += ["awake = 0"] if answered else []
    if of_a_set:
        lines += ["else:", *indented(of_a_set)]
    lines += [
        "# Written, within its bounds.",
        "if type(amount) is not int:",
        *indented([f"amount = {'int' if pool.whole else 'runtime.round_six'}(amount)"]),
        f"old = subject.{slot}",
        *_new_value(),
        *bounds.lines,
        *bounds.fit("new"),
        f'w.journal.append((subject, "{slot}", old))',
        f"subject.{slot} = new",
        "event.applied = new - old if new > old else old - new",
        *reckon_again(pool, "subject", "w", context),
        *bounds.fatal("new", "w.may_die(subject)", setting),
    ]
    if pool.name in context.moving_pools:
        lines.append("w.follow(subject)")
    lines += [
        "# Logged, and answered by those who may." if answered else "# Logged.",
        "if new != old or not kind.sets:",
        *indented(
            [
                "entries = w.log.entries",
                "entries.append(event)",
                "if len(entries) > w.budget:",
                *indented(["w.overflow()"]),
                *_answered(answered),
            ]
        ),
        "return event",
    ]
    return FunctionView(
        name=names.change[pool.name],
        parameters=_PARAMETERS,
        returns="Event",
        lines=tuple(lines),
        docstring=escape.docstring(
            f"Change {pool.name} of the subject: {_bounds_text(pool)}."
        ),
    )


def _met(absorbed: bool, answered: bool) -> list[str]:
    """The before rules, where one is about the event, and what they have made of it."""
    left = "event.amount - event.absorbed" if absorbed else "event.amount"
    lines = [
        "if not w.meets(event, steps):",
        *indented(["return event"]),
        f"subject, amount = event.subject, {left}",
    ]
    if answered:
        lines.append("awake = subject.active | by.active | w.watched")
    return ["if steps.met_by & awake:", *indented(lines)]


def _answered(answered: bool) -> list[str]:
    """The answers, where somebody listens."""
    if not answered:
        return []
    return ["if steps.heard_by & awake:", *indented(["w.answer(event, steps)"])]


def _asked(pool: ir.Pool, context: Context) -> list[str]:
    """A change is asked for: the event is made, and may be one for later, or for nothing."""
    unusual = (
        "amount <= 0",
        "amount > runtime.PLENTY",
        f"not subject.pools & {context.names.has[pool.name]}",
        "subject.gone",
        "w.collecting is not None",
    )
    return [
        "# Asked for: made, and not looked into further where it comes to nothing now.",
        "event = w.new_event(kind, amount, subject, by, priority)",
        f"if {' or '.join(unusual)}:",
        *indented(["if not w.goes_on(event):", *indented(["return event"])]),
    ]


def _bounds_text(pool: ir.Pool) -> str:
    text = f"at least {_bound_text(pool.minimum)}"
    if pool.maximum is not None:
        text += f", at most {_bound_text(pool.maximum)}"
    return text + (", whole" if pool.whole else "")


def _bound_text(bound: Expression) -> str:
    """A bound for a reader; a stat of the holder by its name alone."""
    match bound:
        case ir_expressions.ReadStat(
            entity=ir_expressions.Variable(role=ir_expressions.Role.HOLDER), stat=stat
        ):
            return stat
        case _:
            return print_expression(bound)


def _is_absorbed(pool: ir.Pool, catalog: ir.Catalog) -> bool:
    """Whether a rule of the catalog may absorb a part of a change of ``pool``."""
    kinds = {each.name for each in catalog.kinds if each.pool == pool.name}
    return any(
        any(found(rule.body, statements.Absorb))
        for effect in catalog.effects
        for rule in effect.rules
        for event in rule.events
        if (isinstance(event, ir.OfPool) and event.pool == pool.name)
        or (isinstance(event, ir.OfKind) and event.kind in kinds)
    )


def _new_value() -> list[str]:
    """The value by the event's way, before its bounds."""
    return [
        "if kind.lowers:",
        *indented(["new = old - amount"]),
        "elif kind.sets:",
        *indented(["new = amount"]),
        "else:",
        *indented(["new = old + amount"]),
    ]
