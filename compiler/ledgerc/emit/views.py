"""Plain views of generated code: what the templates lay out, and nothing else.

Every text in a view is Python already: identifiers from ``names``, expressions printed by
``nodes``, texts that passed ``escape``.
"""

from __future__ import annotations

from ledgerc.emit import escape
from ledgerc.records import field, record
from ledgerc.source import Span


@record(frozen=True)
class FunctionView:
    """A function or a method."""

    name: str
    parameters: str
    """As they stand between the parentheses, annotations included."""
    returns: str
    lines: tuple[str, ...]
    """The body, unindented."""
    docstring: str = ""
    """A literal, quotes included; empty for none."""
    decorators: tuple[str, ...] = ()

    @property
    def body(self) -> tuple[str, ...]:
        """The lines, and a ``pass`` where they hold no statement."""
        is_empty = all(line.startswith("#") for line in self.lines)
        return (*self.lines, "pass") if is_empty and not self.docstring else self.lines


@record(frozen=True)
class ClassView:
    """A class: its attributes in order, then its methods."""

    name: str
    bases: str
    docstring: str
    attributes: tuple[str, ...]
    methods: tuple[FunctionView, ...] = ()


@record(frozen=True)
class HeadingView:
    """A comment line that opens a part of the module."""

    title: str


@record(frozen=True)
class LinesView:
    """Assignments at module level, with comments between them."""

    lines: tuple[str, ...]


@record(frozen=True)
class HeadView:
    """The top of the module."""

    docstring: str
    standard: tuple[str, ...]
    """Imports of the standard library."""
    exports: tuple[str, ...]


Part = HeadView | ClassView | FunctionView | HeadingView | LinesView


@record()
class Members:
    """A class in the making."""

    attributes: list[str] = field(default_factory=list)
    methods: list[FunctionView] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    """Assignments below the class, which name its methods: ``X_answers_Y = …``."""


def heading(title: str) -> HeadingView:
    """A heading; ``title`` may hold names of an author."""
    return HeadingView(escape.comment(title))


def described(source: str, span: Span, doc: str = "") -> str:
    """The docstring of what an author declared: the head line, the place, the comment."""
    head = f"{source} ({span.place})"
    return escape.docstring(f"{head}\n\n{doc}" if doc.strip() else head)
