"""Tables of what the language itself provides: functions, fields and events."""

from __future__ import annotations

from enum import Enum

from ledgerc.ir.expressions import EventField, Function, HitField, State
from ledgerc.ir.types import Type


class Operand(Enum):
    """What one argument of a built-in function is."""

    NUMBER = "number"
    ENTITY = "entity"
    PLACE = "entity or place"
    SELECTION = "selection"
    EACH = "expression of each selected"
    HELD = "tag or effect"
    EFFECT = "effect"
    DOABLE = "ability or tag"


NUMBER_FUNCTIONS: dict[str, tuple[Function, int, int | None]] = {
    "min": (Function.MIN, 2, None),
    "max": (Function.MAX, 2, None),
    "clamp": (Function.CLAMP, 3, 3),
    "floor": (Function.FLOOR, 1, 1),
    "ceil": (Function.CEIL, 1, 1),
    "round": (Function.ROUND, 1, 1),
    "abs": (Function.ABS, 1, 1),
}
"""Functions of numbers alone: node, fewest and most arguments (None: any number)."""

STATE_FUNCTIONS: dict[str, State] = {
    "alive": State.ALIVE,
    "dying": State.DYING,
    "present": State.PRESENT,
}
"""Questions about one entity that give a truth."""

OPERANDS: dict[str, tuple[Operand, ...]] = {
    "has": (Operand.ENTITY, Operand.HELD),
    "stacks": (Operand.ENTITY, Operand.EFFECT),
    "can": (Operand.ENTITY, Operand.DOABLE),
    "alive": (Operand.ENTITY,),
    "dying": (Operand.ENTITY,),
    "present": (Operand.ENTITY,),
    "count": (Operand.SELECTION,),
    "any": (Operand.SELECTION,),
    "first": (Operand.SELECTION,),
    "random": (Operand.SELECTION,),
    "sum": (Operand.SELECTION, Operand.EACH),
    "most": (Operand.SELECTION, Operand.EACH),
    "least": (Operand.SELECTION, Operand.EACH),
    "at": (Operand.NUMBER, Operand.NUMBER),
    "distance": (Operand.PLACE, Operand.PLACE),
    "bearing": (Operand.PLACE, Operand.PLACE),
    "facing": (Operand.ENTITY,),
    "toward": (Operand.PLACE, Operand.PLACE, Operand.NUMBER),
    "in_front": (Operand.ENTITY, Operand.PLACE, Operand.NUMBER),
    "roll": (Operand.NUMBER,),
}
"""What each argument of the other functions is (``can`` may take a target more)."""

FUNCTION_NAMES: tuple[str, ...] = (*NUMBER_FUNCTIONS, *OPERANDS)

EVENT_FIELDS: dict[str, EventField] = {field.value: field for field in EventField}
"""``event.amount`` and the like."""

HIT_FIELDS: dict[str, HitField] = {field.value: field for field in HitField}
"""``hit.applied`` and the like."""

KEEPER = "keeper"
"""``x.keeper``: whose zone an entity lies in."""

LIMIT = "limit"
"""``x.limit``: how many of it a deck may hold. A stat, pool or link may take the name."""

PHASE_EVENTS: dict[str, bool] = {"PhaseStarted": True, "PhaseEnded": False}
"""The events of the game's cycle; they have no subject. True: the phase starts."""

DEFAULT_DAMAGE = "Damage"
DEFAULT_HEALING = "Healing"

TYPE_PHRASES: dict[Type, str] = {
    Type.NUMBER: "a number",
    Type.TRUTH: "a truth",
    Type.ENTITY: "an entity",
    Type.PLACE: "a place",
    Type.SELECTION: "a selection",
    Type.TAG: "a tag",
    Type.EFFECT: "an effect",
    Type.ABILITY: "an ability",
    Type.ARCHETYPE: "an archetype",
    Type.PHASE: "a phase",
    Type.TEXT: "a text",
    Type.WORD: "a word of a choice",
}
