"""A kind of entity: a class that is never instantiated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ledger_runtime.typevars import E

if TYPE_CHECKING:
    from ledger_runtime.ability import Ability
    from ledger_runtime.effect import Effect


class Archetype(Generic[E]):
    """What entities of this kind start with."""

    name: ClassVar[str]
    tags: ClassVar[int] = 0
    pools: ClassVar[int] = 0
    begins_with: ClassVar[tuple[str, ...]] = ()
    """The names of the effects that it has, in order."""
    grants: ClassVar[tuple[Ability[Any], ...]] = ()
    single: ClassVar[bool] = False
    limit: ClassVar[int | None] = None
    """How many of it a deck may hold."""
    text: ClassVar[str | None] = None
    """What a player reads."""

    @staticmethod
    def effects(w: Any, self: Any) -> tuple[Effect[Any], ...]:
        """New instances of the effects that it has, in order; its bases are set already."""
        return ()

    @staticmethod
    def set_bases(w: Any, self: Any) -> None:
        """Give a new entity its base stats; its links are set already."""

    @staticmethod
    def set_pools(w: Any, self: Any) -> None:
        """Give a new entity its pools; it holds its effects already."""
