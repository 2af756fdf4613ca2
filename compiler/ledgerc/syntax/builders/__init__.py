"""From lark's reductions to the syntax tree: one method for each rule or alias of the grammar."""

from ledgerc.syntax.builders.declarations import LedgerBuilder
from ledgerc.syntax.builders.plays import PlayBuilder

__all__ = ["LedgerBuilder", "PlayBuilder"]
