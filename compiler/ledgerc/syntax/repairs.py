"""The slips that a broken line may hold, each with the line as it was meant.

A line is tried again with one thing changed: a word near to a keyword, a word put in or left out,
a parenthesis, an operator. What then parses is both the best explanation and the line that the
rest of the compiler goes on with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ledgerc.diagnostics import nearest
from ledgerc.syntax.expected import ALTERNATIVES, describe_expected
from ledgerc.syntax.failing import FailedLine, shown
from ledgerc.syntax.scanner import Fault, Lexeme
from ledgerc.syntax.words import RESERVED

_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
# Of several words that would mend a line, these are the likeliest to be left out.
_LIKELY = ("of", "to", "=", "from", "with", "at", "in", "by")
_UNITS = ("second", "seconds", "turn", "turns")
_SINGULARS = {"enemies": "enemy", "allies": "ally", "cards": "card", "places": "place"}
_GROUPS = ("enemies", "allies", "all", "others")
_CLAUSES = ("having", "holding", "within", "where", "sorted", "first")
_MESSAGES_AT_END = ("requires", "forbids")


class Explanation(NamedTuple):
    """What to tell, and the node of the mended line (None if it could not be mended)."""

    fault: Fault
    node: Any


def _parenthesis(line: FailedLine) -> Explanation | None:
    open_places: list[int] = []
    for index, lexeme in enumerate(line.lexemes):
        if lexeme.text == "(":
            open_places.append(index)
        elif lexeme.text == ")" and lexeme.kind == "OPERATOR":
            if not open_places:
                fault = Fault(
                    "LG0114", lexeme.start, lexeme.end, "this `)` closes nothing"
                )
                rest = line.lexemes[:index] + line.lexemes[index + 1 :]
                return Explanation(fault, line.parsed(rest))
            open_places.pop()
    if not open_places:
        return None
    opening = line.lexemes[open_places[-1]]
    fault = Fault("LG0114", opening.start, opening.end, "this `(` is not closed", "`)`")
    for place in (*line.window(), *range(line.failure + 1, len(line.lexemes) + 1)):
        if place <= open_places[-1]:
            continue
        node = line.parsed(_with(line, place, Lexeme("OPERATOR", ")", 0, 0)))
        if node is not None:
            return Explanation(fault, node)
    return Explanation(fault, None)


def _misspelling(line: FailedLine) -> Explanation | None:
    return _other_word(line, wrong=True)


def _wrong_keyword(line: FailedLine) -> Explanation | None:
    return _other_word(line, wrong=False)


def _other_word(line: FailedLine, wrong: bool) -> Explanation | None:
    """A word taken for a near keyword; ``wrong``: only words that are no keyword there."""
    for index in line.window():
        lexeme = line.lexeme(index)
        keywords = line.keywords(index) if lexeme.kind == "NAME" else []
        if wrong == (lexeme.text in keywords):
            continue
        others = [word for word in keywords if word != lexeme.text]
        while others:
            singular = _SINGULARS.get(lexeme.text, "")
            word = singular if singular in others else nearest(lexeme.text, others)
            if word is None:
                break
            meant = lexeme._replace(text=word)
            node = line.parsed(
                [*line.lexemes[:index], meant, *line.lexemes[index + 1 :]]
            )
            if node is not None:
                fault = Fault(
                    "LG0102",
                    lexeme.start,
                    lexeme.end,
                    f"`{lexeme.text}` cannot stand here",
                    describe_expected(line.accepted(index), line.frontend.terminals),
                    word,
                )
                return Explanation(fault, node)
            others.remove(word)
    return None


def _operator(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    other = {"=": "==", "==": "="}.get(at.text)
    if other is None or at.kind != "OPERATOR":
        return None
    changed = [
        *line.lexemes[: line.failure],
        at._replace(text=other),
        *line.lexemes[line.failure + 1 :],
    ]
    node = line.parsed(changed)
    if node is None and other == "==":
        changed = [
            lexeme._replace(text="==") if lexeme.text == "=" else lexeme
            for lexeme in line.lexemes
        ]
        node = line.parsed(changed)
    if node is None:
        return None
    message = (
        "a comparison is written `==`"
        if other == "=="
        else "a value is given with `=`; `==` compares"
    )
    return Explanation(
        Fault("LG0115", at.start, at.end, message, suggestion=other), node
    )


def _doubled(line: FailedLine) -> Explanation | None:
    for index in line.window()[:2]:
        if 0 < index < len(line.lexemes):
            at = line.lexemes[index]
            before = line.lexemes[index - 1]
            if (at.kind, at.text) == (before.kind, before.text):
                node = line.parsed(_without(line, index))
                if node is not None:
                    message = f"`{shown(at.text)}` stands twice"
                    fault = Fault("LG0102", at.start, at.end, message)
                    return Explanation(fault, node)
    return None


def _reserved(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    if at.kind != "NAME" or at.text not in RESERVED:
        return None
    accepted = line.accepted(line.failure)
    terminals = line.frontend.terminals
    if "NAME" not in accepted or any(terminals.get(name) == "(" for name in accepted):
        return None
    # Not reserved when it begins with a capital, so this parses as the name it was to be.
    meant = at._replace(text=at.text.capitalize() + "_")
    changed = [*line.lexemes[: line.failure], meant, *line.lexemes[line.failure + 1 :]]
    node = line.parsed(changed)
    if node is None and (line.failure + 1 < len(line.lexemes) or _missing(line)):
        return None
    fault = Fault(
        "LG0104",
        at.start,
        at.end,
        f"`{at.text}` is a reserved word: no name may be it",
        describe_expected(accepted, terminals),
    )
    return Explanation(fault, node)


def _message_missing(line: FailedLine) -> Explanation | None:
    word = line.lexemes[0].text if line.lexemes else ""
    if word not in _MESSAGES_AT_END or "ELSE" not in line.accepted(line.failure):
        return None
    at = line.lexeme(line.failure)
    tail = line.lexemes[line.failure :]
    text = tail if [lexeme.kind for lexeme in tail] == ["STRING"] else None
    if tail and text is None:
        return None
    mended = [
        *line.lexemes[: line.failure],
        Lexeme("NAME", "else", at.start, at.start),
        *(text or [Lexeme("STRING", '""', at.start, at.end)]),
    ]
    message = f"a `{word}` ends in `else` and a text: what the player is told"
    fault = Fault("LG0103", at.start, at.end, message, 'else "…"')
    return Explanation(fault, line.parsed(mended))


def _commas(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    if at.text != "," or at.kind != "OPERATOR":
        return None
    rest = [
        lexeme
        for index, lexeme in enumerate(line.lexemes)
        if index < line.failure or lexeme.text != ","
    ]
    node = line.parsed(rest)
    if node is None:
        return None
    fault = Fault(
        "LG0102", at.start, at.end, "names are parted by spaces here", "a space"
    )
    return Explanation(fault, node)


def _missing(line: FailedLine) -> Explanation | None:
    terminals = line.frontend.terminals
    for index in line.window():
        if index == 0:
            continue
        at = line.lexeme(index)
        if index < line.failure and at.text in line.keywords(index):
            continue  # a word that stood right: nothing is missing before it
        texts = {terminals.get(name, "(") for name in line.accepted(index)}
        found: dict[str, Any] = {}
        for text in sorted(texts - ALTERNATIVES, key=_likely_first):
            kind = "NAME" if text.isalpha() else "OPERATOR"
            changed = _with(line, index, Lexeme(kind, text, at.start, at.start))
            if line.misreads(changed, index + 1):
                continue
            node = line.parsed(changed)
            if node is not None:
                found[text] = node
                if text in _LIKELY:
                    break
        if not found:
            continue
        where = f"before `{shown(at.text)}`" if at.text else "at the end of the line"
        likely = [text for text in found if text in _LIKELY] or list(found)
        if likely[0] in _UNITS and "seconds" in found:
            likely = ["seconds", "turns"]
        words = " or ".join(f"`{text}`" for text in likely)
        fault = Fault("LG0103", at.start, at.end, f"{words} is missing {where}", words)
        certain = len(likely) == 1 or likely[0] in _UNITS
        return Explanation(fault, found[likely[0]] if certain else None)
    return None


def _name_of_each(line: FailedLine) -> Explanation | None:
    if [lexeme.text for lexeme in line.lexemes[:3]] != ["for", "each", "in"]:
        return None
    at = line.lexemes[2]
    mended = _with(line, 2, line.lexemes[1]._replace(kind="NAME"))
    fault = Fault(
        "LG0103",
        at.start,
        at.end,
        "a name for each is missing before `in`",
        "a name: for each one in …",
    )
    return Explanation(fault, line.parsed(mended))


def _chained(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    if at.text not in _COMPARISONS or at.kind != "OPERATOR":
        return None
    if not any(lexeme.text in _COMPARISONS for lexeme in line.lexemes[: line.failure]):
        return None
    return Explanation(
        Fault(
            "LG0115",
            at.start,
            at.end,
            "comparisons do not chain",
            "two of them joined by `and`: a < b and b < c",
        ),
        None,
    )


def _loose(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    if at.text not in _COMPARISONS and at.text not in ("and", "or", "if", "in", "not"):
        return None
    return Explanation(
        Fault(
            "LG0102",
            at.start,
            at.end,
            f"`{at.text}` cannot stand here: between the words of a line a number is a sum",
            "a comparison, `and`, `or`, `not` or `if` in parentheses",
        ),
        None,
    )


def _bare_selection(line: FailedLine) -> Explanation | None:
    at = line.lexeme(line.failure)
    before = line.lexeme(line.failure - 1).text if line.failure else ""
    bare = at.text == "of" and before in _GROUPS
    if at.kind != "NAME" or not (at.text in _CLAUSES or bare):
        return None
    if "LPAR" in line.accepted(line.failure) or before not in (*_GROUPS, ")"):
        return None
    fault = Fault(
        "LG0102",
        at.start,
        at.end,
        f"`{at.text}` cannot stand here: what stands after `to`, `of`, `by` and `from` "
        "is a name, a path or a call",
        "a selection with clauses in parentheses",
    )
    return Explanation(fault, None)


def _surplus(line: FailedLine) -> Explanation | None:
    if line.failure == len(line.lexemes):
        return None
    for index in line.window()[:2]:
        if index < len(line.lexemes) and len(line.lexemes) > 1:
            node = line.parsed(_without(line, index))
            if node is not None:
                at = line.lexemes[index]
                fault = Fault(
                    "LG0102",
                    at.start,
                    at.end,
                    f"`{shown(at.text)}` cannot stand here",
                    describe_expected(
                        line.accepted(min(index, line.failure)),
                        line.frontend.terminals,
                    ),
                )
                return Explanation(fault, node)
    return None


def _with(line: FailedLine, index: int, lexeme: Lexeme) -> list[Lexeme]:
    return [*line.lexemes[:index], lexeme, *line.lexemes[index:]]


def _without(line: FailedLine, index: int) -> list[Lexeme]:
    return line.lexemes[:index] + line.lexemes[index + 1 :]


def _likely_first(text: str) -> tuple[int, str]:
    return (_LIKELY.index(text) if text in _LIKELY else len(_LIKELY), text)


REPAIRS: tuple[Callable[[FailedLine], Explanation | None], ...] = (
    _parenthesis,
    _misspelling,
    _operator,
    _doubled,
    _reserved,
    _message_missing,
    _commas,
    _bare_selection,
    _name_of_each,
    _missing,
    _wrong_keyword,
    _chained,
    _loose,
    _surplus,
)
"""What may be wrong, the surest first."""
