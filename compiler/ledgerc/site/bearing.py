"""The rules of a catalog, each with who bears it and what shows that a play exercises it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ledgerc.covering.points import Kind
from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.walk import walk
from ledgerc.source import Span

Written = Callable[[Span], str]
"""From where a rule of one line stands to the author's words of it."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """A rule: a play exercises it if it meets a point of ``kind`` at one of its ``places``."""

    bearer: str
    text: str
    span: Span
    kind: Kind
    places: tuple[str, ...]


def borne(catalog: ir.Catalog, written: Written) -> Iterator[Bearing]:
    """All that acts, counts, kills, repeats, forbids or is asked, in the order of the catalog.

    What comes of templates stands there once for each that they make.
    """
    for effect in catalog.effects:
        yield from sorted(_of_effect(effect, written), key=lambda each: each.span)
    for ability in catalog.abilities:
        yield from _of_ability(ability, written)
    for ending in catalog.endings:
        yield _one("the game", written(ending.span), ending.span, Kind.CONDITION)


def _of_effect(effect: ir.Effect, written: Written) -> Iterator[Bearing]:
    bearer = f"effect {effect.name}"
    for rule in effect.rules:
        text = f"{rule.moment.value} {rule.source}"
        yield _one(bearer, text, rule.span, Kind.RULE)
    for every in effect.every:
        yield _one(bearer, written(every.span), every.span, Kind.RULE)
    for change in effect.gained_or_lost:
        yield _one(bearer, written(change.span), change.span, Kind.RULE)
    for modifier in effect.modifiers:
        yield _one(bearer, written(modifier.span), modifier.span, Kind.LINE)
    for aura in effect.auras:
        for modifier in aura.modifiers:
            text = f"{written(aura.span)}: {written(modifier.span)}"
            yield _one(bearer, text, modifier.span, Kind.LINE)
    for dies in effect.dies:
        kind = Kind.RULE if dies.condition is None else Kind.CONDITION
        yield _one(bearer, written(dies.span), dies.span, kind)
    for repeats in effect.repeats:
        yield _one(bearer, written(repeats.span), repeats.span, Kind.LINE)
    for forbids in effect.forbids:
        yield _one(bearer, written(forbids.span), forbids.span, Kind.REFUSAL)


def _of_ability(ability: ir.Ability, written: Written) -> Iterator[Bearing]:
    bearer = f"ability {ability.name}"
    for requirement in ability.requirements:
        yield _one(bearer, written(requirement.span), requirement.span, Kind.LINE)
    if ability.body:
        places = dict.fromkeys(each.span.place for each in _statements(ability.body))
        yield Bearing(bearer, "what it does", ability.span, Kind.LINE, tuple(places))


def _statements(
    body: tuple[statements.Statement, ...],
) -> Iterator[statements.Statement]:
    """The statements of a body, and those within them."""
    for node in walk(body):
        if isinstance(node, statements.Statement):
            yield node


def _one(bearer: str, text: str, span: Span, kind: Kind) -> Bearing:
    return Bearing(bearer, text, span, kind, (span.place,))
