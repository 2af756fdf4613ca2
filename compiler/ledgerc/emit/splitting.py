"""Logical lines that are too long, split as black splits them.

The rules are black's (`linegen.py` of the version in pyproject): a line is split at its last
bracket, or in parentheses that are added around a value; what stands in a bracket goes on a line
of its own, or one line a part where that is too long. Shapes in which black weighs more than this
module knows are "uncertain", and go through black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerc.emit.tokens import CLOSING, OPENING, Token, text_of

LINE_LENGTH = 88

_COMPREHENSION, _COMMA, _TERNARY, _LOGIC, _COMPARISON = 20, 18, 16, 14, 10
_PRIORITIES = {
    "and": _LOGIC,
    "or": _LOGIC,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARISON),
    "|": 9,
    "&": 7,
    "<<": 6,
    ">>": 6,
    "+": 5,
    "-": 5,
    "*": 4,
    "/": 4,
    "//": 4,
    "%": 4,
}
_DOT = 1


class UncertainError(Exception):
    """This line is for black."""


class NoBracketError(UncertainError):
    """No bracket of this line leaves a head that fits."""


def split(tokens: Sequence[Token], depth: int) -> list[str]:
    """The lines of a statement at a depth of indentation. Raises :class:`UncertainError`."""
    whole = _line(tokens, depth)
    if _fits(whole):
        return [whole]
    first = tokens[0].text
    if first == "def":
        return _definition(tokens, depth)
    if first in ("class", "assert", "@", "lambda") or "as" in {t.text for t in tokens}:
        raise UncertainError
    if len(tokens) > 4 and tokens[-2].text == "=":
        unpacked = _unpacked(tokens, depth)
        if unpacked:
            return unpacked
    start, end = _value(tokens)
    if start == 0:  # a statement that is an expression gets no parentheses
        if _delimiters(tokens):
            raise UncertainError
        return _at_a_bracket(tokens, depth)
    return _with_optional_parentheses(tokens, start, end, depth)


def split_element(tokens: Sequence[Token], depth: int) -> list[str]:
    """The lines of an element of a bracket, with its comma. Raises :class:`UncertainError`."""
    return _inside([*tokens, Token(",", False)], depth, False)


def has_delimiters(tokens: Sequence[Token]) -> bool:
    """Whether there is a place outside of all brackets where a line may be broken."""
    return bool(_delimiters(tokens))


def _value(tokens: Sequence[Token]) -> tuple[int, int]:
    """The part that black may put in parentheses: after the keyword or sign, up to a colon."""
    end = len(tokens) - (tokens[-1].text == ":")
    if tokens[0].text in ("return", "if", "elif", "while", "with"):
        return 1, end
    if tokens[0].text == "for":
        return _index_of(tokens, ("in",)) + 1, end
    signs = [
        index
        for index, token in _top(tokens)
        if token.text == "="
        or (token.text.endswith("=") and token.text[:-1] in "+-*/%&|")
    ]
    if not signs:
        if any(token.text in (":", ",") for _, token in _top(tokens)):
            raise UncertainError
        return 0, end
    target = tokens[: signs[0]]
    if len(target) == 3 and target[1].text == ":":  # `name: Final`
        target = target[:1]
    if len(signs) > 1 or any(token.text in (*OPENING, ":", ",") for token in target):
        raise UncertainError
    return signs[0] + 1, end


def _unpacked(tokens: Sequence[Token], depth: int) -> list[str]:
    """``a, b, … = row`` where the targets are names and too many for a line; else no lines."""
    parts: list[list[Token]] = [[]]
    for token in tokens[:-2]:
        if token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
            if token.text != "." and not token.text.isidentifier():
                return []
    lines = [f"{_line(part, depth + 1)}," for part in parts]
    whole = _line(tokens[:-2], depth + 1)
    if len(parts) < 2 or not all(parts) or _fits(whole) or not all(map(_fits, lines)):
        return []
    tail = _line([Token(")", False), *tokens[-2:]], depth)
    return [_line([Token("(", False)], depth), *lines, tail]


def _index_of(tokens: Sequence[Token], texts: tuple[str, ...]) -> int:
    for index, token in _top(tokens):
        if token.text in texts:
            return index
    raise UncertainError


def _top(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """The tokens that stand in no bracket, both halves of a bracket included."""
    level = 0
    for index, token in enumerate(tokens):
        if token.text in CLOSING:
            level -= 1
        if level == 0:
            yield index, token
        if token.text in OPENING:
            level += 1


def _delimiters(tokens: Sequence[Token]) -> dict[int, int]:
    """Where a line may be broken, by index, with black's priorities."""
    found: dict[int, int] = {}
    previous: Token | None = None
    in_target = in_parameters = False
    loops = 0
    for index, token in _top(tokens):
        text = token.text
        priority = 0
        if text == "for":
            priority, in_target = _COMPREHENSION, True
            loops += 1
        elif text == "in" and in_target:
            in_target = False
        elif in_parameters:
            in_parameters = text != ":"
        elif in_target:
            pass
        elif text == "lambda":
            in_parameters = True
        elif text == ",":
            priority = _COMMA
        elif text == "if":
            priority = _COMPREHENSION if loops else _TERNARY
        elif text == "else":
            priority = _TERNARY
        elif (
            text == "is"
            or (text == "in" and (previous is None or previous.text != "not"))
        ) or (
            text == "not" and index + 1 < len(tokens) and tokens[index + 1].text == "in"
        ):
            priority = _COMPARISON
        elif text == "." and previous is not None and previous.text in CLOSING:
            priority = _DOT
        elif not token.is_unary:
            priority = _PRIORITIES.get(text, 0)
        if priority and index:
            found[index] = priority
        previous = token
    return found


