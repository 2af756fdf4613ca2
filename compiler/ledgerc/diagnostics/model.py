"""A diagnostic as data, and the sink that collects them: no pass stops at the first."""

from __future__ import annotations

from enum import Enum

from ledgerc.records import field, record
from ledgerc.source import Span


class Severity(Enum):
    """How grave a diagnostic is; only an error stops a build."""

    ERROR = "error"
    WARNING = "warning"


@record(frozen=True)
class Note:
    """A second place that a diagnostic speaks of, such as an earlier declaration."""

    message: str
    span: Span


@record(frozen=True)
class Diagnostic:
    """One finding.

    ``code`` (``LG0203``) names its page under ``diagnostics/pages``; ``message`` says what is
    wrong in the author's words; ``allowed`` says what may stand here; ``suggestion`` is the near
    name, bare, shown as ``did you mean X?``; ``notes`` show other places.
    """

    code: str
    span: Span
    message: str
    allowed: str | None = None
    suggestion: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR


@record()
class Sink:
    """Collects diagnostics of all passes; hands them out sorted by place, each once."""

    found: list[Diagnostic] = field(default_factory=list)

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        allowed: str | None = None,
        suggestion: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Record an error at ``span``."""
        self.found.append(Diagnostic(code, span, message, allowed, suggestion, notes))

    def warning(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        allowed: str | None = None,
        suggestion: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Record a warning at ``span``."""
        self.found.append(
            Diagnostic(
                code, span, message, allowed, suggestion, notes, Severity.WARNING
            )
        )

    @property
    def has_errors(self) -> bool:
        """Whether anything found so far stops a build."""
        return any(found.severity is Severity.ERROR for found in self.found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """All findings by file, line, column and code, without repeats."""
        unique = dict.fromkeys(self.found)
        return tuple(
            sorted(unique, key=lambda found: (found.span, found.code, found.message))
        )
