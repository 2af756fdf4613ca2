"""An explanation as data, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ledger_runtime.log import field_text

Saw = tuple[tuple[str, object], ...]
"""What a condition or a rule read: how its author wrote it, and the value."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that made a value what it is.

    ``kind`` says what it is: ``base``, ``start``, ``event``, ``rule``, ``modifier``, ``bounds``,
    ``die``, ``choice``, ``check`` or ``passed over``. ``place`` is its ``FILE:LINE``, where it has
    one; ``before`` and ``after`` are the value around it, where it changed one; ``held`` says of a
    check or a condition whether it was so.
    """

    kind: str
    text: str
    place: str | None = None
    before: object = None
    after: object = None
    held: bool | None = None
    saw: Saw = ()
    reasons: tuple[Reason, ...] = ()

    def line(self) -> str:
        """One line: what it is, what it did, what it saw, where it stands."""
        parts = [self.text]
        if self.after is not None:
            change = (
                field_text(self.after)
                if self.before is None
                else f"{field_text(self.before)} → {field_text(self.after)}"
            )
            parts.append(f": {change}")
        if self.saw:
            seen = ", ".join(f"{text} = {_shown(value)}" for text, value in self.saw)
            parts.append(f", where {seen}")
        if self.place is not None:
            parts.append(f" ({self.place})")
        mark = {True: "✓ ", False: "✗ ", None: ""}[self.held]
        return mark + "".join(parts)

    def data(self) -> dict[str, object]:
        """The reason for JSON; values as the language writes them."""
        found: dict[str, object] = {"kind": self.kind, "text": self.text}
        if self.place is not None:
            found["place"] = self.place
        if self.before is not None:
            found["before"] = _shown(self.before)
        if self.after is not None:
            found["after"] = _shown(self.after)
        if self.held is not None:
            found["held"] = self.held
        if self.saw:
            found["saw"] = {text: _shown(value) for text, value in self.saw}
        if self.reasons:
            found["reasons"] = [each.data() for each in self.reasons]
        return found


PASSED_OVER = "passed over"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why ``subject`` is ``value``: the reasons, in the order in which they were at work."""

    subject: str
    value: object
    reasons: tuple[Reason, ...]

    def text(self, *, everything: bool = False) -> str:
        """The explanation as lines; ends with a line end.

        Rules that were passed over are counted; with ``everything`` each is told.
        """
        lines = [f"{self.subject} is {_shown(self.value)}"]
        lines += _lines(self.reasons, "  ", everything)
        return "".join(f"{line}\n" for line in lines)

    def data(self) -> dict[str, object]:
        """The explanation for JSON, rules that were passed over included."""
        return {
            "subject": self.subject,
            "value": _shown(self.value),
            "reasons": [each.data() for each in self.reasons],
        }


def _lines(reasons: tuple[Reason, ...], indent: str, everything: bool) -> Iterator[str]:
    passed = 0
    for reason in reasons:
        if reason.kind == PASSED_OVER and not everything:
            passed += 1
            continue
        yield f"{indent}{reason.line()}"
        yield from _lines(reason.reasons, f"{indent}  ", everything)
    if passed:
        rules = "1 rule was" if passed == 1 else f"{passed} rules were"
        whose = "its condition was" if passed == 1 else "their conditions were"
        yield f"{indent}{rules} passed over: {whose} false"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return field_text(value)
