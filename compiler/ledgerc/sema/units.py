"""A catalog without templates: what :mod:`ledgerc.sema.templates` makes, and all else reads."""

from __future__ import annotations

from typing import Any, TypeAlias

from ledgerc.records import field, record
from ledgerc.sema.known import KnownUnit
from ledgerc.sema.symbols import Kind
from ledgerc.syntax import ast

Owner: TypeAlias = ast.Effect | ast.Ability | ast.Archetype | ast.Template
Item: TypeAlias = ast.EffectItem | ast.AbilityItem | ast.ArchetypeItem


@record(frozen=True)
class Unit:
    """An effect, ability or archetype without templates.

    ``layers`` are its items, those of the outermost template first, its own last.
    ``template`` is what it is from; ``hints`` are the parameters of the templates, which a
    misspelt name may have meant; ``ghost``: it stands for a template that nothing uses, with
    parameters that fit everywhere, and is only checked.
    """

    name: str
    kind: Kind
    node: Owner
    parameters: tuple[ast.Name, ...]
    layers: tuple[tuple[Item, ...], ...]
    body: tuple[ast.Statement, ...]
    template: str | None
    hints: tuple[str, ...] = ()
    ghost: bool = False
    instance: str | None = None
    """How an instance of a template is written: ``Wields(Axe)``."""
    templates: tuple[str, ...] = ()
    """The templates that it is made from."""
    alone: bool = False
    """Whether it means what its text and its templates say, and makes and has no instances."""
    known: KnownUnit | None = None
    """What it means, if that is known; it has no items then."""

    @property
    def items(self) -> list[Item]:
        """All items, in order."""
        return [item for layer in self.layers for item in layer]


@record()
class Expansion:
    """A catalog without templates: its units in catalog order, and all other declarations."""

    units: list[Unit] = field(default_factory=list)
    others: list[ast.Declaration] = field(default_factory=list)
    parents: set[str] = field(default_factory=set)
    """Archetypes, no templates, that others are made from."""


KINDS = {
    "effect": Kind.EFFECT,
    "ability": Kind.ABILITY,
    "archetype": Kind.ARCHETYPE,
}
"""What a template is of, by its word."""


def bare_declaration(template: ast.Template, name: str) -> ast.Declaration:
    """An empty declaration that stands for an instance in the symbol tables."""
    given: Any = {"span": template.span, "name": ast.Name(name, template.name.span)}
    match template.kind:
        case "effect":
            return ast.Effect(**given)
        case "ability":
            return ast.Ability(**given)
        case "archetype":
            return ast.Archetype(**given)


def kind_of(node: Owner) -> Kind:
    """The kind of what is declared, by itself or by a template."""
    match node:
        case ast.Template():
            return KINDS[node.kind]
        case ast.Effect():
            return Kind.EFFECT
        case ast.Ability():
            return Kind.ABILITY
        case ast.Archetype():
            return Kind.ARCHETYPE
