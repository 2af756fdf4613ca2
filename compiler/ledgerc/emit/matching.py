"""Whom a rule is about: the tests of its SUBJECT, of its event and of who caused it."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from ledgerc.emit import expressions, nodes
from ledgerc.emit.changes import way_kind
from ledgerc.emit.nodes import Node
from ledgerc.emit.setting import Setting
from ledgerc.ir import catalog as ir


def kind_tests(
    events: tuple[ir.EventName, ...], pool: str | None, setting: Setting
) -> list[Node] | None:
    """Whether the event is one of ``events``, as far as ``pool``'s pipeline can meet them.

    ``pool`` is None in the pipeline of a declared event, where no test is needed. None: no event
    of this pipeline is named. An empty list: all are.
    """
    kinds = () if pool is None else kinds_named(events, pool, setting)
    return None if kinds is None else is_of_kind(kinds, setting)


def kinds_named(
    events: tuple[ir.EventName, ...], pool: str, setting: Setting
) -> tuple[str, ...] | None:
    """The kinds of change of ``pool`` that are among ``events``; none at all: every one is.

    None: no change of the pool is.
    """
    kinds: list[str] = []
    for event in events:
        match event:
            case ir.OfKind(kind=kind) if setting.catalog.kind[kind].pool == pool:
                kinds.append(setting.names.event[kind])
            case ir.OfPool(pool=of, way=None) if of == pool:
                return ()
            case ir.OfPool(pool=of, way=way) if of == pool and way is not None:
                kinds.append(way_kind(way, pool, setting.names))
            case _:
                pass
    return tuple(dict.fromkeys(kinds)) or None


def is_of_kind(kinds: tuple[str, ...], setting: Setting) -> list[Node]:
    """Whether the event is of one of some kinds; of none at all: it surely is."""
    if not kinds:
        return []
    found = nodes.attribute(setting.event, "kind")
    named = [nodes.name(each) for each in kinds]
    if len(named) == 1:
        return [nodes.compare("is", found, named[0])]
    return [nodes.compare("in", found, nodes.items(*named))]


def anybody_holds(effect: str, pipeline: str, setting: Setting) -> Node:
    """Whether anybody active holds an effect with rules about others; of a death, the dead may."""
    names = setting.names
    watched = nodes.attribute(setting.world, "watched")
    held = nodes.binary("&", watched, nodes.name(names.holds[effect]))
    if pipeline in names.change:
        return held
    return nodes.either(nodes.attribute(setting.event, "death"), held)


def is_named(named: ir.EventName, event: str) -> bool:
    """Whether a rule's ``named`` event is the raised ``event``, or a phase's of that name."""
    match named:
        case ir.OfEvent(event=name):
            return name == event
        case ir.OfPhase(started=started):
            return event == ("PhaseStarted" if started else "PhaseEnded")
        case _:
            return False


def is_own(subject: ir.Subject) -> bool:
    """Whether the rule is about its holder, so that the holder's mask finds it."""
    return subject.relation is ir.Relation.HOLDER


class Whose(Enum):
    """Whose effects a rule is looked for among; the value is the event's attribute."""

    SUBJECT = "subject"
    BY = "by"
    ANYONE = "anyone"


def whose(
    events: tuple[ir.EventName, ...], subject: ir.Subject, by: ir.Subject | None
) -> Whose:
    """Where holders are found: the event's subject, who caused it, or all who watch."""
    if any(isinstance(each, ir.OfPhase) for each in events):
        return Whose.ANYONE
    if is_own(subject):
        return Whose.SUBJECT
    if by is not None and is_own(by):
        return Whose.BY
    return Whose.ANYONE


def having_tests(subject: ir.Subject, whom: Node, setting: Setting) -> list[Node]:
    """The tags that ``whom`` must have."""
    return [expressions.has_tag(whom, tag, setting) for tag in subject.having]


def relation_tests(subject: ir.Subject, whom: Node, setting: Setting) -> list[Node]:
    """Whether ``whom``, which may be nothing, stands to the holder as ``subject`` says."""
    holder = setting.holder
    match subject.relation:
        case ir.Relation.HOLDER:
            tests: list[Node] = [nodes.compare("is", whom, holder)]
        case ir.Relation.PATH:
            assert subject.path is not None
            path = expressions.value(subject.path, setting)
            tests = [whom, nodes.compare("is", whom, path)]
        case ir.Relation.ALLY:
            tests = [whom, nodes.call("allied", holder, whom)]
        case ir.Relation.OTHER_ALLY:
            tests = [
                whom,
                nodes.compare("is not", whom, holder),
                nodes.call("allied", holder, whom),
            ]
        case ir.Relation.ENEMY:
            tests = [nodes.call("hostile", holder, whom)]
        case ir.Relation.ANY:
            tests = [whom]
        case ir.Relation.OTHER:
            tests = [whom, nodes.compare("is not", whom, holder)]
        case _:
            assert_never(subject.relation)
    return tests + having_tests(subject, whom, setting)


def subject_tests(subject: ir.Subject, whom: Node, setting: Setting) -> list[Node]:
    """As :func:`relation_tests`, where ``whom`` is surely somebody."""
    return [each for each in relation_tests(subject, whom, setting) if each is not whom]
