"""Pygments lexers of ``.ledger`` and ``.play`` files; registered as plugins in pyproject.toml.

A word is a keyword wherever it stands alone (not beside a dot, nor where a name is declared): a
lexer for colours does not know the parser's state, and is never wrong about text, only about tint.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from ledgerc.highlighting.words import (
    CONNECTIVES,
    NAMING,
    ROLES,
    functions,
    keywords,
)

_groups = cast("Callable[..., object]", bygroups)  # its stubs have no types
_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_ALONE = r"(?![\w.])"

_NAMED = "|".join(NAMING)
_RULES = [
    (r"\n", Whitespace),
    (r"[ \t]+", Whitespace),
    (r"#.*", Comment.Single),
    (r'"', String, "string"),
    (r"[0-9]+(\.[0-9]+)?%?", Number),
    (r"==|!=|<=|>=|[-+*/<>=]", Operator),
    (rf"(\.)({_NAME})", _groups(Punctuation, Name.Attribute)),
    (r"[(),.:]", Punctuation),
    (
        rf"(?<![\w.])({_NAMED})([ \t]+)({_NAME})",
        _groups(Keyword.Declaration, Whitespace, Name.Class),
    ),
    (rf"({_NAME})(?=\()(?<!\w\.)", Name.Function),
    (words(CONNECTIVES, prefix=r"(?<![\w.])", suffix=_ALONE), Operator.Word),
    (words(ROLES, prefix=r"(?<![\w.])", suffix=r"\b"), Name.Builtin.Pseudo),
    (words(keywords(), prefix=r"(?<![\w.])", suffix=_ALONE), Keyword),
    (_NAME, Name),
    (r".", Error),
]
_CALLS = (
    words(functions(), prefix=r"(?<![\w.])", suffix=r"(?=\()"),
    Name.Builtin,
)


class LedgerLexer(RegexLexer):
    """Catalogs of rules."""

    name = "Ledger"
    aliases: ClassVar[list[str]] = ["ledger"]
    filenames: ClassVar[list[str]] = ["*.ledger"]
    mimetypes: ClassVar[list[str]] = ["text/x-ledger"]
    url = ""
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (
                r"^(use)([ \t]+)([^\n#]+)",
                _groups(Keyword.Namespace, Whitespace, String.Other),
            ),
            _CALLS,
            *_RULES,
        ],
        "string": [
            (r"\\.", String.Escape),
            (r'[^"\\\n]+', String),
            (r'"', String, "#pop"),
            (r"\n", Error, "#pop"),
            (r"\\", String),
        ],
    }


class PlayLexer(LedgerLexer):
    """Plays: what the rules must do."""

    name = "Ledger play"
    aliases: ClassVar[list[str]] = ["ledger-play"]
    filenames: ClassVar[list[str]] = ["*.play"]
    mimetypes: ClassVar[list[str]] = ["text/x-ledger-play"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (
                r"^(catalog)([ \t]+)([^\n#]+)",
                _groups(Keyword.Namespace, Whitespace, String.Other),
            ),
            (
                rf"(from)([ \t]+)({_NAME})(:[^\n]*)",
                _groups(Keyword, Whitespace, Name.Label, Comment.Special),
            ),
            _CALLS,
            *_RULES,
        ],
        "string": LedgerLexer.tokens["string"],
    }