# -- the ways to split ------------------------------------------------------------------------


def _definition(tokens: Sequence[Token], depth: int) -> list[str]:
    """A function's head: its parameters in lines of their own."""
    opening = next(index for index, token in enumerate(tokens) if token.text == "(")
    closing = _closing(tokens, opening)
    body = tokens[opening + 1 : closing]
    commas = {i: p for i, p in _delimiters(body).items() if p == _COMMA}
    if not body or (not commas and "|" in {token.text for token in body}):
        raise UncertainError
    head = _line(tokens[: opening + 1], depth)
    tail = _line(tokens[closing:], depth)
    if not _fits(head):
        raise UncertainError
    parts = _parts(body, commas, _COMMA)
    if not _fits(tail) and len(parts) > 1:
        raise UncertainError  # black joins the parameters again as it formats a second time
    after = [tail] if _fits(tail) else _at_a_bracket(tokens[closing:], depth)
    whole = _line(body, depth + 1)
    if len(parts) > 1 and _fits(whole):
        return [head, whole, *after]
    lines = [_line(part, depth + 1) for part in parts]
    lines[-1] += ","
    if not all(map(_fits, lines)):
        raise UncertainError
    return [head, *lines, *after]


def _with_optional_parentheses(
    tokens: Sequence[Token], start: int, end: int, depth: int
) -> list[str]:
    """A line whose value may be put in parentheses, or be split at a bracket of its own."""
    value = tokens[start:end]
    delimiters = _delimiters(value)
    texts = {token.text for _, token in _top(value)}
    if "lambda" in texts or _COMMA in delimiters.values():
        raise UncertainError
    if _is_better_without(value, delimiters, depth):
        if not any(token.text in CLOSING for token in value):
            if _fits(_line(value, depth + 1)):
                return _parenthesized(tokens, start, end, depth)
            if len(value) > 1 or tokens[-1].text == ":":
                raise UncertainError
            return [_line(tokens, depth)]
        try:
            return _at_a_bracket(tokens, depth)
        except NoBracketError:
            return _at_two_brackets(tokens, depth)
    return _parenthesized(tokens, start, end, depth)


def _is_better_without(
    value: Sequence[Token], delimiters: dict[int, int], depth: int
) -> bool:
    """Whether black would rather split a value at a bracket than put it in parentheses."""
    if not delimiters:
        return True
    most = max(delimiters.values())
    if sum(priority == most for priority in delimiters.values()) > 1:
        return False
    if most == _DOT:
        return True
    if value[0].text in OPENING and value[1].text not in CLOSING:
        closing = _closing(value, 0)
        rest = [*value[closing:]]
        others = [at for at, token in enumerate(rest) if token.text in OPENING]
        remainder = rest[: others[0] + 1] if others else rest
        if 4 * (depth + 1) + len(text_of(remainder)) <= LINE_LENGTH:
            return True
    last = len(value) - 1
    if value[last].text not in CLOSING:
        return False
    opening = _opening(value, last)
    if opening == last - 1 or (value[last].text == "]" and value[opening].is_call):
        return False
    if any(token.text in OPENING for token in value[:opening]):
        return True
    return len(_line(value[: opening + 1], depth + 1)) <= LINE_LENGTH


def _at_a_bracket(tokens: Sequence[Token], depth: int) -> list[str]:
    """Head, what is in a bracket, and the rest: the last bracket that leaves a head that fits."""
    for opening, closing in _brackets(tokens, depth):
        head = _line(tokens[: opening + 1], depth)
        if _fits(head):
            return [head, *_from_bracket(tokens, opening, closing, depth)]
    raise NoBracketError


def _at_two_brackets(tokens: Sequence[Token], depth: int) -> list[str]:
    """The line split at its last bracket, and its head, which is too long, at one of its own."""
    for opening, closing in _brackets(tokens, depth):
        head = _at_a_bracket(tokens[: opening + 1], depth)
        lines = [*head, *_from_bracket(tokens, opening, closing, depth)]
        if any(line.endswith(",") for line in lines):
            raise UncertainError  # black formats twice: then these commas count
        return lines
    raise NoBracketError


