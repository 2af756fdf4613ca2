"""Expressions of the IR: names are resolved, every node knows its type.

References to declared things are their names (one namespace a kind), looked up in
:class:`ledgerc.ir.catalog.Catalog`. ``whole`` on a number says that its value is always an
integer, so that the emitter may type it ``int``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from ledgerc.ir.types import Type
from ledgerc.source import Span

# -- literals and variables -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number; ``value`` is an ``int`` where it has no fraction."""

    value: int | Fraction
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """``true`` or ``false``: comes only from the compiler's own folding."""

    value: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A text in quotes."""

    value: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """``nothing``: no entity."""

    span: Span = field(compare=False)


class Role(Enum):
    """Where a variable's value comes from."""

    HOLDER = "holder"
    TARGET = "target"  # the one chosen target (ENTITY or PLACE)
    TARGETS = "targets"  # the chosen targets (SELECTION)
    LET = "let"  # let, `as name`, for each, result of do, choose
    PARAMETER = "parameter"  # of a routine or formula
    CANDIDATE = "candidate"  # the entity a selection clause is looking at
    PLAY = "play"  # a name that a play made or let


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope. Names are unique in one body after lowering (shadowing is renamed)."""

    name: str
    type: Type
    role: Role
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class EffectParameter:
    """A parameter of the effect whose rule or modifier this is; lives in the instance."""

    name: str
    type: Type
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AbilityParameter:
    """A parameter of the ability being ordered; lives in the grant."""

    name: str
    type: Type
    whole: bool = False
    span: Span = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SelfStacks:
    """``self.stacks``: how often the instance was given."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Single:
    """The one entity of a ``single`` archetype."""

    archetype: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Named:
    """A declared thing as a value: a tag, effect, ability, archetype, phase or word."""

    name: str
    type: Type
    span: Span = field(compare=False)


# -- reading entities and events -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadStat:
    """``x.Attack``; 0 of nothing."""

    entity: Expression
    stat: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadPool:
    """``x.Health``; 0 of nothing and of one that has no such pool."""

    entity: Expression
    pool: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadLink:
    """``x.team``; nothing of nothing."""

    entity: Expression
    link: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadKeeper:
    """``x.keeper``: whose zone the entity lies in."""

    entity: Expression
    span: Span = field(compare=False)


class EventField(Enum):
    """What every event knows of itself."""

    AMOUNT = "amount"
    APPLIED = "applied"
    ABSORBED = "absorbed"
    SUBJECT = "subject"
    BY = "by"


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """``event.amount`` and the like."""

    field_: EventField
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadEventProp:
    """``event.Path``: a prop that the event or the order carries; 0 where it carries none."""

    prop: str
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadEventLink:
    """``event.aim``: a link that the event carries."""

    link: str
    span: Span = field(compare=False)


class HitField(Enum):
    """What a named change (``deal … as hit``) came to."""

    APPLIED = "applied"
    PREVENTED = "prevented"
    AMOUNT = "amount"
    ABSORBED = "absorbed"


@dataclass(frozen=True, slots=True)
class ReadHit:
    """``hit.applied`` (number), ``hit.prevented`` (truth)."""

    hit: str
    field_: HitField
    whole: bool
    span: Span = field(compare=False)


# -- operators -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Negate:
    """Unary minus."""

    operand: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``+ - * /``; ``operator`` is that sign."""

    operator: str
    left: Expression
    right: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """``== != < <= > >=``; entities, tags, words, phases by identity (``==``, ``!=``)."""

    operator: str
    left: Expression
    right: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """``not``."""

    operand: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logical:
    """``and`` / ``or`` (``operator``), lazy from the left; at least two operands."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``if A then B else C``: only the taken branch is read."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    whole: bool
    span: Span = field(compare=False)


class Function(Enum):
    """Functions of numbers."""

    MIN = "min"
    MAX = "max"
    CLAMP = "clamp"
    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"
    ABS = "abs"


@dataclass(frozen=True, slots=True)
class CallFunction:
    """``min(…)`` and the like."""

    function: Function
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CallFormula:
    """A declared formula."""

    formula: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AskQuery:
    """A declared query: the game answers, the log keeps the answer."""

    query: str
    arguments: tuple[Expression, ...]
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """``roll(10)``."""

    sides: Expression
    span: Span = field(compare=False)


