"""What is read as the state of things rolls no dice (docs/language.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import CallFormula, CanDo, RandomSelected, Roll
from ledgerc.ir.walk import walk
from ledgerc.sema.report import Reporter
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Die:
    """Where a value rolls a die; ``rolled`` is where it is written, if it is written elsewhere."""

    span: Span
    through: str = ""
    rolled: Span | None = None


class Dice:
    """Where expressions roll dice, also through the formulas and orders that they ask for."""

    def __init__(
        self, formulas: Sequence[ir.Formula], abilities: Sequence[ir.Ability]
    ) -> None:
        self._formulas = {formula.name: formula for formula in formulas}
        self._abilities = tuple(abilities)
        self._written: dict[tuple[str, str], Span | None] = {}

    def of(self, value: object) -> Iterator[Die]:
        """Each place of ``value`` (a node, or None) where a die is rolled."""
        for node in walk(value):
            match node:
                case Roll() | RandomSelected():
                    yield Die(node.span)
                case CallFormula(formula=name):
                    rolled = self._in_formula(name)
                    if rolled is not None:
                        yield Die(node.span, f"the formula {name}", rolled)
                case CanDo(ability=name, by_tag=by_tag):
                    for ability in self._abilities:
                        if name == ability.name or (by_tag and name in ability.tags):
                            rolled = self._in_checks(ability)
                            if rolled is not None:
                                through = f"the ability {ability.name}"
                                yield Die(node.span, through, rolled)
                                break
                case _:
                    pass

    def _in_formula(self, name: str) -> Span | None:
        formula = self._formulas.get(name)
        return self._first(("formula", name), formula.value if formula else None)

    def _in_checks(self, ability: ir.Ability) -> Span | None:
        """In what is asked before the ability is done."""
        checks = (ability.target, *ability.requirements, *ability.costs)
        return self._first(("ability", ability.name), checks)

    def _first(self, key: tuple[str, str], value: object) -> Span | None:
        """Where the first die of a declaration is written."""
        if key not in self._written:
            self._written[key] = None  # an ability may ask for itself
            for die in self.of(value):
                self._written[key] = die.rolled or die.span
                break
        return self._written[key]


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
