"""The contextual lexer that hands scanned lexemes to lark's parser.

A word becomes a keyword only where the parser's state can take that keyword, so that ``stat max``
declares a stat; reserved words are keywords everywhere (``docs/language.md``, Reserved words).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef, Token
from lark.parsers.lalr_analysis import Shift

from ledgerc.syntax.scanner import Lexeme
from ledgerc.syntax.words import RESERVED


def takes(states: Any, stack: list[Any], terminal: str) -> bool:
    """Whether a parser with this table and stack of states can take a terminal next.

    The table's row of a state knows more terminals than fit what came before (that is how LALR
    joins states), so the reductions are gone through.
    """
    stack = stack[:]
    while True:
        action, argument = states[stack[-1]].get(terminal, (None, None))
        if action is None:
            return False
        if action is Shift:
            return True
        if argument.expansion:
            del stack[-len(argument.expansion) :]
        stack.append(states[stack[-1]][argument.origin.name][1])


class Terminals:
    """The names of the terminals that have a fixed text, by that text."""

    def __init__(self, terminals: Iterable[TerminalDef]) -> None:
        self.keywords: dict[str, str] = {}
        self.operators: dict[str, str] = {}
        for terminal in terminals:
            if terminal.pattern.type == "str":
                text = terminal.pattern.value
                table = self.keywords if text.isalpha() else self.operators
                table[text] = terminal.name
        self.reserved = {
            text: self.keywords.get(text, "RESERVED") for text in sorted(RESERVED)
        }

    def name(self, lexeme: Lexeme, states: Any, stack: list[Any]) -> str:
        """The terminal that a lexeme is for a parser with this table and stack of states."""
        if lexeme.kind == "NAME":
            if lexeme.text in self.reserved:
                return self.reserved[lexeme.text]
            keyword = self.keywords.get(lexeme.text)
            if keyword is None or not takes(states, stack, keyword):
                return "NAME"
            return keyword
        if lexeme.kind == "OPERATOR":
            return self.operators.get(lexeme.text, "BROKEN")
        return lexeme.kind


class ContextualWords(Lexer):
    """Names lexemes after the terminals of the grammar; lark calls it with a list of them."""

    # lark's name for "this lexer wants to see the state of the parser".
    __future_interface__ = 2

    def __init__(self, configuration: LexerConf) -> None:
        self.terminals = Terminals(configuration.terminals)

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of a line, each named when the parser has taken the one before."""
        # As Terminals.name, but in place: half the time of a parse is spent here.
        states = parser_state.parse_conf.states
        stack = parser_state.state_stack
        keywords = self.terminals.keywords
        operators = self.terminals.operators
        reserved = self.terminals.reserved
        for kind, text, start, end in lexer_state.text:
            if kind == "NAME":
                if text in reserved:
                    kind = reserved[text]
                elif text in keywords:
                    keyword = keywords[text]
                    row = states[stack[-1]]
                    if keyword in row and (
                        "NAME" not in row or takes(states, stack, keyword)
                    ):
                        kind = keyword
            elif kind == "OPERATOR":
                kind = operators.get(text, "BROKEN")
            yield Token(kind, text, start, None, None, None, None, end)
