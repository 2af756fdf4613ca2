"""The world: an entity's numbers, who is in play, and everything that can be said to it.

A world is made of layers, each a module with one job, each a subclass of the one before; a
statement of a rule or a command of a game is a method of one of them::

    state → changes → holding → decisions → space → zones → making → auras → deaths
          → orders → sequence → arguments → clock → preparing → commands → waiting → world

The generated ``World`` derives from this one, names its catalog, and fills in the hooks of
:class:`~ledger_runtime.state.State`.
"""

from __future__ import annotations

from typing import Any, Self

from ledger_runtime.ability import Ability
from ledger_runtime.decisions import Chooser, Teller
from ledger_runtime.explaining.explanation import Explanation
from ledger_runtime.explaining.orders import explain_order
from ledger_runtime.explaining.stories import explain_number
from ledger_runtime.limits import Limits
from ledger_runtime.load import load_into
from ledger_runtime.outcome import Refusal
from ledger_runtime.parsing import check_size, parse
from ledger_runtime.preparing import GivenNumber
from ledger_runtime.save import save_world
from ledger_runtime.sealing import sealed, unsealed
from ledger_runtime.space import Placeable
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

    def explain(self, entity: E, name: str) -> Explanation:
        """Why a pool or stat of an entity, by declared name, is what it is now.

        From the log and the rules: a pool as far back as the log goes, a stat as it is reckoned.
        Raises :class:`UnknownName` for what is neither, :class:`NoPool`, :class:`ArgumentError`.
        """
        self.own(entity)
        found = explain_number(self, entity, name)
        if found is None:
            self.pool_named(name, entity)  # raises what is wrong with the name
            raise AssertionError(name)
        return found

    def explain_order(
        self,
        _actor: E,
        _ability: type[Ability[Any]],
        /,
        *targets: E,
        at: Placeable | None = None,
        **props: GivenNumber,
    ) -> Explanation:
        """Why an order would be refused, or what makes it legal: each check, in its order."""

        def told() -> Explanation:
            order, _ = self.checked(_actor, _ability, targets, at, props)
            return explain_order(self, order, self.declared_props(props))

        found: Explanation = self.ask_only(told)
        return found

    def save(self, *, key: bytes | None = None) -> bytes:
        """The world as bytes of JSON: ids and names, the dice, and what is due; not the log.

        With a ``key`` it is sealed: :meth:`load` with that key finds out if anything was changed.
        """
        saved = save_world(self)
        return saved if key is None else sealed(saved, key)

    @classmethod
    def load(
        cls,
        saved: bytes | str,
        *,
        key: bytes | None = None,
        limits: Limits | None = None,
        chooser: Chooser | None = None,
        teller: Teller | None = None,
    ) -> Self:
        """The world that was saved, with an empty log. Nothing is run that the save holds.

        A save of another version of the catalog is migrated (``docs/saves.md``). With a ``key``
        the save must be sealed by it. Raises :class:`SaveError` for what is no save of a world of
        these rules.
        """
        world = cls.empty(Limits() if limits is None else limits, chooser, teller)
        most_bytes = world.limits.save_bytes
        check_size(saved, most_bytes)
        form = parse(saved if key is None else unsealed(saved, key), most_bytes)
        load_into(world, form)
        return world
