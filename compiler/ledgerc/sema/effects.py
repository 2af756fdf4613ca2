"""Effects: a unit without templates in, an IR effect out."""

from __future__ import annotations

from typing import assert_never

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir.types import Type
from ledgerc.records import field, record
from ledgerc.sema import bodies, fold
from ledgerc.sema.changes import effect_arguments, priority_named
from ledgerc.sema.claims import dies_of, forbids_of, repeats_of
from ledgerc.sema.context import Analysis, Body, Signature
from ledgerc.sema.durations import duration, need_turns
from ledgerc.sema.elaborate import as_selection, number, selection, truth
from ledgerc.sema.heads import doc_of, head_of
from ledgerc.sema.names import tags_named, zone_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.scope import Binding
from ledgerc.sema.selections import candidate
from ledgerc.sema.statements import elaborate_body
from ledgerc.sema.subjects import event_context, event_name, rule_subject, subject
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Unit
from ledgerc.source import Span
from ledgerc.syntax import ast

_MODIFIERS = {kind.value: kind for kind in ir.ModifierKind}
_STACKING = {kind.value: kind for kind in ir.Stacking}


@record()
class _Parts:
    """The items of an effect as they are read."""

    tags: list[ast.Name] = field(default_factory=list)
    modifiers: list[ir.Modifier] = field(default_factory=list)
    auras: list[ir.Aura] = field(default_factory=list)
    lasts: ir.Duration | None = None
    stacking: ir.Stacking = ir.Stacking.REFRESHES
    max_stacks: ir_expressions.Expression | None = None
    active_in: list[str] = field(default_factory=list)
    rules: list[ir.Rule] = field(default_factory=list)
    every: list[ir.Every] = field(default_factory=list)
    gained_or_lost: list[ir.OnGainedOrLost] = field(default_factory=list)
    dies: list[ir.Dies] = field(default_factory=list)
    repeats: list[ir.Repeats] = field(default_factory=list)
    forbids: list[ir.Forbids] = field(default_factory=list)
    innate: bool = False
    once: dict[str, Span] = field(default_factory=dict)


