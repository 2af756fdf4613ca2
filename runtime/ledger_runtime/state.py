"""What a world consists of, the journaled writes, and the hooks that a generated World fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, cast

from ledger_runtime import runaway
from ledger_runtime.catalog import Catalog, EventKind, Steps
from ledger_runtime.effect import Effect
from ledger_runtime.errors import ArgumentError
from ledger_runtime.event import Event, Order
from ledger_runtime.journal import Journal
from ledger_runtime.limits import Limits
from ledger_runtime.log import Entry, Log
from ledger_runtime.rules import AfterRule
from ledger_runtime.typevars import E, O, V

if TYPE_CHECKING:
    from ledger_runtime.ability import Ability
    from ledger_runtime.decisions import Chooser, Teller
    from ledger_runtime.pending import Answer, Pending

Due = tuple[Effect[Any], int]
"""A held effect, and which of its ``every`` is due."""


class State(Generic[E, V, O]):
    """The parts of a world. Whatever a command may have to undo is written through the journal."""

    __slots__ = (
        "answers",
        "budget",
        "candidates",
        "cause",
        "changed_play",
        "chooser",
        "collecting",
        "dead",
        "death_step",
        "depth",
        "dice",
        "due",
        "entities",
        "event_class",
        "events_carry",
        "expiring",
        "forbidding",
        "given",
        "granted_now",
        "grants_changed",
        "index",
        "journal",
        "lent_others",
        "lent_stats",
        "limits",
        "log",
        "made",
        "next_gain",
        "next_id",
        "next_order",
        "nothing",
        "orders_carry",
        "over",
        "pending",
        "performing",
        "phase",
        "playing",
        "playing_now",
        "ready",
        "repeating",
        "resolving",
        "room",
        "running",
        "script",
        "sequence",
        "singles",
        "spare_order",
        "steps",
        "steps_left",
        "teller",
        "tick",
        "turn_kind",
        "watched",
        "winner",
    )

    catalog: ClassVar[Catalog]

    nothing: E
    entities: dict[int, E]
    """All that were ever made, by id; also those that are gone."""
    playing: dict[int, E]
    """Those in play, by order of play, in that order."""
    index: dict[type[Effect[Any]], tuple[Effect[Any], ...]]
    """The active instances of effects with rules about others, in order of play."""
    grants_changed: bool
    """Whether ``index`` may have other effects with ``repeats`` or ``forbids`` than count now."""
    watched: int
    """Mask of the effects that have instances in ``index``."""
    collecting: list[V] | None
    """The events of the ``at once`` block that is open."""
    resolving: set[int]
    """The rules being resolved: the holder's id above the number of the rule. Never iterated."""
    candidates: dict[int, E]
    """Those who may have to die at the next death step, by id."""
    performing: int
    """How many levels of ``depth`` are abilities that abilities perform, and nothing else."""
    given: tuple[Answer, ...]
    """The answers with which a command is given again, while it is."""
    made: tuple[Answer, ...]
    """The answers of the command that runs, those of the script left out."""
    dead: tuple[E, ...]
    """Those who died in the death step that runs, in order of play; none at other times."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        limits: Limits | None = None,
        chooser: Chooser | None = None,
        teller: Teller | None = None,
    ) -> None:
        """An empty world, but for the ``single`` archetypes.

        Without a seed, dice must be scripted. ``chooser`` makes choices, ``teller`` answers
        queries.
        """
        self.prepare(Limits() if limits is None else limits, chooser, teller)
        self.begin(seed)

    def prepare(
        self, limits: Limits, chooser: Chooser | None, teller: Teller | None
    ) -> None:
        """Set all parts to those of an empty world. Raises :class:`ArgumentError`."""
        if not isinstance(limits, Limits):
            raise ArgumentError("limits are Limits")
        if not all(each is None or callable(each) for each in (chooser, teller)):
            raise ArgumentError("a chooser and a teller are functions")
        catalog = self.catalog
        self.nothing = cast(E, catalog.nothing)
        self.steps: dict[EventKind, Steps] = catalog.steps
        self.turn_kind = catalog.turn
        event_class: Any = catalog.event
        self.event_class: type[V] = event_class
        self.events_carry = event_class.carry_nothing is not Event.carry_nothing
        order_class: Any = catalog.order
        self.orders_carry = order_class.carry_nothing is not Order.carry_nothing
        self.repeating = type(self).repeats is not State.repeats
        self.forbidding = type(self).forbidden is not State.forbidden
        self.limits = limits
        self.chooser = chooser
        self.teller = teller
        self.entities = {}
        self.playing = {}
        self.playing_now: tuple[E, ...] | None = None
        self.changed_play = False
        self.singles: dict[str, E] = {}
        self.index = {}
        self.watched = 0
        self.granted_now: dict[type[Effect[Any]], tuple[Effect[Any], ...]] = {}
        self.grants_changed = True
        self.lent_stats: tuple[int, ...] = ()
        self.lent_others: tuple[int, ...] = ()
        self.next_id = 1
        self.next_order = 1
        self.next_gain = 1
        self.sequence = 0
        self.death_step = 0
        self.tick = 0
        self.phase = ""
        self.over = False
        self.winner = self.nothing
        self.due: dict[int, list[Due]] = {}
        self.expiring: dict[int, list[Effect[Any]]] = {}
        self.dice: int | None = None
        self.script: dict[str, list[Any]] = {"roll": [], "choose": []}
        self.answers: dict[tuple[object, ...], Any] = {}
        self.spare_order: O | None = None
        self.ready: dict[Any, tuple[Ability[Any], ...]] = {}
        self.log = Log()
        self.journal: Journal = []
        self.running = False
        self.pending: Pending | None = None
        self.given = ()
        self.made = ()
        self.reset()

    def reset(self) -> None:
        """Set what only lives within a sequence as it is between two."""
        self.cause: Entry | None = None
        self.depth = 0
        self.performing = 0
        self.collecting = None
        self.dead = ()
        self.resolving = set()
        self.candidates = {}
        self.budget = len(self.log.entries) + self.limits.entries
        self.steps_left = self.limits.steps
        self.room = self.limits.shallow

    def begin(self, seed: int | None) -> None:
        """Seed the dice and make the singles."""
        raise NotImplementedError

    # -- hooks: what the generated World says of its catalog ------------------------------------

    def deaths(self, entity: E) -> tuple[EventKind, ...]:
        """The death events of each ``dies`` that holds for an entity now."""
        return ()

    def forbidden(self, order: O) -> str | None:
        """The reason of the first ``forbids`` that an order meets, or None."""
        return None

    def repeats(self, effect: Effect[E], rule: AfterRule, event: V) -> int:
        """How often a rule acts that answers an event."""
        return 1

    def reckon_stats(self, entity: E) -> None:
        """Write the stats that are kept, as what they follow from has changed."""

    def follow(self, entity: E) -> None:
        """Let pools follow their maxima and fit their bounds, after an entity's stats changed.

        Of ``nothing``: after something that bounds of any may be reckoned from.
        """

    def ending(self) -> E | None:
        """None while the match goes on, else its winner (``nothing``: a draw)."""
        return None

    # -- writes ---------------------------------------------------------------------------------

    def put(self, target: object, slot: str, value: object) -> None:
        """Write a slot so that it can be undone."""
        self.journal.append((target, slot, getattr(target, slot)))
        setattr(target, slot, value)

    def number(self, slot: str) -> int:
        """The next number of a rising sequence of the world's own."""
        value: int = getattr(self, slot)
        self.journal.append((self, slot, value))
        setattr(self, slot, value + 1)
        return value

    def record(self, entry: Entry) -> None:
        """Log what happened, with what is at work as its cause.

        Raises :class:`RunawayError` if the sequence passes its budget.
        """
        entry.cause = self.cause
        entries = self.log.entries
        entries.append(entry)
        if len(entries) > self.budget:
            self.overflow()

    def overflow(self) -> NoReturn:
        """The sequence has passed its budget of entries. Raises :class:`RunawayError`."""
        entries = self.log.entries
        raise runaway.too_many(entries[-self.limits.entries :], self.limits.entries)

    def times(self, count: Any) -> range:
        """``repeat N``: that many times, rounded down.

        Raises :class:`RunawayError` past the budget of loops.
        """
        number = max(int(count), 0)
        self.spend_steps(number)
        return range(number)

    def spend_steps(self, count: int = 1) -> None:
        """Count turns of a loop that may record nothing; ``repeat until`` counts one each time."""
        self.steps_left -= count
        if self.steps_left < 0:
            raise runaway.too_long(self.cause, self.limits.steps)

    def nest(self) -> None:
        """Go one level deeper. Raises :class:`RunawayError` past the budget."""
        self.depth += 1
        if self.depth > self.room:
            self.make_room()

    def make_room(self) -> None:
        """Let causes nest as deep as the limit; past it, raises :class:`RunawayError`."""
        if self.depth > self.limits.depth:
            raise runaway.too_deep(self.cause, self.limits.depth)
        self.room = self.limits.make_room()

    def within(self, entry: Entry, act: Callable[[Any], None]) -> None:
        """Run a body with an entry as its cause; what it does is in no outer ``at once``."""
        cause, collecting = self.cause, self.collecting
        self.cause, self.collecting = entry, None
        self.nest()
        act(self)
        self.depth -= 1
        self.cause, self.collecting = cause, collecting

    # -- who is there ---------------------------------------------------------------------------

    def in_play(self) -> tuple[E, ...]:
        """All in play, in order of play."""
        playing = self.playing_now
        if playing is None:
            playing = self.playing_now = tuple(self.playing.values())
        return playing

    def may_die(self, entity: E) -> None:
        """Look at an entity at the next death step."""
        self.candidates[entity.id] = entity

    def is_dying(self, entity: E) -> bool:
        """``dying(x)``: mortally wounded or destroyed, or marked in the death step that runs."""
        if entity.in_play:
            return entity.doomed or bool(self.deaths(entity))
        return entity in self.dead

    def is_alive(self, entity: E) -> bool:
        """``alive(x)``: in play and not dying."""
        return entity.in_play and not entity.doomed and not self.deaths(entity)

    def is_present(self, entity: E) -> bool:
        """``present(x)``: in play since the sequence began."""
        return entity.in_play and entity.entered < self.sequence

    def single(self, name: str) -> E:
        """The one entity of a ``single`` archetype; ``nothing`` before it has been made."""
        return self.singles.get(name, self.nothing)

    def first(self, selected: Iterable[E]) -> E:
        """``first(SEL)``: ``nothing`` of none."""
        for entity in selected:
            return entity
        return self.nothing
