"""Printing of Python expressions: no parentheses that nobody needs, none missing."""

from __future__ import annotations

import ast

import pytest

from ledgerc.emit import nodes

A, B, C = nodes.name("a"), nodes.name("b"), nodes.name("c")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (
            nodes.both(A, B, nodes.compare("<", C, nodes.constant(0))),
            "a and b and c < 0",
        ),
        (nodes.both(A, nodes.both(B, C)), "a and b and c"),
        (nodes.either(nodes.both(A, B), C), "(a and b) or c"),
        (nodes.both(A, nodes.either(B, C)), "a and (b or c)"),
        (nodes.both(A, nodes.inverse(B)), "a and not b"),
        (nodes.inverse(nodes.both(A, B)), "not (a and b)"),
        (nodes.inverse(nodes.compare("<=", A, B)), "a > b"),
        (nodes.inverse(nodes.compare("is", A, B)), "a is not b"),
        (nodes.inverse(nodes.inverse(A)), "a"),
        (nodes.inverse(nodes.compare("in", A, B)), "not a in b"),
        (nodes.binary("*", nodes.binary("+", A, B), C), "(a + b) * c"),
        (nodes.both(A, nodes.conditional(A, B, C)), "a and (b if a else c)"),
        (nodes.compare("==", nodes.both(A, B), C), "(a and b) == c"),
        (nodes.call("f", nodes.generated(A, nodes.loop("a", B))), "f(a for a in b)"),
        (
            nodes.call("f", nodes.generated(A, nodes.loop("a", B)), C),
            "f((a for a in b), c)",
        ),
        (nodes.head(A, nodes.constant(2)), "a[:2]"),
        (nodes.joined([A, B]), "[*a, *b]"),
        (nodes.mapping([(A, B), (None, C)]), "{a: b, **c}"),
        (nodes.function_of(B, "a", "b"), "lambda a, b: b"),
    ],
)
def test_a_tree_is_printed_as_a_person_would(node: nodes.Node, text: str) -> None:
    assert nodes.text_of(node) == text


def test_printing_leaves_the_tree_alone() -> None:
    tree = nodes.call("f", nodes.generated(nodes.both(A, B), nodes.loop("a", B)))
    before = ast.dump(tree)
    nodes.text_of(tree)
    assert ast.dump(tree) == before
