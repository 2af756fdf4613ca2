"""The runtime of generated rules: a world, its queue, its log and its saved form.

Generated modules import this package alone. It uses the standard library only and knows no game.
"""

from __future__ import annotations

from ledger_runtime import world as _world
from ledger_runtime.ability import Ability, Cost, Target
from ledger_runtime.archetype import Archetype
from ledger_runtime.aura import Adjust, Aura, Lent
from ledger_runtime.catalog import (
    Catalog,
    EventKind,
    Measure,
    Pipeline,
    Pool,
    Prop,
    Query,
    Space,
    Stat,
    Way,
    Zone,
)
from ledger_runtime.decisions import Choice, NeedsChoice
from ledger_runtime.effect import Duration, Effect, Stacking
from ledger_runtime.entity import Entity, Row, Twins, limit_of
from ledger_runtime.errors import (
    ArgumentError,
    ChoiceError,
    DiceError,
    DivisionError,
    NestedCommand,
    NoPool,
    NumberError,
    PropError,
    QueryError,
    RulesError,
    RunawayError,
    SaveError,
    SpaceError,
    UnknownName,
    WrongWorld,
    ZoneError,
)
from ledger_runtime.event import Event, Order
from ledger_runtime.limits import Limits
from ledger_runtime.log import Entry, Log
from ledger_runtime.numbers import (
    PLENTY,
    Number,
    absolute,
    ceil,
    clamp,
    divide,
    exact,
    floor,
    nearest,
    number_text,
    round_six,
    whole,
)
from ledger_runtime.outcome import Outcome, Refusal
from ledger_runtime.queue import ENDS, Queue
from ledger_runtime.rules import AfterRule, EveryRule
from ledger_runtime.space import Placeable, Point
from ledger_runtime.world import World
from ledger_runtime.zones import End

NATIVE = str(_world.__file__).endswith((".so", ".pyd"))
"""Whether the runtime that runs is compiled (docs/native.md)."""

__all__ = [
    "ENDS",
    "NATIVE",
    "PLENTY",
    "Ability",
    "Adjust",
    "AfterRule",
    "Archetype",
    "ArgumentError",
    "Aura",
    "Catalog",
    "Choice",
    "ChoiceError",
    "Cost",
    "DiceError",
    "DivisionError",
    "Duration",
    "Effect",
    "End",
    "Entity",
    "Entry",
    "Event",
    "EventKind",
    "EveryRule",
    "Lent",
    "Limits",
    "Log",
    "Measure",
    "NeedsChoice",
    "NestedCommand",
    "NoPool",
    "Number",
    "NumberError",
    "Order",
    "Outcome",
    "Pipeline",
    "Placeable",
    "Point",
    "Pool",
    "Prop",
    "PropError",
    "Query",
    "QueryError",
    "Queue",
    "Refusal",
    "Row",
    "RulesError",
    "RunawayError",
    "SaveError",
    "Space",
    "SpaceError",
    "Stacking",
    "Stat",
    "Target",
    "Twins",
    "UnknownName",
    "Way",
    "World",
    "WrongWorld",
    "Zone",
    "ZoneError",
    "absolute",
    "ceil",
    "clamp",
    "divide",
    "exact",
    "floor",
    "limit_of",
    "nearest",
    "number_text",
    "round_six",
    "whole",
]
