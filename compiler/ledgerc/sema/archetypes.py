"""Archetypes: a unit without templates in, an IR archetype out."""

from __future__ import annotations

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions
from ledgerc.records import field, record
from ledgerc.sema import fold
from ledgerc.sema.changes import effect_arguments
from ledgerc.sema.claims import needs_maximum
from ledgerc.sema.constants import must_be_known, whole_constant
from ledgerc.sema.context import Analysis, Body, Typed
from ledgerc.sema.effects import held_effects
from ledgerc.sema.elaborate import number
from ledgerc.sema.heads import doc_of, head_of
from ledgerc.sema.names import named, tags_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.report import WILD
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Item, Unit
from ledgerc.source import Span
from ledgerc.syntax import ast


@record()
class _Parts:
    """What the layers of an archetype say: a later base or pool of one name wins."""

    tags: dict[str, None] = field(default_factory=dict)
    bases: dict[str, ir.BaseStat] = field(default_factory=dict)
    pools: dict[str, ir.StartPool] = field(default_factory=dict)
    effects: dict[ir.HeldEffect, None] = field(default_factory=dict)
    grants: dict[ir.GrantedAbility, None] = field(default_factory=dict)
    limit: int | None = None
    text: str | None = None


class ArchetypeReader:
    """Reads one archetype."""

    def __init__(self, analysis: Analysis, unit: Unit) -> None:
        self._analysis = analysis
        self._unit = unit
        self._parts = _Parts()
        self._body = Body(
            analysis,
            "an archetype",
            holder=True,
            template_parameters=unit.hints,
        )
        self._seen: dict[tuple[object, ...], Span] = {}

    def read(self) -> ir.Archetype:
        """The archetype."""
        for layer in self._unit.layers:
            self._seen.clear()
            for item in layer:
                self._item(item)
        unit, parts = self._unit, self._parts
        single = isinstance(unit.node, ast.Archetype) and unit.node.single
        return ir.Archetype(
            unit.name,
            single,
            unit.template,
            tuple(parts.tags),
            tuple(parts.bases.values()),
            tuple(parts.pools.values()),
            tuple(parts.effects),
            tuple(parts.grants),
            parts.limit,
            parts.text,
            doc_of(unit.node),
            head_of(self._analysis, unit),
            unit.node.span,
        )

    def _item(self, item: Item) -> None:
        parts = self._parts
        match item:
            case ast.HasTags():
                for name in item.names:
                    self._once("tag", name)
                parts.tags.update(dict.fromkeys(tags_named(self._body, item.names)))
            case ast.Base():
                self._base(item)
            case ast.Full():
                for name in item.pools:
                    pool = self._pool(name)
                    if pool is not None:
                        needs_maximum(self._body, pool, name.span, "full")
                        parts.pools[pool] = ir.StartPool(
                            pool, ir.Start.FULL, None, name.span
                        )
            case ast.HasPools():
                for name in item.pools:
                    pool = self._pool(name)
                    if pool is not None:
                        parts.pools[pool] = ir.StartPool(
                            pool, ir.Start.EMPTY, None, name.span
                        )
            case ast.WithPools():
                for value in item.values:
                    self._start(value)
            case ast.HasEffects():
                for held in held_effects(self._body, item):
                    self._twice("effect", held.effect, held.span, held.arguments)
                    parts.effects.setdefault(held)
            case ast.Grants():
                for applied in item.abilities:
                    self._grant(applied)
            case ast.Limit():
                self._once_said("limit", item.span)
                parts.limit = whole_constant(
                    self._analysis, item.count, "the limit", least=1
                )
            case ast.CardText():
                self._once_said("text", item.span)
                parts.text = item.text.value
            case _:
                pass

    # -- each once -------------------------------------------------------------------------

    def _once(self, word: str, name: ast.Name) -> bool:
        """Whether a name is new among those of its kind in this layer (LG0417)."""
        if name.text.startswith(WILD):
            return True
        return not self._twice(word, name.text, name.span)

    def _twice(self, word: str, name: str, span: Span, more: object = None) -> bool:
        """Whether a name (with what else tells two apart) is there already (LG0417)."""
        first = self._seen.setdefault((word, name, more), span)
        if first == span:
            return False
        self._body.report.error(
            "LG0417",
            span,
            f"the {word} {name} is written twice",
            notes=[Note("it is written here first", first)],
        )
        return True

    def _once_said(self, word: str, span: Span) -> None:
        first = self._seen.setdefault((word, ""), span)
        if first != span:
            self._body.report.error(
                "LG0417",
                span,
                f"an archetype has one {word}",
                notes=[Note("the first is here", first)],
            )

    # -- stats and pools -------------------------------------------------------------------

    def _base(self, node: ast.Base) -> None:
        stat = named(self._body, Kind.STAT, node.stat)
        value = number(self._body, node.value, f"the base of {node.stat}")
        if stat is None:
            return
        declared = self._analysis.stat(stat)
        if declared.base is not None:
            self._body.report.error(
                "LG0430",
                node.span,
                f"the stat {stat} is derived: its declaration says what its base is",
                allowed="a base of a stat that is declared without =",
                notes=[Note(f"{stat} is declared here", declared.span)],
            )
            return
        if self._once("base", node.stat):
            self._parts.bases[stat] = ir.BaseStat(stat, value.expression, node.span)

    def _pool(self, name: ast.Name) -> str | None:
        pool = named(self._body, Kind.POOL, name)
        if pool is None or not self._once("pool", name):
            return None
        return pool

    def _start(self, node: ast.Assignment) -> None:
        pool = self._pool(node.name)
        value = number(self._body, node.value, f"the start of {node.name}")
        if pool is None:
            return
        self._check_bounds(pool, value, node.value.span)
        self._parts.pools[pool] = ir.StartPool(
            pool, ir.Start.AT, value.expression, node.span
        )

    def _check_bounds(self, pool: str, value: Typed, span: Span) -> None:
        """Report a literal start out of the pool's literal bounds (LG0309, LG0310)."""
        start = fold.known(value)
        if start is None:
            return
        low, high = self._analysis.pool_bounds.get(pool, (0, None))
        declared = self._analysis.pool(pool)
        message = None
        if low is not None and start < low:
            message = f"{pool} is at least {number_text(low)}, and this is {number_text(start)}"
        elif high is not None and start > high:
            message = f"{pool} is at most {number_text(high)}, and this is {number_text(start)}"
        notes = [Note(f"{pool} is declared here", declared.span)]
        if message is not None:
            self._body.report.error("LG0309", span, message, notes=notes)
        elif declared.whole and not isinstance(start, int):
            self._body.report.error(
                "LG0310", span, f"{pool} is whole, and this is not", notes=notes
            )

    # -- abilities -------------------------------------------------------------------------

    def _grant(self, applied: ast.Applied) -> None:
        sink = self._analysis.report.sink
        faults = len(sink.found)
        given = effect_arguments(self._body, applied, Kind.ABILITY)
        if given is None or len(sink.found) > faults:
            return
        for argument in given[1]:
            if not isinstance(argument, (expressions.Number, expressions.Truth)):
                must_be_known(
                    self._analysis, argument.span, "what a granted ability is given"
                )
                return
        granted = ir.GrantedAbility(given[0], given[1], applied.span)
        self._twice("ability", granted.ability, applied.span, granted.arguments)
        self._parts.grants.setdefault(granted)
