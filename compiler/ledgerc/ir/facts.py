"""What is true of a whole catalog: who can hold an effect, what a rule may do.

All are pure functions of the catalog. "May" follows routines, formulas, derived stats and
performed abilities; what an effect does that a rule only gives is that effect's own doing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions, statements
from ledgerc.ir.walk import walk

# -- who holds an effect ----------------------------------------------------------------------


def holders_from_start(catalog: ir.Catalog, effect: str) -> tuple[str, ...]:
    """The archetypes whose entities hold ``effect`` as they are made, in catalog order."""
    return tuple(
        archetype.name
        for archetype in catalog.archetypes
        if any(held.effect == effect for held in archetype.effects)
    )


class GiverKind(Enum):
    """What may give an effect; the value is the author's word."""

    EFFECT = "effect"
    ABILITY = "ability"
    ROUTINE = "routine"


@dataclass(frozen=True, slots=True)
class Giver:
    """An effect, ability or routine that may give an effect to somebody."""

    kind: GiverKind
    name: str


def givers(catalog: ir.Catalog, effect: str) -> tuple[Giver, ...]:
    """Who may give ``effect`` (by ``give``, or by an aura), effects first, in catalog order.

    What a routine gives counts for the effects and abilities that call it; the routine itself is
    named only if none does, since then only the game can run it.
    """
    return _givers_by_effect(catalog).get(effect, ())


def _givers_by_effect(catalog: ir.Catalog) -> dict[str, tuple[Giver, ...]]:
    found: dict[str, list[Giver]] = {}
    reach = _Reach(catalog)
    called: set[str] = set()
    starters: tuple[tuple[GiverKind, tuple[ir.Effect | ir.Ability, ...]], ...] = (
        (GiverKind.EFFECT, catalog.effects),
        (GiverKind.ABILITY, catalog.abilities),
    )
    for kind, declared in starters:
        for each in declared:
            giver = Giver(kind, each.name)
            for name in _given(reach.nodes(each, performed=False)):
                found.setdefault(name, []).append(giver)
            called.update(reach.routines_called(each))
    for routine in catalog.routines:
        if routine.name not in called:
            for name in _given(reach.nodes(routine, performed=False)):
                giver = Giver(GiverKind.ROUTINE, routine.name)
                found.setdefault(name, []).append(giver)
    return {name: tuple(dict.fromkeys(those)) for name, those in found.items()}


def _given(nodes: Iterable[object]) -> Iterator[str]:
    """The effects that the statements and auras among ``nodes`` give."""
    for node in nodes:
        if isinstance(node, statements.Give):
            yield node.effect
        elif isinstance(node, ir.Aura):
            yield from (held.effect for held in node.effects)


# -- what a rule may do -----------------------------------------------------------------------


class Certainty(Enum):
    """Whether something happens whenever the rule runs, or only on some ways through it."""

    NEVER = "never"
    SOMETIMES = "sometimes"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Doings:
    """What a rule does or may do when it runs."""

    prevents: Certainty
    redirects: Certainty
    absorbs: Certainty
    changes_amount: Certainty
    changes_world: bool
    """Whether it changes anything beyond the event that it answers."""
    reads_dice: bool
    asks_choice: bool
    asks_game: bool
    """Whether it asks a query of the game."""

    @property
    def stops_phase(self) -> Certainty:
        """Whether no rule after it runs: only ``prevent`` ends the before rules."""
        return self.prevents


def doings(catalog: ir.Catalog, rule: ir.Rule) -> Doings:
    """What ``rule`` may do, through its condition, its body and all that these call."""
    reach = _Reach(catalog)
    nodes = tuple(reach.nodes(rule, performed=True))
    return Doings(
        prevents=_certainty(rule.body, statements.Prevent, nodes),
        redirects=_certainty(rule.body, statements.Redirect, nodes),
        absorbs=_certainty(rule.body, statements.Absorb, nodes),
        changes_amount=_certainty(rule.body, statements.SetAmount, nodes),
        changes_world=any(isinstance(node, _WORLD_CHANGES) for node in nodes),
        reads_dice=any(isinstance(node, _DICE) for node in nodes),
        asks_choice=any(isinstance(node, statements.Choose) for node in nodes),
        asks_game=any(isinstance(node, expressions.AskQuery) for node in nodes),
    )


_WORLD_CHANGES = (
    statements.ChangePool,
    statements.Deal,
    statements.Raise,
    statements.Give,
    statements.Take,
    statements.TakeAll,
    statements.RemoveSelf,
    statements.Make,
    statements.Copy,
    statements.Turn,
    statements.Destroy,
    statements.Remove,
    statements.Move,
    statements.Shuffle,
    statements.Place,
    statements.PointLink,
    statements.Perform,
    statements.Advance,
)
_DICE = (expressions.Roll, expressions.RandomSelected, statements.Shuffle)


def _certainty(
    body: tuple[statements.Statement, ...],
    kind: type[object],
    nodes: tuple[object, ...],
) -> Certainty:
    if _always(body, kind):
        return Certainty.ALWAYS
    if any(isinstance(node, kind) for node in nodes):
        return Certainty.SOMETIMES
    return Certainty.NEVER


def _always(body: tuple[statements.Statement, ...], kind: type[object]) -> bool:
    """Whether a statement of ``kind`` runs on every way through ``body``."""
    for statement in body:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, statements.Raise) and statement.or_stop:
            return False
        if (
            isinstance(statement, statements.If)
            and statement.otherwise
            and _always(statement.otherwise, kind)
            and all(_always(branch.body, kind) for branch in statement.branches)
        ):
            return True
        if isinstance(statement, statements.AtOnce) and _always(statement.body, kind):
            return True
    return False


# -- following calls --------------------------------------------------------------------------


class _Reach:
    """Follows calls from a node into routines, formulas and, if wanted, performed abilities."""

    def __init__(self, catalog: ir.Catalog) -> None:
        self._routines = {each.name: each for each in catalog.routines}
        self._formulas = {each.name: each for each in catalog.formulas}
        self._stats = catalog.stat
        self._abilities = catalog.ability
        self._by_tag: Mapping[str, tuple[ir.Ability, ...]] = {
            tag: tuple(each for each in catalog.abilities if tag in each.tags)
            for tag in catalog.tags
        }

    def nodes(self, start: object, *, performed: bool) -> Iterator[object]:
        """All nodes below ``start`` and below all that it calls, each declaration once."""
        seen: set[int] = {id(start)}
        waiting: list[object] = [start]
        while waiting:
            for node in walk(waiting.pop(0)):
                yield node
                for called in self._called(node, performed):
                    if id(called) not in seen:
                        seen.add(id(called))
                        waiting.append(called)

    def routines_called(self, start: object) -> set[str]:
        """The routines that ``start`` calls, itself or through others."""
        nodes = tuple(self.nodes(start, performed=False))
        return {
            node.routine
            for node in nodes
            if isinstance(node, statements.Do | expressions.RunRoutine)
        }

    def _called(self, node: object, performed: bool) -> Iterator[object]:
        match node:
            case statements.Do(routine=name) | expressions.RunRoutine(routine=name):
                if name in self._routines:
                    yield self._routines[name]
            case expressions.CallFormula(formula=name):
                if name in self._formulas:
                    yield self._formulas[name]
            case expressions.ReadStat(stat=name):
                if name in self._stats and self._stats[name].base is not None:
                    yield self._stats[name]
            case statements.Perform(ability=name, by_tag=by_tag) if performed:
                if by_tag:
                    yield from self._by_tag.get(name, ())
                elif name in self._abilities:
                    yield self._abilities[name]
            case _:
                pass
