"""The two lark parsers, built when first wanted, perhaps from a cache of their tables."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Collection
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from lark import Lark, Token
from lark.parsers.lalr_interactive_parser import InteractiveParser

from ledgerc.syntax.builders import LedgerBuilder, PlayBuilder
from ledgerc.syntax.builders.expressions import ExpressionBuilder
from ledgerc.syntax.lexer import ContextualWords, Terminals
from ledgerc.syntax.scanner import Lexeme

Language = Literal["ledger", "play"]

_STARTS: dict[Language, tuple[str, ...]] = {
    "ledger": (
        "declaration",
        "effect_item",
        "aura_item",
        "ability_line",
        "archetype_item",
        "statement",
        "else_line",
        "expression",
    ),
    "play": ("play_declaration", "step", "log_line", "expression"),
}
_GRAMMARS: dict[Language, tuple[str, ...]] = {
    "ledger": ("expression", "statements", "ledger"),
    "play": ("expression", "statements", "play"),
}


class Probe:
    """A parse that goes piece by piece."""

    def __init__(self, parser: InteractiveParser, names: Terminals) -> None:
        self._parser = parser
        self._names = names

    def name(self, lexeme: Lexeme) -> str:
        """The terminal that a piece would be taken for."""
        state = self._parser.parser_state
        return self._names.name(lexeme, state.parse_conf.states, state.state_stack)

    def feed(self, lexeme: Lexeme) -> None:
        """Take one piece more. Raises ``UnexpectedToken`` if it cannot stand here."""
        name = self.name(lexeme)
        token = Token(
            name, lexeme.text, lexeme.start, None, None, None, None, lexeme.end
        )
        self._parser.feed_token(token)

    def choices(self) -> Collection[str]:
        """The terminals that the parser's state knows; not all need fit what came before."""
        return self._parser.choices()  # type: ignore[no-any-return,no-untyped-call]

    def accepts(self) -> frozenset[str]:
        """The terminals that may stand next."""
        return frozenset(self._parser.accepts())  # type: ignore[no-untyped-call]


class Frontend:
    """The parser of one language. It holds the line being parsed, so it serves one thread."""

    def __init__(self, language: Language, table_cache: Path | None = None) -> None:
        """``table_cache``: a folder in which the parse tables may be kept between runs."""
        self.language = language
        self.builder: ExpressionBuilder = (
            LedgerBuilder() if language == "ledger" else PlayBuilder()
        )
        self._lark = _lark(language, self.builder, table_cache)

    def parse(self, start: str, lexemes: list[Lexeme]) -> Any:
        """The node of a line.

        Raises ``lark.exceptions.UnexpectedToken`` at the first lexeme that cannot stand where
        it does. What the builder minds is in ``builder.faults`` afterwards.
        """
        return self._lark.parse(lexemes, start)

    def probe(self, start: str) -> Probe:
        """A parser to feed piece by piece, to ask what it would take."""
        return Probe(self._lark.parse_interactive([], start), self._names)

    @cached_property
    def _names(self) -> Terminals:
        return Terminals(self._lark.terminals)

    @cached_property
    def terminals(self) -> dict[str, str]:
        """The text of each terminal that has a fixed one, by its name."""
        return {
            terminal.name: terminal.pattern.value
            for terminal in self._lark.terminals
            if terminal.pattern.type == "str"
        }

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules and aliases of the grammar that the builder must answer to."""
        return tuple(
            sorted(
                {
                    str(rule.alias or rule.origin.name)
                    for rule in self._lark.rules
                    if rule.alias or not rule.options.expand1
                }
                - {
                    str(rule.origin.name)
                    for rule in self._lark.rules
                    if rule.origin.name.startswith("__")
                }
            )
        )

    @cached_property
    def keywords(self) -> frozenset[str]:
        """All words of the grammar."""
        return frozenset(self._names.keywords)

    @cached_property
    def first_words(self) -> dict[str, frozenset[str]]:
        """For each kind of line, the words that may begin it."""
        return {
            start: frozenset(
                self.terminals[name]
                for name in self.probe(start).choices()
                if name in self.terminals
            )
            for start in _STARTS[self.language]
        }


def _lark(
    language: Language, builder: ExpressionBuilder, table_cache: Path | None
) -> Lark:
    if table_cache is None:
        return grammar_parser(language, transformer=builder)
    table_cache.mkdir(parents=True, exist_ok=True)
    tables = table_cache / f"{language}.tables"
    checksum = tables.with_suffix(".sha256")
    if not _is_whole(tables, checksum):  # lark itself notices only what cannot be read
        with contextlib.suppress(OSError):
            tables.unlink(missing_ok=True)
            checksum.unlink(missing_ok=True)
    parser = grammar_parser(language, transformer=builder, cache=str(tables))
    with contextlib.suppress(OSError):
        if not checksum.exists():
            checksum.write_text(_digest(tables))
    return parser


def _is_whole(tables: Path, checksum: Path) -> bool:
    """Whether the parse tables are as they were written."""
    try:
        return checksum.read_bytes() == _digest(tables).encode()
    except OSError:
        return False


def _digest(tables: Path) -> str:
    return hashlib.sha256(tables.read_bytes()).hexdigest()


def grammar_parser(language: Language, **options: Any) -> Lark:
    """A parser of a language's lines; ``options`` are lark's."""
    folder = files("ledgerc.syntax") / "grammar"
    grammar = "\n".join(
        (folder / f"{name}.lark").read_text(encoding="utf-8")
        for name in _GRAMMARS[language]
    )
    return Lark(
        grammar,
        parser="lalr",
        lexer=ContextualWords,
        strict=True,
        start=list(_STARTS[language]),
        maybe_placeholders=True,
        **options,
    )


_frontends: dict[Language, Frontend] = {}


def frontend(language: Language, table_cache: Path | None = None) -> Frontend:
    """The parser of a language, made once a process."""
    if language not in _frontends:
        _frontends[language] = Frontend(language, table_cache)
    return _frontends[language]
