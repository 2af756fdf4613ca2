"""Diagnostics for programs: one JSON array, the same keys in every object."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ledgerc.diagnostics.model import Diagnostic, Note, Severity
from ledgerc.source import Span


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """Write ``diagnostics`` as a JSON array, indented, ASCII, with a newline at its end.

    Each object has ``code severity message allowed suggestion file line column end_line
    end_column notes``; a note has ``message`` and the same keys of a place. Lines and columns
    count from 1; a finding about a whole file has 0.
    """
    return json.dumps([to_data(found) for found in diagnostics], indent=2) + "\n"


def to_data(found: Diagnostic) -> dict[str, Any]:
    """One diagnostic as JSON data."""
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        "allowed": found.allowed,
        "suggestion": found.suggestion,
        **_place(found.span),
        "notes": [
            {"message": note.message, **_place(note.span)} for note in found.notes
        ],
    }


def from_data(data: Mapping[str, Any]) -> Diagnostic:
    """The diagnostic that :func:`to_data` made ``data`` of.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` where it did not.
    """
    return Diagnostic(
        data["code"],
        _span(data),
        data["message"],
        data["allowed"],
        data["suggestion"],
        tuple(Note(note["message"], _span(note)) for note in data["notes"]),
        Severity(data["severity"]),
    )


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _span(data: Mapping[str, Any]) -> Span:
    return Span(
        data["file"], data["line"], data["column"], data["end_line"], data["end_column"]
    )
