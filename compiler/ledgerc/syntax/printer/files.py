"""Whole files as canonical text: indentation, blank lines and comments.

Bodies are indented by two spaces a level. The author's blank lines are kept, at most one at a
place and none at the start of a body; a declaration with a body has one before and one after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from ledgerc.syntax import ast
from ledgerc.syntax.printer.lines import (
    Item,
    print_declaration_line,
    print_item_line,
    print_log_line,
    print_play_line,
    print_step_line,
)
from ledgerc.syntax.printer.statements import print_branch, print_statement_line

_STEP = "  "


def print_ledger(file: ast.LedgerFile) -> str:
    """The canonical text of a catalog; it ends in a newline if there is anything in it."""
    return _print_file(file)


def print_play(file: ast.PlayFile) -> str:
    """The canonical text of a play file."""
    return _print_file(file)


def _print_file(file: ast.LedgerFile | ast.PlayFile) -> str:
    writer = _Writer(isinstance(file, ast.PlayFile))
    if file.header_comments:
        writer.comments(file.header_comments, 0)
        writer.blank()
    after_body = False
    for declaration in file.declarations:
        has_body = bool(_body(declaration)) or bool(
            getattr(declaration, "final_comments", ())
        )
        if after_body or has_body or declaration.blank_before:
            writer.blank()
        writer.line(declaration, _declaration_line(declaration), 0)
        writer.body(declaration, 1)
        after_body = has_body
    for block in file.final_comments:
        writer.blank()
        writer.comments(block, 0)
    return writer.text()


def _declaration_line(declaration: ast.Declaration | ast.PlayDeclaration) -> str:
    if isinstance(declaration, ast.Catalog | ast.Scene | ast.Play):
        return print_play_line(declaration)
    return print_declaration_line(declaration)


def _body(node: Any) -> Sequence[Any]:
    match node:
        case ast.Effect() | ast.Archetype() | ast.Aura():
            return node.items
        case ast.Ability() | ast.Template():
            return (*node.items, *node.body)
        case ast.Scene() | ast.Play():
            return node.steps
        case ast.ExpectLog():
            return node.entries
        case ast.Opener():
            return node.body  # type: ignore[attr-defined,no-any-return]
        case _:
            return ()


class _Writer:
    """Collects lines."""

    def __init__(self, in_play: bool) -> None:
        self.in_play = in_play
        self.lines: list[str] = []

    def text(self) -> str:
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "\n".join(self.lines) + "\n" if self.lines else ""

    def blank(self) -> None:
        """One blank line, unless there is one or nothing stands above."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def comments(self, block: tuple[str, ...], depth: int) -> None:
        for text in block:
            self.lines.append(_STEP * depth + _comment(text))

    def line(self, node: ast.Line, text: str, depth: int) -> None:
        """A line with the comments above and behind it."""
        self.above(node, depth)
        self.lines.append(_STEP * depth + text + _trailing(node))

    def above(self, node: ast.Line, depth: int) -> None:
        for block in node.detached_comments:
            self.comments(block, depth)
            self.blank()
        self.comments(node.leading_comments, depth)

    def body(self, node: Any, depth: int) -> None:
        """The lines under a header, and the comments at their end."""
        for at, child in enumerate(_body(node)):
            if at and child.blank_before:
                self.blank()
            self.child(child, depth)
        for at, block in enumerate(getattr(node, "final_comments", ())):
            if at:
                self.blank()
            self.comments(block, depth)

    def child(self, child: Any, depth: int) -> None:
        if isinstance(child, ast.If):
            self.above(child, depth)
            for at, branch in enumerate(child.branches):
                self.line(branch, print_branch(branch, at == 0), depth)
                self.body(branch, depth + 1)
            return
        self.line(child, _child_line(child, self.in_play), depth)
        self.body(child, depth + 1)


_ITEMS = get_args(Item)


def _child_line(child: Any, in_play: bool) -> str:
    if isinstance(child, ast.LogLine):
        return print_log_line(child)
    if in_play:
        return print_step_line(child)
    if isinstance(child, _ITEMS):
        return print_item_line(child)
    return print_statement_line(child)


def _trailing(node: ast.Line) -> str:
    if node.trailing_comment is None:
        return ""
    return "  " + _comment(node.trailing_comment)


def _comment(text: str) -> str:
    if not text:
        return "#"
    return f"#{text}" if text.startswith("#") else f"# {text}"
