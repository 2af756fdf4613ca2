"""Commands: each opens one sequence (docs/language.md, section 4, rule 1)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from tests.oracle.numbers import Failure, Number, plain
from tests.oracle.pipeline import place_of
from tests.oracle.state import Entity, Entry, Instance, Point, Scope, State
from tests.oracle.statements import Statements


class World(Statements):
    """A world of the oracle. A command gives its refusal, or an empty text if it is done."""

    def make_singles(self) -> None:
        """Make the ``single`` archetypes, in a sequence of their own, if there are any."""
        if any(each.single for each in self.catalog.archetypes):
            self.command(self._make_singles)

    def _make_singles(self) -> str:
        for archetype in self.catalog.archetypes:
            if archetype.single:
                made = self.make(archetype.name, links={}, pools={})
                assert made is not None
                self.state.singles[archetype.name] = made
        return ""

    # -- sequences ----------------------------------------------------------------------------

    def command(self, act: Callable[[], str]) -> str:
        """Run a command. Raises :class:`Failure` for one that fails.

        "If it is refused or fails, the world, its log and its dice are as before", but for what
        was prevented.
        """
        before = copy.deepcopy((self.state, self.granted))
        length = len(self.log)
        try:
            self.open()
            refusal = act()
            if refusal and refusal != "Prevented":
                self.take_back(before, length)
                return refusal
            self.close()
        except (Failure, RecursionError) as error:
            self.take_back(before, length)
            if isinstance(error, RecursionError):
                raise Failure("RunawayError") from None
            raise
        return refusal

    def open(self) -> None:
        """Open a sequence."""
        self.state.sequence += 1
        self.reset()

    def reset(self) -> None:
        """Nothing is at work."""
        self.cause = None
        self.resolving = []
        self.depth = 0
        self.performing = 0
        self.steps = 0
        self.gathering = None
        self.dead = []

    def close(self) -> None:
        """The end of the last phase; then whether the match is over (section 2)."""
        self.cause = None
        self.end_phase()
        for ending in self.catalog.endings:
            if not self.state.over and self.truth(ending.condition, Scope()):
                self.state.over = True
                self.state.winner = self.entity(ending.winner, Scope())

    def take_back(self, before: tuple[State, list[Instance]], length: int) -> None:
        """Let the world be as it was."""
        self.state, self.granted = before
        del self.log[length:]
        self.reset()

    def only_ask(self, question: Callable[[], str]) -> str:
        """The answer to a question that may roll or ask the game, leaving no trace."""
        before = copy.deepcopy((self.state, self.granted))
        length = len(self.log)
        try:
            self.open()
            return question()
        finally:
            self.take_back(before, length)

    # -- commands -----------------------------------------------------------------------------

    def act(
        self,
        actor: Entity | None,
        ability: str,
        targets: tuple[Entity | None, ...],
        place: Point | None,
        props: Mapping[str, Number],
        *,
        only_asked: bool = False,
    ) -> str:
        """``act``: an order, checked and carried out."""

        def act() -> str:
            there = tuple(each for each in targets if each is not None)
            order = self.new_order(actor, ability, there, place, props)
            order.names_nothing = len(there) < len(targets)
            self.keep(order)
            self.cause = order
            refusal = self.refusal(order)
            if refusal is None and not only_asked:
                self.carry_out(order)
            return refusal or ""

        return self.only_ask(act) if only_asked else self.command(act)

    def statement(self, statement: statements.Statement, scope: Scope) -> str:
        """A statement as a command of its own."""
        return self.command(lambda: self._statement(statement, scope))

    def _statement(self, statement: statements.Statement, scope: Scope) -> str:
        match statement:
            case statements.ChangePool() | statements.Deal():
                event = self.change_event(statement, scope)
                if event.subject is None or event.subject.gone:
                    return "Gone"
                if event.pool not in event.subject.pools:
                    raise Failure("NoPool")
                self.ask_for(event)
                return "Prevented" if event.prevented else ""
            case statements.Raise():
                raised = self.raised_event(statement, scope)
                if raised.subject is None or raised.subject.gone:
                    return "Gone"
                if not all(map(self.in_bounds, raised.props, raised.props.values())):
                    return "OutOfBounds"  # which of them is not said
                self.ask_for(raised)
                return "Prevented" if raised.prevented else ""
            case statements.Give(to=about) | statements.Take(from_=about):
                gone = self._is_gone(about, scope)
            case statements.TakeAll(from_=about) | statements.Shuffle(keeper=about):
                gone = self._is_gone(about, scope)
            case (
                statements.Turn(entity=about)
                | statements.Destroy(entity=about)
                | statements.Remove(entity=about)
                | statements.Place(entity=about)
                | statements.PointLink(entity=about)
            ):
                gone = self._is_gone(about, scope)
            case statements.Move():
                keeper = self.entity(statement.zone.keeper, scope)
                gone = keeper is None or self._is_gone(statement.entity, scope)
            case _:
                gone = False
        if gone:
            return "Gone"
        self.step(statement, scope)
        return ""

    def _is_gone(self, about: object, scope: Scope) -> bool:
        entity = self.entity(about, scope)  # type: ignore[arg-type]
        return entity is None or entity.gone

    # -- time ---------------------------------------------------------------------------------

    def wait(self, seconds: Number) -> str:
        """``wait``: "one sequence a tick"."""
        ticks = plain(seconds * (self.catalog.rate or 1))
        return self.command(lambda: self._pass(ticks))

    def _pass(self, ticks: Number) -> str:
        if not isinstance(ticks, int) or ticks < 0:
            raise Failure("NumberError")
        for number in range(ticks):
            if number:
                self.close()
                self.state.sequence += 1
                self.reset()
            self.state.tick += 1
            self._run_due()
            self._run_out()
        return ""

    def _run_due(self) -> None:
        """What is due "every so often, in order of play" (rule 9), then in catalog order."""
        due: list[tuple[int, int, int, Instance, ir.Every, int]] = []
        for entity in self.state.entities:
            for instance in () if entity.gone else entity.effects:
                timed = [
                    each
                    for each in self.catalog.effect[instance.effect].every
                    if each.seconds is not None
                ]
                for number, (every, beat) in enumerate(
                    zip(timed, instance.beats, strict=True)
                ):
                    if beat == self.state.tick:
                        order, rule = entity.order, every.number
                        due.append(
                            (order, rule, instance.gained, instance, every, number)
                        )
        for *_, instance, every, number in sorted(due, key=lambda each: each[:3]):
            if not instance.held or instance.holder.gone:
                continue
            instance.beats[number] = self.next_beat(every, instance)
            if self.works(instance):
                self._run_every(every, instance)

    def _run_every(self, every: ir.Every, instance: Instance) -> None:
        outer = self.cause
        entry = Entry(
            "Every", (instance.holder, instance.effect), outer, place_of(every)
        )
        self.keep(entry)
        self.cause = entry
        self.nest()
        scope = Scope(holder=instance.holder, instance=instance)
        self.run(every.body, scope)
        self.depth -= 1
        self.cause = outer

    def _run_out(self) -> None:
        """ "Then what runs out": in order of play, and as it was gained."""
        ending = [
            instance
            for entity in sorted(self.state.entities, key=lambda each: each.order)
            for instance in sorted(entity.effects, key=lambda each: each.gained)
            if instance.until == self.state.tick
        ]
        for instance in ending:
            if instance.held and not instance.holder.gone:
                self.lose(instance)
