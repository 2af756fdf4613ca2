"""Expressions: how tightly operators bind, what each form becomes, and how it is printed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.syntax import ast
from ledgerc.syntax.parser import parse_expression
from ledgerc.syntax.printer import print_expression


def parsed(text: str) -> ast.Expression:
    sink = Sink()
    node = parse_expression(text, sink)
    assert not sink.found, sink.found
    assert node is not None
    return node


def grouped(node: ast.Expression) -> str:
    """The expression with a pair of parentheses round every operator."""
    match node:
        case ast.Binary(operator, left, right):
            return f"({grouped(left)} {operator} {grouped(right)})"
        case ast.Unary(operator, operand):
            return f"({operator} {grouped(operand)})"
        case _:
            return print_expression(node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b * c", "((a / b) * c)"),
        ("-a * b", "((- a) * b)"),
        ("a * -b", "(a * (- b))"),
        ("- -a", "(- (- a))"),
        ("a or b and c", "(a or (b and c))"),
        ("not a == b", "(not (a == b))"),
        ("not a and b", "((not a) and b)"),
        ("a + b < c * d", "((a + b) < (c * d))"),
        ("(a + b) * c", "((a + b) * c)"),
        ("(a or b) and c", "((a or b) and c)"),
        ("a.b.c + f(d)", "(a.b.c + f(d))"),
    ],
)
def test_operators_bind_as_a_reader_expects(text: str, expected: str) -> None:
    assert grouped(parsed(text)) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("007", 7),
        ("0.5", Fraction(1, 2)),
        ("57%", Fraction(57, 100)),
        ("12.5%", Fraction(1, 8)),
        ("200%", 2),
        ("1.0", 1),
    ],
)
def test_numbers_are_exact_and_keep_their_text(
    text: str, value: int | Fraction
) -> None:
    node = parsed(text)
    assert isinstance(node, ast.Number)
    assert node.value == value
    assert type(node.value) is type(value)
    assert node.text == text


def test_a_selection_keeps_its_clauses_in_order() -> None:
    node = parsed(
        "other allies of x having Unit holding Burning(2) within 3 of y with team = x "
        "as e where e.Health > 1 sorted by it.Health down first 2"
    )
    assert isinstance(node, ast.Selection)
    assert node.source == ast.Group("other allies", parsed("x"), node.source.span)
    kinds = [type(clause).__name__ for clause in node.clauses]
    assert kinds == [
        "Having",
        "Holding",
        "Within",
        "WithLink",
        "Where",
        "SortedBy",
        "First",
    ]


def test_a_selection_without_clauses_is_its_source() -> None:
    assert isinstance(parsed("enemies"), ast.Group)
    assert isinstance(parsed("cards in Hand of x"), ast.CardsIn)
    assert isinstance(parsed("x.wielder"), ast.Member)


def test_a_condition_that_others_follow_is_put_in_parentheses() -> None:
    text = "enemies where it.Health > 3 first 2"
    assert print_expression(parsed(text)) == "enemies where (it.Health > 3) first 2"


def test_the_parentheses_of_the_author_are_kept_round_operators_alone() -> None:
    assert print_expression(parsed("(a and b) or c")) == "(a and b) or c"
    assert print_expression(parsed("((a)) + (f(b))")) == "a + f(b)"


def test_parentheses_do_not_tell_two_trees_apart() -> None:
    assert parsed("(a and b) or c") == parsed("a and b or c")


def test_spans_point_at_the_text_itself() -> None:
    node = parsed("count(enemies) + 12")
    assert isinstance(node, ast.Binary)
    assert (node.span.column, node.span.end_column) == (1, 20)
    assert (node.left.span.column, node.left.span.end_column) == (1, 15)
    assert (node.right.span.column, node.right.span.end_column) == (18, 20)


@pytest.mark.parametrize("text", ["", "# only a comment", "   "])
def test_no_expression_is_a_diagnostic(text: str) -> None:
    sink = Sink()
    assert parse_expression(text, sink) is None
    assert [found.code for found in sink.found] == ["LG0103"]
