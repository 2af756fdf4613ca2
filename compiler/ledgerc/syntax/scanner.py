"""From one line of text to lexemes: strings, numbers, names, operators, a comment.

Nothing here knows the grammar but three things that a line's shape decides: the path after ``use``
and ``catalog``, and the free text of ``from WORD: …`` in a play. A fault that can be mended (``&&``
for ``and``) is reported and the mended lexeme handed on, so that the line still parses.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ledgerc.records import field, record

MAXIMUM_LINE_LENGTH = 10_000
MAXIMUM_PARENTHESES = 100
MAXIMUM_NUMBER_LENGTH = 40

_LEXEME = re.compile(
    r"""[ \t]*(?:
      (?P<NAME>[A-Za-z][A-Za-z0-9_]*)(?!\w)
    | (?P<NUMBER>[0-9]+(?:\.[0-9]+)?%?)(?![\w%])(?!\.[0-9])
    | (?P<OPERATOR>==(?!=)|!=|<=(?!>)|>=|[-+*/(),:]|\.(?![0-9])|<(?![>])|>|=(?![<>=]))
    | (?P<STRING>"(?:[^"\\]|\\.)*")
    | (?P<COMMENT>\#.*)
    | (?P<UNCLOSED>".*)
    | (?P<QUOTED>'[^'"]*'|“[^”"]*”|‘[^’"]*’|«[^»"]*»)
    | (?P<BAD_NUMBER>(?:[0-9]+(?:\.[0-9]+)*|\.[0-9]+(?:\.[0-9]+)*)[\w%]*)
    | (?P<BAD_NAME>\w+)
    | (?P<BAD_OPERATOR>&&?|\|\|?|===|=>|=<|<>|<=>|!|\{|\}|\[|\]|;)
    | (?P<BROKEN>.)
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(.)")
_PATH = re.compile(r"[ \t]+([^\s#][^#]*?)[ \t]*(#.*)?$")

_MENDED_OPERATORS: dict[str, tuple[str, str] | None] = {
    "&": ("NAME", "and"),
    "&&": ("NAME", "and"),
    "|": ("NAME", "or"),
    "||": ("NAME", "or"),
    "===": ("OPERATOR", "=="),
    "=>": ("OPERATOR", ">="),
    "=<": ("OPERATOR", "<="),
    "<>": ("OPERATOR", "!="),
    "!": ("NAME", "not"),
}


class Lexeme(NamedTuple):
    """A piece of a line; ``start`` and ``end`` count characters from 0."""

    kind: str
    text: str
    start: int
    end: int


class Fault(NamedTuple):
    """A finding inside one line, before it has a span."""

    code: str
    start: int
    end: int
    message: str
    allowed: str | None = None
    suggestion: str | None = None


@record()
class ScannedLine:
    """The lexemes of a line, its comment (raw, after ``#``), and what was wrong in it.

    ``broken`` says that something could not be mended: what the grammar then says of the line is
    not worth telling.
    """

    lexemes: list[Lexeme]
    comment: str | None = None
    faults: list[Fault] = field(default_factory=list)
    broken: bool = False


def scan(text: str, start: int) -> ScannedLine:
    """Scan a line from its first character that is no indentation (``start``)."""
    lexemes: list[Lexeme] = []
    line = ScannedLine(lexemes)
    position = start
    end = len(text)
    match = _LEXEME.match
    while position < end:
        found = match(text, position)
        if found is None:
            break
        kind = found.lastgroup
        assert kind is not None
        word = found[kind]
        stop = found.end()
        begin = stop - len(word)
        if kind == "NAME":
            lexemes.append(Lexeme("NAME", word, begin, stop))
            if not position > start and word in ("use", "catalog"):
                return _scan_path(text, line, stop)
        elif kind == "OPERATOR":
            if word == ":" and _is_provenance(lexemes):
                return _scan_provenance(text, line, begin)
            lexemes.append(Lexeme("OPERATOR", word, begin, stop))
        elif kind == "COMMENT":
            line.comment = word[1:]
            return line
        elif kind == "NUMBER" and len(word) <= MAXIMUM_NUMBER_LENGTH:
            lexemes.append(Lexeme("NUMBER", word, begin, stop))
        else:
            _scan_rarer(line, kind, word, begin, stop)
        position = stop
    return line


def _scan_rarer(line: ScannedLine, kind: str, word: str, begin: int, stop: int) -> None:
    """Take in a string, or something that is wrong and perhaps mended."""
    if kind == "STRING":
        line.lexemes.append(Lexeme("STRING", word.replace("\t", " "), begin, stop))
        if "\\" in word:
            _check_escapes(line, word, begin)
        if "\t" in word:
            line.faults.append(
                Fault("LG0111", begin, stop, "a tab inside a text", "spaces")
            )
    elif kind == "UNCLOSED":
        line.broken = True
        hint = 'a " at the end of the text'
        if word.rstrip().endswith('\\"'):
            hint += '; \\" is a quote inside it, and \\\\ is a backslash'
        line.faults.append(
            Fault("LG0109", begin, stop, "this text is not closed on its line", hint)
        )
        plain = word[1:].replace("\\", "").replace('"', "").replace("\t", " ")
        mended = f'"{plain}"'
        line.lexemes.append(Lexeme("STRING", mended, begin, stop))
    elif kind == "QUOTED":
        line.faults.append(
            Fault("LG0109", begin, stop, "a text stands in double quotes", '"…"')
        )
        plain = word[1:-1].replace("\\", "\\\\").replace("\t", " ")
        mended = f'"{plain}"'
        line.lexemes.append(Lexeme("STRING", mended, begin, stop))
    elif kind in ("BAD_NUMBER", "NUMBER"):
        line.faults.append(_bad_number(word, begin, stop))
        line.lexemes.append(Lexeme("NUMBER", "1", begin, stop))
    elif kind == "BAD_NAME":
        line.faults.append(
            Fault(
                "LG0111",
                begin,
                stop,
                f"`{word}` is no name",
                "names begin with a letter A to Z or a to z and go on with letters, "
                "digits and _",
            )
        )
        plain = re.sub(r"[^A-Za-z0-9_]", "_", word)
        plain = plain if plain[0].isalpha() else "X" + plain
        line.lexemes.append(Lexeme("NAME", plain, begin, stop))
    elif kind == "BAD_OPERATOR":
        _scan_bad_operator(line, word, begin, stop)
    else:
        line.broken = True
        if (
            word != "\ufffd"
        ):  # bytes that are no UTF-8 have been told of when they were read
            shown = word if word.isprintable() else f"U+{ord(word):04X}"
            message = f"the character `{shown}` means nothing here"
            line.faults.append(Fault("LG0111", begin, stop, message))


def _scan_bad_operator(line: ScannedLine, word: str, begin: int, stop: int) -> None:
    mended = _MENDED_OPERATORS.get(word)
    if mended is None:
        line.broken = True
        hint = "bodies are shown by indentation" if word in "{}" else None
        hint = "one line holds one thing; no mark ends it" if word == ";" else hint
        line.faults.append(
            Fault("LG0111", begin, stop, f"`{word}` means nothing here", hint)
        )
        return
    line.faults.append(
        Fault(
            "LG0115",
            begin,
            stop,
            f"`{word}` is written `{mended[1]}`",
            suggestion=mended[1],
        )
    )
    line.lexemes.append(Lexeme(mended[0], mended[1], begin, stop))


def _bad_number(word: str, begin: int, stop: int) -> Fault:
    if len(word) > MAXIMUM_NUMBER_LENGTH:
        return Fault(
            "LG0113",
            begin,
            stop,
            "this number is too long",
            f"at most {MAXIMUM_NUMBER_LENGTH} characters",
        )
    suggestion = None
    digits = word.rstrip("%")
    if digits.startswith(".") and digits[1:].isascii() and digits[1:].isdigit():
        suggestion = "0" + word
    elif digits.replace("_", "").isascii() and digits.replace("_", "").isdigit():
        suggestion = digits.replace("_", "") + ("%" if word.endswith("%") else "")
    return Fault(
        "LG0113",
        begin,
        stop,
        f"`{word}` is no number",
        "a number such as 3, 0.5 or 50%; a name after it needs a space between",
        suggestion,
    )


def _check_escapes(line: ScannedLine, word: str, begin: int) -> None:
    for escape in _ESCAPE.finditer(word):
        if escape[1] not in '"\\':
            line.faults.append(
                Fault(
                    "LG0110",
                    begin + escape.start(),
                    begin + escape.end(),
                    f"`{escape[0]}` means nothing in a text",
                    'only \\" (a quote) and \\\\ (a backslash)',
                    "\\" + escape[0],
                )
            )


def _scan_path(text: str, line: ScannedLine, position: int) -> ScannedLine:
    """The rest of a ``use`` or ``catalog`` line: a path, then perhaps a comment."""
    found = _PATH.match(text, position)
    if found is None:
        comment = text[position:].strip()
        line.comment = comment[1:] if comment.startswith("#") else None
        return line
    path = found[1]
    line.comment = found[2][1:] if found[2] else None
    begin, stop = found.span(1)
    if path.startswith('"'):
        bare = path.strip('"').strip()
        line.faults.append(
            Fault(
                "LG0109",
                begin,
                stop,
                "a path stands without quotes",
                suggestion=bare or None,
            )
        )
        if not bare:
            line.broken = True
            return line
        path = bare
    line.lexemes.append(Lexeme("PATH", path, begin, stop))
    return line


def _is_provenance(lexemes: list[Lexeme]) -> bool:
    """Whether a colon after these begins the free text of ``expect … from WORD: …``.

    Other colons stand after a name that an opening parenthesis or a comma comes before.
    """
    return (
        len(lexemes) > 3 and lexemes[-1].kind == "NAME" and lexemes[-2].text == "from"
    )


def _scan_provenance(text: str, line: ScannedLine, colon: int) -> ScannedLine:
    tail, mark, comment = text[colon + 1 :].partition("#")
    if mark:
        line.comment = comment
    said = tail.strip()
    if said:
        begin = colon + 1 + len(tail) - len(tail.lstrip())
        line.lexemes.append(Lexeme("PROVENANCE", said, begin, begin + len(said)))
    else:
        line.lexemes.append(Lexeme("OPERATOR", ":", colon, colon + 1))
    return line