def _from_bracket(
    tokens: Sequence[Token], opening: int, closing: int, depth: int
) -> list[str]:
    """What is in a bracket, and the rest of the line."""
    bracket = tokens[opening]
    inside = tokens[opening + 1 : closing]
    tail = _line(tokens[closing:], depth)
    if not _fits(tail):
        raise UncertainError
    is_bare = bracket.text == "("
    return [*_inside(inside, depth + 1, not bracket.is_call, is_bare), tail]


def _brackets(tokens: Sequence[Token], depth: int) -> Iterator[tuple[int, int]]:
    """The brackets at which a line may be split, from the right; what follows one must fit."""
    length = 4 * depth
    index = len(tokens) - 1
    is_first = True
    while index >= 0:
        token = tokens[index]
        length += len(token.text) + token.space
        if length > LINE_LENGTH and not is_first:
            return
        if token.text in CLOSING:
            opening = _opening(tokens, index)
            if opening < index - 1:
                yield opening, index
                is_first = False
            length += len(text_of(tokens[opening:index])) + tokens[opening].space
            if length > LINE_LENGTH and not is_first:
                return
            index = opening
        index -= 1


def _parenthesized(
    tokens: Sequence[Token], start: int, end: int, depth: int
) -> list[str]:
    """The value in parentheses of its own."""
    opening = Token("(", tokens[start].space)
    head = _line([*tokens[:start], opening], depth)
    tail = _line([Token(")", False), *tokens[end:]], depth)
    if not _fits(head):
        raise UncertainError
    return [head, *_inside(tokens[start:end], depth + 1, False, True), tail]


def _inside(
    tokens: Sequence[Token], depth: int, is_display: bool, is_bare: bool = False
) -> list[str]:
    """What stands in a bracket that was split.

    A display (a bracket that is no call) has a line for each part. A conditional expression that
    is not ``is_bare``, alone in parentheses, gets some.
    """
    delimiters = _delimiters(tokens)
    last = len(tokens) - 1
    ends_in_comma = tokens[last].text == ","
    delimiters.pop(last, None)
    most = max(delimiters.values(), default=0)
    whole = _line(tokens, depth)
    if _fits(whole) and not (is_display and most == _COMMA):
        return [whole]
    if tokens[0].text == "for" and most != _COMPREHENSION:
        if most or not any(token.text in CLOSING for token in tokens):
            raise UncertainError  # black may put what is looped over in parentheses
        return _at_a_bracket(tokens, depth)
    if most == _TERNARY:
        top = [token.text for _, token in _top(tokens)]
        if top.count("else") != 1 or "lambda" in top or ":" in top:
            raise UncertainError
        if not is_bare or "=" in top:
            start = 2 if "=" in top else 0
            end = len(tokens) - ends_in_comma
            return _parenthesized(tokens, start, end, depth)
    if not most and not any(token.text in CLOSING for token in tokens):
        return [whole]
    count = sum(priority == most for priority in delimiters.values())
    if not most or (most == _DOT and count == 1):
        return _at_a_bracket(tokens, depth)
    parts = _parts(tokens, delimiters, most)
    if most == _COMMA and not ends_in_comma:
        parts[-1] = [*parts[-1], Token(",", False)]
    return [line for part in parts for line in _inside(part, depth, False)]


def _parts(
    tokens: Sequence[Token], delimiters: dict[int, int], priority: int
) -> list[list[Token]]:
    """The tokens parted after each comma, or before each other delimiter."""
    starts = [
        index + 1 if priority == _COMMA else index
        for index, each in delimiters.items()
        if each == priority
    ]
    return [
        list(tokens[start:end])
        for start, end in zip([0, *starts], [*starts, len(tokens)], strict=True)
    ]


# -- lines ------------------------------------------------------------------------------------


def _line(tokens: Sequence[Token], depth: int) -> str:
    return "    " * depth + text_of(tokens)


def _fits(line: str) -> bool:
    if line.isascii():
        return len(line) <= LINE_LENGTH
    if 2 * len(line) <= LINE_LENGTH:
        return True
    raise UncertainError  # some characters are two columns wide


def _opening(tokens: Sequence[Token], closing: int) -> int:
    """The other half of a closing bracket."""
    level = 0
    for index in range(closing, -1, -1):
        text = tokens[index].text
        level += (text in CLOSING) - (text in OPENING)
        if level == 0:
            return index
    raise UncertainError


def _closing(tokens: Sequence[Token], opening: int) -> int:
    """The other half of an opening bracket."""
    level = 0
    for index in range(opening, len(tokens)):
        text = tokens[index].text
        level += (text in OPENING) - (text in CLOSING)
        if level == 0:
            return index
    raise UncertainError
