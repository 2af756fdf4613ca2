"""Diagnostics: what the compiler tells an author, as data."""

from ledgerc.diagnostics.model import Diagnostic, Note, Severity, Sink
from ledgerc.diagnostics.suggest import bounded_effort, nearest

__all__ = ["Diagnostic", "Note", "Severity", "Sink", "bounded_effort", "nearest"]
