"""Everything that reads, changes, gives or answers a name (``ledgerc uses``).

The IR says what each name of a catalog is; so a pool and an effect of one name are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions, plays, statements
from ledgerc.ir.walk import children
from ledgerc.node import field_names
from ledgerc.source import Span


class Relation(Enum):
    """What a place does with a name; the value is a heading of the report."""

    DECLARES = "declared"
    READS = "read"
    CHANGES = "changed"
    GIVES = "given"
    TAKES = "taken"
    ANSWERS = "answered"
    RAISES = "raised"
    HAS = "had from the start"
    PERFORMS = "ordered"
    CALLS = "called"
    FORBIDS = "forbidden"
    REPEATS = "repeated"
    MAKES = "made"
    CARRIES = "carried"
    FILLS = "filled in"
    PASSES = "passed on"
    ASKS = "asked"
    OFFERS = "offered"
    CHOOSES = "chosen"
    EXPECTS = "expected in a log"
    PLAYED = "played in"


class Category(Enum):
    """What a name can be the name of; the value is the author's word."""

    LINK = "link"
    PROP = "prop"
    STAT = "stat"
    POOL = "pool"
    KIND = "damage or healing"
    STAGE = "stage"
    PRIORITY = "priority"
    TAG = "tag"
    EVENT = "event"
    QUERY = "query"
    ZONE = "zone"
    PHASE = "phase"
    EFFECT = "effect"
    ABILITY = "ability"
    ARCHETYPE = "archetype"
    ROUTINE = "routine"
    FORMULA = "formula"


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a name is used; ``owner`` is the declaration or play around it.

    ``category`` is None where only the source was looked at, which does not say.
    """

    relation: Relation
    category: Category | None
    span: Span
    owner: str


_Role = tuple[Relation, Category]

_R = Relation
_C = Category
_ROLES: dict[tuple[type[object], str], _Role] = {
    (expressions.ReadStat, "stat"): (_R.READS, _C.STAT),
    (expressions.ReadPool, "pool"): (_R.READS, _C.POOL),
    (expressions.ReadLink, "link"): (_R.READS, _C.LINK),
    (expressions.ReadEventLink, "link"): (_R.READS, _C.LINK),
    (expressions.ReadEventProp, "prop"): (_R.READS, _C.PROP),
    (expressions.HasTag, "tag"): (_R.READS, _C.TAG),
    (expressions.HavingTag, "tag"): (_R.READS, _C.TAG),
    (expressions.HoldsEffect, "effect"): (_R.READS, _C.EFFECT),
    (expressions.Stacks, "effect"): (_R.READS, _C.EFFECT),
    (expressions.Holding, "effect"): (_R.READS, _C.EFFECT),
    (expressions.WithLink, "link"): (_R.READS, _C.LINK),
    (expressions.InZone, "zone"): (_R.READS, _C.ZONE),
    (expressions.CardsIn, "zone"): (_R.READS, _C.ZONE),
    (expressions.Single, "archetype"): (_R.READS, _C.ARCHETYPE),
    (expressions.CallFormula, "formula"): (_R.CALLS, _C.FORMULA),
    (expressions.AskQuery, "query"): (_R.CALLS, _C.QUERY),
    (expressions.RunRoutine, "routine"): (_R.CALLS, _C.ROUTINE),
    (statements.ChangePool, "pool"): (_R.CHANGES, _C.POOL),
    (statements.Deal, "kind"): (_R.RAISES, _C.KIND),
    (statements.Deal, "priority"): (_R.READS, _C.PRIORITY),
    (statements.Raise, "event"): (_R.RAISES, _C.EVENT),
    (statements.Give, "effect"): (_R.GIVES, _C.EFFECT),
    (statements.Take, "effect"): (_R.TAKES, _C.EFFECT),
    (statements.TakeAll, "tag"): (_R.READS, _C.TAG),
    (statements.ZonePlace, "zone"): (_R.CHANGES, _C.ZONE),
    (statements.Shuffle, "zone"): (_R.CHANGES, _C.ZONE),
    (statements.Make, "archetype"): (_R.MAKES, _C.ARCHETYPE),
    (statements.Turn, "archetype"): (_R.MAKES, _C.ARCHETYPE),
    (statements.PointLink, "link"): (_R.CHANGES, _C.LINK),
    (statements.Do, "routine"): (_R.CALLS, _C.ROUTINE),
    (statements.Advance, "to"): (_R.CHANGES, _C.PHASE),
    (ir.OfKind, "kind"): (_R.ANSWERS, _C.KIND),
    (ir.OfEvent, "event"): (_R.ANSWERS, _C.EVENT),
    (ir.OfPool, "pool"): (_R.ANSWERS, _C.POOL),
    (ir.Subject, "having"): (_R.READS, _C.TAG),
    (ir.Modifier, "stat"): (_R.CHANGES, _C.STAT),
    (ir.HeldEffect, "effect"): (_R.GIVES, _C.EFFECT),
    (ir.Aura, "tags"): (_R.GIVES, _C.TAG),
    (ir.Dies, "raising"): (_R.RAISES, _C.EVENT),
    (ir.Dies, "pool"): (_R.READS, _C.POOL),
    (ir.Space, "radius"): (_R.READS, _C.STAT),
    (ir.Rule, "stage"): (_R.READS, _C.STAGE),
    (ir.Rule, "priority"): (_R.READS, _C.PRIORITY),
    (ir.Target, "zone"): (_R.READS, _C.ZONE),
    (ir.Target, "having"): (_R.READS, _C.TAG),
    (ir.Cost, "pool"): (_R.CHANGES, _C.POOL),
    (ir.BaseStat, "stat"): (_R.CHANGES, _C.STAT),
    (ir.StartPool, "pool"): (_R.HAS, _C.POOL),
    (ir.GrantedAbility, "ability"): (_R.HAS, _C.ABILITY),
    (ir.Event, "props"): (_R.CARRIES, _C.PROP),
    (ir.Event, "links"): (_R.CARRIES, _C.LINK),
    (ir.ChangeKind, "pool"): (_R.CHANGES, _C.POOL),
    (plays.Act, "ability"): (_R.PERFORMS, _C.ABILITY),
    (plays.ScriptAnswer, "query"): (_R.READS, _C.QUERY),
}
"""What a field that holds a name, or a tuple of names, does with it."""

_BY_TAG: dict[type[object], Relation] = {
    expressions.CanDo: _R.READS,
    statements.Perform: _R.PERFORMS,
    ir.Forbids: _R.FORBIDS,
}
"""Nodes whose ``ability`` is an ability's name, or a tag's where ``by_tag``."""

_DECLARED: tuple[tuple[str, Category], ...] = (
    ("links", _C.LINK),
    ("props", _C.PROP),
    ("stats", _C.STAT),
    ("pools", _C.POOL),
    ("kinds", _C.KIND),
    ("priorities", _C.PRIORITY),
    ("events", _C.EVENT),
    ("queries", _C.QUERY),
    ("zones", _C.ZONE),
    ("effects", _C.EFFECT),
    ("abilities", _C.ABILITY),
    ("archetypes", _C.ARCHETYPE),
    ("routines", _C.ROUTINE),
    ("formulas", _C.FORMULA),
)
_UNPLACED: tuple[tuple[str, Category], ...] = (
    ("tags", _C.TAG),
    ("stages", _C.STAGE),
    ("phases", _C.PHASE),
)
"""Names without a place of their own in the IR."""


def uses(catalog: ir.Catalog, name: str) -> Iterator[Use]:
    """Each place of ``catalog`` that uses what is called ``name``, in the order of the IR.

    An instance of a template is found by its template's name as well. What the IR does not have
    is told by :mod:`ledgerc.reports.uses_written`.
    """
    for field_name, category in _DECLARED:
        for declared in getattr(catalog, field_name):
            owner = f"{_word(declared, category)} {declared.name}"
            if name == declared.name:
                yield Use(Relation.DECLARES, category, declared.span, owner)
            elif name == getattr(declared, "template", None):
                yield Use(Relation.FILLS, category, declared.span, owner)
            yield from _uses_in(declared, name, owner)
    for ending in catalog.endings:
        yield from _uses_in(ending, name, "ends when")
    if catalog.space is not None:
        yield from _uses_in(catalog.space, name, "space")


def _word(declared: object, category: Category) -> str:
    """The word that a declaration starts with."""
    if isinstance(declared, ir.ChangeKind):
        return "healing" if declared.healing else "damage"
    return category.value


def uses_in_play(file: plays.PlayFile, name: str) -> Iterator[Use]:
    """Each place of a play file that uses ``name``."""
    for scene in file.scenes:
        yield from _uses_in(scene, name, f"scene {scene.name}")
    for play in file.plays:
        yield from _uses_in(play, name, f'play "{play.title}"')


def names(catalog: ir.Catalog) -> tuple[str, ...]:
    """Every name that ``uses`` can be asked for, sorted."""
    found = {
        each.name
        for field_name, _ in _DECLARED
        for each in getattr(catalog, field_name)
    }
    found.update(
        each for field_name, _ in _UNPLACED for each in getattr(catalog, field_name)
    )
    found.update(
        each.template
        for declared in (catalog.effects, catalog.abilities, catalog.archetypes)
        for each in declared
        if each.template is not None
    )
    return tuple(sorted(found))


def _uses_in(declared: object, name: str, owner: str) -> Iterator[Use]:
    """The uses below a declaration; what has no place of its own takes that of what it is in."""
    waiting: list[tuple[object, Span | None]] = [(declared, None)]
    while waiting:
        node, around = waiting.pop()
        span: Span | None = getattr(node, "span", around)
        for relation, category in _roles(node, name):
            assert span is not None
            yield Use(relation, category, span, owner)
        waiting += [(below, span) for below in reversed(children(node))]


def _roles(node: object, name: str) -> Iterator[_Role]:
    kind = type(node)
    if isinstance(node, expressions.CanDo | statements.Perform | ir.Forbids):
        if node.ability == name:
            yield _BY_TAG[kind], Category.TAG if node.by_tag else Category.ABILITY
        return
    if isinstance(node, statements.Carried) and node.name == name:
        yield Relation.CARRIES, Category.PROP
    for field in field_names(kind):
        role = _ROLES.get((kind, field))
        if role is None:
            continue
        value = getattr(node, field)
        if value == name or (isinstance(value, tuple) and name in value):
            yield role


def uses_text(name: str, found: Iterable[tuple[Use, str]]) -> str:
    """The report: a heading a relation, a line a place; ``found`` has the shown place of each."""
    by_relation: dict[Relation, dict[str, None]] = {}
    for use, place in found:
        line = f"  {place}: {use.owner}"
        by_relation.setdefault(use.relation, {})[line] = None
    lines: list[str] = []
    for relation in Relation:
        those = by_relation.get(relation)
        if those:
            lines += [f"{name} is {relation.value}", *those]
    return "".join(f"{line}\n" for line in lines)
