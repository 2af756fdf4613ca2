"""Which words of the language a source uses: found in its parse trees, so never by a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lark import Token, Tree

from ledgerc.reference.vocabulary import Pattern, Word, words
from ledgerc.source import SourceFile
from ledgerc.syntax.trees import trees

_CALLED = frozenset({"name", "function", "refusal"})
"""Rules whose pattern is about the name in them."""
_PATHS = frozenset({"member", "path", "owned"})
"""Rules whose pattern is about how their path ends, or begins."""


@dataclass(frozen=True, slots=True)
class Use:
    """A node of a parse tree, as patterns see it."""

    rule: str
    words: frozenset[str]
    texts: frozenset[str]


def uses_of(source: SourceFile) -> frozenset[Use]:
    """What the parse trees of a source have in them. It has no errors."""
    return frozenset(
        _use(node) for tree in trees(source) for node in tree.iter_subtrees()
    )


def words_used(uses: Iterable[Use]) -> tuple[Word, ...]:
    """The words of the language that are used, in the order of the reference."""
    by_rule: dict[str, list[Use]] = {}
    for use in uses:
        by_rule.setdefault(use.rule, []).append(use)
    return tuple(word for word in words() if _is_used(word, by_rule))


def _is_used(word: Word, by_rule: dict[str, list[Use]]) -> bool:
    return any(
        fits(pattern, use) and not any(fits(each, use) for each in word.exceptions)
        for pattern in word.patterns
        for use in by_rule.get(pattern.rule, ())
    )


def fits(pattern: Pattern, use: Use) -> bool:
    """Whether a node is a use that the pattern is about."""
    if pattern.rule != use.rule:
        return False
    if pattern.exact:
        return pattern.exact in use.texts
    return not pattern.word or pattern.word in use.words


def _use(node: Tree[Token]) -> Use:
    """A node with the words of its line that are its own, or a small part's of it."""
    rule = str(node.data)
    found = list(_words(node))
    if rule in _CALLED:
        texts = frozenset(_leaves(node)[:1])
    elif rule in _PATHS:
        parts = [leaf for leaf in _leaves(node) if leaf != "."]
        texts = frozenset({".".join(parts[:2]), f".{parts[-1]}"})
    else:
        texts = frozenset({" ".join(found)})
    return Use(rule, frozenset(found), texts)


def _words(node: Tree[Token]) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, Token):
            if child.type != "NAME":
                yield str(child)
        elif child is not None and all(
            isinstance(each, Token) for each in child.children
        ):
            yield from _words(child)


def _leaves(node: Tree[Token]) -> list[str]:
    return [str(leaf) for leaf in node.scan_values(lambda value: True)]
