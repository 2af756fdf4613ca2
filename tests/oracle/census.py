"""What kinds of things the IR knows, and which of them some catalogs and plays have.

A kind is a node (``Roll``), or a shape of one of its fields: a member of an enum
(``Rule.moment BEFORE``), a flag (``Zone.hidden True``), whether what may be left out is there
(``Deal.by none``, ``Deal.by some``), an operator (``Compare.operator <=``), the node that it is
where there are several (``Effect.lasts Turns``). Spans and names have no kinds.
"""

from __future__ import annotations

import inspect
import types
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from ledgerc.ir import (
    abilities,
    archetypes,
    declarations,
    effects,
    expressions,
    plays,
    statements,
)
from ledgerc.ir import catalog as catalogs
from ledgerc.ir.expressions import (
    operators,
    reading,
    selections,
    space,
    values,
)
from ledgerc.ir.walk import walk
from ledgerc.node import Node, field_names

MODULES = (
    abilities,
    archetypes,
    catalogs,
    declarations,
    effects,
    operators,
    plays,
    reading,
    selections,
    space,
    statements,
    values,
)
"""The modules of the IR that have nodes."""

OPERATORS: dict[tuple[str, str], tuple[str, ...]] = {
    ("Arithmetic", "operator"): ("+", "-", "*", "/"),
    ("Compare", "operator"): ("==", "!=", "<", "<=", ">", ">="),
    ("ExpectCompare", "operator"): ("=", "!=", "<", "<=", ">", ">="),
    ("Logical", "operator"): ("and", "or"),
}
"""The fields that hold one of a few texts."""

WIDE = 12
"""A field that may be one of more nodes than that is any expression, statement or step."""


def nodes() -> list[type[Node]]:
    """Every kind of node of the IR, by name."""
    found = {
        each
        for module in MODULES
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, Node)
        and each.__module__.startswith("ledgerc.ir.")
        and not each.__name__.startswith("_")
    }
    return sorted(found, key=lambda each: each.__name__)


def all_kinds() -> list[str]:
    """Every kind that there is."""
    return [kind for node in nodes() for kind in _kinds_of_class(node)]


def _kinds_of_class(node: type[Node]) -> Iterator[str]:
    name = node.__name__
    yield name
    hints = get_type_hints(node, None, vars(expressions))
    for field in field_names(node):
        for shape in _shapes(name, field, hints[field]):
            yield f"{name}.{field} {shape}"


def _shapes(node: str, field: str, hint: Any) -> Iterator[str]:
    """The shapes that a field may have; none for names, numbers, and any expression."""
    if (node, field) in OPERATORS:
        yield from OPERATORS[node, field]
        return
    options = _options(hint)
    if type(None) in options:
        yield "none"
        options = [each for each in options if each is not type(None)]
        if not all(_is_narrow(each, options) for each in options):
            yield "some"
            return
    if [get_origin(each) for each in options] == [tuple]:
        yield "empty"
        inner = _options(get_args(options[0])[0])
        narrow = len(inner) > 1 and all(_is_narrow(each, inner) for each in inner)
        yield from (each.__name__ for each in inner) if narrow else ("some",)
        return
    for option in options:
        if option is bool:
            yield from ("True", "False")
        elif inspect.isclass(option) and issubclass(option, Enum):
            yield from (member.name for member in option)
        elif _is_narrow(option, options) and len(options) > 1:
            yield option.__name__


def _is_narrow(option: Any, options: list[Any]) -> bool:
    """Whether an option is told by its own name: an enum, or one node of a few."""
    if not inspect.isclass(option):
        return False
    if option is bool or issubclass(option, Enum):
        return True
    return issubclass(option, Node) and 1 < len(options) <= WIDE


def _options(hint: Any) -> list[Any]:
    """The types that a hint allows."""
    if get_origin(hint) in (Union, types.UnionType):
        return [each for part in get_args(hint) for each in _options(part)]
    return [hint]


def count_kinds(root: Node) -> Counter[str]:
    """How often each kind is among a node and all below it."""
    found: Counter[str] = Counter()
    for node in walk(root):
        if isinstance(node, Node):
            found.update(_kinds_of_node(node))
    return found


