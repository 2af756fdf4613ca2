"""The world: an entity's numbers, who is in play, and everything that can be said to it.

A world is made of layers, each a module with one job, each a subclass of the one before; a
statement of a rule or a command of a game is a method of one of them::

    state → changes → holding → decisions → space → zones → making → auras → deaths
          → orders → sequence → arguments → clock → preparing → commands → waiting → world

The generated ``World`` derives from this one, names its catalog, and fills in the hooks of
:class:`~ledger_runtime.state.State`.
"""

from __future__ import annotations

from typing import Self

from ledger_runtime.decisions import Chooser, Teller
from ledger_runtime.limits import Limits
from ledger_runtime.load import load_into
from ledger_runtime.outcome import Refusal
from ledger_runtime.parsing import parse
from ledger_runtime.save import save_world
from ledger_runtime.typevars import E, O, V
from ledger_runtime.waiting import Waiting


class World(Waiting[E, V, O]):
    """A world in which the rules of a catalog hold."""

    __slots__ = ()

    def begin(self, seed: int | None) -> None:
        """Seed the dice, and make the singles."""
        self.begin_dice(seed)
        self.make_singles()

    def make_singles(self) -> None:
        """Make the ``single`` archetypes, in catalog order and one sequence.

        So whether the match is over is asked once all of them are there.
        """
        singles = [each for each in self.catalog.archetypes if each.single]

        def act() -> Refusal | None:
            for archetype in singles:
                self.singles[archetype.name] = self.make_entity(archetype)
            return None

        if singles:
            self.command(act)

    def save(self) -> bytes:
        """The world as bytes of JSON: ids and names, the dice, and what is due; not the log."""
        return save_world(self)

    @classmethod
    def load(
        cls,
        saved: bytes | str,
        *,
        limits: Limits | None = None,
        chooser: Chooser | None = None,
        teller: Teller | None = None,
    ) -> Self:
        """The world that was saved, with an empty log. Nothing is run that the save holds.

        A save of another version of the catalog is migrated (``docs/saves.md``). Raises
        :class:`SaveError` for what is no save of a world of these rules.
        """
        world = cls.empty(Limits() if limits is None else limits, chooser, teller)
        form = parse(saved, world.limits.save_bytes)
        load_into(world, form)
        return world
