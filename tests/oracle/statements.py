"""Statements, one after the other (docs/language.md, section 3).

"Statements run in order, and what a statement causes is resolved wholly before the next one runs"
(section 4, rule 3).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ledgerc.ir import statements as ir
from ledgerc.ir.statements import Statement
from tests.oracle.numbers import Failure, Number
from tests.oracle.orders import Ordering
from tests.oracle.state import Entity, Event, Scope, Value

MOST_TURNS_OF_A_LOOP = 100_000


class Result(Exception):  # noqa: N818 - a routine's end, no error
    """``result E``: what a routine gives."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class Statements(Ordering):
    """What each statement does."""

    def run(self, body: Sequence[Statement], scope: Scope) -> bool:
        """Run a body; whether it was left before its end (``or stop``)."""
        return any(self.step(statement, scope) for statement in body)

    def step(self, statement: Statement, scope: Scope) -> bool:
        """Run one statement; whether the rest of the body is left out."""
        match statement:
            case ir.Let():
                scope.names[statement.name] = self.evaluate(statement.value, scope)
            case ir.ChangePool() | ir.Deal():
                self.ask_for(self.change_event(statement, scope))
            case ir.Raise():
                return self._raise(statement, scope)
            case ir.Give() | ir.Take() | ir.TakeAll() | ir.RemoveSelf():
                self._effects(statement, scope)
            case (
                ir.Make()
                | ir.Copy()
                | ir.Turn()
                | ir.Destroy()
                | ir.Remove()
                | ir.PointLink()
            ):
                self._entities(statement, scope)
            case ir.Move() | ir.Shuffle() | ir.Place():
                return self._places(statement, scope)
            case ir.ForEach() | ir.Repeat() | ir.RepeatUntil() | ir.If():
                return self._flow(statement, scope)
            case ir.AtOnce() | ir.Settle() | ir.Perform() | ir.Advance():
                self._order_of_things(statement, scope)
            case ir.Choose():
                scope.names[statement.name] = self.choose(statement, scope)
            case ir.Do():
                given = [self.evaluate(each, scope) for each in statement.arguments]
                self.call(statement.routine, given, scope)
            case ir.NoteText():
                told = [self.evaluate(each, scope) for each in statement.values]
                self.record("Note", statement.text, *told)
            case ir.Prevent() | ir.Redirect() | ir.SetAmount() | ir.Absorb():
                return self._before(statement, scope)
            case ir.Result():
                raise Result(self.evaluate(statement.value, scope))
        return False

    # -- events -------------------------------------------------------------------------------

    def change_event(self, statement: ir.ChangePool | ir.Deal, scope: Scope) -> Event:
        """The event that ``set``, ``gain``, ``spend``, ``deal`` or ``heal`` asks for."""
        amount = self.number(statement.amount, scope)
        if isinstance(statement, ir.ChangePool):
            way = statement.way.value
            entity = self.entity(statement.entity, scope)
            return self.new_change(
                f"{way} {statement.pool}", statement.pool, way, entity, None, amount
            )
        kind = self.catalog.kind[statement.kind]
        to = self.entity(statement.to, scope)
        by = self.entity(statement.by, scope)
        event = self.new_change(kind.name, kind.pool, kind.way.value, to, by, amount)
        if statement.priority is not None:
            event.priority = self.priority_of(statement.priority)
        if statement.hit is not None:
            scope.names[statement.hit] = event
        return event

    def raised_event(self, statement: ir.Raise, scope: Scope) -> Event:
        """The event that ``raise`` asks for."""
        of = self.entity(statement.of, scope)
        by = self.entity(statement.by, scope)
        event = Event(statement.event, (), self.cause, subject=of, by=by)
        for prop in statement.props:
            event.props[prop.name] = self.number(prop.value, scope)
        for link in statement.links:
            event.links[link.name] = self.entity(link.value, scope)
        return event

    def _raise(self, statement: ir.Raise, scope: Scope) -> bool:
        event = self.raised_event(statement, scope)
        if event.subject is None:
            return False
        # Section 2, prop: "out of its bounds it is refused".
        if not all(map(self.in_bounds, event.props, event.props.values())):
            raise Failure("PropError")
        self.ask_for(event)
        return statement.or_stop and event.prevented

    def _before(
        self,
        statement: ir.Prevent | ir.Redirect | ir.SetAmount | ir.Absorb,
        scope: Scope,
    ) -> bool:
        """What only a before rule says (section 3, "In a before rule")."""
        event = scope.event
        assert isinstance(event, Event)
        match statement:
            case ir.Prevent():
                event.prevented = True
            case ir.Redirect():
                self.redirect(event, self.entity(statement.to, scope))
            case ir.SetAmount():
                self.set_amount(event, self.number(statement.amount, scope))
            case ir.Absorb():
                self.absorb(event, self.number(statement.amount, scope))
        return False

    # -- effects ------------------------------------------------------------------------------

    def _effects(
        self, statement: ir.Give | ir.Take | ir.TakeAll | ir.RemoveSelf, scope: Scope
    ) -> None:
        match statement:
            case ir.Give():
                arguments = self.arguments_of(
                    statement.effect, statement.arguments, scope
                )
                to = self.entity(statement.to, scope)
                duration = statement.duration
                count = None
                if duration is not None:
                    count = self.number(duration.count, scope)
                turns = count if isinstance(duration, ir.Turns) else None
                seconds = count if isinstance(duration, ir.Seconds) else None
                self.give(statement.effect, arguments, to, turns, seconds)
            case ir.Take():
                self.take(statement.effect, self.entity(statement.from_, scope))
            case ir.TakeAll():
                self.take_all(self.entity(statement.from_, scope), statement.tag)
            case ir.RemoveSelf():
                if scope.instance is not None:
                    self.lose(scope.instance)

    # -- entities -----------------------------------------------------------------------------

    def _entities(
        self,
        statement: ir.Make | ir.Copy | ir.Turn | ir.Destroy | ir.Remove | ir.PointLink,
        scope: Scope,
    ) -> None:
        match statement:
            case ir.Make():
                made = self.make_as(statement, scope)
                if statement.name is not None:
                    scope.names[statement.name] = made
            case ir.Copy():
                copied = self.copy_as(statement, scope)
                if statement.name is not None:
                    scope.names[statement.name] = copied
            case ir.Turn():
                self.turn(self.entity(statement.entity, scope), statement.archetype)
            case ir.Destroy():
                self.destroy(self.entity(statement.entity, scope))
            case ir.Remove():
                self.remove(self.entity(statement.entity, scope))
            case ir.PointLink():
                entity = self.entity(statement.entity, scope)
                to = self.entity(statement.to, scope)
                self.point_link(entity, statement.link, to)

    def make_as(self, statement: ir.Make, scope: Scope) -> Entity | None:
        """``make``: what was made, or nothing."""
        links = {each.name: self.entity(each.value, scope) for each in statement.links}
        pools = {each.name: self.number(each.value, scope) for each in statement.pools}
        at = None if statement.at is None else self.evaluate(statement.at, scope)
        facing: Number = 0
        if statement.facing is not None:
            facing = self.number(statement.facing, scope)
        zone, keeper, end, index = self.zone_place(statement.zone, scope)
        return self.make(
            statement.archetype,
            links=links,
            pools=pools,
            at=at,
            facing=facing,
            zone=zone,
            keeper=keeper,
            end=end,
            index=index,
        )

    def copy_as(self, statement: ir.Copy, scope: Scope) -> Entity | None:
        """``copy``: the copy, or nothing."""
        original = self.entity(statement.entity, scope)
        return self.copy(original, *self.zone_place(statement.zone, scope))

    def zone_place(
        self, place: ir.ZonePlace | None, scope: Scope
    ) -> tuple[str, Entity | None, ir.End, Number]:
        """Zone, keeper and where in it."""
        if place is None:
            return "", None, ir.End.BOTTOM, 1
        index: Number = 1
        if place.index is not None:
            index = self.number(place.index, scope)
        return place.zone, self.entity(place.keeper, scope), place.end, index

    def _places(self, statement: ir.Move | ir.Shuffle | ir.Place, scope: Scope) -> bool:
        match statement:
            case ir.Move():
                entity = self.entity(statement.entity, scope)
                if not self.move(entity, *self.zone_place(statement.zone, scope)):
                    return self.run(statement.otherwise, scope)
            case ir.Shuffle():
                self.shuffle(statement.zone, self.entity(statement.keeper, scope))
            case ir.Place():
                entity = self.entity(statement.entity, scope)
                at = self.evaluate(statement.at, scope)
                facing = None
                if statement.facing is not None:
                    facing = self.number(statement.facing, scope)
                self.place(entity, at, facing)
        return False

    # -- branches and loops -------------------------------------------------------------------

    def _flow(
        self,
        statement: ir.ForEach | ir.Repeat | ir.RepeatUntil | ir.If,
        scope: Scope,
    ) -> bool:
        match statement:
            case ir.ForEach():
                for each in self.selection(statement.selection, scope):
                    scope.names[statement.name] = each
                    if self.run(statement.body, scope):
                        return True
            case ir.Repeat():
                times = math.floor(self.number(statement.count, scope))
                if times > MOST_TURNS_OF_A_LOOP:
                    raise Failure("RunawayError")
                for _ in range(times):
                    if self.run(statement.body, scope):
                        return True
            case ir.RepeatUntil():
                turns = 0
                while not self.truth(statement.condition, scope):
                    turns += 1
                    if turns > MOST_TURNS_OF_A_LOOP:
                        raise Failure("RunawayError")
                    if self.run(statement.body, scope):
                        return True
            case ir.If():
                for branch in statement.branches:
                    if self.truth(branch.condition, scope):
                        return self.run(branch.body, scope)
                return self.run(statement.otherwise, scope)
        return False

    # -- order of things ----------------------------------------------------------------------

    def _order_of_things(
        self,
        statement: ir.AtOnce | ir.Settle | ir.Perform | ir.Advance,
        scope: Scope,
    ) -> None:
        match statement:
            case ir.AtOnce():
                self.at_once(statement.body, scope)
            case ir.Settle():
                self.settle()
            case ir.Perform():
                at: Value = None
                if statement.at is not None:
                    at = self.evaluate(statement.at, scope)
                    if at is None:
                        return
                by = self.entity(statement.by, scope)
                self.perform(by, statement.ability, statement.by_tag, at)
            case ir.Advance():
                self.advance(statement.to)

    def at_once(self, body: Sequence[Statement], scope: Scope) -> None:
        """``at once``: the events of the body are gathered, and then happen together."""
        if self.gathering is not None:
            self.run(body, scope)
            return
        gathered: list[Event] = []
        self.gathering = gathered
        self.run(body, scope)
        self.gathering = None
        if gathered:
            self.happen(gathered)

    def settle(self) -> None:
        """ "`settle` ends the outermost phase only: in an ability that was ordered"."""
        if self.depth == self.performing and self.gathering is None:
            self.end_phase()

    def perform(self, by: Entity | None, ability: str, by_tag: bool, at: Value) -> None:
        """``perform``: "what an order would do, the first that is legal"."""
        order = next(self.legal_orders(by, ability, by_tag, at), None)
        if order is None:
            return
        outer = self.cause
        performing = self.performing
        gathering, self.gathering = self.gathering, None
        if self.depth == performing:
            self.performing += 1
        self.nest()
        order.cause = outer
        self.keep(order)
        self.cause = order
        self.carry_out(order)
        self.cause = outer
        self.depth -= 1
        self.performing = performing
        self.gathering = gathering

    def advance(self, to: str | None) -> None:
        """``advance [to PHASE]``: ended, while the old one is current; then started."""
        phases = self.catalog.phases
        if to is None:
            if self.state.phase:
                here = phases.index(self.state.phase) + 1
                to = phases[here % len(phases)]
            else:
                to = phases[0]
        gathering, self.gathering = self.gathering, None
        if self.state.phase:
            self.happen([Event("PhaseEnded", (), self.cause, phase=self.state.phase)])
        self.state.phase = to
        self.fit_pools()
        self.happen([Event("PhaseStarted", (), self.cause, phase=to)])
        self.gathering = gathering

    def call(self, routine: str, arguments: list[Value], scope: Scope) -> Value:
        """``do ROUTINE(args)``: what it results in, if anything."""
        declared = next(each for each in self.catalog.routines if each.name == routine)
        names = {
            parameter.name: value
            for parameter, value in zip(declared.parameters, arguments, strict=True)
        }
        self.depth += 1
        self.performing += 1
        try:
            self.run(declared.body, Scope(names=names, asker=routine))
        except Result as result:
            return result.value
        finally:
            self.depth -= 1
            self.performing -= 1
        return None
