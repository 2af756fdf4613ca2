"""A fragment of a module laid out as black lays it out, without calling black where that is sure.

black works line by line: a logical line comes out the same wherever it stands at the same depth,
and what lies between lines depends on their kind alone. So each line is taken as it is, split by
:mod:`ledgerc.emit.splitting`, or given to black on its own; a fragment of a shape that the
emitters do not write goes to black as a whole.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from enum import Enum, auto

from ledgerc.emit.splitting import (
    LINE_LENGTH,
    UncertainError,
    has_delimiters,
    split,
    split_element,
)
from ledgerc.emit.tokens import Token, tokens_of

INDENT = "    "
Black = Callable[[str], str]
"""Formats Python text as black does."""

_DIRECTIVE = re.compile(r"#\s*(fmt|type|yapf|isort)\b|#\s*(!|:|$)")
_COMMENT = re.compile(r"# \S(.*\S)?\Z")
_IMPORT = re.compile(
    r"(from [.\w]+ )?import \w+(\.\w+)*( as \w+)?(, \w+( as \w+)?)*\Z", re.A
)
_NESTED = ("def ", "class ", "@", "import ", "from ")
_CONTINUED = ("elif ", "else:")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


_NUMBER = re.compile(r"(?<![0-9])[1-9][0-9]*")
_PLAIN: set[str] = set()
"""Statements that stay as they are wherever they fit, with 1 for each number in them.

