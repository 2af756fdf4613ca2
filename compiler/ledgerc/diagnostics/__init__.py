"""Diagnostics: what the compiler tells an author, as data."""

from ledgerc.diagnostics.model import Diagnostic, Note, Severity, Sink
from ledgerc.diagnostics.suggest import nearest

__all__ = ["Diagnostic", "Note", "Severity", "Sink", "nearest"]
