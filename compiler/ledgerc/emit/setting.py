"""Where a piece of generated code stands: what is in scope there, and under which name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledgerc.emit import nodes
from ledgerc.emit.bases import plain_stats, whole_bases
from ledgerc.emit.bounds import moving_pools
from ledgerc.emit.names import Locals, Names
from ledgerc.emit.naming import name_catalog
from ledgerc.emit.nodes import Node
from ledgerc.emit.reach import formulas_of_world
from ledgerc.emit.reckoned import reckoned_stats
from ledgerc.ir import catalog as ir
from ledgerc.ir.types import Type
from ledgerc.records import field, record


@record(frozen=True)
class Context:
    """What is the same for all code generated from one catalog."""

    catalog: ir.Catalog
    names: Names
    formulas_of_world: frozenset[str]
    """The formulas whose functions take the world."""
    plain_stats: frozenset[str]
    """The stats that are slots of their own name."""
    whole_bases: frozenset[str]
    """The stats whose bases are integers."""
    reckoned_stats: tuple[str, ...]
    """The stats that are kept in a slot of their name, each after those that it reads."""
    lent_effects: frozenset[str]
    """The effects that auras lend."""
    moving_pools: frozenset[str]
    """The pools from whose levels a bound of a pool is reckoned."""


def context_of(catalog: ir.Catalog) -> Context:
    """Make all identifiers of ``catalog``, and note what its code needs."""
    return Context(
        catalog,
        name_catalog(catalog),
        formulas_of_world(catalog),
        plain_stats(catalog),
        whole_bases(catalog),
        reckoned_stats(catalog),
        frozenset(
            given.effect
            for effect in catalog.effects
            for aura in effect.auras
            for given in aura.effects
        ),
        moving_pools(catalog),
    )


@record()
class Setting:
    """The surroundings of code in one generated function."""

    context: Context
    locals: Locals
    holder: Node = field(default_factory=lambda: nodes.name("holder"))
    """How the holder is written here."""
    instance: Node = field(default_factory=lambda: nodes.name("self"))
    """How the instance of the effect or ability is written here."""
    effect: str | None = None
    """The effect whose parameters are in scope."""
    ability: str | None = None
    """The ability whose parameters are in scope."""
    event: Node = field(default_factory=lambda: nodes.name("event"))
    """How the event, or in an ability the order, is written here."""
    world: Node = field(default_factory=lambda: nodes.name("w"))
    variables: dict[str, str] = field(default_factory=dict)
    """Names of the author in scope here, as Python locals."""
    stop: str = "return"
    """The statement that leaves out the rest of the body."""
    asker: str = ""
    """The routine or formula whose code this is; a rule and an ability stand in the log."""
    _depth: int = 0

    @property
    def names(self) -> Names:
        """The identifiers of the catalog."""
        return self.context.names

    @property
    def catalog(self) -> ir.Catalog:
        """The catalog."""
        return self.context.catalog

    @contextmanager
    def candidate(self, *names: str) -> Iterator[str]:
        """A local for the entity a selection looks at, known under ``names`` inside.

        Without a name of the author it is ``each``; nested ones get names of their own.
        """
        wanted = names[0] if names else "each"
        if not names and self._depth:
            wanted = f"each_{self._depth + 1}"
        local = self.locals.name(wanted, "candidate")
        before = {name: self.variables.get(name) for name in names}
        self.variables.update(dict.fromkeys(names, local))
        self._depth += 1
        try:
            yield local
        finally:
            self._depth -= 1
            for name, old in before.items():
                if old is None:
                    del self.variables[name]
                else:
                    self.variables[name] = old

    def declare(self, name: str, annotation: str) -> str:
        """The Python local for the author's local ``name``."""
        self.variables[name] = self.locals.name(name, annotation)
        return self.variables[name]

    def declare_fresh(self, name: str) -> str:
        """As :meth:`declare`, never sharing an identifier with an earlier local."""
        self.variables[name] = self.locals.fresh(name)
        return self.variables[name]


def annotation(type_: Type, whole: bool) -> str:
    """The Python type of a value of the language's type."""
    match type_:
        case Type.NUMBER:
            return "int" if whole else "runtime.Number"
        case Type.TRUTH:
            return "bool"
        case Type.ENTITY:
            return "Entity"
        case Type.PLACE:
            return "runtime.Placeable"
        case Type.SELECTION:
            return "Sequence[Entity]"
        case Type.TAG:
            return "int"
        case Type.EFFECT:
            return "type[runtime.Effect[Entity]]"
        case Type.ABILITY:
            return "type[runtime.Ability[Entity]]"
        case Type.ARCHETYPE:
            return "type[runtime.Archetype[Entity]]"
        case Type.PHASE | Type.TEXT | Type.WORD:
            return "str"
