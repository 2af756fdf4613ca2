"""Plays, run by the oracle and recorded step by step (docs/language.md, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import get_args

from ledgerc.ir import plays, statements
from ledgerc.ir.catalog import Catalog
from ledgerc.ir.expressions import Expression, Nothing, Variable
from ledgerc.ir.expressions import Number as Literal
from ledgerc.ir.types import Type
from ledgerc.ir.walk import children
from tests.oracle.commands import World
from tests.oracle.dice import seeded
from tests.oracle.expecting import Last, is_so
from tests.oracle.numbers import Failure, Number
from tests.oracle.recording import EntryRow, StepRow
from tests.oracle.save import saved
from tests.oracle.state import Entity, Name, Order, Point, Scope, Value
from tests.oracle.telling import entry_row, value_text
from tests.oracle.upgrading import upgraded

SCRIPTS = (plays.ScriptRolls, plays.ScriptChoice, plays.ScriptAnswer, plays.Seed)
"""Steps that need no singles: "what a play scripts or seeds before is there for them"."""

PLAIN = (Literal, Nothing, Variable)
"""Expressions that cannot fail."""


class Runner:
    """One run of a play."""

    def __init__(
        self,
        catalog: Catalog,
        digest: str,
        columns: tuple[str, ...],
        most_entries: int | None,
    ) -> None:
        self.world = World(catalog)
        self.goes_on = most_entries is not None
        if most_entries is not None:
            self.world.most_entries = most_entries
            self.world.chooses = True
        self.digest = digest
        self.columns = columns
        self.names: dict[str, Value] = {}
        self.rows: list[StepRow] = []
        self.seen = 0
        self.told: list[str] = []
        self.last = Last()
        self.asked_in_vain = False
        self.entity_names: dict[str, None] = {}
        self.handed_at = 0
        self.before: Runner | None = None
        """The play of the version before, whose world this one takes over."""

    def run(self, steps: tuple[plays.Step, ...]) -> tuple[StepRow, ...]:
        """Run the steps in order; one that fails ends the play, unless it is drawn."""
        begun = False
        for step in steps:
            self.told = []
            if self.before is None and step.span.line == self.handed_at:
                self.record(step.span.line, "")
                break
            self.note_type(step)
            try:
                if not begun and not isinstance(step, SCRIPTS):
                    self.world.make_singles()
                    begun = True
                outcome = self.step(step)
            except Failure as failure:
                outcome = f"failed: {failure.name}"
            self.record(step.span.line, outcome)
            if outcome.startswith("failed") and not (
                begun and self.after_failure(step)
            ):
                break
        return tuple(self.rows)

    # -- versions -----------------------------------------------------------------------------

    def note_type(self, step: plays.Step) -> None:
        """Know the names of entities: they mean the same one in a world that is handed over."""
        match step:
            case plays.Command(
                statement=statements.Make(name=str() as name)
                | statements.Copy(name=str() as name)
            ):
                self.entity_names[name] = None
            case plays.LetName(type=Type.ENTITY, name=name):
                self.entity_names[name] = None
            case _:
                pass

    def take_over(self, before: Runner) -> None:
        """Go on in the world of a play of the version before."""
        self.world = upgraded(before.world, self.world.catalog)
        for name in self.entity_names:
            self.names[name] = before.names.get(name)

    def after_failure(self, step: plays.Step) -> bool:
        """Whether a play goes on after a step that failed: where it names nothing later."""
        if isinstance(step, plays.Command):
            if self.asked_in_vain:
                return False
            if isinstance(step.statement, statements.Make | statements.Copy):
                name = step.statement.name
                if name is not None:
                    self.names[name] = None
            return self.goes_on
        return self.goes_on and isinstance(step, plays.Act | plays.Wait)

    def ask_first(self, statement: statements.Statement) -> None:
        """Let what fails of what a step says fail before its command: in Python it does."""
        self.asked_in_vain = True
        for expression in said_in(statement):
            if not isinstance(expression, PLAIN):
                self.asked(expression)
        self.asked_in_vain = False

    def record(self, line: int, outcome: str) -> None:
        """Keep what a step came to."""
        log = self.world.log
        numbers = {id(entry): number for number, entry in enumerate(log)}
        new: list[EntryRow] = [entry_row(each, numbers) for each in log[self.seen :]]
        self.seen = len(log)
        form = saved(self.world, self.digest, self.columns)
        self.rows.append(StepRow(line, outcome, tuple(self.told), tuple(new), form))

    @property
    def scope(self) -> Scope:
        """What names mean now: an entity is looked up by its number, for a copy has others."""
        entities = {each.number: each for each in self.world.state.entities}

        def again(value: Value) -> Value:
            if isinstance(value, Entity):
                return entities.get(value.number)
            if isinstance(value, tuple) and not isinstance(value, Point):
                found = (entities.get(each.number) for each in value)
                return tuple(each for each in found if each is not None)
            return value

        return Scope(names={name: again(value) for name, value in self.names.items()})

    # -- steps --------------------------------------------------------------------------------

    def step(self, step: plays.Step) -> str:
        """Do one step; gives what a command came to, or an empty text."""
        world, scope = self.world, self.scope
        match step:
            case plays.Act():
                return self.came(partial(self.act, step, only_asked=False))
            case plays.Command():
                return self.came(partial(self.command, step.statement))
            case plays.LetName():
                value = self.asked(step.value)
                self.names[step.name] = value
                if isinstance(value, Entity):
                    again = self.world.state.entities[value.number - 1]
                    again.label = again.label or step.name
            case plays.ScriptRolls():
                rolls = [world.number(each, scope) for each in step.values]
                world.state.rolls = [*world.state.rolls, *rolls]
            case plays.ScriptChoice():
                chosen = tuple(world.evaluate(each, scope) for each in step.chosen)
                world.state.choices = [*world.state.choices, chosen]
            case plays.ScriptAnswer():
                about = tuple(world.evaluate(each, scope) for each in step.arguments)
                value = world.number(step.value, scope)
                world.state.answers[(step.query, *about)] = value
            case plays.Seed():
                world.state.dice = seeded(step.value)
            case plays.Wait():
                seconds = world.number(step.seconds, scope)
                return self.came(partial(world.wait, seconds))
            case plays.Save():
                if self.before is not None and step.span.line == self.handed_at:
                    self.take_over(self.before)
                self.world.log.clear()
                self.seen = 0
            case _:
                self.expect(step)
        return ""

    def came(self, command: Callable[[], str]) -> str:
        """Give a command; what it came to, as a recording says it."""
        before = len(self.world.log)
        refusal = command()
        entries = self.world.log[before:]
        if entries and isinstance(entries[0], Order):  # it is what the play itself says
            del entries[0]
        self.last = Last(refusal, entries)
        return f"refused {refusal}" if refusal else "done"

    def act(self, act: plays.Act, *, only_asked: bool) -> str:
        """``act``, or the question of ``expect can``."""
        world, scope = self.world, self.scope
        actor = world.entity(act.actor, scope)
        targets = tuple(world.entity(target, scope) for target in act.targets)
        place = None
        if act.place is not None:
            place = world.point_of(world.evaluate(act.place, scope))
        props = {each.name: world.number(each.value, scope) for each in act.props}
        return world.act(
            actor, act.ability, targets, place, props, only_asked=only_asked
        )

    def command(self, statement: statements.Statement) -> str:
        """A statement as one command; a ``make`` or ``copy`` names what it made."""
        self.ask_first(statement)
        world, scope = self.world, self.scope
        made: list[Entity | None] = []
        if isinstance(statement, statements.Make):
            make = statement

            def run() -> str:
                made.append(world.make_as(make, scope))
                return ""

            refusal = world.command(run)
        elif isinstance(statement, statements.Copy):
            copy = statement

            def run_copy() -> str:
                made.append(world.copy_as(copy, scope))
                return ""

            refusal = world.command(run_copy)
        else:
            return world.statement(statement, scope)
        if statement.name is not None:
            self.names[statement.name] = made[0]
            if made[0] is not None:
                made[0].label = statement.name
        return refusal

    def asked(self, expression: Expression) -> Value:
        """A value that leaves no trace of dice or queries in the world."""
        found: list[Value] = []

        def question() -> str:
            found.append(self.world.evaluate(expression, self.scope))
            return ""

        self.world.only_ask(question)
        return found[0]

    # -- expectations -------------------------------------------------------------------------

    def expect(self, step: plays.Step) -> None:
        """Record what an expectation finds."""
        world = self.world
        match step:
            case plays.ExpectCompare():
                left, right = self.asked(step.left), self.asked(step.right)
                self.told += (value_text(left), value_text(right))
            case plays.ExpectTruth():
                self.told.append(value_text(self.asked(step.condition)))
            case plays.ExpectStanding():
                entity = world.entity(step.entity, self.scope)
                if step.standing is plays.Standing.GONE:
                    self.told.append(value_text(entity is not None and entity.gone))
                else:
                    self.told.append(value_text(world.is_alive(entity)))
            case plays.ExpectCan():
                self.told.append(self.act(step.act, only_asked=True) or "can")
            case plays.ExpectOver(winner=None):
                self.told.append(value_text(world.state.over))
            case plays.ExpectOver():
                self.told.append(value_text(world.state.winner))
            case _:
                holds = is_so(step, self.last, self.asked)
                self.told += [] if holds is None else ["holds" if holds else "fails"]


def said_in(node: object) -> Iterator[Expression]:
    """The expressions that a step says, each whole."""
    for child in children(node):
        if isinstance(child, get_args(Expression)):
            yield child
        else:
            yield from said_in(child)


def record_oracle(
    catalog: Catalog,
    digest: str,
    columns: tuple[str, ...],
    file: plays.PlayFile,
    play: plays.Play,
    most_entries: int | None = None,
) -> tuple[tuple[StepRow, ...], ...]:
    """Run a play, each of its rows if it has any; a recording a run.

    With ``most_entries``, the budget of a sequence, it is one that was drawn: it goes on after a
    step that failed, and the first options are chosen where no choice is scripted.
    """
    steps = _steps(file, play)
    return tuple(
        _run_row(catalog, digest, columns, steps, names, most_entries)
        for names in _rows(catalog, play)
    )


def _run_row(
    catalog: Catalog,
    digest: str,
    columns: tuple[str, ...],
    steps: tuple[plays.Step, ...],
    names: dict[str, Value],
    most_entries: int | None,
) -> tuple[StepRow, ...]:
    runner = Runner(catalog, digest, columns, most_entries)
    runner.names.update(names)
    return runner.run(steps)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a catalog with a play of it, for :func:`record_oracle_versions`."""

    catalog: Catalog
    digest: str
    columns: tuple[str, ...]
    file: plays.PlayFile


