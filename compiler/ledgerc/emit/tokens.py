"""A logical line of generated Python as tokens, if it is certainly spaced as black spaces it.

What black does depends on little: which tokens stand side by side, and in which bracket. This
module knows the Python that the emitters write and nothing else: of any other (a slice, a power,
a number with a point, a trailing comment, a parenthesis that may be needless) it says "uncertain",
and the line goes through black itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

from ledgerc.records import record

OPENING = "([{"
CLOSING = ")]}"

_TOKEN = re.compile(
    r"""(?P<space>\ *)(?:
    (?P<word>[^\W\d]\w*+)(?!["'])
    |(?P<number>0|[1-9][0-9]*)(?![\w.])
    |(?P<string>'[^'"\\]*'|"[^"\\]*"|'[^'\\]*')(?!["'])
    |(?P<sign>\.\.\.|->|\*\*|==|!=|<=|>=|<<|>>|//|[-+*/%&|]=|[-+*/%&|<>=.,:()\[\]{}@])
    )""",
    re.VERBOSE,
)
_CONSTANTS = frozenset({"None", "True", "False"})
_JOINING = frozenset({"and", "or", "in", "is", "if", "else", "for"})
"""Keywords that stand between operands."""
_LEADING = frozenset(
    {"return", "while", "elif", "with", "def", "class", "assert", "not", "lambda", "as"}
)
_ALONE = frozenset({"pass", "break", "continue"})
_ANYWHERE = frozenset(
    {"await", "async", "yield", "del", "global", "nonlocal", "import", "from"}
    | {"try", "except", "finally", "raise"}
)
_AT_THE_HEAD = frozenset(["print", "exec", "match", "case", "type"])
"""Words that black may take for keywords at the head of a line."""
_BETWEEN = frozenset({"==", "!=", "<", "<=", ">", ">=", "<<", ">>", "//", "/", "%"})
_AUGMENTED = frozenset({"+=", "-=", "*=", "/=", "%=", "&=", "|="})


class Before(Enum):
    """What stands before a token, as far as the space between them goes."""

    START = auto()
    TIGHT = auto()
    """An opening bracket, a dot, a sign of its operand: no space follows."""
    OPERAND = auto()
    WORD = auto()
    """A keyword."""
    OPERATOR = auto()
    COMMA = auto()
    COLON = auto()


@record()
class Token:
    """A token as black writes it, with what the splitter must know of it."""

    text: str
    space: bool
    """Whether a space stands before it."""
    is_word: bool = False
    is_call: bool = False
    """An opening bracket directly after an operand."""
    is_unary: bool = False
    match: int = -1
    """Of a bracket: the index of its other half."""


@record()
class _Level:
    """An open bracket, or the line itself."""

    opening: int
    bracket: str
    commas: int = 0
    lambdas: int = 0
    loops: int = 0
    is_annotated: bool = False
    """Whether the parameter that is read has a type: then its default stands apart."""


def tokens_of(line: str) -> list[Token] | None:
    """The tokens of a whole logical line without its indentation; None where it is uncertain."""
    return _Reader(line).read()


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens in one line."""
    if not tokens:
        return ""
    parts = [tokens[0].text]
    for token in tokens[1:]:
        parts.append(" " + token.text if token.space else token.text)
    return "".join(parts)


class _Reader:
    """Reads one line, checking each space."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._tokens: list[Token] = []
        self._levels = [_Level(-1, "")]
        self._before = Before.START
        self._groups: list[int] = []
        self._first = ""

    def read(self) -> list[Token] | None:
        position, line = 0, self._line
        end = len(line)
        match = _TOKEN.match
        while position < end:
            found = match(line, position)
            if found is None:
                return None
            position = found.end()
            kind = found.lastgroup
            text = found.group(kind or "")
            space = len(found.group("space"))
            if space > 1:
                return None
            if kind == "word":
                known = self._word(text)
            elif kind == "sign":
                known = self._sign(text)
            else:
                known = self._operand(_quoted(text) if kind == "string" else text)
            if not known or self._tokens[-1].space != bool(space):
                return None
        return self._tokens if self._is_whole() else None

    def _is_whole(self) -> bool:
        if len(self._levels) > 1 or not self._tokens:
            return False
        last = self._tokens[-1]
        ends = self._before is Before.OPERAND or last.text == ":"
        return (ends or last.text == "return") and all(
            map(self._is_needed, self._groups)
        )

    # -- tokens -------------------------------------------------------------------------------

    def _add(self, token: Token, before: Before) -> bool:
        self._tokens.append(token)
        self._before = before
        return True

    def _spaced(self) -> bool:
        """Whether an operand or keyword here has a space before it."""
        return self._before is not Before.START and self._before is not Before.TIGHT

    def _operand(self, text: str) -> bool:
        if self._before is Before.OPERAND:
            return False
        return self._add(Token(text, self._spaced()), Before.OPERAND)

    def _word(self, text: str) -> bool:
        before = self._before
        if before is Before.START:
            self._first = text
            if text in _AT_THE_HEAD:
                return False
        if text in _JOINING:
            level = self._levels[-1]
            if text == "for":
                level.loops += 1
            starts = text in ("if", "for", "else") and before is Before.START
            if (
                before is not Before.OPERAND
                and not starts
                and not (
                    text == "in" and self._tokens and self._tokens[-1].text == "not"
                )
            ):
                return False
            return self._add(Token(text, self._spaced(), is_word=True), Before.WORD)
        if text in _LEADING:
            if text == "lambda":
                self._levels[-1].lambdas += 1
            elif text == "not":
                if before is Before.OPERAND and "not in" not in self._line:
                    return False
            elif text == "as":
                if self._first != "with" or before is not Before.OPERAND:
                    return False
            elif before is not Before.START:
                return False
            return self._add(Token(text, self._spaced(), is_word=True), Before.WORD)
        if text in _ALONE:
            added = before is Before.START and text == self._line
            return added and self._add(Token(text, False), Before.OPERAND)
        if text in _ANYWHERE:
            return False
        return self._operand(text)

    def _sign(self, text: str) -> bool:
        if text in OPENING:
            return self._open(text)
        if text in CLOSING:
            return self._close(text)
        before, level = self._before, self._levels[-1]
        if text == ",":
            level.commas += 1
            level.is_annotated = False
            return before is Before.OPERAND and self._add(
                Token(text, False), Before.COMMA
            )
        if text == "...":
            return level.opening != -1 and self._operand(text)
        if text == ".":
            follows = before is Before.OPERAND and not self._tokens[-1].text.isdecimal()
            return follows and self._add(Token(text, False), Before.TIGHT)
        if text == "=":
            return self._equals(level)
        if text == ":":
            return self._colon(level)
        if text in "*-+" or text == "**":
            return self._star_or_sign(text, level)
        if text == "@":
            return before is Before.START and self._add(
                Token(text, False), Before.TIGHT
            )
        if text in _AUGMENTED and len(self._levels) > 1:
            return False
        if text == "->" and (self._first != "def" or len(self._levels) > 1):
            return False
        return before is Before.OPERAND and self._add(
            Token(text, True), Before.OPERATOR
        )

    def _star_or_sign(self, text: str, level: _Level) -> bool:
        if self._before is Before.OPERAND:
            binary = text != "**" and self._first != "def"
            return binary and self._add(Token(text, True), Before.OPERATOR)
        if text.startswith("*") and not (
            self._before is Before.COMMA
            or (self._tokens and self._tokens[-1].text in OPENING)
        ):
            return False
        if text == "+":
            return False
        return self._add(Token(text, self._spaced(), is_unary=True), Before.TIGHT)

    def _equals(self, level: _Level) -> bool:
        if self._before is not Before.OPERAND or level.lambdas:
            return False
        if level.opening == -1:
            return self._add(Token("=", True), Before.OPERATOR)
        if level.is_annotated:
            return self._add(Token("=", True), Before.OPERATOR)
        is_argument = level.bracket == "(" and self._tokens[level.opening].is_call
        if not is_argument or self._first in ("def", "class"):
            return False
        return self._add(Token("=", False), Before.TIGHT)

    def _colon(self, level: _Level) -> bool:
        if level.lambdas:
            level.lambdas -= 1
            follows = (
                self._before is Before.OPERAND or self._tokens[-1].text == "lambda"
            )
            return follows and self._add(Token(":", False), Before.COLON)
        if self._before is not Before.OPERAND and self._tokens[-1].text != "else":
            return False
        is_annotation = (
            level.bracket == "(" and self._first == "def" and len(self._levels) == 2
        )
        if level.opening != -1 and level.bracket != "{" and not is_annotation:
            return False
        level.is_annotated = is_annotation
        return self._add(Token(":", False), Before.COLON)

    def _open(self, text: str) -> bool:
        is_call = self._before is Before.OPERAND
        if is_call and (text == "{" or self._tokens[-1].text.isdecimal()):
            return False
        index = len(self._tokens)
        if text == "(" and not is_call:
            self._groups.append(index)
        self._levels.append(_Level(index, text))
        space = not is_call and self._spaced()
        return self._add(Token(text, space, is_call=is_call), Before.TIGHT)

    def _close(self, text: str) -> bool:
        level = self._levels[-1]
        if level.opening == -1 or OPENING.index(level.bracket) != CLOSING.index(text):
            return False
        opening = self._tokens[level.opening]
        is_empty = level.opening == len(self._tokens) - 1
        if self._before is Before.COMMA:
            if text != ")" or opening.is_call or level.commas != 1:
                return False  # a trailing comma that black takes for a wish
        elif self._before is not Before.OPERAND and not is_empty:
            return False
        if level.lambdas or (is_empty and opening.is_call and self._first == "class"):
            return False
        self._levels.pop()
        opening.match = len(self._tokens)
        return self._add(Token(text, False, match=level.opening), Before.OPERAND)

    # -- parentheses --------------------------------------------------------------------------

    def _is_needed(self, opening: int) -> bool:
        """Whether a parenthesis that is no call is one that black surely leaves where it is."""
        tokens = self._tokens
        closing = tokens[opening].match
        before = tokens[opening - 1] if opening else None
        after = tokens[closing + 1] if closing + 1 < len(tokens) else None
        holds = _at_level(tokens, opening)
        if "for" in holds:
            is_one_of_many = after is not None and after.text == ","
            return before is not None and (before.text == "," or is_one_of_many)
        if "," in holds or closing == opening + 1:
            return before is not None and before.text in (*OPENING, ",", "=", "return")
        if before is not None and (
            before.is_unary
            or before.text in ("and", "or", "not")
            or _is_between(before)
        ):
            return before.text not in ("*", "**") or not before.is_unary
        return after is not None and (
            after.text in ("and", "or", "is", ".", "(", "[") or _is_between(after)
        )


def _at_level(tokens: Sequence[Token], opening: int) -> set[str]:
    """The texts directly inside a bracket."""
    found: set[str] = set()
    index, closing = opening + 1, tokens[opening].match
    while index < closing:
        token = tokens[index]
        if token.text in OPENING and token.match > index:
            index = token.match
        else:
            found.add(token.text)
        index += 1
    return found


def _is_between(token: Token) -> bool:
    """Whether it is an operator with two operands."""
    return token.text in _BETWEEN or (token.text in "+-*&|" and not token.is_unary)


def _quoted(text: str) -> str:
    """A string literal in the quotes that black prefers."""
    return f'"{text[1:-1]}"' if text[0] == "'" and '"' not in text else text
