"""``answers_X``: who answers an event, entered into the queue."""

from __future__ import annotations

from ledgerc.emit import escape, matching, nodes
from ledgerc.emit.identifiers import snake_case
from ledgerc.emit.matching import Whose
from ledgerc.emit.naming import event_words
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.pipelines import EVENT_PARAMETERS, Beat, Ended, Met, Pipeline
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import each_held, indented, marker, tested
from ledgerc.emit.views import FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir.print_expressions import print_expression
from ledgerc.records import record
from ledgerc.source import Span

_SUBJECT = nodes.name("subject")


def answers_function(pipeline: Pipeline, context: Context) -> FunctionView | None:
    """The function that finds who answers events of ``pipeline``, or None if nobody does."""
    if not pipeline.is_answered:
        return None
    setting = Setting(context, context.names.locals(("subject",)))
    listeners = [
        *(_listener(each, context) for each in pipeline.afters),
        *(_ending(each) for each in pipeline.ends),
    ]
    lines: list[str] = []
    if any(each.reads_subject for each in listeners):
        lines.append("subject = event.subject")
    for listener in listeners:
        lines.extend(_lines(listener, pipeline, setting))
    return FunctionView(
        name=context.names.answers[pipeline.name],
        parameters=f"{EVENT_PARAMETERS}, queue: runtime.Queue",
        returns="None",
        lines=tuple(lines),
        docstring=escape.docstring(
            f"Who answers {', '.join(pipeline.kinds_heard) or pipeline.name}."
        ),
    )


@record(frozen=True)
class _Listener:
    """Instances of an effect that hear events of the pipeline, and what each enters."""

    effect: ir.Effect
    head: str
    """What it hears, as the author wrote it."""
    span: Span
    subject: ir.Subject
    by: ir.Subject | None
    kinds: tuple[str, ...]
    whose: Whose
    together: bool
    of_phase: bool
    when: str | None
    """The method that tells whether one responds."""
    answer: str | None
    """The rule as data; None for a duration that ends."""

    @property
    def reads_subject(self) -> bool:
        """Whether the subject is looked at."""
        return not self.of_phase and (
            self.subject.relation is not ir.Relation.ANY or bool(self.subject.having)
        )


def _listener(answer: Met | Beat, context: Context) -> _Listener:
    names = context.names
    if isinstance(answer, Beat):
        every = answer.every
        own = ir.Subject(ir.Relation.HOLDER, None, (), every.span)
        members = names.every[every.number]
        return _Listener(
            answer.effect,
            "every turn",
            every.span,
            own,
            None,
            (),
            Whose.SUBJECT,
            False,
            False,
            None,
            members.answer,
        )
    rule, members = answer.rule, names.rule[answer.rule.number]
    return _Listener(
        answer.effect,
        rule.source,
        rule.span,
        rule.subject,
        rule.by,
        answer.kinds,
        answer.whose,
        rule.together,
        any(isinstance(each, ir.OfPhase) for each in rule.events),
        None if rule.when is None else members.when,
        members.answer,
    )


def _ending(ended: Ended) -> _Listener:
    until = ended.until
    of_phase = any(isinstance(each, ir.OfPhase) for each in until.events)
    return _Listener(
        ended.effect,
        f"lasts until {_until_text(until)}",
        until.span,
        until.subject,
        None,
        ended.kinds,
        matching.whose(until.events, until.subject, None),
        False,
        of_phase,
        None,
        None,
    )


def _until_text(until: ir.LastsUntil) -> str:
    events = ", ".join(map(event_words, until.events))
    subject = until.subject
    whom = subject.relation.value
    if subject.path is not None:
        whom = print_expression(subject.path)
    having = "".join(f" having {tag}" for tag in subject.having)
    return f"{events} of {whom}{having}"


def _lines(listener: _Listener, pipeline: Pipeline, setting: Setting) -> list[str]:
    names = setting.names
    identifier = names.effect[listener.effect.name]
    instance = setting.locals.name(snake_case(identifier), identifier)
    setting.instance, setting.effect = nodes.name(instance), listener.effect.name
    setting.holder = nodes.attribute(setting.instance, "holder")
    others = listener.kinds != pipeline.kinds_heard  # other kinds come here as well
    outer = matching.is_of_kind(listener.kinds, setting) if others else []
    lines = [_entry(listener, instance)]
    if listener.whose is Whose.ANYONE:
        anybody = matching.anybody_holds(listener.effect.name, pipeline.name, setting)
        outer.append(anybody)
        source = text_of(_watching(listener, identifier, setting))
        loop = tested(_tests(listener, setting), lines)
        lines = [f"for {instance} in {source}:", *indented(loop)]
    else:
        is_subject = listener.whose is Whose.SUBJECT
        finder = _SUBJECT if is_subject else nodes.attribute(setting.event, "by")
        found = listener.subject if is_subject else listener.by
        assert found is not None
        mask = nodes.name(names.holds[listener.effect.name])
        outer.append(nodes.binary("&", nodes.attribute(finder, "active"), mask))
        outer += matching.having_tests(found, finder, setting)
        lines = each_held(
            finder, identifier, instance, _tests(listener, setting), lines
        )
    heading = f"# {escape.comment(f'{listener.effect.name}: {listener.head}')}"
    return [heading, marker(listener.span), *tested(outer, lines)]


def _watching(listener: _Listener, identifier: str, setting: Setting) -> Node:
    keywords = {"together": nodes.constant(True)} if listener.together else {}
    watching = nodes.attribute(setting.world, "watching")
    return nodes.call(
        watching, nodes.name(identifier), setting.event, keywords=keywords
    )


def _tests(listener: _Listener, setting: Setting) -> list[Node]:
    """The tests of one instance: whom the event is of and by, and its ``when``."""
    tests: list[Node] = []
    if listener.whose is not Whose.SUBJECT and not listener.of_phase:
        tests += matching.subject_tests(listener.subject, _SUBJECT, setting)
    if listener.by is not None and listener.whose is not Whose.BY:
        by = nodes.attribute(setting.event, "by")
        tests += matching.relation_tests(listener.by, by, setting)
    if listener.when is not None:
        asked = nodes.attribute(setting.instance, listener.when)
        tests.append(nodes.call(asked, setting.world, setting.event))
    return tests


def _entry(listener: _Listener, instance: str) -> str:
    if listener.answer is None:
        return f"queue.append(({instance}, runtime.ENDS, event))"
    return f"queue.append(({instance}, {listener.answer}, event))"
