"""The canonical layout of both languages (``ledgerc fmt``)."""

from ledgerc.syntax.printer.expressions import (
    print_expression,
    print_pattern,
    print_subject,
)
from ledgerc.syntax.printer.files import print_ledger, print_play
from ledgerc.syntax.printer.statements import print_statement_line

__all__ = [
    "print_expression",
    "print_ledger",
    "print_pattern",
    "print_play",
    "print_statement_line",
    "print_subject",
]
