"""Expressions of the IR: names are resolved, every node knows its type.

References to declared things are their names (one namespace a kind), looked up in
:class:`ledgerc.ir.catalog.Catalog`. ``whole`` on a number says that its value is always an
integer, so that the emitter may type it ``int``.
"""

from __future__ import annotations

from typing import TypeAlias

from ledgerc.ir.expressions.operators import (
    Arithmetic,
    AskQuery,
    CallFormula,
    CallFunction,
    Compare,
    Conditional,
    Function,
    Logical,
    Negate,
    Not,
    Roll,
    RunRoutine,
)
from ledgerc.ir.expressions.reading import (
    CanDo,
    EventField,
    HasTag,
    HitField,
    HoldsEffect,
    InState,
    InZone,
    ReadEvent,
    ReadEventLink,
    ReadEventProp,
    ReadHit,
    ReadKeeper,
    ReadLimit,
    ReadLink,
    ReadPool,
    ReadStat,
    Stacks,
    State,
)
from ledgerc.ir.expressions.selections import (
    AnySelected,
    CardsIn,
    Clause,
    Count,
    FirstOf,
    FirstSelected,
    Fold,
    FoldOver,
    HavingTag,
    Holding,
    InPlay,
    Members,
    RandomSelected,
    Scope,
    Select,
    SortedBy,
    Source,
    Where,
    Within,
    WithLink,
)
from ledgerc.ir.expressions.space import (
    Bearing,
    CurrentPhase,
    Distance,
    Facing,
    InFront,
    Point,
    Toward,
)
from ledgerc.ir.expressions.values import (
    AbilityParameter,
    EffectParameter,
    Named,
    Nothing,
    Number,
    Role,
    SelfStacks,
    Single,
    Text,
    Truth,
    Variable,
)

Expression: TypeAlias = (
    Number
    | Truth
    | Text
    | Nothing
    | Variable
    | EffectParameter
    | AbilityParameter
    | SelfStacks
    | Single
    | Named
    | ReadStat
    | ReadPool
    | ReadLink
    | ReadKeeper
    | ReadLimit
    | ReadEvent
    | ReadEventProp
    | ReadEventLink
    | ReadHit
    | Negate
    | Arithmetic
    | Compare
    | Not
    | Logical
    | Conditional
    | CallFunction
    | CallFormula
    | AskQuery
    | Roll
    | HasTag
    | HoldsEffect
    | Stacks
    | InState
    | InZone
    | CanDo
    | Select
    | Count
    | FoldOver
    | FirstSelected
    | RandomSelected
    | AnySelected
    | Point
    | Distance
    | Bearing
    | Facing
    | Toward
    | InFront
    | CurrentPhase
    | RunRoutine
)

__all__ = [
    "AbilityParameter",
    "AnySelected",
    "Arithmetic",
    "AskQuery",
    "Bearing",
    "CallFormula",
    "CallFunction",
    "CanDo",
    "CardsIn",
    "Clause",
    "Compare",
    "Conditional",
    "Count",
    "CurrentPhase",
    "Distance",
    "EffectParameter",
    "EventField",
    "Expression",
    "Facing",
    "FirstOf",
    "FirstSelected",
    "Fold",
    "FoldOver",
    "Function",
    "HasTag",
    "HavingTag",
    "HitField",
    "Holding",
    "HoldsEffect",
    "InFront",
    "InPlay",
    "InState",
    "InZone",
    "Logical",
    "Members",
    "Named",
    "Negate",
    "Not",
    "Nothing",
    "Number",
    "Point",
    "RandomSelected",
    "ReadEvent",
    "ReadEventLink",
    "ReadEventProp",
    "ReadHit",
    "ReadKeeper",
    "ReadLimit",
    "ReadLink",
    "ReadPool",
    "ReadStat",
    "Role",
    "Roll",
    "RunRoutine",
    "Scope",
    "Select",
    "SelfStacks",
    "Single",
    "SortedBy",
    "Source",
    "Stacks",
    "State",
    "Text",
    "Toward",
    "Truth",
    "Variable",
    "Where",
    "WithLink",
    "Within",
]
