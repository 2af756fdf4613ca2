"""The end of the outermost phase: auras and deaths (docs/language.md, section 4, rule 8)."""

from __future__ import annotations

from ledgerc.ir import catalog as ir
from tests.oracle.making import Making
from tests.oracle.numbers import Failure
from tests.oracle.state import Entity, Event, Instance, Lent, Scope, Value

MOST_ROUNDS = 1_000


class Deaths(Making):
    """Steps (a) to (d)."""

    def end_phase(self) -> None:
        """ "And again, until nobody dies"."""
        for _ in range(MOST_ROUNDS):
            self.take_stats_anew()
            dying = self.create_deaths()
            self.take_the_rest_anew()
            if dying:
                self.raise_deaths(dying)
            elif not self.would_die():
                return
        raise Failure("RunawayError")

    # -- (a) and (c): auras -------------------------------------------------------------------

    def auras(self) -> list[tuple[Instance, int, ir.Aura]]:
        """The auras that work, in order of play."""
        return [
            (instance, number, aura)
            for instance in self.working()
            for number, aura in enumerate(self.catalog.effect[instance.effect].auras)
        ]

    def take_stats_anew(self) -> None:
        """(a) "What auras add to stats is taken anew"; the dead keep theirs."""
        for entity in self.state.entities:
            if not entity.gone:
                entity.lent = []
        for instance, _, aura in self.auras():
            scope = Scope(holder=instance.holder, instance=instance)
            for selected in self.select(aura.selection, scope):
                inner = scope.inner(**{aura.candidate: selected})
                selected.lent += [
                    Lent(each.stat, each.kind.value, self.number(each.amount, inner))
                    for each in aura.modifiers
                    if self.holds(each.when, inner)
                ]
        self.fit_pools()

    def take_the_rest_anew(self) -> None:
        """(c) "What else auras give": tags, effects, ``repeats`` and ``forbids``."""
        tags: dict[int, set[str]] = {}
        effects: dict[int, list[tuple[Instance, int, str, dict[str, Value]]]] = {}
        for instance, number, aura in self.auras():
            scope = Scope(holder=instance.holder, instance=instance)
            for selected in self.select(aura.selection, scope):
                inner = scope.inner(**{aura.candidate: selected})
                tags.setdefault(selected.number, set()).update(aura.tags)
                lent = effects.setdefault(selected.number, [])
                for held in aura.effects:
                    given = self.arguments_of(held.effect, held.arguments, inner)
                    lent.append((instance, number, held.effect, given))
        for entity in self.state.entities:
            if not entity.gone:
                entity.lent_tags = tags.get(entity.number, set())
                self.lend(entity, effects.get(entity.number, []))
        self.fit_pools()
        self.granted = self.working()

    def lend(
        self, entity: Entity, wanted: list[tuple[Instance, int, str, dict[str, Value]]]
    ) -> None:
        """Let an entity have exactly these effects of auras; what it has of them stays."""
        kept: list[Instance] = []
        missing: list[tuple[Instance, int, str, dict[str, Value]]] = []
        for lending in wanted:
            lender, number, effect, arguments = lending
            same = [
                held
                for held in entity.effects
                if held.lender is not None
                and held.lender[0] is lender
                and held.lender[1] == number
                and held.effect == effect
                and held.arguments == arguments
                and held not in kept
            ]
            if same:
                kept.append(same[0])
            else:
                missing.append(lending)
        for held in list(entity.effects):
            if held.lender is not None and held not in kept:
                self.detach(held)
        for lender, number, effect, arguments in missing:
            instance = self.attach(effect, arguments, entity)
            instance.lender = (lender, number)
            self.start_clock(instance, None, None)  # for what it does every so often

    def newcomer(self) -> None:
        """ "Step (c) is run at once" for one that comes into play in the midst of a phase."""
        self.take_the_rest_anew()

    # -- (b): death creation ------------------------------------------------------------------

    def create_deaths(self) -> list[tuple[Entity, list[str]]]:
        """(b) "All for whom a `dies` holds, or that were destroyed, leave together"."""
        dying = []
        for entity in sorted(self.state.entities, key=lambda each: each.order):
            if entity.gone:
                continue
            raised = self.death_events(entity)
            if raised or entity.doomed:
                dying.append((entity, raised or self.destroyed_event(entity)))
        if dying:
            self.state.death_step += 1
            for entity, _ in dying:
                entity.left = self.state.death_step
                self.depart(entity)
            self.fit_pools()
        return dying

    def would_die(self) -> bool:
        """Whether there is one for whom a ``dies`` holds now."""
        return any(
            entity.doomed or self.death_events(entity)
            for entity in self.state.entities
            if not entity.gone
        )

    def death_events(self, entity: Entity) -> list[str]:
        """The event of each ``dies`` that holds, in the order of the catalog, each once."""
        if not entity.in_play:
            return []
        raised = [
            dies.raising
            for effect in self.catalog.effects
            for dies in effect.dies
            if any(
                self.works(instance)
                and self.dies_now(dies, entity, Scope(holder=entity, instance=instance))
                for instance in self.instances(entity, effect.name)
            )
        ]
        return list(dict.fromkeys(raised))

    def dies_now(self, dies: ir.Dies, entity: Entity, scope: Scope) -> bool:
        """Whether a ``dies`` holds."""
        if dies.condition is not None:
            return self.truth(dies.condition, scope)
        assert dies.pool is not None
        if dies.pool not in entity.pools:
            return False
        pool = self.catalog.pool[dies.pool]
        value = entity.pools[dies.pool]
        if dies.at is ir.DiesAt.MINIMUM:
            return value <= self.least(entity, pool)
        most = self.most(entity, pool)
        return most is not None and value >= most

    def destroyed_event(self, entity: Entity) -> list[str]:
        """ "`Died` before any other", of its own; without a `dies` it is `Died`, if declared."""
        own = [
            dies.raising
            for instance in entity.effects
            for dies in self.catalog.effect[instance.effect].dies
        ]
        declared = any(event.name == "Died" for event in self.catalog.events)
        if declared and (not own or "Died" in own):
            return ["Died"]
        return own[:1]

    # -- (d): the death phase -----------------------------------------------------------------

    def raise_deaths(self, dying: list[tuple[Entity, list[str]]]) -> None:
        """(d) "The events of their deaths are raised as one set and answered"."""
        self.dead = [entity for entity, _ in dying]
        events = []
        for entity, raised in dying:
            if not raised:
                self.record("Gone", entity)
            for kind in raised:
                events.append(
                    Event(
                        kind,
                        (),
                        self.cause,
                        subject=entity,
                        death_step=self.state.death_step,
                    )
                )
        if events:
            self.happen(events)
        self.dead = []
