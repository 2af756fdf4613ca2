"""Puts the comments of a row onto its node."""

from __future__ import annotations

from typing import Any

from ledgerc.node import replace
from ledgerc.syntax import ast
from ledgerc.syntax.rows import Comment, Row


def comment_blocks(comments: list[Comment | None]) -> tuple[tuple[str, ...], ...]:
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


def with_comments(row: Row, node: Any) -> Any:
    """The node with the comments above and behind its line."""
    if not row.above and row.scanned.comment is None:
        return node
    changed: dict[str, Any] = {}
    if row.above:
        blocks = comment_blocks(row.above)
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


def as_if(branch: ast.Branch) -> ast.If:
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