def _kinds_of_node(node: Node) -> Iterator[str]:
    kind = type(node)
    name = kind.__name__
    yield name
    for field in field_names(kind):
        known = _SHAPES.get((kind, field))
        if known is None:
            hints = get_type_hints(kind, None, vars(expressions))
            known = frozenset(_shapes(name, field, hints[field]))
            _SHAPES[kind, field] = known
        if known:
            for shape in _shapes_of_value(getattr(node, field), known):
                yield f"{name}.{field} {shape}"


_SHAPES: dict[tuple[type[Node], str], frozenset[str]] = {}


def _shapes_of_value(value: Any, known: frozenset[str]) -> Iterator[str]:
    """The shapes of a field's value, among those that are known of the field."""
    if value is None:
        yield "none"
    elif isinstance(value, tuple):
        if not value:
            yield "empty"
        elif "some" in known:
            yield "some"
        else:
            yield from (type(each).__name__ for each in value)
    elif "some" in known:
        yield "some"
    elif isinstance(value, Enum):
        yield value.name
    elif isinstance(value, str | bool):
        yield str(value)
    else:
        yield type(value).__name__


# -- what is not drawn ------------------------------------------------------------------------

_REASONS: dict[str, tuple[str, ...]] = {
    "no expression gives one: it is named where it belongs": tuple(
        f"{field} {kind}"
        for field in (
            "AbilityParameter.type",
            "CallFormula.type",
            "Choose.type",
            "Conditional.type",
            "EffectParameter.type",
            "Formula.type",
            "Let.type",
            "LetName.type",
            "Parameter.type",
            "Routine.result",
            "RunRoutine.type",
            "Variable.type",
        )
        for kind in ("TAG", "EFFECT", "ABILITY", "ARCHETYPE", "TEXT")
    ),
    "words of a choice are known under its own name alone": tuple(
        f"{field} WORD"
        for field in (
            "AbilityParameter.type",
            "CallFormula.type",
            "EffectParameter.type",
            "Formula.type",
            "LetName.type",
            "Parameter.type",
            "Routine.result",
            "RunRoutine.type",
        )
    ),
    "what a grant gives is known when the catalog is compiled: a number or a truth": tuple(
        f"AbilityParameter.type {kind}"
        for kind in ("ENTITY", "PHASE", "PLACE", "SELECTION")
    ),
    "entities and words are chosen": tuple(
        f"Choose.type {kind}" for kind in ("NUMBER", "PHASE", "PLACE", "TRUTH")
    ),
    "only fields of an expected log name things, and these are no things": tuple(
        f"Named.type {kind}"
        for kind in ("ENTITY", "NUMBER", "PLACE", "SELECTION", "TEXT", "TRUTH")
    ),
    "a parameter may be given any number": (
        "AbilityParameter.whole True",
        "EffectParameter.whole True",
        "Parameter.whole True",
    ),
    "a body has a statement, a list of steps a step, a file a play": (
        "AtOnce.body empty",
        "Branch.body empty",
        "Every.body empty",
        "ForEach.body empty",
        "OnGainedOrLost.body empty",
        "Play.steps empty",
        "PlayFile.plays empty",
        "Repeat.body empty",
        "RepeatUntil.body empty",
        "Routine.body empty",
        "Rule.body empty",
        "Scene.steps empty",
    ),
    "the grammar wants one at least": (
        "CallFunction.arguments empty",
        "Catalog.files empty",
        "ExpectLog.lines empty",
        "If.branches empty",
        "LastsUntil.events empty",
        "Logical.operands empty",
        "Rule.events empty",
        "ScriptRolls.values empty",
    ),
    "the field has a narrower use than its type": (
        "ChangeKind.way GAIN",
        "ChangeKind.way SET",
        "ChangeKind.way SPEND",
        "ChangePool.way LOWER",
        "ChangePool.way RAISE",
        "Choose.at_most none",
        "OfPool.way LOWER",
        "OfPool.way RAISE",
    ),
    "what is drawn is about these; catalogs without are in the cookbook": (
        "Catalog.abilities empty",
        "Catalog.allegiance none",
        "Catalog.archetypes empty",
        "Catalog.effects empty",
        "Catalog.events empty",
        "Catalog.kinds empty",
        "Catalog.links empty",
        "Catalog.pools empty",
        "Catalog.props empty",
        "Catalog.stats empty",
        "Catalog.tags empty",
    ),
}

UNDRAWN: dict[str, str] = {
    kind: reason for reason, kinds in _REASONS.items() for kind in kinds
}
"""The kinds that no drawn game has, each with the reason."""
