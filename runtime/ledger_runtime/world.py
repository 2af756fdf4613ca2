"""The world: an entity's numbers, who is in play, and everything that can be said to it.

A world is made of layers, each a module with one job, each a subclass of the one before; a
statement of a rule or a command of a game is a method of one of them::

    state → changes → holding → decisions → space → zones → making → auras → deaths
          → orders → sequence → clock → commands → world

The generated ``World`` derives from this one, names its catalog, and fills in the hooks of
:class:`~ledger_runtime.state.State`.
"""

from __future__ import annotations

from ledger_runtime.commands import Commands
from ledger_runtime.typevars import E, O, V


class World(Commands[E, V, O]):
    """A world in which the rules of a catalog hold."""

    __slots__ = ()

    def begin(self, seed: int | None) -> None:
        """Seed the dice, and make the singles, in catalog order."""
        self.begin_dice(seed)
        for archetype in self.catalog.archetypes:
            if archetype.single:
                self.singles[archetype.name] = self.make(archetype)
