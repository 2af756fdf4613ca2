"""The three forms in which diagnostics are written."""

from __future__ import annotations

import json

import pytest

from ledgerc.diagnostics import Diagnostic, Note, Severity
from ledgerc.diagnostics.excerpt import WIDTH, excerpt, visible
from ledgerc.diagnostics.render import Format, render
from ledgerc.diagnostics.render_json import from_data, to_data
from ledgerc.source import SourceFile, Span

SOURCE = SourceFile("content/x.ledger", "stat Attack\n\narchetype A\n  base Atack 2\n")
FOUND = Diagnostic(
    "LG0203",
    Span(SOURCE.name, 4, 8, 4, 13),
    "there is no stat `Atack`",
    allowed="a stat",
    suggestion="Attack",
    notes=(Note("a stat is declared here", Span(SOURCE.name, 1, 6, 1, 12)),),
)


def text(*found: Diagnostic, source: SourceFile = SOURCE, colour: bool = False) -> str:
    return render(found, {source.name: source}, colour=colour)


def test_text_shows_the_place_the_line_the_carets_and_what_helps() -> None:
    assert text(FOUND) == (
        "content/x.ledger:4:8: error LG0203: there is no stat `Atack`\n"
        "    4 |   base Atack 2\n"
        "      |        ^^^^^\n"
        "  = allowed: a stat\n"
        "  = did you mean `Attack`?\n"
        "  note: a stat is declared here (content/x.ledger:1:6)\n"
        "    1 | stat Attack\n"
        "      |      ^^^^^^\n"
        "\n"
        "1 error; `ledgerc code LG0203` explains it\n"
    )


def test_the_count_names_errors_and_warnings_and_the_first_code() -> None:
    warning = Diagnostic("LG0901", FOUND.span, "unused", severity=Severity.WARNING)
    assert text(FOUND, FOUND, warning).endswith(
        "\n2 errors, 1 warning; `ledgerc code LG0203` explains the first\n"
    )
    assert text(FOUND, FOUND).endswith(
        "\n2 errors; `ledgerc code LG0203` explains them\n"
    )


def test_nothing_found_is_no_text_and_an_empty_array() -> None:
    assert render([], {}) == ""
    assert render([], {}, Format.GITHUB) == ""
    assert json.loads(render([], {}, Format.JSON)) == []


def test_a_finding_about_a_whole_file_has_no_line() -> None:
    found = Diagnostic("LG0601", Span("a.ledger", 0, 0, 0, 0), "there is no file `a`")
    assert text(found).startswith("a.ledger: error LG0601: there is no file `a`\n\n")
    assert render([found], {}, Format.GITHUB).startswith("::error file=a.ledger,title=")


def test_colour_is_only_there_when_asked_for() -> None:
    assert "\x1b[" not in text(FOUND)
    assert "\x1b[1;31merror LG0203\x1b[0m" in text(FOUND, colour=True)


def test_a_span_over_lines_is_marked_to_the_end_of_its_first() -> None:
    found = Diagnostic("LG0101", Span(SOURCE.name, 1, 6, 3, 2), "odd")
    assert "      |      ^^^^^^\n" in text(found)


@pytest.mark.parametrize(
    ("line", "start", "end", "shown", "carets"),
    [
        ("\tbase", 2, 6, "    base", "    ^^^^"),
        ("盾 ab", 3, 5, "盾 ab", "   ^^"),
        ("盾ab", 1, 2, "盾ab", "^^"),
        ("e\u0301a", 3, 4, "e\u0301a", " ^"),
        ("a\u202eb", 3, 4, "a<U+202E>b", "         ^"),
        ("\x1b[31m", 1, 2, "<U+001B>[31m", "^^^^^^^^"),
        ("ab", 3, 3, "ab", "  ^"),
        ("", 1, 1, "", "^"),
        ("ab", 9, 12, "ab", "  ^"),
    ],
)
def test_carets_stand_under_what_the_terminal_shows(
    line: str, start: int, end: int, shown: str, carets: str
) -> None:
    found = excerpt(line, start, end)
    assert (found.text, found.carets) == (shown, carets)


def test_a_long_line_is_cut_around_the_span() -> None:
    line = "a" * 5_000 + "HERE" + "b" * 5_000
    found = excerpt(line, 5_001, 5_005)
    assert len(found.text) <= WIDTH + 2
    start = found.carets.index("^")
    assert found.text[start : start + len(found.carets) - start] == "HERE"
    assert found.text.startswith("…")
    assert found.text.endswith("…")


def test_what_steers_a_terminal_is_written_by_number() -> None:
    assert visible("a\x1b\u2066b\n") == "a<U+001B><U+2066>b<U+000A>"


def test_json_has_the_same_keys_in_every_object() -> None:
    plain = Diagnostic("LG0101", Span("b.ledger", 1, 1, 1, 2), "odd")
    first, second = json.loads(render([FOUND, plain], {}, Format.JSON))
    assert list(first) == list(second)
    assert first == {
        "code": "LG0203",
        "severity": "error",
        "message": "there is no stat `Atack`",
        "allowed": "a stat",
        "suggestion": "Attack",
        "file": "content/x.ledger",
        "line": 4,
        "column": 8,
        "end_line": 4,
        "end_column": 13,
        "notes": [
            {
                "message": "a stat is declared here",
                "file": "content/x.ledger",
                "line": 1,
                "column": 6,
                "end_line": 1,
                "end_column": 12,
            }
        ],
    }
    assert second["allowed"] is None
    assert second["notes"] == []


def test_a_diagnostic_survives_its_json_form() -> None:
    assert from_data(json.loads(json.dumps(to_data(FOUND)))) == FOUND


def test_github_commands_are_escaped() -> None:
    found = Diagnostic(
        "LG0203", Span("a,b:c%.ledger", 3, 1, 3, 4), "50% of\r\nit: a, b"
    )
    assert render([found], {}, Format.GITHUB) == (
        "::error file=a%2Cb%3Ac%25.ledger,line=3,col=1,endLine=3,endColumn=4,"
        "title=LG0203::50%25 of%0D%0Ait: a, b\n"
    )


def test_github_keeps_the_hints() -> None:
    line = render([FOUND], {}, Format.GITHUB)
    assert line.count("\n") == 1
    assert "%0Aallowed: a stat%0Adid you mean `Attack`?%0A" in line
