"""``before_X``: the rules that an event meets before it happens, as straight-line code."""

from __future__ import annotations

from ledgerc.emit import escape, expressions, matching, nodes
from ledgerc.emit.identifiers import snake_case
from ledgerc.emit.matching import Whose
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.pipelines import EVENT_PARAMETERS, Met, Pipeline
from ledgerc.emit.reach import found, is_mute, uses_of
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import (
    body_lines,
    each_held,
    indented,
    marker,
    tested,
)
from ledgerc.emit.views import FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.expressions import Role


def before_function(pipeline: Pipeline, context: Context) -> FunctionView | None:
    """The function of the before rules of ``pipeline``, or None if there is none."""
    if not pipeline.stages:
        return None
    setting = Setting(context, context.names.locals(("outer",)))
    lines: list[str] = []
    for stage in pipeline.stages:
        lines.append(
            "# before, at no stage"
            if stage.name is None
            else f"# before, at {escape.comment(stage.name)}"
        )
        for met in stage.rules:
            lines.extend(_rule_lines(met, pipeline, setting))
    return FunctionView(
        name=context.names.before[pipeline.name],
        parameters=EVENT_PARAMETERS,
        returns="None",
        lines=tuple(lines),
        docstring=escape.docstring(
            f"What {_what(pipeline)} meets before it happens, in order."
        ),
    )


def _what(pipeline: Pipeline) -> str:
    """What comes here: the kinds that a rule is about, or any change of the pool."""
    return ", ".join(pipeline.kinds_met) or pipeline.name


def is_inline(rule: ir.Rule) -> bool:
    """Whether a before rule stands in the pipeline; an ``or stop`` needs a method to leave."""
    return not any(each.or_stop for each in found(rule.body, statements.Raise))


def _rule_lines(met: Met, pipeline: Pipeline, setting: Setting) -> list[str]:
    """One rule: whom it is about, the holders that may act, what each does."""
    effect, rule = met.effect, met.rule
    names = setting.names
    identifier = names.effect[effect.name]
    instance = setting.locals.name(snake_case(identifier), identifier)
    others = met.kinds != pipeline.kinds_met  # other kinds come here as well
    outer = matching.is_of_kind(met.kinds, setting) if others else []
    finder: Node | None = None
    if met.whose is not Whose.ANYONE:
        finder = nodes.attribute(setting.event, met.whose.value)
        found_by = rule.subject if met.whose is Whose.SUBJECT else rule.by
        assert found_by is not None
        mask = nodes.name(names.holds[effect.name])
        outer.append(nodes.binary("&", nodes.attribute(finder, "active"), mask))
        outer += matching.having_tests(found_by, finder, setting)
    else:
        outer.append(matching.anybody_holds(effect.name, pipeline.name, setting))
    _enter(setting, instance, effect, nodes.name("holder"))
    inner = _tests(met, setting)
    redirects = any(found(rule.body, statements.Redirect))
    if redirects and not matching.is_own(rule.subject):
        inner.append(_not_aimed_before(setting))
    tests = _still(met, instance, setting) + inner
    body = _act(met, instance, setting)
    if _needs_holder(rule, inner):
        body = [f"holder = {instance}.holder", *tested(tests, body)]
        tests = []
    if finder is None:
        watching = nodes.attribute(setting.world, "watching")
        source = nodes.call(watching, nodes.name(identifier), setting.event)
        loop = tested(tests, body)
        lines = [f"for {instance} in {text_of(source)}:", *indented(loop)]
    else:
        lines = each_held(finder, identifier, instance, tests, body)
    heading = f"# {escape.comment(f'{effect.name}: {rule.source}')}"
    return [heading, marker(rule.span), *tested(outer, lines)]


def _enter(setting: Setting, instance: str, effect: ir.Effect, holder: Node) -> None:
    """Write parameters and the holder as those of ``instance`` from here on."""
    setting.instance, setting.effect, setting.holder = (
        nodes.name(instance),
        effect.name,
        holder,
    )


def _tests(met: Met, setting: Setting) -> list[Node]:
    """The tests of one holder: subject, ``by``, ``when``."""
    rule = met.rule
    subject = nodes.attribute(setting.event, "subject")
    tests: list[Node] = []
    if met.whose is not Whose.SUBJECT:
        tests += matching.subject_tests(rule.subject, subject, setting)
    if rule.by is not None and met.whose is not Whose.BY:
        tests += matching.relation_tests(
            rule.by, nodes.attribute(setting.event, "by"), setting
        )
    if rule.when is not None:
        tests.append(expressions.truth(rule.when, setting))
    return tests


def _not_aimed_before(setting: Setting) -> Node:
    """Who was rid of an event by a redirect has no say in where it goes: it does not come back."""
    was_aimed_at = nodes.attribute(setting.event, "was_aimed_at")
    return nodes.inverse(nodes.call(was_aimed_at, setting.holder))


def _still(met: Met, instance: str, setting: Setting) -> list[Node]:
    """Whether an instance still acts, where one before it may have taken it away."""
    effect = met.effect
    if is_mute(met.rule.body):
        return []
    held = nodes.attribute(nodes.name(instance), "held")
    if met.whose is Whose.ANYONE:
        mask = nodes.name(setting.names.holds[effect.name])
        active = nodes.attribute(nodes.name(instance), "holder", "active")
        return [held, nodes.binary("&", active, mask)]
    lent = effect.name in setting.context.lent_effects
    return [held] if lent or effect.stacking is ir.Stacking.SEPARATE else []


def _needs_holder(rule: ir.Rule, tests: list[Node]) -> bool:
    """Whether the code of one holder names it."""
    return bool(nodes.count_names("holder", tests)) or (
        is_inline(rule) and uses_of(rule.body, Role.HOLDER) > 0
    )


def _act(met: Met, instance: str, setting: Setting) -> list[str]:
    """The body under its entry of the log, and the way out if it prevents."""
    rule = met.rule
    place = text_of(nodes.constant(escape.comment(rule.span.place)))
    if is_inline(rule):
        body = body_lines(rule.body, setting)
    else:
        body = [f"{instance}.{setting.names.rule[rule.number].act}(w, event)"]
    lines = [
        f"outer = w.acting({instance}, {place}, event)",
        *body,
        "w.cause = outer",
    ]
    if any(isinstance(each, statements.Prevent) for each in rule.body) and is_inline(
        rule
    ):
        lines.append("return")
    elif any(found(rule.body, statements.Prevent)):
        lines.extend(["if event.prevented:", *indented(["return"])])
    return lines