class EffectReader:
    """Reads one effect. ``bound`` are its parameters; ``inferring`` them, faults are muted."""

    def __init__(self, analysis: Analysis, unit: Unit, inferring: bool = False) -> None:
        self._analysis = analysis
        self._unit = unit
        self._signature = (
            Signature(())
            if unit.ghost
            else bodies.signature(analysis, Kind.EFFECT, unit.name)
        )
        self.bound: list[Binding] = bodies.bindings(
            self._signature, "effect", inferring
        )
        self._parts = _Parts()

    def body(self, place: str) -> Body:
        """A new body of this effect."""
        return Body(
            self._analysis,
            place,
            bodies.scope_with(self.bound),
            holder=True,
            effect=self._unit.name,
            incomplete=self._analysis.report.is_broken(self._unit.node.span),
            template_parameters=self._unit.hints,
        )

    def modifier_body(self) -> Body:
        """A body for a modifier, under an aura or not, in which ``it`` is an entity."""
        body = self.body("a modifier")
        body.candidate = Binding(
            "it",
            "it",
            ir_expressions.Role.CANDIDATE,
            Type.ENTITY,
            False,
            self._unit.node.span,
        )
        return body

    def read(self) -> ir.Effect:
        """The effect."""
        for item in self._unit.items:
            self._item(item)
        unit, parts = self._unit, self._parts
        body = self.body("an effect")
        return ir.Effect(
            unit.name,
            bodies.parameters(self._signature),
            tags_named(body, tuple(parts.tags)),
            tuple(parts.modifiers),
            tuple(parts.auras),
            parts.lasts,
            parts.stacking,
            parts.max_stacks,
            tuple(parts.active_in),
            tuple(parts.rules),
            tuple(parts.every),
            tuple(parts.gained_or_lost),
            tuple(parts.dies),
            tuple(parts.repeats),
            tuple(parts.forbids),
            parts.innate,
            unit.template,
            doc_of(unit.node),
            head_of(self._analysis, unit),
            unit.node.span,
        )

    def _item(self, item: object) -> None:
        parts = self._parts
        match item:
            case ast.HasTags():
                parts.tags.extend(item.names)
            case ast.Modifier():
                made = self.modifier(self.body("a modifier"), item)
                if made is not None:
                    parts.modifiers.append(made)
            case ast.Aura():
                parts.auras.append(self._aura(item))
            case ast.Lasts():
                self._once("how long it lasts", item.span)
                parts.lasts = duration(self.body("a duration"), item.duration)
            case ast.UntilEvent():
                self._once("how long it lasts", item.span)
                parts.lasts = self._until(item)
            case ast.Stacking():
                self._once("refreshes, stacks or separate", item.span)
                self._stacking(item)
            case ast.Before() | ast.After():
                rule = self._rule(item)
                if rule is not None:
                    parts.rules.append(rule)
            case ast.ActiveIn():
                zones = [
                    zone_named(self.body("an effect"), each) for each in item.zones
                ]
                parts.active_in.extend(each for each in zones if each is not None)
            case ast.Every():
                parts.every.append(self._every(item))
            case ast.On():
                body = self.body(f"an on {item.moment} body")
                made_body = elaborate_body(body, item.body)
                parts.gained_or_lost.append(
                    ir.OnGainedOrLost(item.moment == "gained", made_body, item.span)
                )
            case ast.DiesAt() | ast.DiesWhen():
                dies = dies_of(self.body("an effect"), item)
                if dies is not None:
                    parts.dies.append(dies)
            case ast.Repeats():
                repeats = repeats_of(self.body("an effect"), item)
                if repeats is not None:
                    parts.repeats.append(repeats)
            case ast.Forbids():
                forbids = forbids_of(self.body("an effect"), item)
                if forbids is not None:
                    parts.forbids.append(forbids)
            case ast.Innate():
                self._once("innate", item.span)
                parts.innate = True

    def _once(self, what: str, span: Span) -> None:
        first = self._parts.once.setdefault(what, span)
        if first != span:
            self._analysis.report.error(
                "LG0417",
                span,
                f"an effect says {what} once",
                notes=[Note("it is said here first", first)],
            )

    # -- modifiers and auras ---------------------------------------------------------------

    def modifier(self, body: Body, node: ast.Modifier) -> ir.Modifier | None:
        """``adds|scales|sets|overrides STAT E [when E]``."""
        found = body.report.resolve(
            node.stat, (Kind.STAT,), also=body.template_parameters
        )
        amount = number(body, node.value, f"what {node.kind} takes")
        when = None
        if node.condition is not None:
            when = truth(body, node.condition, "what follows when").expression
        if found is None:
            return None
        return ir.Modifier(
            _MODIFIERS[node.kind], found.name, amount.expression, when, node.span
        )

    def _aura(self, node: ast.Aura) -> ir.Aura:
        body = self.body("an aura")
        chosen = as_selection(
            selection(body, node.selection, "what follows aura on").expression,
            node.selection.span,
        )
        assert isinstance(chosen, ir_expressions.Select)
        tags: list[ast.Name] = []
        modifiers: list[ir.Modifier] = []
        effects: list[ir.HeldEffect] = []
        with candidate(body, None, node.span) as binding:
            for item in node.items:
                match item:
                    case ast.HasTags():
                        tags.extend(item.names)
                    case ast.HasEffects():
                        effects.extend(held_effects(body, item))
                    case ast.Modifier():
                        made = self.modifier(body, item)
                        if made is not None:
                            modifiers.append(made)
                    case _:
                        assert_never(item)
        return ir.Aura(
            chosen,
            binding.unique,
            tuple(modifiers),
            tags_named(body, tuple(tags)),
            tuple(effects),
            node.span,
        )

    # -- duration and stacking -------------------------------------------------------------

    def _until(self, node: ast.UntilEvent) -> ir.LastsUntil | None:
        body = self.body("a duration")
        event = event_name(body, node.event)
        of = rule_subject(body, node.of, [event], node.span)
        if event is None or of is None:
            return None
        return ir.LastsUntil((event,), of, node.span)

    def _stacking(self, node: ast.Stacking) -> None:
        self._parts.stacking = _STACKING[node.mode]
        if node.maximum is None:
            return
        body = self.body("an effect")
        most = number(body, node.maximum, "the most stacks")
        value = fold.known(most)
        if value is not None and value < 1:
            body.report.error(
                "LG0309",
                node.maximum.span,
                f"an effect has 1 stack or more, not {number_text(value)}",
            )
        elif value is not None and not isinstance(value, int):
            body.report.error(
                "LG0310", node.maximum.span, "stacks are counted in whole numbers"
            )
        self._parts.max_stacks = most.expression

    # -- rules -----------------------------------------------------------------------------

    def _number(self) -> int:
        number_ = self._analysis.rule_number
        self._analysis.rule_number += 1
        return number_

    def _rule(self, node: ast.Before | ast.After) -> ir.Rule | None:
        before = isinstance(node, ast.Before)
        body = self.body("a before rule" if before else "an after rule")
        events = [event_name(body, each) for each in node.events]
        self._events_once(node)
        of = rule_subject(body, node.of, events, node.span)
        by = subject(body, node.by) if node.by is not None else None
        body.event = event_context(body, node.events, events)
        body.before = before
        when = None
        if node.condition is not None:
            when = truth(body, node.condition, "what follows when").expression
        stage, priority, together = self._at(body, node)
        statements = elaborate_body(body, node.body)
        known = tuple(event for event in events if event is not None)
        if of is None or not known:
            return None
        return ir.Rule(
            self._number(),
            ir.Moment.BEFORE if before else ir.Moment.AFTER,
            known,
            of,
            by,
            stage,
            priority,
            together,
            when,
            statements,
            head_of(self._analysis, node),
            node.span,
        )

    def _events_once(self, node: ast.Before | ast.After) -> None:
        seen: dict[tuple[str | None, str], Span] = {}
        for event in node.events:
            key = (event.change, event.name.text)
            first = seen.setdefault(key, event.span)
            if first != event.span:
                self._analysis.report.error(
                    "LG0417",
                    event.span,
                    f"the event {event.name} is written twice",
                    notes=[Note("it is written here first", first)],
                )

    def _at(
        self, body: Body, node: ast.Before | ast.After
    ) -> tuple[str | None, str | None, bool]:
        """The stage of a before rule; the priority of an after rule, and ``together``."""
        if isinstance(node, ast.After):
            return None, priority_named(body, node.priority), node.together
        if node.stage is None:
            return None, None, False
        found = body.report.resolve(
            node.stage, (Kind.STAGE,), also=body.template_parameters
        )
        return (found.name if found is not None else None), None, False

    def _every(self, node: ast.Every) -> ir.Every:
        body = self.body("an every body")
        seconds: ir_expressions.Expression | None = None
        if node.period is None:
            need_turns(body, node.span)
        elif node.period.unit == "seconds":
            seconds = duration(body, node.period).count
        else:
            body.report.error(
                "LG0422",
                node.period.span,
                "a body is run every turn, or every so many seconds",
                allowed="every turn, or every 2 seconds",
            )
        statements = elaborate_body(body, node.body)
        return ir.Every(self._number(), seconds, statements, node.span)


def held_effects(body: Body, node: ast.HasEffects) -> list[ir.HeldEffect]:
    """``has EFFECT[(args)] …``."""
    held: list[ir.HeldEffect] = []
    for applied in node.effects:
        given = effect_arguments(body, applied)
        if given is not None:
            held.append(ir.HeldEffect(given[0], given[1], applied.span))
    return held
