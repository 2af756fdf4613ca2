"""Parses the rows of a file one by one and puts bodies under their headers.

Each line is parsed by itself, so that a broken one hides no other: what it was most likely meant
to be goes on in its place (see ``explain``), and where that cannot be told, its body is still read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark.exceptions import UnexpectedToken

from ledgerc.diagnostics import Sink, nearest
from ledgerc.node import replace
from ledgerc.syntax import ast
from ledgerc.syntax.abilities import with_ability_lines
from ledgerc.syntax.comments import as_if, comment_blocks, with_comments
from ledgerc.syntax.contexts import (
    LEDGER_CONTEXTS,
    LOG,
    NEEDS_BODY,
    PLAY_CONTEXTS,
    STATEMENT,
    Context,
    body_of,
    body_of_words,
)
from ledgerc.syntax.failing import shown
from ledgerc.syntax.frontend import Frontend
from ledgerc.syntax.lines import LineParser
from ledgerc.syntax.rows import Row
from ledgerc.syntax.scanner import Fault

_ELSE_IF = {"elif": "else if", "elseif": "else if", "elsif": "else if"}
"""How other languages begin a line, and what is meant by it here."""


class BlockParser:
    """Parses one file."""

    def __init__(self, frontend: Frontend, file: str, sink: Sink) -> None:
        self.frontend = frontend
        self.sink = sink
        self.lines = LineParser(frontend, file, sink)
        self.hoisted: list[Any] = []
        self.contexts = (
            LEDGER_CONTEXTS if frontend.language == "ledger" else PLAY_CONTEXTS
        )

    def declarations(self, rows: list[Row]) -> tuple[Any, ...]:
        """The declarations of a file, in its order."""
        found: list[Any] = []
        for row in self._adopted(rows, self.contexts[0]):
            node = self._line(row, self.contexts[0], found)
            if node is not None:
                found.append(node)
            found.extend(self.hoisted)
            self.hoisted.clear()
        return tuple(found)

    def _lines(self, rows: list[Row], context: Context) -> list[Any]:
        found: list[Any] = []
        for row in self._adopted(rows, context):
            if row.word == "else" and context.start in ("statement", "ability_line"):
                self._else(row, found)
                continue
            node = self._line(row, context, found)
            if node is not None:
                found.append(node)
        return found

    def _adopted(self, rows: list[Row], context: Context) -> Iterator[Row]:
        """Rows, those that slid out of the body of the row above put back into it."""
        words = self.frontend.first_words
        allowed = words.get(context.start, frozenset())
        at = 0
        while at < len(rows):
            row = rows[at]
            at += 1
            if at < len(rows) and context is not self.contexts[0]:
                row.following = rows[at]
            body = body_of_words([lexeme.text for lexeme in row.lexemes])
            if row.children or body is None or body not in self.contexts:
                yield row
                continue
            while (
                at < len(rows)
                and rows[at].word in words[body.start]
                and rows[at].word not in allowed
            ):
                slid = rows[at]
                self.lines.report_line(
                    slid,
                    f"`{slid.word}` belongs in the body of `{row.word}` above: indent it",
                    "spaces before it: more than the line above has",
                    row,
                )
                slid.blame = False
                row.children.append(slid)
                at += 1
            yield row

    def _line(self, row: Row, context: Context, before: list[Any]) -> Any:
        """The node of a row with its body, or None if nothing could be made of it."""
        lexemes = row.lexemes
        if (
            context is not LOG
            and lexemes[0].text not in self.frontend.first_words[context.start]
        ):
            return self._misplaced(row, context, before)
        return self._complete(
            row, self.lines.parse(row, context.start), context, before
        )

    def _misplaced(self, row: Row, context: Context, before: list[Any]) -> Any:
        """A row whose first word begins no line of this kind."""
        lexemes = row.lexemes
        first = lexemes[0]
        words = self.frontend.first_words[context.start]
        elsewhere = [
            other
            for other in self.contexts
            if first.text in self.frontend.first_words[other.start]
        ]
        has_else = context.start in ("statement", "ability_line")
        candidates = words | {"else"} if has_else else words
        meant = nearest(first.text, candidates) if first.kind == "NAME" else None
        if has_else and before and isinstance(before[-1], ast.If):
            words_meant = "else" if meant == "else" else _ELSE_IF.get(first.text)
            if words_meant is not None:
                self._report_first(row, context, elsewhere, words_meant)
                lexemes[:1] = [
                    first._replace(text=word) for word in words_meant.split()
                ]
                self._else(row, before)
                return None
        if meant is not None:
            self.lines.begin(row)
            mended = [first._replace(text=meant), *lexemes[1:]]
            try:
                node = self.frontend.parse(context.start, mended)
            except UnexpectedToken:
                node = None
            if node is not None or not elsewhere:
                self._report_first(row, context, elsewhere, meant)
                if node is None:
                    node = self.lines.salvaged(context.start, mended)
                texts = [lexeme.text for lexeme in mended]
                return self._complete(row, node, context, before, texts)
        if elsewhere and elsewhere[0] is self.contexts[0]:
            self.lines.report(
                row,
                Fault(
                    "LG0106",
                    first.start,
                    first.end,
                    f"`{first.text}` begins at column 1, not {context.article_where}",
                    "no spaces before it",
                ),
            )
            row.blame = False
            node = self._line(row, self.contexts[0], before)
            if node is not None:
                self.hoisted.append(node)
            return None
        self._report_first(row, context, elsewhere, None)
        if elsewhere:
            row.blame = False
            self._line(row, elsewhere[0], [])
        else:
            self._complete(row, None, context, before)
        return None

    def _report_first(
        self,
        row: Row,
        context: Context,
        elsewhere: list[Context],
        meant: str | None,
    ) -> None:
        first = row.lexemes[0]
        words = self.frontend.first_words[context.start]
        if first.text == "else":
            code, message = "LG0108", "this `else` belongs to no `if`"
        elif elsewhere:
            code = "LG0108"
            message = (
                f"`{first.text}` begins a {elsewhere[0].what}: it belongs "
                f"{elsewhere[0].article_where}"
            )
        else:
            code = "LG0101"
            message = f"no {context.what} begins with `{shown(first.text)}`"
            if "if" in words:
                meant = meant or _ELSE_IF.get(first.text)
        allowed = ", ".join(f"`{word}`" for word in sorted(words))
        if row.blame:
            self.lines.tell(
                row, Fault(code, first.start, first.end, message, allowed, meant)
            )

    def _else(self, row: Row, before: list[Any]) -> None:
        """Join an ``else`` to the ``if`` above it."""
        branch = self.lines.parse(row, "else_line")
        if branch is None:
            branch = ast.Branch(None, span=self.lines.span(row))
        branch = self._with_body(row, branch, STATEMENT)
        branch = with_comments(row, branch)
        last = before[-1] if before else None
        if isinstance(last, ast.If) and last.branches[-1].condition is not None:
            before[-1] = replace(last, branches=(*last.branches, branch))
            return
        message = (
            "this `if` has an `else` already"
            if isinstance(last, ast.If)
            else "this `else` belongs to no `if`"
        )
        first = row.lexemes[0]
        allowed = "an `else` directly after the body of its `if`, indented like it"
        self.lines.report(
            row, Fault("LG0108", first.start, first.end, message, allowed)
        )

    def _complete(
        self,
        row: Row,
        node: Any,
        context: Context,
        before: list[Any],
        words: list[str] | None = None,
    ) -> Any:
        """A node with its body and comments.

        Of a row without a node the body is read only; statements under a broken statement go on
        in its place, so that what is wrong with them is told as well.
        """
        if node is None:
            words = words or [lexeme.text for lexeme in row.lexemes]
            body = body_of_words(words)
            if context.start in ("statement", "ability_line"):
                before.extend(self._lines(row.children, STATEMENT))
            elif body is not None and body in self.contexts:
                self._lines(row.children, body)
            elif row.children:
                self._unknown(row.children)
            return None
        if row.children:
            body = body_of(node)
            if body is None:
                node = with_comments(row, node)
                return self._without_body(row, node, context, before)
        else:
            body = None
        if row.children or isinstance(node, ast.Opener):
            node = self._with_body(row, node, body)
        node = with_comments(row, node)
        if isinstance(node, ast.Branch):
            return as_if(node)
        return node

    def _with_body(self, row: Row, node: Any, body: Context | None) -> Any:
        final = comment_blocks(row.final)
        if final:
            node = replace(node, final_comments=final)
        if not row.children:
            if isinstance(node, NEEDS_BODY):
                self._body_missing(row)
            return node
        assert body is not None
        found = self._lines(row.children, body)
        match node:
            case ast.Ability() | ast.Template(kind="ability"):
                return with_ability_lines(node, found, self.sink)
            case ast.Effect() | ast.Archetype() | ast.Template() | ast.Aura():
                opened: Any = node
                return replace(opened, items=tuple(found))
            case ast.Scene() | ast.Play():
                return replace(node, steps=tuple(found))
            case ast.ExpectLog():
                return replace(node, entries=tuple(found))
            case _:
                return replace(node, body=tuple(found))

    def _without_body(
        self, row: Row, node: Any, context: Context, before: list[Any]
    ) -> Any:
        """Lines stand under a node that has no body: tell it once, and read them all."""
        first = row.children[0]
        belongs = before[-1] if before else None
        if context is self.contexts[0] and self._slid_above(row, belongs):
            self.lines.report_line(
                row,
                f"`{row.word}` has no body here: if it is a line of the "
                f"`{_keyword(belongs)}` above, indent it",
                None,
            )
        else:
            begins = first.word in self.frontend.first_words[self.contexts[0].start]
            self.lines.report_line(
                first,
                (
                    f"`{first.word}` begins at column 1"
                    if begins and context is self.contexts[0]
                    else f"this line is indented deeper, but `{row.word}` above it has no "
                    "body"
                ),
                "the indentation of the line above",
                row,
            )
        if context is not self.contexts[0]:
            before.append(node)
            before.extend(self._lines(row.children, context))
            return None
        words = self.frontend.first_words[context.start]
        for child in row.children:
            if child.word in words:
                self.hoisted.append(self._line(child, context, before))
            else:
                self._unknown([child])
        self.hoisted[:] = [found for found in self.hoisted if found is not None]
        return node

    def _slid_above(self, row: Row, above: Any) -> bool:
        body = body_of(above)
        return (
            body is not None
            and row.word in self.frontend.first_words[body.start]
            and all(
                child.word in self.frontend.first_words[body.start]
                for child in row.children
            )
        )

    def _unknown(self, rows: list[Row]) -> None:
        """Read lines whose place is unknown: only what is wrong with each by itself."""
        for row in rows:
            for context in self.contexts[1:]:
                if row.word in self.frontend.first_words[context.start]:
                    self._lines([row], context)
                    break

    def _body_missing(self, row: Row) -> None:
        if not row.blame:
            return
        following = row.following
        if following is None or following.word == "else":
            self.lines.report_line(
                row,
                f"`{row.word}` has no body",
                "lines under it, indented by two spaces more",
                code="LG0107",
            )
            return
        self.lines.report_line(
            following,
            f"`{row.word}` on line {row.number} has no body: a line indented deeper is "
            "expected here",
            "lines under it, indented by two spaces more",
            row,
            code="LG0107",
        )


def _keyword(node: Any) -> str:
    return type(node).__name__.lower()
