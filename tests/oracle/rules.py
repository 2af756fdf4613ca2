"""The parts of an oracle's world, and what each module of it asks of the others.

Each module adds a topic as a class over the one before it; what a topic needs of a later one is
named here, so that every module can be read by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression
from ledgerc.ir.statements import Statement
from tests.oracle.numbers import Failure, Number
from tests.oracle.state import (
    Entity,
    Entry,
    Event,
    Instance,
    Order,
    Scope,
    State,
    Value,
)

MOST_ENTRIES = 10_000
DEEPEST = 200


class Rules:
    """A world under the rules of one catalog."""

    def __init__(self, catalog: ir.Catalog) -> None:
        self.catalog = catalog
        self.state = State()
        self.log: list[Entry] = []
        self.cause: Entry | None = None
        """What is at work: the cause of all that happens now."""
        self.resolving: list[tuple[Instance, int]] = []
        """The after rules that are being resolved, innermost last (section 4, 7)."""
        self.depth = 0
        self.steps = 0
        self.gathering: list[Event] | None = None
        """The events of an ``at once`` whose body is being read."""
        self.dead: list[Entity] = []
        """Those who left in the death step whose events are being raised."""
        self.granted: list[Instance] = []
        """The effects whose ``repeats`` and ``forbids`` count: "from the aura step (c)"."""
        self.performing = 0
        """How deep in orders that were ordered, or performed alone: there, phases may be ended."""
        self.chooses = False
        """Whether the first options are chosen where no choice is scripted."""
        self.most_entries = MOST_ENTRIES
        self.deepest = DEEPEST

    def record(self, kind: str, *words: Value | tuple[Value, ...]) -> Entry:
        """Log an entry; what is at work is its cause."""
        entry = Entry(kind, words, self.cause)
        self.keep(entry)
        return entry

    def keep(self, entry: Entry) -> None:
        """Log an entry that is made already."""
        self.log.append(entry)
        self.count_step()

    def count_step(self) -> None:
        """ "A sequence that passes 10,000 entries fails" (design, section 4, 9)."""
        self.steps += 1
        if self.steps > self.most_entries:
            raise Failure("RunawayError")

    def nest(self) -> None:
        """ "Or nests 200 deep"."""
        self.depth += 1
        if self.depth > self.deepest:
            raise Failure("RunawayError")

    # -- asked of later modules ---------------------------------------------------------------

    def stat(self, entity: Entity | None, name: str) -> Number:
        """``x.Stat``."""
        raise NotImplementedError

    def evaluate(self, expression: Expression, scope: Scope) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def run(self, body: Sequence[Statement], scope: Scope) -> bool:
        """Run a body; whether it ended before its end."""
        raise NotImplementedError

    def call(self, routine: str, arguments: list[Value], scope: Scope) -> Value:
        """Run a routine, and what it results in."""
        raise NotImplementedError

    def is_able(
        self, entity: Entity | None, ability: str, by_tag: bool, target: Value
    ) -> bool:
        """``can(x, ABILITY)``."""
        raise NotImplementedError

    def death_events(self, entity: Entity) -> list[str]:
        """The event of each ``dies`` that holds for an entity."""
        raise NotImplementedError

    def happen(self, events: list[Event]) -> None:
        """Resolve a set of events."""
        raise NotImplementedError

    def fit_pools(self) -> None:
        """Let all pools follow their maxima and fit their bounds."""
        raise NotImplementedError

    def lose(self, instance: Instance) -> None:
        """An effect is lost: it is gone, that is logged, and its ``on lost`` runs."""
        raise NotImplementedError

    def carry_out(self, order: Order) -> None:
        """Do what an order says."""
        raise NotImplementedError

    def settle(self) -> None:
        """End the outermost phase."""
        raise NotImplementedError
