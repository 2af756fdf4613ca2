"""Diagnostics for people: the place, the line with carets, what is allowed, the near name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledgerc.diagnostics.excerpt import excerpt, visible
from ledgerc.diagnostics.model import Diagnostic, Severity
from ledgerc.source import SourceFile, Span

_RED = "\x1b[1;31m"
_YELLOW = "\x1b[1;33m"
_CYAN = "\x1b[36m"
_BOLD = "\x1b[1m"
_RESET = "\x1b[0m"


def render_text(
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, SourceFile],
    *,
    colour: bool = False,
) -> str:
    """Write ``diagnostics`` one under another, then their count and where to read more."""
    if not diagnostics:
        return ""
    blocks = [
        "\n".join(_block(found, sources, _Paint(colour))) for found in diagnostics
    ]
    return "\n\n".join([*blocks, summary(diagnostics)]) + "\n"


def place(span: Span) -> str:
    """``file:line:column``; of a whole file (line 0) the file alone."""
    name = visible(span.file)
    return f"{name}:{span.line}:{span.column}" if span.line else name


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """``2 errors, 1 warning; `ledgerc code LG0203` explains it``."""
    errors = sum(found.severity is Severity.ERROR for found in diagnostics)
    warnings = len(diagnostics) - errors
    counts = [counted(errors, "error")] if errors else []
    counts += [counted(warnings, "warning")] if warnings else []
    codes = list(dict.fromkeys(found.code for found in diagnostics))
    what = "it" if len(diagnostics) == 1 else "them" if len(codes) == 1 else "the first"
    return f"{', '.join(counts)}; `ledgerc code {codes[0]}` explains {what}"


def counted(number: int, what: str) -> str:
    """``1 error``, ``2 errors``, ``2 entries``."""
    if number != 1:
        what = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
    return f"{number} {what}"


class _Paint:
    """Colours a part of a line, or not."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, colour: str, text: str) -> str:
        return f"{colour}{text}{_RESET}" if self._colour else text


def _block(
    found: Diagnostic, sources: Mapping[str, SourceFile], paint: _Paint
) -> Iterator[str]:
    colour = _RED if found.severity is Severity.ERROR else _YELLOW
    head = paint(colour, f"{found.severity.value} {found.code}")
    yield f"{place(found.span)}: {head}: {paint(_BOLD, visible(found.message))}"
    yield from _source(found.span, sources, colour, paint)
    if found.allowed is not None:
        yield f"  {paint(_CYAN, '=')} allowed: {visible(found.allowed)}"
    if found.suggestion is not None:
        yield f"  {paint(_CYAN, '=')} did you mean `{visible(found.suggestion)}`?"
    for note in found.notes:
        yield f"  {paint(_CYAN, 'note')}: {visible(note.message)} ({place(note.span)})"
        yield from _source(note.span, sources, _CYAN, paint)


def _source(
    span: Span, sources: Mapping[str, SourceFile], colour: str, paint: _Paint
) -> Iterator[str]:
    source = sources.get(span.file)
    if source is None or not 0 < span.line <= len(source.lines):
        return
    line = source.line(span.line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    shown = excerpt(line, span.column, end)
    number = f"{span.line:>5}"
    yield f"{paint(_CYAN, f'{number} |')} {shown.text}".rstrip()
    yield f"{paint(_CYAN, ' ' * len(number) + ' |')} {paint(colour, shown.carets)}"
