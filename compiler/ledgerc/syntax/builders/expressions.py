"""Builds expressions and the small parts of lines."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from lark import Token, Transformer

from ledgerc.node import replace
from ledgerc.source import Span
from ledgerc.syntax import ast
from ledgerc.syntax.scanner import Fault

_ESCAPED = re.compile(r'\\(["\\])')


def number_value(text: str) -> int | Fraction:
    """The exact value of a literal: ``3``, ``0.5`` or ``50%``."""
    if text.isdigit():
        return int(text)
    value = Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    return int(value) if value.denominator == 1 else value


def string_value(text: str) -> str:
    """The text between the quotes, its two escapes read; others stay as written."""
    inner = text[1:-1]
    return _ESCAPED.sub(r"\1", inner) if "\\" in inner else inner


class ExpressionBuilder(Transformer[Token, Any]):
    """Callbacks of ``expression.lark``; ``file``, ``number`` and ``line`` are set for each line.

    A method gets what the rule kept: nodes, ``None`` for an optional part left out, and tokens.
    What a line says twice or against itself goes to ``faults``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.file = ""
        self.number = 0
        self.line = Span("", 0, 0, 0, 0)
        self.faults: list[Fault] = []

    def begin(self, file: str, number: int, start: int, end: int) -> None:
        """Say which line comes next; ``start`` and ``end`` count characters from 0."""
        self.file = file
        self.number = number
        self.line = Span(file, number, start + 1, number, end + 1)
        self.faults = []

    def at(self, token: Token) -> Span:
        """Where a token stands."""
        number = self.number
        start: int = token.start_pos  # type: ignore[assignment]
        end: int = token.end_pos  # type: ignore[assignment]
        return Span(self.file, number, start + 1, number, end + 1)

    def between(self, first: Any, last: Any) -> Span:
        """From the start of one part to the end of another; parts are nodes or tokens."""
        start = self.at(first) if isinstance(first, Token) else first.span
        end = self.at(last) if isinstance(last, Token) else last.span
        number = self.number
        return Span(self.file, number, start.column, number, end.end_column)

    def fault(
        self, code: str, span: Span, message: str, suggestion: str | None = None
    ) -> None:
        """Record that the line, though it parses, says something that it may not."""
        self.faults.append(
            Fault(
                code,
                span.column - 1,
                span.end_column - 1,
                message,
                suggestion=suggestion,
            )
        )

    # Leaves

    def name(self, children: list[Any]) -> ast.Name:
        token = children[0]
        number = self.number
        return ast.Name(
            token.value,
            Span(self.file, number, token.start_pos + 1, number, token.end_pos + 1),
        )

    function = name

    def reference(self, children: list[Any]) -> ast.Reference:
        name = children[0]
        return ast.Reference(name, name.span)

    def word(self, children: list[Any]) -> ast.Word:
        return ast.Word(children[0].value, self.at(children[0]))

    def number_(self, token: Token, sign: Token | None) -> ast.Number:
        value = number_value(token.value)
        if sign is None:
            return ast.Number(value, token.value, self.at(token))
        return ast.Number(-value, "-" + token.value, self.between(sign, token))

    def number_literal(self, children: list[Any]) -> ast.Number:
        return self.number_(children[0], None)

    def signed(self, children: list[Any]) -> ast.Number:
        sign, token = children
        return self.number_(token, sign)

    def text(self, children: list[Any]) -> ast.Text:
        return self.string(children[0])

    def string(self, token: Token) -> ast.Text:
        return ast.Text(string_value(token.value), self.at(token))

    # Operators

    def parentheses(self, children: list[Any]) -> ast.Expression:
        opening, inner, closing = children
        if isinstance(
            inner,
            ast.Unary | ast.Binary | ast.Conditional | ast.InZone | ast.Selection,
        ):
            return replace(inner, span=self.between(opening, closing), parentheses=True)
        return inner  # type: ignore[no-any-return]

    def member(self, children: list[Any]) -> ast.Member:
        subject, name = children
        return ast.Member(subject, name, self.between(subject, name))

    def call(self, children: list[Any]) -> ast.Call:
        function, _, arguments, closing = children
        return ast.Call(function, arguments or (), self.between(function, closing))

    def arguments(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def binary(self, children: list[Any]) -> ast.Binary:
        left, operator, right = children
        return ast.Binary(operator.value, left, right, self.between(left, right))

    def compared(self, children: list[Any]) -> ast.Binary:
        left, operator, right = children
        return ast.Binary(operator, left, right, self.between(left, right))

    def compare_operator(self, children: list[Any]) -> str:
        return children[0].value  # type: ignore[no-any-return]

    def either(self, children: list[Any]) -> ast.Binary:
        left, right = children
        return ast.Binary("or", left, right, self.between(left, right))

    def both(self, children: list[Any]) -> ast.Binary:
        left, right = children
        return ast.Binary("and", left, right, self.between(left, right))

    def negated(self, children: list[Any]) -> ast.Unary:
        word, operand = children
        return ast.Unary("not", operand, self.between(word, operand))

    def negative(self, children: list[Any]) -> ast.Unary:
        sign, operand = children
        return ast.Unary("-", operand, self.between(sign, operand))

    def conditional(self, children: list[Any]) -> ast.Conditional:
        word, condition, consequence, alternative = children
        return ast.Conditional(
            condition, consequence, alternative, self.between(word, alternative)
        )

    def in_zone(self, children: list[Any]) -> ast.InZone:
        subject, zone, *keeper = children
        return ast.InZone(
            subject,
            zone,
            keeper[0] if keeper else None,
            self.between(subject, children[-1]),
        )

    # Selections

    def group(self, children: list[Any]) -> ast.Group:
        kind: Any = " ".join(token.value for token in children)
        return ast.Group(kind, None, self.between(children[0], children[-1]))

    def group_of(self, children: list[Any]) -> ast.Group:
        group, of = children
        return ast.Group(group.kind, of, self.between(group, of))

    def cards(self, children: list[Any]) -> ast.CardsIn:
        word, zone, *keeper = children
        return ast.CardsIn(
            zone, keeper[0] if keeper else None, self.between(word, children[-1])
        )

    def selected(self, children: list[Any]) -> ast.Selection:
        source, clauses = children
        return ast.Selection(source, clauses, self.between(source, clauses[-1]))

    def group_of_selected(self, children: list[Any]) -> ast.Selection:
        return self.selected([self.group_of(children[:2]), children[2]])

    def cards_selected(self, children: list[Any]) -> ast.Selection:
        return self.selected([self.cards(children[:-1]), children[-1]])

    cards_of_selected = cards_selected

    def clauses(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def having(self, children: list[Any]) -> ast.Having:
        word, tag = children
        return ast.Having(tag, self.between(word, tag))

    def holding(self, children: list[Any]) -> ast.Holding:
        word, effect = children
        return ast.Holding(effect, self.between(word, effect))

    def within_of(self, children: list[Any]) -> ast.Within:
        word, distance, of = children
        return ast.Within(distance, of, self.between(word, of))

    def with_link(self, children: list[Any]) -> ast.WithLink:
        word, link, value = children
        return ast.WithLink(link, value, self.between(word, value))

    def where(self, children: list[Any]) -> ast.Where:
        word, condition = children
        return ast.Where(None, condition, self.between(word, condition))

    def where_named(self, children: list[Any]) -> ast.Where:
        word, candidate, condition = children
        return ast.Where(candidate, condition, self.between(word, condition))

    def sorted_by(self, children: list[Any]) -> ast.SortedBy:
        word, key, down = children
        return ast.SortedBy(
            None, key, down is not None, self.between(word, down or key)
        )

    def sorted_by_named(self, children: list[Any]) -> ast.SortedBy:
        word, candidate, key, down = children
        span = self.between(word, down or key)
        return ast.SortedBy(candidate, key, down is not None, span)

    def first(self, children: list[Any]) -> ast.First:
        word, count = children
        return ast.First(count, self.between(word, count))

    # Parts of lines

    def names(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    listed_names = names
    assignments = names
    application = names
    applied_names = names
    event_patterns = names
    tags_had = names

    def applied(self, children: list[Any]) -> ast.Applied:
        name, _, arguments, closing = children
        if closing is None:
            return ast.Applied(name, (), name.span)
        return ast.Applied(name, arguments or (), self.between(name, closing))

    def argument(self, children: list[Any]) -> ast.Argument:
        name, value = children
        return ast.Argument(name, value, self.between(name or value, value))

    def assignment(self, children: list[Any]) -> ast.Assignment:
        name, value = children
        return ast.Assignment(name, value, self.between(name, value))

    def coordinates(self, children: list[Any]) -> ast.Coordinates:
        x, y = children
        return ast.Coordinates(x, y, self.between(x, y))

    def duration_turns(self, children: list[Any]) -> ast.Duration:
        amount, unit = children
        return ast.Duration(amount, "turns", self.between(amount, unit))

    def duration_seconds(self, children: list[Any]) -> ast.Duration:
        amount, unit = children
        return ast.Duration(amount, "seconds", self.between(amount, unit))

    def path_start(self, children: list[Any]) -> ast.Expression:
        token = children[0]
        if token.type == "NAME":
            return self.reference([self.name(children)])
        return self.word(children)

    def path(self, children: list[Any]) -> ast.Expression:
        start, *names = children
        for name in names:
            start = self.member([start, name])
        return start  # type: ignore[no-any-return]

    reserved_start = word

    def owned(self, children: list[Any]) -> tuple[ast.Expression | None, ast.Name]:
        """A path parted into whose it is (None: the holder's, unsaid) and the last name."""
        *owners, name = children
        if not owners:
            return None, name
        first, *others = owners
        start = self.reference([first]) if isinstance(first, ast.Name) else first
        return self.path([start, *others]), name

    def change(self, children: list[Any]) -> Token:
        return children[0]  # type: ignore[no-any-return]

    def event_pattern(self, children: list[Any]) -> ast.EventPattern:
        change, name = children
        if change is None:
            return ast.EventPattern(None, name, name.span)
        kind: Any = change.value
        return ast.EventPattern(kind, name, self.between(change, name))

    def subject_kind(self, children: list[Any]) -> tuple[str, Span]:
        text = " ".join(token.value for token in children)
        return text, self.between(children[0], children[-1])

    def subject_of_kind(self, children: list[Any]) -> ast.Subject:
        (kind, span), having = children
        who: Any = kind
        return ast.Subject(
            who, having, span.through(having[-1].span) if having else span
        )

    def subject_of_path(self, children: list[Any]) -> ast.Subject:
        path, having = children
        return ast.Subject(
            path, having, self.between(path, having[-1] if having else path)
        )
