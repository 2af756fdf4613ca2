"""An effect as a class: its parameters are slots, its rules methods."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.emit import changes, escape, expressions, nodes
from ledgerc.emit.auras import aura_members
from ledgerc.emit.before import is_inline
from ledgerc.emit.identifiers import PHASE_EVENTS
from ledgerc.emit.masks import union
from ledgerc.emit.names import RuleNames
from ledgerc.emit.nodes import text_of
from ledgerc.emit.pipelines import EVENT_PARAMETERS
from ledgerc.emit.reach import is_drawn, only_changes, pools_of_holder, uses_of
from ledgerc.emit.setting import Context, Setting, annotation
from ledgerc.emit.statements import body_lines, marker
from ledgerc.emit.views import ClassView, FunctionView, LinesView, Members, described
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.expressions import Number, Role
from ledgerc.ir.print_expressions import print_expression
from ledgerc.ir.typed import is_whole
from ledgerc.ir.types import Type
from ledgerc.source import Span

_ACTING = "self, w: World"


def effect_views(
    effect: ir.Effect, watched: bool, context: Context
) -> Iterator[ClassView | LinesView]:
    """The class of an effect; below it, its rules as data, which name methods of it.

    ``watched`` is whether it has rules about others (``pipelines.watched_effects``).
    """
    names = context.names
    members = Members()
    members.attributes.extend(_attributes(effect, watched, context))
    if effect.parameters:
        members.methods.append(_initialiser(effect, context))
    members.methods.extend(_durations(effect, context))
    for body in effect.gained_or_lost:
        head = "on gained" if body.gained else "on lost"
        name = head.replace(" ", "_")
        members.methods.append(
            _method(name, head, body.body, body.span, effect, context)
        )
    for rule in effect.rules:
        members.methods.extend(_rule_methods(effect, rule, context))
        if rule.moment is ir.Moment.AFTER:
            members.after.append(_after_rule(effect, rule, context))
    _add_every(effect, context, members)
    aura_members(effect, context, members)
    yield ClassView(
        name=names.effect[effect.name],
        bases="runtime.Effect[Entity]",
        docstring=described(effect.source, effect.span, _doc(effect, context)),
        attributes=tuple(members.attributes),
        methods=tuple(members.methods),
    )
    if members.after:
        yield LinesView(tuple(members.after))


def _doc(effect: ir.Effect, context: Context) -> str:
    """The author's comment, and where those rules of the effect stand that are no methods."""
    names = context.names
    places = [
        (f"`{modifier.kind.value}`", f"`Entity.{_reckoned_by(modifier.stat, context)}`")
        for modifier in effect.modifiers
    ]
    for rule in effect.rules:
        if rule.moment is ir.Moment.BEFORE:
            heard = " and ".join(
                f"`{names.before[each]}`" for each in _pipelines(rule, context)
            )
            places.append((f"`before {rule.source}`", heard))
    places += (("`dies`", "`World.deaths`") for _ in effect.dies)
    places += (("`forbids`", "`World.forbidden`") for _ in effect.forbids)
    places += (("`repeats`", "`World.repeats`") for _ in effect.repeats)
    lines = [f"- {rule}: see {where}" for rule, where in dict.fromkeys(places)]
    return "\n\n".join(part for part in (effect.doc.strip(), "\n".join(lines)) if part)


def _reckoned_by(stat: str, context: Context) -> str:
    """The method or property that reckons a stat."""
    kept = stat in context.reckoned_stats
    return (context.names.reckon if kept else context.names.attribute)[stat]


def _pipelines(rule: ir.Rule, context: Context) -> list[str]:
    """The pools and events whose pipelines a rule stands in."""
    heard: list[str] = []
    for event in rule.events:
        match event:
            case ir.OfKind(kind=kind):
                heard.append(context.catalog.kind[kind].pool)
            case ir.OfPool(pool=pool):
                heard.append(pool)
            case ir.OfEvent(event=name):
                heard.append(name)
            case ir.OfPhase(started=started):
                heard.append(PHASE_EVENTS[0] if started else PHASE_EVENTS[1])
    return list(dict.fromkeys(heard))