def record_oracle_versions(
    first: Version, second: Version, line: int, most_entries: int
) -> tuple[tuple[StepRow, ...], tuple[StepRow, ...]]:
    """Run the play of each file; the second takes over the world at the ``save`` in a line."""
    before: Runner | None = None
    rows: list[tuple[StepRow, ...]] = []
    for version in (first, second):
        runner = Runner(version.catalog, version.digest, version.columns, most_entries)
        runner.handed_at, runner.before = line, before
        play = version.file.plays[0]
        for names in _rows(version.catalog, play):
            runner.names.update(names)
            break
        rows.append(runner.run(_steps(version.file, play)))
        before = runner
    return rows[0], rows[1]


def _steps(file: plays.PlayFile, play: plays.Play) -> tuple[plays.Step, ...]:
    scene = [each.steps for each in file.scenes if each.name == play.scene]
    return (*(scene[0] if scene else ()), *play.steps)


def _rows(catalog: Catalog, play: plays.Play) -> Iterator[dict[str, Value]]:
    if not play.parameters:
        yield {}
        return
    reader = World(catalog)
    for row in play.rows:
        values = [reader.evaluate(each, Scope()) for each in row]
        yield dict(zip(play.parameters, values, strict=True))


__all__ = ["Name", "Number", "Type", "record_oracle"]
