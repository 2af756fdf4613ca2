"""The aura steps: what auras lend is taken anew, at fixed moments only.

Source: docs/language.md, section 4, rule 8.
"""

from __future__ import annotations

from typing import Any

from ledger_runtime.aura import Lent
from ledger_runtime.effect import Effect
from ledger_runtime.journal import MISSING
from ledger_runtime.making import Making
from ledger_runtime.typevars import E, O, V


class Auras(Making[E, V, O]):
    """Steps (a) and (c) of the end of the outermost phase."""

    __slots__ = ()

    def stat_auras(self) -> None:
        """Step (a): take away what auras add to stats, and lend it anew.

        The auras go in order of play, and each sees what those before it lent. Pools follow once,
        after all of them.
        """
        active = self.aura_effects()
        if not active and not self.lent_stats:
            return
        before = {}
        for entity in self.still_there(self.lent_stats):
            before[entity.id] = entity.lent
            self.put(entity, "lent", ())
            self.reckon_stats(entity)
        touched = dict.fromkeys(before)
        for effect in active:
            for aura in effect.auras:
                if aura.modifiers is None:
                    continue
                for entity in tuple(aura.select(effect, self)):
                    lent = aura.modifiers(effect, self, entity)
                    if lent:
                        self.put(entity, "lent", (*entity.lent, *lent))
                        self.reckon_stats(entity)
                        touched[entity.id] = None
        self.put(self, "lent_stats", tuple(sorted(touched)))
        nobody: tuple[Lent, ...] = ()
        for entity in self.still_there(self.lent_stats):
            if entity.lent != before.get(entity.id, nobody):
                self.follow(entity)

    def other_auras(self) -> None:
        """Step (c): take anew the tags and effects that auras give, ``repeats`` and ``forbids``."""
        active = self.aura_effects()
        if active or self.lent_others:
            tags: dict[int, int] = {}
            wanted: dict[int, list[tuple[Effect[Any], int, Effect[E]]]] = {}
            for effect in active:
                for number, aura in enumerate(effect.auras):
                    if not aura.tags and aura.effects is None:
                        continue
                    for entity in tuple(aura.select(effect, self)):
                        tags[entity.id] = tags.get(entity.id, 0) | aura.tags
                        if aura.effects is not None:
                            lent = wanted.setdefault(entity.id, [])
                            for given in aura.effects(effect, self, entity):
                                lent.append((effect, number, given))
            lent_before = self.still_there(self.lent_others)
            for entity in lent_before:
                tags.setdefault(entity.id, 0)
                wanted.setdefault(entity.id, [])
            self.put(self, "lent_others", tuple(sorted(tags)))
            self.lend_tags(tags)
            self.lend_effects(wanted)
        if not self.grants_changed:
            return
        self.grants_changed = False
        if not self.granted_now and not self.watched & self.catalog.granting_mask:
            return
        for kind in self.catalog.granting_effects:
            granting = self.index.get(kind, ())
            if self.granted_now.get(kind, ()) != granting:
                old = self.granted_now.get(kind, MISSING)
                self.journal.append((self.granted_now, kind, old))
                self.granted_now[kind] = granting

    def granted(self, effect: type[Effect[E]]) -> tuple[Any, ...]:
        """The instances of an effect whose ``repeats`` and ``forbids`` count now."""
        return self.granted_now.get(effect, ())

    def newcomer(self) -> None:
        """An entity came into play in the midst of a phase: step (c) is run at once."""
        self.other_auras()

    # -- parts ----------------------------------------------------------------------------------

    def aura_effects(self) -> list[Effect[Any]]:
        """The active effects that have auras, in order of play."""
        if not self.watched & self.catalog.aura_mask:
            return []
        active = [
            effect
            for kind in self.catalog.aura_effects
            for effect in self.index.get(kind, ())
        ]
        active.sort(key=lambda effect: (effect.holder.order, effect.gained))
        return active

    def still_there(self, ids: tuple[int, ...]) -> list[E]:
        """The entities of ids that are not gone: the dead keep what was lent to them."""
        entities = self.entities
        return [entities[id] for id in ids if not entities[id].gone]

    def lend_tags(self, tags: dict[int, int]) -> None:
        """Let exactly these have these tags from auras."""
        for entity in self.still_there(tuple(sorted(tags))):
            entity_id = entity.id
            if entity.lent_tags != tags[entity_id]:
                self.put(entity, "lent_tags", tags[entity_id])
                self.reckon(entity)
                self.follow(entity)

    def lend_effects(
        self, wanted: dict[int, list[tuple[Effect[Any], int, Effect[E]]]]
    ) -> None:
        """Let exactly these have these effects from auras; what is lent already stays as it is."""
        for entity in self.still_there(tuple(sorted(wanted))):
            kept: list[Effect[Any]] = []
            gained = []
            for source, number, given in wanted[entity.id]:
                held = _same(entity.effects, kept, source, number, given)
                if held is None:
                    gained.append((source, number, given))
                else:
                    kept.append(held)
            changed = bool(gained)
            for held in entity.effects:
                if held.lender and held not in kept:
                    self.detach(held)
                    changed = True
            for source, number, given in gained:
                given.lender = (source, number)
                self.attach(given, entity)
                self.start_beats(given)
            if changed:
                self.follow(entity)


def _same(
    effects: tuple[Effect[Any], ...],
    kept: list[Effect[Any]],
    source: Effect[Any],
    number: int,
    given: Effect[Any],
) -> Effect[Any] | None:
    """The instance that an aura lends already and lends again."""
    for held in effects:
        lender = held.lender
        if (
            lender is not None
            and lender[0] is source
            and lender[1] == number
            and type(held) is type(given)
            and held not in kept
            and all(
                getattr(held, slot) == getattr(given, slot) for slot in given.parameters
            )
        ):
            return held
    return None
