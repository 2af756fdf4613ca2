"""Reporting for the semantic passes: each fault once, and one fault for one misspelt name.

A name that is not declared is kept until all bodies are read (:meth:`Reporter.finish`): only
then is it known whether the use or the declaration is the misspelt one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ledgerc.diagnostics import Note, Severity, Sink, nearest
from ledgerc.records import field, record
from ledgerc.sema.scope import Binding
from ledgerc.sema.spelling import Letters, pieces
from ledgerc.sema.symbols import Kind, Symbol, Symbols, one_of
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast

WILD = "?"
"""Starts the stand-in for a parameter of a template that nothing uses: it fits everywhere."""

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@record(frozen=True)
class _Unresolved:
    """A name that names nothing which may stand where it does."""

    code: str
    name: ast.Name
    kinds: tuple[Kind, ...]
    also: tuple[str, ...]
    message: str
    notes: tuple[Note, ...]
    bindings: tuple[Binding, ...]
    bare: bool


@record(frozen=True)
class _Declared:
    """Something declared that nothing names: perhaps it is the misspelt one."""

    what: str
    name: str
    span: Span


def _heads(text: SourceFile) -> list[int]:
    """For each line, by its number, that of the line at column 1 that it belongs to."""
    heads = [0]
    for number, line in enumerate(text.lines, 1):
        is_head = line[:1] not in ("", " ", "\t", "#")
        heads.append(number if is_head or number == 1 else heads[-1])
    return heads


@record()
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
    idle_parameters: dict[str, Span] = field(default_factory=dict)
    """Parameters of templates that their templates never name."""
    _places: set[Span] = field(default_factory=set)
    _unresolved: list[_Unresolved] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take note of what the parser has reported already."""
        heads: dict[str, list[int]] = {}
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
            if text.name not in heads:
                heads[text.name] = _heads(text)
            if found.span.line <= len(text.lines):
                head = heads[text.name][found.span.line]
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
        if span.line in self.broken.get(span.file, ()):
            return  # it was read as it may have been meant: one fault is told of it
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
        lines = self.broken.get(span.file, set())
        return any(number in lines for number in range(span.line, end_line + 1))

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
        bindings: Iterable[Binding] = (),
        bare: bool = False,
    ) -> None:
        """Report that ``name`` names nothing that may stand here.

        ``bindings`` are the names in scope that may be misspelt themselves; ``bare``: the name
        is a value, so that what is in scope was meant rather than what is declared.
        """
        if self.muted or name.text.startswith(WILD) or name.span in self._places:
            return
        self._places.add(name.span)
        others = [
            kind for kind in self.symbols.kinds_of(name.text) if kind not in kinds
        ]
        code = "LG0203"
        notes: tuple[Note, ...] = ()
        text = message or f"no {one_of(kind.value for kind in kinds)} is named {name}"
        if others and kinds:
            there = self.symbols.tables[others[0]][name.text]
            code = "LG0204"
            text = (
                f"{name} is {one_of(kind.phrase for kind in others)}; "
                f"{one_of(kind.phrase for kind in kinds)} belongs here"
            )
            notes = (Note(f"{name} is declared here", there.span),)
        self._unresolved.append(
            _Unresolved(
                code, name, kinds, tuple(also), text, notes, tuple(bindings), bare
            )
        )

    def finish(self) -> None:
        """Report the names that are not declared, each where the mistake is."""
        waiting: dict[str, list[_Unresolved]] = {}
        for each in self._unresolved:
            if not self.incomplete and each.name.text not in self._broken_words:
                waiting.setdefault(each.name.text, []).append(each)
        self._unresolved.clear()
        for uses in waiting.values():
            unnamed = self._unnamed_near(uses)
            if unnamed is None or not self._is_misspelt(unnamed, uses):
                for use in uses:
                    self._report_use(use, unnamed)
                continue
            name = uses[0].name
            self.error(
                "LG0203",
                unnamed.span,
                f"{unnamed.what} {unnamed.name} is never named, "
                f"but {name} is, and nothing is declared so",
                suggestion=name.text,
                notes=[Note(f"{name} is named here", name.span)],
            )

    def _report_use(self, use: _Unresolved, unnamed: _Declared | None) -> None:
        notes = [*use.notes]
        if unnamed is not None:
            notes.append(
                Note(f"{unnamed.name} is declared here, and never named", unnamed.span)
            )
        self.error(
            use.code,
            use.name.span,
            use.message,
            allowed=_listed([*self.symbols.names(use.kinds), *use.also]),
            suggestion=self._near(use),
            notes=notes,
        )

    def _near(self, use: _Unresolved) -> str | None:
        """The name that was most likely meant: what belongs there before what also may."""
        name = use.name.text
        declared = nearest(name, self.symbols.names(use.kinds))
        also = nearest(name, use.also)
        first, second = (also, declared) if use.bare else (declared, also)
        return first or second

    def _unnamed_near(self, uses: Sequence[_Unresolved]) -> _Declared | None:
        """The declaration that nothing names, and that is nearest to the name."""
        unnamed: dict[str, _Declared] = {}
        for use in uses:
            for kind in use.kinds:
                for symbol in self.symbols.tables[kind].values():
                    if symbol.uses == 0 and not symbol.instance:
                        unnamed[symbol.name] = _Declared(
                            f"the {symbol.kind.value}", symbol.name, symbol.span
                        )
            for hint in use.also:
                single = self.symbols.get(Kind.ARCHETYPE, hint)
                if single is not None and single.uses == 0:
                    unnamed[hint] = _Declared("the archetype", hint, single.span)
                if hint in self.idle_parameters:
                    span = self.idle_parameters[hint]
                    unnamed[hint] = _Declared("the parameter", hint, span)
            for binding in use.bindings:
                if not binding.read:
                    unnamed[binding.name] = _Declared(
                        "the name", binding.name, binding.span
                    )
        name = uses[0].name.text
        near = nearest(name, unnamed) if len(uses) > 1 else self._near(uses[0])
        return unnamed.get(near) if near is not None else None

    def _is_misspelt(self, unnamed: _Declared, uses: Sequence[_Unresolved]) -> bool:
        """Whether the declaration rather than the use is wrong.

        It is when several places name it the other way, or when its own spelling is the rarer
        or the less likely one.
        """
        if len(uses) > 1:
            return True
        name = uses[0].name.text
        words = self._word_counts()
        used, declared = _familiar(name, words), _familiar(unnamed.name, words)
        if used != declared:
            return used > declared
        letters = Letters(words.keys() - {*pieces(name), *pieces(unnamed.name)})
        return letters.likelihood(name) > letters.likelihood(unnamed.name)

    def _word_counts(self) -> Counter[str]:
        """How often each word, and each part of a name in camel case, stands in the sources."""
        counts: Counter[str] = Counter()
        for text in self.texts.values():
            for word in _WORD.findall(text.text):
                counts.update(pieces(word))
        return counts


def _familiar(name: str, counts: Counter[str]) -> int:
    """How often the rarest part of a name stands in the sources."""
    return min(counts[piece] for piece in pieces(name))


def _listed(candidates: Iterable[str], most: int = 12) -> str | None:
    """The names that may stand here, as a text, shortened when there are many."""
    names = list(dict.fromkeys(name for name in candidates if name[:1] != WILD))
    if not names:
        return None
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
