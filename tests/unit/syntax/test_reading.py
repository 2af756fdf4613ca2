"""Bytes to text, characters that may not stand in a file, and limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import ast, parse_ledger, read_source


def read(data: bytes) -> tuple[SourceFile, Sink]:
    sink = Sink()
    return read_source("test.ledger", data, sink), sink


def codes(text: str) -> list[str]:
    sink = Sink()
    parse_ledger(SourceFile("test.ledger", text), sink)
    return [found.code for found in sink.sorted()]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    source, sink = read(b"\xef\xbb\xbfrate 10\r\nstat A\r\n")
    assert source.text == "rate 10\nstat A\n"
    assert not sink.found
    assert codes("\ufeffrate 10\r\nstat A\r\n") == []


def test_bytes_that_are_no_utf8_are_told_line_by_line_and_once() -> None:
    source, sink = read(b"stat A # \xe4\nstat \xe4\xe4B\nstat C\n")
    assert [(one.code, one.span.line, one.span.column) for one in sink.found] == [
        ("LG0112", 1, 10),
        ("LG0112", 2, 6),
    ]
    assert codes(source.text) == []
    file = parse_ledger(source, Sink())
    assert isinstance(file.declarations[-1], ast.Stat)


def test_utf16_is_named() -> None:
    _, sink = read("stat A\n".encode("utf-16"))
    assert [found.message for found in sink.found] == ["this file is UTF-16"]


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "   ", "#", "# a\n\n# b"])
def test_nothing_is_a_file_too(text: str) -> None:
    assert codes(text) == []


def test_the_last_line_needs_no_end() -> None:
    assert codes("effect A\n  tags B") == []


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x0b", "\x0c", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\u2066"],
)
def test_what_is_not_seen_may_not_stand_in_a_file(character: str) -> None:
    assert codes(f"stat A{character}\n") == ["LG0111"]
    assert codes(f"stat A # {character}x\n") == ["LG0111"]
    assert codes(f'archetype A\n  text "a{character}b"\n') == ["LG0111"]


def test_other_writing_may_stand_in_texts_and_comments() -> None:
    assert codes('archetype A  # für dich, 猫\n  text "żółw – „so“ 🎲 שלום"\n') == []


def test_limits_are_told_and_nothing_breaks() -> None:
    assert codes("stat A = " + "(" * 100 + "1" + ")" * 100 + "\n") == []
    assert codes("stat A = " + "(" * 101 + "1" + ")" * 101 + "\n") == ["LG0801"]
    assert codes("stat A = " + "(" * 4000 + "1" + ")" * 4000 + "\n") == ["LG0801"]
    assert codes("stat A = " + "-" * 9000 + "1\n") == ["LG0801"]
    assert codes("stat A = " + "not " * 2000 + "x\n") == ["LG0801"]
    assert codes("stat A = " + "1 + " * 2000 + "1\n") == ["LG0801"]
    assert codes("stat A = 1" + " " * 10_000 + "+ 2\n") == ["LG0801"]
    assert codes("#" * 6_000_000) == ["LG0801"]


def test_bodies_may_not_be_nested_without_end() -> None:
    lines = ["routine A()"]
    lines += ["  " * depth + "repeat 2" for depth in range(1, 200)]
    lines.append("  " * 200 + "settle")
    assert "LG0801" in codes("\n".join(lines))
    lines = [*lines[:45], "  " * 45 + "settle"]
    assert codes("\n".join(lines)) == []


def test_importing_the_syntax_is_cheap() -> None:
    code = "import sys, ledgerc.syntax; print('lark' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"