What black does to a line that fits depends on its tokens' kinds; which number or digit of a name
stands there is no matter.
"""


class Kind(Enum):
    """What a line is, as far as the blank lines around it go."""

    START = auto()
    DOCSTRING = auto()
    COMMENT = auto()
    IMPORT = auto()
    DECORATOR = auto()
    DEFINITION = auto()
    CLASS = auto()
    HEADER = auto()
    STATEMENT = auto()


def lay_out(fragment: str, black: Black) -> str | None:
    """The fragment as black formats it, without line ends around it; None where that is not sure.

    ``black`` is called for single lines that are not of a known shape.
    """
    try:
        return _Layout(fragment, black).text()
    except UncertainError:
        return None


def is_plain_comment(text: str) -> bool:
    """Whether black leaves a comment line as it is."""
    plain = _COMMENT.match(text) and not _DIRECTIVE.match(text)
    return bool(plain) and "fmt:" not in text


class _Layout:
    """Lays out one fragment, line by line."""

    def __init__(self, fragment: str, black: Black) -> None:
        self._lines = fragment.strip("\n").split("\n")
        self._black = black
        self._at = 0
        self._out: list[str] = []
        self._kind = Kind.START
        self._depth = 0
        self._blank = 0
        self._comment_depth: int | None = None
        self._definition_depth: int | None = None
        self._class_body = False

    def text(self) -> str:
        lines = self._lines
        while self._at < len(lines):
            line = lines[self._at]
            self._at += 1
            text = line.lstrip(" ")
            if not text:
                self._blank += 1
                continue
            depth, rest = divmod(len(line) - len(text), 4)
            if rest or text[-1].isspace() or "\t" in text or "\\" in text[-1:]:
                raise UncertainError
            self._line(text, depth)
            self._blank = 0
        if self._comment_depth is not None and self._comment_depth != 0:
            raise UncertainError
        return "\n".join(self._out)

    def _line(self, text: str, depth: int) -> None:
        if text[0] == "#":
            if not is_plain_comment(text):
                raise UncertainError
            self._separate(Kind.COMMENT, depth)
            self._out.append(INDENT * depth + text)
            self._enter(Kind.COMMENT, depth)
        elif text.startswith('"""'):
            self._docstring(text, depth)
        elif depth == 0 and text.startswith(("import ", "from ")):
            if not _IMPORT.match(text) or len(text) > 88:
                raise UncertainError
            self._separate(Kind.IMPORT, depth)
            self._out.append(text)
            self._enter(Kind.IMPORT, depth)
        else:
            self._code(text, depth)

    # -- what stands between lines ------------------------------------------------------------

    def _separate(self, kind: Kind, depth: int) -> None:
        """Write the blank lines before a line, or give up."""
        previous, blank = self._kind, self._blank
        if self._comment_depth not in (None, depth):
            raise UncertainError  # black moves a comment to the depth of what follows
        opens = previous in (Kind.HEADER, Kind.DEFINITION, Kind.CLASS)
        if (
            depth > self._depth
            and kind is not Kind.COMMENT
            and self._comment_depth is None
        ) and (not opens or depth != self._depth + 1):
            raise UncertainError
        self._out.extend([""] * self._blank_lines(kind, depth, previous, blank, opens))

    def _blank_lines(
        self, kind: Kind, depth: int, previous: Kind, blank: int, opens: bool
    ) -> int:
        is_definition = kind in (Kind.DECORATOR, Kind.DEFINITION, Kind.CLASS)
        within = self._definition_depth
        if within is not None and depth > within:  # the body of a function
            if is_definition or kind is Kind.IMPORT or blank:
                raise UncertainError
            return 0
        if previous is Kind.START:
            return 0
        if opens:
            if previous is not Kind.CLASS or kind is not Kind.DOCSTRING or blank:
                raise UncertainError
            return 0
        if previous is Kind.DECORATOR:
            if blank or kind not in (Kind.DECORATOR, Kind.DEFINITION):
                raise UncertainError
            return 0
        if is_definition and previous is Kind.COMMENT:
            raise UncertainError
        if depth == 0:
            return self._at_module_level(kind, previous, blank, is_definition)
        if depth > 1:
            raise UncertainError
        if is_definition or within is not None or previous is Kind.DOCSTRING:
            return 1
        return min(blank, 1)

    def _at_module_level(
        self, kind: Kind, previous: Kind, blank: int, is_definition: bool
    ) -> int:
        if is_definition or self._definition_depth is not None or self._class_body:
            raise UncertainError
        if (
            previous is Kind.DOCSTRING
            or (previous is Kind.IMPORT and kind is not Kind.IMPORT)
        ) and blank != 1:
            raise UncertainError
        return min(blank, 2)

    def _enter(self, kind: Kind, depth: int) -> None:
        self._kind = kind
        if kind is Kind.COMMENT:
            self._comment_depth = depth
            if self._definition_depth is not None and depth <= self._definition_depth:
                raise UncertainError
            return
        self._comment_depth = None
        self._depth = depth
        if kind is Kind.DEFINITION:
            self._definition_depth = depth
        elif self._definition_depth is not None and depth <= self._definition_depth:
            self._definition_depth = None
        if kind is Kind.CLASS:
            self._class_body = True

    # -- lines --------------------------------------------------------------------------------

    def _docstring(self, text: str, depth: int) -> None:
        if self._kind not in (Kind.START, Kind.CLASS, Kind.DEFINITION):
            raise UncertainError
        if self._kind is Kind.START and depth:
            raise UncertainError
        lines = [text[3:]]
        while not lines[-1].endswith('"""'):
            if self._at == len(self._lines):
                raise UncertainError
            lines.append(self._lines[self._at])
            self._at += 1
        lines[-1] = lines[-1][:-3]
        first, last = lines[0], lines[-1]
        whole = "\n".join(lines)
        if "\\" in whole or '"""' in whole or "\t" in whole or not first:
            raise UncertainError
        if first[0] in ' "' or any(each != each.rstrip() for each in lines):
            raise UncertainError
        if len(lines) == 1:
            if first[-1] == '"':
                raise UncertainError
        elif last or not any(each and each[0] != " " for each in lines[1:-1]):
            raise UncertainError
        margin = INDENT * depth
        kept = [margin + each if each else "" for each in lines[1:-1]]
        self._separate(Kind.DOCSTRING, depth)
        if len(lines) == 1:
            self._out.append(f'{margin}"""{first}"""')
        else:
            self._out.extend([f'{margin}"""{first}', *kept, f'{margin}"""'])
        self._enter(Kind.DOCSTRING, depth)

    def _code(self, text: str, depth: int) -> None:
        kind = Kind.STATEMENT
        if text.startswith("@"):
            kind = Kind.DECORATOR
        elif text.startswith("def "):
            kind = Kind.DEFINITION
        elif text.startswith("class "):
            kind = Kind.CLASS
        elif text[-1] == ":":
            kind = Kind.HEADER
        if kind is Kind.HEADER and self._definition_depth is None:
            raise UncertainError
        if kind is Kind.CLASS and (depth or self._kind is not Kind.START):
            raise UncertainError
        if (
            kind is Kind.DEFINITION
            and depth == 0
            and self._kind
            not in (
                Kind.START,
                Kind.DECORATOR,
            )
        ):
            raise UncertainError
        self._separate(kind, depth)
        if text[-1] in "([{":
            self._out.extend(self._open_statement(text, depth))
        else:
            self._out.extend(self._statement(text, depth))
        self._enter(kind, depth)

    def _statement(self, text: str, depth: int) -> list[str]:
        whole = INDENT * depth + text
        fits = len(whole) <= LINE_LENGTH and whole.isascii()
        shape = _NUMBER.sub("1", text)
        if fits and shape in _PLAIN:
            return [whole]
        tokens = tokens_of(text)
        if tokens is not None:
            with contextlib.suppress(UncertainError):
                lines = split(tokens, depth)
                if fits and lines == [whole]:
                    _PLAIN.add(shape)
                return lines
        return self._by_black([whole], text, depth)

    def _open_statement(self, text: str, depth: int) -> list[str]:
        """A statement that the emitter wrote in lines: a bracket with an element a line."""
        lines = [INDENT * depth + text]
        closing = INDENT * depth + _CLOSING[text[-1]]
        while True:
            if self._at == len(self._lines):
                raise UncertainError
            line = self._lines[self._at]
            self._at += 1
            lines.append(line)
            if line == closing:
                break
            if not line.startswith(INDENT * (depth + 1)):
                raise UncertainError
        if tokens_of(f"{text}x, x{closing.strip()}") is not None:
            with contextlib.suppress(UncertainError):
                return _bracket(lines, depth)
        return self._by_black(lines, text, depth)

    def _by_black(self, lines: list[str], text: str, depth: int) -> list[str]:
        """A statement formatted by black, in blocks that give it its depth."""
        if text.startswith(_CONTINUED):
            frame = ["if x:", "    x"]
            above = [f"{INDENT * each}if x:" for each in range(depth)]
            above += [INDENT * depth + each for each in frame]
        else:
            above = [f"{INDENT * each}if x:" for each in range(depth)]
        below = []
        if text[-1] == ":":
            below = [f"{INDENT * (depth + 1)}x"]
        elif text.startswith("@"):
            below = [f"{INDENT * depth}def x():", f"{INDENT * (depth + 1)}x"]
        whole = "\n".join([*above, *lines, *below]) + "\n"
        try:
            done = self._black(whole).rstrip("\n").split("\n")
        except ValueError:  # it means nothing on its own
            raise UncertainError from None
        if done[: len(above)] != above or (below and done[-len(below) :] != below):
            raise UncertainError
        own = done[len(above) : len(done) - len(below)]
        while own and not own[0]:  # before a definition that follows another line
            del own[0]
        return own


