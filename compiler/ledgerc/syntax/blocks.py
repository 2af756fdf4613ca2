"""Parses the rows of a file one by one and puts bodies under their headers.

Each line is parsed by itself, so that a broken one hides no other: what it was most likely meant
to be goes on in its place (see ``explain``), and where that cannot be told, its body is still read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from lark.exceptions import UnexpectedToken

from ledgerc.diagnostics import Note, Sink, nearest
from ledgerc.source import Span
from ledgerc.syntax import ast
from ledgerc.syntax.contexts import (
    ABILITY,
    DECLARATION,
    LEDGER_CONTEXTS,
    LOG,
    NEEDS_BODY,
    PLAY_CONTEXTS,
    STATEMENT,
    Context,
    body_of,
    body_of_words,
)
from ledgerc.syntax.explain import explain, explain_briefly
from ledgerc.syntax.frontend import Frontend
from ledgerc.syntax.layout import Comment, Row
from ledgerc.syntax.scanner import Fault, Lexeme

# After so many broken lines the rest is told without looking for what was meant.
_EXPLAINED = 100
MAXIMUM_EXPRESSION_DEPTH = 100

_ITEM_ORDER: dict[type, int] = {
    ast.HasTags: 0,
    ast.FromZones: 1,
    ast.Takes: 2,
    ast.During: 3,
    ast.Target: 4,
    ast.Requires: 5,
    ast.Cost: 6,
}
_ITEM_WORDS = ("tags", "from", "takes", "during", "target", "requires", "cost")


class BlockParser:
    """Parses one file."""

    def __init__(self, frontend: Frontend, file: str, sink: Sink) -> None:
        self.frontend = frontend
        self.file = file
        self.sink = sink
        self.explained = 0
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
                self._report_line(
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
        return self._complete(row, self._parse(row, context.start), context, before)

    def _parse(self, row: Row, start: str) -> Any:
        lexemes = row.lexemes
        self._begin(row)
        try:
            node = self.frontend.parse(start, lexemes)
        except UnexpectedToken:
            return self._explained(row, start)
        for fault in self.frontend.builder.faults:
            self._report(row, fault)
        if len(lexemes) > MAXIMUM_EXPRESSION_DEPTH and _too_deep(node):
            end = lexemes[-1].end
            self._report(
                row,
                Fault(
                    "LG0801",
                    lexemes[0].start,
                    end,
                    "this line is nested too deep",
                    f"at most {MAXIMUM_EXPRESSION_DEPTH} operators in one another; "
                    "a `let` or a `formula` names a part",
                ),
            )
            return None
        return node

    def _explained(self, row: Row, start: str) -> Any:
        """Tell why a row does not parse; its node as it was most likely meant, or None."""
        lexemes = row.lexemes
        if self.explained >= _EXPLAINED:
            self._report(row, explain_briefly(self.frontend, start, lexemes))
            return None
        self.explained += 1
        fault, node = explain(self.frontend, start, lexemes)
        self._report(row, fault)
        if node is None:
            node = self._salvaged(start, lexemes)
        if node is not None and len(lexemes) > 100 and _too_deep(node):
            return None
        return node

    def _salvaged(self, start: str, lexemes: list[Lexeme]) -> Any:
        """What a declaration declares, if its beginning can be read: its name is known then."""
        if start not in ("declaration", "play_declaration"):
            return None
        for length in range(min(len(lexemes) - 1, 40), 1, -1):
            try:
                return self.frontend.parse(start, lexemes[:length])
            except UnexpectedToken:
                continue
        return None

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
        if meant == "else" and before and isinstance(before[-1], ast.If):
            self._report_first(row, context, elsewhere, meant)
            lexemes[0] = first._replace(text="else")
            self._else(row, before)
            return None
        if meant is not None:
            self._begin(row)
            mended = [first._replace(text=meant), *lexemes[1:]]
            try:
                node = self.frontend.parse(context.start, mended)
            except UnexpectedToken:
                node = None
            if node is not None or not elsewhere:
                self._report_first(row, context, elsewhere, meant)
                if node is None:
                    node = self._salvaged(context.start, mended)
                words_meant = [lexeme.text for lexeme in mended]
                return self._complete(row, node, context, before, words_meant)
        if elsewhere and elsewhere[0] is self.contexts[0]:
            self._report(
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
            message = f"no {context.what} begins with `{_shown(first.text)}`"
        allowed = ", ".join(f"`{word}`" for word in sorted(words))
        if row.blame:
            self._tell(
                row, Fault(code, first.start, first.end, message, allowed, meant)
            )

    def _else(self, row: Row, before: list[Any]) -> None:
        """Join an ``else`` to the ``if`` above it."""
        branch = self._parse(row, "else_line")
        if branch is None:
            branch = ast.Branch(None, span=self._span(row))
        branch = self._with_body(row, branch, STATEMENT, STATEMENT)
        branch = self._with_comments(row, branch)
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
        self._report(row, Fault("LG0108", first.start, first.end, message, allowed))

    def _complete(
        self,
        row: Row,
        node: Any,
        context: Context,
        before: list[Any],
        words: list[str] | None = None,
    ) -> Any:
        """A node with its body and comments; of a row without a node the body is read only."""
        if node is None:
            words = words or [lexeme.text for lexeme in row.lexemes]
            body = body_of_words(words)
            if body is not None and body in self.contexts:
                self._lines(row.children, body)
            elif row.children:
                self._unknown(row.children)
            return None
        if row.children:
            body = body_of(node)
            if body is None:
                node = self._with_comments(row, node)
                return self._without_body(row, node, context, before)
        else:
            body = None
        if row.children or isinstance(node, ast.Opener):
            node = self._with_body(row, node, body, context)
        node = self._with_comments(row, node)
        if isinstance(node, ast.Branch):
            return _as_if(node)
        return node

    def _with_body(
        self, row: Row, node: Any, body: Context | None, context: Context
    ) -> Any:
        final = _blocks(row.final)
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
                return self._ability(node, found)
            case ast.Effect() | ast.Archetype() | ast.Template() | ast.Aura():
                opened: Any = node
                return replace(opened, items=tuple(found))
            case ast.Scene() | ast.Play():
                return replace(node, steps=tuple(found))
            case ast.ExpectLog():
                return replace(node, entries=tuple(found))
            case _:
                return replace(node, body=tuple(found))

    def _ability(self, node: Any, found: list[Any]) -> Any:
        """Part the lines of an ability into items, which have an order, and statements."""
        items: list[Any] = []
        body: list[Any] = []
        highest = 0
        for line in found:
            order = _ITEM_ORDER.get(type(line))
            if order is None:
                body.append(line)
                continue
            if body:
                word = _ITEM_WORDS[order]
                self.sink.error(
                    "LG0108",
                    line.span,
                    f"`{word}` stands before the statements of an ability",
                    allowed="tags, from, takes, during, target, requires, cost, then "
                    "statements",
                    notes=(Note("the first statement", body[0].span),),
                )
            elif order < highest:
                word = _ITEM_WORDS[order]
                self.sink.error(
                    "LG0108",
                    line.span,
                    f"`{word}` stands before `{_ITEM_WORDS[highest]}` in an ability",
                    allowed="tags, from, takes, during, target, requires, cost, then "
                    "statements",
                )
            highest = max(highest, order)
            items.append(line)
        items.sort(key=lambda item: _ITEM_ORDER[type(item)])
        return replace(node, items=tuple(items), body=tuple(body))

    def _without_body(
        self, row: Row, node: Any, context: Context, before: list[Any]
    ) -> Any:
        """Lines stand under a node that has no body: tell it once, and read them all."""
        first = row.children[0]
        belongs = before[-1] if before else None
        if context is self.contexts[0] and self._slid_above(row, belongs):
            self._report_line(
                row,
                f"`{row.word}` has no body here: if it is a line of the "
                f"`{_keyword(belongs)}` above, indent it",
                None,
            )
        else:
            begins = first.word in self.frontend.first_words[self.contexts[0].start]
            self._report_line(
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
            self._report_line(
                row,
                f"`{row.word}` has no body",
                "lines under it, indented by two spaces more",
                code="LG0107",
            )
            return
        self._report_line(
            following,
            f"`{row.word}` on line {row.number} has no body: a line indented deeper is "
            "expected here",
            "lines under it, indented by two spaces more",
            row,
            code="LG0107",
        )

    def _with_comments(self, row: Row, node: Any) -> Any:
        if not row.above and row.scanned.comment is None:
            return node
        changed: dict[str, Any] = {}
        if row.above:
            blocks = _blocks(row.above)
            if row.above[-1] is not None and blocks:
                changed["leading_comments"] = blocks[-1]
                blocks = blocks[:-1]
            if blocks:
                changed["detached_comments"] = blocks
            changed["blank_before"] = row.above[0] is None
        if row.scanned.comment is not None:
            changed["trailing_comment"] = (
                row.scanned.comment.removeprefix(" ").rstrip() or None
            )
        return replace(node, **changed)

    def _begin(self, row: Row) -> None:
        lexemes = row.scanned.lexemes
        self.frontend.builder.begin(
            self.file, row.number, lexemes[0].start, lexemes[-1].end
        )

    def _span(self, row: Row) -> Span:
        lexemes = row.lexemes
        return Span(
            self.file,
            row.number,
            lexemes[0].start + 1,
            row.number,
            lexemes[-1].end + 1,
        )

    def _report_line(
        self,
        row: Row,
        message: str,
        allowed: str | None,
        above: Row | None = None,
        code: str = "LG0106",
    ) -> None:
        if not row.blame:
            return
        notes = (Note("the line above", self._span(above)),) if above else ()
        self.sink.error(code, self._span(row), message, allowed=allowed, notes=notes)

    def _report(self, row: Row, fault: Fault) -> None:
        if row.blame and not row.scanned.broken:
            self._tell(row, fault)

    def _tell(self, row: Row, fault: Fault) -> None:
        self.sink.error(
            fault.code,
            Span(self.file, row.number, fault.start + 1, row.number, fault.end + 1),
            fault.message,
            allowed=fault.allowed,
            suggestion=fault.suggestion,
        )


def _blocks(comments: list[Comment | None]) -> tuple[tuple[str, ...], ...]:
    """Comment blocks, parted where the author left blank lines."""
    blocks: list[tuple[str, ...]] = []
    block: list[str] = []
    for comment in (*comments, None):
        if comment is not None:
            block.append(comment.text)
        elif block:
            blocks.append(tuple(block))
            block = []
    return tuple(blocks)


def comment_blocks(comments: list[Comment | None]) -> tuple[tuple[str, ...], ...]:
    """Comment blocks, parted where the author left blank lines."""
    return _blocks(comments)


def _as_if(branch: ast.Branch) -> ast.If:
    """An ``if`` with its first branch; the comments above are the whole's."""
    return ast.If(
        (
            replace(
                branch, leading_comments=(), detached_comments=(), blank_before=False
            ),
        ),
        span=branch.span,
        leading_comments=branch.leading_comments,
        detached_comments=branch.detached_comments,
        blank_before=branch.blank_before,
    )


def _keyword(node: Any) -> str:
    return type(node).__name__.lower()


def _shown(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node):
        for one in fields(node):
            value = getattr(node, one.name)
            if not isinstance(value, str | int | Span):
                yield value


def _too_deep(node: Any) -> bool:
    """Whether nodes lie in one another deeper than later passes should have to follow."""
    depth = 0
    layer = [node]
    while layer:
        depth += 1
        # A tuple of children is a layer of its own.
        if depth > 2 * MAXIMUM_EXPRESSION_DEPTH:
            return True
        layer = [part for one in layer for part in _parts(one)]
    return False


__all__ = ["ABILITY", "DECLARATION", "BlockParser", "comment_blocks"]
