"""Why an order is refused or legal: each check in its order, up to the first that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ledger_runtime import outcome
from ledger_runtime.ability import Ability
from ledger_runtime.explaining.explanation import Explanation, Reason, Saw
from ledger_runtime.explaining.source import lines_of, places_in
from ledger_runtime.explaining.watching import watch
from ledger_runtime.log import field_text
from ledger_runtime.numbers import Number
from ledger_runtime.outcome import Refusal
from ledger_runtime.trace import author_line

_CHECKED = (
    outcome.GONE,
    outcome.NOT_GRANTED,
    outcome.WRONG_PHASE,
    outcome.MISSING_PROP,
    outcome.UNKNOWN_PROP,
    outcome.OUT_OF_BOUNDS,
    outcome.NO_TARGET,
    outcome.FORBIDDEN,
    outcome.REQUIREMENT,
    outcome.CANNOT_AFFORD,
)
"""The codes in the order in which they are checked (docs/language.md, section 4)."""


def explain_order(world: Any, order: Any, props: Mapping[str, object]) -> Explanation:
    """Each check of an order, told; ``props`` by declared name.

    Looks at the order again, so it is called where the world leaves no trace (``ask_only``).
    """
    refusal = world.refusal_of(order, props)
    reasons: list[Reason] = []
    for code in _CHECKED:
        failed = refusal is not None and refusal.code == code
        reasons += _TOLD[code](world, order, refusal if failed else None)
        if failed:
            break
    told = f"{field_text(order.actor)} {order.ability.name}"
    if order.targets and order.ability.target.names_targets:
        told = f"{told} at {field_text(order.targets)}"
    value = "legal" if refusal is None else f"refused: {refusal.message}"
    return Explanation(told, value, tuple(reasons))


def _plain(text: Callable[[Any], str | None]) -> Any:
    """A check that has no rule of its own: told if it was asked at all."""

    def told(world: Any, order: Any, refusal: Refusal | None) -> Iterator[Reason]:
        found = text(order)
        if found is not None or refusal is not None:
            words = found or ""
            if refusal is not None and refusal.text is not None:
                words = f"{words} {refusal.text}".strip()
            yield Reason("check", words, held=refusal is None)

    return told


def _where(order: Any) -> str:
    zones = order.ability.from_zones
    where = f"in {' or '.join(zones)}" if zones else "in play"
    return f"{field_text(order.actor)} is {where}"


def _phase(order: Any) -> str | None:
    during = order.ability.during
    return f"the phase is {' or '.join(during)}" if during else None


def _takes(order: Any) -> str | None:
    takes = order.ability.takes
    return f"it is given {', '.join(takes)}" if takes else None


def _target(world: Any, order: Any, refusal: Refusal | None) -> Iterator[Reason]:
    ability = order.ability
    if not order.targets and refusal is None and order.place is None:
        return
    place: str | None = None
    saw: Saw = ()
    for target in order.targets or ((order.place,) if order.place else ()):
        _, lines = watch(ability.is_target, world, order, target)
        code = ability.is_target.__code__
        for ran in lines:
            place = author_line(code, ran.number) or place
            saw += ran.saw
    shown = ", ".join(map(field_text, order.targets)) or "what it is aimed at"
    yield Reason(
        "check", f"{shown} may be a target", place, held=refusal is None, saw=saw
    )


def _rules(
    function: Any, arguments: tuple[Any, ...], refusal: Refusal | None, word: str
) -> Iterator[Reason]:
    """The rules of a function that gives the reason of the first that refuses, as they ran."""
    _, lines = watch(function, *arguments)
    code = getattr(function, "__code__", None)
    if code is None:
        if refusal is not None:
            yield Reason("check", word, held=False)
        return
    by_place: dict[str, Saw] = {}
    for ran in lines:
        place = author_line(code, ran.number)
        if place is not None and ran.number in lines_of(code.co_filename):
            by_place[place] = by_place.get(place, ()) + ran.saw
    for number, (place, saw) in enumerate(by_place.items(), start=1):
        failed = refusal is not None and number == len(by_place)
        words = f'{word} "{refusal.text}"' if failed and refusal is not None else word
        seen = tuple(dict.fromkeys(saw))
        yield Reason("check", words, place, held=not failed, saw=seen)


def _forbids(world: Any, order: Any, refusal: Refusal | None) -> Iterator[Reason]:
    told = tuple(_rules(world.forbidden, (order,), refusal, "forbids"))
    if refusal is not None:
        yield told[-1] if told else Reason("check", "forbids", held=False)
    elif told:
        yield Reason("check", "nothing forbids it", held=True)


def _requires(world: Any, order: Any, refusal: Refusal | None) -> Iterator[Reason]:
    ability, asked = order.ability, (world, order)
    if type(ability).unmet is not Ability.unmet:
        yield from _rules(ability.unmet, asked, refusal, "requires")
        return
    fails = ability.unmet_of_holder(*asked) is not None
    own = refusal if fails else None
    yield from _rules(ability.unmet_of_holder, asked, own, "requires")
    if not fails:
        yield from _rules(ability.unmet_of_target, asked, refusal, "requires")


def _costs(world: Any, order: Any, refusal: Refusal | None) -> Iterator[Reason]:
    """Each cost with what there is to pay it: those that one pool pays together add up."""
    code = getattr(order.ability.costs, "__code__", None)
    places = places_in(code) if code is not None else ()
    needed: dict[str, Number] = {}
    for number, cost in enumerate(order.ability.costs(world, order)):
        pool = world.catalog.pool_named[cost.kind.pool]
        has = getattr(cost.entity, pool.slot)
        name = f"{field_text(cost.entity)}.{cost.kind.pool}"
        needed[name] = needed.get(name, 0) + cost.amount
        paid = cost.amount <= 0 or (
            not cost.entity.gone
            and bool(cost.entity.pools & pool.bit)
            and has - needed[name] >= pool.minimum(cost.entity)
        )
        place = places[number] if number < len(places) else None
        text = f"it costs {field_text(cost.amount)} {cost.kind.pool}"
        yield Reason("check", text, place, held=paid, saw=((name, has),))
        if not paid and refusal is not None:
            return


_TOLD: dict[str, Any] = {
    outcome.GONE: _plain(_where),
    outcome.NOT_GRANTED: _plain(
        lambda order: f"{field_text(order.actor)} can {order.ability.name}"
    ),
    outcome.WRONG_PHASE: _plain(_phase),
    outcome.MISSING_PROP: _plain(_takes),
    outcome.UNKNOWN_PROP: _plain(lambda order: None),
    outcome.OUT_OF_BOUNDS: _plain(lambda order: None),
    outcome.NO_TARGET: _target,
    outcome.FORBIDDEN: _forbids,
    outcome.REQUIREMENT: _requires,
    outcome.CANNOT_AFFORD: _costs,
}
