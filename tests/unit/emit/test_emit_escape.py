"""Texts of an author in generated Python: values survive, nothing gets out."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerc.emit import escape

HOSTILE = (
    'a "quoted" text',
    '""" + exec("x") + """',
    'ends in a quote"',
    "ends in a backslash\\",
    "'''\\\"\\'{{ x }}{% raw %}",
    "two\nlines\r\nand \x0b more\u2028end",
    "right \u202eto\u202c left, zero\u200bwidth",
    "\x00\x07\ud800",
    "",
    "   ",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_is_the_text(text: str) -> None:
    written = escape.literal(text)
    assert ast.literal_eval(written) == text
    assert written.isprintable()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_comment_is_one_printable_line(text: str) -> None:
    assert escape.comment(text).isprintable()


@pytest.mark.parametrize(
    "text", ["type: ignore", "fmt: off", " noqa: F401", "pragma: no cover"]
)
def test_a_comment_is_never_an_instruction_to_a_tool(text: str) -> None:
    word = text.strip().partition(":")[0]
    assert not escape.comment(text).startswith(word)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_docstring_is_one_literal(text: str) -> None:
    tree = ast.parse(escape.docstring(text))
    assert len(tree.body) <= 1


def test_a_docstring_wraps_prose_and_items_and_leaves_tables_alone() -> None:
    prose = "word " * 40
    item = "- one " + "thing " * 30
    table = "| one |" + " " * 90 + "| two |"
    written = escape.docstring(f"{prose}\n\n{item}\n\n{table}").splitlines()
    assert max(len(line) for line in written if "|" not in line) <= escape.WIDTH + 3
    assert table in written
    assert "  thing thing" in "\n".join(written)


@given(st.text())
def test_any_text_stays_inside_its_docstring(text: str) -> None:
    source = f"class Held:\n    {escape.docstring(text)}\n    inside = 1\n"
    (held,) = ast.parse(source).body
    assert isinstance(held, ast.ClassDef)
    assert isinstance(held.body[-1], ast.Assign)


@given(st.text())
def test_any_text_stays_inside_its_comment(text: str) -> None:
    (held,) = ast.parse(f"# {escape.comment(text)}\ninside = 1\n").body
    assert isinstance(held, ast.Assign)
