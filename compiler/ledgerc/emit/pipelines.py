"""Pipelines: what an event meets, as functions (docs/language.md, section 4, rules 5 to 7).

A pool has ``before_X``, ``change_X`` and ``answers_X``, a declared event ``before_X`` and
``answers_X``; a function that no rule needs is left out. A rule about its holder is found by a
mask of the event's subject; a rule about others is asked of each active holder, in order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ledgerc.emit import matching, reach
from ledgerc.emit.setting import Context, Setting
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.records import record

EVENT_PARAMETERS = "w: World, event: Event"


@record(frozen=True)
class Met:
    """A rule that events of one pipeline meet; it is about these kinds, if none is named all."""

    effect: ir.Effect
    rule: ir.Rule
    kinds: tuple[str, ...]

    @property
    def whose(self) -> matching.Whose:
        """Among whose effects it is looked for."""
        return _whose(self.rule)


@record(frozen=True)
class Beat:
    """An ``every turn``, in the pipeline of the event that starts a turn."""

    effect: ir.Effect
    every: ir.Every


@record(frozen=True)
class Ended:
    """An effect that ``lasts until`` an event of the pipeline."""

    effect: ir.Effect
    until: ir.LastsUntil
    kinds: tuple[str, ...]


@record(frozen=True)
class Stage:
    """The before rules of one stage; of none if it has no name."""

    name: str | None
    rules: tuple[Met, ...]


@record(frozen=True)
class Pipeline:
    """All that the events of one pool, or one event that is raised, meet."""

    name: str
    """The pool, the declared event, ``PhaseStarted`` or ``PhaseEnded``."""
    stages: tuple[Stage, ...]
    """Stages without a rule are left out."""
    afters: tuple[Met | Beat, ...]
    """In catalog order."""
    ends: tuple[Ended, ...]

    @property
    def is_answered(self) -> bool:
        """Whether anything listens."""
        return bool(self.afters or self.ends)

    @property
    def befores(self) -> tuple[Met, ...]:
        """The before rules, in order."""
        return tuple(each for stage in self.stages for each in stage.rules)

    @property
    def kinds_met(self) -> tuple[str, ...]:
        """The kinds of change that meet a before rule; none at all: every one does."""
        return _all_kinds([each.kinds for each in self.befores])

    @property
    def kinds_heard(self) -> tuple[str, ...]:
        """The kinds of change that are answered; none at all: every one is."""
        afters = [each.kinds if isinstance(each, Met) else () for each in self.afters]
        return _all_kinds([*afters, *(each.kinds for each in self.ends)])

    def met(self) -> Iterator[Met | Beat]:
        """All rules, in order."""
        yield from self.befores
        yield from self.afters


def _all_kinds(found: list[tuple[str, ...]]) -> tuple[str, ...]:
    if () in found:
        return ()
    return tuple(dict.fromkeys(kind for kinds in found for kind in kinds))


_Kinds: TypeAlias = Callable[[tuple[ir.EventName, ...]], tuple[str, ...] | None]
"""The kinds that a rule is about, none for all; None if none of the named can come here."""


def pool_pipeline(pool: ir.Pool, context: Context) -> Pipeline:
    """What a change of ``pool`` meets."""
    setting = Setting(context, context.names.locals())

    def kinds(events: tuple[ir.EventName, ...]) -> tuple[str, ...] | None:
        return matching.kinds_named(events, pool.name, setting)

    return _pipeline(pool.name, kinds, context)


def event_pipeline(event: str, context: Context) -> Pipeline:
    """What the raised ``event`` meets: a declared one, ``PhaseStarted`` or ``PhaseEnded``."""

    def kinds(events: tuple[ir.EventName, ...]) -> tuple[str, ...] | None:
        return () if any(matching.is_named(each, event) for each in events) else None

    return _pipeline(event, kinds, context)


def _pipeline(name: str, kinds: _Kinds, context: Context) -> Pipeline:
    catalog = context.catalog
    met: list[Met] = []
    beats: list[Beat] = []
    ends: list[Ended] = []
    for effect in catalog.effects:
        for rule in effect.rules:
            named = kinds(rule.events)
            if named is not None:
                met.append(Met(effect, rule, named))
        if name == catalog.turn_event:
            beats += (
                Beat(effect, each) for each in effect.every if each.seconds is None
            )
        if isinstance(effect.lasts, ir.LastsUntil):
            named = kinds(effect.lasts.events)
            if named is not None:
                ends.append(Ended(effect, effect.lasts, named))
    afters: list[Met | Beat] = [
        *(each for each in met if each.rule.moment is ir.Moment.AFTER),
        *beats,
    ]
    return Pipeline(
        name, _stages(met, catalog), tuple(sorted(afters, key=_number)), tuple(ends)
    )


def _number(answer: Met | Beat) -> int:
    return answer.rule.number if isinstance(answer, Met) else answer.every.number


def _stages(met: list[Met], catalog: ir.Catalog) -> tuple[Stage, ...]:
    befores = sorted((m for m in met if m.rule.moment is ir.Moment.BEFORE), key=_number)
    found: list[Stage] = []
    for stage in (None, *catalog.stages):
        rules = tuple(each for each in befores if each.rule.stage == stage)
        if rules:
            found.append(Stage(stage, rules))
    return tuple(found)


def watched_effects(catalog: ir.Catalog) -> frozenset[str]:
    """The effects with rules that neither the subject nor the cause of an event leads to."""
    return frozenset(effect.name for effect in catalog.effects if _is_watching(effect))


def _is_watching(effect: ir.Effect) -> bool:
    found = [_whose(rule) for rule in effect.rules]
    if isinstance(effect.lasts, ir.LastsUntil):
        found.append(matching.whose(effect.lasts.events, effect.lasts.subject, None))
    return matching.Whose.ANYONE in found


def _whose(rule: ir.Rule) -> matching.Whose:
    """Among whose effects a rule is looked for.

    One that redirects is asked of all who hold it, each in its turn: the event may be another's
    when that comes. One that hears deaths `together` may be of a holder that has left.
    """
    if any(reach.found(rule.body, statements.Redirect)):
        return matching.Whose.ANYONE
    whose = matching.whose(rule.events, rule.subject, rule.by)
    if rule.together and whose is matching.Whose.BY:
        return matching.Whose.ANYONE
    return whose
