"""The one way in which an author's text gets into generated Python.

Names become identifiers in ``names``; every other text (comments, reasons, file names) passes one
of the three functions here, so that no catalog can end a literal, a comment or a docstring.
"""

from __future__ import annotations

import re
import textwrap

WIDTH = 74
"""How wide a docstring's own text may be before it is wrapped anew; a method's fits 88 columns."""

_DIRECTIVE = re.compile(
    r"\s*(type|fmt|yapf|isort|ruff|mypy|noqa|pragma|nosec|pylint|flake8|pyright)\b"
)
"""What tools read as an instruction when a comment begins with it."""


def literal(text: str) -> str:
    """A Python string literal of ``text``; control and bidi characters are written as escapes."""
    return repr(text)


def comment(text: str) -> str:
    """``text`` as the rest of a ``#`` line: one line, no control or bidi characters.

    What cannot be printed is shown as its escape, and a text that a tool would take for an
    instruction (``type: ignore``) is disarmed by escaping its first letter.
    """
    line = _visible(text).strip()
    if _DIRECTIVE.match(line):
        line = f"\\x{ord(line[0]):02x}{line[1:]}"
    return line


def docstring(text: str) -> str:
    """A whole docstring literal of ``text``, quotes included; never indented but by black.

    Its value is ``text`` with long paragraphs wrapped anew and every character that cannot be
    printed shown as its escape.
    """
    lines = [_visible(line).rstrip() for line in _wrapped(text)]
    whole = "\n".join(lines).strip()
    body = whole.rstrip('"')
    inner = body.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    inner += '\\"' * (len(whole) - len(body))
    closing = '\n"""' if "\n" in inner else '"""'
    return f'"""{inner}{closing}'


def _visible(text: str) -> str:
    """``text`` in one line, each character that cannot be printed written as its escape."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )


def _wrapped(text: str) -> list[str]:
    """The lines of ``text``: too wide a paragraph of prose, or item of a list, is wrapped anew."""
    lines: list[str] = []
    for paragraph in _paragraphs(text):
        if any(len(line) > WIDTH for line in paragraph):
            if all(_is_prose(line) for line in paragraph):
                paragraph = _filled(" ".join(paragraph), "")
            else:
                paragraph = [
                    part
                    for line in paragraph
                    for part in (
                        _filled(line, "  ") if line.startswith("- ") else [line]
                    )
                ]
        lines += [*paragraph, ""]
    return lines


def _paragraphs(text: str) -> list[list[str]]:
    """The lines of ``text`` between blank ones."""
    found: list[list[str]] = [[]]
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found


def _is_prose(line: str) -> bool:
    return line[:1].isalnum() or line[:1] in "\"'("


def _filled(line: str, indent: str) -> list[str]:
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