def _bracket(lines: list[str], depth: int) -> list[str]:
    """An opened bracket: its first line, an element (or comment) a line, its last line."""
    opening = lines[0].rstrip()
    is_call = opening[-1] == "(" and (opening[-2].isalnum() or opening[-2] == "_")
    laid: list[str] = []
    elements = comments = 0
    has_one_part = True
    at, margin = 1, INDENT * (depth + 1)
    while at < len(lines) - 1:
        line = lines[at]
        text = line[len(margin) :]
        if not line.startswith(margin) or not text or text[0] == " ":
            raise UncertainError
        at += 1
        if text[0] == "#":
            if not is_plain_comment(text):
                raise UncertainError
            laid.append(line)
            comments += 1
            continue
        elements += 1
        if text[-1] in "([{":
            closing = margin + _CLOSING[text[-1]] + ","
            if closing not in lines[at:]:
                raise UncertainError
            end = lines.index(closing, at)
            if _element(f"{text}x, x{_CLOSING[text[-1]]}", is_call) is None:
                raise UncertainError
            laid += _bracket(lines[at - 1 : end + 1], depth + 1)
            at = end + 1
        else:
            tokens = _element(text[:-1], is_call) if text[-1] == "," else None
            if tokens is None:
                raise UncertainError
            has_one_part = not has_delimiters(tokens)
            laid += split_element(tokens, depth + 1)
    if not elements or lines[-2].lstrip().startswith("#"):
        raise UncertainError
    is_lone = elements == 1 and opening[-1] == "(" and not is_call
    if is_lone and not (comments and has_one_part):
        raise UncertainError  # one element in parentheses, which the comma makes a tuple
    return [opening, *laid, lines[-1]]


def _element(text: str, is_call: bool) -> list[Token] | None:
    """The tokens of an element of a call or a display."""
    before, after = ("x(", ")") if is_call else ("[", "]")
    tokens = tokens_of(f"{before}{text}{after}")
    return None if tokens is None else tokens[2 if is_call else 1 : -1]