def _attributes(effect: ir.Effect, watched: bool, context: Context) -> list[str]:
    names = context.names
    slots = [names.effect_member[effect.name, each.name] for each in effect.parameters]
    lines = [
        f"__slots__ = {text_of(nodes.items(*map(nodes.constant, slots)))}",
        f"name = {escape.literal(effect.name)}",
        f"bit = {names.holds[effect.name]}",
    ]
    if effect.tags:
        lines.append(f"tags = {tag_mask(effect.tags, context)}")
    if slots:
        lines.append(
            f"parameters = {text_of(nodes.items(*map(nodes.constant, slots)))}"
        )
        lines.append(f"kinds = {text_of(_kinds(effect))}")
    if effect.stacking is not ir.Stacking.REFRESHES:
        lines.append(f"stacking = runtime.Stacking.{effect.stacking.name}")
    if effect.active_in:
        zones = text_of(nodes.items(*map(nodes.constant, effect.active_in)))
        lines.append(f"active_in = {zones}")
    flags = {
        "innate": effect.innate,
        "watched": watched,
        "granting": bool(effect.repeats or effect.forbids),
        "modifying": any(
            each.stat in context.reckoned_stats for each in effect.modifiers
        ),
        "deadly": bool(effect.dies),
        "dies_when": any(
            each.at is ir.DiesAt.CONDITION and not pools_of_holder(each.condition)
            for each in effect.dies
        ),
    }
    lines.extend(f"{flag} = True" for flag, is_set in flags.items() if is_set)
    if effect.dies:
        raised = dict.fromkeys(names.event[each.raising] for each in effect.dies)
        lines.append(f"deaths = {text_of(nodes.items(*map(nodes.name, raised)))}")
    for parameter, slot in zip(effect.parameters, slots, strict=True):
        lines.append(f"{slot}: {annotation(parameter.type, parameter.whole)}")
    return lines


def _kinds(effect: ir.Effect) -> nodes.Node:
    """What each parameter holds, by the name that the author gave it."""
    return nodes.mapping(
        (
            nodes.constant(each.name),
            nodes.constant("whole" if each.whole else each.type.value),
        )
        for each in effect.parameters
    )


def tag_mask(tags: tuple[str, ...], context: Context) -> str:
    """``tag_Body | tag_Unit``."""
    return union(context.names.tag[each] for each in tags)


def _initialiser(effect: ir.Effect, context: Context) -> FunctionView:
    slots = [
        (
            context.names.effect_member[effect.name, each.name],
            annotation(each.type, each.whole),
        )
        for each in effect.parameters
    ]
    return initialiser(slots, calls_super=True)


def initialiser(slots: list[tuple[str, str]], *, calls_super: bool) -> FunctionView:
    """An ``__init__`` that fills the slots from arguments of their names."""
    parameters = ", ".join(["self", *(f"{slot}: {kind}" for slot, kind in slots)])
    lines = [f"self.{slot} = {slot}" for slot, _ in slots]
    if calls_super:
        lines.insert(0, "super().__init__()")
    return FunctionView("__init__", parameters, "None", tuple(lines))


def effect_setting(
    effect: ir.Effect, read: object, context: Context
) -> tuple[Setting, list[str]]:
    """The surroundings of a method of ``effect``, and its first lines.

    The holder has a local of its own where ``read`` names it more than once.
    """
    setting = Setting(context, context.names.locals())
    setting.effect = effect.name
    if uses_of(read, Role.HOLDER) > 1:
        return setting, ["holder = self.holder"]
    setting.holder = nodes.attribute(nodes.name("self"), "holder")
    return setting, []


def _method(
    name: str,
    head: str,
    body: tuple[statements.Statement, ...],
    span: Span,
    effect: ir.Effect,
    context: Context,
    parameters: str = _ACTING,
) -> FunctionView:
    """A body as a method; ``head`` is the line above it, as the author wrote it."""
    setting, lines = effect_setting(effect, body, context)
    lines.extend(body_lines(body, setting))
    docstring = described(head, span)
    return FunctionView(name, parameters, "None", tuple(lines), docstring)


