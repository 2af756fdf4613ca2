"""Reporting for the semantic passes: each fault once, and one fault for one misspelt name.

A name that is not declared is kept until all bodies are read (:meth:`Reporter.finish`): only
then is it known whether the use or the declaration is the misspelt one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ledgerc.diagnostics import Note, Severity, Sink, nearest
from ledgerc.sema.symbols import Kind, Symbol, Symbols, one_of, with_article
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast

WILD = "?"
"""Starts the stand-in for a parameter of a template that nothing uses: it fits everywhere."""

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class _Unresolved:
    name: ast.Name
    kinds: tuple[Kind, ...]
    also: tuple[str, ...]
    message: str
    allowed: str | None


@dataclass(slots=True)
class Reporter:
    """Where the semantic passes report.

    ``muted`` is set while a body is read only to infer types. What the parser has reported
    before is looked at: what a line that did not parse declared is missing, which is no second
    fault.
    """

    sink: Sink
    symbols: Symbols
    texts: Mapping[str, SourceFile]
    muted: bool = False
    incomplete: bool = False
    """Whether a used file is missing, so that any name may be declared in it."""
    broken: dict[str, set[int]] = field(default_factory=dict)
    """The lines of each file that did not parse."""
    _broken_heads: set[tuple[str, int]] = field(default_factory=set)
    _broken_words: set[str] = field(default_factory=set)
    _seen: set[tuple[str, Span]] = field(default_factory=set)
    _unresolved: list[_Unresolved] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take note of what the parser has reported already."""
        for found in self.sink.found:
            if found.severity is not Severity.ERROR:
                continue
            if found.code.startswith("LG06"):
                self.incomplete = True
            lines = range(found.span.line, found.span.end_line + 1)
            self.broken.setdefault(found.span.file, set()).update(lines)
            text = self.texts.get(found.span.file)
            if text is None:
                continue
            for number in lines:
                self._broken_words.update(_WORD.findall(text.line(number)))
            head = found.span.line
            while head > 1 and text.line(head)[:1] in ("", " ", "\t", "#"):
                head -= 1
            self._broken_heads.add((found.span.file, head))

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        allowed: str | None = None,
        suggestion: str | None = None,
        notes: Sequence[Note] = (),
    ) -> None:
        """Record an error, unless the same one stands there already (a template's body)."""
        if self.muted or (code, span) in self._seen:
            return
        self._seen.add((code, span))
        self.sink.error(
            code,
            span,
            message,
            allowed=allowed,
            suggestion=suggestion,
            notes=tuple(notes),
        )

    def warning(
        self, code: str, span: Span, message: str, *, notes: Sequence[Note] = ()
    ) -> None:
        """Record a warning, once a place."""
        if (code, span) not in self._seen:
            self._seen.add((code, span))
            self.sink.warning(code, span, message, notes=tuple(notes))

    def lost(self, keyword: str) -> bool:
        """Whether a declaration that starts with ``keyword`` may have been lost.

        It may stand in a file that is missing, or on a line that did not parse.
        """
        return (
            self.incomplete
            or keyword in self._broken_words
            or nearest(keyword, self._broken_words) is not None
        )

    def has_broken_line(self, span: Span, end_line: int) -> bool:
        """Whether a line from the start of ``span`` to ``end_line`` did not parse."""
        lines = self.broken.get(span.file, ())
        return any(span.line <= number <= end_line for number in lines)

    def is_broken(self, head: Span) -> bool:
        """Whether a line of the declaration that starts at ``head`` did not parse."""
        return (head.file, head.line) in self._broken_heads

    def resolve(
        self,
        name: ast.Name,
        kinds: tuple[Kind, ...],
        *,
        also: Iterable[str] = (),
        message: str | None = None,
    ) -> Symbol | None:
        """The thing of one of ``kinds`` that ``name`` names, or None after a report.

        ``also``: names that are no declarations and may stand here, for the suggestion.
        """
        found = self.symbols.find(kinds, name.text)
        if found is not None:
            if not self.muted:
                found.uses += 1
            return found
        self.unresolved(name, kinds, also=also, message=message)
        return None

    def unresolved(
        self,
        name: ast.Name,
        kinds: tuple[Kind, ...],
        *,
        also: Iterable[str] = (),
        message: str | None = None,
    ) -> None:
        """Report that ``name`` names nothing that may stand here."""
        if self.muted or name.text.startswith(WILD):
            return
        wanted = one_of(kind.phrase for kind in kinds)
        others = [
            kind for kind in self.symbols.kinds_of(name.text) if kind not in kinds
        ]
        candidates = [*self.symbols.names(kinds), *also]
        if others and kinds:
            there = self.symbols.tables[others[0]][name.text]
            self.error(
                "LG0204",
                name.span,
                f"{name.text} is {one_of(kind.phrase for kind in others)}; "
                f"{wanted} belongs here",
                allowed=_listed(candidates),
                suggestion=nearest(name.text, candidates),
                notes=[Note(f"{name.text} is declared here", there.span)],
            )
            return
        text = message or f"no {_without_article(kinds)} is named {name.text}"
        self._unresolved.append(
            _Unresolved(name, kinds, tuple(also), text, _listed(candidates))
        )

    def finish(self) -> None:
        """Report the names that are not declared, each where the mistake is."""
        waiting: dict[tuple[str, tuple[Kind, ...]], list[_Unresolved]] = {}
        for each in self._unresolved:
            if not self.incomplete and each.name.text not in self._broken_words:
                waiting.setdefault((each.name.text, each.kinds), []).append(each)
        self._unresolved.clear()
        blamed: set[str] = set()
        for (name, kinds), uses in waiting.items():
            declared = self._misspelt_declaration(name, kinds, len(uses))
            if declared is not None and declared.name not in blamed:
                blamed.add(declared.name)
                self.error(
                    "LG0203",
                    declared.span,
                    f"the {declared.kind.value} {declared.name} is never named, "
                    f"but {name} is, and nothing is declared so",
                    suggestion=name,
                    notes=[Note(f"{name} is named here", uses[0].name.span)],
                )
            if declared is not None:
                continue
            for use in uses:
                candidates = [*self.symbols.names(kinds), *use.also]
                self.error(
                    "LG0203",
                    use.name.span,
                    use.message,
                    allowed=use.allowed,
                    suggestion=nearest(name, candidates),
                )

    def _misspelt_declaration(
        self, name: str, kinds: tuple[Kind, ...], uses: int
    ) -> Symbol | None:
        """The declaration that was meant to be ``name``, if it rather than the use is wrong.

        It is when nothing names it as it is written, and either several places name it the
        other way, or its own spelling is the rarer one in the whole catalog.
        """
        unused = {
            symbol.name: symbol
            for kind in kinds
            for symbol in self.symbols.tables[kind].values()
            if symbol.uses == 0
        }
        near = nearest(name, unused)
        if near is None or nearest(name, self.symbols.names(kinds)) != near:
            return None
        if uses > 1:
            return unused[near]
        words = self._word_counts()
        return unused[near] if _familiar(name, words) > _familiar(near, words) else None

    def _word_counts(self) -> Counter[str]:
        """How often each word, and each part of a name in camel case, stands in the sources."""
        counts: Counter[str] = Counter()
        for text in self.texts.values():
            for word in _WORD.findall(text.text):
                counts.update(_pieces(word))
        return counts


def _pieces(word: str) -> list[str]:
    return [piece.casefold() for piece in _PIECE.findall(word)] or [word.casefold()]


def _familiar(name: str, counts: Counter[str]) -> int:
    """How often the rarest part of a name stands in the sources."""
    return min(counts[piece] for piece in _pieces(name))


def _without_article(kinds: tuple[Kind, ...]) -> str:
    return one_of(kind.value for kind in kinds)


def _listed(candidates: Iterable[str], most: int = 12) -> str | None:
    """The names that may stand here, as a text, shortened when there are many."""
    names = list(dict.fromkeys(name for name in candidates if name[:1] != WILD))
    if not names:
        return None
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


__all__ = ["WILD", "Reporter", "with_article"]
