"""An effect: rules, modifiers and tags that one entity holds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ledger_runtime.numbers import Number
from ledger_runtime.typevars import E

if TYPE_CHECKING:
    from ledger_runtime.aura import Aura
    from ledger_runtime.catalog import EventKind
    from ledger_runtime.rules import EveryRule


class Stacking(Enum):
    """What giving an effect again does (docs/language.md, section 2, effect body)."""

    REFRESHES = "refreshes"
    STACKS = "stacks"
    SEPARATE = "separate"


class Duration:
    """How long an effect lasts: so many turns of its holder, or so many ticks."""

    __slots__ = ("ticks", "turns")

    def __init__(self, *, turns: int | None = None, ticks: int | None = None) -> None:
        self.turns = turns
        self.ticks = ticks


class Effect(Generic[E]):
    """One instance of an effect. Generated classes add parameters and rules.

    A parameter is a slot named in ``parameters``; its value is a number, a truth, an entity, a
    point, a text or a declared thing.
    """

    __slots__ = (
        "beats",
        "gained",
        "held",
        "holder",
        "lender",
        "stacks",
        "turns",
        "until",
    )

    name: ClassVar[str]
    bit: ClassVar[int]
    tags: ClassVar[int] = 0
    parameters: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[Mapping[str, str]] = {}
    """The declared name of each parameter, and what it holds; in the order of ``parameters``."""
    stacking: ClassVar[Stacking] = Stacking.REFRESHES
    innate: ClassVar[bool] = False
    active_in: ClassVar[tuple[str, ...]] = ()
    """Zones in which its rules work; none: wherever its holder is in play."""
    watched: ClassVar[bool] = False
    """It has rules about others, so the world keeps its active instances at hand."""
    granting: ClassVar[bool] = False
    """It has ``repeats`` or ``forbids``: they count from the aura step."""
    modifying: ClassVar[bool] = False
    """It has modifiers of stats that are kept: they are written as it is gained and lost."""
    deadly: ClassVar[bool] = False
    """It has a ``dies``: who gains it may die at once."""
    deaths: ClassVar[tuple[EventKind, ...]] = ()
    """What its ``dies`` raise, in order."""
    dies_when: ClassVar[bool] = False
    """It has a ``dies when``: its holders are looked at in each death step."""
    auras: ClassVar[tuple[Aura, ...]] = ()
    every: ClassVar[tuple[EveryRule, ...]] = ()

    holder: E
    held: bool
    """Whether the holder has it still; ``holder`` stays readable when it is lost."""
    stacks: int
    turns: int | None
    """How many of the holder's turns are left; None: it does not end by turns."""
    until: int | None
    """The tick in which it ends; None: it does not end by time."""
    gained: int
    """A rising number: the order in which effects were gained."""
    lender: tuple[Effect[Any], int] | None
    """The effect and the number of its aura that lends it; None: it was given."""
    beats: list[int] | None
    """The tick in which each of ``every`` is due next."""

    def __init__(self) -> None:
        self.held = False
        self.stacks = 1
        self.turns = None
        self.until = None
        self.gained = 0
        self.lender = None
        self.beats = None

    def lasts(self, w: Any) -> Duration | None:
        """How long it lasts when nothing else is said as it is given."""
        return None

    def most_stacks(self, w: Any) -> Number | None:
        """The ``max`` of ``stacks``."""
        return None

    def on_gained(self, w: Any) -> None:
        """The body of ``on gained``."""

    def on_lost(self, w: Any) -> None:
        """The body of ``on lost``."""
