"""Names and words in scope where an expression or statement stands."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.records import field, record
from ledgerc.source import Span


@record(eq=False)
class Binding:
    """A name in scope.

    ``type`` is None while it is not known: of a parameter that is being inferred
    (``inferred``), or of one whose declaration has a fault. ``unique`` is its name in the IR.
    ``words`` are those of a choice among words; ``hit`` marks the outcome of a ``deal``.
    """

    name: str
    unique: str
    role: ir.Role
    type: Type | None
    whole: bool
    span: Span
    inferred: bool = False
    weak: Type | None = None
    words: tuple[str, ...] = ()
    hit: bool = False
    alias: Binding | None = None
    read: bool = False
    owner: str = ""
    """``effect`` or ``ability``: whose parameter it is."""

    def learn(self, type_: Type) -> None:
        """Take a use for what it says about the type of a parameter being inferred.

        A selection or a place may also be written as an entity, so they are weak evidence.
        """
        if self.alias is not None:
            self.alias.learn(type_)
        if not self.inferred or self.type is not None:
            return
        if type_ in (Type.SELECTION, Type.PLACE):
            self.weak = self.weak or type_
        else:
            self.type = type_


@record()
class Names:
    """Unique names of one body, for the IR."""

    taken: set[str] = field(default_factory=set)

    def unique(self, name: str) -> str:
        """``name``, or ``name_2`` and so on if the body has used it."""
        candidate, number = name, 1
        while candidate in self.taken:
            number += 1
            candidate = f"{name}_{number}"
        self.taken.add(candidate)
        return candidate


@record()
class Scope:
    """One block's names, inside those of the blocks round it."""

    names: Names
    outer: Scope | None = None
    bindings: dict[str, Binding] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A block in this one."""
        return Scope(self.names, self)

    def find(self, name: str) -> Binding | None:
        """The binding that ``name`` means here, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.bindings.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def visible(self) -> Iterator[str]:
        """All names in scope, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.bindings
            scope = scope.outer

    def all_bindings(self) -> list[Binding]:
        """All bindings in scope, the innermost first."""
        found: list[Binding] = []
        scope: Scope | None = self
        while scope is not None:
            found.extend(scope.bindings.values())
            scope = scope.outer
        return found

    def bind(
        self,
        name: str,
        type_: Type | None,
        role: ir.Role,
        span: Span,
        *,
        whole: bool = False,
        words: tuple[str, ...] = (),
        hit: bool = False,
        alias: Binding | None = None,
    ) -> Binding:
        """Put a new name into this block; the caller has checked that it shadows nothing."""
        binding = Binding(
            name,
            self.names.unique(name),
            role,
            type_,
            whole,
            span,
            words=words,
            hit=hit,
            alias=alias,
        )
        self.bindings[name] = binding
        return binding
