"""The entries of an expected log."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.ir import catalog as ir_catalog
from ledgerc.ir import expressions as ir
from ledgerc.ir import plays as ir_plays
from ledgerc.ir.types import Type
from ledgerc.sema.builtins import PHASE_EVENTS
from ledgerc.sema.elaborate import elaborate
from ledgerc.sema.plays.context import Steps
from ledgerc.sema.symbols import Kind
from ledgerc.syntax import ast

ENTRY_KINDS: tuple[str, ...] = (
    "Act",
    "Answer",
    "Before",
    "Every",
    "Prevented",
    "Redirected",
    "Destroyed",
    "Gone",
    "Made",
    "Turned",
    "Copied",
    "Moved",
    "Shuffled",
    "Placed",
    "Pointed",
    "Gained",
    "Renewed",
    "Lost",
    "Rolled",
    "Chose",
    "Note",
)
"""Kinds of log entries that every catalog has, beside its events, changes and queries."""

_THINGS: tuple[tuple[Kind, Type], ...] = (
    (Kind.EFFECT, Type.EFFECT),
    (Kind.ABILITY, Type.ABILITY),
    (Kind.ARCHETYPE, Type.ARCHETYPE),
    (Kind.TAG, Type.TAG),
    (Kind.PHASE, Type.PHASE),
    (Kind.CHANGE, Type.WORD),
    (Kind.EVENT, Type.WORD),
    (Kind.ZONE, Type.WORD),
    (Kind.LINK, Type.WORD),
    (Kind.ROUTINE, Type.WORD),
    (Kind.FORMULA, Type.WORD),
)
"""What a field may name; a thing that is no value elsewhere is but a word here."""

_CHANGES = ("set", "gain", "spend")


def log_line(steps: Steps, node: ast.LogLine) -> ir_plays.LogLine | None:
    """One entry: the kind, then its fields as far as written."""
    head, *rest = node.fields
    kinds = entry_kinds(steps.catalog)
    kind = head.name.text if isinstance(head, ast.Reference) else None
    if kind not in kinds:
        written = steps.as_written(head.span)
        steps.report.error(
            "LG0512",
            head.span,
            f"no entry of the log is a {written}",
            allowed=", ".join(kinds),
            suggestion=nearest(written, kinds),
        )
    choice = _choice_named(steps, rest[1]) if kind == "Chose" and rest[1:] else None
    fields = tuple(
        choice if number == 1 and choice is not None else _field(steps, each)
        for number, each in enumerate(rest)
    )
    if kind is None:
        return None
    return ir_plays.LogLine(kind, fields, steps.as_written(node.span), node.span)


def entry_kinds(catalog: ir_catalog.Catalog) -> tuple[str, ...]:
    """What an entry of the log can be: the catalog's events and changes, and the language's own."""
    phases = tuple(PHASE_EVENTS) if catalog.phases else ()
    return (
        *(kind.name for kind in catalog.kinds),
        *(event.name for event in catalog.events),
        *phases,
        *(query.name for query in catalog.queries),
        *(f"{way} {pool.name}" for pool in catalog.pools for way in _CHANGES),
        *ENTRY_KINDS,
    )


def _choice_named(steps: Steps, node: ast.Expression) -> ir.Expression | None:
    """The choice that a ``Chose`` names after who chose; None for what names no choice."""
    if isinstance(node, ast.Reference) and node.name.text in steps.choice_names():
        return ir.Named(node.name.text, Type.WORD, node.span)
    return None


def _field(steps: Steps, node: ast.Expression) -> ir.Expression:
    """A field: an entity, a number, a text, or the name of a declared thing.

    The name of a ``single`` is the entity: no command makes one, so that no entry names it as
    what something was made.
    """
    if (
        isinstance(node, ast.Reference)
        and steps.body.scope.find(node.name.text) is None
        and node.name.text not in steps.body.analysis.singles
    ):
        for kind, type_ in _THINGS:
            found = steps.body.symbols.get(kind, node.name.text)
            if found is not None:
                found.uses += 1
                return ir.Named(node.name.text, type_, node.span)
        if node.name.text in steps.choice_words():
            return ir.Named(node.name.text, Type.WORD, node.span)
    return elaborate(steps.body, node).expression
