"""What is read as the state of things rolls no dice (docs/language.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import CallFormula, CanDo, RandomSelected, Roll
from ledgerc.ir.walk import walk
from ledgerc.records import record
from ledgerc.sema.report import Reporter
from ledgerc.source import Span


@record(frozen=True)
class Die:
    """Where a value rolls a die; ``rolled`` is where it is written, if it is written elsewhere."""

    span: Span
    through: str = ""
    rolled: Span | None = None


Key = tuple[str, str]
"""The kind and the name of a formula or an ability."""


class Dice:
    """Where expressions roll dice, also through the formulas and orders that they ask for."""

    def __init__(
        self, formulas: Sequence[ir.Formula], abilities: Sequence[ir.Ability]
    ) -> None:
        self._parts: dict[Key, object] = {
            ("formula", formula.name): formula.value for formula in formulas
        }
        self._abilities: dict[str, list[str]] = {}
        self._tagged: dict[str, list[str]] = {}
        for ability in abilities:
            # What is asked before the ability is done.
            checks = (ability.target, *ability.requirements, *ability.costs)
            self._parts["ability", ability.name] = checks
            self._abilities.setdefault(ability.name, []).append(ability.name)
            for tag in ability.tags:
                self._tagged.setdefault(tag, []).append(ability.name)
        self._written: dict[Key, Span | None] = {}

    def of(self, value: object) -> Iterator[Die]:
        """Each place of ``value`` (a node, or None) where a die is rolled."""
        for node in walk(value):
            if isinstance(node, (Roll, RandomSelected)):
                yield Die(node.span)
                continue
            for kind, name in self._asked(node):
                rolled = self._first((kind, name))
                if rolled is not None:
                    assert isinstance(node, (CallFormula, CanDo))
                    yield Die(node.span, f"the {kind} {name}", rolled)
                    break

    def _asked(self, node: object) -> list[Key]:
        """The formula or the abilities that a node asks for."""
        if isinstance(node, CallFormula):
            return [("formula", node.formula)]
        if isinstance(node, CanDo):
            names = self._abilities.get(node.ability, [])
            tagged = self._tagged.get(node.ability, []) if node.by_tag else []
            return [("ability", each) for each in dict.fromkeys((*names, *tagged))]
        return []

    def _first(self, key: Key) -> Span | None:
        """Where the first die of a formula or an ability is written."""
        if key not in self._written:
            for each in self._asked_first(key):
                die = next(self.of(self._parts.get(each)), None)
                if die is not None:
                    self._written[each] = die.rolled or die.span
        return self._written[key]

    def _asked_first(self, key: Key) -> list[Key]:
        """What is not yet known of ``key`` and all that it asks for, each after what it asks for.

        All of these count as rolling no dice meanwhile: an ability may ask for itself.
        """
        ordered: list[Key] = []
        waiting = [(key, False)]
        while waiting:
            current, is_ready = waiting.pop()
            if is_ready:
                ordered.append(current)
            elif current not in self._written:
                self._written[current] = None
                waiting.append((current, True))
                waiting += [
                    (each, False)
                    for node in walk(self._parts.get(current))
                    for each in self._asked(node)
                ]
        return ordered


def check_reads(report: Reporter, catalog: ir.Catalog) -> None:
    """Report dice in what may be read at any time and as often as one likes (LG0429)."""
    dice = Dice(catalog.formulas, catalog.abilities)
    for what, value in _reads(catalog):
        for die in dice.of(value):
            _report(report, what, die)


def _report(report: Reporter, what: str, die: Die) -> None:
    notes = [Note("the die is here", die.rolled)] if die.rolled is not None else []
    report.error(
        "LG0429",
        die.span,
        f"{what} is read again and again, and cannot roll a die"
        + (f"; {die.through} does" if die.through else ""),
        allowed="dice in statements, and in what an archetype or an effect is given",
        notes=notes,
    )


def _reads(catalog: ir.Catalog) -> Iterator[tuple[str, object]]:
    """What is read as state, each with how messages call it."""
    for stat in catalog.stats:
        yield f"the stat {stat.name}", (stat.base, stat.minimum, stat.maximum)
    for pool in catalog.pools:
        yield f"a bound of {pool.name}", (pool.minimum, pool.maximum)
    for effect in catalog.effects:
        for modifier in effect.modifiers:
            yield "a modifier", (modifier.amount, modifier.when)
        for aura in effect.auras:
            yield "an aura", aura
        yield "the bound of stacks", effect.max_stacks
        for dies in effect.dies:
            yield "what one dies of", dies.condition
    for ending in catalog.endings:
        yield "the end of the match", ending.condition
