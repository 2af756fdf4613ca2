"""Expressions: syntax in, typed IR out, in one pass (docs/language.md, section 3).

``elaborate`` reads an expression of any type, ``require`` one of a given type. A fault is
reported once; what stands for the faulty expression fits everywhere.
"""

from ledgerc.sema import calls, members, operators, selections, words
from ledgerc.sema.elaborate import (
    HANDLERS,
    conform,
    elaborate,
    entity,
    number,
    require,
    selection,
    truth,
)
from ledgerc.syntax import ast

HANDLERS.update(
    {
        ast.Number: words.literal,
        ast.Text: words.text,
        ast.Word: words.word,
        ast.Reference: words.reference,
        ast.Member: members.member,
        ast.Call: calls.call,
        ast.Unary: operators.unary,
        ast.Binary: operators.binary,
        ast.Conditional: operators.conditional,
        ast.InZone: selections.in_zone,
        ast.Group: selections.group,
        ast.CardsIn: selections.cards_in,
        ast.Selection: selections.select,
    }
)

__all__ = [
    "conform",
    "elaborate",
    "entity",
    "number",
    "require",
    "selection",
    "truth",
]
