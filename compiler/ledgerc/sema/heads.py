"""Heads of declarations and rules as the author wrote them, and the comments above."""

from __future__ import annotations

from ledgerc.sema.context import Analysis
from ledgerc.sema.units import Owner, Unit
from ledgerc.source import Span
from ledgerc.syntax import ast


def doc_of(node: ast.Line) -> str:
    """The author's comment directly above a declaration."""
    return "\n".join(node.leading_comments)


def head_of(analysis: Analysis, node: Unit | ast.Before | ast.After) -> str:
    """The head as written, with single spaces; of a rule, without ``before`` or ``after``.

    An instance of a template is headed as it is applied: ``effect Wields(Axe)``.
    """
    if isinstance(node, Unit):
        if node.instance is not None:
            return f"{node.kind.value} {node.instance}"
        return written(analysis, node.node.span)
    head = written(analysis, node.span)
    first, _, rest = head.partition(" ")
    return rest if first in ("before", "after") else head


def written(analysis: Analysis, span: Span) -> str:
    """The author's text of a span within one line, with single spaces."""
    text = analysis.texts.get(span.file)
    if text is None:
        return ""
    line = text.line(span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return " ".join(line[span.column - 1 : end].split())


__all__ = ["Owner", "doc_of", "head_of", "written"]
