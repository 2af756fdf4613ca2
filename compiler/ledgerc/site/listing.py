"""Sources and generated Python as coloured lines of HTML."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, cast

from ledgerc.highlighting.pygments_lexers import LedgerLexer, PlayLexer
from ledgerc.site.pages import Line, Listing

if TYPE_CHECKING:
    from pygments.formatters import HtmlFormatter
    from pygments.lexer import Lexer

_LEXERS = {"ledger": LedgerLexer, "play": PlayLexer}


def listing(name: str, text: str, prefix: str) -> Listing:
    """A source file; the lines' anchors are ``{prefix}L{number}``."""
    lines = coloured(text, name.rpartition(".")[2])
    while lines and not lines[-1].strip():
        lines.pop()
    return Listing(
        name,
        tuple(
            Line(number, f"{prefix}L{number}", html)
            for number, html in enumerate(lines, start=1)
        ),
    )


def coloured(text: str, language: str) -> list[str]:
    """The lines of a text of either language (``ledger``, ``play``), coloured."""
    return _coloured(text, _LEXERS[language](stripnl=False))


def python(text: str) -> str:
    """An excerpt of generated Python, coloured."""
    from pygments.lexers import PythonLexer

    return "\n".join(_coloured(text, PythonLexer())).rstrip("\n")


def styles() -> str:
    """The style sheet of the colours: light, and dark where the reader prefers it."""
    light, dark = (_rules(_formatter(style)) for style in ("default", "github-dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def _rules(formatter: HtmlFormatter[str]) -> str:
    """The rules of a style that colour tokens, without those of the page around them."""
    define = cast("Callable[[str], str]", formatter.get_style_defs)  # it has no types
    lines = define(".code").splitlines()
    return "\n".join(line for line in lines if line.startswith(".code ."))


@cache
def _formatter(style: str) -> HtmlFormatter[str]:
    from pygments.formatters import HtmlFormatter

    return HtmlFormatter(nowrap=True, style=style)


def _coloured(text: str, lexer: Lexer) -> list[str]:
    from pygments import highlight

    return highlight(text, lexer, _formatter("default")).split("\n")
