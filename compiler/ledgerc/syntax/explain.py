"""Why a line does not parse, in the author's words, and the line as it was most likely meant."""

from __future__ import annotations

from ledgerc.diagnostics import nearest
from ledgerc.syntax.expected import describe_expected
from ledgerc.syntax.failing import FailedLine, shown
from ledgerc.syntax.frontend import Frontend
from ledgerc.syntax.repairs import REPAIRS, Explanation
from ledgerc.syntax.scanner import Fault, Lexeme


def explain(frontend: Frontend, start: str, lexemes: list[Lexeme]) -> Explanation:
    """Explain why ``lexemes`` do not parse as ``start``; they must not."""
    line = FailedLine(frontend, start, lexemes)
    for attempt in REPAIRS:
        found = attempt(line)
        if found is not None:
            return found
    return Explanation(explain_briefly(frontend, start, lexemes, line), None)


def explain_briefly(
    frontend: Frontend,
    start: str,
    lexemes: list[Lexeme],
    line: FailedLine | None = None,
) -> Fault:
    """What may stand where the line fails."""
    line = line or FailedLine(frontend, start, lexemes)
    at = line.lexeme(line.failure)
    accepted = line.accepted(line.failure)
    allowed = describe_expected(accepted, frontend.terminals)
    suggestion = None
    if at.kind == "NAME":
        suggestion = nearest(at.text, line.keywords(line.failure))
    if line.failure == len(lexemes):
        return Fault("LG0103", at.start, at.end, "the line ends too early", allowed)
    return Fault(
        "LG0102",
        at.start,
        at.end,
        f"`{shown(at.text)}` cannot stand here",
        allowed,
        suggestion,
    )
