"""The type of an expression, and whether a number is always an integer."""

from __future__ import annotations

from typing import assert_never

from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type


def type_of(expression: ir.Expression) -> Type:
    """What ``expression`` gives (docs/language.md, section 3); ``nothing`` is an entity."""
    match expression:
        case (
            ir.Number()
            | ir.ReadLimit()
            | ir.SelfStacks()
            | ir.ReadStat()
            | ir.ReadPool()
            | ir.ReadEventProp()
            | ir.Negate()
            | ir.Arithmetic()
            | ir.CallFunction()
            | ir.AskQuery()
            | ir.Roll()
            | ir.Stacks()
            | ir.Count()
            | ir.FoldOver()
            | ir.Distance()
            | ir.Bearing()
            | ir.Facing()
        ):
            return Type.NUMBER
        case (
            ir.Truth()
            | ir.Compare()
            | ir.Not()
            | ir.Logical()
            | ir.HasTag()
            | ir.HoldsEffect()
            | ir.InState()
            | ir.InZone()
            | ir.CanDo()
            | ir.AnySelected()
            | ir.InFront()
        ):
            return Type.TRUTH
        case (
            ir.Nothing()
            | ir.Single()
            | ir.ReadLink()
            | ir.ReadKeeper()
            | ir.ReadEventLink()
            | ir.FirstSelected()
            | ir.RandomSelected()
        ):
            return Type.ENTITY
        case (
            ir.Variable(type=known)
            | ir.EffectParameter(type=known)
            | ir.AbilityParameter(type=known)
            | ir.Named(type=known)
            | ir.Conditional(type=known)
            | ir.CallFormula(type=known)
            | ir.RunRoutine(type=known)
        ):
            return known
        case ir.ReadEvent(field_=ir.EventField.SUBJECT | ir.EventField.BY):
            return Type.ENTITY
        case ir.ReadEvent():
            return Type.NUMBER
        case ir.ReadHit(field_=ir.HitField.PREVENTED):
            return Type.TRUTH
        case ir.ReadHit():
            return Type.NUMBER
        case ir.Point() | ir.Toward():
            return Type.PLACE
        case ir.Select():
            return Type.SELECTION
        case ir.CurrentPhase():
            return Type.PHASE
        case ir.Text():
            return Type.TEXT
        case _:
            assert_never(expression)


def is_whole(expression: ir.Expression) -> bool:
    """Whether ``expression`` is a number whose every value is an integer."""
    match expression:
        case ir.Number(value=value):
            return isinstance(value, int)
        case (
            ir.Variable(whole=whole)
            | ir.EffectParameter(whole=whole)
            | ir.AbilityParameter(whole=whole)
            | ir.ReadStat(whole=whole)
            | ir.ReadPool(whole=whole)
            | ir.ReadEventProp(whole=whole)
            | ir.ReadHit(whole=whole)
            | ir.Negate(whole=whole)
            | ir.Arithmetic(whole=whole)
            | ir.Conditional(whole=whole)
            | ir.CallFunction(whole=whole)
            | ir.CallFormula(whole=whole)
            | ir.AskQuery(whole=whole)
            | ir.FoldOver(whole=whole)
            | ir.RunRoutine(whole=whole)
        ):
            return whole and type_of(expression) is Type.NUMBER
        case ir.ReadLimit() | ir.SelfStacks() | ir.Roll() | ir.Stacks() | ir.Count():
            return True
        case _:
            return False
