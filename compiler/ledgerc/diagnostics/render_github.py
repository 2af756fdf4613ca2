"""Diagnostics as GitHub's workflow commands: annotations on the lines of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledgerc.diagnostics.model import Diagnostic


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """Write one ``::error file=…,line=…,col=…::…`` (or ``::warning``) a diagnostic."""
    return "".join(f"{_command(found)}\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    span = found.span
    properties = {"file": span.file}
    if span.line:
        properties |= {"line": str(span.line), "col": str(span.column)}
        properties["endLine"] = str(span.end_line)
        if span.end_line == span.line:
            properties["endColumn"] = str(span.end_column)
    properties["title"] = found.code
    return command(found.severity.value, properties, _message(found))


def command(kind: str, properties: Mapping[str, str], message: str) -> str:
    """A workflow command: ``::error file=…::message``, escaped as it asks."""
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{kind} {listed}::{_data(message)}"


def _message(found: Diagnostic) -> str:
    lines = [found.message]
    if found.allowed is not None:
        lines.append(f"allowed: {found.allowed}")
    if found.suggestion is not None:
        lines.append(f"did you mean `{found.suggestion}`?")
    lines += [f"{note.message} ({note.span.place})" for note in found.notes]
    return "\n".join(lines)


def _data(text: str) -> str:
    """Escape the text after ``::`` as the workflow command format asks."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property's value: as text, and the separators of properties."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