# -- questions about entities ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HasTag:
    """``has(x, Guard)``."""

    entity: Expression
    tag: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class HoldsEffect:
    """``has(x, Stunned)`` where the name is an effect."""

    entity: Expression
    effect: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stacks:
    """``stacks(x, Burning)``: 0 where it is not held; the sum over instances side by side."""

    entity: Expression
    effect: str
    span: Span = field(compare=False)


class State(Enum):
    """``alive``, ``dying`` and ``present`` (docs/language.md, section 3)."""

    ALIVE = "alive"
    DYING = "dying"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class InState:
    """``alive(x)`` and the like."""

    entity: Expression
    state: State
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InZone:
    """``x in Hand`` / ``x in Hand of y``."""

    entity: Expression
    zone: str
    keeper: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CanDo:
    """``can(x, Attack)`` / ``can(x, Attack, y)``; ``by_tag``: any ability with that tag."""

    entity: Expression
    ability: str
    by_tag: bool
    target: Expression | None
    span: Span = field(compare=False)


# -- selections ------------------------------------------------------------------------------


class Scope(Enum):
    """Which entities in play a selection starts from, seen from one of them."""

    ALL = "all"
    OTHERS = "others"
    ALLIES = "allies"  # with oneself
    OTHER_ALLIES = "other allies"
    ENEMIES = "enemies"


@dataclass(frozen=True, slots=True)
class InPlay:
    """All in play (``all`` needs no ``of``), or those standing in ``scope`` to ``of``."""

    scope: Scope
    of: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """``cards in Hand of x``: order of play; an ordered zone from its top."""

    zone: str
    keeper: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Members:
    """A let, path or formula that gives a selection, or one entity (none if it is nothing)."""

    value: Expression
    span: Span = field(compare=False)


Source: TypeAlias = InPlay | CardsIn | Members


@dataclass(frozen=True, slots=True)
class HavingTag:
    """``having Guard``."""

    tag: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """``holding Stunned``."""

    effect: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class WithLink:
    """``with owner = x``: a link read backwards."""

    link: str
    value: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Within:
    """``within N of x``: at most that far away."""

    distance: Expression
    of: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Where:
    """``where …`` / ``as e where …``; ``candidate`` is the variable's name in ``condition``."""

    candidate: str
    condition: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SortedBy:
    """``sorted by … [down]``; ties keep the order they had."""

    candidate: str
    key: Expression
    down: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FirstOf:
    """``first N``."""

    count: Expression
    span: Span = field(compare=False)


Clause: TypeAlias = HavingTag | Holding | WithLink | Within | Where | SortedBy | FirstOf


@dataclass(frozen=True, slots=True)
class Select:
    """A selection: a source and clauses, applied left to right."""

    source: Source
    clauses: tuple[Clause, ...]
    span: Span = field(compare=False)


class Fold(Enum):
    """How ``sum``, ``most`` and ``least`` fold a number of each selected."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"


@dataclass(frozen=True, slots=True)
class Count:
    """``count(SEL)``."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FoldOver:
    """``sum(SEL, E)``, ``most``, ``least``: 0 of none."""

    fold: Fold
    selection: Expression
    candidate: str
    value: Expression
    whole: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FirstSelected:
    """``first(SEL)``: nothing of none."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RandomSelected:
    """``random(SEL)``: one die; nothing of none."""

    selection: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AnySelected:
    """``any(SEL)``: whether there is one."""

    selection: Expression
    span: Span = field(compare=False)


# -- space and phases ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
    """``at(x, y)``, or the two literals of a place."""

    x: Expression
    y: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Distance:
    """``distance(a, b)``: entities or points."""

    first: Expression
    second: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bearing:
    """``bearing(a, b)``: degrees."""

    first: Expression
    second: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Facing:
    """``facing(x)``: degrees."""

    entity: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Toward:
    """``toward(a, b, n)``: the point ``n`` from a on the way to b."""

    start: Expression
    goal: Expression
    distance: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class InFront:
    """``in_front(a, b, degrees)``."""

    entity: Expression
    other: Expression
    degrees: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CurrentPhase:
    """``phase``."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class RunRoutine:
    """``do NAME(args)`` as the value of a ``let``."""

    routine: str
    arguments: tuple[Expression, ...]
    type: Type
    whole: bool
    span: Span = field(compare=False)


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