def _durations(effect: ir.Effect, context: Context) -> list[FunctionView]:
    methods = []
    match effect.lasts:
        case statements.Turns(count=count, span=span):
            setting, lines = effect_setting(effect, count, context)
            many = expressions.value(count, setting)
            given = text_of(
                many if is_whole(count) else nodes.call("runtime.ceil", many)
            )
            lines += [marker(span), f"return runtime.Duration(turns={given})"]
            methods.append(
                FunctionView("lasts", _ACTING, "runtime.Duration", tuple(lines))
            )
        case statements.Seconds(count=count, span=span):
            setting, lines = effect_setting(effect, count, context)
            given = text_of(changes.ticks(count, setting))
            lines += [marker(span), f"return runtime.Duration(ticks={given})"]
            methods.append(
                FunctionView("lasts", _ACTING, "runtime.Duration", tuple(lines))
            )
        case _:
            pass
    if effect.max_stacks is not None:
        setting, lines = effect_setting(effect, effect.max_stacks, context)
        most = text_of(expressions.value(effect.max_stacks, setting))
        kind = annotation(Type.NUMBER, is_whole(effect.max_stacks))
        if not isinstance(effect.max_stacks, Number):
            lines.append(marker(effect.max_stacks.span))
        lines.append(f"return {most}")
        methods.append(FunctionView("most_stacks", _ACTING, kind, tuple(lines)))
    return methods


def _rule_methods(
    effect: ir.Effect, rule: ir.Rule, context: Context
) -> list[FunctionView]:
    members = context.names.rule[rule.number]
    head = f"{rule.moment.value} {rule.source}"
    parameters = f"self, {EVENT_PARAMETERS}"
    if rule.moment is ir.Moment.BEFORE:
        if is_inline(rule):
            return []
        return [
            _method(
                members.act,
                head,
                rule.body,
                rule.span,
                effect,
                context,
                parameters,
            )
        ]
    methods = []
    if rule.when is not None:
        setting, lines = effect_setting(effect, rule.when, context)
        test = text_of(expressions.value(rule.when, setting))
        lines = [marker(rule.span), *lines, f"return {test}"]
        methods.append(FunctionView(members.when, parameters, "bool", tuple(lines)))
    methods.append(
        _method(members.act, head, rule.body, rule.span, effect, context, parameters)
    )
    return methods


def _after_rule(effect: ir.Effect, rule: ir.Rule, context: Context) -> str:
    """The rule as data."""
    own, members = context.names.effect[effect.name], context.names.rule[rule.number]
    given = [
        str(rule.number),
        escape.literal(escape.comment(rule.span.place)),
        f"{own}.{members.act}",
    ]
    if rule.when is not None:
        given.append(f"when={own}.{members.when}")
        if not is_drawn(rule.when):
            given.append("steady=True")
    if rule.priority is not None:
        given.append(f"priority={context.names.priority[rule.priority]}")
    if rule.together:
        given.append("together=True")
    made = only_changes(rule.body)
    if made is not None:
        kinds = dict.fromkeys(changes.kind_of(each, context) for each in made)
        given.append(f"only=({''.join(f'{kind}, ' for kind in kinds)})")
    return f"{members.answer}: Final = runtime.AfterRule({', '.join(given)})"


def _add_every(effect: ir.Effect, context: Context, members: Members) -> None:
    """``every turn`` answers the start of a turn; ``every N seconds`` is due by the clock."""
    own = context.names.effect[effect.name]
    timed: list[str] = []
    for every in effect.every:
        names = context.names.every[every.number]
        place = escape.literal(escape.comment(every.span.place))
        given = f"{every.number}, {place}, {own}.{names.act}"
        parameters = (
            _ACTING if every.seconds is not None else f"self, {EVENT_PARAMETERS}"
        )
        head = f"every {_period_text(every)}"
        members.methods.append(
            _method(
                names.act, head, every.body, every.span, effect, context, parameters
            )
        )
        if every.seconds is None:
            members.after.append(f"{names.answer}: Final = runtime.AfterRule({given})")
        else:
            period, due = _period(effect, every, names, context)
            members.methods.extend(due)
            timed.append(f"runtime.EveryRule({given}, ticks={period})")
    if timed:
        members.after.append(f"{own}.every = ({', '.join(timed)},)")


def _period_text(every: ir.Every) -> str:
    if every.seconds is None:
        return "turn"
    seconds = print_expression(every.seconds)
    return f"{seconds} second" if seconds == "1" else f"{seconds} seconds"


def _period(
    effect: ir.Effect, every: ir.Every, members: RuleNames, context: Context
) -> tuple[str, list[FunctionView]]:
    """The ticks of one period: a number, or the method that reckons it."""
    assert every.seconds is not None
    setting, lines = effect_setting(effect, every.seconds, context)
    period = text_of(changes.ticks(every.seconds, setting))
    if isinstance(every.seconds, Number):
        return period, []
    lines = [marker(every.span), *lines, f"return {period}"]
    own = context.names.effect[effect.name]
    return f"{own}.{members.when}", [
        FunctionView(members.when, _ACTING, "int", tuple(lines))
    ]
