"""The language page as HTML: its headings have anchors, its snippets their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ledgerc.reference.manual import section_anchor
from ledgerc.site.listing import coloured

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def manual_html(text: str) -> str:
    """The page of a Markdown text, safe to show. Links that lead off the page are plain text."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.core.ruler.push("anchors", _anchor)
    markdown.add_render_rule("fence", _fence)
    return str(markdown.render(text))


def _anchor(state: Any) -> None:
    """Give headings their anchors, and drop links to elsewhere."""
    tokens: list[Token] = state.tokens
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", section_anchor(inline.content))
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = _links_within(token.children)


def _links_within(children: Sequence[Token]) -> list[Token]:
    kept: list[Token] = []
    inside = True
    for child in children:
        if child.type == "link_open":
            inside = str(child.attrGet("href")).startswith("#")
        if inside or child.type not in ("link_open", "link_close"):
            kept.append(child)
    return kept


def _fence(
    renderer: MarkdownIt,
    tokens: Sequence[Token],
    at: int,
    options: Mapping[str, Any],
    environment: Mapping[str, Any],
) -> str:
    """A snippet: what it is, and its coloured lines."""
    kind, _, rest = tokens[at].info.partition(" ")
    language = "play" if kind == "play" else "ledger"
    told = {
        "ledger": "A catalog",
        "play": "A play",
        "ledger-part": "Words",
        "ledger-bad": f"Is refused, {rest}",
    }.get(kind, "Words")
    bad = " refused" if kind == "ledger-bad" else ""
    lines = coloured(tokens[at].content.rstrip("\n"), language)
    return (
        f'<figure class="snippet{bad}"><figcaption>{escape(told)}</figcaption>'
        f'<pre class="code" tabindex="0" aria-label="{escape(told)}">'
        + "\n".join(lines)
        + "</pre></figure>\n"
    )
