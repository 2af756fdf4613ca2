"""What has a condition: rules, modifiers, requirements, branches, selections and so on."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerc.ir import catalog as ir
from ledgerc.ir import statements
from ledgerc.ir.expressions import Conditional, Expression, Where
from ledgerc.source import Span


@dataclass(frozen=True, slots=True)
class Held:
    """A condition, the word before it, and whose it is; ``member`` is its field in the node."""

    subject: str
    word: str
    condition: Expression
    member: str
    span: Span


def condition_of(node: object) -> Held | None:
    """The condition that a node has by itself, if it has one; parts of it are none."""
    match node:
        case ir.Rule(when=condition) if condition is not None:
            return Held("rule", "`when`", condition, "when", node.span)
        case ir.Modifier(when=condition) if condition is not None:
            return Held(f"`{node.kind.value}`", "`when`", condition, "when", node.span)
        case ir.Forbids(when=condition) if condition is not None:
            return Held("`forbids`", "`when`", condition, "when", node.span)
        case ir.Dies(condition=condition) if condition is not None:
            return Held("`dies`", "`when`", condition, "condition", node.span)
        case ir.Target(condition=condition) if condition is not None:
            return Held("target", "`where`", condition, "condition", node.span)
        case ir.Requirement():
            return _plain("`requires`", "condition", node)
        case ir.Ending():
            return _plain("ending", "`when`", node)
        case statements.Branch():
            return _plain("branch", "`if`", node)
        case statements.RepeatUntil():
            return _plain("`repeat`", "`until`", node)
        case Conditional():
            return _plain("choice", "`if`", node)
        case Where():
            return _plain("selection", "`where`", node)
        case _:
            return None


_Plain = (
    ir.Requirement
    | ir.Ending
    | statements.Branch
    | statements.RepeatUntil
    | Conditional
    | Where
)


def _plain(subject: str, word: str, node: _Plain) -> Held:
    return Held(subject, word, node.condition, "condition", node.span)
