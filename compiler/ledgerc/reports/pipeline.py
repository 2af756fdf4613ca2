"""Every rule that a change of a pool meets, in order, as data (docs/language.md, section 6).

``pipeline_text``, ``pipeline_json``, ``pipeline_mermaid`` and ``pipeline_svg`` show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ledgerc.ir import catalog as ir
from ledgerc.ir.facts import (
    Certainty,
    Doings,
    Giver,
    doings,
    givers,
    holders_from_start,
)
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Layer:
    """A rule of the pipeline, and the effect that bears it.

    ``effect`` is as its author writes it (an instance of a template with its arguments), ``name``
    what the catalog calls it; ``does`` says what the rule does or may do, the most telling first.
    """

    effect: str
    name: str
    moment: ir.Moment
    source: str
    span: Span
    does: tuple[str, ...]
    holders: tuple[str, ...]
    givers: tuple[Giver, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The layers of one stage, or of one priority of the queue; never empty.

    ``stage`` is None for before rules at no stage, and for after rules, which have a
    ``priority`` (its number) and the ``names`` that the catalog gives it.
    """

    moment: ir.Moment
    stage: str | None
    priority: int | None
    names: tuple[str, ...]
    layers: tuple[Layer, ...]

    @property
    def heading(self) -> str:
        """``before, at stage soak``, ``after, in the queue, priority urgent (10)``."""
        if self.moment is ir.Moment.BEFORE:
            return f"before, at {f'stage {self.stage}' if self.stage else 'no stage'}"
        named = f", priority {', '.join(self.names)} ({self.priority})"
        return f"after, in the queue{named if self.names else ''}"


@dataclass(frozen=True, slots=True)
class Gap:
    """An archetype without a layer that most entities of its template hold."""

    archetype: str
    layer: str
    template: str


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What a change of ``pool`` meets, in the order in which it runs."""

    pool: str
    sections: tuple[Section, ...]
    gaps: tuple[Gap, ...]

    @property
    def layers(self) -> tuple[Layer, ...]:
        """All layers, section by section."""
        return tuple(layer for section in self.sections for layer in section.layers)

    @property
    def header(self) -> str:
        """``Health: a change to it meets 2 rules, in this order``."""
        count = len(self.layers)
        if count == 0:
            return f"{self.pool}: a change to it meets no rule"
        rules = "1 rule" if count == 1 else f"{count} rules"
        return f"{self.pool}: a change to it meets {rules}, in this order"


def pipeline(catalog: ir.Catalog, pool_name: str) -> Pipeline:
    """The rules that a change of the pool ``pool_name`` meets.

    Raises KeyError if the catalog has no such pool.
    """
    pool = catalog.pool[pool_name]
    rules = _rules(catalog, pool)
    return Pipeline(
        pool.name,
        tuple(_sections(catalog, rules)),
        tuple(_gaps(catalog, tuple(effect for effect, _ in rules))),
    )


_Borne = tuple[ir.Effect, ir.Rule]


def _rules(catalog: ir.Catalog, pool: ir.Pool) -> tuple[_Borne, ...]:
    """The rules that answer a change of ``pool``, in catalog order."""
    kinds = {kind.name for kind in catalog.kinds if kind.pool == pool.name}
    found = [
        (effect, rule)
        for effect in catalog.effects
        for rule in effect.rules
        if any(_is_change(event, pool.name, kinds) for event in rule.events)
    ]
    return tuple(sorted(found, key=lambda borne: borne[1].number))


def _is_change(event: ir.EventName, pool: str, kinds: set[str]) -> bool:
    match event:
        case ir.OfKind(kind=kind):
            return kind in kinds
        case ir.OfPool(pool=changed):
            return changed == pool
        case _:
            return False


def _sections(catalog: ir.Catalog, rules: tuple[_Borne, ...]) -> Iterator[Section]:
    """The rules in the order in which they run."""
    before = [each for each in rules if each[1].moment is ir.Moment.BEFORE]
    after = [each for each in rules if each[1].moment is ir.Moment.AFTER]
    for stage in (None, *catalog.stages):
        staged = _layers(catalog, [each for each in before if each[1].stage == stage])
        if staged:
            yield Section(ir.Moment.BEFORE, stage, None, (), staged)
    # A rule without a priority takes that of the event, which is 0 unless the hit names one.
    values = {priority.name: priority.value for priority in catalog.priorities}
    for value in sorted({0, *values.values()}, reverse=True):
        queued = [
            each for each in after if values.get(each[1].priority or "", 0) == value
        ]
        named = dict.fromkeys(rule.priority for _, rule in queued)
        names = tuple(name for name in named if name)
        layers = _layers(catalog, queued)
        if layers:
            yield Section(ir.Moment.AFTER, None, value, names, layers)


def _layers(catalog: ir.Catalog, rules: list[_Borne]) -> tuple[Layer, ...]:
    return tuple(
        Layer(
            effect=_shown_name(effect),
            name=effect.name,
            moment=rule.moment,
            source=rule.source,
            span=rule.span,
            does=tuple(_does(doings(catalog, rule))),
            holders=holders_from_start(catalog, effect.name),
            givers=givers(catalog, effect.name),
        )
        for effect, rule in rules
    )


def _shown_name(effect: ir.Effect) -> str:
    """An effect as the author writes it: an instance of a template with its arguments."""
    head = effect.source.removeprefix("effect ")
    return head if effect.template else effect.name


def _does(found: Doings) -> Iterator[str]:
    yield from _may(found.prevents, "prevents it", "may prevent it")
    yield from _may(
        found.stops_phase,
        "stops the phase: no rule after it runs",
        "may stop the phase: then no rule after it runs",
    )
    yield from _may(found.redirects, "redirects it", "may redirect it")
    yield from _may(found.absorbs, "absorbs some of it", "may absorb some of it")
    yield from _may(found.changes_amount, "changes its amount", "may change its amount")
    if found.changes_world:
        yield "changes the world beyond it"
    if found.reads_dice:
        yield "reads dice"
    if found.asks_choice:
        yield "asks for a choice"
    if found.asks_game:
        yield "asks the game"


def _may(certainty: Certainty, always: str, sometimes: str) -> Iterator[str]:
    if certainty is Certainty.ALWAYS:
        yield always
    elif certainty is Certainty.SOMETIMES:
        yield sometimes


# -- who lacks a layer ------------------------------------------------------------------------


def _gaps(catalog: ir.Catalog, effects: tuple[ir.Effect, ...]) -> Iterator[Gap]:
    """Each archetype without a layer that most of its template hold.

    Effects made by one template are the same layer: two thicknesses of one armor are both armor.
    """
    names = tuple(dict.fromkeys(map(_layer_name, effects)))
    holding = {
        archetype.name: {
            _layer_name(catalog.effect[held.effect]) for held in archetype.effects
        }
        for archetype in catalog.archetypes
    }
    for archetype in catalog.archetypes:
        if archetype.template is None:
            continue
        like = [
            each.name
            for each in catalog.archetypes
            if each.template == archetype.template
        ]
        for name in names:
            count = sum(name in holding[each] for each in like)
            if name not in holding[archetype.name] and 2 * count > len(like):
                yield Gap(archetype.name, name, archetype.template)


def _layer_name(effect: ir.Effect) -> str:
    return effect.template or effect.name
