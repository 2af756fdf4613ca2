"""``ledgerc pipeline FILE POOL``: every rule that a change of a pool meets, in order.

docs/language.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ledgerc.ir import catalog as ir
from ledgerc.ir.facts import Certainty, Doings, doings, givers, holders_from_start


@dataclass(frozen=True, slots=True)
class _Layer:
    """A rule of the pipeline, and the effect that bears it."""

    effect: ir.Effect
    rule: ir.Rule


def pipeline(
    catalog: ir.Catalog, pool_name: str, shown: Callable[[str], str] = str
) -> str:
    """The report for the pool named ``pool_name``, which ``catalog`` must have.

    ``shown`` turns a span's file into the path to print; by default it is printed as it is. Ends
    with a line end. Raises KeyError if the catalog has no such pool.
    """
    pool = catalog.pool[pool_name]
    layers = tuple(_layers(catalog, pool))
    lines = [_header(pool.name, len(layers))]
    for heading, those in _sections(catalog, layers):
        lines.append(heading)
        for layer in those:
            lines.extend(_describe(catalog, layer, shown))
    lines.extend(_gaps(catalog, layers))
    return "\n".join(lines) + "\n"


def _header(pool: str, count: int) -> str:
    if count == 0:
        return f"{pool}: a change to it meets no rule"
    rules = "1 rule" if count == 1 else f"{count} rules"
    return f"{pool}: a change to it meets {rules}, in this order"


def _layers(catalog: ir.Catalog, pool: ir.Pool) -> Iterator[_Layer]:
    """The rules that answer a change of ``pool``, in catalog order."""
    kinds = {kind.name for kind in catalog.kinds if kind.pool == pool.name}
    found = [
        _Layer(effect, rule)
        for effect in catalog.effects
        for rule in effect.rules
        if any(_is_change(event, pool.name, kinds) for event in rule.events)
    ]
    yield from sorted(found, key=lambda layer: layer.rule.number)


def _is_change(event: ir.EventName, pool: str, kinds: set[str]) -> bool:
    match event:
        case ir.OfKind(kind=kind):
            return kind in kinds
        case ir.OfPool(pool=changed):
            return changed == pool
        case _:
            return False


def _sections(
    catalog: ir.Catalog, layers: tuple[_Layer, ...]
) -> Iterator[tuple[str, tuple[_Layer, ...]]]:
    """The layers under their headings, in the order in which they run; no heading is empty."""
    before = [each for each in layers if each.rule.moment is ir.Moment.BEFORE]
    after = [each for each in layers if each.rule.moment is ir.Moment.AFTER]
    for stage in (None, *catalog.stages):
        at_stage = tuple(each for each in before if each.rule.stage == stage)
        if at_stage:
            where = f"at stage {stage}" if stage else "at no stage"
            yield f"before, {where}", at_stage
    # A rule without a priority takes that of the event, which is 0 unless the hit names one.
    values = {priority.name: priority.value for priority in catalog.priorities}
    for value in sorted({0, *values.values()}, reverse=True):
        queued = tuple(
            each for each in after if values.get(each.rule.priority or "", 0) == value
        )
        if queued:
            named = dict.fromkeys(each.rule.priority for each in queued)
            names = ", ".join(name for name in named if name)
            what = f", priority {names} ({value})" if names else ""
            yield f"after, in the queue{what}", queued


# -- one rule ---------------------------------------------------------------------------------


def _describe(
    catalog: ir.Catalog, layer: _Layer, shown: Callable[[str], str]
) -> Iterator[str]:
    span = layer.rule.span
    place = f"{shown(span.file)}:{span.line}"
    yield f"  {_shown_name(layer.effect)}: {layer.rule.source} ({place})"
    does = ", ".join(_does(doings(catalog, layer.rule)))
    parts = (does or "leaves it as it is", _held(catalog, layer.effect.name))
    yield f"    {'; '.join(parts)}"


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


def _held(catalog: ir.Catalog, effect: str) -> str:
    holders = holders_from_start(catalog, effect)
    held = f"held by {', '.join(holders) or 'no archetype from the start'}"
    given = ", ".join(
        f"{each.kind.value} {each.name}" for each in givers(catalog, effect)
    )
    return f"{held}; given by {given}" if given else held


# -- who lacks a layer ------------------------------------------------------------------------


def _gaps(catalog: ir.Catalog, layers: tuple[_Layer, ...]) -> Iterator[str]:
    """A line for each archetype without a layer that most of its template hold.

    Effects made by one template are the same layer: two thicknesses of one armor are both armor.
    """
    names = tuple(dict.fromkeys(_layer_name(each.effect) for each in layers))
    holding = {
        archetype.name: {
            _layer_name(catalog.effect[held.effect]) for held in archetype.effects
        }
        for archetype in catalog.archetypes
    }
    found = False
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
                found = True
                template = archetype.template
                yield f"{archetype.name} lacks {name}, which most of its like ({template}) hold"
    if not found:
        yield "no archetype lacks a layer its like hold"


def _layer_name(effect: ir.Effect) -> str:
    return effect.template or effect.name
