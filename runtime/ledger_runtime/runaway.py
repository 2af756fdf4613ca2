"""The errors of sequences that do not end, which name the rules going round."""

from __future__ import annotations

from collections.abc import Sequence

from ledger_runtime.entries import AtWork
from ledger_runtime.errors import RunawayError
from ledger_runtime.log import Entry

_SHOWN = 8


def too_deep(cause: Entry | None, limit: int) -> RunawayError:
    """Causes are nested deeper than the limit."""
    rules = _round(_rules_above(cause))
    return _error(f"rules cause each other more than {limit} deep", rules)


def too_many(entries: Sequence[Entry], limit: int) -> RunawayError:
    """The log of one sequence passes the limit."""
    rules = _round(_rules_above(entries[-1]))
    if not rules:
        rules = _distinct(
            [rule_name(entry) for entry in entries if isinstance(entry, AtWork)]
        )
    return _error(f"one sequence recorded more than {limit} entries", rules)


def too_long(cause: Entry | None, limit: int) -> RunawayError:
    """Loops turn more often than the limit."""
    rules = _distinct(_rules_above(cause))
    return _error(f"loops of one sequence turned more than {limit} times", rules)


def rule_name(entry: AtWork) -> str:
    """A rule with its line: ``Thorny (thorns.ledger:21)``."""
    return f"{entry.effect.name} ({entry.place})"


def _error(message: str, rules: list[str]) -> RunawayError:
    if rules:
        shown = rules[:_SHOWN] + (["…"] if len(rules) > _SHOWN else [])
        message = f"{message}; going round: {' -> '.join(shown)}"
    return RunawayError(message, tuple(rules))


def _rules_above(cause: Entry | None) -> list[str]:
    """The rules at work, the outermost first."""
    names = []
    while cause is not None:
        if isinstance(cause, AtWork):
            names.append(rule_name(cause))
        cause = cause.cause
    names.reverse()
    return names


def _round(names: list[str]) -> list[str]:
    """The last round of a chain: from a rule to the next time the same one is at work."""
    if not names:
        return []
    last = len(names) - 1
    for start in range(last - 1, -1, -1):
        if names[start] == names[last]:
            return names[start : last + 1]
    return []


def _distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))
